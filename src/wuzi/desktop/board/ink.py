"""Small things every brush needs: colours from text, pens, and text put exactly in the middle."""

from __future__ import annotations

from functools import lru_cache

from qtpy.QtCore import QPointF, Qt
from qtpy.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen


def colour(text: str, alpha: float = 1.0) -> QColor:
    """A colour from ``#rrggbb`` or ``#aarrggbb``, made ``alpha`` times as dense."""
    seen = QColor(text)
    seen.setAlphaF(seen.alphaF() * alpha)
    return seen


def mixed(one: str, other: str, share: float) -> QColor:
    """``one`` with ``share`` of ``other`` in it."""
    a, b = QColor(one), QColor(other)
    return QColor(
        *(
            round(x + (y - x) * share)
            for x, y in ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
        )
    )


def readable_on(ground: QColor) -> QColor:
    """Nearly black or white, whichever stands out from ``ground`` (its relative luminance)."""
    parts = (ground.redF(), ground.greenF(), ground.blueF())
    weights = (0.2126, 0.7152, 0.0722)
    light = sum(w * part**2.2 for w, part in zip(weights, parts, strict=True))
    return QColor("#161616") if light > 0.24 else QColor("#ffffff")


def pen(ink: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A pen with round ends."""
    made = QPen(ink, width, style)
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return made


@lru_cache(maxsize=256)
def font(family: str, pixels: int, bold: bool = False) -> QFont:
    """A font of so many device pixels."""
    made = QFont(family) if family else QFont()
    made.setPixelSize(max(1, pixels))
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def draw_text(painter: QPainter, at: QPointF, text: str, letters: QFont, shade: QColor) -> None:
    """Write ``text`` with the middle of its digits at a place."""
    measure = QFontMetricsF(letters)
    painter.setFont(letters)
    painter.setPen(shade)
    across, down = measure.horizontalAdvance(text) / 2, measure.capHeight() / 2
    painter.drawText(QPointF(at.x() - across, at.y() + down), text)


def fitting(family: str, text: str, pixels: float, width: float, bold: bool = False) -> QFont:
    """A font of ``pixels``, or a smaller one if ``text`` would be wider than ``width``."""
    wanted = font(family, round(pixels), bold)
    wide = QFontMetricsF(wanted).horizontalAdvance(text)
    return wanted if wide <= width else font(family, int(pixels * width / wide), bold)
