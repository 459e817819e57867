"""Which points are worth a look: those near a stone.

On an empty 15x15 board there are 225 moves, but a stone far from all others threatens
nothing and stops nothing. Candidates are the empty points within a few lines of any stone.
They depend on the stones alone, not on the order in which these came to the board, so that
every search of a position looks at the same moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from wuzi.rules import (
    BLACK,
    MAX_SIZE,
    PASS,
    Colour,
    Move,
    Point,
    all_points,
    centre,
    col_of,
    row_of,
)
from wuzi.textbook.grid import Grid

FEW_STONES: Final = 16
"""Radius ``adaptive`` is 2 below this number of stones, then 1: a full board has its own."""
FIRST_MOVES: Final = 5
"""While there are fewer stones than this, ``widen`` looks one line further."""


def radius_for(radius: str, widen: bool, stones: int) -> int:
    """How far from a stone candidates may lie on a board with that many stones.

    Parameters
    ----------
    radius : {"1", "2", "3", "adaptive", "all"}
        ``all``: anywhere, once there is a stone.
    widen : bool
        One line further in the first five moves.
    stones : int

    Examples
    --------
    >>> [radius_for("adaptive", True, stones) for stones in (4, 5, 15, 16)]
    [3, 2, 2, 1]
    """
    if radius == "all":
        return MAX_SIZE
    lines = (2 if stones < FEW_STONES else 1) if radius == "adaptive" else int(radius)
    return lines + 1 if widen and stones < FIRST_MOVES else lines


@cache
def neighbourhood(size: int, radius: int) -> dict[Point, frozenset[Point]]:
    """For every point of a board, the points at most ``radius`` columns and rows away.

    >>> from wuzi.rules import parse_point, point_name
    >>> sorted(point_name(p) for p in neighbourhood(15, 1)[parse_point("a1")])
    ['a2', 'b1', 'b2']
    """
    points = all_points(size)
    return {
        p: frozenset(
            q
            for q in points
            if q != p
            and abs(col_of(p) - col_of(q)) <= radius
            and abs(row_of(p) - row_of(q)) <= radius
        )
        for p in points
    }


def near_stones(stones: Iterable[Point], size: int, radius: int) -> list[Point]:
    """The empty points within ``radius`` of a stone, in board order; the centre if none is there.

    >>> from wuzi.rules import parse_point, point_name
    >>> [point_name(p) for p in near_stones([parse_point("a1")], 15, 1)]
    ['b1', 'a2', 'b2']
    >>> [point_name(p) for p in near_stones([], 15, 1)]
    ['h8']
    """
    near = neighbourhood(size, radius)
    found: set[Point] = set()
    for stone in stones:
        found |= near[stone]
    found.difference_update(stones)
    return sorted(found) if stones else [centre(size)]


def candidates(grid: Grid, stones: Iterable[Point], turn: Colour, radius: int) -> list[Move]:
    """The moves that a search tries for the side to move, in board order.

    Black does not try forbidden points in renju. If that leaves nothing, every legal point
    of the board is a candidate, and if there is none, a pass: in renju black may be left
    without a move while the board is not full, and the game goes on.

    Parameters
    ----------
    grid : Grid
        Not full.
    stones : collection of Point
        Where its stones lie.
    turn : Colour
        The side to move.
    radius : int
        As from :func:`radius_for`.
    """
    found = near_stones(stones, grid.size, radius)
    if not (grid.rule.forbidden and turn == BLACK):
        return found
    legal = [p for p in found if not grid.forbidden(p)]
    if not legal:
        taken = set(stones)
        legal = [p for p in all_points(grid.size) if p not in taken and not grid.forbidden(p)]
    return legal or [PASS]
