"""How one moment of a search's tree is painted: its boxes, its edges and what was cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from qtpy.QtCore import QPointF, QRectF, Qt
from qtpy.QtGui import QBrush, QFontMetricsF, QPainter, QPainterPath, QPen

from wuzi.desktop.trace.captions import (
    cut_reason,
    move_label,
    node_label,
    short_label,
    shortest_label,
    value_label,
)
from wuzi.desktop.trace.look import Look, paint_chooser, paint_stone
from wuzi.desktop.trace.rows import Rows
from wuzi.desktop.words import ngettext
from wuzi.rules import point_name
from wuzi.textbook.trace import NO_NODE, Kind
from wuzi.textbook.trace_film import Film

if TYPE_CHECKING:
    from wuzi.desktop.trace.tree import TreeView

ROW: Final = 27.0
COLUMN: Final = 138.0
BOX: Final = 112.0
BOX_HEIGHT: Final = 21.0
CUT_NAMES: Final = 5
"""Of a long list of moves cut off, this many are named."""
LEAST_REASON: Final = 60.0
"""With less room than that it is left out."""
NAMES_FROM: Final = 0.5
"""The zoom below which boxes have no words."""


class Brush:
    """Paints the boxes and edges of one moment."""

    def __init__(
        self, view: TreeView, painter: QPainter, look: Look, film: Film, rows: Rows
    ) -> None:
        self.view, self.painter, self.look = view, painter, look
        self.film, self.rows, self.trace = film, rows, film.trace
        self.focus = view.focus
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
            for node in self.view.nodes_in(row):
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
            box = view.box_of(node, top)
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
        best = next((child for child in shown if child in self.view.best), None)
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
        x = view.x_of(ply) + BOX * zoom
        end_x = view.x_of(ply + 1)
        spine = x + (COLUMN - BOX) * zoom * 0.45
        radius = 6 * zoom
        y0 = view.y_of(start)
        path = QPainterPath()
        last = max(ends)
        if last > start:
            low = max(y0, view.y_of(visible[0]) - 2 * ROW * zoom)
            high = min(view.y_of(last) - radius, view.y_of(visible[-1]) + 2 * ROW * zoom)
            path.moveTo(x, y0)
            path.lineTo(spine, y0)
            if high > low:
                path.moveTo(spine, low)
                path.lineTo(spine, high)
        for row in ends:
            y = view.y_of(row)
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
        box = view.box_of(node, row)
        finished = self.film.is_finished(node, view.at)
        on_path, best = node in self.path, node in view.best
        here = on_path and node == self.focus[-1]
        fill, frame, width = look.back, look.line, 1.2
        if best:
            fill, frame, width = look.best_fill, look.best, 1.6
        if on_path:
            fill, frame, width = look.path_fill, look.path, 2.6 if here else 1.8
        pen = QPen(frame, width * self._thin)
        if self.trace.kind[node] == Kind.HIT:
            pen.setStyle(Qt.PenStyle.DashLine)
        if node == view.pointed_at:
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
        x, y = view.x_of(self.trace.ply[node] + 1), view.y_of(row)
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
