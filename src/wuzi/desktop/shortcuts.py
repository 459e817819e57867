"""Everything the window can be told, by name: its text, its keys, its icon; and the list of keys.

A :class:`Commands` makes a ``QAction`` of each :class:`Command`, gives it the keys of the
settings where they say something else, and keeps text and icons in step with language and
look. Other parts' actions join by :meth:`Commands.adopt`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from qtpy.QtCore import QEvent, QObject, Qt, Signal
from qtpy.QtGui import QAction, QKeySequence
from qtpy.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.desk import Desk
from wuzi.desktop.icons import icon
from wuzi.desktop.widgets import label
from wuzi.desktop.words import _
from wuzi.errors import N_

SEPARATOR: Final = ";"
"""Between several keys for one command, in the settings."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something the window can be told.

    Attributes
    ----------
    name : str
        Stable; the settings use it.
    text : str
        As menus show it, in English.
    keys : str
        The keys it has by default, parted by :data:`SEPARATOR`.
    icon : str
    checkable : bool
    repeats : bool
        Whether holding the key down goes on.
    """

    name: str
    text: str
    keys: str = ""
    icon: str = ""
    checkable: bool = False
    repeats: bool = False


GROUPS: Final[dict[str, tuple[Command, ...]]] = {
    N_("File"): (Command("quit", N_("Quit"), "Ctrl+Q"),),
    N_("Game"): (
        Command("new", N_("New game..."), "F2", "new"),
        Command("restart", N_("Restart"), "R;Ctrl+N", "restart"),
        Command("undo", N_("Take back"), "U;Ctrl+Z", "undo", repeats=True),
        Command("redo", N_("Make again"), "Y;Ctrl+Y;Ctrl+Shift+Z", "redo", repeats=True),
        Command("hint", N_("Hint"), "H", "hint"),
        Command("now", N_("Move now"), "M", "now"),
        Command("pause", N_("Pause"), "P", "pause", checkable=True),
        Command("swap", N_("Swap sides"), "W", "swap"),
        Command("draw", N_("Offer a draw"), "D", "draw"),
        Command("resign", N_("Resign"), "Ctrl+R", "resign"),
        Command("type", N_("Type a move"), "/", "type"),
    ),
    N_("Go"): (
        Command("first", N_("First position"), "Home;Up", "first"),
        Command("back", N_("Back"), "Left", "back", repeats=True),
        Command("forward", N_("Forward"), "Right", "forward", repeats=True),
        Command("last", N_("Last position"), "End;Down", "last"),
    ),
    N_("View"): (
        Command("play", N_("Play"), "Ctrl+1", checkable=True),
        Command("analyse", N_("Analyse"), "Ctrl+2", checkable=True),
        Command("setup", N_("Set up"), "Ctrl+3", checkable=True),
        Command("trace", N_("Search"), "Ctrl+4", checkable=True),
        Command("analysis", N_("Start or stop the analysis"), "Space"),
        Command("coordinates", N_("Coordinates"), checkable=True),
        Command("numbers", N_("Move numbers"), "N", checkable=True),
        Command("forbidden", N_("Forbidden points"), checkable=True),
        Command("full", N_("Full screen"), "F11", checkable=True),
    ),
    N_("Tools"): (
        Command("settings", N_("Settings..."), "Ctrl+,", "settings"),
        Command("engines", N_("Engines..."), icon="engine"),
        Command("self_play", N_("Self-play...")),
        Command("statistics", N_("Results...")),
        Command("log", N_("Protocol log...")),
    ),
    N_("Help"): (
        Command("keys", N_("Keys..."), "?;F1", "help"),
        Command("about", N_("About Wuzi")),
    ),
}
"""The commands of the window's own, by the heading of their menu."""

FIXED: Final = (
    (N_("Move the cursor on the board"), N_("Tab, then arrows; Ctrl+arrows")),
    (N_("Play at the cursor"), "Enter"),
    (N_("Take the cursor or a region away"), "Esc"),
)
"""Keys of the board itself, which cannot be changed."""


