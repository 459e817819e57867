"""Black's chances through the game: a graph that leads to its moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from qtpy.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from qtpy.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from qtpy.QtWidgets import QSizePolicy, QWidget

from wuzi.desktop.analysis.look import Look
from wuzi.desktop.words import _

LEAST_MOVES: Final = 20
"""Moves that the graph has room for, at least."""
_TOP, _RIGHT = 8, 10
_DOTTED: Final = 40
"""Up to so many moves in a row have a dot each."""


class ChanceGraph(QWidget):
    """Black's chance at every node of the line that is looked at.

    Signals: ``chosen(int)``, a place on the line was clicked, or reached by the arrow keys.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rates: Sequence[float | None] = [None]
        self._place = 0
        self._hover: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(72)
        self.setMaximumHeight(240)
        self.retranslate()

    def sizeHint(self) -> QSize:
        """Its natural size."""
        return QSize(300, 150)

    def show_rates(self, rates: Sequence[float | None], place: int) -> None:
        """Draw these chances, the first of the position before the first move.

        Parameters
        ----------
        rates : sequence of float or None
            Black's chances, 0 to 1; ``None`` where nothing is known.
        place : int
            The one that is shown on the board.
        """
        seen = [None if rate is None else round(rate, 2) for rate in rates]
        if (seen, place) != (self._rates, self._place):
            self._rates, self._place = seen, place
            self.retranslate()
            self.update()

    def retranslate(self) -> None:
        """Say the same to screen readers."""
        self.setAccessibleName(_("Black's chances through the game"))
        self.setAccessibleDescription(self._caption(self._place))

    def _caption(self, place: int) -> str:
        rate = self._rates[place] if place < len(self._rates) else None
        if rate is None:
            return _("Move {number}").format(number=place)
        return _("Move {number}: black {rate:.0%}").format(number=place, rate=rate)

    # Where things lie

    def _field(self) -> QRectF:
        metrics = self.fontMetrics()
        left, bottom = metrics.horizontalAdvance("100%") + 2, metrics.height() + 4
        return QRectF(self.rect()).adjusted(left, _TOP, -_RIGHT, -bottom)

    def _span(self) -> int:
        return max(len(self._rates) - 1, LEAST_MOVES)

    def position_of(self, place: int) -> QPointF:
        """Where a place of the line lies in the widget; at half height if nothing is known."""
        return self._point(place, self._field())

    def _point(self, place: int, field: QRectF) -> QPointF:
        rate = self._rates[place] if place < len(self._rates) else None
        x = field.left() + field.width() * place / self._span()
        return QPointF(x, field.bottom() - field.height() * (0.5 if rate is None else rate))

    def place_at(self, x: float) -> int:
        """The place of the line next to a point of the widget."""
        field = self._field()
        place = round((x - field.left()) / max(field.width(), 1) * self._span())
        return min(max(place, 0), len(self._rates) - 1)

    # What one does with it

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the move there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self.place_at(event.pos().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell of the move there; with the button down, go to it."""
        place = self.place_at(event.pos().x())
        if event.buttons() & Qt.MouseButton.LeftButton and place != self._place:
            self.chosen.emit(place)
        if place != self._hover:
            self._hover = place
            self.setToolTip(self._caption(place))
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the pointer."""
        self._hover = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on or back by the arrow keys."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = -1 if event.key() == Qt.Key.Key_Left else 1
            self.chosen.emit(min(max(self._place + step, 0), len(self._rates) - 1))
        else:
            super().keyPressEvent(event)

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw: what lies below the line is black's."""
        look = Look.now()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        field = self._field()
        self._draw_scale(painter, field, look)
        runs = self._runs(field)
        self._bridge(painter, runs, look)
        for run in runs:
            self._draw_run(painter, field, run, look)
        self._draw_place(painter, field, look)

    def _draw_scale(self, painter: QPainter, field: QRectF, look: Look) -> None:
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.82)
        painter.setFont(font)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = field.bottom() - field.height() * share
            style = Qt.PenStyle.SolidLine if share == 0.5 else Qt.PenStyle.DotLine
            painter.setPen(QPen(look.line, 1, style))
            painter.drawLine(QPointF(field.left(), y), QPointF(field.right(), y))
            if share in (0.0, 0.5, 1.0):
                painter.setPen(look.soft)
                painter.drawText(QRectF(0, y - 12, field.left() - 6, 24), right, f"{share:.0%}")
        centred = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        step = next((s for s in (5, 10, 20, 50, 100) if self._span() / s <= 8), 200)
        for number in range(0, self._span() + 1, step):
            x = field.left() + field.width() * number / self._span()
            painter.drawText(QRectF(x - 20, field.bottom() + 3, 40, 24), centred, str(number))

    def _runs(self, field: QRectF) -> list[list[QPointF]]:
        """The stretches of the line over which the chances are known."""
        runs: list[list[QPointF]] = []
        before = False
        for place, rate in enumerate(self._rates):
            if rate is not None:
                if not before:
                    runs.append([])
                runs[-1].append(self._point(place, field))
            before = rate is not None
        return runs

    def _bridge(self, painter: QPainter, runs: list[list[QPointF]], look: Look) -> None:
        """Lead the eye over what is not known from one stretch to the next."""
        pen = QPen(look.accent, 1, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([3.0, 3.0])
        painter.setPen(pen)
        for before, after in pairwise(runs):
            painter.drawLine(before[-1], after[0])

    def _draw_run(self, painter: QPainter, field: QRectF, run: list[QPointF], look: Look) -> None:
        if len(run) > 1:
            below = [QPointF(run[-1].x(), field.bottom()), QPointF(run[0].x(), field.bottom())]
            shape = QPainterPath()
            shape.addPolygon(QPolygonF([*run, *below]))
            shade = QColor(look.accent)
            shade.setAlphaF(0.16)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # it takes longest
            painter.fillPath(shape, shade)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(look.accent, 2))
            painter.drawPolyline(QPolygonF(run))
        if len(run) > _DOTTED:
            return  # dots would hardly show on the line, and take as long to draw
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.accent)
        for point in run:
            painter.drawEllipse(point, 2.4, 2.4)

    def _draw_place(self, painter: QPainter, field: QRectF, look: Look) -> None:
        """The position shown, and faintly the one under the pointer."""
        for place, alpha in ((self._hover, 0.35), (self._place, 1.0)):
            if place is None:
                continue
            colour = QColor(look.accent)
            colour.setAlphaF(alpha)
            at = self.position_of(place)
            painter.setPen(QPen(colour, 1))
            painter.drawLine(QPointF(at.x(), field.top()), QPointF(at.x(), field.bottom()))
            if place < len(self._rates) and self._rates[place] is not None:
                painter.setBrush(look.ground)
                painter.setPen(QPen(colour, 2))
                painter.drawEllipse(at, 4.5, 4.5)
