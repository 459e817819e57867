"""Marks: every kind has a shape of its own, so that colour only helps to find it.

========================  ==================================================================
last stone                a dot on it; where numbers are shown, a ring inside its rim
winning row               a band under the row, from end to end
forbidden                 a cross in a figure of as many sides as the kind's number: triangle
                          (double-three), square (double-four), hexagon (overline: six)
candidate                 a disc with its score; the best has a double ring and heavy letters
previewed line            stones with a dashed rim and a number
threat                    a badge with 5, 4 or 3: a full circle (five), a full square (straight
                          four), a hollow square (four), a hollow circle (three)
hint                      four arrowheads that point to it
keyboard's cursor         the four corners of a frame
========================  ==================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from qtpy.QtCore import QPointF, QRectF, Qt
from qtpy.QtGui import QBrush, QColor, QPainter, QPainterPath, QPainterPathStroker, QPolygonF

from wuzi.desktop.board import ink
from wuzi.desktop.board.geometry import Geometry
from wuzi.desktop.board.marks import Candidate
from wuzi.desktop.board.stones import RADIUS, draw_number, draw_stone, look_of
from wuzi.desktop.board.themes import Theme
from wuzi.rules import Board, Colour, Point

_SIDES: Final = {"double_three": 3, "double_four": 4, "overline": 6}
_BADGES: Final = {
    "five": ("5", True, True),
    "straight_four": ("4", True, False),
    "four": ("4", False, False),
    "three": ("3", False, True),
}
"""Of each kind of threat: its digit, whether the badge is full, whether it is round."""
_LEAST_TEXT: Final = 6
"""Pixels under which letters are left out."""


@dataclass(frozen=True)
class Signs:
    """Draws marks on one board.

    Attributes
    ----------
    painter : QPainter
        In device pixels, its origin at the plate's corner.
    place : Geometry
    theme : Theme
    board : Board
    letters : str
        Family of the font.
    """

    painter: QPainter
    place: Geometry
    theme: Theme
    board: Board
    letters: str

    def _at(self, p: Point) -> QPointF:
        return QPointF(*self.place.centre(p))

    # The game

    def winning_band(self, row: Sequence[Point]) -> None:
        """The band under the winning row; drawn before the stones."""
        if not row:
            return
        cell = self.place.cell
        start, end = (self._at(p) for p in (row[0], row[-1]))
        path = QPainterPath(start)
        path.lineTo(end if end != start else end + QPointF(0.01, 0))
        shade = QColor(self.theme.palette.winning)
        outline = QPainterPathStroker(ink.pen(shade, 1.12 * cell))
        band = outline.createStroke(path)
        self.painter.fillPath(band, ink.colour(self.theme.palette.winning, 0.72))
        self.painter.strokePath(band, ink.pen(shade.darker(150), max(1.0, 0.035 * cell)))

    def _line(self, path: QPainterPath, shade: QColor, width: float) -> None:
        self.painter.strokePath(path, ink.pen(shade, width))

    def last(self, p: Point, *, numbered: bool) -> None:
        """The stone played last."""
        shade = QColor(self.theme.palette.last)
        if numbered:
            self._ring(p, 0.80 * RADIUS, 0.065, shade)
            return
        cell = self.place.cell
        rim = QColor(look_of(self.theme, self.board[p]).body)
        self.painter.setBrush(shade)
        self.painter.setPen(ink.pen(rim, max(1.0, 0.02 * cell)))
        size = max(2.0, 0.125 * cell)
        self.painter.drawEllipse(self._at(p), size, size)

    def _ring(self, p: Point, radius: float, width: float, shade: QColor) -> None:
        cell = self.place.cell
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(ink.pen(shade, max(1.5, width * cell)))
        self.painter.drawEllipse(self._at(p), radius * cell, radius * cell)

    # What is forbidden and what threatens

    def forbidden(self, p: Point, kind: str) -> None:
        """A point forbidden to black."""
        at = self._at(p)
        cell = self.place.cell
        sides = _SIDES.get(kind, 4)
        radius = (0.36 if sides == 6 else 0.40) * cell
        turn = {3: -pi / 2, 4: -pi / 4, 6: 0.0}[sides]
        middle = at + QPointF(0.0, 0.06 * cell if sides == 3 else 0.0)
        angles = (turn + 2 * pi * i / sides for i in range(sides))
        shape = [middle + QPointF(radius * cos(angle), radius * sin(angle)) for angle in angles]
        shade = QColor(self.theme.palette.forbidden)
        self.painter.setPen(ink.pen(shade, max(1.2, 0.05 * cell)))
        self.painter.setBrush(self._ground(0.82))
        self.painter.drawPolygon(QPolygonF(shape))
        self.painter.setPen(ink.pen(shade, max(1.2, 0.06 * cell)))
        rising, falling = QPointF(0.105 * cell, -0.105 * cell), QPointF(0.105 * cell, 0.105 * cell)
        self.painter.drawLine(middle - rising, middle + rising)
        self.painter.drawLine(middle - falling, middle + falling)

    def _ground(self, alpha: float) -> QBrush:
        """The colour of the plate, to take the lines away under a mark."""
        return QBrush(ink.colour(self.theme.plate, alpha))

    def threat(self, p: Point, kind: str) -> None:
        """What a stone on this point would make."""
        digit, full, is_round = _BADGES.get(kind, (kind[:1], False, True))
        at = self._at(p)
        cell = self.place.cell
        shade = QColor(self.theme.palette.threat)
        self.painter.setPen(ink.pen(shade, max(1.2, 0.05 * cell)))
        self.painter.setBrush(QBrush(shade) if full else self._ground(0.9))
        half = 0.27 * cell
        box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
        if is_round:
            self.painter.drawEllipse(box)
        else:
            self.painter.drawRoundedRect(box, 0.06 * cell, 0.06 * cell)
        text = ink.readable_on(shade) if full else shade
        self._text(digit, at, 0.34 * cell, 0.5 * cell, text, bold=True)

    def _text(
        self,
        text: str,
        at: QPointF,
        pixels: float,
        width: float,
        shade: QColor,
        *,
        bold: bool = False,
    ) -> None:
        letters = ink.fitting(self.letters, text, pixels, width, bold)
        if letters.pixelSize() >= _LEAST_TEXT:
            ink.draw_text(self.painter, at, text, letters, shade)

    # Analysis

    def candidate(self, one: Candidate) -> None:
        """A move that is considered: better ones are larger and denser, the best has two rings."""
        at = self._at(one.point)
        cell = self.place.cell
        share = min(max(one.share, 0.0), 1.0)
        best = one.rank == 1
        palette = self.theme.palette
        shade = palette.best if best else palette.candidate
        density = 1.0 if best else 0.42 + 0.5 * share
        seen = ink.mixed(self.theme.plate, shade, density)
        radius = (0.46 if best else 0.36 + 0.08 * share) * cell
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(seen)
        self.painter.drawEllipse(at, radius, radius)
        text = ink.readable_on(seen)
        if best:
            self._ring(one.point, radius / cell - 0.065, 0.03, text)
        else:
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.setPen(ink.pen(QColor(shade), max(1.0, 0.025 * cell)))
            self.painter.drawEllipse(at, radius, radius)
        width = (1.5 if best else 1.7) * radius
        self._text(one.text, at, 0.30 * cell, width, text, bold=best)

    def ghost(self, p: Point, colour: Colour, opacity: float) -> None:
        """A stone that is not there: under the pointer, or waiting to be confirmed."""
        at = self._at(p)
        self.painter.save()
        self.painter.setOpacity(opacity)
        draw_stone(self.painter, self.theme, colour, at, self.place.cell)
        self.painter.restore()

    def line_stone(self, p: Point, colour: Colour, number: int) -> None:
        """A move of a previewed line."""
        at = self._at(p)
        cell = self.place.cell
        look = look_of(self.theme, colour)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(ink.colour(look.body, 0.93))
        self.painter.drawEllipse(at, 0.44 * cell, 0.44 * cell)
        self._dashes(at, 0.44 * cell, QColor(look.ink), QColor(look.body))
        shade = QColor(look.ink)
        draw_number(self.painter, number, at, cell, letters=self.letters, shade=shade)

    def _dashes(self, at: QPointF, radius: float, shade: QColor, under: QColor) -> None:
        """A dashed circle on a plain one, to be seen on any ground."""
        width = max(1.2, 0.035 * self.place.cell)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(ink.pen(under, width))
        self.painter.drawEllipse(at, radius, radius)
        dashes = ink.pen(shade, width)
        dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
        dash = 2 * pi * radius / width / 24  # twelve dashes and as many gaps
        dashes.setDashPattern([dash, dash])
        self.painter.setPen(dashes)
        self.painter.drawEllipse(at, radius, radius)

    def hint(self, p: Point) -> None:
        """A move that is recommended."""
        at = self._at(p)
        cell = self.place.cell
        shade = QColor(self.theme.palette.hint)
        self.painter.save()
        self.painter.translate(at)
        self.painter.setBrush(shade)
        self.painter.setPen(ink.pen(ink.colour(self.theme.plate, 0.9), max(1.0, 0.03 * cell)))
        tip, back, wide = 0.16 * cell, 0.48 * cell, 0.17 * cell
        for _ in range(4):
            self.painter.drawPolygon(
                QPolygonF([QPointF(tip, 0), QPointF(back, -wide), QPointF(back, wide)])
            )
            self.painter.rotate(90)
        self.painter.restore()

    # Pointer and keyboard

    def pending(self, p: Point, colour: Colour) -> None:
        """A proposed move: another click plays it."""
        self.ghost(p, colour, 0.78)
        shade = QColor(self.theme.palette.cursor)
        self._dashes(self._at(p), 0.52 * self.place.cell, shade, QColor(self.theme.plate))

    def frame(self, p: Point, reach: float = 0.54) -> None:
        """The corners of a frame around a point: the keyboard's cursor."""
        x, y = self.place.centre(p)
        far, arm = reach * self.place.cell, 0.2 * self.place.cell
        path = QPainterPath()
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            path.moveTo(x + right * far, y + down * (far - arm))
            path.lineTo(x + right * far, y + down * far)
            path.lineTo(x + right * (far - arm), y + down * far)
        width = max(2.0, 0.06 * self.place.cell)
        self._line(
            path, ink.colour(self.theme.plate, 0.9), width + max(2.0, 0.05 * self.place.cell)
        )
        self._line(path, QColor(self.theme.palette.cursor), width)

    def band(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """The rectangle that the pointer draws."""
        shade = self.theme.palette.cursor
        edge = ink.pen(QColor(shade), max(1.0, 0.03 * self.place.cell), Qt.PenStyle.DashLine)
        self.painter.setPen(edge)
        self.painter.setBrush(ink.colour(shade, 0.14))
        self.painter.drawRect(QRectF(QPointF(x1, y1), QPointF(x2, y2)).normalized())
