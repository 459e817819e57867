"""The lines of the window in which it speaks: what happened below, what it offers above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from qtpy.QtCore import QEvent, Qt, QTimer, Signal
from qtpy.QtGui import QAction, QKeyEvent
from qtpy.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QWidget

from wuzi.desktop.icons import icon
from wuzi.desktop.style import SPACE
from wuzi.desktop.widgets import ElidedLabel, ToolButton, label, restyle
from wuzi.desktop.words import _

STAYS: Final = 8_000
"""Milliseconds that a notice stays; a complaint stays until the next event or a click."""


class MoveEntry(QLineEdit):
    """A line for a typed move; Esc leaves it."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave at Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class NoticeBar(QFrame):
    """The bottom line: a sentence, the entry for moves, and facts about the game.

    Parameters
    ----------
    parent : QWidget, optional
    """

    typed = Signal(str)
    """A move was typed."""
    left = Signal()
    """The entry was left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.said = ElidedLabel()
        self.said.setObjectName("said")
        self.facts = label(size=0.92, pale=True)
        self.entry = MoveEntry()
        self.entry.setFixedWidth(220)
        self.entry.hide()
        self.entry.returnPressed.connect(self._enter)
        self.entry.left.connect(self.leave_entry)
        self._dismiss = QAction(self)
        self._dismiss.triggered.connect(lambda *_: self.clear())
        self._button = ToolButton(self._dismiss)
        self._button.hide()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.clear)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, 0, 2 * SPACE, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.entry)
        layout.addWidget(self.said, 1)
        layout.addWidget(self._button)
        layout.addWidget(self.facts)
        self.setFixedHeight(38)
        self.retranslate()

    def tell(self, text: str, *, alarm: bool = False, lasting: bool = False) -> None:
        """Show a sentence; it takes the place of the one before.

        Parameters
        ----------
        text : str
        alarm : bool, default False
            Whether something went wrong.
        lasting : bool, default False
            Whether it stays until there is something else to say.
        """
        self.said.set_text(text)
        self._button.setVisible(bool(text) and alarm)
        restyle(self, "alarm", bool(text) and alarm)
        restyle(self.said, "alarm", bool(text) and alarm)
        self._timer.stop()
        if text and not alarm and not lasting:
            self._timer.start(STAYS)

    def clear(self) -> None:
        """Say nothing."""
        self.tell("")

    @property
    def alarmed(self) -> bool:
        """Whether a complaint is shown."""
        return bool(self.property("alarm"))

    def open_entry(self) -> None:
        """Let a move be typed."""
        self.entry.clear()
        self.entry.show()
        self.entry.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave_entry(self) -> None:
        """Put the entry away."""
        if self.entry.isVisible():
            self.entry.hide()
            self.left.emit()

    def _enter(self) -> None:
        text = self.entry.text().strip()
        if text:
            self.entry.clear()
            self.typed.emit(text)
        else:
            self.leave_entry()

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self.entry.setPlaceholderText(_("h8, then Enter"))
        self.entry.setAccessibleName(_("A move"))
        self._dismiss.setToolTip(_("Close"))
        self._dismiss.setIcon(icon("close"))

    def changeEvent(self, event: QEvent) -> None:
        """Follow language and look."""
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self.retranslate()
        super().changeEvent(event)


class OfferBar(QFrame):
    """A line above the board that offers something and waits as long as one likes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("result")
        self.said = ElidedLabel()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(2 * SPACE, SPACE, 2 * SPACE, SPACE)
        self._row.addWidget(self.said, 1)
        self.buttons: list[QPushButton] = []
        self.hide()

    def offer(self, text: str, answers: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Show a sentence and a button for each answer; any of them ends the offer."""
        self.withdraw()
        self.said.set_text(text)
        for at, (words, act) in enumerate(answers):
            button = QPushButton(words)
            button.setProperty("primary", at == 0)
            button.clicked.connect(lambda *_, act=act: self._answer(act))
            self._row.addWidget(button)
            self.buttons.append(button)
        self.show()

    def _answer(self, act: Callable[[], object]) -> None:
        self.withdraw()
        act()

    def withdraw(self) -> None:
        """Offer nothing."""
        self.hide()
        for button in self.buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self.buttons.clear()
