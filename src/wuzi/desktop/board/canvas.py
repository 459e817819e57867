"""A widget that shows a board, and does nothing else: the lower half of ``BoardView``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qtpy.QtCore import QEvent, QPoint, QRect, QSize, QTimer
from qtpy.QtGui import QHideEvent, QPainter, QPaintEvent, QResizeEvent
from qtpy.QtWidgets import QSizePolicy, QWidget

from wuzi.desktop.board.access import describe_board
from wuzi.desktop.board.geometry import Geometry
from wuzi.desktop.board.marks import NO_MARKS, Marks
from wuzi.desktop.board.painter import BoardPainter
from wuzi.desktop.board.scene import NOT_POINTING, Pointing, Scene
from wuzi.desktop.board.themes import WOOD, Theme
from wuzi.rules import PASS, Board, Point

SETTLE: Final = 60
"""Milliseconds after which a board that is not resized any more is painted anew."""


@dataclass(frozen=True)
class BoardOptions:
    """What a person may choose about the board.

    Attributes
    ----------
    coordinates : bool
        Letters and numbers at the edges.
    numbers : bool
        Move numbers on the stones.
    confirm : bool
        A first click only proposes a move, a second one on the same point plays it.
    ghost : bool
        A pale stone under the pointer where a click would play.
    """

    coordinates: bool = True
    numbers: bool = False
    confirm: bool = False
    ghost: bool = True


class BoardCanvas(QWidget):
    """A board to look at, square in whatever shape the widget is given.

    Parameters
    ----------
    parent : QWidget, optional
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = Board()
        self._marks = NO_MARKS
        self._theme = WOOD
        self._options = BoardOptions()
        self._painter = BoardPainter()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.timeout.connect(self._prepare)
        self.setAccessibleName(describe_board(self._board))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def board(self) -> Board:
        """The position shown; the canvas keeps a copy of its own."""
        return self._board

    @property
    def marks(self) -> Marks:
        """What is drawn beside the stones."""
        return self._marks

    @property
    def theme(self) -> Theme:
        """How it looks."""
        return self._theme

    @property
    def options(self) -> BoardOptions:
        """What the person chose."""
        return self._options

    def set_board(self, board: Board) -> None:
        """Show this position."""
        self._board = board.copy()
        self.retranslate()
        self.update()

    def set_marks(self, marks: Marks) -> None:
        """Draw these marks instead of those before."""
        if marks != self._marks:
            self._marks = marks
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        if theme != self._theme:
            self._theme = theme
            self.update()

    def set_options(self, options: BoardOptions) -> None:
        """Take what a person chose."""
        if options != self._options:
            self._options = options
            self.update()

    # Where things are

    @property
    def place(self) -> Geometry:
        """Where the points lie now."""
        ratio = self.devicePixelRatioF()
        corner = self.mapTo(self.window(), QPoint(0, 0))
        return Geometry.fit(
            self._board.size,
            self.width(),
            self.height(),
            ratio,
            coordinates=self._options.coordinates,
            offset=(corner.x() * ratio, corner.y() * ratio),
        )

    def update_points(self, *points: Point | None) -> None:
        """Repaint around these points only."""
        place = self.place
        reach = 0.75 * place.cell
        for p in points:
            if p is not None and p != PASS:
                x, y = place.centre(p)
                left, top = place.to_widget(x - reach, y - reach)
                right, bottom = place.to_widget(x + reach, y + reach)
                corner = QPoint(int(left) - 1, int(top) - 1)
                self.update(QRect(corner, QPoint(int(right) + 1, int(bottom) + 1)))

    def sizeHint(self) -> QSize:
        """A comfortable size."""
        return QSize(640, 640)

    def minimumSizeHint(self) -> QSize:
        """Small, but still readable."""
        return QSize(220, 220)

    # Painting

    def pointing(self) -> Pointing:
        """What pointer and cursor show; a mere canvas has neither."""
        return NOT_POINTING

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint in device pixels: the painter's origin is put on a dot of the screen.

        While it is being resized, the board that was painted last is stretched.
        """
        place, scene = self.place, self._scene()
        painter = QPainter(self)
        painter.scale(1 / place.ratio, 1 / place.ratio)
        painter.translate(place.plate_left + place.shift_x, place.plate_top + place.shift_y)
        last = self._painter.place
        if last is not None and self._painter.can_stretch(place, scene):
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.scale(place.side / last.side, place.side / last.side)
            place = last
            if not self._settle.isActive():
                self._settle.start(SETTLE)
        self._painter.paint(painter, place, scene, self.pointing())
        painter.end()

    def _prepare(self) -> None:
        """Make a part of the picture at the new size; when all is made, show it."""
        place, scene = self.place, self._scene()
        if not self._painter.can_stretch(place, scene) or self._painter.prepare(place, scene):
            self.update()
        else:
            self._settle.start(0)

    def _scene(self) -> Scene:
        return Scene(
            self._board,
            self._marks,
            self._theme,
            coordinates=self._options.coordinates,
            numbers=self._options.numbers,
            letters=self.font().family(),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wait until it is not resized any more."""
        super().resizeEvent(event)
        if self._painter.place is not None and self.isVisible():
            self._settle.start(SETTLE)

    def hideEvent(self, event: QHideEvent) -> None:
        """Prepare nothing that is not seen."""
        self._settle.stop()
        super().hideEvent(event)

    # Words

    def retranslate(self) -> None:
        """Say the position in the language spoken now."""
        self.setAccessibleName(describe_board(self._board))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
