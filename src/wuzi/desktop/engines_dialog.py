"""The manager of the engine list: programs of other people, that window and matches share."""

from __future__ import annotations

import asyncio
import shlex
from dataclasses import replace
from typing import Final

from qtpy.QtCore import QEvent, Qt
from qtpy.QtGui import QCloseEvent
from qtpy.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.desk import Desk
from wuzi.desktop.engine_test import TestResult, try_engine
from wuzi.desktop.info_table import InfoTable
from wuzi.desktop.style import SPACE, colours
from wuzi.desktop.widgets import HintedList, label
from wuzi.desktop.words import _, translate
from wuzi.errors import N_, SettingsError, WuziError
from wuzi.rules import point_name
from wuzi.settings import EngineEntry, add_engine, remove_engine
from wuzi.settings.engines import RESTARTS

_RESTART_WORDS: Final = {
    "auto": N_("Try whether it can go on to a new game"),
    "on": N_("One process for many games"),
    "off": N_("A new process for every game"),
}
_FIELDS: Final = {
    "name": N_("Name"),
    "command": N_("Command"),
    "cwd": N_("Start in"),
    "restart": N_("Between games"),
    "info": N_("Options"),
}


class EnginesDialog(QDialog):
    """Adds, edits, tries out and removes engines.

    Every engine has a form; what is changed there holds when it is saved. A test takes what
    is in the form, saved or not.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._editing: str | None = None  # the name under which the form's engine is in the list
        self._filling = False
        self._test: asyncio.Task[None] | None = None
        self._build()
        self.resize(720, 500)
        self.retranslate()
        self._fill_list()
        desk.settings_changed.connect(self._fill_list)

    # Making it

    def _build(self) -> None:
        self.list = HintedList()
        self.list.setMinimumWidth(170)
        self.list.setStyleSheet("QListWidget::item { padding: 6px 8px; }")
        self.list.currentRowChanged.connect(self._choose)
        self.add_button, self.remove_button = QPushButton(), QPushButton()
        self.add_button.clicked.connect(self.add)
        self.remove_button.clicked.connect(self.remove)
        left = QVBoxLayout()
        left.setSpacing(SPACE)
        left.addWidget(self.list, 1)
        row = QHBoxLayout()
        row.addWidget(self.add_button, 1)
        row.addWidget(self.remove_button, 1)
        left.addLayout(row)

        self.card = QFrame()
        self.card.setObjectName("card")
        form = QVBoxLayout(self.card)
        form.setContentsMargins(16, 16, 16, 16)
        form.setSpacing(2 * SPACE)
        form.addLayout(self._build_fields())
        self.said = label()
        self.said.setWordWrap(True)
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.said.setMinimumHeight(2 * self.said.fontMetrics().height() + 4)
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        form.addWidget(self.said)
        form.addStretch(1)
        form.addLayout(self._build_buttons())

        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(2 * SPACE)
        layout.addLayout(left, 2)
        layout.addWidget(self.card, 5)

    def _build_fields(self) -> QFormLayout:
        self.name, self.command, self.cwd = QLineEdit(), QLineEdit(), QLineEdit()
        self.restart = QComboBox()
        for word in RESTARTS:
            self.restart.addItem("", word)
        self.info = InfoTable()
        self.info.edited.connect(self._edited)
        self.find_command, self.find_folder = QPushButton(), QPushButton()
        self.find_command.clicked.connect(self._find_command)
        self.find_folder.clicked.connect(self._find_folder)
        for field in (self.name, self.command, self.cwd):
            field.textChanged.connect(self._edited)
        self.restart.currentIndexChanged.connect(self._edited)

        self._labels = {key: label(pale=True) for key in _FIELDS}
        fields = QFormLayout()
        fields.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fields.setHorizontalSpacing(12)
        fields.setVerticalSpacing(10)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("name", self.name),
            ("command", _beside(self.command, self.find_command)),
            ("cwd", _beside(self.cwd, self.find_folder)),
            ("restart", self.restart),
            ("info", self.info),
        )
        for key, widget in rows:
            fields.addRow(self._labels[key], widget)
        return fields

    def _build_buttons(self) -> QHBoxLayout:
        self.test_button, self.revert_button = QPushButton(), QPushButton()
        self.save_button = QPushButton()
        self.save_button.setProperty("primary", True)
        self.test_button.clicked.connect(self.test)
        self.revert_button.clicked.connect(self.revert)
        self.save_button.clicked.connect(self.save)
        for button in (self.test_button, self.add_button, self.remove_button, self.find_command,
                       self.find_folder, self.revert_button, self.save_button):  # fmt: skip
            button.setAutoDefault(False)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE)
        buttons.addWidget(self.test_button)
        buttons.addStretch(1)
        buttons.addWidget(self.revert_button)
        buttons.addWidget(self.save_button)
        return buttons

    def retranslate(self) -> None:
        """Show the words of the language spoken now."""
        self.setWindowTitle(_("Engines"))
        for key, word in _FIELDS.items():
            self._labels[key].setText(_(word))
        for at, word in enumerate(RESTARTS):
            self.restart.setItemText(at, _(_RESTART_WORDS[word]))
        self.info.retranslate()
        self.list.hint = _("No engine yet: add one.")
        self.list.viewport().update()
        for field, words in (
            (self.list, _("Engines")),
            (self.name, _("Name")),
            (self.command, _("Command")),
            (self.cwd, _("Start in")),
            (self.restart, _("Between games")),
        ):
            field.setAccessibleName(words)
        self.name.setPlaceholderText(_("a short word, such as rapfi"))
        self.command.setPlaceholderText(_("program and arguments"))
        self.cwd.setPlaceholderText(_("the folder of this program"))
        self.add_button.setText(_("Add"))
        self.remove_button.setText(_("Remove"))
        self.find_command.setText(_("Find..."))
        self.find_folder.setText(_("Find..."))
        self.revert_button.setText(_("Revert"))
        self.save_button.setText(_("Save"))
        self._show_buttons()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # The list

    def _fill_list(self) -> None:
        """Show the engines of the settings, and keep what is being edited."""
        names = [entry.name for entry in self._desk.settings.engines]
        if [self.list.item(at).text() for at in range(self.list.count())] != names:
            self.list.blockSignals(True)
            self.list.clear()
            self.list.addItems(names)
            self.list.blockSignals(False)
        if self._editing in names or self._is_begun():
            self._mark_row()
            self._show_buttons()
        elif names:
            self._show(self._desk.settings.engines[0])
            self._mark_row()
        else:
            self.add()

    def _choose(self, row: int) -> None:
        engines = self._desk.settings.engines
        if not 0 <= row < len(engines) or engines[row].name == self._editing:
            return
        if self.is_changed() and self._is_begun():
            self._say(_("Save or revert what you have changed first."), alarm=True)
            self._mark_row()
            return
        self._show(engines[row])

    def _is_begun(self) -> bool:
        return self._editing is not None or bool(self.name.text() or self.command.text())

    def _mark_row(self) -> None:
        """Let the list show which engine is in the form."""
        names = [entry.name for entry in self._desk.settings.engines]
        self.list.blockSignals(True)
        self.list.setCurrentRow(names.index(self._editing) if self._editing in names else -1)
        self.list.blockSignals(False)

    def _show(self, entry: EngineEntry | None) -> None:
        """Put an engine into the form; ``None``: one that is new."""
        self._end_test()
        self._filling = True
        self._editing = None if entry is None else entry.name
        self.name.setText("" if entry is None else entry.name)
        self.command.setText("" if entry is None else entry.command)
        self.cwd.setText("" if entry is None else entry.cwd or "")
        self.restart.setCurrentIndex(RESTARTS.index("auto" if entry is None else entry.restart))
        self.info.show_info({} if entry is None else entry.info)
        for field in (self.name, self.command, self.cwd):
            field.setCursorPosition(0)
        self._filling = False
        self._say("")
        self._show_buttons()

    # The form

    def entry(self) -> EngineEntry:
        """What is in the form.

        Raises
        ------
        SettingsError
            If it cannot be an engine.
        """
        return EngineEntry(
            self.name.text().strip(),
            self.command.text().strip(),
            self.cwd.text().strip() or None,
            self.info.info(),
            self.restart.currentData(),
        )

    def _saved(self) -> EngineEntry | None:
        engines = self._desk.settings.engines
        return next((entry for entry in engines if entry.name == self._editing), None)

    def is_changed(self) -> bool:
        """Whether the form holds something else than the list."""
        saved = self._saved()
        try:
            return self.entry() != saved
        except SettingsError:
            return saved is not None or bool(self.name.text() or self.command.text())

    def _edited(self, *_told: object) -> None:
        if not self._filling:
            self._say("")
            self._show_buttons()

    def _show_buttons(self) -> None:
        changed = self.is_changed()
        running = self._test is not None
        self.save_button.setEnabled(changed)
        self.revert_button.setEnabled(changed)
        self.remove_button.setEnabled(self._editing is not None)
        self.test_button.setEnabled(running or bool(self.command.text().strip()))
        self.test_button.setText(_("Stop") if running else _("Test"))

    def _say(self, text: str, *, alarm: bool = False) -> None:
        self.said.setText(text)
        self.said.setStyleSheet(f"color: {colours().alarm};" if alarm else "")

    def add(self) -> None:
        """Begin an engine that is not in the list yet."""
        if self.is_changed() and self._is_begun():
            self._say(_("Save or revert what you have changed first."), alarm=True)
            return
        self._show(None)
        self._mark_row()
        self.name.setFocus()

    def revert(self) -> None:
        """Show the engine as it is in the list."""
        self._show(self._saved())
        self._fill_list()

    def save(self) -> None:
        """Put what is in the form into the list."""
        settings = self._desk.settings
        engines = settings.engines
        try:
            entry = self.entry()
            engines = self._replaced(engines, entry)
        except SettingsError as error:
            self._say(translate(error), alarm=True)
            return
        self._editing = entry.name
        self._desk.set_settings(replace(settings, engines=engines))
        self._say(_("{name} is in the list now.").format(name=entry.name))

    def _replaced(
        self, engines: tuple[EngineEntry, ...], entry: EngineEntry
    ) -> tuple[EngineEntry, ...]:
        old = self._saved()
        if old is None:
            return add_engine(engines, entry)
        others = remove_engine(engines, old.name)
        add_engine(others, entry)  # refused if its new name is another's
        at = engines.index(old)
        return (*others[:at], entry, *others[at:])

    def remove(self) -> None:
        """Take the engine off the list and show the first of the others."""
        saved = self._saved()
        if saved is None:
            return
        settings = self._desk.settings
        self._show(None)
        engines = remove_engine(settings.engines, saved.name)
        self._desk.set_settings(replace(settings, engines=engines))
        self._say(_("{name} is no longer in the list.").format(name=saved.name))

    # Files

    def _find_command(self) -> None:
        dialog = QFileDialog(self, _("The program of the engine"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.command.setText(shlex.quote(path)))
        dialog.open()

    def _find_folder(self) -> None:
        dialog = QFileDialog(self, _("The folder to start it in"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.cwd.setText)
        dialog.open()

    # Trying it out

    def test(self) -> None:
        """Start what is in the form and ask it for a move, or stop doing so."""
        if self._test is not None:
            self._end_test()
            self._say(_("The test was stopped."))
            return
        try:
            entry = self.entry() if self.name.text().strip() else self._unnamed()
        except SettingsError as error:
            self._say(translate(error), alarm=True)
            return
        self._say(_("Starting {name}...").format(name=entry.name))
        self._test = self._desk.run(self._try(entry))
        self._show_buttons()

    def _unnamed(self) -> EngineEntry:
        """An engine that has no name yet can be tried out all the same."""
        self._filling = True
        self.name.setText("?")
        try:
            return self.entry()
        finally:
            self.name.clear()
            self._filling = False

    async def _try(self, entry: EngineEntry) -> None:
        this = asyncio.current_task()
        try:
            result = await try_engine(
                entry, lambda mark, line: self._desk.traffic.emit(entry.name, mark, line)
            )
        except WuziError as error:
            said, alarm = translate(error), True
        else:
            said, alarm = _result_words(entry, result), False
        if self._test is this:
            self._test = None
            self._say(said, alarm=alarm)
            self._show_buttons()

    def _end_test(self) -> None:
        task, self._test = self._test, None
        if task is not None:
            task.cancel()
            self._show_buttons()

    def closeEvent(self, event: QCloseEvent) -> None:
        """End a test; its program is gone with it."""
        self._end_test()
        super().closeEvent(event)

    def reject(self) -> None:
        """Escape closes it like the window's button does."""
        self._end_test()
        super().reject()


def _beside(field: QLineEdit, button: QPushButton) -> QWidget:
    """A field with a button at its end."""
    both = QWidget()
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE)
    row.addWidget(field, 1)
    row.addWidget(button)
    return both


def _result_words(entry: EngineEntry, result: TestResult) -> str:
    name = " ".join(filter(None, (result.name or entry.name, result.version)))
    if result.author:
        name = _("{name} by {author}").format(name=name, author=result.author)
    return _(
        "{name} works: ready after {started} s, it opens with {point} after {thought} s."
    ).format(
        name=name,
        started=f"{result.started:.2f}",
        point=point_name(result.move),
        thought=f"{result.thought:.2f}",
    )
