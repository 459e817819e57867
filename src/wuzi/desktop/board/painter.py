"""Paints a board again and again, keeping as pictures what seldom changes.

Kept are the empty board, the board with its stones, and stamps of whatever lies on a point,
all in device pixels. Under a moving pointer a repaint only copies from them; a new stone
repaints its own surroundings. While the board is being resized, when nothing can be kept,
what was painted last can be stretched meanwhile (:meth:`BoardPainter.can_stretch`), and
what the new size needs be made part by part (:meth:`BoardPainter.prepare`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from qtpy.QtCore import QPoint, QRect
from qtpy.QtGui import QImage, QPainter, QRegion

from wuzi.desktop.board.backdrop import ROUNDING, draw_backdrop
from wuzi.desktop.board.geometry import Geometry
from wuzi.desktop.board.scene import NOT_POINTING, Layers, Pointing, Scene, Stones
from wuzi.desktop.board.stamps import KeptStamps
from wuzi.rules import Colour, Point

_MANY: Final = 24
"""Changed stones over which painting all of them anew is cheaper."""
_REACH: Final = 0.7
"""How far a stone and its shadow reach from their point, in cells."""
_PART: Final = 40
"""Stones whose stamps are drawn in one part of the preparation."""


@dataclass
class _Coming:
    """What is being prepared for a board of another size."""

    key: object
    backdrop: QImage
    stamps: KeptStamps
    left: list[tuple[Point, tuple[Colour, int | None]]]
    """Stones whose stamps are not drawn yet."""
    still: QImage | None = None
    """The board with its stones, which is made last."""
    shown: Stones = field(default_factory=dict)
    winning: tuple[Point, ...] = ()


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
        self._place: Geometry | None = None
        self._coming: _Coming | None = None

    @property
    def place(self) -> Geometry | None:
        """Where the points lay when the board was painted last."""
        return self._place

    def can_stretch(self, place: Geometry, scene: Scene) -> bool:
        """Whether what was painted last shows this scene in all but its size."""
        last = self._place
        if last is None or last.side == place.side or last.ratio != place.ratio:
            return False
        if self._still_key != (_key(last, scene), scene.marks.winning):
            return False
        return not self._is_prepared(_key(place, scene)) and self._shown == scene.stones()

    def prepare(self, place: Geometry, scene: Scene) -> bool:
        """Make a part of what a board of another size needs; whether that was all."""
        coming, key = self._coming, _key(place, scene)
        if coming is None or coming.key != key:
            stamps = KeptStamps(place.cell, place.middle)
            left = list(scene.stones().items())
            self._coming = _Coming(key, _backdrop(place, scene), stamps, left)
            return False
        if not coming.left:
            coming.shown, coming.winning = scene.stones(), scene.marks.winning
            coming.still = _opaque(coming.backdrop)
            _paint_stones(coming.still, place, scene, coming.stamps, coming.shown)
            return True
        part, coming.left = coming.left[:_PART], coming.left[_PART:]
        nowhere = QImage(1, 1, QImage.Format.Format_RGB32)
        painter = QPainter(nowhere)
        Layers(painter, place, scene, coming.stamps).stones(dict(part))
        painter.end()
        return False

    def _is_prepared(self, key: object) -> bool:
        coming = self._coming
        return coming is not None and coming.key == key and coming.still is not None

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
        key = _key(place, scene)
        coming = self._coming if self._coming is not None and self._coming.key == key else None
        if key != self._backdrop_key:
            self._backdrop = coming.backdrop if coming else _backdrop(place, scene)
            self._backdrop_key = key
        stamps_key = (scene.theme, place.cell, place.middle, scene.letters)
        if stamps_key != self._stamps_key:
            self._stamps = coming.stamps if coming else KeptStamps(place.cell, place.middle)
            self._stamps_key = stamps_key
        still_key = (key, scene.marks.winning)
        if coming and coming.still is not None:
            self._still, self._shown = coming.still, coming.shown
            self._still_key = (key, coming.winning)
        if coming:
            self._coming = None
        shown = scene.stones()
        changed = {p for p, _ in shown.items() ^ self._shown.items()}
        if still_key != self._still_key or len(changed) > _MANY:
            self._still = _opaque(self._backdrop)
            _paint_stones(self._still, place, scene, self._stamps, shown)
        elif changed:
            self._paint_again(place, scene, shown, _around(place, changed))
        self._still_key, self._shown, self._place = still_key, shown, place

    def _paint_again(self, place: Geometry, scene: Scene, stones: Stones, where: QRegion) -> None:
        """Paint the stones in one region anew."""
        painter = QPainter(self._still)
        painter.setClipRegion(where)
        painter.drawImage(0, 0, self._backdrop)
        painter.end()
        touching = _touching(place, stones, where)
        _paint_stones(self._still, place, scene, self._stamps, touching, where=where)


def _opaque(backdrop: QImage) -> QImage:
    """A copy to put stones on, in a format that is copied faster."""
    picture = backdrop.copy()
    picture.reinterpretAsFormat(QImage.Format.Format_RGB32)
    return picture


def _paint_stones(
    picture: QImage,
    place: Geometry,
    scene: Scene,
    stamps: KeptStamps,
    stones: Stones,
    *,
    where: QRegion | None = None,
) -> None:
    """Paint stones on a picture of the empty board, or in a region of it."""
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if where is not None:
        painter.setClipRegion(where)
    Layers(painter, place, scene, stamps).stones(stones)
    painter.end()


def _key(place: Geometry, scene: Scene) -> object:
    """What the empty board depends on."""
    return (place.size, place.side, scene.theme, scene.coordinates, scene.letters)


def _backdrop(place: Geometry, scene: Scene) -> QImage:
    """A picture of the empty board."""
    picture = QImage(place.side, place.side, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    draw_backdrop(painter, place, scene.theme, scene.letters, coordinates=scene.coordinates)
    painter.end()
    return picture


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
