"""Wins, draws and losses as a bar, and an Elo difference on its scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from qtpy.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from qtpy.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent, QPen
from qtpy.QtWidgets import QSizePolicy, QWidget

from wuzi.desktop.style import colours, scaled

_SCALES: Final = (100, 200, 400, 800)
"""Elo at the ends of a scale: the first that holds what is measured."""


def paint_shares(painter: QPainter, area: QRectF, shares: Sequence[float]) -> None:
    """Paint a bar of wins (full), draws (hatched) and losses (empty), as long as their shares.

    Parameters
    ----------
    painter : QPainter
    area : QRectF
    shares : sequence of float
        Wins, draws and losses, in any unit. Without any the bar is only an outline.
    """
    own = colours()
    total = sum(shares)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = QPainterPath()
    radius = area.height() / 2
    outline.addRoundedRect(area, radius, radius)
    painter.setClipPath(outline)
    painter.fillRect(area, QColor(own.well))
    x = area.left()
    brushes = (
        QBrush(QColor(own.accent)),
        QBrush(QColor(own.pale), Qt.BrushStyle.BDiagPattern),
    )
    for share, brush in zip(shares, brushes, strict=False):
        width = area.width() * share / total if total else 0.0
        painter.fillRect(QRectF(x, area.top(), width, area.height()), brush)
        x += width
    painter.setClipping(False)
    painter.setPen(QPen(QColor(own.edge), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline)
    painter.restore()


class ShareBar(QWidget):
    """A bar of wins, draws and losses, as a widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares: tuple[float, ...] = (0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_shares(self, wins: float, draws: float, losses: float) -> None:
        """Show these."""
        self._shares = wins, draws, losses
        self.update()

    def sizeHint(self) -> QSize:
        """As high as a line's small letters."""
        return QSize(120, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar."""
        painter = QPainter(self)
        paint_shares(painter, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self._shares)
        painter.end()


class EloBar(QWidget):
    """An Elo difference as a point with its interval, on a scale around 0."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._estimate: tuple[float, float, float] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_estimate(self, value: float, low: float, high: float) -> None:
        """Show a value and the ends of its interval, any of which may be infinite."""
        self._estimate = value, low, high
        self.update()

    def clear(self) -> None:
        """Show the scale only."""
        self._estimate = None
        self.update()

    def sizeHint(self) -> QSize:
        """Room for the scale and its numbers."""
        return QSize(240, 24 + self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        """The scale must be legible."""
        return QSize(160, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        self.update()
        super().changeEvent(event)

    def _limit(self) -> int:
        known = [abs(end) for end in self._estimate or () if math.isfinite(end)]
        widest = max(known, default=0)
        return next((scale for scale in _SCALES if widest <= 0.95 * scale), _SCALES[-1])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the scale, the interval and the value."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(scaled(self.font(), 0.85))
        limit = self._limit()
        margin = painter.fontMetrics().horizontalAdvance(f"+{limit}") / 2 + 2
        half = self.width() / 2 - margin
        _paint_scale(painter, QRectF(self.rect()), half, limit)
        if self._estimate is not None:
            x = [self.width() / 2 + half * max(-1, min(1, e / limit)) for e in self._estimate]
            _paint_estimate(painter, *x)
        painter.end()


_LINE: Final = 12.0
"""Pixels from the top of a scale to its line."""


def _paint_scale(painter: QPainter, area: QRectF, half: float, limit: int) -> None:
    own = colours()
    middle = area.center().x()
    painter.setPen(QPen(QColor(own.edge), 1))
    painter.drawLine(QPointF(middle - half, _LINE), QPointF(middle + half, _LINE))
    for step in range(-2, 3):
        elo = limit * step // 2
        x = middle + half * step / 2
        tall = 4 if elo else 8
        painter.setPen(QPen(QColor(own.edge if elo else own.pale), 1))
        painter.drawLine(QPointF(x, _LINE - tall), QPointF(x, _LINE + tall))
        painter.setPen(QColor(own.pale))
        below = QRectF(x - 40, _LINE + 10, 80, area.height() - _LINE - 10)
        top = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(below, int(top), f"{elo:+d}" if elo else "0")


def _paint_estimate(painter: QPainter, value: float, low: float, high: float) -> None:
    own = colours()
    round_cap = Qt.PenCapStyle.RoundCap
    painter.setPen(QPen(QColor(own.accent), 4, Qt.PenStyle.SolidLine, round_cap))
    painter.drawLine(QPointF(low, _LINE), QPointF(high, _LINE))
    painter.setPen(QPen(QColor(own.card), 2))
    painter.setBrush(QColor(own.accent))
    painter.drawEllipse(QPointF(value, _LINE), 6.5, 6.5)
