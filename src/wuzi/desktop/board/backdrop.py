"""What lies under the stones: the plate, its lines, stars and coordinates."""

from __future__ import annotations

from typing import Final

from qtpy.QtCore import QPointF, QRectF, Qt
from qtpy.QtGui import QBrush, QColor, QFontMetricsF, QLinearGradient, QPainter, QPainterPath

from wuzi.desktop.board import ink
from wuzi.desktop.board.geometry import Geometry
from wuzi.desktop.board.stones import RADIUS
from wuzi.desktop.board.themes import Theme
from wuzi.desktop.board.wood import wood
from wuzi.rules import star_points

ROUNDING: Final = 0.16
"""Radius of the plate's corners, in cells."""
_LEAST_LABEL: Final = 7
"""Pixels under which a coordinate cannot be read and is left out."""


def draw_backdrop(
    painter: QPainter, place: Geometry, theme: Theme, letters: str, *, coordinates: bool
) -> None:
    """Paint the empty board, the plate's corner at the painter's origin."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_plate(painter, place, theme)
    _draw_lines(painter, place, QColor(theme.line))
    _draw_stars(painter, place, QColor(theme.line))
    if coordinates:
        _draw_coordinates(painter, place, QColor(theme.label), letters)
    painter.restore()


def _draw_plate(painter: QPainter, place: Geometry, theme: Theme) -> None:
    """The surface: light falls on it from the upper left; its edge is bevelled."""
    side = float(place.side)
    rounding = ROUNDING * place.cell
    shape = QPainterPath()
    shape.addRoundedRect(QRectF(0, 0, side, side), rounding, rounding)
    if theme.grain < 1:  # else wood hides it
        light = QLinearGradient(QPointF(0, 0), QPointF(side, side))
        light.setColorAt(0.0, QColor(theme.plate))
        light.setColorAt(1.0, QColor(theme.plate_shade))
        painter.fillPath(shape, QBrush(light))
    if theme.grain:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipPath(shape)
        painter.setOpacity(theme.grain)
        picture = wood(theme.plate, theme.edge)
        painter.drawImage(QRectF(0, 0, side, side), picture, QRectF(picture.rect()))
        painter.restore()
    width = max(1.0, 0.03 * place.cell)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(ink.pen(QColor(theme.edge), width))
    half = width / 2
    painter.drawRoundedRect(QRectF(half, half, side - width, side - width), rounding, rounding)


def _draw_lines(painter: QPainter, place: Geometry, shade: QColor) -> None:
    """The lines, filled as whole pixels; the outermost ones are a little heavier outwards."""
    width, last = place.line, place.size - 1
    heavier = max(1, round(0.4 * width + place.cell / 60))
    left, top = place.left, place.top
    length = last * place.cell + width
    for i in range(place.size):
        painter.fillRect(left + i * place.cell, top, width, length, shade)
        painter.fillRect(left, top + i * place.cell, length, width, shade)
    outer = length + 2 * heavier
    painter.fillRect(left - heavier, top - heavier, outer, heavier, shade)
    painter.fillRect(left - heavier, top + length, outer, heavier, shade)
    painter.fillRect(left - heavier, top, heavier, length, shade)
    painter.fillRect(left + length, top, heavier, length, shade)


def _draw_stars(painter: QPainter, place: Geometry, shade: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    radius = max(1.5 * place.line, 0.08 * place.cell)
    for p in star_points(place.size):
        painter.drawEllipse(QPointF(*place.centre(p)), radius, radius)


def _draw_coordinates(painter: QPainter, place: Geometry, shade: QColor, letters: str) -> None:
    """Letters below and numbers at the left; every second one where they would touch."""
    pixels = round(0.31 * place.cell)
    if pixels < _LEAST_LABEL:
        pixels = min(_LEAST_LABEL, place.left // 2)
    if pixels < 5:
        return
    label = ink.font(letters, pixels)
    measure = QFontMetricsF(label)
    step = 1 if measure.height() < 1.1 * place.cell else 2
    aside = (place.left - RADIUS * place.cell) / 2  # the middle of what stones leave free
    below = place.side - aside
    for i in range(0, place.size, step):
        column, row = QPointF(place.x_of(i), below), QPointF(aside, place.y_of(i))
        ink.draw_text(painter, column, chr(ord("a") + i), label, shade)
        ink.draw_text(painter, row, str(i + 1), label, shade)
