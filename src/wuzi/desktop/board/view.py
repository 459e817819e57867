"""The board that is played on: it takes clicks and keys, and decides nothing.

Keys
----
``Tab`` (or ``Ctrl`` with an arrow) brings a cursor onto the board. While it is there the
arrows move it and ``Enter`` plays; ``Esc`` or a click takes it away, and the arrows are the
window's again. Where a region is picked, ``Enter`` on two corners picks it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from qtpy.QtCore import QEvent, QPointF, Qt, Signal
from qtpy.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from qtpy.QtWidgets import QWidget

from wuzi.desktop.board.access import announce, describe_move, describe_point
from wuzi.desktop.board.canvas import BoardCanvas, BoardOptions
from wuzi.desktop.board.marks import Marks
from wuzi.desktop.board.scene import Pointing
from wuzi.rules import EMPTY, Board, Colour, Point, centre, col_of, point, row_of

__all__ = ["BoardOptions", "BoardView"]

_ARROWS: Final[dict[int, tuple[int, int]]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BY_KEYBOARD: Final = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
_FOR_A_WHILE: Final = (
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)
"""Reasons for which the focus goes away and will come back."""


class BoardView(BoardCanvas):
    """A board to play on.

    Signals: ``chosen(Point)``, a legal point was clicked (or confirmed by a second click) or
    Enter pressed on it; ``refused(Point)``, one that may not be played; ``hovered(Point or
    None)``, pointer or cursor came to another point or left; ``region_chosen(frozenset of
    Point, or None)``, while a region is picked: the points in the rectangle, ``None`` after Esc.

    Parameters
    ----------
    parent : QWidget, optional
    """

    chosen = Signal(int)
    refused = Signal(int)
    hovered = Signal(object)
    region_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour: Colour | None = None
        self._legal: Callable[[Point], bool] = self._is_empty
        self._hover: Point | None = None
        self._pressed: Point | None = None
        self._pending: Point | None = None
        self._cursor: Point = centre(self._board.size)
        self._cursor_shown = False
        self._picking = False
        self._corner: Point | None = None
        self._band: tuple[QPointF, QPointF] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.retranslate()

    # What is shown

    def set_board(self, board: Board) -> None:
        """Show this position; a move just made is announced to screen readers."""
        before = self._board
        self._pending = self._pressed = None
        if board.size != before.size:
            self._corner = None
            self._cursor = centre(board.size)
            self._set_hover(None)
        super().set_board(board)
        if board.moves and board.moves[:-1] == before.moves:
            announce(self, describe_move(board))

    def set_marks(self, marks: Marks) -> None:
        """Draw these marks instead of those before."""
        super().set_marks(marks)
        self._describe_cursor()

    def set_options(self, options: BoardOptions) -> None:
        """Take what a person chose."""
        self._pending = None
        super().set_options(options)

    def set_playable(
        self, colour: Colour | None, legal: Callable[[Point], bool] | None = None
    ) -> None:
        """Say whose stone a click puts down now, and where.

        Parameters
        ----------
        colour : Colour or None
            ``None``: clicks and Enter do nothing, and no ghost is shown.
        legal : callable, optional
            Whether a point may be played; by default every empty one.
        """
        self._colour = colour
        self._legal = legal or self._is_empty
        if self._pending is not None and not self._may_play(self._pending):
            self._pending = None
        self.update()

    def set_picking_region(self, picking: bool) -> None:
        """Let pointer or Enter pick a rectangle of points instead of playing."""
        self._picking = picking
        self._band = self._corner = self._pending = None
        if picking:
            self.setCursor(Qt.CursorShape.CrossCursor)
        else:
            self.unsetCursor()
        self.update()

    @property
    def picking_region(self) -> bool:
        """Whether a region is being picked."""
        return self._picking

    @property
    def pending(self) -> Point | None:
        """The point that was clicked once and waits to be confirmed."""
        return self._pending

    def pointing(self) -> Pointing:
        """What pointer and cursor show."""
        band = None
        if self._band is not None:
            place = self.place
            (x1, y1), (x2, y2) = (place.to_plate(at.x(), at.y()) for at in self._band)
            band = (x1, y1, x2, y2)
        ghost = None
        if self._options.ghost and not self._picking and not self._cursor_shown:
            ghost = self._hover if self._hover is not None and self._may_play(self._hover) else None
        return Pointing(
            colour=self._colour or EMPTY,
            ghost=ghost if ghost != self._pending else None,
            pending=self._pending,
            cursor=self._cursor if self._cursor_shown else None,
            corner=self._corner,
            band=band,
        )

    def _is_empty(self, p: Point) -> bool:
        return self._board[p] == EMPTY

    def _may_play(self, p: Point) -> bool:
        return self._colour is not None and self._legal(p)

    def _play(self, p: Point) -> None:
        self._pending = None
        self.update_points(p)
        if self._may_play(p):
            self.chosen.emit(p)
        elif self._colour is not None:
            self.refused.emit(p)

    # The pointer

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer with a ghost stone, or with the rectangle being picked."""
        at = event.position()
        if self._band is not None:
            self._band = (self._band[0], at)
            self.update()
        self._set_hover(self.place.point_at(at.x(), at.y()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where the button went down."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.show_cursor(False)
        at = event.position()
        if self._picking:
            self._band = (at, at)
        else:
            self._pressed = self.place.point_at(at.x(), at.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Play where the button went down, if it comes up there too."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
            return
        at = event.position()
        if self._band is not None:
            self._finish_band(at)
            return
        p, pressed = self.place.point_at(at.x(), at.y()), self._pressed
        self._pressed = None
        if p is not None and p == pressed and not self._picking:
            self._click(p)

    def _click(self, p: Point) -> None:
        if self._options.confirm and self._may_play(p) and p != self._pending:
            self.update_points(p, self._pending)
            self._pending = p
        else:
            self._play(p)

    def _finish_band(self, at: QPointF) -> None:
        if self._band is None:
            return
        start, self._band = self._band[0], None
        self.update()
        points = self.place.points_between(start.x(), start.y(), at.x(), at.y())
        if points:
            self.region_chosen.emit(points)

    def leaveEvent(self, event: QEvent) -> None:
        """Take the ghost away with the pointer."""
        self._set_hover(None)
        super().leaveEvent(event)

    def _set_hover(self, p: Point | None) -> None:
        if p != self._hover:
            self.update_points(p, self._hover)
            self._hover = p
            self.hovered.emit(p)

    # The keyboard

    @property
    def cursor_point(self) -> Point | None:
        """Where the keyboard's cursor is, if it is shown."""
        return self._cursor if self._cursor_shown else None

    def show_cursor(self, shown: bool = True) -> None:
        """Show the keyboard's cursor, or hide it."""
        if shown != self._cursor_shown:
            self._cursor_shown = shown
            self._corner = None
            self.update()
            self._describe_cursor()
            self.hovered.emit(self._cursor if shown else self._hover)

    def move_cursor(self, right: int, up: int) -> None:
        """Move the cursor by points, up to the edges, and show it."""
        last = self._board.size - 1
        col = min(max(col_of(self._cursor) + right, 0), last)
        row = min(max(row_of(self._cursor) + up, 0), last)
        before, self._cursor = self._cursor, point(col, row)
        self._cursor_shown = True
        self.update_points(before, self._cursor)
        self._describe_cursor()
        self.hovered.emit(self._cursor)

    def event(self, event: QEvent) -> bool:
        """Keep the keys of the cursor from the window's shortcuts."""
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and self._is_mine(event):
            event.accept()
            return True
        return super().event(event)

    def _is_mine(self, event: QKeyEvent) -> bool:
        """Whether a key means the cursor: all of its keys while it is shown, else Ctrl+arrows."""
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in _ARROWS and held == Qt.KeyboardModifier.ControlModifier:
            return True
        plain = held == Qt.KeyboardModifier.NoModifier
        if self._cursor_shown and plain and (key in _ARROWS or key in _ENTER):
            return True
        return key == Qt.Key.Key_Escape and plain and self._escapes()

    def _escapes(self) -> bool:
        return self._cursor_shown or self._picking or self._pending is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, play, or give up what was begun."""
        key = event.key()
        if not self._is_mine(event):
            super().keyPressEvent(event)
        elif key in _ARROWS:
            self.move_cursor(*_ARROWS[key])
        elif key in _ENTER:
            self._enter(self._cursor)
        else:
            self._escape()

    def _enter(self, p: Point) -> None:
        if not self._picking:
            self._play(p)
        elif self._corner is None:
            self._corner = p
            self.update_points(p)
        else:
            corner, self._corner = self._corner, None
            self.update()
            self.region_chosen.emit(_rectangle(corner, p))

    def _escape(self) -> None:
        if self._picking:
            self._band = self._corner = None
            self.region_chosen.emit(None)
        elif self._pending is not None:
            self._pending = None
        else:
            self.show_cursor(False)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the cursor to whoever came by the keyboard."""
        if event.reason() in _BY_KEYBOARD:
            self.show_cursor()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the cursor when the keys go elsewhere."""
        if event.reason() not in _FOR_A_WHILE:
            self.show_cursor(False)
        super().focusOutEvent(event)

    # Words

    def retranslate(self) -> None:
        """Say position and point in the language spoken now."""
        super().retranslate()
        self._describe_cursor()

    def _describe_cursor(self) -> None:
        said = describe_point(self._board, self._marks, self._cursor) if self._cursor_shown else ""
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)
            announce(self, said)


def _rectangle(one: Point, other: Point) -> frozenset[Point]:
    """The points between two corners."""
    cols = sorted((col_of(one), col_of(other)))
    rows = sorted((row_of(one), row_of(other)))
    return frozenset(
        point(col, row)
        for col in range(cols[0], cols[1] + 1)
        for row in range(rows[0], rows[1] + 1)
    )
