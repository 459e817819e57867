"""Paints a board again and again, keeping as pictures what seldom changes.

Kept are the empty board, the board with its stones, and stamps of whatever lies on a point,
all in device pixels. Under a moving pointer a repaint only copies from them; a new stone
repaints its own surroundings.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final

from qtpy.QtCore import QPoint, QRect
from qtpy.QtGui import QImage, QPainter, QRegion

from wuzi.desktop.board.backdrop import ROUNDING, draw_backdrop
from wuzi.desktop.board.geometry import Geometry
from wuzi.desktop.board.scene import NOT_POINTING, Layers, Pointing, Scene, Stones
from wuzi.desktop.board.stamps import KeptStamps
from wuzi.rules import Point

_MANY: Final = 24
"""Changed stones over which painting all of them anew is cheaper."""
_REACH: Final = 0.7
"""How far a stone and its shadow reach from their point, in cells."""


class BoardPainter:
    """Paints boards, and remembers what it painted last."""

    def __init__(self) -> None:
        self._stamps_key: object = None
        self._stamps = KeptStamps(1, 0.5)
        self._backdrop_key: object = None
        self._backdrop = QImage()
        self._still_key: object = None
        self._still = QImage()
        self._shown: Stones = {}

    def paint(
        self,
        painter: QPainter,
        place: Geometry,
        scene: Scene,
        pointing: Pointing = NOT_POINTING,
    ) -> None:
        """Paint a scene.

        Parameters
        ----------
        painter : QPainter
            In device pixels, its origin at the plate's corner and on a whole pixel.
        place : Geometry
        scene : Scene
        pointing : Pointing
        """
        self._prepare(place, scene)
        self._copy_still(painter, place.side, corner=ceil(ROUNDING * place.cell))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        layers = Layers(painter, place, scene, self._stamps)
        layers.marks()
        layers.pointing(pointing)

    def _copy_still(self, painter: QPainter, side: int, corner: int) -> None:
        """Copy the board with its stones; only its rounded corners are not opaque."""
        between, far = side - 2 * corner, side - corner
        for box in (
            QRect(corner, 0, between, corner),
            QRect(0, corner, side, between),
            QRect(corner, far, between, corner),
        ):
            painter.drawImage(box.topLeft(), self._still, box)
        for x in (0, far):
            for y in (0, far):
                painter.drawImage(QPoint(x, y), self._backdrop, QRect(x, y, corner, corner))

    def _prepare(self, place: Geometry, scene: Scene) -> None:
        """Bring the pictures up to the scene, repainting as little as possible."""
        key = (place.size, place.side, scene.theme, scene.coordinates, scene.letters)
        if key != self._backdrop_key:
            self._paint_backdrop(place, scene)
            self._backdrop_key = key
        stamps_key = (scene.theme, place.cell, place.middle, scene.letters)
        if stamps_key != self._stamps_key:
            self._stamps = KeptStamps(place.cell, place.middle)
            self._stamps_key = stamps_key
        still_key = (key, scene.marks.winning)
        shown = scene.stones()
        changed = {p for p, _ in shown.items() ^ self._shown.items()}
        if still_key != self._still_key or len(changed) > _MANY:
            self._still = self._backdrop.copy()
            self._still.reinterpretAsFormat(QImage.Format.Format_RGB32)  # copied faster
            self._paint_stones(place, scene, shown, None)
        elif changed:
            self._paint_stones(place, scene, shown, _around(place, changed))
        self._still_key, self._shown = still_key, shown

    def _paint_backdrop(self, place: Geometry, scene: Scene) -> None:
        kind = QImage.Format.Format_ARGB32_Premultiplied
        self._backdrop = QImage(place.side, place.side, kind)
        self._backdrop.fill(0)
        painter = QPainter(self._backdrop)
        draw_backdrop(painter, place, scene.theme, scene.letters, coordinates=scene.coordinates)
        painter.end()

    def _paint_stones(
        self, place: Geometry, scene: Scene, stones: Stones, where: QRegion | None
    ) -> None:
        """Paint all stones on a fresh backdrop, or those in one region over again."""
        painter = QPainter(self._still)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if where is not None:
            painter.setClipRegion(where)
            painter.drawImage(0, 0, self._backdrop)
            stones = _touching(place, stones, where)
        Layers(painter, place, scene, self._stamps).stones(stones)
        painter.end()


def _around(place: Geometry, points: Iterable[Point]) -> QRegion:
    """All that stones on these points cover with their shadows."""
    region = QRegion()
    for p in points:
        region += _box(place, p)
    return region


def _touching(place: Geometry, stones: Stones, region: QRegion) -> Stones:
    """The stones that reach into a region."""
    return {p: stone for p, stone in stones.items() if region.intersects(_box(place, p))}


def _box(place: Geometry, p: Point) -> QRect:
    x, y = place.centre(p)
    reach = ceil(_REACH * place.cell)
    return QRect(int(x) - reach, int(y) - reach, 2 * reach + 1, 2 * reach + 1)
