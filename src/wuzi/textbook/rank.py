"""How promising a point looks, at a glance: what a stone there would be worth to either side.

That is what the greedy thinker plays by. A search ranks every candidate of every inner
node, so the worth of a window of nine cells is worked out once and remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from wuzi.rules import BLACK, DIRECTIONS, PASS, WHITE, Move, Rule
from wuzi.textbook.evaluation.lines import shape_table, window_code
from wuzi.textbook.grid import REACH, Grid
from wuzi.textbook.point_value import point_value
from wuzi.textbook.position import Position
from wuzi.textbook.scores import ScoreTable, Shape

OWN: Final = 10
OTHER: Final = 8
"""Taking a point away from the opponent counts 0.8 of using it: the greedy thinker's default."""
REMEMBERED: Final = 1 << 16
"""Windows whose values are remembered, for each rule and score table."""

WindowValues = Callable[[bytes], tuple[int, int] | None]
"""From a window to what a stone in its middle is worth to black and to white."""


def rank(position: Position, move: Move) -> int:
    """The value of ``move`` to the side to move, plus 0.8 of its value to the opponent; times 10.

    Examples
    --------
    >>> from wuzi.rules import parse_point, parse_position
    >>> from wuzi.textbook.options import SearchOptions
    >>> position = Position(parse_position("h8a1i8b1j8c1"), SearchOptions())
    >>> k8, d1, o15 = map(parse_point, ("k8", "d1", "o15"))
    >>> rank(position, k8) > rank(position, d1) > rank(position, o15)
    True
    """
    if move == PASS:
        return 0
    values = point_values(position.grid, move, position.scores)
    own = position.turn - 1
    return OWN * values[own] + OTHER * values[1 - own]


def point_values(grid: Grid, p: Move, scores: ScoreTable) -> tuple[int, int]:
    """:func:`~wuzi.textbook.point_value.point_value` for black and for white, from memory."""
    remembered = _window_values(grid.rule, scores)
    black = white = 0
    for step in DIRECTIONS:
        values = remembered(grid.window(p, step))
        if values is None:
            return point_value(grid, p, BLACK, scores), point_value(grid, p, WHITE, scores)
        black += values[0]
        white += values[1]
    return black, white


@cache
def _window_values(rule: Rule, scores: ScoreTable) -> WindowValues:
    tables = [shape_table(rule.overline_wins(colour)) for colour in (BLACK, WHITE)]
    worth = scores.values

    @lru_cache(REMEMBERED)
    def values(window: bytes) -> tuple[int, int] | None:
        before, after = window[:REACH], window[REACH + 1 :]
        black, white = (
            table[window_code(before + bytes([colour]) + after, colour)]
            for colour, table in zip((BLACK, WHITE), tables, strict=True)
        )
        if Shape.FIVE in (black, white):
            return None  # whether it wins may depend on cells outside the window
        return worth[black], worth[white]

    return values
