"""The tree of a search as it grows: a view that paints only what is in sight.

A ply is a column, under a head that says who chooses there. The line being searched is
heavy and blue, the best so far has a double green frame, what was cut off is grey, hatched
and dashed, with the reason beside it. A click folds and unfolds a finished node, a double
click goes to the moment it was finished, the wheel with Ctrl zooms.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from qtpy.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from qtpy.QtGui import (
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from qtpy.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from wuzi.desktop.trace.captions import colour_word, describe
from wuzi.desktop.trace.look import Look, paint_chooser
from wuzi.desktop.trace.rows import FocusedRows, Rows, WholeRows, deciding, in_focus
from wuzi.desktop.trace.tree_brush import BOX, BOX_HEIGHT, COLUMN, ROW, Brush
from wuzi.desktop.words import _
from wuzi.textbook.trace import NO_NODE
from wuzi.textbook.trace_film import Film

LEFT: Final = 12.0
HEAD: Final = 30.0
"""Height of the heads, which do not scroll."""
REASON: Final = 190.0
"""Room for why the last ply's moves were cut off."""
ZOOMS: Final = (0.4, 0.5, 0.63, 0.8, 1.0, 1.25, 1.5, 2.0)
LEAST_FIT: Final = 0.8
"""The smallest zoom that is chosen without being asked for."""
HIDDEN: Final = 0.15
"""With no more than that share of it hidden, a row still counts as being in sight."""


