"""Paints a whole board: a backdrop and the stones from memory, marks afresh every time.

What seldom changes is kept as pictures in device pixels: the empty board, single stones, and
the board with its stones. A repaint under a moving pointer copies from them what has to be
repainted and draws a few marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qtpy.QtCore import QPointF, QRect
from qtpy.QtGui import QImage, QPainter, QPainterPath, QRegion

from wuzi.desktop.board import ink
from wuzi.desktop.board.backdrop import draw_backdrop
from wuzi.desktop.board.geometry import Geometry
from wuzi.desktop.board.marks import Marks
from wuzi.desktop.board.signs import Signs
from wuzi.desktop.board.stones import StonePictures, draw_number, draw_shadow, draw_stone, look_of
from wuzi.desktop.board.themes import Theme
from wuzi.rules import BLACK, EMPTY, PASS, WHITE, Board, Colour, Point

_GHOST: Final = 0.5


@dataclass(frozen=True)
class Scene:
    """What a board shows.

    Attributes
    ----------
    board : Board
    marks : Marks
    theme : Theme
    coordinates, numbers : bool
        Whether letters and numbers stand at the edges, and numbers on the moves played.
    letters : str
        Family of the font; empty for the program's.
    """

    board: Board
    marks: Marks
    theme: Theme
    coordinates: bool = True
    numbers: bool = False
    letters: str = ""

    def number_of(self) -> dict[Point, int]:
        """The numbers on stones: of all moves, if wanted, and those of the marks."""
        numbers: dict[Point, int] = {}
        if self.numbers:
            numbers = {p: i for i, p in enumerate(self.board.moves, 1) if p != PASS}
        return {**numbers, **self.marks.numbers}


@dataclass(frozen=True)
class Pointing:
    """What pointer and keyboard add to a board.

    Attributes
    ----------
    colour : Colour
        Whose stone would be played.
    ghost, pending : Point, optional
        Where the pointer is, and where a stone waits to be confirmed.
    cursor, corner : Point, optional
        The keyboard's cursor, and the first corner of a region.
    band : four floats, optional
        The rectangle being drawn, in device pixels of the plate.
    """

    colour: Colour = EMPTY
    ghost: Point | None = None
    pending: Point | None = None
    cursor: Point | None = None
    corner: Point | None = None
    band: tuple[float, float, float, float] | None = None


NOT_POINTING: Final = Pointing()


class BoardPainter:
    """Paints boards, and remembers what it painted last."""

    def __init__(self) -> None:
        self._stones: StonePictures | None = None
        self._backdrop_key: object = None
        self._backdrop = QImage()
        self._still_key: object = None
        self._still = QImage()

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
        painter.drawImage(0, 0, self._still_picture(place, scene))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_marks(Signs(painter, place, scene.theme, scene.board, scene.letters), scene)
        _draw_pointing(Signs(painter, place, scene.theme, scene.board, scene.letters), pointing)

    def _still_picture(self, place: Geometry, scene: Scene) -> QImage:
        """The board with its stones and their numbers."""
        base = (place.size, place.side, scene.theme, scene.coordinates, scene.letters)
        numbers = scene.number_of()
        key = (base, bytes(scene.board.cells), tuple(numbers.items()), scene.marks.winning)
        if key != self._still_key:
            self._still = self._backdrop_picture(base, place, scene).copy()
            painter = QPainter(self._still)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            signs = Signs(painter, place, scene.theme, scene.board, scene.letters)
            signs.winning_band(scene.marks.winning)
            self._put_stones(painter, place, scene, numbers)
            painter.end()
            self._still_key = key
        return self._still

    def _backdrop_picture(self, key: object, place: Geometry, scene: Scene) -> QImage:
        if key != self._backdrop_key:
            kind = QImage.Format.Format_ARGB32_Premultiplied
            self._backdrop = QImage(place.side, place.side, kind)
            self._backdrop.fill(0)
            painter = QPainter(self._backdrop)
            coordinates = scene.coordinates
            draw_backdrop(painter, place, scene.theme, scene.letters, coordinates=coordinates)
            painter.end()
            self._backdrop_key = key
        return self._backdrop

    def _put_stones(
        self, painter: QPainter, place: Geometry, scene: Scene, numbers: dict[Point, int]
    ) -> None:
        key = (scene.theme, place.cell, place.middle, scene.letters)
        if self._stones is None or self._stones.key != key:
            self._stones = StonePictures(*key)
        pictures, board = self._stones, scene.board
        stones = [(p, place.centre(p)) for colour in (BLACK, WHITE) for p in board.stones(colour)]
        if scene.theme.shadow:
            for _, (x, y) in stones:
                pictures.put_shadow(painter, x, y)
        for p, (x, y) in stones:
            pictures.put_stone(painter, board[p], x, y)
            if p in numbers:
                pictures.put_number(painter, numbers[p], board[p], x, y)


def draw_scene(painter: QPainter, place: Geometry, scene: Scene) -> None:
    """Draw a scene with nothing remembered and no pictures of stones: for vector graphics."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_backdrop(painter, place, scene.theme, scene.letters, coordinates=scene.coordinates)
    signs = Signs(painter, place, scene.theme, scene.board, scene.letters)
    signs.winning_band(scene.marks.winning)
    numbers = scene.number_of()
    stones = [p for colour in (BLACK, WHITE) for p in scene.board.stones(colour)]
    for p in stones:
        draw_shadow(painter, scene.theme, QPointF(*place.centre(p)), place.cell)
    for p in stones:
        at = QPointF(*place.centre(p))
        draw_stone(painter, scene.theme, scene.board[p], at, place.cell)
        if p in numbers:
            shade = ink.colour(look_of(scene.theme, scene.board[p]).ink)
            draw_number(painter, numbers[p], at, place.cell, letters=scene.letters, shade=shade)
    draw_marks(signs, scene)


