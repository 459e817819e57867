"""What a board shows, as data, and how it is laid down layer by layer."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from qtpy.QtCore import QPointF, QRect, QRectF
from qtpy.QtGui import QColor, QPainter, QPainterPath, QRegion

from wuzi.desktop.board import ink
from wuzi.desktop.board.backdrop import draw_backdrop
from wuzi.desktop.board.geometry import Geometry
from wuzi.desktop.board.marks import Candidate, Marks
from wuzi.desktop.board.signs import Signs
from wuzi.desktop.board.stamps import DIRECT, Draw, Stamps
from wuzi.desktop.board.stones import draw_number, draw_shadow, draw_stone, look_of
from wuzi.desktop.board.themes import Theme
from wuzi.rules import BLACK, EMPTY, PASS, WHITE, Board, Colour, Point

_GHOST: Final = 0.5
"""Opacity of the stone under the pointer."""
_SHADES: Final = 20
"""Steps of a candidate's share that the eye may tell apart."""

Stones = Mapping[Point, tuple[Colour, int | None]]
"""Every stone on a board, with the number it shows."""


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

    def stones(self) -> Stones:
        """Every stone with its number, if it shows one: of the moves, or of the marks."""
        numbers: dict[Point, int] = {}
        if self.numbers:
            numbers = {p: i for i, p in enumerate(self.board.moves, 1) if p != PASS}
        numbers.update(self.marks.numbers)
        return {
            p: (colour, numbers.get(p))
            for colour in (BLACK, WHITE)
            for p in self.board.stones(colour)
        }


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
        Two corners of the rectangle being drawn, in device pixels of the plate.
    """

    colour: Colour = EMPTY
    ghost: Point | None = None
    pending: Point | None = None
    cursor: Point | None = None
    corner: Point | None = None
    band: tuple[float, float, float, float] | None = None


NOT_POINTING: Final = Pointing()


@dataclass(frozen=True)
class Layers:
    """The layers of a board over its backdrop, painted one after the other.

    Attributes
    ----------
    painter : QPainter
        In device pixels, its origin at the plate's corner.
    place : Geometry
    scene : Scene
    stamps : Stamps
    """

    painter: QPainter
    place: Geometry
    scene: Scene
    stamps: Stamps

    @property
    def _signs(self) -> Signs:
        return Signs(self.scene.theme, self.place.cell, self.scene.letters)

    def _at(self, p: Point) -> QPointF:
        return QPointF(*self.place.centre(p))

    def _put(self, p: Point, what: Hashable, draw: Draw) -> None:
        self.stamps.put(self.painter, self._at(p), what, draw)

    def stones(self, stones: Stones) -> None:
        """The winning band, all shadows, all stones with their numbers."""
        theme, cell = self.scene.theme, self.place.cell
        row = self.scene.marks.winning
        if row:
            self._signs.winning_band(self.painter, self._at(row[0]), self._at(row[-1]))
        if theme.shadow:
            for p in stones:
                self._put(p, "shadow", partial(draw_shadow, theme=theme, cell=cell))
        for p, (colour, number) in stones.items():
            self._put(p, colour, partial(draw_stone, theme=theme, colour=colour, cell=cell))
            if number is not None:
                shade = QColor(look_of(theme, colour).ink)
                letters = self.scene.letters
                draw = partial(draw_number, number=number, cell=cell, letters=letters, shade=shade)
                self._put(p, ("number", number, colour), draw)

    def marks(self) -> None:
        """Everything that lies over the stones."""
        marks = self.scene.marks
        if marks.region is not None:
            self._dim(marks.region)
        self._mark_last()
        previewed = {stone.point for stone in marks.line}
        taken = previewed | {one.point for one in marks.candidates}
        signs = self._signs
        for p, kind in marks.forbidden.items():
            if p not in taken:
                self._put(p, ("forbidden", kind), partial(signs.forbidden, kind=kind))
        for p, kind in marks.threats.items():
            if p not in taken:
                self._put(p, ("threat", kind), partial(signs.threat, kind=kind))
        for one in sorted(marks.candidates, key=lambda one: -one.rank):
            if one.point not in previewed:
                self._mark_candidate(one)
        for stone in marks.line:
            what = ("line", stone.colour, stone.number)
            draw = partial(signs.line_stone, colour=stone.colour, number=stone.number)
            self._put(stone.point, what, draw)
        if marks.hint is not None:
            self._put(marks.hint, "hint", signs.hint)

    def _mark_last(self) -> None:
        p = self.scene.marks.last
        if p is None or p == PASS or self.scene.board[p] == EMPTY:
            return
        colour = self.scene.board[p]
        numbered = self.scene.numbers or p in self.scene.marks.numbers
        draw = partial(self._signs.last, colour=colour, numbered=numbered)
        self._put(p, ("last", colour, numbered), draw)

    def _mark_candidate(self, one: Candidate) -> None:
        share = round(_SHADES * min(max(one.share, 0.0), 1.0)) / _SHADES
        best = one.rank == 1
        draw = partial(self._signs.candidate, text=one.text, share=share, best=best)
        self._put(one.point, ("candidate", one.text, share, best), draw)

    def _dim(self, region: frozenset[Point]) -> None:
        """Veil all but the cells of a region."""
        side = self.place.side
        open_cells = QRegion()
        for p in region:
            open_cells += QRect(*self.place.cell_box(p))
        veiled = QPainterPath()
        veiled.addRegion(QRegion(0, 0, side, side).subtracted(open_cells))
        self.painter.fillPath(veiled, ink.colour(self.scene.theme.veil))

    def pointing(self, pointing: Pointing) -> None:
        """What pointer and keyboard add."""
        signs, painter = self._signs, self.painter
        if pointing.band is not None:
            x1, y1, x2, y2 = pointing.band
            signs.band(painter, QRectF(QPointF(x1, y1), QPointF(x2, y2)))
        if pointing.ghost is not None:
            signs.ghost(painter, self._at(pointing.ghost), pointing.colour, _GHOST)
        if pointing.pending is not None:
            signs.pending(painter, self._at(pointing.pending), pointing.colour)
        if pointing.corner is not None:
            signs.frame(painter, self._at(pointing.corner), 0.42)
        if pointing.cursor is not None:
            signs.frame(painter, self._at(pointing.cursor), 0.54)


def draw_scene(painter: QPainter, place: Geometry, scene: Scene) -> None:
    """Draw a whole scene in lines and gradients, with nothing kept: for vector graphics."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_backdrop(painter, place, scene.theme, scene.letters, coordinates=scene.coordinates)
    layers = Layers(painter, place, scene, DIRECT)
    layers.stones(scene.stones())
    layers.marks()
