"""The whole search on one line: a slider over a skyline of how deep each step was.

Above the skyline a notch marks each step at which moves were cut off, below it a diamond
each step at which the root's player found something better.
"""

from __future__ import annotations

from typing import Final

from qtpy.QtCore import QPointF, QRectF, QSize, Qt
from qtpy.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from qtpy.QtWidgets import QSlider, QWidget

from wuzi.desktop.trace.look import Look
from wuzi.textbook.trace import Step
from wuzi.textbook.trace_film import Film

HEIGHT: Final = 52
EDGE: Final = 7
"""Room at both ends for the handle."""
SKY: Final = 11
"""Room above the skyline for cuts, below it for what the root found."""
SAMPLES: Final = 6
"""Of all steps that fall on one pixel, so many are looked at."""


class Timeline(QSlider):
    """A slider whose values are the moments of a film."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.film: Film | None = None
        self._picture: QPixmap | None = None
        self._picture_key: tuple[object, ...] = ()
        self._found: list[int] = []
        self._cuts: list[int] = []
        self.setMinimumHeight(HEIGHT)
        self.setRange(0, 0)

    def set_film(self, film: Film | None) -> None:
        """Show another film, at its beginning."""
        self.film = film
        self._picture = None
        self._cuts = [] if film is None else cuts_of(film)
        self._found = [] if film is None else finds_of(film)
        self.setRange(0, 0 if film is None else len(film))
        self.setValue(0)
        self.setPageStep(max(1, self.maximum() // 20))
        self.update()

    @property
    def cuts(self) -> list[int]:
        """The moments at which moves were cut off."""
        return self._cuts

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(300, HEIGHT)

    def x_of(self, at: int) -> float:
        """Where the moment ``at`` lies."""
        room = self.width() - 2 * EDGE
        return EDGE + room * at / max(self.maximum(), 1)

    def at_of(self, x: float) -> int:
        """The moment at ``x``."""
        room = max(self.width() - 2 * EDGE, 1)
        return max(0, min(self.maximum(), round((x - EDGE) / room * self.maximum())))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to where the pointer is."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self.at_of(event.pos().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if self.isSliderDown():
            self.setValue(self.at_of(event.pos().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self.setSliderDown(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the past strong, the future faint, and the handle between."""
        look = Look.of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.film is None or not len(self.film):
            painter.setPen(QPen(look.line, 1))
            y = self.height() - SKY - 0.5
            painter.drawLine(QPointF(EDGE, y), QPointF(self.width() - EDGE, y))
            painter.end()
            return
        picture = self._skyline(look)
        here = self.x_of(self.value())
        painter.setOpacity(0.32)
        painter.drawPixmap(0, 0, picture)
        painter.setOpacity(1)
        painter.setClipRect(QRectF(0, 0, here, self.height()))
        painter.drawPixmap(0, 0, picture)
        painter.setClipping(False)
        painter.setPen(QPen(look.ink, 1.4))
        painter.drawLine(QPointF(here, 3), QPointF(here, self.height() - 3))
        painter.setBrush(look.path)
        painter.setPen(QPen(look.back, 1.5))
        painter.drawEllipse(QPointF(here, self.height() - SKY), 5.5, 5.5)
        if self.hasFocus():
            painter.setPen(QPen(look.path, 1.2, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(0.5, 0.5, self.width() - 1, self.height() - 1), 4, 4)
        painter.end()

    def _skyline(self, look: Look) -> QPixmap:
        ratio = self.devicePixelRatioF()
        key = (self.width(), self.height(), ratio, look.back.rgba(), id(self.film))
        if self._picture is None or key != self._picture_key:
            size = QSize(round(self.width() * ratio), round(self.height() * ratio))
            picture = QPixmap(size)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_skyline(painter, look)
            painter.end()
            self._picture, self._picture_key = picture, key
        return self._picture

    def _paint_skyline(self, painter: QPainter, look: Look) -> None:
        assert self.film is not None
        trace, steps = self.film.trace, len(self.film)
        ground, room = self.height() - SKY, self.height() - 2 * SKY
        unit = room / max(trace.depth, 1)
        columns = max(1, min(steps, self.width() - 2 * EDGE))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.window)
        for column in range(columns):
            first, last = column * steps // columns, (column + 1) * steps // columns
            stride = max(1, (last - first) // SAMPLES)
            deepest = max(trace.ply[trace.step_node[at]] for at in range(first, last, stride))
            left, right = self.x_of(first), self.x_of(last)
            height = unit * deepest + 1.5
            painter.drawRect(QRectF(left, ground - height, right - left + 0.3, height))
        painter.setBrush(look.cut)
        for x in sorted({round(self.x_of(at)) for at in self._cuts}):
            painter.drawPolygon(
                QPolygonF([QPointF(x - 2.6, 1), QPointF(x + 2.6, 1), QPointF(x, 8)])
            )
        painter.setBrush(look.best)
        for at in self._found:
            middle = QPointF(self.x_of(at), self.height() - 5)
            diamond = [(0, -4), (4, 0), (0, 4), (-4, 0)]
            painter.drawPolygon(QPolygonF([middle + QPointF(a, b) for a, b in diamond]))


def cuts_of(film: Film) -> list[int]:
    """The moments at which moves were cut off."""
    steps = film.trace.step.tobytes()
    found, at = [], steps.find(Step.CUT)
    while at != -1:
        found.append(at + 1)
        at = steps.find(Step.CUT, at + 1)
    return found


def finds_of(film: Film) -> list[int]:
    """The moments at which the root's player found a better move than before."""
    found: list[int] = []
    best: int | None = None
    for child in film.all_children(0) if len(film.trace) else []:
        at = film.left[child]
        if at > 0 and (best is None or -film.trace.value[child] > best):
            best = -film.trace.value[child]
            found.append(at)
    return found
