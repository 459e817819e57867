"""Where the points of a board lie in a widget, in whole device pixels; no Qt.

All lengths here are *device* pixels, the dots of the screen: there are ``ratio`` of them in
one of Qt's logical pixels. A cell is a whole number of them and every line begins on one, so
that no line is smeared over two dots and all cells are equal, at any ratio.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, hypot
from typing import Final

from wuzi.rules import Point, col_of, point, row_of

REACH: Final = 0.45
"""How far from an intersection a click may be, in cells."""

BARE_MARGIN: Final = 0.75
"""From the outermost lines to the edge of the board, in cells: half a stone and some air."""
LABELLED_MARGIN: Final = 1.1
"""The same, with room for coordinates."""


@dataclass(frozen=True)
class Geometry:
    """A square board of ``size`` lines in a widget of any shape.

    Attributes
    ----------
    size : int
        Lines of the board.
    ratio : float
        Device pixels in a logical pixel.
    side : int
        Side of the square plate the board is drawn on.
    plate_left, plate_top : int
        Upper left corner of the plate. With `shift_x` and `shift_y` it is on a dot of the
        screen even if the widget itself is not.
    shift_x, shift_y : float
        What to add to plate coordinates to come to the widget's own, less than one pixel.
    cell : int
        From one line to the next.
    line : int
        Width of a line.
    left, top : int
        The first pixel of the leftmost and of the topmost line, seen from the plate.
    """

    size: int
    ratio: float
    side: int
    plate_left: int
    plate_top: int
    shift_x: float
    shift_y: float
    cell: int
    line: int
    left: int
    top: int

    @classmethod
    def fit(
        cls,
        size: int,
        width: float,
        height: float,
        ratio: float = 1.0,
        *,
        coordinates: bool = True,
        offset: tuple[float, float] = (0.0, 0.0),
    ) -> Geometry:
        """The largest board in a widget of ``width`` by ``height`` logical pixels.

        Parameters
        ----------
        size : int
            Lines of the board.
        width, height : float
            Of the widget, in logical pixels.
        ratio : float
            Device pixels in a logical pixel.
        coordinates : bool
            Whether to leave room for them.
        offset : (float, float)
            Where the widget's corner lies in its window, in device pixels. At a ratio of 1.25
            that may be between two dots; the board is then moved by the rest.

        Examples
        --------
        >>> board = Geometry.fit(15, 800, 600)
        >>> board.side, board.cell, board.plate_left
        (600, 37, 100)
        """
        shift_x, shift_y = (ceil(start - 1e-6) - start for start in offset)
        wide = max(1, floor(width * ratio - shift_x + 1e-6))
        high = max(1, floor(height * ratio - shift_y + 1e-6))
        side = min(wide, high)
        margin = LABELLED_MARGIN if coordinates else BARE_MARGIN
        cell = max(1, floor(side / (size - 1 + 2 * margin)))
        line = max(1, round(cell / 45))
        start = (side - cell * (size - 1) - line) // 2
        return cls(
            size=size,
            ratio=ratio,
            side=side,
            plate_left=(wide - side) // 2,
            plate_top=(high - side) // 2,
            shift_x=shift_x,
            shift_y=shift_y,
            cell=cell,
            line=line,
            left=start,
            top=start,
        )

    @cached_property
    def middle(self) -> float:
        """From the first pixel of a line to its middle."""
        return self.line / 2

    def x_of(self, col: int) -> float:
        """The middle of a column's line, seen from the plate."""
        return self.left + col * self.cell + self.middle

    def y_of(self, row: int) -> float:
        """The middle of a row's line, seen from the plate; row 0 is at the bottom."""
        return self.top + (self.size - 1 - row) * self.cell + self.middle

    def centre(self, p: Point) -> tuple[float, float]:
        """The middle of an intersection, seen from the plate."""
        return self.x_of(col_of(p)), self.y_of(row_of(p))

    def cell_box(self, p: Point) -> tuple[int, int, int, int]:
        """The square around an intersection, seen from the plate: left, top, width, height.

        The squares of all points tile the board without gaps.
        """
        half = self.cell // 2
        left = self.left + col_of(p) * self.cell - half
        top = self.top + (self.size - 1 - row_of(p)) * self.cell - half
        return left, top, self.cell, self.cell

    def to_widget(self, x: float, y: float) -> tuple[float, float]:
        """From the plate's device pixels to the widget's logical ones."""
        return (
            (x + self.plate_left + self.shift_x) / self.ratio,
            (y + self.plate_top + self.shift_y) / self.ratio,
        )

    def to_plate(self, x: float, y: float) -> tuple[float, float]:
        """From the widget's logical pixels to the plate's device ones."""
        return (
            x * self.ratio - self.plate_left - self.shift_x,
            y * self.ratio - self.plate_top - self.shift_y,
        )

    def nearest(self, x: float, y: float) -> Point:
        """The point nearest to a place in the widget (logical pixels), however far."""
        across, down = self.to_plate(x, y)
        col = round((across - self.x_of(0)) / self.cell)
        row = round((self.y_of(0) - down) / self.cell)
        last = self.size - 1
        return point(min(max(col, 0), last), min(max(row, 0), last))

    def point_at(self, x: float, y: float) -> Point | None:
        """The point a click at ``x``, ``y`` (logical pixels of the widget) means.

        ``None`` if it is further than :data:`REACH` cells from every intersection.
        """
        p = self.nearest(x, y)
        across, down = self.to_plate(x, y)
        middle_x, middle_y = self.centre(p)
        near = hypot(across - middle_x, down - middle_y) <= REACH * self.cell
        return p if near else None

    def points_between(self, x1: float, y1: float, x2: float, y2: float) -> frozenset[Point]:
        """The points inside a rectangle of the widget, given by two corners (logical pixels)."""
        (left, top), (right, bottom) = self.to_plate(x1, y1), self.to_plate(x2, y2)
        left, right = sorted((left, right))
        top, bottom = sorted((top, bottom))
        cols = [col for col in range(self.size) if left <= self.x_of(col) <= right]
        rows = [row for row in range(self.size) if top <= self.y_of(row) <= bottom]
        return frozenset(point(col, row) for col in cols for row in rows)
