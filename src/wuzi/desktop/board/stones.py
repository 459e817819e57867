"""Stones: how one is shaded."""

from __future__ import annotations

from typing import Final

from qtpy.QtCore import QPointF, Qt
from qtpy.QtGui import QBrush, QColor, QPainter, QRadialGradient

from wuzi.desktop.board import ink
from wuzi.desktop.board.themes import StoneLook, Theme
from wuzi.rules import BLACK, Colour

RADIUS: Final = 0.472
"""Of a stone, in cells: neighbours do not quite touch."""
_SHADOW_X: Final = 0.045
_SHADOW_Y: Final = 0.075
_SHADOW_RADIUS: Final = 0.56


def look_of(theme: Theme, colour: Colour) -> StoneLook:
    """The look of a colour's stones."""
    return theme.black if colour == BLACK else theme.white


def draw_shadow(painter: QPainter, at: QPointF, *, theme: Theme, cell: float) -> None:
    """The soft shadow under a stone; the light comes from the upper left."""
    if theme.shadow == 0:
        return
    middle = at + QPointF(_SHADOW_X * cell, _SHADOW_Y * cell)
    fade = QRadialGradient(middle, _SHADOW_RADIUS * cell)
    for place, share in ((0.0, 1.0), (0.72, 1.0), (0.84, 0.5), (0.93, 0.14), (1.0, 0.0)):
        fade.setColorAt(place, ink.colour("#1c1206", theme.shadow * share))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(fade))
    painter.drawEllipse(middle, _SHADOW_RADIUS * cell, _SHADOW_RADIUS * cell)


def draw_stone(
    painter: QPainter, at: QPointF, *, theme: Theme, colour: Colour, cell: float
) -> None:
    """A stone: a lit body that darkens to its rim, a thin outline, a soft reflection."""
    look = look_of(theme, colour)
    radius = RADIUS * cell
    body = QRadialGradient(at - QPointF(0.30 * radius, 0.36 * radius), 1.5 * radius)
    body.setColorAt(0.0, QColor(look.gleam))
    body.setColorAt(0.5 if colour == BLACK else 0.58, QColor(look.body))
    body.setColorAt(1.0, QColor(look.rim))
    outline = max(1.0, 0.022 * cell)
    painter.setPen(ink.pen(ink.colour(look.outline), outline))
    painter.setBrush(QBrush(body))
    painter.drawEllipse(at, radius - outline / 2, radius - outline / 2)
    if look.shine:
        _draw_shine(painter, look, at, radius)


def _draw_shine(painter: QPainter, look: StoneLook, at: QPointF, radius: float) -> None:
    """The light's reflection: a blurred oval towards the upper left, where the light is."""
    painter.save()
    painter.translate(at - QPointF(0.34 * radius, 0.42 * radius))
    painter.rotate(-39)
    painter.scale(1.0, 0.62)
    gloss = QRadialGradient(QPointF(0, 0), 0.5 * radius)
    gloss.setColorAt(0.0, ink.colour("#ffffff", look.shine))
    gloss.setColorAt(0.45, ink.colour("#ffffff", 0.45 * look.shine))
    gloss.setColorAt(1.0, ink.colour("#ffffff", 0.0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(gloss))
    painter.drawEllipse(QPointF(0, 0), 0.5 * radius, 0.5 * radius)
    painter.restore()


def draw_number(
    painter: QPainter, at: QPointF, *, number: int, cell: float, letters: str, shade: QColor
) -> None:
    """A move's number in the middle of its stone; ``letters`` is the font's family."""
    text = str(number)
    size = 0.46 if len(text) < 3 else 0.37
    digits = ink.fitting(letters, text, size * cell, 0.8 * cell, bold=True)
    ink.draw_text(painter, at, text, digits, shade)