class Commands(QObject):
    """The actions of a window.

    Parameters
    ----------
    desk : Desk
    window : QWidget
        In which the keys work.
    """

    changed = Signal()
    """Keys, or the list of actions, have changed."""

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._desk = desk
        self._window = window
        self._own: dict[str, Command] = {}
        self._defaults: dict[str, list[QKeySequence]] = {}
        self.actions: dict[str, QAction] = {}
        self.groups: dict[str, list[str]] = {}
        for group, commands in GROUPS.items():
            for command in commands:
                self._add(group, command)
        desk.settings_changed.connect(self.apply_keys)
        self.retranslate()
        self.apply_keys()

    def _add(self, group: str, command: Command) -> None:
        action = QAction(self)
        action.setCheckable(command.checkable)
        action.setAutoRepeat(command.repeats)
        self._own[command.name] = command
        self._join(group, command.name, action, _sequences(command.keys))

    def _join(self, group: str, name: str, action: QAction, keys: list[QKeySequence]) -> None:
        self.actions[name] = action
        self._defaults[name] = keys
        self.groups.setdefault(group, []).append(name)
        self._window.addAction(action)

    def adopt(self, group: str, actions: Iterable[QAction]) -> list[QAction]:
        """Take in other parts' actions; each is known by its ``objectName``, if it has one."""
        taken = list(actions)
        for at, action in enumerate(taken):
            name = action.objectName() or f"{group}.{at}"
            self._join(group, name, action, list(action.shortcuts()))
        self.apply_keys()
        return taken

    def on(self, name: str, act: Callable[[], object]) -> None:
        """Have ``act`` called when the command is given."""
        self.actions[name].triggered.connect(lambda *_: act())

    def __getitem__(self, name: str) -> QAction:
        return self.actions[name]

    def set_enabled(self, **states: bool) -> None:
        """Say which commands are possible now."""
        for name, state in states.items():
            self.actions[name].setEnabled(state)

    def apply_keys(self) -> None:
        """Give every action its keys: those of the settings, or its own."""
        chosen = self._desk.settings.window.shortcuts
        for name, action in self.actions.items():
            keys = _sequences(chosen[name]) if name in chosen else self._defaults[name]
            if list(action.shortcuts()) != keys:
                action.setShortcuts(keys)
        self._tell_keys()
        self.changed.emit()

    def set_keys(self, name: str, keys: str | None) -> None:
        """Change the keys of an action, also in the settings; ``None``: the default again.

        Keys that another action had are taken from it.
        """
        chosen = dict(self._desk.settings.window.shortcuts)
        if keys is None:
            chosen.pop(name, None)
        else:
            chosen[name] = keys
        wanted = self._defaults[name] if keys is None else _sequences(keys)
        for other, action in self.actions.items():
            left = [key for key in action.shortcuts() if key not in wanted]
            if other != name and len(left) != len(action.shortcuts()):
                chosen[other] = SEPARATOR.join(key.toString() for key in left)
        settings = self._desk.settings
        window = replace(settings.window, shortcuts=chosen)
        self._desk.set_settings(replace(settings, window=window))

    def _tell_keys(self) -> None:
        for action in self.actions.values():
            keys = [_shown(key) for key in action.shortcuts()]
            name = action.text().replace("&", "").rstrip(".")
            action.setToolTip(f"{name} ({', '.join(keys)})" if keys else name)

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        for name, command in self._own.items():
            self.actions[name].setText(_(command.text))
        self._tell_keys()
        self.recolour()

    def recolour(self) -> None:
        """Draw the icons in the colours of the look that is on now."""
        for name, command in self._own.items():
            if command.icon:
                self.actions[name].setIcon(icon(command.icon))


def _sequences(keys: str) -> list[QKeySequence]:
    return [QKeySequence(key) for key in keys.split(SEPARATOR) if key]


def _shown(key: QKeySequence) -> str:
    return key.toString(QKeySequence.SequenceFormat.NativeText)


class KeysDialog(QDialog):
    """The list of keys, where they can be changed.

    Parameters
    ----------
    commands : Commands
    parent : QWidget, optional
    """

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self.tree = QTreeWidget()
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(12)
        self.tree.setColumnCount(2)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._explained = label(pale=True)
        self._explained.setWordWrap(True)
        self.keys = QKeySequenceEdit()
        self.set_button = QPushButton()
        self.reset_button = QPushButton()
        self.tree.currentItemChanged.connect(lambda *_: self._choose())
        self.set_button.clicked.connect(self._set)
        self.reset_button.clicked.connect(self._reset)
        row = QHBoxLayout()
        row.addWidget(self.keys, 1)
        row.addWidget(self.set_button)
        row.addWidget(self.reset_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 20)
        layout.setSpacing(12)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self._explained)
        layout.addLayout(row)
        self.resize(480, 620)
        commands.changed.connect(self._fill)
        self.retranslate()

    def _fill(self) -> None:
        chosen = self.current()
        self.tree.blockSignals(True)
        self.tree.clear()
        for group, names in self._commands.groups.items():
            head = QTreeWidgetItem([_(group), ""])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = head.font(0)
            font.setBold(True)
            head.setFont(0, font)
            self.tree.addTopLevelItem(head)
            for name in names:
                action = self._commands[name]
                if action.isSeparator() or not action.text():
                    continue
                keys = ",  ".join(map(_shown, action.shortcuts()))
                item = QTreeWidgetItem([action.text().replace("&", "").rstrip("."), keys])
                item.setData(0, Qt.ItemDataRole.UserRole, name)
                head.addChild(item)
                if name == chosen:
                    self.tree.setCurrentItem(item)
        head = QTreeWidgetItem([_("Board"), ""])
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = head.font(0)
        font.setBold(True)
        head.setFont(0, font)
        self.tree.addTopLevelItem(head)
        for text, keys in FIXED:
            item = QTreeWidgetItem([_(text), _(keys)])
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            head.addChild(item)
        self.tree.expandAll()
        self.tree.blockSignals(False)
        self._choose()

    def current(self) -> str | None:
        """The name of the command that is chosen in the list."""
        item = self.tree.currentItem()
        name = None if item is None else item.data(0, Qt.ItemDataRole.UserRole)
        return name if isinstance(name, str) else None

    def _choose(self) -> None:
        name = self.current()
        for widget in (self.keys, self.set_button, self.reset_button):
            widget.setEnabled(name is not None)
        keys = [] if name is None else list(self._commands[name].shortcuts())
        self.keys.setKeySequence(keys[0] if keys else QKeySequence())

    def _set(self) -> None:
        name = self.current()
        if name is not None:
            first = self.keys.keySequence().toString().partition(",")[0]
            self._commands.set_keys(name, first)

    def _reset(self) -> None:
        name = self.current()
        if name is not None:
            self._commands.set_keys(name, None)

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self.setWindowTitle(_("Keys"))
        self.tree.setHeaderLabels([_("Command"), _("Keys")])
        self._explained.setText(
            _("Choose a command, press its new keys in the field, and set them.")
        )
        self.set_button.setText(_("Set"))
        self.reset_button.setText(_("Default"))
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
