"""Marks: every kind has a shape of its own, so that colour only helps to find it.

========================  ==================================================================
last stone                a dot on it; where numbers are shown, a ring inside its rim
winning row               a band under the row, from end to end
forbidden                 a cross in a figure of as many sides as the kind's number: triangle
                          (double-three), square (double-four), hexagon (overline: six)
candidate                 a disc with its score; the best has a double ring and heavy letters
previewed line            flat stones with a dashed rim and a number
threat                    a badge with 5, 4 or 3: a full circle (five), a full square (straight
                          four), a hollow square (four), a hollow circle (three)
hint                      four arrowheads that point to it
keyboard's cursor         the four corners of a frame
========================  ==================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from qtpy.QtCore import QPointF, QRectF, Qt
from qtpy.QtGui import (
    QBrush,
    QColor,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPolygonF,
)

from wuzi.desktop.board import ink
from wuzi.desktop.board.stones import RADIUS, draw_number, draw_stone, look_of
from wuzi.desktop.board.themes import Theme
from wuzi.rules import Colour

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
    """Draws each kind of mark around a place, in one theme and size.

    Attributes
    ----------
    theme : Theme
    cell : int
        Device pixels from line to line.
    letters : str
        Family of the font.
    """

    theme: Theme
    cell: int
    letters: str

    def _ring(self, painter: QPainter, at: QPointF, radius: float, width: float) -> None:
        """Draw a circle with the painter's pen made ``width`` cells wide."""
        pen = painter.pen()
        pen.setWidthF(max(1.0, width * self.cell))
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, radius * self.cell, radius * self.cell)

    def _text(
        self, painter: QPainter, at: QPointF, text: str, *, width: float, shade: QColor, bold: bool
    ) -> None:
        """Write a few letters, smaller if they would be wider than ``width`` cells."""
        size = (0.34 if bold else 0.31) * self.cell
        letters = ink.fitting(self.letters, text, size, width * self.cell, bold)
        if letters.pixelSize() >= _LEAST_TEXT:
            ink.draw_text(painter, at, text, letters, shade)

    def _ground(self) -> QBrush:
        """The colour of the plate, to take the lines away under a mark."""
        return QBrush(ink.colour(self.theme.plate, 0.86))

    # The game

    def winning_band(self, painter: QPainter, start: QPointF, end: QPointF) -> None:
        """The band under the winning row; drawn before the stones."""
        path = QPainterPath(start)
        path.lineTo(end if end != start else end + QPointF(0.01, 0))
        shade = QColor(self.theme.palette.winning)
        outline = QPainterPathStroker(ink.pen(shade, 1.12 * self.cell))
        band = outline.createStroke(path)
        painter.fillPath(band, ink.colour(self.theme.palette.winning, 0.72))
        painter.strokePath(band, ink.pen(shade.darker(150), max(1.0, 0.035 * self.cell)))

    def last(self, painter: QPainter, at: QPointF, colour: Colour, *, numbered: bool) -> None:
        """The stone played last, which is of ``colour``."""
        shade = QColor(self.theme.palette.last)
        if numbered:
            painter.setPen(ink.pen(shade, 1))
            self._ring(painter, at, 0.87 * RADIUS, 0.06)
            return
        rim = QColor(look_of(self.theme, colour).body)
        painter.setBrush(shade)
        painter.setPen(ink.pen(rim, max(1.0, 0.02 * self.cell)))
        size = max(2.0, 0.125 * self.cell)
        painter.drawEllipse(at, size, size)

    # What is forbidden and what threatens

    def forbidden(self, painter: QPainter, at: QPointF, kind: str) -> None:
        """A point forbidden to black."""
        cell = self.cell
        sides = _SIDES.get(kind, 4)
        radius = (0.36 if sides == 6 else 0.40) * cell
        turn = {3: -pi / 2, 4: -pi / 4, 6: 0.0}[sides]
        middle = at + QPointF(0.0, 0.06 * cell if sides == 3 else 0.0)
        angles = (turn + 2 * pi * i / sides for i in range(sides))
        shape = [middle + QPointF(radius * cos(angle), radius * sin(angle)) for angle in angles]
        shade = QColor(self.theme.palette.forbidden)
        painter.setPen(ink.pen(shade, max(1.2, 0.05 * cell)))
        painter.setBrush(self._ground())
        painter.drawPolygon(QPolygonF(shape))
        painter.setPen(ink.pen(shade, max(1.2, 0.06 * cell)))
        rising, falling = QPointF(0.105 * cell, -0.105 * cell), QPointF(0.105 * cell, 0.105 * cell)
        painter.drawLine(middle - rising, middle + rising)
        painter.drawLine(middle - falling, middle + falling)

    def threat(self, painter: QPainter, at: QPointF, kind: str) -> None:
        """What a stone on this point would make."""
        digit, full, is_round = _BADGES.get(kind, (kind[:1], False, True))
        shade = QColor(self.theme.palette.threat)
        painter.setPen(ink.pen(shade, max(1.2, 0.05 * self.cell)))
        painter.setBrush(QBrush(shade) if full else self._ground())
        half = 0.27 * self.cell
        box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
        if is_round:
            painter.drawEllipse(box)
        else:
            painter.drawRoundedRect(box, 0.06 * self.cell, 0.06 * self.cell)
        text = ink.readable_on(shade) if full else shade
        self._text(painter, at, digit, width=0.5, shade=text, bold=True)

    # Analysis

    def candidate(
        self, painter: QPainter, at: QPointF, text: str, share: float, *, best: bool
    ) -> None:
        """A move that is considered: better ones are larger and denser, the best has two rings."""
        palette = self.theme.palette
        shade = palette.best if best else palette.candidate
        seen = ink.mixed(self.theme.plate, shade, 1.0 if best else 0.42 + 0.5 * share)
        radius = 0.46 if best else 0.37 + 0.07 * share
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(seen)
        painter.drawEllipse(at, radius * self.cell, radius * self.cell)
        letters = ink.readable_on(seen)
        painter.setPen(ink.pen(letters if best else QColor(shade), 1))
        self._ring(painter, at, radius - 0.06 if best else radius - 0.012, 0.027)
        width = (1.5 if best else 1.7) * radius
        self._text(painter, at, text, width=width, shade=letters, bold=best)

    def line_stone(self, painter: QPainter, at: QPointF, colour: Colour, number: int) -> None:
        """A move of a previewed line."""
        look = look_of(self.theme, colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink.colour(look.body, 0.93))
        painter.drawEllipse(at, 0.44 * self.cell, 0.44 * self.cell)
        self._dashes(painter, at, 0.44, QColor(look.ink), QColor(look.body))
        shade = QColor(look.ink)
        draw_number(painter, at, number=number, cell=self.cell, letters=self.letters, shade=shade)

    def _dashes(
        self, painter: QPainter, at: QPointF, radius: float, shade: QColor, under: QColor
    ) -> None:
        """A dashed circle on a plain one, to be seen on any ground."""
        width = max(1.2, 0.035 * self.cell)
        painter.setPen(ink.pen(under, width))
        self._ring(painter, at, radius, 0.035)
        dashes = ink.pen(shade, width)
        dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
        dash = 2 * pi * radius * self.cell / width / 24  # twelve dashes and as many gaps
        dashes.setDashPattern([dash, dash])
        painter.setPen(dashes)
        painter.drawEllipse(at, radius * self.cell, radius * self.cell)

    def hint(self, painter: QPainter, at: QPointF) -> None:
        """A move that is recommended."""
        painter.save()
        painter.translate(at)
        painter.setBrush(QColor(self.theme.palette.hint))
        painter.setPen(ink.pen(ink.colour(self.theme.plate, 0.9), max(1.0, 0.03 * self.cell)))
        tip, back, wide = 0.16 * self.cell, 0.48 * self.cell, 0.17 * self.cell
        head = QPolygonF([QPointF(tip, 0), QPointF(back, -wide), QPointF(back, wide)])
        for _ in range(4):
            painter.drawPolygon(head)
            painter.rotate(90)
        painter.restore()

    # Pointer and keyboard

    def ghost(self, painter: QPainter, at: QPointF, colour: Colour, opacity: float) -> None:
        """A stone that is not there yet."""
        painter.save()
        painter.setOpacity(opacity)
        draw_stone(painter, at, theme=self.theme, colour=colour, cell=self.cell)
        painter.restore()

    def pending(self, painter: QPainter, at: QPointF, colour: Colour) -> None:
        """A proposed move: another click plays it."""
        self.ghost(painter, at, colour, 0.78)
        shade = QColor(self.theme.palette.cursor)
        self._dashes(painter, at, 0.52, shade, QColor(self.theme.plate))

    def frame(self, painter: QPainter, at: QPointF, reach: float) -> None:
        """The corners of a frame around a point: the keyboard's cursor."""
        far, arm = reach * self.cell, 0.2 * self.cell
        path = QPainterPath()
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            path.moveTo(at + QPointF(right * far, down * (far - arm)))
            path.lineTo(at + QPointF(right * far, down * far))
            path.lineTo(at + QPointF(right * (far - arm), down * far))
        width = max(2.0, 0.06 * self.cell)
        halo = ink.colour(self.theme.plate, 0.9)
        painter.strokePath(path, ink.pen(halo, width + max(2.0, 0.05 * self.cell)))
        painter.strokePath(path, ink.pen(QColor(self.theme.palette.cursor), width))

    def band(self, painter: QPainter, box: QRectF) -> None:
        """The rectangle that the pointer draws."""
        shade = self.theme.palette.cursor
        edge = ink.pen(QColor(shade), max(1.0, 0.03 * self.cell), Qt.PenStyle.DashLine)
        painter.setPen(edge)
        painter.setBrush(ink.colour(shade, 0.14))
        painter.drawRect(box.normalized())
