"""Colours and signs of the visible search, for light and dark windows.

The colours are those of Okabe and Ito, told apart by nearly all eyes; and whatever a colour
says a shape says too: squared boxes with ▲ where the root's player chooses the greatest
value, round ones with ▼ where the opponent chooses the least; heavy lines for the line
being searched, a double frame for the best so far, dashes for what was cut off.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qtpy.QtCore import QPointF, QRectF, Qt
from qtpy.QtGui import QBrush, QColor, QIcon, QPainter, QPalette, QPen, QPixmap, QPolygonF

from wuzi.rules import BLACK, Colour


@dataclass(frozen=True)
class Look:
    """The colours of one window.

    Attributes
    ----------
    back, panel, ink, soft, line : QColor
        Background, raised background, text, lesser text, frames and edges.
    path, path_fill : QColor
        The line being searched.
    best, best_fill : QColor
        The best so far.
    cut, cut_fill : QColor
        What was cut off.
    alpha, beta, window : QColor
        The ends of a window and what lies between.
    """

    back: QColor
    panel: QColor
    ink: QColor
    soft: QColor
    line: QColor
    path: QColor
    path_fill: QColor
    best: QColor
    best_fill: QColor
    cut: QColor
    cut_fill: QColor
    alpha: QColor
    beta: QColor
    window: QColor

    @classmethod
    def of(cls, palette: QPalette) -> Look:
        """The colours that go with a window's."""
        back = palette.color(QPalette.ColorRole.Base)
        names = _DARK if back.lightness() < 128 else _LIGHT
        colours = {name: QColor(value) for name, value in names.items()}
        return cls(
            back=back,
            panel=palette.color(QPalette.ColorRole.AlternateBase),
            ink=palette.color(QPalette.ColorRole.Text),
            **colours,
        )


_LIGHT: Final = {
    "soft": "#6b7280",
    "line": "#b8bfc8",
    "path": "#0072b2",
    "path_fill": "#dcedf8",
    "best": "#00795a",
    "best_fill": "#ddf2ea",
    "cut": "#a8500a",
    "cut_fill": "#f1eeea",
    "alpha": "#0072b2",
    "beta": "#c2570c",
    "window": "#8cc4e6",
}
_DARK: Final = {
    "soft": "#9aa4b1",
    "line": "#566070",
    "path": "#56b4e9",
    "path_fill": "#1d3d52",
    "best": "#35c79b",
    "best_fill": "#173f34",
    "cut": "#f0a35c",
    "cut_fill": "#332e29",
    "alpha": "#56b4e9",
    "beta": "#f0a35c",
    "window": "#2f6f96",
}


def paint_stone(painter: QPainter, centre: QPointF, radius: float, colour: Colour) -> None:
    """A small stone, with a rim that shows on light and dark ground."""
    painter.save()
    painter.setPen(QPen(QColor("#7f858e"), 1))
    painter.setBrush(QColor("#26292e") if colour == BLACK else QColor("#fdfdfb"))
    painter.drawEllipse(centre, radius, radius)
    painter.restore()


def paint_chooser(painter: QPainter, centre: QPointF, size: float, greatest: bool) -> None:
    """▲ for the greatest value, ▼ for the least, in the pen's colour."""
    up = -1.0 if greatest else 1.0
    points = [
        QPointF(centre.x(), centre.y() + up * size * 0.5),
        QPointF(centre.x() - size * 0.55, centre.y() - up * size * 0.45),
        QPointF(centre.x() + size * 0.55, centre.y() - up * size * 0.45),
    ]
    painter.save()
    painter.setBrush(QBrush(painter.pen().color()))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPolygon(QPolygonF(points))
    painter.restore()


_SHAPES: Final[dict[str, list[str]]] = {
    "first": ["bar 4", "left 10 18"],
    "last": ["right 6 14", "bar 18"],
    "back": ["left 7 15"],
    "forward": ["right 9 17"],
    "cut_back": ["left 3 10", "cross 17"],
    "cut_forward": ["cross 7", "right 14 21"],
    "over": ["arc", "dot 12 18"],
    "play": ["right 7 19"],
    "pause": ["bar 8.5", "bar 15.5"],
    "plus": ["bar 12", "level"],
    "minus": ["level"],
    "whole": ["box 3 9 6", "box 15 3 6", "box 15 15 6", "fork"],
    "follow": ["ring 12 12 7", "dot 12 12", "ticks"],
}
"""What each icon is made of, on a square of 24."""


def icon(name: str, colour: QColor) -> QIcon:
    """A sign for a button, sharp at any pixel ratio up to 3."""
    made = QIcon()
    for mode, opacity in ((QIcon.Mode.Normal, 1.0), (QIcon.Mode.Disabled, 0.3)):
        pixmap = QPixmap(72, 72)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(3, 3)
        painter.setOpacity(opacity)
        for shape in _SHAPES[name]:
            _paint_shape(painter, shape.split(), colour)
        painter.end()
        made.addPixmap(pixmap, mode)
    return made


def _paint_shape(painter: QPainter, words: list[str], colour: QColor) -> None:
    kind, *numbers = words
    at = [float(number) for number in numbers]
    solid, round_cap, round_join = (
        Qt.PenStyle.SolidLine,
        Qt.PenCapStyle.RoundCap,
        Qt.PenJoinStyle.RoundJoin,
    )
    painter.setPen(QPen(colour, 1.8, solid, round_cap, round_join))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if kind == "bar":
        painter.drawLine(QPointF(at[0], 6), QPointF(at[0], 18))
    elif kind == "level":
        painter.drawLine(QPointF(6, 12), QPointF(18, 12))
    elif kind == "dot":
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(*at), 1.2, 1.2)
    elif kind == "ring":
        painter.drawEllipse(QPointF(at[0], at[1]), at[2], at[2])
    elif kind == "box":
        painter.drawRoundedRect(QRectF(at[0], at[1], at[2], at[2]), 1.5, 1.5)
    elif kind == "fork":
        painter.drawPolyline(QPolygonF([QPointF(15, 6), QPointF(12, 6), QPointF(12, 18)]))
        painter.drawLine(QPointF(12, 18), QPointF(15, 18))
        painter.drawLine(QPointF(9, 12), QPointF(12, 12))
    elif kind == "ticks":
        for x, y in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            painter.drawLine(QPointF(12 + 5 * x, 12 + 5 * y), QPointF(12 + 9 * x, 12 + 9 * y))
    elif kind == "cross":
        for up in (-1, 1):
            painter.drawLine(
                QPointF(at[0] - 3.6, 12 - 3.6 * up), QPointF(at[0] + 3.6, 12 + 3.6 * up)
            )
    elif kind == "arc":
        painter.drawArc(QRectF(4, 7, 16, 16), 15 * 16, 150 * 16)
        painter.drawPolyline(QPolygonF([QPointF(20.5, 8), QPointF(19.7, 13), QPointF(15, 12)]))
    else:
        tip, base = (at[0], at[1]) if kind == "left" else (at[1], at[0])
        painter.drawPolygon(QPolygonF([QPointF(base, 6), QPointF(tip, 12), QPointF(base, 18)]))
