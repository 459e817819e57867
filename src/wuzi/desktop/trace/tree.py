"""The tree of a search as it grows: a view that paints only what is in sight.

A ply is a column, under a head that says who chooses there. The line being searched is
heavy and blue, the best so far has a double green frame, what was cut off is grey, hatched
and dashed, with the reason beside it. A click folds and unfolds a finished node, a double
click goes to the moment it was finished, the wheel with Ctrl zooms.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final

from qtpy.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from qtpy.QtGui import (
    QBrush,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from qtpy.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from wuzi.desktop.trace.captions import (
    colour_word,
    cut_reason,
    describe,
    move_label,
    node_label,
    short_label,
    shortest_label,
    value_label,
)
from wuzi.desktop.trace.look import Look, paint_chooser, paint_stone
from wuzi.desktop.trace.rows import FocusedRows, Rows, WholeRows, deciding, in_focus
from wuzi.desktop.words import _, ngettext
from wuzi.rules import point_name
from wuzi.textbook.trace import NO_NODE, Kind
from wuzi.textbook.trace_film import Film

ROW: Final = 27.0
COLUMN: Final = 138.0
BOX: Final = 112.0
BOX_HEIGHT: Final = 21.0
LEFT: Final = 12.0
HEAD: Final = 30.0
"""Height of the heads, which do not scroll."""
CUT_NAMES: Final = 5
"""Of a long list of moves cut off, this many are named."""
REASON: Final = 190.0
"""Room for why the last ply's moves were cut off."""
LEAST_REASON: Final = 60.0
"""With less room than that it is left out."""
ZOOMS: Final = (0.4, 0.5, 0.63, 0.8, 1.0, 1.25, 1.5, 2.0)
LEAST_FIT: Final = 0.8
"""The smallest zoom that is chosen without being asked for."""
HIDDEN: Final = 0.15
"""With no more than that share of it hidden, a row still counts as being in sight."""
NAMES_FROM: Final = 0.5
"""The zoom below which boxes have no words."""


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
        self._focus: list[int] = []
        self._best: set[int] = set()
        self._pointed: int | None = None
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
        self._pointed = None
        self._fitting = True
        self._fit()
        self.verticalScrollBar().setValue(0)
        self.horizontalScrollBar().setValue(0)
        self.set_at(0)

    def set_at(self, at: int) -> None:
        """Show the moment ``at``."""
        self.at = at
        film = self.film
        self._rows, self._focus, self._best = None, [], set()
        if film is not None:
            self._rows = (
                WholeRows(film, at) if self.whole else FocusedRows(film, at, self._unfolded)
            )
            self._focus = in_focus(film, at)
            best = (film.best_child(node, at) for node in self._focus)
            self._best = {node for node in best if node is not None}
            if at and not film.path(at):
                self._best = set(deciding(film, at))
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
            if self._box(node, top).contains(position):
                return node
        row = int((position.y() - HEAD + self.verticalScrollBar().value()) // (ROW * self.zoom))
        if not 0 <= row < len(rows):
            return None
        for node in self._nodes_in(row):
            if self._box(node, row).contains(position):
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

    def _nodes_in(self, row: int) -> list[int]:
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

    def _x(self, ply: int) -> float:
        return (LEFT + ply * COLUMN) * self.zoom - self.horizontalScrollBar().value()

    def _y(self, row: float) -> float:
        """The middle of a row."""
        return HEAD + (row + 0.5) * ROW * self.zoom - self.verticalScrollBar().value()

    def _box(self, node: int, row: float) -> QRectF:
        assert self.film is not None
        height = BOX_HEIGHT * self.zoom
        return QRectF(
            self._x(self.film.trace.ply[node]),
            self._y(row) - height / 2,
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
        if self._rows is None or not self._focus or self.film is None:
            return
        node = self._focus[-1]
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
            _Brush(self, painter, look, self.film, self._rows).paint(self._visible())
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
                self._x(ply) - 8 * self.zoom,
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
        x = self._x(ply)
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
        if node != self._pointed:
            self._pointed = node
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


class _Brush:
    """Paints the boxes and edges of one moment."""

    def __init__(
        self, view: TreeView, painter: QPainter, look: Look, film: Film, rows: Rows
    ) -> None:
        self.view, self.painter, self.look = view, painter, look
        self.film, self.rows, self.trace = film, rows, film.trace
        self.focus = view._focus
        self.path = set(self.focus) if film.path(view.at) else set()
        self.metrics = QFontMetricsF(painter.font())
        self.words = view.zoom >= NAMES_FROM

    def paint(self, visible: range) -> None:
        """Paint what stands in the rows ``visible`` and the edges that lead to it."""
        if not visible:
            return
        nodes: list[tuple[int, int]] = []
        cuts: list[tuple[int, int]] = []
        parents: set[int] = set()
        for row in visible:
            entry = self.rows.entry(row)
            if entry < 0:
                cuts.append((~entry, row))
                parents.add(~entry)
            for node in self.view._nodes_in(row):
                nodes.append((node, row))
                parents.add(self.trace.parent[node])
        above = self.rows.entry(visible[0])  # edges may run past all that is in sight
        above = ~above if above < 0 else above
        while above != NO_NODE:
            parents.add(above)
            above = self.trace.parent[above]
        parents.discard(NO_NODE)
        for parent in parents:
            self._edges(parent, visible)
        for node, row in cuts:
            self._cut(node, row)
        top, held = self.view.held()
        for node, row in nodes:
            if node not in held:
                self._node(node, row)
        self._held(top, held)

    def _held(self, top: float, held: list[int]) -> None:
        """Paint what is held at the top, each node joined to what is below it."""
        view, zoom = self.view, self.view.zoom
        for node in held:
            box = view._box(node, top)
            on_path = node in self.path
            colour = self.look.path if on_path else self.look.line
            self.painter.setPen(QPen(colour, (3.0 if on_path else 1.3) * self._thin))
            gap = (COLUMN - BOX) * zoom * (0.45 if node == held[-1] else 1)
            end = QPointF(box.right() + gap, box.center().y())
            self.painter.drawLine(QPointF(box.right(), end.y()), end)
            self._node(node, top)

    # Edges

    def _edges(self, parent: int, visible: range) -> None:
        rows, start = self.rows, self.rows.row_of(parent)
        if start is None or not rows.opens(parent):
            return
        shown = self.film.children(parent, self.view.at)
        if not shown:
            return
        heavy = next((child for child in shown if child in self.path), None)
        best = next((child for child in shown if child in self.view._best), None)
        plain = [row for child in shown if (row := rows.row_of(child)) is not None]
        self._comb(parent, start, plain, visible, QPen(self.look.line, 1.3 * self._thin))
        cut = rows.cut_row_of(parent)
        if cut is not None:
            pen = QPen(self.look.cut, 1.4 * self._thin, Qt.PenStyle.DashLine)
            self._comb(parent, start, [cut], visible, pen)
        for child, colour, width in ((best, self.look.best, 2.2), (heavy, self.look.path, 3.0)):
            row = None if child is None else rows.row_of(child)
            if row is not None:
                self._comb(parent, start, [row], visible, QPen(colour, width * self._thin))

    @property
    def _thin(self) -> float:
        return min(1.0, self.view.zoom + 0.2)

    def _comb(self, parent: int, start: int, ends: list[int], visible: range, pen: QPen) -> None:
        """Edges from a node to the rows ``ends`` of the next column, with rounded corners."""
        zoom, view = self.view.zoom, self.view
        ply = self.trace.ply[parent]
        x = view._x(ply) + BOX * zoom
        end_x = view._x(ply + 1)
        spine = x + (COLUMN - BOX) * zoom * 0.45
        radius = 6 * zoom
        y0 = view._y(start)
        path = QPainterPath()
        last = max(ends)
        if last > start:
            low = max(y0, view._y(visible[0]) - 2 * ROW * zoom)
            high = min(view._y(last) - radius, view._y(visible[-1]) + 2 * ROW * zoom)
            path.moveTo(x, y0)
            path.lineTo(spine, y0)
            if high > low:
                path.moveTo(spine, low)
                path.lineTo(spine, high)
        for row in ends:
            y = view._y(row)
            if row == start:
                path.moveTo(x, y)
                path.lineTo(end_x, y)
            elif visible[0] - 1 <= row <= visible[-1] + 1:
                path.moveTo(spine, y - radius)
                path.quadTo(spine, y, spine + radius, y)
                path.lineTo(end_x, y)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawPath(path)

    # Boxes

    def _node(self, node: int, row: float) -> None:
        view, look, painter = self.view, self.look, self.painter
        box = view._box(node, row)
        finished = self.film.is_finished(node, view.at)
        on_path, best = node in self.path, node in view._best
        here = on_path and node == self.focus[-1]
        fill, frame, width = look.back, look.line, 1.2
        if best:
            fill, frame, width = look.best_fill, look.best, 1.6
        if on_path:
            fill, frame, width = look.path_fill, look.path, 2.6 if here else 1.8
        pen = QPen(frame, width * self._thin)
        if self.trace.kind[node] == Kind.HIT:
            pen.setStyle(Qt.PenStyle.DashLine)
        if node == view._pointed:
            painter.setPen(QPen(frame, 6))
            painter.setOpacity(0.25)
            self._shape(node, box.adjusted(-2, -2, 2, 2))
            painter.setOpacity(1)
        painter.setPen(pen)
        painter.setBrush(fill)
        self._shape(node, box)
        if best:  # a double frame
            inner = 3 * view.zoom
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.best, 0.9))
            self._shape(node, box.adjusted(inner, inner, -inner, -inner))
        if self.trace.kind[node] not in (Kind.LEAF, Kind.END):
            self._window(node, box)
        if self.words:
            self._label(node, box, finished=finished, strong=best or on_path)
        if finished and not self.rows.opens(node) and self.film.all_children(node):
            self._fold_sign(box)

    def _shape(self, node: int, box: QRectF) -> None:
        """Squared where the greatest value is chosen, round for the least, between at the end."""
        if self.trace.kind[node] in (Kind.LEAF, Kind.END):
            radius = 6 * self.view.zoom
        else:
            radius = 2 * self.view.zoom if self.trace.ply[node] % 2 == 0 else box.height() / 2
        self.painter.drawRoundedRect(box, radius, radius)

    def _window(self, node: int, box: QRectF) -> None:
        """The window as a bar along the foot of the box, and the value in it."""
        if not self.view.pruning:
            return
        zoom = self.view.zoom
        inset = 9 * zoom
        track = QRectF(
            box.left() + inset, box.bottom() - 4.2 * zoom, box.width() - 2 * inset, 2.2 * zoom
        )
        low, high = self.film.window_for_root(node, self.view.at)
        left, right = self.film.place(low), self.film.place(high)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.look.line)
        self.painter.setOpacity(0.35)
        self.painter.drawRect(track)
        self.painter.setOpacity(1)
        if right > left:
            self.painter.setBrush(self.look.window)
            self.painter.drawRect(
                QRectF(
                    track.left() + left * track.width(),
                    track.top(),
                    (right - left) * track.width(),
                    track.height(),
                )
            )
        best = self.film.best_for_root(node, self.view.at)
        if best is not None:
            x = track.left() + self.film.place(best) * track.width()
            self.painter.setBrush(self.look.ink)
            self.painter.drawRect(
                QRectF(x - 1.1 * zoom, track.top() - 1.2 * zoom, 2.2 * zoom, 4.2 * zoom)
            )

    def _label(self, node: int, box: QRectF, *, finished: bool, strong: bool) -> None:
        painter, zoom, look = self.painter, self.view.zoom, self.look
        middle = box.center().y() - 1.2 * zoom
        x = box.left() + 10 * zoom
        if node:
            colour = 3 - self.film.turn(node)
            paint_stone(painter, QPointF(x + 3 * zoom, middle), 4.2 * zoom, colour)
        else:
            painter.setPen(look.ink)
            paint_chooser(painter, QPointF(x + 3 * zoom, middle), 8 * zoom, True)
        font = painter.font()
        font.setBold(strong)
        painter.setFont(font)
        painter.setPen(look.ink if strong or not finished else look.soft)
        text_box = QRectF(x + 10 * zoom, box.top() - 1.4 * zoom, box.width(), box.height())
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        name = move_label(self.film, node)
        painter.drawText(text_box, flags, name)
        metrics = QFontMetricsF(font)
        room = box.width() - 32 * zoom - metrics.horizontalAdvance(name)
        value = self._value(node, finished, label=value_label)
        for shorter in (short_label, shortest_label):
            if metrics.horizontalAdvance(value) > room:
                value = self._value(node, finished, label=shorter)
        if metrics.horizontalAdvance(value) > room:
            value = value.replace(" ", "")
        painter.setPen(look.ink if strong or finished else look.soft)
        text_box.setRight(box.right() - 9 * zoom)
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        painter.drawText(text_box, flags, value)
        font.setBold(False)
        painter.setFont(font)

    def _value(self, node: int, finished: bool, *, label: Callable[[int], str]) -> str:
        if finished:
            return node_label(self.film, node, label=label)
        best = self.film.best_for_root(node, self.view.at)
        return "…" if best is None else label(best) + " …"

    def _fold_sign(self, box: QRectF) -> None:
        """A small triangle beside a node that can be unfolded."""
        zoom = self.view.zoom
        x, y = box.right() + 4 * zoom, box.center().y()
        path = QPainterPath(QPointF(x, y - 3.5 * zoom))
        path.lineTo(x + 5 * zoom, y)
        path.lineTo(x, y + 3.5 * zoom)
        path.closeSubpath()
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.look.soft)
        self.painter.drawPath(path)

    def _cut(self, node: int, row: int) -> None:
        """The moves cut off at a node, in one grey box, and why."""
        view, look, painter, zoom = self.view, self.look, self.painter, self.view.zoom
        moves = self.trace.cut_off(node)
        names = " ".join(point_name(move) for move in moves[:CUT_NAMES])
        if len(moves) > CUT_NAMES:
            names += " …"
        text = ngettext("✕ {count} cut: {moves}", "✕ {count} cut: {moves}", len(moves)).format(
            count=len(moves), moves=names
        )
        height = BOX_HEIGHT * zoom
        x, y = view._x(self.trace.ply[node] + 1), view._y(row)
        width = max(BOX * zoom, self.metrics.horizontalAdvance(text) + 16 * zoom)
        box = QRectF(x, y - height / 2, width if self.words else BOX * zoom, height)
        now = self.film.cut[node] == view.at
        painter.setPen(QPen(look.cut, (2.2 if now else 1) * self._thin, Qt.PenStyle.DashLine))
        painter.setBrush(look.cut_fill)
        painter.drawRoundedRect(box, 3 * zoom, 3 * zoom)
        painter.setPen(Qt.PenStyle.NoPen)
        hatch = QBrush(look.line, Qt.BrushStyle.BDiagPattern)
        painter.setBrush(hatch)
        painter.setOpacity(0.45)
        painter.drawRoundedRect(box, 3 * zoom, 3 * zoom)
        painter.setOpacity(1)
        if not self.words:
            return
        painter.setPen(look.cut if now else look.soft)
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.drawText(box.adjusted(8 * zoom, 0, 0, 0), flags, text)
        left = box.right() + 7 * zoom
        room = view.viewport().width() - left - 4
        if room > LEAST_REASON * zoom:
            reason = self.metrics.elidedText(
                cut_reason(self.film, node), Qt.TextElideMode.ElideRight, room
            )
            painter.drawText(QRectF(left, box.top(), room, height), flags, reason)
