"""What a colour threatens to make with its next stone: the threats that a reply must mind.

A threat is named by what stands on the board: who could make a five has a *four* there, who
could make a straight four an *open three*, and so on (:class:`Danger`). What a stone makes of
a line comes from the tables of :mod:`wuzi.engine.patterns`, which are made of
:meth:`Rule.wins <wuzi.rules.Rule.wins>` and so are exact by every rule: the textbook's shapes
see nine cells and miss caro's stopped ends and standard's longer rows, and the engine's solver
tells that a win is there, but not which one row it comes from. No kernel is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cache, lru_cache
from typing import Final

from wuzi.engine.patterns import Line, line_table, reach_of
from wuzi.engine.threats import Threat, threat_of
from wuzi.rules import (
    BLACK,
    DIRECTIONS,
    EMPTY,
    Board,
    Colour,
    Point,
    Rule,
    all_points,
    on_board,
    opponent,
)
from wuzi.rules.renju import forbidden_kind

REACH: Final = 5
"""How far along a line a stone can change what another makes."""
_LEAST: Final = 2
"""Own stones that a line must have for one more to make a three."""


class Danger(IntEnum):
    """What a colour has on the board if it is to move next, weakest first."""

    NONE = 0
    DOUBLE_THREE = 1
    """One stone makes two open threes."""
    FOUR_THREE = 2
    """One stone makes a four and an open three."""
    DOUBLE_FOUR = 3
    """One stone makes two fours."""
    OPEN_THREE = 4
    """One stone makes a straight four."""
    FOUR = 5
    """One stone wins."""

    @property
    def tier(self) -> int:
        """0 for nothing, 2 for what wins if it is let, 1 for two threes, which mostly do."""
        return min(2, self.value)


def dangers(board: Board, colour: Colour) -> dict[Point, Danger]:
    """Where the next stone of ``colour``, whoever is to move, would make good a threat.

    Returns
    -------
    dict of Point to Danger
        Only points that mean more than ``NONE``, in board order.

    Examples
    --------
    >>> from wuzi.rules import BLACK, Board, parse_moves, point_name
    >>> board = Board.from_moves(parse_moves("h8a1i8b1j8"))
    >>> {point_name(p): danger.name for p, danger in dangers(board, BLACK).items()}
    {'g8': 'OPEN_THREE', 'k8': 'OPEN_THREE'}
    """
    cells, rule = board.cells[:], board.rule
    makes: dict[Point, list[tuple[int, Line]]] = {}
    for step, whole in _board_lines(board.size):
        row = cells[whole]
        if row.count(colour) >= _LEAST:
            for at, line in _made(bytes(row), rule, colour):
                makes.setdefault(whole.start + at * step, []).append((step, line))
    found = {p: _danger(cells, p, lines, rule, colour) for p, lines in sorted(makes.items())}
    return {p: danger for p, danger in found.items() if danger}


def gravest(found: Mapping[Point, Danger]) -> Danger:
    """The gravest of them; ``NONE`` of nothing."""
    return max(found.values(), default=Danger.NONE)


def on_lines_of(p: Point) -> Iterator[Point]:
    """``p`` and the points from which a stone can matter to one there; some are off the board."""
    yield p
    for step in DIRECTIONS:
        for at in range(1, REACH + 1):
            yield p + at * step
            yield p - at * step


@cache
def _board_lines(size: int) -> tuple[tuple[int, slice], ...]:
    """Every line of the board that has room for a five: its step and its cells."""
    found = []
    for p in all_points(size):
        for step in DIRECTIONS:
            if on_board(p - step, size):
                continue
            length = 1
            while on_board(p + length * step, size):
                length += 1
            if length >= 5:
                found.append((step, slice(p, p + (length - 1) * step + 1, step)))
    return tuple(found)


@lru_cache(maxsize=1 << 17)
def _made(row: bytes, rule: Rule, colour: Colour) -> tuple[tuple[int, Line], ...]:
    """Where on a line a stone would make an open three or more, and what."""
    reach = reach_of(rule)
    table = line_table(rule, colour)
    digit = {EMPTY: 0, colour: 1, opponent(colour): 2}
    padded = [3] * reach + [digit.get(cell, 3) for cell in row] + [3] * reach
    found = []
    for at, cell in enumerate(row):
        if cell != EMPTY:
            continue
        around = padded[at : at + reach] + padded[at + reach + 1 : at + 2 * reach + 1]
        line = Line(table[sum(content << (2 * i) for i, content in enumerate(around))])
        if line >= Line.OPEN_THREE:
            found.append((at, line))
    return tuple(found)


def _danger(
    cells: bytearray, p: Point, makes: list[tuple[int, Line]], rule: Rule, colour: Colour
) -> Danger:
    lines = [line for _, line in makes]
    threat = threat_of((Line.DEAD,) * (4 - len(lines)) + tuple(sorted(lines)), rule, colour)
    if threat == Threat.FIVE:
        return Danger.FOUR
    if threat < Threat.DOUBLE_THREE or threat == Threat.FORBIDDEN:
        return Danger.NONE
    if rule.forbidden and colour == BLACK:
        return _black_in_renju(cells, p, makes, rule)
    if threat == Threat.STRAIGHT_FOUR:
        return Danger.OPEN_THREE if Line.STRAIGHT_FOUR in lines else Danger.DOUBLE_FOUR
    return {Threat.FOUR_THREE: Danger.FOUR_THREE, Threat.DOUBLE_THREE: Danger.DOUBLE_THREE}.get(
        threat, Danger.NONE
    )


def _black_in_renju(
    cells: bytearray, p: Point, makes: list[tuple[int, Line]], rule: Rule
) -> Danger:
    """As :func:`_danger`; two threes are none if forbidden points keep one from growing."""
    if forbidden_kind(cells, p):
        return Danger.NONE
    lines = [line for _, line in makes]
    if Line.STRAIGHT_FOUR in lines:
        return Danger.OPEN_THREE
    if Line.FOUR in lines and any(
        line in (Line.OPEN_THREE, Line.FREE_THREE) and _grows(cells, p, step, rule)
        for step, line in makes
    ):
        return Danger.FOUR_THREE
    return Danger.NONE


def _grows(cells: bytearray, p: Point, step: int, rule: Rule) -> bool:
    """Whether black's three through ``p`` can become a straight four on a point he may play."""
    cells[p] = BLACK
    start = p - REACH * step  # a row with this stone in it lies within
    row = bytes(cells[start : p + REACH * step + 1 : step])
    found = any(
        line == Line.STRAIGHT_FOUR and not forbidden_kind(cells, start + at * step)
        for at, line in _made(row, rule, BLACK)
    )
    cells[p] = EMPTY
    return found