class TreeView(QAbstractScrollArea):
    """Shows one moment of a film as a tree.

    Attributes
    ----------
    film : Film or None
    at : int
        The moment shown.
    whole : bool
        Whether everything entered is shown, or what the search is busy with.
    following : bool
        Whether the view scrolls to where the search is.
    zoom : float
    focus : list of int
        The line the search is busy with, from the root down.
    best : set of int
        The best moves found so far at its nodes.
    pointed_at : int or None
        The node under the pointer.
    """

    went = Signal(int)
    """A double click asks for a moment."""
    pointed = Signal(object)
    """The node under the pointer, or None."""
    zoom_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.film: Film | None = None
        self.at = 0
        self.pruning = True
        self.whole = False
        self.following = True
        self.zoom = 1.0
        self._fitting = True  # until a zoom is chosen by hand
        self._unfolded: set[int] = set()
        self._rows: Rows | None = None
        self.focus: list[int] = []
        self.best: set[int] = set()
        self.pointed_at: int | None = None
        self.setObjectName("canvas")
        self.setViewportMargins(2, 2, 2, 2)  # the frame's corners are round
        self.viewport().setMouseTracking(True)
        self.setMinimumSize(220, 140)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.horizontalScrollBar().setSingleStep(20)

    def sizeHint(self) -> QSize:
        """No more than it needs: it takes what the parts around it leave."""
        return QSize(320, 140)

    # What is shown

    def set_film(self, film: Film | None, *, pruning: bool = True) -> None:
        """Show another film, at its beginning."""
        self.film, self.pruning = film, pruning
        self._unfolded.clear()
        self.pointed_at = None
        self._fitting = True
        self._fit()
        self.verticalScrollBar().setValue(0)
        self.horizontalScrollBar().setValue(0)
        self.set_at(0)

    def set_at(self, at: int) -> None:
        """Show the moment ``at``."""
        self.at = at
        film = self.film
        self._rows, self.focus, self.best = None, [], set()
        if film is not None:
            self._rows = (
                WholeRows(film, at) if self.whole else FocusedRows(film, at, self._unfolded)
            )
            self.focus = in_focus(film, at)
            best = (film.best_child(node, at) for node in self.focus)
            self.best = {node for node in best if node is not None}
            if at and not film.path(at):
                self.best = set(deciding(film, at))
        self._update_bars()
        if self.following:
            self._follow()
        self.viewport().update()

    def set_whole(self, whole: bool) -> None:
        """Show everything entered, or only what the search is busy with."""
        self.whole = whole
        self.set_at(self.at)

    def set_following(self, following: bool) -> None:
        """Scroll along with the search, or stay."""
        self.following = following
        if following:
            self._follow()

    def _fit(self) -> None:
        """Choose a zoom with which all plies fit, if boxes can still be read."""
        if self.film is not None and self._fitting:
            width = (self.film.trace.depth + 1) * COLUMN
            fit = [zoom for zoom in ZOOMS if zoom * width <= self.viewport().width()]
            self.zoom = min(1.0, max([LEAST_FIT, *fit]))

    def set_zoom(self, zoom: float) -> None:
        """Show boxes ``zoom`` times as large."""
        self.zoom, self._fitting = zoom, False
        self._update_bars()
        if self.following:
            self._follow()
        self.viewport().update()
        self.zoom_changed.emit(zoom)

    def zoom_by(self, steps: int) -> None:
        """Zoom in (positive) or out."""
        at = ZOOMS.index(min(ZOOMS, key=lambda zoom: abs(zoom - self.zoom)))
        self.set_zoom(ZOOMS[max(0, min(len(ZOOMS) - 1, at + steps))])

    def toggle(self, node: int) -> None:
        """Fold or unfold a node that is finished."""
        if self.whole or self.film is None or not self.film.is_finished(node, self.at):
            return
        self._unfolded ^= {node}
        self.set_at(self.at)

    @property
    def unfolded(self) -> frozenset[int]:
        """The nodes unfolded by hand."""
        return frozenset(self._unfolded)

    def node_at(self, position: QPointF) -> int | None:
        """The node whose box lies at ``position`` of the viewport."""
        film, rows = self.film, self._rows
        if film is None or rows is None or position.y() < HEAD:
            return None
        top, held = self.held()
        for node in held:
            if self.box_of(node, top).contains(position):
                return node
        row = int((position.y() - HEAD + self.verticalScrollBar().value()) // (ROW * self.zoom))
        if not 0 <= row < len(rows):
            return None
        for node in self.nodes_in(row):
            if self.box_of(node, row).contains(position):
                return node
        return None

    def held(self) -> tuple[float, list[int]]:
        """The nodes that what is in sight belongs to and that stand above it.

        They are held at the top: in what row that is, and they themselves, the root first.
        """
        rows, film = self._rows, self.film
        top = self.verticalScrollBar().value() / (ROW * self.zoom)
        first = ceil(top - HIDDEN)
        if film is None or rows is None or not 0 < first < len(rows):
            return top, []
        entry = rows.entry(first)
        node = ~entry if entry < 0 else entry
        held: list[int] = []
        while node != NO_NODE:
            row = rows.row_of(node)
            if row is not None and row < first:
                held.insert(0, node)
            node = film.trace.parent[node]
        return top, held

    def nodes_in(self, row: int) -> list[int]:
        """The nodes that stand in a row, the last ply first."""
        assert self.film is not None
        assert self._rows is not None
        node = self._rows.entry(row)
        found = []
        while node >= 0 and self._rows.row_of(node) == row:
            found.append(node)
            node = self.film.trace.parent[node]
        return found

    # Geometry

    def x_of(self, ply: int) -> float:
        """The left edge of a column's boxes, in pixels of the viewport."""
        return (LEFT + ply * COLUMN) * self.zoom - self.horizontalScrollBar().value()

    def y_of(self, row: float) -> float:
        """The middle of a row, in pixels of the viewport."""
        return HEAD + (row + 0.5) * ROW * self.zoom - self.verticalScrollBar().value()

    def box_of(self, node: int, row: float) -> QRectF:
        """Where a node's box is in a row, in pixels of the viewport."""
        assert self.film is not None
        height = BOX_HEIGHT * self.zoom
        return QRectF(
            self.x_of(self.film.trace.ply[node]),
            self.y_of(row) - height / 2,
            BOX * self.zoom,
            height,
        )

    def _update_bars(self) -> None:
        rows = 0 if self._rows is None else len(self._rows)
        plies = 0 if self.film is None else self.film.trace.depth + 1
        height = rows * ROW * self.zoom + HEAD + 12
        width = (plies * COLUMN + (REASON if self.pruning else 0)) * self.zoom
        view = self.viewport().size()
        for bar, size, room in (
            (self.verticalScrollBar(), height, view.height()),
            (self.horizontalScrollBar(), width, view.width()),
        ):
            bar.setPageStep(room)
            bar.setRange(0, max(0, int(size - room)))
        self.verticalScrollBar().setSingleStep(int(ROW * self.zoom))

    def _follow(self) -> None:
        """Bring the node that the step is about into sight, with its surroundings."""
        if self._rows is None or not self.focus or self.film is None:
            return
        node = self.focus[-1]
        row = self._rows.row_of(node)
        cut = self._rows.cut_row_of(node)
        if row is None:
            return
        if cut is not None and self.film.cut[node] == self.at:
            row = cut
        unit, bar = ROW * self.zoom, self.verticalScrollBar()
        room = self.viewport().height() - HEAD
        top = row * unit
        if top < bar.value() + unit:
            bar.setValue(int(top - unit))
        elif top + 3 * unit > bar.value() + room:
            bar.setValue(int(top + 3 * unit - room))
        across = self.horizontalScrollBar()
        ply = self.film.trace.ply[node]
        right = (LEFT + ply * COLUMN + BOX + 30) * self.zoom
        left = (ply - 1) * COLUMN * self.zoom
        if row == cut:
            right += COLUMN * self.zoom
        if right > across.value() + self.viewport().width():
            across.setValue(int(right - self.viewport().width()))
        elif left < across.value():
            across.setValue(int(left))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows in sight."""
        look = Look.of(self.palette())
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.film is not None and self._rows is not None:
            font = QFont(self.font())
            font.setPointSizeF(max(self.font().pointSizeF(), 1.0) * self.zoom * 0.95)
            painter.setFont(font)
            self._paint_stripes(painter, look)
            Brush(self, painter, look, self.film, self._rows).paint(self._visible())
            painter.setFont(self.font())
            self._paint_heads(painter, look)
        painter.end()

    def _visible(self) -> range:
        assert self._rows is not None
        unit, top = ROW * self.zoom, self.verticalScrollBar().value()
        first = int(top // unit)
        last = int((top + self.viewport().height() - HEAD) // unit) + 1
        return range(max(0, first), min(len(self._rows), last))

    def _paint_stripes(self, painter: QPainter, look: Look) -> None:
        """Every other column is a shade darker."""
        assert self.film is not None
        for ply in range(0, self.film.trace.depth + 1, 2):
            stripe = QRectF(
                self.x_of(ply) - 8 * self.zoom,
                0,
                (BOX + 16) * self.zoom,
                self.viewport().height(),
            )
            painter.fillRect(stripe, look.panel)

    def _paint_heads(self, painter: QPainter, look: Look) -> None:
        assert self.film is not None
        width = self.viewport().width()
        painter.fillRect(QRectF(0, 0, width, HEAD), look.back)
        painter.setPen(QPen(look.line, 1))
        painter.drawLine(QPointF(0, HEAD - 0.5), QPointF(width, HEAD - 0.5))
        for ply in range(self.film.trace.depth + 1):
            self._paint_head(painter, look, ply)

    def _paint_head(self, painter: QPainter, look: Look, ply: int) -> None:
        assert self.film is not None
        trace = self.film.trace
        turn = trace.turn if ply % 2 == 0 else 3 - trace.turn
        x = self.x_of(ply)
        text_left, room = x + 18, BOX * self.zoom - 18
        if ply == trace.depth:
            text, text_left = _("evaluation"), x + 4
        else:
            greatest = ply % 2 == 0
            painter.setPen(look.soft)
            paint_chooser(painter, QPointF(x + 8, HEAD / 2), 9, greatest)
            text = (_("{player}: max") if greatest else _("{player}: min")).format(
                player=colour_word(turn)
            )
        metrics = QFontMetricsF(painter.font())
        if room < metrics.averageCharWidth() * 4:
            return
        painter.setPen(look.soft)
        painter.drawText(
            QRectF(text_left, 0, room + 20, HEAD),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
            metrics.elidedText(text, Qt.TextElideMode.ElideRight, room + 20),
        )

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the scroll bars right."""
        super().resizeEvent(event)
        self._fit()
        self._update_bars()
        if self.following:
            self._follow()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, scroll without."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which node the pointer is over."""
        self._point(self.node_at(QPointF(event.pos())))

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is over none."""
        self._point(None)
        super().leaveEvent(event)

    def _point(self, node: int | None) -> None:
        if node != self.pointed_at:
            self.pointed_at = node
            self.viewport().update()
            self.pointed.emit(node)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold."""
        node = self.node_at(QPointF(event.pos()))
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self.toggle(node)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go to the moment when the node was finished, or entered if it was not."""
        node = self.node_at(QPointF(event.pos()))
        if node is not None and self.film is not None:
            left = self.film.left[node]
            self.went.emit(left if left > 0 else self.film.entered[node])

    def viewportEvent(self, event: QEvent) -> bool:
        """Describe the node that the pointer is held over."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            node = self.node_at(QPointF(event.pos()))
            if node is None or self.film is None:
                QToolTip.hideText()
            else:
                text = describe(self.film, node, self.at, pruning=self.pruning)
                QToolTip.showText(event.globalPos(), text, self.viewport())
            return True
        return bool(super().viewportEvent(event))
