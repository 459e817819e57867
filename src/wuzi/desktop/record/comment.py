"""What is said about the position shown, to be read and written."""

from __future__ import annotations

from qtpy.QtCore import QEvent, QTimer
from qtpy.QtGui import QFocusEvent
from qtpy.QtWidgets import QPlainTextEdit, QWidget

from wuzi.desktop.desk import Desk
from wuzi.desktop.words import _
from wuzi.rules import Node

PAUSE = 700
"""Milliseconds without a key after which what was written is kept."""
LINES = 3
AROUND = 20
"""Pixels of frame and room above and below the lines, together."""


class CommentEditor(QPlainTextEdit):
    """The comment of the node shown.

    What is typed stands in the node at once; the desk is told a moment later. It is one line
    high until there is something to read or to write in a game.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._node: Node = desk.node
        self._filling = False
        self._tall = False
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(PAUSE)
        self._late.timeout.connect(self.settle)
        self.setTabChangesFocus(True)
        self.textChanged.connect(self._typed)
        desk.position_changed.connect(self._follow)
        desk.tree_changed.connect(self._follow)
        desk.game_changed.connect(lambda: self._fit(False))
        self._follow()
        self._fit(False)
        self.retranslate()

    def _typed(self) -> None:
        if not self._filling:
            self._node.notes.comment = self.toPlainText()
            self._desk.changed = True
            self._late.start()

    def settle(self) -> None:
        """Tell the desk of what was written."""
        waiting = self._late.isActive() or self.sender() is self._late
        self._late.stop()
        if waiting and self._desk.changed:  # else it has been saved meanwhile
            self._desk.touch()

    def _follow(self) -> None:
        """Show the comment of the node shown."""
        if self._node is not self._desk.node:
            self.settle()
            self._node = self._desk.node
        comment = self._node.notes.comment if self._node.has_notes else ""
        if comment != self.toPlainText():
            self._filling = True
            self.setPlainText(comment)
            self._filling = False
            self._fit(self._tall)

    def _fit(self, tall: bool) -> None:
        """Be one line high, or three where there is a comment; once ``tall``, that stays."""
        self._tall = tall or self.hasFocus() or bool(self.toPlainText())
        lines = LINES if self._tall else 1
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + AROUND)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make room to write."""
        super().focusInEvent(event)
        self._fit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep what was written."""
        super().focusOutEvent(event)
        self.settle()

    def hideEvent(self, event: QEvent) -> None:
        """Keep what was written."""
        super().hideEvent(event)  # type: ignore[arg-type]
        self.settle()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.FontChange and hasattr(self, "_tall"):
            self._fit(self._tall)

    def retranslate(self) -> None:
        """Say what this is for."""
        self.setPlaceholderText(_("Say something about this position"))
        self.setAccessibleName(_("Comment"))
