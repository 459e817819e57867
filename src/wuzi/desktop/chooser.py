"""Choosing a player: a person, a level, our engine, a textbook search, a program."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from qtpy.QtCore import QEvent, Qt, Signal
from qtpy.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.desk import Desk
from wuzi.desktop.widgets import ElidedCombo, label
from wuzi.desktop.words import _
from wuzi.errors import WuziError
from wuzi.players import Who, levels, parse_who, title
from wuzi.players.plugins import plugin_names

if TYPE_CHECKING:
    from wuzi.textbook.options import Option

_COMMAND: Final = "command"
_TEXTBOOK: Final = "textbook"
_SEARCHES: Final = ("alphabeta", "minimax", "greedy", "random")
"""The searches of :mod:`wuzi.textbook`, the most telling first."""
FIRST: Final = ("depth", "evaluation", "ordering", "table", "deepening", "cap", "scores")
"""Options that are shown first; the rest follows."""


class OptionsForm(QWidget):
    """A field for each option of a search, at its default until changed."""

    def __init__(self, options: Sequence[Option], given: Mapping[str, str]) -> None:
        super().__init__()
        self._fields: dict[str, tuple[Option, QWidget]] = {}
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 8, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setSpacing(6)
        rank = {name: at for at, name in enumerate(FIRST)}
        for option in sorted(options, key=lambda option: rank.get(option.name, len(rank))):
            field = _field(option, given.get(option.name))
            field.setToolTip(_(option.help))
            if not isinstance(field, QComboBox):
                field.setMinimumWidth(72)
            field.setAccessibleName(option.name)
            name = label(option.name, pale=True)
            name.setToolTip(_(option.help))
            name.setBuddy(field)
            form.addRow(name, field)
            self._fields[option.name] = option, field

    def texts(self) -> dict[str, str]:
        """The options that are not at their default, as a WHO text writes them."""
        found = {}
        for name, (option, field) in self._fields.items():
            text = _text(field)
            if text and text != _plain(option.default):
                found[name] = text
        return found


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _field(option: Option, given: str | None) -> QWidget:
    """The widget for an option's kind."""
    default = option.default
    if given is not None:
        with contextlib.suppress(WuziError):  # settings may say anything
            default = option.parse(given)
    if option.kind == "int":
        spin = QSpinBox()
        least = 0 if option.least is None else option.least
        most = 10**9 if option.most is None else option.most
        spin.setRange(int(least), int(min(most, 10**9)))
        spin.setValue(int(default or 0))
        return spin
    if option.kind == "number":
        real = QDoubleSpinBox()
        least = 0.0 if option.least is None else option.least
        most = 10.0**6 if option.most is None else option.most
        real.setRange(float(least), float(min(most, 10.0**6)))
        real.setSingleStep(0.1)
        real.setValue(float(default or 0))
        return real
    if option.kind == "switch":
        box = QCheckBox()
        box.setChecked(bool(default))
        return box
    if option.kind == "choice":
        combo = QComboBox()
        combo.addItems(list(option.choices))
        wide = combo.fontMetrics().horizontalAdvance
        combo.setMinimumWidth(max(map(wide, option.choices), default=72) + 48)
        combo.setCurrentText(_plain(default))
        return combo
    return QLineEdit(_plain(default))


def _text(field: QWidget) -> str:
    if isinstance(field, QSpinBox):
        return str(field.value())
    if isinstance(field, QDoubleSpinBox):
        return f"{field.value():g}"
    if isinstance(field, QCheckBox):
        return "on" if field.isChecked() else "off"
    if isinstance(field, QComboBox):
        return field.currentText()
    assert isinstance(field, QLineEdit)
    return field.text().strip()


