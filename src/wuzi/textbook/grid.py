"""Two boards for the same rules: nested lists with bounds checks, an array with sentinels.

A search places and removes stones millions of times and asks little: what is here, does
this win, is it forbidden. A :class:`Grid` answers just that. The two kinds answer alike
and differ in how a walk along a line learns that the board has ended:

* :class:`ListGrid`, the course's first board, compares the coordinates at every step;
* :class:`SentinelGrid` is ringed with cells that hold no colour, so that a walk stops
  there by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, Protocol

import numpy as np

from wuzi.rules import (
    DIRECTIONS,
    EMPTY,
    WALL,
    Board,
    Colour,
    Point,
    Rule,
    all_points,
    col_of,
    row_of,
)
from wuzi.rules.point import CELLS, STRIDE
from wuzi.rules.renju import forbidden_kind

GridKind = Literal["list", "sentinel"]
GRIDS: Final[tuple[GridKind, ...]] = ("list", "sentinel")

REACH: Final = 4
"""How far along a line a stone can matter to a five: the window is nine cells long."""


class Grid(Protocol):
    """A board that a search places stones on.

    Attributes
    ----------
    size : int
        Lines of the board.
    rule : Rule
    count : int
        Stones on the board.
    """

    size: int
    rule: Rule
    count: int

    def get(self, p: Point) -> Colour:
        """What the point holds: ``EMPTY``, ``BLACK`` or ``WHITE``."""
        ...

    def place(self, p: Point, colour: Colour) -> None:
        """Put a stone on the empty point ``p``."""
        ...

    def remove(self, p: Point) -> None:
        """Take the stone on ``p`` away."""
        ...

    def wins_at(self, p: Point, colour: Colour) -> bool:
        """Whether a stone of ``colour`` on ``p`` is, or would be, part of a winning row.

        Takes constant time: only the rows through ``p`` are walked.
        """
        ...

    def forbidden(self, p: Point) -> bool:
        """Whether the rule forbids black to play on the empty point ``p``."""
        ...

    def window(self, p: Point, step: int) -> bytes:
        """The nine cells of a line around ``p``, one byte each; ``WALL`` off the board."""
        ...

    def empty_points(self) -> Iterator[Point]:
        """The empty points, row by row from ``a1``."""
        ...

    def stones(self, colour: Colour) -> Iterator[Point]:
        """The points that hold a stone of ``colour``, row by row from ``a1``."""
        ...


class _RenjuCells:
    """The cells as the referee of forbidden points wants them; kept only where needed."""

    def __init__(self, board: Board) -> None:
        self._cells = board.cells[:] if board.rule.forbidden else None

    def set(self, p: Point, content: Colour) -> None:
        if self._cells is not None:
            self._cells[p] = content

    def forbidden(self, p: Point) -> bool:
        return self._cells is not None and bool(forbidden_kind(self._cells, p))


class ListGrid:
    """A board as nested lists, ``rows[row][col]``, with bounds checks.

    Parameters
    ----------
    board : Board
        The position to start from; it is copied.

    Examples
    --------
    >>> from wuzi.rules import BLACK, Board, parse_moves, parse_point
    >>> grid = ListGrid(Board.from_moves(parse_moves("h8a1i8b1j8c1k8d1")))
    >>> grid.wins_at(parse_point("l8"), BLACK), grid.wins_at(parse_point("l9"), BLACK)
    (True, False)
    """

    def __init__(self, board: Board) -> None:
        self.size = board.size
        self.rule = board.rule
        self.count = board.stone_count
        self.rows = [[EMPTY] * self.size for _ in range(self.size)]
        for p in all_points(self.size):
            self.rows[row_of(p)][col_of(p)] = board.cells[p]
        self._renju = _RenjuCells(board)

    def get(self, p: Point) -> Colour:
        """What the point holds."""
        return self.rows[row_of(p)][col_of(p)]

    def place(self, p: Point, colour: Colour) -> None:
        """Put a stone on the empty point ``p``."""
        assert self.get(p) == EMPTY
        self._set(p, colour)
        self.count += 1

    def remove(self, p: Point) -> None:
        """Take the stone on ``p`` away."""
        assert self.get(p) != EMPTY
        self._set(p, EMPTY)
        self.count -= 1

    def _set(self, p: Point, content: Colour) -> None:
        self.rows[row_of(p)][col_of(p)] = content
        self._renju.set(p, content)

    def _look(self, col: int, row: int) -> Colour:
        if 0 <= col < self.size and 0 <= row < self.size:
            return self.rows[row][col]
        return WALL

    def wins_at(self, p: Point, colour: Colour) -> bool:
        """Whether a stone of ``colour`` on ``p`` is or would be part of a winning row."""
        for dcol, drow in _STEPS.values():
            forth, one_end = self._walk(p, dcol, drow, colour)
            back, other_end = self._walk(p, -dcol, -drow, colour)
            length = back + 1 + forth
            if length >= 5:
                stopped = one_end == 3 - colour == other_end
                if self.rule.wins(colour, length, stopped):
                    return True
        return False

    def _walk(self, p: Point, dcol: int, drow: int, colour: Colour) -> tuple[int, Colour]:
        """Stones of ``colour`` from ``p`` one way, ``p`` not counted, and what ends them."""
        col, row = col_of(p) + dcol, row_of(p) + drow
        length = 0
        while self._look(col, row) == colour:
            length += 1
            col += dcol
            row += drow
        return length, self._look(col, row)

    def forbidden(self, p: Point) -> bool:
        """Whether the rule forbids black to play on the empty point ``p``."""
        return self._renju.forbidden(p)

    def window(self, p: Point, step: int) -> bytes:
        """The nine cells of a line around ``p``."""
        col, row = col_of(p), row_of(p)
        rows, size = self.rows, self.size
        return bytes(
            [
                rows[row + drow][col + dcol]
                if 0 <= col + dcol < size and 0 <= row + drow < size
                else WALL
                for dcol, drow in _WINDOWS[step]
            ]
        )

    def empty_points(self) -> Iterator[Point]:
        """The empty points, row by row."""
        return self.stones(EMPTY)

    def stones(self, colour: Colour) -> Iterator[Point]:
        """The points that hold ``colour``, row by row."""
        return (p for p in all_points(self.size) if self.get(p) == colour)


_STEPS: Final = {1: (1, 0), STRIDE: (0, 1), STRIDE + 1: (1, 1), STRIDE - 1: (-1, 1)}
"""Columns and rows of one step along each of :data:`wuzi.rules.DIRECTIONS`."""
assert tuple(_STEPS) == DIRECTIONS
_WINDOWS: Final = {
    step: tuple((i * dcol, i * drow) for i in range(-REACH, REACH + 1))
    for step, (dcol, drow) in _STEPS.items()
}


class SentinelGrid:
    """A board as a NumPy array of int8, ringed with sentinels; no bounds checks.

    Parameters
    ----------
    board : Board
        The position to start from; it is copied.

    Attributes
    ----------
    cells : ndarray of int8, shape (CELLS,)
        Indexed by points: a step along a line is one addition. All that is not board
        holds ``WALL``, which no walk takes for a stone.

    Examples
    --------
    >>> from wuzi.rules import BLACK, CARO, Board, parse_point
    >>> stones = [parse_point(name) for name in ("b1", "c1", "d1", "e1")]
    >>> stops = [parse_point(name) for name in ("g1",)]
    >>> grid = SentinelGrid(Board.from_stones(stones, stops, rule=CARO))
    >>> grid.wins_at(parse_point("f1"), BLACK)  # a1 is open
    True
    >>> grid.wins_at(parse_point("a1"), BLACK)  # the edge does not stop
    True
    """

    def __init__(self, board: Board) -> None:
        self.size = board.size
        self.rule = board.rule
        self.count = board.stone_count
        self.cells = np.full(CELLS, WALL, dtype=np.int8)
        for p in all_points(self.size):
            self.cells[p] = board.cells[p]
        self._renju = _RenjuCells(board)

    def get(self, p: Point) -> Colour:
        """What the point holds."""
        return int(self.cells[p])

    def place(self, p: Point, colour: Colour) -> None:
        """Put a stone on the empty point ``p``."""
        assert self.cells[p] == EMPTY
        self.cells[p] = colour
        self.count += 1
        self._renju.set(p, colour)

    def remove(self, p: Point) -> None:
        """Take the stone on ``p`` away."""
        assert self.cells[p] != EMPTY
        self.cells[p] = EMPTY
        self.count -= 1
        self._renju.set(p, EMPTY)

    def wins_at(self, p: Point, colour: Colour) -> bool:
        """Whether a stone of ``colour`` on ``p`` is or would be part of a winning row."""
        cells = self.cells
        for step in DIRECTIONS:
            high = p + step
            while cells[high] == colour:
                high += step
            low = p - step
            while cells[low] == colour:
                low -= step
            length = (high - low) // step - 1
            if length >= 5:
                stopped = bool(cells[high] == 3 - colour == cells[low])
                if self.rule.wins(colour, length, stopped):
                    return True
        return False

    def forbidden(self, p: Point) -> bool:
        """Whether the rule forbids black to play on the empty point ``p``."""
        return self._renju.forbidden(p)

    def window(self, p: Point, step: int) -> bytes:
        """The nine cells of a line around ``p``."""
        reach = REACH * step
        return self.cells[p - reach : p + reach + 1 : step].tobytes()

    def empty_points(self) -> Iterator[Point]:
        """The empty points, row by row."""
        return self.stones(EMPTY)

    def stones(self, colour: Colour) -> Iterator[Point]:
        """The points that hold ``colour``, row by row."""
        return iter(np.flatnonzero(self.cells == colour).tolist())


def make_grid(kind: GridKind, board: Board) -> Grid:
    """A grid of that kind with the stones of ``board``.

    >>> from wuzi.rules import Board, parse_moves
    >>> make_grid("list", Board.from_moves(parse_moves("h8i9"))).count
    2
    """
    return ListGrid(board) if kind == "list" else SentinelGrid(board)
