"""The game at hand, beside the board: players, clocks, what they think, and the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from qtpy.QtCore import QEvent, Qt, QTimer
from qtpy.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.clocks import ClockLabel
from wuzi.desktop.desk import Desk
from wuzi.desktop.icons import stone_picture
from wuzi.desktop.said import thought_words
from wuzi.desktop.shortcuts import Commands
from wuzi.desktop.style import SPACE
from wuzi.desktop.widgets import ElidedLabel, ToolButton, label, restyle
from wuzi.desktop.words import _
from wuzi.errors import N_, WuziError
from wuzi.play import (
    UNLIMITED,
    DrawAnswered,
    DrawOffered,
    EngineThinks,
    MovePlayed,
    TurnBegan,
)
from wuzi.players import parse_who, title
from wuzi.rules import BLACK, WHITE, Colour, Outcome, Reason, opponent, point_name
from wuzi.thinking import Info

SLOWEST: Final = 2000
"""Milliseconds a move of two engines takes at the slowest pace."""
TICK: Final = 100
"""Milliseconds between two looks at clocks and searches."""

_OF_PEOPLE: Final = ("hint", "draw", "resign")
"""Commands that only a person at the board gives."""

_WINS: Final = {BLACK: N_("Black wins"), WHITE: N_("White wins")}
_TURN: Final = {BLACK: N_("Black"), WHITE: N_("White")}
_HOW: Final = {
    Reason.FIVE: N_("Five in a row: {row}"),
    Reason.FORBIDDEN: N_("A forbidden point was played: {row}"),
    Reason.RESIGNATION: N_("{loser} resigned"),
    Reason.TIME: N_("{loser} ran out of time"),
    Reason.ILLEGAL: N_("{loser} made an illegal move"),
    Reason.START_UP: N_("The engine of {loser} could not start"),
    Reason.CRASH: N_("The engine of {loser} broke off"),
    Reason.GARBAGE: N_("The engine of {loser} answered nonsense"),
    Reason.ADJUDICATION: N_("By adjudication"),
    Reason.FULL: N_("The board is full"),
    Reason.PASSES: N_("Both sides passed"),
    Reason.AGREEMENT: N_("By agreement"),
}


def outcome_words(outcome: Outcome) -> tuple[str, str]:
    """Who won, and how, in two short lines.

    >>> from wuzi.rules import EMPTY
    >>> outcome_words(Outcome(EMPTY, Reason.FULL))
    ('A draw', 'The board is full')
    """
    head = _("A draw") if outcome.is_draw else _(_WINS[outcome.winner])
    how = _HOW.get(outcome.reason, "")
    loser = "" if outcome.is_draw else _(_TURN[opponent(outcome.winner)])
    row = " ".join(map(point_name, outcome.points))
    return head, _(how).format(row=row, loser=loser)


def player_title(name: str, who: str) -> str:
    """What to call a player, in the language spoken now; a name that was given stays."""
    if not who:
        return name
    try:
        player = parse_who(who)
    except WuziError:  # a file may say anything
        return name
    if player.kind == "level":
        return _("Level {number}").format(number=player.name)
    if player.kind == "wuzi" and not player.options:
        return "Wuzi"
    if player.kind == "human" and name not in ("", "Human", _("Human")):
        return name
    return title(player)


class PlayerCard(QFrame):
    """One player: stone, name, what they are doing, and their clock."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._desk = desk
        self.colour: Colour = BLACK
        self._thought: Info | None = None
        self.stone = QLabel()
        self.stone.setFixedSize(28, 28)
        self.name = ElidedLabel()
        self.name.setFont(label(size=1.1, bold=True).font())
        self.doing = ElidedLabel()
        self.doing.setProperty("pale", True)
        self.doing.setFont(label(size=0.92).font())
        self.clock = ClockLabel()
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.name)
        words.addWidget(self.doing)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 10, 6, 10)  # the clock has a margin of its own
        layout.setSpacing(12)
        layout.addWidget(self.stone)
        layout.addLayout(words, 1)
        layout.addWidget(self.clock)

    def sit(self, colour: Colour) -> None:
        """Show the player of ``colour``."""
        if colour != self.colour or self.stone.pixmap() is None or self.stone.pixmap().isNull():
            self.colour = colour
            ratio = self.devicePixelRatioF()
            self.stone.setPixmap(stone_picture(colour == BLACK, 28, ratio))
        self._thought = None

    def think(self, info: Info | None) -> None:
        """Remember what the player has found; :meth:`refresh` shows it."""
        self._thought = info

    def refresh(self) -> None:
        """Show the state of the game."""
        session = self._desk.session
        player = session.game.player(self.colour)
        named = player_title(player.name, player.who)
        side = _(_TURN[self.colour])
        self.name.set_text(named or side)
        on_turn = session.outcome is None and session.turn == self.colour
        restyle(self, "turn", on_turn and session.phase in ("thinking", "waiting"))
        self.clock.show_time(session.clock, self.colour)
        self.doing.set_text(self._doing(on_turn, side if named else ""))

    def _doing(self, on_turn: bool, side: str) -> str:
        """What the player is doing, behind the ``side``, if that is not said elsewhere."""
        session = self._desk.session
        said = "" if self._thought is None else thought_words(self._thought)
        if on_turn and session.phase == "thinking":
            return " · ".join(filter(None, (side, said or _("thinking..."))))
        if on_turn and session.phase == "waiting":
            return " · ".join(filter(None, (side, _("to move"))))
        if on_turn and session.phase == "paused":
            return " · ".join(filter(None, (side, _("paused"))))
        return " · ".join(filter(None, (side, said)))


