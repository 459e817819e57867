"""The dialog that begins a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from qtpy.QtCore import QEvent
from qtpy.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.chooser import PlayerChooser
from wuzi.desktop.desk import Desk, NewGame
from wuzi.desktop.icons import stone_picture
from wuzi.desktop.style import SPACE
from wuzi.desktop.widgets import label, settle_entry
from wuzi.desktop.words import _, capital, translate
from wuzi.errors import N_, WuziError
from wuzi.play import TimeControl
from wuzi.rules import MAX_SIZE, MIN_SIZE, RULES, Game, parse_rule
from wuzi.settings.phrases import rule_word

CLOCKS: Final = (
    ("", N_("No clock")),
    ("60", N_("1 minute each")),
    ("300+3", N_("5 minutes each, 3 seconds a move more")),
    ("600", N_("10 minutes each")),
    ("900+10", N_("15 minutes each, 10 seconds a move more")),
    ("/10", N_("10 seconds a move")),
    ("/30", N_("30 seconds a move")),
)
"""Clocks to choose from; another may be typed as the command line takes it."""


class ClockChooser(QComboBox):
    """Chooses a time control, or lets one be typed."""

    def __init__(self) -> None:
        super().__init__()
        self.setEditable(True)
        self.retranslate()

    def control(self) -> TimeControl:
        """The time control chosen.

        Raises
        ------
        ParseError
            If what was typed is none.
        """
        text = self.currentText().strip()
        at = self.findText(text)
        return TimeControl.parse(text if at < 0 else self.itemData(at))

    def set_control(self, text: str) -> None:
        """Choose the time control ``text``."""
        at = self.findData("" if text == "none" else text)
        if at >= 0:
            self.setCurrentIndex(at)
        else:
            self.setEditText(text)

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        at, text = self.findText(self.currentText()), self.currentText()
        self.clear()
        for control, words in CLOCKS:
            self.addItem(_(words), control)
        if text and at < 0:
            self.setEditText(text)
        else:
            self.setCurrentIndex(max(at, 0))
        edit = self.lineEdit()
        if edit is not None:
            edit.setPlaceholderText("300/10+2")
        settle_entry(self)


class NewGameDialog(QDialog):
    """Asks for rule, board, players and clocks, and begins the game.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.rule = QComboBox()
        self.size_spin = QSpinBox()
        self.size_spin.setRange(MIN_SIZE, MAX_SIZE)
        self.forbidden = QComboBox()
        self.black = PlayerChooser(desk)
        self.white = PlayerChooser(desk)
        self.clock = ClockChooser()
        self.white_clock = ClockChooser()
        self.own_clock = QCheckBox()
        self.from_here = QCheckBox()
        self.wrong = label()
        self.wrong.setWordWrap(True)
        self.wrong.setObjectName("wrong")
        self.wrong.hide()
        self.swap_button = QPushButton()
        self.start_button = QPushButton()
        self.start_button.setProperty("primary", True)
        self.start_button.setDefault(True)
        self.cancel_button = QPushButton()
        self._labels: dict[str, QLabel] = {
            name: label(pale=True) for name in ("rule", "size", "forbidden", "clock")
        }
        self._heads = {name: label(bold=True) for name in ("black", "white")}
        self._lay_out()
        self.rule.currentIndexChanged.connect(lambda *_: self._show_parts())
        self.own_clock.toggled.connect(lambda *_: self._show_parts())
        self.from_here.toggled.connect(lambda *_: self._show_parts())
        self.swap_button.clicked.connect(self._swap)
        self.start_button.clicked.connect(self.start)
        self.cancel_button.clicked.connect(self.reject)
        self.retranslate()
        self._fill()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 20)
        layout.setSpacing(2 * SPACE)
        players = QHBoxLayout()
        players.setSpacing(2 * SPACE)
        for name, chooser in (("black", self.black), ("white", self.white)):
            players.addWidget(self._player_card(name, chooser), 1)
        layout.addLayout(players, 1)
        layout.addLayout(self._rules_grid())
        layout.addWidget(self.from_here)
        layout.addWidget(self.wrong)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE)
        buttons.addWidget(self.swap_button)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.start_button)
        layout.addLayout(buttons)
        self.setMinimumWidth(712)

    def _player_card(self, name: str, chooser: PlayerChooser) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(12)
        head = QHBoxLayout()
        head.setSpacing(10)
        stone = QLabel()
        stone.setPixmap(stone_picture(name == "black", 22, self.devicePixelRatioF()))
        head.addWidget(stone)
        head.addWidget(self._heads[name], 1)
        column.addLayout(head)
        column.addWidget(chooser, 1)
        return card

    def _rules_grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        grid.addWidget(self._labels["rule"], 0, 0)
        grid.addWidget(self.rule, 0, 1)
        grid.addWidget(self._labels["size"], 0, 2)
        grid.addWidget(self.size_spin, 0, 3)
        grid.addWidget(self._labels["forbidden"], 1, 0)
        grid.addWidget(self.forbidden, 1, 1, 1, 3)
        grid.addWidget(self._labels["clock"], 2, 0)
        grid.addWidget(self.clock, 2, 1)
        grid.addWidget(self.own_clock, 2, 2, 1, 2)
        grid.addWidget(self.white_clock, 3, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _fill(self) -> None:
        """Begin with what was played last."""
        play = self._desk.settings.play
        self.rule.setCurrentIndex(max(self.rule.findData(play.rule), 0))
        self.size_spin.setValue(play.size)
        self.black.set_who(play.black)
        self.white.set_who(play.white)
        self.clock.set_control(play.time)
        self.from_here.setVisible(self._desk.board.stone_count > 0)
        self._show_parts()

    def _show_parts(self) -> None:
        """Show what belongs to what is chosen."""
        here = self.from_here.isChecked()
        renju = RULES[self.rule.currentData()].forbidden and not here
        self.forbidden.setVisible(renju)
        self._labels["forbidden"].setVisible(renju)
        self.white_clock.setVisible(self.own_clock.isChecked())
        self.rule.setEnabled(not here)
        self.size_spin.setEnabled(not here)

    def _swap(self) -> None:
        black, white = self.black.who(), self.white.who()
        self.black.set_who(white)
        self.white.set_who(black)

    def spec(self) -> NewGame:
        """The game that is described.

        Raises
        ------
        WuziError
            If a player or a clock cannot be read.
        """
        clock = self.clock.control()
        own = self.white_clock.control() if self.own_clock.isChecked() else clock
        return NewGame(
            self.black.who(),
            self.white.who(),
            parse_rule(self.rule.currentData()),
            self.size_spin.value(),
            clock,
            own,
            forbidden_loses=self.forbidden.currentData() == "lose",
            start=Game.from_board(self._desk.board) if self.from_here.isChecked() else None,
        )

    def start(self) -> None:
        """Begin the game, or say in the dialog why that cannot be."""
        self.wrong.hide()
        self._desk.run(self._start())

    async def _start(self) -> None:
        self.start_button.setEnabled(False)
        try:
            spec = self.spec()
            await self._desk.new_game(spec)
        except WuziError as error:
            self.wrong.setText(capital(translate(error)))
            self.wrong.show()
            return
        finally:
            self.start_button.setEnabled(True)
        self._remember(spec)
        self.accept()

    def _remember(self, spec: NewGame) -> None:
        settings = self._desk.settings
        time = "" if str(spec.black_time) == "none" else str(spec.black_time)
        play = replace(settings.play, black=spec.black, white=spec.white, time=time)
        if spec.start is None:
            play = replace(play, rule=spec.rule.name, size=spec.size)
        self._desk.set_settings(replace(settings, play=play))

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self.setWindowTitle(_("New game"))
        chosen = self.rule.currentData() or self._desk.settings.play.rule
        self.rule.blockSignals(True)
        self.rule.clear()
        for name, rule in RULES.items():
            self.rule.addItem(capital(rule_word(rule)), name)
        self.rule.setCurrentIndex(max(self.rule.findData(chosen), 0))
        self.rule.blockSignals(False)
        lose = self.forbidden.currentData()
        self.forbidden.clear()
        self.forbidden.addItem(_("Black may not play them"), "refuse")
        self.forbidden.addItem(_("Black loses by playing them"), "lose")
        self.forbidden.setCurrentIndex(max(self.forbidden.findData(lose), 0))
        for chooser in (self.clock, self.white_clock):
            chooser.retranslate()
        texts = {
            "rule": _("Rule"),
            "size": _("Lines"),
            "forbidden": _("Forbidden points"),
            "clock": _("Clock"),
        }
        for name, text in texts.items():
            self._labels[name].setText(text)
        self._heads["black"].setText(_("Black"))
        self._heads["white"].setText(_("White"))
        self.own_clock.setText(_("Another clock for white"))
        self.from_here.setText(_("Begin from the position on the board"))
        self.swap_button.setText(_("Swap sides"))
        self.start_button.setText(_("Play"))
        self.cancel_button.setText(_("Cancel"))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
