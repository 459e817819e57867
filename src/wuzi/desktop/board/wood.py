"""Wood without a picture file: straight-grained, as a board is cut from the trunk.

A row of the picture is a slice out of one long row of noise; from row to row the slice
wanders slowly to and fro, which bends all veins together as a tree's growth does. Three such
layers (broad bands, veins, fibres) that bend differently, laid over each other, are wood.
Slicing bytes is fast, so no array library is needed.
"""

from __future__ import annotations

from functools import lru_cache
from math import sin
from random import Random
from typing import Final

from qtpy.QtCore import QPointF, Qt
from qtpy.QtGui import QColor, QImage, QPainter, QPen

_SIDE: Final = 1024
"""Pixels from side to side of the picture, which is scaled to the board."""
_ROWS: Final = 384
"""Pixels from top to bottom: along the grain little changes, and fewer are painted sooner."""
_STEP: Final = _SIDE / _ROWS
_SLACK: Final = 160
"""How far a slice may wander, together to both sides."""


@lru_cache(maxsize=4)
def wood(light: str, dark: str) -> QImage:
    """Wood between two colours (``#rrggbb``), to be stretched to a square; always the same."""
    chance = Random(15)  # any fixed seed: this one looks well
    picture = QImage(_SIDE, _ROWS, QImage.Format.Format_RGB32)
    picture.fill(QColor(light))
    painter = QPainter(picture)
    for width, strength, sway in ((120, 70, 16.0), (26, 46, 22.0), (7, 44, 26.0), (1.6, 34, 20.0)):
        painter.drawImage(0, 0, _layer(chance, dark, width, strength, sway))
    _draw_pores(painter, chance, dark)
    painter.end()
    return picture


def _layer(chance: Random, dark: str, width: float, strength: int, sway: float) -> QImage:
    """One layer of veins about ``width`` pixels wide, ``strength`` of 255 at the darkest."""
    noise = bytes(_noise(chance, _SIDE + _SLACK, width))
    phases = [chance.uniform(0, 6.28) for _ in range(3)]
    rows = bytearray()
    for row in range(_ROWS):
        y = row * _STEP
        bend = (
            sin(y / 420 + phases[0])
            + 0.35 * sin(y / 171 + phases[1])
            + 0.06 * sin(y / 53 + phases[2])
        )
        start = _SLACK // 2 + round(sway * bend)
        rows += noise[start : start + _SIDE]
    layer = QImage(bytes(rows), _SIDE, _ROWS, _SIDE, QImage.Format.Format_Indexed8)
    ink = QColor(dark)
    layer.setColorTable([_with_alpha(ink, level * strength // 255).rgba() for level in range(256)])
    return layer.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _with_alpha(colour: QColor, alpha: int) -> QColor:
    seen = QColor(colour)
    seen.setAlpha(alpha)
    return seen


def _noise(chance: Random, length: int, width: float) -> list[int]:
    """Smooth noise from 0 to 255 whose hills are about ``width`` wide, with a few sharp lines."""
    heights: list[float] = []
    here = chance.random()
    while len(heights) < length:
        step = max(1, round(width * chance.uniform(0.5, 1.7)))
        there = chance.random() ** 1.5
        for i in range(step):
            along = i / step
            heights.append(here + (there - here) * along * along * (3 - 2 * along))
        here = there
    return [min(255, int(255 * height)) for height in heights[:length]]


def _draw_pores(painter: QPainter, chance: Random, dark: str) -> None:
    """Short fine strokes along the grain."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(1, 1 / _STEP)
    for _ in range(300):
        x, y = chance.uniform(0, _SIDE), chance.uniform(0, _SIDE)
        pen = QPen(_with_alpha(QColor(dark).darker(150), chance.randrange(8, 34)))
        pen.setWidthF(chance.uniform(0.8, 1.5))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        length = chance.uniform(6, 34)
        painter.drawLine(
            QPointF(x, y), QPointF(x + length * chance.uniform(-0.06, 0.06), y + length)
        )