class Verdict(QFrame):
    """The result, told in place, or an offer of a draw: two lines and some buttons."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("result")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.head = label(size=1.45, bold=True)
        self.how = label(pale=True)
        self.how.setWordWrap(True)
        self._row = QHBoxLayout()
        self._row.setSpacing(SPACE)
        self.buttons: list[QPushButton] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 14)
        layout.setSpacing(4)
        layout.addWidget(self.head)
        layout.addWidget(self.how)
        layout.addSpacing(SPACE)
        layout.addLayout(self._row)
        self.hide()

    def tell(self, head: str, how: str, *answers: tuple[str, Callable[[], object]]) -> None:
        """Show two lines and a button for each answer."""
        self.head.setText(head)
        self.how.setText(how)
        self.how.setVisible(bool(how))
        while self._row.count():
            self._row.takeAt(0)
        for button in self.buttons:
            button.deleteLater()
        self.buttons = []
        for at, (words, act) in enumerate(answers):
            button = QPushButton(words)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setProperty("primary", at == 0)
            button.clicked.connect(lambda *_, act=act: act())
            self._row.addWidget(button)
            self.buttons.append(button)
        self._row.addStretch(1)
        self.setAccessibleName(f"{head}. {how}")
        self.show()


class PlayPanel(QWidget):
    """The opponent above, oneself below; between them room for the record.

    Parameters
    ----------
    desk : Desk
    commands : Commands
    parent : QWidget, optional

    Attributes
    ----------
    below : QWidget
        The lower half, placed by the window beneath the record.
    """

    def __init__(self, desk: Desk, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._commands = commands
        self.other_card = PlayerCard(desk)
        self.own_card = PlayerCard(desk)
        self.verdict = Verdict()
        self._buttons_of: dict[str, ToolButton] = {}
        self.pace = QSlider(Qt.Orientation.Horizontal)
        self.below = QWidget()
        above = QVBoxLayout(self)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(12)
        above.addWidget(self.other_card)
        above.addWidget(self.verdict)
        below = QVBoxLayout(self.below)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(12)
        below.addWidget(self.own_card)
        below.addLayout(self._buttons())
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)
        desk.happened.connect(self._hear)
        desk.game_changed.connect(self.arrange)
        desk.settings_changed.connect(self._show_pace)
        self.retranslate()
        self.arrange()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addStretch(1)
        for name in ("undo", "redo", "hint", "now", "pause", "swap", "draw", "resign"):
            self._buttons_of[name] = ToolButton(self._commands[name])
            row.addWidget(self._buttons_of[name])
        self.pace.setRange(0, SLOWEST)
        self.pace.setInvertedAppearance(True)  # faster to the right
        self.pace.setFixedWidth(88)
        self.pace.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.pace.valueChanged.connect(self._set_pace)
        row.addSpacing(SPACE)
        row.addWidget(self.pace)
        row.addStretch(1)
        return row

    def _set_pace(self, milliseconds: int) -> None:
        settings = self._desk.settings
        window = replace(settings.window, pace=milliseconds)
        self._desk.set_settings(replace(settings, window=window))

    def _show_pace(self) -> None:
        """Two engines alone have a pace that one can set, unless a clock sets it."""
        session = self._desk.session
        alone = not any(session.seat(colour).is_human for colour in (BLACK, WHITE))
        timed = any(control != UNLIMITED for control in session.clock.controls.values())
        self.pace.setVisible(alone and not timed)
        for name in _OF_PEOPLE:
            self._buttons_of[name].setVisible(not alone)
        self.pace.blockSignals(True)
        self.pace.setValue(self._desk.settings.window.pace)
        self.pace.blockSignals(False)

    def arrange(self) -> None:
        """Seat the players: whoever is a person, black first, sits below."""
        session = self._desk.session
        white_below = session.seat(WHITE).is_human and not session.seat(BLACK).is_human
        self.own_card.sit(WHITE if white_below else BLACK)
        self.other_card.sit(BLACK if white_below else WHITE)
        self._show_pace()
        self.refresh()

    def _card(self, colour: Colour) -> PlayerCard:
        return self.own_card if self.own_card.colour == colour else self.other_card

    def _hear(self, event: object) -> None:
        match event:
            case EngineThinks():
                self._card(event.colour).think(event.info)
                return  # shown at the next tick
            case MovePlayed():
                self._card(event.colour).think(event.info)
            case TurnBegan():
                self._card(event.colour).think(None)
            case DrawOffered() | DrawAnswered():
                self._tell_of_draw(event)
        if type(event).__name__ == "SeatsSwapped":
            self.arrange()
        else:
            self.refresh()

    def _tell_of_draw(self, event: DrawOffered | DrawAnswered) -> None:
        side = _(_TURN[event.colour])
        if isinstance(event, DrawAnswered):
            if not event.accepted:
                self._desk.notice(_("{side} declines the draw.").format(side=side))
        elif self._desk.session.draw_offered_by is None:
            return  # answered at once, by an engine

    def _tick(self) -> None:
        self.other_card.refresh()
        self.own_card.refresh()

    def refresh(self) -> None:
        """Show the state of the game."""
        self._tick()
        session = self._desk.session
        lively = session.phase == "thinking" or session.clock.running is not None
        if lively and not self._timer.isActive():
            self._timer.start()
        elif not lively:
            self._timer.stop()
        self._show_verdict()

    def _show_verdict(self) -> None:
        session = self._desk.session
        offered = session.draw_offered_by
        if session.outcome is not None:
            self.verdict.tell(
                *outcome_words(session.outcome),
                (_("Play again"), self._commands["restart"].trigger),
                (_("Analyse"), lambda: self._desk.set_mode("analyse")),
            )
        elif offered is not None and session.seat(opponent(offered)).is_human:
            self.verdict.tell(
                _("A draw?"),
                _("{side} offers a draw").format(side=_(_TURN[offered])),
                (_("Accept"), session.accept_draw),
                (_("Decline"), session.decline_draw),
            )
        else:
            self.verdict.hide()

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self.pace.setToolTip(_("Pace of two engines"))
        self.pace.setAccessibleName(_("Pace of two engines"))
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
