"""The dialog of the settings; what is changed there holds at once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from qtpy.QtCore import QEvent, Qt
from qtpy.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.board.themes import THEMES
from wuzi.desktop.chooser import PlayerChooser
from wuzi.desktop.desk import Desk
from wuzi.desktop.play_panel import SLOWEST
from wuzi.desktop.widgets import label
from wuzi.desktop.words import _, current_language
from wuzi.errors import N_, WuziError
from wuzi.settings import LANGUAGES
from wuzi.settings.window import LOOKS, MOST_LINES

LOOK_WORDS: Final = {
    "system": N_("As the system"),
    "light": N_("Light"),
    "dark": N_("Dark"),
}
_SWITCHES: Final = {
    "coordinates": N_("Coordinates"),
    "numbers": N_("Move numbers"),
    "ghost": N_("A stone under the pointer"),
    "forbidden": N_("Forbidden points"),
    "confirm": N_("A second click confirms a move"),
    "colour_blind": N_("Marks for colour-blind eyes"),
}


class SettingsDialog(QDialog):
    """Look, board, language, the pace of engines, and what analyses.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.language = QComboBox()
        self.look = QComboBox()
        self.board = QComboBox()
        self.switches = {name: QCheckBox() for name in _SWITCHES}
        self.pace = QSlider(Qt.Orientation.Horizontal)
        self.pace.setRange(0, SLOWEST)
        self.pace.setInvertedAppearance(True)  # faster to the right
        self.analyst = PlayerChooser(desk)
        self.lines = QSpinBox()
        self.lines.setRange(1, MOST_LINES)
        self.done_button = QPushButton()
        self.done_button.setProperty("primary", True)
        self.done_button.setDefault(True)
        self._labels: dict[str, QLabel] = {}
        self._filling = False
        self._lay_out()
        self._connect()
        desk.settings_changed.connect(self._fill)
        self.retranslate()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 20)
        layout.setSpacing(16)
        form = QFormLayout()
        form.setSpacing(10)
        form.setHorizontalSpacing(20)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, field in (
            ("language", self.language),
            ("look", self.look),
            ("board", self.board),
            ("pace", self.pace),
            ("analyst", self.analyst),
            ("lines", self.lines),
        ):
            self._labels[name] = label(pale=True)
            form.addRow(self._labels[name], field)
        layout.addLayout(form)
        for box in self.switches.values():
            layout.addWidget(box)
        layout.addStretch(1)
        layout.addWidget(self.done_button, 0, Qt.AlignmentFlag.AlignRight)
        self.setMinimumWidth(460)

    def _connect(self) -> None:
        self.language.activated.connect(lambda *_: self._choose_language())
        self.look.activated.connect(lambda *_: self._change(look=self.look.currentData()))
        self.board.activated.connect(lambda *_: self._change(board=self.board.currentData()))
        for name, box in self.switches.items():
            box.toggled.connect(self._switcher(name))
        self.pace.valueChanged.connect(lambda value: self._change(pace=value))
        self.analyst.changed.connect(self._choose_analyst)
        self.lines.valueChanged.connect(self._choose_lines)
        self.done_button.clicked.connect(self.accept)

    def _switcher(self, name: str) -> Callable[[bool], None]:
        return lambda on: self._change(**{name: on})

    def _change(self, **changes: Any) -> None:
        if not self._filling:
            settings = self._desk.settings
            window = replace(settings.window, **changes)
            self._desk.set_settings(replace(settings, window=window))

    def _choose_language(self) -> None:
        settings = replace(self._desk.settings, language=self.language.currentData())
        self._desk.set_settings(settings)

    def _choose_analyst(self) -> None:
        if self._filling:
            return
        with contextlib.suppress(WuziError):  # a command that is only half typed
            who = self.analyst.who()
            if who != "human":
                settings = self._desk.settings
                analysis = replace(settings.analysis, who=who)
                self._desk.set_settings(replace(settings, analysis=analysis))

    def _choose_lines(self, count: int) -> None:
        if not self._filling:
            settings = self._desk.settings
            analysis = replace(settings.analysis, lines=count)
            self._desk.set_settings(replace(settings, analysis=analysis))

    def _fill(self) -> None:
        """Show the settings as they are."""
        if self._filling:
            return
        self._filling = True
        settings = self._desk.settings
        window = settings.window
        self.language.setCurrentIndex(max(self.language.findData(current_language()), 0))
        self.look.setCurrentIndex(max(self.look.findData(window.look), 0))
        self.board.setCurrentIndex(max(self.board.findData(window.board), 0))
        for name, box in self.switches.items():
            box.setChecked(getattr(window, name))
        self.pace.setValue(window.pace)
        self.lines.setValue(settings.analysis.lines)
        if not self.analyst.isVisible():  # not while somebody types there
            self.analyst.set_who(settings.analysis.who)
        self._filling = False

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self._filling = True
        self.setWindowTitle(_("Settings"))
        texts = {
            "language": _("Language"),
            "look": _("Window"),
            "board": _("Board"),
            "pace": _("Pace of two engines"),
            "analyst": _("Hints and analysis by"),
            "lines": _("Lines of an analysis"),
        }
        for name, text in texts.items():
            self._labels[name].setText(text)
            self._labels[name].setMinimumWidth(self._labels[name].sizeHint().width())
        _refill(self.language, [(name, code) for code, name in LANGUAGES.items()])
        _refill(self.look, [(_(LOOK_WORDS[word]), word) for word in LOOKS])
        _refill(self.board, [(_(theme.title), name) for name, theme in THEMES.items()])
        for name, box in self.switches.items():
            box.setText(_(_SWITCHES[name]))
        self.done_button.setText(_("Done"))
        self._filling = False
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


def _refill(combo: QComboBox, rows: list[tuple[str, str]]) -> None:
    combo.clear()
    for text, word in rows:
        combo.addItem(text, word)
