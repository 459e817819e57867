"""Who stands better: a bar that black and white share."""

from __future__ import annotations

from qtpy.QtCore import QRectF, QSize, Qt
from qtpy.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from qtpy.QtWidgets import QSizePolicy, QWidget

from wuzi.desktop.analysis.look import Look
from wuzi.desktop.words import _


class ChanceBar(QWidget):
    """Black's share of a bar, from the left, with both numbers; empty while nothing is known."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rate: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Its natural size."""
        return QSize(240, self.fontMetrics().height() + 6)

    def set_rate(self, rate: float | None) -> None:
        """Show black's chance, 0 to 1."""
        if rate != self._rate:
            self._rate = rate
            self.retranslate()
            self.update()

    def retranslate(self) -> None:
        """Say the same to screen readers."""
        self.setAccessibleName(_("Winning chances"))
        text = "" if self._rate is None else _("Black {rate:.1%}").format(rate=self._rate)
        self.setAccessibleDescription(text)
        self.setToolTip(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw."""
        look = Look.now()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(place, 5, 5)
        if self._rate is not None:
            share = place.width() * self._rate
            painter.setClipPath(shape)
            painter.fillRect(place, look.white)
            painter.fillRect(QRectF(place.x(), place.y(), share, place.height()), look.black)
            self._write(painter, place, look)
            painter.setClipping(False)
        painter.setPen(QPen(look.line, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)

    def _write(self, painter: QPainter, place: QRectF, look: Look) -> None:
        """Each side's chance in its share, where there is room."""
        assert self._rate is not None
        font = painter.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 0.9)
        painter.setFont(font)
        inner = place.adjusted(8, 0, -8, 0)
        centred = Qt.AlignmentFlag.AlignVCenter
        if self._rate > 0.16:
            painter.setPen(look.white)
            painter.drawText(inner, centred | Qt.AlignmentFlag.AlignLeft, f"{self._rate:.0%}")
        if self._rate < 0.84:
            painter.setPen(look.black)
            painter.drawText(inner, centred | Qt.AlignmentFlag.AlignRight, f"{1 - self._rate:.0%}")