class PlayerChooser(QWidget):
    """Chooses one player; what it has chosen is a WHO text.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional
    """

    changed = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.kind = ElidedCombo()
        self.kind.setMaxVisibleItems(20)
        self.search = QComboBox()
        self.command = QLineEdit()
        self.threads = QSpinBox()
        self.threads.setRange(1, 256)
        self._threads_label = label(pale=True)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setMinimumHeight(170)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.form: OptionsForm | None = None
        self._given: Mapping[str, str] = {}
        self._given_to = ""  # the search whose options those are
        self._extra: Mapping[str, str] = {}
        threads = QFormLayout()
        threads.addRow(self._threads_label, self.threads)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.kind)
        layout.addWidget(self.search)
        layout.addWidget(self.command)
        layout.addLayout(threads)
        layout.addWidget(self._area, 1)
        layout.addStretch(0)
        self.search.addItems(list(_SEARCHES))
        self.kind.currentIndexChanged.connect(lambda *_: self._choose())
        self.search.currentTextChanged.connect(lambda *_: self._choose_search())
        self.command.textChanged.connect(lambda *_: self.changed.emit())
        self.retranslate()

    def _rows(self) -> list[tuple[str, str]]:
        """What can be chosen: text and a word for it."""
        rows = [(title(parse_who("human")), "human")]
        for level in levels():
            who = f"level:{level.number}"
            rows.append((title(parse_who(who)), who))
        rows.append((_("Wuzi, the strong engine"), "wuzi"))
        rows.append((_("A textbook search..."), _TEXTBOOK))
        rows += [(name, name) for name in plugin_names()]
        rows += [(entry.name, f"engine:{entry.name}") for entry in self._desk.settings.engines]
        rows.append((_("A command..."), _COMMAND))
        return rows

    def who(self) -> str:
        """The WHO text of what is chosen.

        Raises
        ------
        ParseError
            If it names nothing.
        """
        kind = self.kind.currentData()
        if kind == _COMMAND:
            return parse_who(self.command.text()).text
        if kind == _TEXTBOOK:
            options = self.form.texts() if self.form is not None else self._options_given()
            words = [f"{key}={value}" for key, value in options.items()]
            return ",".join([f"textbook:{self.search.currentText()}", *words])
        if kind == "wuzi":
            threads = self.threads.value()
            options = ({"threads": str(threads)} if threads > 1 else {}) | dict(self._extra)
            return ",".join(["wuzi", *(f"{key}={value}" for key, value in options.items())])
        return str(kind)

    def _options_given(self) -> Mapping[str, str]:
        return self._given if self.search.currentText() == self._given_to else {}

    def set_who(self, text: str) -> None:
        """Choose the player of a WHO text; a person, if it names nobody."""
        try:
            who = parse_who(text)
        except WuziError:  # settings may say anything
            who = parse_who("human")
        self._given, self._extra = {}, {}
        if who.kind == "textbook":
            self._given, self._given_to = dict(who.options), who.name
            self.search.setCurrentText(who.name)
        elif who.kind == "wuzi":
            options = dict(who.options)
            threads = options.pop("threads", "1")
            self.threads.setValue(int(threads) if threads.isdecimal() else 1)
            self._extra = options
        elif who.kind == "command":
            self.command.setText(who.text)
        self.kind.setCurrentIndex(max(self.kind.findData(_key(who)), 0))
        self._choose()

    def _choose(self) -> None:
        """Show what belongs to the kind chosen."""
        kind = self.kind.currentData()
        self.search.setVisible(kind == _TEXTBOOK)
        self.command.setVisible(kind == _COMMAND)
        self.threads.setVisible(kind == "wuzi")
        self._threads_label.setVisible(kind == "wuzi")
        self._area.setVisible(kind == _TEXTBOOK)
        if kind == _TEXTBOOK and self.form is None:
            self._choose_search()
        self.changed.emit()

    def _choose_search(self) -> None:
        self.form = None
        if self.kind.currentData() == _TEXTBOOK:
            self._desk.run(self._show_options(self.search.currentText()))

    async def _show_options(self, name: str) -> None:
        """Make the form of a search's options, which are learnt in a thread: it loads NumPy."""
        options = await asyncio.to_thread(_describe, name)
        if name != self.search.currentText():
            return
        self.form = OptionsForm(options, self._options_given())
        self._area.setWidget(self.form)
        self.form.ensurePolished()
        self._area.setMinimumWidth(self.form.minimumSizeHint().width() + 12)  # and a scroll bar
        self.changed.emit()

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        chosen = self.kind.currentData()
        self.kind.blockSignals(True)
        self.kind.clear()
        for text, word in self._rows():
            self.kind.addItem(text, word)
        self.kind.setCurrentIndex(max(self.kind.findData(chosen), 0))
        self.kind.blockSignals(False)
        self.command.setPlaceholderText(_("path of an engine, and its arguments"))
        self._threads_label.setText(_("Threads"))
        self._choose()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


def _key(who: Who) -> str:
    """The word under which a player's kind is listed."""
    if who.kind in (_TEXTBOOK, _COMMAND, "wuzi"):
        return who.kind
    return who.name if who.kind == "plugin" else who.text


def _describe(name: str) -> tuple[Option, ...]:
    from wuzi.textbook.thinkers import describe  # noqa: PLC0415  # loads NumPy

    return describe(name)