def draw_marks(signs: Signs, scene: Scene) -> None:
    """Everything that lies over the stones."""
    marks, board = scene.marks, scene.board
    if marks.region is not None:
        _dim(signs, marks.region)
    if marks.last is not None and marks.last != PASS and board[marks.last] != EMPTY:
        signs.last(marks.last, numbered=scene.numbers or marks.last in marks.numbers)
    taken = {one.point for one in marks.candidates} | {one.point for one in marks.line}
    for p, kind in marks.forbidden.items():
        if p not in taken:
            signs.forbidden(p, kind)
    for p, kind in marks.threats.items():
        if p not in taken:
            signs.threat(p, kind)
    previewed = {one.point for one in marks.line}
    for one in sorted(marks.candidates, key=lambda one: -one.rank):
        if one.point not in previewed:
            signs.candidate(one)
    for stone in marks.line:
        signs.line_stone(stone.point, stone.colour, stone.number)
    if marks.hint is not None:
        signs.hint(marks.hint)


def _dim(signs: Signs, region: frozenset[Point]) -> None:
    """Veil all but the cells of a region."""
    place, painter = signs.place, signs.painter
    closed = QRegion(0, 0, place.side, place.side)
    for p in region:
        x, y = place.centre(p)
        half = place.cell // 2
        closed -= QRegion(QRect(round(x) - half, round(y) - half, place.cell, place.cell))
    shape = QPainterPath()
    shape.addRegion(closed)
    painter.fillPath(shape, ink.colour(signs.theme.veil))


def _draw_pointing(signs: Signs, pointing: Pointing) -> None:
    if pointing.band is not None:
        signs.band(*pointing.band)
    if pointing.ghost is not None:
        signs.ghost(pointing.ghost, pointing.colour, _GHOST)
    if pointing.pending is not None:
        signs.pending(pointing.pending, pointing.colour)
    if pointing.corner is not None:
        signs.frame(pointing.corner, reach=0.42)
    if pointing.cursor is not None:
        signs.frame(pointing.cursor)
