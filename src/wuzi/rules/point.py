"""Points of the board, their names, and the four directions of a line.

A point is an int: its index into a board's ``cells``. The rows of ``cells`` are
:data:`STRIDE` = 32 apart whatever the size of the board, so ``h8`` is the same number on
every board, a step in a direction is one addition, and no line ever leaves the array:
the cells around the board are walls (at least six columns and six rows of them).

Names are those of renju: columns ``a`` to ``z`` from the left, **with** ``i``; rows
from 1 at the bottom. ``h8`` is the centre of a 15x15 board.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from wuzi.errors import N_, ParseError

Point = int
"""An intersection, as an index into ``Board.cells``."""

Move = int
"""A point, or :data:`PASS`."""

Colour = int
"""What a cell holds: :data:`EMPTY`, :data:`BLACK`, :data:`WHITE` or :data:`WALL`."""

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2
WALL: Final = 3

PASS: Final[Move] = -1

MIN_SIZE: Final = 5
MAX_SIZE: Final = 26

STRIDE: Final = 32
"""Cells from one row to the next: a power of two over 26 + 5."""
MARGIN: Final = 6
"""Rows of wall below the board (and above it)."""
CELLS: Final = STRIDE * (MAX_SIZE + 2 * MARGIN)
"""Length of ``Board.cells``."""

EAST: Final = 1
NORTH: Final = STRIDE
NORTH_EAST: Final = STRIDE + 1
NORTH_WEST: Final = STRIDE - 1
DIRECTIONS: Final = (EAST, NORTH, NORTH_EAST, NORTH_WEST)
"""One step along each of the four lines through a point."""

COLOUR_NAMES: Final = {BLACK: "black", WHITE: "white"}


def opponent(colour: Colour) -> Colour:
    """The other colour.

    >>> opponent(BLACK) == WHITE
    True
    """
    return 3 - colour


def point(col: int, row: int) -> Point:
    """The point in column ``col`` (0 = ``a``) and row ``row`` (0 = the bottom row, ``1``).

    >>> point_name(point(7, 7))
    'h8'
    """
    return (row + MARGIN) * STRIDE + col


def col_of(p: Point) -> int:
    """Column of a point, 0 = ``a``."""
    return p & (STRIDE - 1)


def row_of(p: Point) -> int:
    """Row of a point, 0 = the bottom row."""
    return p // STRIDE - MARGIN


def on_board(p: Point, size: int) -> bool:
    """Whether ``p`` is an intersection of a board of ``size`` lines."""
    return 0 <= col_of(p) < size and 0 <= row_of(p) < size


@cache
def all_points(size: int) -> tuple[Point, ...]:
    """Every point of a board of ``size`` lines: ``a1``, ``b1``, ... row by row from the bottom."""
    return tuple(point(col, row) for row in range(size) for col in range(size))


def centre(size: int) -> Point:
    """The middle point (of an even board, the upper right one of the middle four, as Piskvork)."""
    return point(size // 2, (size - 1) // 2)


def check_size(size: int) -> int:
    """``size`` itself, or a :class:`~wuzi.errors.ParseError` if no board has that many lines."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ParseError(
            "size.range",
            N_("a board of {size} lines does not exist here: choose from {least} to {most}"),
            size=size,
            least=MIN_SIZE,
            most=MAX_SIZE,
        )
    return size


def point_name(move: Move) -> str:
    """The name of a point (``"h8"``), or ``"pass"``.

    >>> point_name(PASS)
    'pass'
    """
    if move == PASS:
        return "pass"
    return f"{chr(ord('a') + col_of(move))}{row_of(move) + 1}"


_POINT = re.compile(r"([a-zA-Z])([0-9]{1,3})")


def parse_point(text: str, size: int = 15) -> Point:
    """The point that ``text`` names on a board of ``size`` lines; case does not matter.

    Raises
    ------
    ParseError
        If it is not a letter and a number, or lies off the board.

    Examples
    --------
    >>> parse_point("H8") == point(7, 7)
    True
    >>> parse_point("p1", size=15)
    Traceback (most recent call last):
    wuzi.errors.ParseError: p1 is off the board: on 15 lines the points run from a1 to o15
    """
    match = _POINT.fullmatch(text.strip())
    if match is None:
        raise ParseError(
            "point.malformed",
            N_("'{token}' is not a point: write a column letter and a row number, such as h8"),
            token=text[:40],
        )
    col = ord(match[1].lower()) - ord("a")
    row = int(match[2]) - 1
    if not (col < size and 0 <= row < size):
        raise ParseError(
            "point.off_board",
            N_("{token} is off the board: on {size} lines the points run from a1 to {last}"),
            token=text.strip(),
            size=size,
            last=point_name(point(size - 1, size - 1)),
        )
    return point(col, row)


def star_points(size: int) -> tuple[Point, ...]:
    """The dots printed on a board: the centre of an odd board and four points around it.

    >>> [point_name(p) for p in star_points(15)]
    ['d4', 'l4', 'h8', 'd12', 'l12']
    """
    if size < 9:
        return (centre(size),) if size % 2 else ()
    edge = 2 if size < 12 else 3
    far = size - 1 - edge
    corners = [point(edge, edge), point(far, edge), point(edge, far), point(far, far)]
    return tuple(sorted([*corners, centre(size)] if size % 2 else corners))
