"""The variation tree: every move a small stone, clicked to be looked at."""

from __future__ import annotations

from qtpy.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from qtpy.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from qtpy.QtWidgets import QAbstractScrollArea, QWidget

from wuzi.desktop.desk import Desk
from wuzi.desktop.record.placing import Chain, Placer, Placing
from wuzi.desktop.record.rows import Numbers
from wuzi.desktop.style import colours, scaled
from wuzi.desktop.words import _
from wuzi.rules import BLACK, Node

STEP = 30
"""Pixels from column to column, and from row to row."""
RADIUS = 11.0
EDGE = 10
_SMALL = 3
PART = 1500
"""Nodes that are placed at a time."""


class VariationTree(QAbstractScrollArea):
    """The tree of the desk's game; it follows the node that is shown.

    Left and right walk along a line, up and down to the neighbouring variation.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional
    """

    asked = Signal(QPoint)
    """The menu of the node shown is wanted there (on the screen)."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.placing = Placing()
        self._numbers = Numbers(desk.game)
        self._placer: Placer | None = None
        self._stale = True
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.timeout.connect(self._bring_up)
        self.setObjectName("canvas")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        desk.tree_changed.connect(self._wait)
        desk.position_changed.connect(self._follow)
        self.retranslate()

    def _wait(self) -> None:
        self._stale = True
        if self.isVisible():
            self._late.start(0)

    def _follow(self) -> None:
        if self.isVisible():
            self._bring_up()

    def _bring_up(self) -> None:
        """Place the tree anew if it has changed, and show the current node.

        A large tree is placed part by part; the one before is shown meanwhile.
        """
        if self._stale:
            self._stale = False
            self._placer = Placer(self._desk.game.root)
        if self._placer is not None:
            if not self._placer.go_on(PART):
                self._late.start(0)
                return
            self.placing, self._placer = self._placer.placing, None
            self._numbers = Numbers(self._desk.game)
            self._fit()
        self._show_current()
        self.viewport().update()

    def showEvent(self, event: QEvent) -> None:
        """Be up to date when seen."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._bring_up()

    def hideEvent(self, event: QEvent) -> None:
        """Do nothing while hidden."""
        super().hideEvent(event)  # type: ignore[arg-type]
        self._late.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the scroll bars."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """A few rows."""
        return QSize(340, 180)

    # Places

    def _fit(self) -> None:
        for bar, room, count in (
            (self.horizontalScrollBar(), self.viewport().width(), self.placing.columns),
            (self.verticalScrollBar(), self.viewport().height(), len(self.placing.rows)),
        ):
            bar.setRange(0, max(0, count * STEP + 2 * EDGE - room))
            bar.setPageStep(room)
            bar.setSingleStep(STEP)

    def centre(self, node: Node) -> QPointF:
        """The middle of a node's stone in the viewport."""
        column, row = self.placing.places[id(node)]
        return self._middle(column, row)

    def _middle(self, column: int, row: int) -> QPointF:
        x = EDGE + (column + 0.5) * STEP - self.horizontalScrollBar().value()
        y = EDGE + (row + 0.5) * STEP - self.verticalScrollBar().value()
        return QPointF(x, y)

    def _show_current(self) -> None:
        found = self.placing.places.get(id(self._desk.node))
        if found is None:
            return
        for bar, room, at in (
            (self.horizontalScrollBar(), self.viewport().width(), found[0]),
            (self.verticalScrollBar(), self.viewport().height(), found[1]),
        ):
            low = at * STEP - STEP
            high = (at + 2) * STEP + 2 * EDGE - room
            bar.setValue(min(max(bar.value(), high), low))

    def node_at(self, place: QPoint) -> Node | None:
        """The node whose stone is there in the viewport, if any."""
        x = place.x() + self.horizontalScrollBar().value() - EDGE
        y = place.y() + self.verticalScrollBar().value() - EDGE
        return self.placing.at(x // STEP, y // STEP) if x >= 0 and y >= 0 else None

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what is in view."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = max(0, (self.horizontalScrollBar().value() - EDGE) // STEP)
        right = left + self.viewport().width() // STEP + 2
        top = max(0, (self.verticalScrollBar().value() - EDGE) // STEP)
        bottom = top + self.viewport().height() // STEP + 2
        path = {id(node) for node in self._desk.node.path()}
        for chains in self.placing.rows:
            for chain in chains:
                if chain.start <= right and chain.start + len(chain.nodes) > left:
                    self._connect(painter, chain, top, bottom, path)
        for chains in self.placing.rows[top:bottom]:
            for chain in chains:
                for at in range(max(left, chain.start), min(right, chain.start + len(chain.nodes))):
                    self._stone(painter, chain, at, chain.nodes[at - chain.start])
        painter.end()

    def _connect(
        self, painter: QPainter, chain: Chain, top: int, bottom: int, path: set[int]
    ) -> None:
        """The lines along a chain and up to the one it leaves, darker on the current path."""
        own, row = colours(), chain.row
        thin, thick = QPen(QColor(own.edge), 2), QPen(QColor(own.accent), 2)
        if chain.parent is not None and chain.parent[1] < bottom and row >= top:
            painter.setPen(thick if id(chain.nodes[0]) in path else thin)
            start, turn = self._middle(*chain.parent), self._middle(chain.parent[0], row)
            bend = QPointF(turn.x(), turn.y() - STEP / 2)
            painter.drawLine(start, bend)
            painter.drawLine(bend, self._middle(chain.start, row))
        if not top <= row < bottom or len(chain.nodes) == 1:
            return
        known = sum(1 for node in chain.nodes if id(node) in path)
        first, last = chain.start, chain.start + len(chain.nodes) - 1
        painter.setPen(thin)
        painter.drawLine(self._middle(first, row), self._middle(last, row))
        if known > 1:
            painter.setPen(thick)
            painter.drawLine(self._middle(first, row), self._middle(first + known - 1, row))

    def _stone(self, painter: QPainter, chain: Chain, column: int, node: Node) -> None:
        own = colours()
        middle = self._middle(column, chain.row)
        current = node is self._desk.node
        if current:
            painter.setPen(QPen(QColor(own.accent), 2.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, RADIUS + 2.5, RADIUS + 2.5)
        if node.move is None:
            painter.setPen(QPen(QColor(own.pale), 1.4))
            painter.setBrush(QColor(own.card))
            side = RADIUS - 4
            painter.drawRoundedRect(
                QRectF(middle.x() - side, middle.y() - side, 2 * side, 2 * side), 3, 3
            )
        else:
            number, mover = self._numbers.of(node)
            black = mover == BLACK
            painter.setPen(QPen(QColor("#77787c"), 1))
            painter.setBrush(QColor("#26272a" if black else "#fbfaf7"))
            painter.drawEllipse(middle, RADIUS, RADIUS)
            painter.setPen(QColor("#f4f2ee" if black else "#26272a"))
            painter.setFont(scaled(self.font(), 0.78 if number < 100 else 0.62))
            box = QRectF(middle.x() - STEP / 2, middle.y() - STEP / 2, STEP, STEP)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), str(number))
        if node.has_notes and node.notes.comment:
            painter.setPen(QPen(QColor(own.card), 1))
            painter.setBrush(QColor(own.accent))
            painter.drawEllipse(QPointF(middle.x() + 8.5, middle.y() - 8.5), _SMALL, _SMALL)

    # Acting

    def event(self, event: QEvent) -> bool:
        """Keep the arrows up and down for the variations."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                event.accept()
                return True
        elif event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk."""
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._aside(-1 if key == Qt.Key.Key_Up else 1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._desk.forward(-1 if key == Qt.Key.Key_Left else 1)
        else:
            super().keyPressEvent(event)

    def _aside(self, step: int) -> None:
        """Go to the variation before or after, at this move or at the nearest fork before it."""
        node = self._desk.node
        while node.parent is not None:
            family = list(node.parent.children)
            at = family.index(node) + step
            if 0 <= at < len(family):
                self._desk.go(family[at])
                return
            node = node.parent

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the node, or show its menu."""
        node = self.node_at(event.pos())
        if node is None:
            return
        self._desk.go(node)
        if event.button() == Qt.MouseButton.RightButton:
            self.asked.emit(self.viewport().mapToGlobal(event.pos()))

    def retranslate(self) -> None:
        """Say what this is."""
        self.setAccessibleName(_("Variations"))
