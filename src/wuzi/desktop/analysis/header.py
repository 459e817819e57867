"""The head of the analysis: start and stop, the engine, how many lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from qtpy.QtCore import QSignalBlocker, Qt
from qtpy.QtWidgets import QComboBox, QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from wuzi.desktop.analysis.analysis import Analysis
from wuzi.desktop.desk import Desk
from wuzi.desktop.widgets import ElidedLabel, label
from wuzi.desktop.words import _, ngettext
from wuzi.errors import N_, WuziError
from wuzi.players import parse_who, title
from wuzi.settings import AnalysisDefaults
from wuzi.settings.window import MOST_LINES

_STATES: Final = {
    "off": N_("stopped"),
    "starting": N_("starting ..."),
    "thinking": N_("thinking"),
    "done": N_("finished"),
}
TEXTBOOK: Final = "textbook:alphabeta,depth=4"


class Header(QFrame):
    """Controls of an :class:`Analysis`, tinted: this is not a game."""

    def __init__(self, desk: Desk, analysis: Analysis) -> None:
        super().__init__()
        self.setObjectName("analysisHead")
        self._desk = desk
        self._analysis = analysis
        self._heading = label(size=1.1, bold=True)
        self.status = ElidedLabel()
        self.status.setProperty("pale", True)
        self.button = QPushButton()
        self.button.setCheckable(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(analysis.switch)
        self.engines = QComboBox()
        self.engines.setMinimumContentsLength(12)
        self.engines.activated.connect(self._choose_engine)
        self.lines = QComboBox()
        self.lines.activated.connect(lambda index: self._choose_lines(index + 1))
        top, bottom = QHBoxLayout(), QHBoxLayout()
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(self._heading)
        text.addWidget(self.status)
        top.addLayout(text, 1)
        top.addWidget(self.button)
        bottom.addWidget(self.engines, 1)
        bottom.addWidget(self.lines)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 12)
        layout.setSpacing(10)
        layout.addLayout(top)
        layout.addLayout(bottom)
        analysis.changed.connect(self.refresh)
        desk.settings_changed.connect(self.show_settings)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self._heading.setText(_("Analysis"))
        self.engines.setToolTip(_("The engine that analyses"))
        self.engines.setAccessibleName(_("The engine that analyses"))
        self.lines.setToolTip(_("How many of the best moves are looked at"))
        self.lines.setAccessibleName(_("How many of the best moves are looked at"))
        self.show_settings()
        self.refresh()

    def refresh(self) -> None:
        """Show whether the engine thinks."""
        analysis = self._analysis
        self.button.setChecked(analysis.on)
        self.button.setText(_("Stop") if analysis.on else _("Start"))
        self.button.setToolTip(_("Start or stop the analysis (space bar)"))
        words = [_(_STATES[analysis.state])]
        if analysis.on and analysis.is_plain:
            words.append(_("tells its best move only"))
        if analysis.on and analysis.saying:
            words = [analysis.saying]
        self.status.set_text(" · ".join(words))

    def show_settings(self) -> None:
        """Show the engines there are, and what is chosen."""
        chosen = self._desk.settings.analysis
        with QSignalBlocker(self.lines), QSignalBlocker(self.engines):
            self.lines.clear()
            for count in range(1, MOST_LINES + 1):
                text = ngettext("{count} line", "{count} lines", count)
                self.lines.addItem(text.format(count=count), count)
            self.lines.setCurrentIndex(chosen.lines - 1)
            self.engines.clear()
            for who in self._choices(chosen.who):
                self.engines.addItem(_title(who), who)
            self.engines.setCurrentIndex(self.engines.findData(chosen.who))

    def _choices(self, chosen: str) -> list[str]:
        """WHO texts: our engine, the textbook, those of the engine list, and the chosen one."""
        listed = [f"engine:{entry.name}" for entry in self._desk.settings.engines]
        return list(dict.fromkeys(["wuzi", *listed, TEXTBOOK, chosen]))

    def _choose_engine(self, index: int) -> None:
        self._set(replace(self._desk.settings.analysis, who=self.engines.itemData(index)))

    def _choose_lines(self, lines: int) -> None:
        self._set(replace(self._desk.settings.analysis, lines=lines))

    def _set(self, chosen: AnalysisDefaults) -> None:
        self._desk.set_settings(replace(self._desk.settings, analysis=chosen))


def _title(who: str) -> str:
    try:
        return "Wuzi" if who == "wuzi" else title(parse_who(who))
    except WuziError:  # an engine that has been removed from the list; asking it will say so
        return who
