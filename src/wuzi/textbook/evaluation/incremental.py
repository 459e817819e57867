"""Incremental evaluation: after each stone only the lines it lies on are counted again.

A stone lies on four lines at most. The sums of all the others stand, so the total is
corrected by four differences and read off for nothing. A line that has been counted
before, on whatever board, is remembered: during a search the same few thousand lines
come back again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from wuzi.rules import BLACK, EMPTY, Colour, Point, Rule
from wuzi.rules.point import CELLS
from wuzi.textbook.evaluation.runs import both_totals, lines_of
from wuzi.textbook.grid import Grid
from wuzi.textbook.scores import ScoreTable

CountLine = Callable[[bytes], tuple[int, int]]
"""From the contents of a line to black's and white's sum."""

REMEMBERED = 1 << 16
"""Lines whose sums are remembered, for each rule and score table."""
TABLES = 16
"""Pairs of a rule and a score table whose lines are remembered."""


@cache
def _places(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each point, the lines it lies on and where: ``(line, index)``."""
    places: list[list[tuple[int, int]]] = [[] for _ in range(CELLS)]
    for number, line in enumerate(lines_of(size)):
        for index, p in enumerate(line):
            places[p].append((number, index))
    return tuple(map(tuple, places))


class LineSums:
    """The sums of all lines by any way of counting one, kept up to date.

    Parameters
    ----------
    grid : Grid
        The position to start from.
    count : callable
        From a line's contents to the two sums.
    """

    def __init__(self, grid: Grid, count: CountLine) -> None:
        self._count = count
        self._places = _places(grid.size)
        self._lines = [bytearray(map(grid.get, line)) for line in lines_of(grid.size)]
        self._sums = [count(bytes(line)) for line in self._lines]
        self._black = sum(black for black, _ in self._sums)
        self._white = sum(white for _, white in self._sums)

    def placed(self, p: Point, colour: Colour) -> None:
        """Count the lines through ``p`` again."""
        for number, index in self._places[p]:
            line = self._lines[number]
            line[index] = colour
            old_black, old_white = self._sums[number]
            new = self._sums[number] = self._count(bytes(line))
            self._black += new[0] - old_black
            self._white += new[1] - old_white

    def removed(self, p: Point, colour: Colour) -> None:
        """Count the lines through ``p`` again."""
        self.placed(p, EMPTY)

    def total(self, colour: Colour) -> int:
        """The sum of all lines for ``colour``."""
        return self._black if colour == BLACK else self._white


@lru_cache(TABLES)
def _counter(rule: Rule, scores: ScoreTable) -> CountLine:
    return lru_cache(REMEMBERED)(lambda line: both_totals(line, rule, scores))


class IncrementalEvaluation(LineSums):
    """The runs of :mod:`wuzi.textbook.evaluation.runs`, kept up to date line by line.

    Parameters
    ----------
    grid : Grid
        The position to start from.
    scores : ScoreTable
    """

    def __init__(self, grid: Grid, scores: ScoreTable) -> None:
        super().__init__(grid, _counter(grid.rule, scores))
