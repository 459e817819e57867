"""Which of several games of a file to open."""

from __future__ import annotations

from collections.abc import Sequence

from qtpy.QtCore import QSize, Qt, Signal
from qtpy.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.words import _, ngettext
from wuzi.rules import Game


def game_line(game: Game) -> str:
    """A game in one line: who, how it ended, how long it was, when."""
    moves = len(game.moves())
    parts = [
        f"{game.black.name or '?'} - {game.white.name or '?'}",
        game.outcome.score if game.outcome is not None else "*",
        ngettext("{count} move", "{count} moves", moves).format(count=moves),
        *(game.tags[key] for key in ("event", "date") if game.tags.get(key)),
    ]
    return " · ".join(parts)


class GameChooser(QDialog):
    """A list of games; typing narrows it.

    Parameters
    ----------
    games : sequence of Game
    parent : QWidget
    """

    chosen = Signal(int)
    """The index of the game to open."""

    def __init__(self, games: Sequence[Game], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Games in this file"))
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(_("Name, date ..."))
        self.filter.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setUniformItemSizes(True)
        for number, game in enumerate(games):
            item = QListWidgetItem(f"{number + 1}.  {game_line(game)}")
            item.setData(Qt.ItemDataRole.UserRole, number)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        box = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(box.Open | box.Cancel)
        self.buttons.button(box.Open).setText(_("Open"))
        self.buttons.button(box.Cancel).setText(_("Cancel"))
        layout = QVBoxLayout(self)
        for widget in (self.filter, self.list, self.buttons):
            layout.addWidget(widget)
        self.filter.textChanged.connect(self._narrow)
        self.list.itemActivated.connect(lambda _item: self.accept())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def sizeHint(self) -> QSize:
        """Room for a dozen games."""
        return QSize(520, 420)

    def _narrow(self, text: str) -> None:
        words = text.lower().split()
        for row in range(self.list.count()):
            item = self.list.item(row)
            item.setHidden(not all(word in item.text().lower() for word in words))

    def accept(self) -> None:
        """Open the game that is marked."""
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
            super().accept()
