"""Self-play: a match between two programs, in a window, while it is played."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Final

from qtpy.QtCore import QEvent, Qt
from qtpy.QtGui import QCloseEvent, QShowEvent
from qtpy.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from wuzi.archive.words import player_words
from wuzi.arena import export
from wuzi.arena.record import GameRecord
from wuzi.desktop.chooser import PlayerChooser
from wuzi.desktop.desk import Desk
from wuzi.desktop.match_results import MatchResults
from wuzi.desktop.match_run import MatchOrder, MatchRun
from wuzi.desktop.style import SPACE, colours
from wuzi.desktop.widgets import label, settle_entry
from wuzi.desktop.words import _, ngettext, translate
from wuzi.errors import N_, WuziError
from wuzi.play import TimeControl
from wuzi.players import check_who, parse_who
from wuzi.rules import MAX_SIZE, MIN_SIZE, RULES

_CLOCKS: Final = (
    ("", N_("As each likes")),
    ("/0.1", N_("0.1 seconds a move")),
    ("/0.5", N_("0.5 seconds a move")),
    ("/1", N_("1 second a move")),
    ("/5", N_("5 seconds a move")),
    ("10+0.1", N_("10 seconds each, 0.1 a move more")),
    ("60+0.5", N_("1 minute each, 0.5 seconds a move more")),
)
"""Clocks to choose from; another may be typed as the command line takes it."""
_OPENINGS: Final = (
    ("", N_("Balanced openings")),
    ("random", N_("Random openings")),
    ("empty", N_("The empty board")),
)
_LABELS: Final = {
    "rounds": N_("Rounds"),
    "rule": N_("Rule"),
    "size": N_("Board size"),
    "clock": N_("Time"),
    "openings": N_("Openings"),
    "at_once": N_("At a time"),
}
_FILTERS: Final = (N_("Table of the games (*.csv)"), N_("All games (*.sgf)"))


class _ProgramChooser(PlayerChooser):
    """Chooses a player, but no person."""

    def _rows(self) -> list[tuple[str, str]]:
        return [row for row in super()._rows() if row[1] != "human"]


class SelfPlayDialog(QDialog):
    """Two programs, a number of rounds, and what they come to, game by game.

    Every round is two games from one opening, with colours swapped. Closing the dialog
    ends the match.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._area = QScrollArea()
        self.match: MatchRun | None = None
        self._running: asyncio.Task[None] | None = None
        self._build()
        self.a.set_who("level:2")
        self.b.set_who("level:1")
        self.resize(980, 640)
        self.retranslate()

    # Making it

    def _build(self) -> None:
        self.a, self.b = _ProgramChooser(self._desk), _ProgramChooser(self._desk)
        self.rounds, self.size_spin, self.at_once = QSpinBox(), QSpinBox(), QSpinBox()
        self.rounds.setRange(1, 10_000)
        self.rounds.setValue(10)
        self.rounds.valueChanged.connect(self._show_games)
        self.size_spin.setRange(MIN_SIZE, MAX_SIZE)
        self.size_spin.setValue(self._desk.settings.play.size)
        cores = os.cpu_count() or 1
        self.at_once.setRange(1, max(cores, 1))
        self.at_once.setValue(max(cores // 2, 1))
        self.rule, self.clock, self.openings = QComboBox(), QComboBox(), QComboBox()
        for rule in RULES.values():
            self.rule.addItem("", rule.name)
        self.rule.setCurrentIndex(max(self.rule.findData(self._desk.settings.play.rule), 0))
        self.clock.setEditable(True)
        for word, _text in _CLOCKS:
            self.clock.addItem("", word)
        for word, _text in _OPENINGS:
            self.openings.addItem("", word)
        self.results = MatchResults()
        self.results.chosen.connect(self._open)
        self.said = label(pale=True)
        self.said.setWordWrap(True)
        for chooser in (self.a, self.b):
            chooser.changed.connect(self._fit)
        self.start_button, self.export_button = QPushButton(), QPushButton()
        self.start_button.setProperty("primary", True)
        self.start_button.setAutoDefault(False)
        self.export_button.setAutoDefault(False)
        self.start_button.clicked.connect(self._start_or_stop)
        self.export_button.clicked.connect(self._ask_where)
        self._lay_out()

    def _lay_out(self) -> None:
        self.order = QWidget()
        left = QVBoxLayout(self.order)
        left.setContentsMargins(0, 0, SPACE, 0)
        left.setSpacing(2 * SPACE)
        self._heads = [label(bold=True), label(bold=True)]
        for head, chooser in zip(self._heads, (self.a, self.b), strict=True):
            card = QFrame()
            card.setObjectName("card")
            inside = QVBoxLayout(card)
            inside.setContentsMargins(14, 12, 14, 14)
            inside.addWidget(head)
            inside.addWidget(chooser, 1)
            left.addWidget(card)
        left.addLayout(self._build_grid())
        left.addStretch(1)
        area = self._area
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.order)
        narrow = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        for box in self.order.findChildren(QComboBox):
            box.setSizeAdjustPolicy(narrow)
            box.setMinimumContentsLength(8)

        right = QVBoxLayout()
        right.setSpacing(SPACE)
        right.addWidget(self.results, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE)
        buttons.addWidget(self.said, 1)
        buttons.addWidget(self.export_button)
        buttons.addWidget(self.start_button)
        right.addLayout(buttons)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(area, 2)
        layout.addLayout(right, 3)

    def _build_grid(self) -> QGridLayout:
        self._labels: dict[str, QLabel] = {name: label(pale=True) for name in _LABELS}
        self.games = label(pale=True)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        rows: tuple[tuple[str, QWidget, int, int, int], ...] = (
            ("rounds", self.rounds, 0, 1, 1),
            ("at_once", self.at_once, 0, 3, 1),
            ("rule", self.rule, 2, 1, 1),
            ("size", self.size_spin, 2, 3, 1),
            ("clock", self.clock, 3, 1, 3),
            ("openings", self.openings, 4, 1, 3),
        )
        for name, field, row, column, span in rows:
            grid.addWidget(self._labels[name], row, column - 1)
            grid.addWidget(field, row, column, 1, span)
            self._labels[name].setBuddy(field)
        grid.addWidget(self.games, 1, 1, 1, 3)
        return grid

    def retranslate(self) -> None:
        """Show the words of the language spoken now."""
        self.setWindowTitle(_("Self-play"))
        for name, word in _LABELS.items():
            self._labels[name].setText(_(word))
        self._heads[0].setText(_("Player A"))
        self._heads[1].setText(_("Player B"))
        for at in range(self.rule.count()):
            self.rule.setItemText(at, _(RULES[self.rule.itemData(at)].title))
        typed = self.clock.currentIndex() < 0 or self.clock.currentText() != self.clock.itemText(
            self.clock.currentIndex()
        )
        text = self.clock.currentText()
        for at, (_word, words) in enumerate(_CLOCKS):
            self.clock.setItemText(at, _(words))
        if typed and text:
            self.clock.setEditText(text)
        settle_entry(self.clock)
        for at, (_word, words) in enumerate(_OPENINGS):
            self.openings.setItemText(at, _(words))
        self.export_button.setText(_("Export..."))
        self._show_games()
        self._show_state()
        self._fit()

    def _fit(self) -> None:
        """Give the set-up the width that it needs."""
        for part in (self.order, *self.order.findChildren(QWidget)):
            part.ensurePolished()
        layout = self.order.layout()
        assert layout is not None
        layout.invalidate()  # of parts that had not been polished when it was asked last
        self._area.setMinimumWidth(self.order.minimumSizeHint().width() + 2 * SPACE)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit, now that all fonts and margins are known."""
        super().showEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _show_games(self, *_told: object) -> None:
        count = 2 * self.rounds.value()
        words = _("{n} games, with swapped colours")
        self.games.setText(words.format(n=count))

    def _show_state(self) -> None:
        running = self._running is not None
        self.order.setEnabled(not running)
        self.start_button.setText(_("Stop") if running else _("Start"))
        self.export_button.setEnabled(self.match is not None and bool(self.match.records))

    def _say(self, text: str, *, alarm: bool = False) -> None:
        self.said.setText(text)
        self.said.setStyleSheet(f"color: {colours().alarm};" if alarm else "")

    # Playing

    def wanted(self) -> MatchOrder:
        """The match that is set up.

        Raises
        ------
        WuziError
            If a player or the clock is none.
        """
        at = self.clock.findText(self.clock.currentText())
        clock = self.clock.currentText().strip() if at < 0 else self.clock.itemData(at)
        control = TimeControl.parse(clock)
        return MatchOrder(
            self.a.who(),
            self.b.who(),
            self.rounds.value(),
            self.rule.currentData(),
            self.size_spin.value(),
            clock if control != TimeControl() else "",
            self.openings.currentData(),
            self.at_once.value(),
        )

    def _start_or_stop(self) -> None:
        if self._running is not None:
            self.stop()
            return
        try:
            order = self.wanted()
        except WuziError as error:
            self._say(translate(error), alarm=True)
            return
        self.start(order)

    def start(self, order: MatchOrder) -> None:
        """Begin a match."""
        self.match = MatchRun(order, self._follow)
        self.results.begin((player_words("", order.a), player_words("", order.b)))
        self._say(_("The match begins..."))
        self._running = self._desk.run(self._play(self.match, order))
        self._show_state()

    async def _play(self, match: MatchRun, order: MatchOrder) -> None:
        said, alarm = "", False
        try:
            for who in (order.a, order.b):  # loads what the player needs
                await asyncio.to_thread(check_who, parse_who(who))
            await match.run()
        except WuziError as error:
            said, alarm = translate(error), True
        else:
            said = _("Stopped.") if match.stopped else _("The match is over.")
        finally:
            self._running = None
        self._say(said, alarm=alarm)
        self._show_state()

    def _follow(self) -> None:
        match = self.match
        if match is None:
            return
        if match.standing is not None:
            self.results.follow(match.standing, match.records)
            self._say("" if match.records else match.note)
        elif match.note:
            self._say(match.note)
        self._show_state()

    def stop(self) -> None:
        """End the match at once; what was played stays."""
        if self.match is not None and self._running is not None:
            self.match.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the match."""
        self.stop()
        super().closeEvent(event)

    def reject(self) -> None:
        """Escape closes the dialog only where that ends no match."""
        if self._running is None:
            super().reject()

    # Its games

    def _open(self, record: GameRecord) -> None:
        """Show a game of the match in the window."""
        self._desk.run(self._desk.open_game(record.as_game()))

    def _ask_where(self) -> None:
        dialog = QFileDialog(self, _("Export the match"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([_(words) for words in _FILTERS])
        dialog.setDefaultSuffix("csv")
        dialog.filterSelected.connect(
            lambda chosen: dialog.setDefaultSuffix("sgf" if "sgf" in chosen else "csv")
        )
        dialog.fileSelected.connect(lambda path: self.export(Path(path)))
        dialog.open()

    def export(self, path: Path) -> None:
        """Write the games into a table (CSV), or as SGF if the name ends so."""
        match = self.match
        if match is not None and match.spec is not None:
            self._desk.run(self._export(match, path))

    async def _export(self, match: MatchRun, path: Path) -> None:
        assert match.spec is not None
        records = tuple(match.records)
        try:
            if path.suffix.lower() == ".sgf":
                await asyncio.to_thread(export.write_sgf, records, path)
            else:
                await asyncio.to_thread(export.write_csv, match.spec, records, path)
        except WuziError as error:
            self._say(translate(error), alarm=True)
            return
        words = ngettext(
            "One game written to {file}.", "{n} games written to {file}.", len(records)
        )
        self._say(words.format(n=len(records), file=path.name))
