"""The window's icons, drawn as strokes on a grid of 24, in any colour and at any scale."""

from __future__ import annotations

from functools import cache
from typing import Final

from qtpy.QtCore import QPointF, QRectF, Qt
from qtpy.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient

from wuzi.desktop.style import colours

# Words of a stroke: M x y (go), L x y (line), C x1 y1 x2 y2 x y (curve), O x y r (circle),
# A x y r from sweep (arc, degrees), Z (close).
_STROKES: Final = {
    "first": "M 6 6 L 6 18 M 18 6 L 10 12 L 18 18 Z",
    "back": "M 15 6 L 8 12 L 15 18",
    "forward": "M 9 6 L 16 12 L 9 18",
    "last": "M 18 6 L 18 18 M 6 6 L 14 12 L 6 18 Z",
    "undo": "M 8 5 L 4 9 L 8 13 M 4 9 L 14 9 C 18 9 20 11 20 14 C 20 17 18 19 14 19 L 10 19",
    "redo": "M 16 5 L 20 9 L 16 13 M 20 9 L 10 9 C 6 9 4 11 4 14 C 4 17 6 19 10 19 L 14 19",
    "hint": "M 9.5 18 L 14.5 18 M 10.5 21 L 13.5 21 M 9.5 15 C 6.5 12.5 6 10 7.2 7.4"
    " C 8.2 5 10 4 12 4 C 14 4 15.8 5 16.8 7.4 C 18 10 17.5 12.5 14.5 15 Z",
    "now": "M 13 3 L 5 14 L 11 14 L 10 21 L 19 9.5 L 13 9.5 Z",
    "draw": "M 5 9.5 L 19 9.5 M 5 14.5 L 19 14.5",
    "resign": "M 6 21 L 6 4 M 6 5 C 10 2.5 13 7 19 5 L 19 13.5 C 13 15.5 10 11 6 13.5",
    "pause": "M 9 6 L 9 18 M 15 6 L 15 18",
    "resume": "M 8 5 L 18.5 12 L 8 19 Z",
    "new": "M 12 5 L 12 19 M 5 12 L 19 12",
    "restart": "M 19 5 L 19 10 L 14 10 A 12 12 7.5 20 300",
    "swap": "M 7 4 L 3.5 7.5 L 7 11 M 3.5 7.5 L 20 7.5 M 17 13 L 20.5 16.5 L 17 20 M 20.5 16.5"
    " L 4 16.5",
    "close": "M 7 7 L 17 17 M 17 7 L 7 17",
    "settings": "M 4 7 L 9 7 M 14 7 L 20 7 O 11.5 7 2.5"
    " M 4 17 L 12 17 M 17 17 L 20 17 O 14.5 17 2.5",
    "analyse": "M 4 20 L 4 4 M 4 20 L 20 20 M 7 15 L 11 10 L 14 13 L 19 6",
    "board": "M 4 8 L 20 8 M 4 16 L 20 16 M 8 4 L 8 20 M 16 4 L 16 20",
    "look": "O 12 12 4 M 12 3 L 12 5 M 12 19 L 12 21 M 3 12 L 5 12 M 19 12 L 21 12"
    " M 5.6 5.6 L 7 7 M 17 17 L 18.4 18.4 M 5.6 18.4 L 7 17 M 17 7 L 18.4 5.6",
    "language": "O 12 12 8.5 M 3.5 12 L 20.5 12 M 12 3.5 C 8 8 8 16 12 20.5"
    " M 12 3.5 C 16 8 16 16 12 20.5",
    "help": "O 12 12 8.5 M 9.4 9.4 C 9.4 6 14.6 6 14.6 9.2 C 14.6 11.4 12 11.4 12 13.6"
    " M 12 16.6 L 12 16.8",
    "type": "M 4 6 L 20 6 L 20 18 L 4 18 Z M 8 14.5 L 16 14.5 M 8 10 L 8.2 10 M 12 10 L 12.2 10"
    " M 16 10 L 16.2 10",
    "engine": "M 7 7 L 17 7 L 17 17 L 7 17 Z M 10 3.5 L 10 7 M 14 3.5 L 14 7 M 10 17 L 10 20.5"
    " M 14 17 L 14 20.5 M 3.5 10 L 7 10 M 3.5 14 L 7 14 M 17 10 L 20.5 10 M 17 14 L 20.5 14",
}

_ARGUMENTS: Final = {"M": 2, "L": 2, "C": 6, "O": 3, "A": 5, "Z": 0}


@cache
def _path(name: str) -> QPainterPath:
    path = QPainterPath()
    words = iter(_STROKES[name].split())
    for word in words:
        n = [float(next(words)) for _ in range(_ARGUMENTS[word])]
        if word == "M":
            path.moveTo(n[0], n[1])
        elif word == "L":
            path.lineTo(n[0], n[1])
        elif word == "C":
            path.cubicTo(QPointF(n[0], n[1]), QPointF(n[2], n[3]), QPointF(n[4], n[5]))
        elif word == "O":
            path.addEllipse(QPointF(n[0], n[1]), n[2], n[2])
        elif word == "A":
            box = QRectF(n[0] - n[2], n[1] - n[2], 2 * n[2], 2 * n[2])
            path.arcMoveTo(box, n[3])
            path.arcTo(box, n[3], n[4])
        else:
            path.closeSubpath()
    return path


def _picture(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 24, size / 24)
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(QColor(colour), 1.7, Qt.PenStyle.SolidLine, cap, join))
    painter.drawPath(_path(name))
    painter.end()
    return picture


def icon(name: str, *, size: int = 20) -> QIcon:
    """The icon ``name`` in the colours of the look that is on now."""
    own = colours()
    made = QIcon()
    for mode, colour in (
        (QIcon.Mode.Normal, own.ink),
        (QIcon.Mode.Disabled, own.edge),
        (QIcon.Mode.Active, own.ink),
    ):
        for ratio in (1.0, 1.5, 2.0, 3.0):
            made.addPixmap(_picture(name, colour, size, ratio), mode)
    return made


def stone_picture(black: bool, size: int, ratio: float) -> QPixmap:
    """A stone, for beside a player's name."""
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    gradient = QRadialGradient(size * 0.36, size * 0.32, size * 0.7)
    light, deep = ("#6a6b70", "#17181b") if black else ("#ffffff", "#d3cfc6")
    gradient.setColorAt(0, QColor(light))
    gradient.setColorAt(1, QColor(deep))
    painter.setBrush(gradient)
    painter.setPen(QPen(QColor("#80888888"), 1))
    painter.drawEllipse(QRectF(1, 1, size - 2, size - 2))
    painter.end()
    return picture


def window_icon() -> QIcon:
    """The program's own icon: three stones on a board."""
    made = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        made.addPixmap(_window_picture(size))
    return made


def _window_picture(size: int) -> QPixmap:
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 24, size / 24)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#e7bd79"))
    painter.drawRoundedRect(QRectF(0.5, 0.5, 23, 23), 5, 5)
    painter.setPen(QPen(QColor("#5a3d12"), 0.8))
    for at in (7, 12, 17):
        painter.drawLine(QPointF(at, 2), QPointF(at, 22))
        painter.drawLine(QPointF(2, at), QPointF(22, at))
    painter.setPen(QPen(QColor("#404040"), 0.4))
    for x, y, colour in (
        (7, 17, "#1d1e21"),
        (12, 12, "#1d1e21"),
        (17, 7, "#1d1e21"),
        (7, 7, "#fff"),
    ):
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QPointF(x, y), 2.3, 2.3)
    painter.end()
    return picture
