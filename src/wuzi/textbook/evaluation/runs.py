"""Whole-board evaluation by runs: each unbroken row of a line counted once.

This is the definition; the ways ``bitboard`` and ``incremental`` must agree with it to
the last digit.

A *line* is a row, a column or a diagonal from edge to edge. Opponent's stones cut it into
*rooms*: stretches of own stones and empty points between two stones of the opponent or
the edge. A *run* is an unbroken row of own stones within a room; an end of it is *open* if
the next cell is empty. A run is worth

==============  ===========  ====================
stones          open ends    shape
==============  ===========  ====================
5 or more       any          five, if the rule says that it wins, else nothing
4               2, 1         straight four, four
3               2, 1         open three, three
2               2, 1         open two, two
1               2, 1         one, one
==============  ===========  ====================

and nothing if its room cannot hold a five: if it has fewer than five cells or, under a
rule that minds both ends (caro), has exactly five and lies between two stones of the
opponent. A run of fewer than five that has no open end fills such a room, so it is worth
nothing as well.

Gaps are not looked across: ``XX_XX`` is two twos. A stone is a run of its own on every line
on which it has no neighbour of its colour.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby

from wuzi.rules import (
    BLACK,
    DIRECTIONS,
    WALL,
    WHITE,
    Colour,
    Point,
    Rule,
    all_points,
    on_board,
)
from wuzi.textbook.grid import Grid
from wuzi.textbook.scores import ScoreTable


@cache
def lines_of(size: int) -> tuple[tuple[Point, ...], ...]:
    """The lines of a board that can hold a five: each a tuple of points, from edge to edge.

    >>> len(lines_of(15)), len(lines_of(5))
    (72, 12)
    """
    lines = []
    for step in DIRECTIONS:
        for start in all_points(size):
            if on_board(start - step, size):
                continue
            line = [start]
            while on_board(line[-1] + step, size):
                line.append(line[-1] + step)
            if len(line) >= 5:
                lines.append(tuple(line))
    return tuple(lines)


def line_total(line: bytes, colour: Colour, rule: Rule, scores: ScoreTable) -> int:
    """The sum of the runs of one colour on one line.

    Parameters
    ----------
    line : bytes
        The contents of the line's points, from edge to edge.

    Examples
    --------
    >>> from wuzi.rules import FREESTYLE
    >>> from wuzi.textbook.scores import load_scores
    >>> table = load_scores("course")
    >>> line_total(bytes([0, 1, 1, 1, 0, 0, 2, 1, 0]), BLACK, FREESTYLE, table)
    20000
    """
    total = 0
    at = 0
    for shut, cells in groupby(line, key=lambda cell: cell == 3 - colour):
        room = list(cells)
        before = line[at - 1] if at else WALL
        at += len(room)
        after = line[at] if at < len(line) else WALL
        stopped = before == 3 - colour == after
        if not shut and _holds_five(len(room), stopped, rule):
            total += _room_total(room, colour, rule, scores)
    return total


def _holds_five(length: int, stopped: bool, rule: Rule) -> bool:
    return length > 5 or (length == 5 and not (stopped and rule.needs_open_end))


def _room_total(room: list[Colour], colour: Colour, rule: Rule, scores: ScoreTable) -> int:
    """The sum of the runs in one room that can hold a five."""
    total = 0
    at = 0
    for content, cells in groupby(room):
        length = len(list(cells))
        if content == colour:
            open_ends = (at > 0) + (at + length < len(room))
            total += _run_value(length, open_ends, colour, rule, scores)
        at += length
    return total


def _run_value(length: int, open_ends: int, colour: Colour, rule: Rule, scores: ScoreTable) -> int:
    if length >= 5:
        # A five that caro's rule stops fills its room and has been left out with it.
        return scores.five if rule.wins(colour, length, stopped=False) else 0
    return (
        (0, scores.one, scores.two, scores.three, scores.four),
        (0, scores.one, scores.open_two, scores.open_three, scores.straight_four),
    )[open_ends - 1][length]


class RunsEvaluation:
    """Reads the whole board whenever it is asked; keeps nothing.

    Parameters
    ----------
    grid : Grid
        The position, also while it changes.
    scores : ScoreTable
    """

    def __init__(self, grid: Grid, scores: ScoreTable) -> None:
        self._grid = grid
        self._scores = scores

    def placed(self, p: Point, colour: Colour) -> None:
        """Nothing to keep."""

    def removed(self, p: Point, colour: Colour) -> None:
        """Nothing to keep."""

    def total(self, colour: Colour) -> int:
        """The sum of the runs of ``colour``."""
        get = self._grid.get
        return sum(
            line_total(bytes(map(get, line)), colour, self._grid.rule, self._scores)
            for line in lines_of(self._grid.size)
        )


def both_totals(line: bytes, rule: Rule, scores: ScoreTable) -> tuple[int, int]:
    """Black's and white's sum of one line."""
    return line_total(line, BLACK, rule, scores), line_total(line, WHITE, rule, scores)
