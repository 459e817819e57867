"""What the terminal game prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.control import Control
from rich.segment import ControlType

from wuzi.cli.drawing import ASCII_STONES, STONES, drawing_of
from wuzi.cli.play.typed import ORDERS
from wuzi.cli.words import (
    listed,
    outcome_sentence,
    rule_word,
    score_words,
    side_to_move,
)
from wuzi.cli.wrapping import wrap
from wuzi.errors import N_, WuziError
from wuzi.rules import BLACK, PASS, WHITE, Colour, Move, Outcome, point_name
from wuzi.settings.language import _, current_language, translate

if TYPE_CHECKING:
    from rich.console import Console

    from wuzi.play import MovePlayed, Seat, Session
    from wuzi.thinking import Info

_OFFERS = {
    BLACK: N_("Black offers a draw: type draw to take it."),
    WHITE: N_("White offers a draw: type draw to take it."),
}
_DECLINES = {BLACK: N_("Black declines the draw."), WHITE: N_("White declines the draw.")}
_FAILED = {BLACK: N_("Black's engine failed: {why}"), WHITE: N_("White's engine failed: {why}")}


class Screen:
    """Prints a session for people.

    Parameters
    ----------
    console : rich Console
    ascii : bool, default False
        Whether to keep to ASCII.
    """

    def __init__(self, console: Console, *, ascii: bool = False) -> None:
        self.console = console
        self.ascii = ascii or not console.encoding.lower().startswith("utf")
        self._open_line = False
        self._watching = False

    @property
    def is_terminal(self) -> bool:
        """Whether a person may be looking on."""
        return self.console.is_terminal

    def say(self, text: str, style: str = "") -> None:
        """Print a line, after ending the one with the prompt."""
        if self._open_line:
            self._open_line = False
            self.console.print()
        for line in wrap(text, self.console.width):
            self.console.print(line, style=style or None, soft_wrap=True)
        self._watching = False

    def typed(self) -> None:
        """Note that the line with the prompt was ended by the one who typed."""
        self._open_line = False

    def complain(self, error: WuziError) -> None:
        """Print one sentence about what could not be done."""
        self.say(translate(error), "yellow")

    def introduce(self, session: Session) -> None:
        """Say who plays, by which rule."""
        for colour in (BLACK, WHITE):
            self.say(f"{self._stone(colour)} {_seat_name(session.seat(colour))}")
        text = _("{rule}, {size} lines").format(
            rule=rule_word(session.board.rule), size=session.board.size
        )
        self.say(text, "dim")

    def draw(self, session: Session, hint: Move | None = None, *, blank: bool = True) -> None:
        """Draw the position, with the forbidden points where black is to move."""
        board = session.board
        warn = board.turn == BLACK and board.outcome is None
        marks = {} if hint in (None, PASS) else {hint: "?"}
        if blank:
            self.say("")
        self.console.print(
            drawing_of(
                board,
                forbidden=board.forbidden_points() if warn else (),
                marks=marks,
                ascii=self.ascii,
            )
        )

    def turn(self, session: Session) -> None:
        """Say who is to move."""
        self.say(side_to_move(session.board, self.ascii) + self._clock(session))

    def prompt(self, session: Session) -> None:
        """Ask for a line, and leave the cursor there."""
        if session.outcome is not None:
            text = _("The game is over: new, undo, save FILE or quit?")
        elif session.seat(session.turn).is_human:
            text = side_to_move(session.board, self.ascii) + self._clock(session) + ":"
        else:
            return
        self.console.print(text, end=" ", style="bold")
        self.console.file.flush()
        self._open_line = True

    def _clock(self, session: Session) -> str:
        left = session.clock.remaining(session.turn)
        if left is None:
            return ""
        minutes, seconds = divmod(max(0, round(left)), 60)
        return f" ({minutes}:{seconds:02d})"

    def thinking(self, seat: Seat) -> None:
        """Tell that an engine has been asked."""
        self.say(_("{name} is thinking ...").format(name=_seat_name(seat)), "dim")

    def move(self, event: MovePlayed, number: int) -> None:
        """Tell of a move, with what the thinker found out."""
        self.say(self._move_line(event, number))

    def _move_line(self, event: MovePlayed, number: int) -> str:
        text = f"{number:3d}. {self._stone(event.colour)} {self._name(event.move)}"
        if event.info is not None:
            text += "   " + self._findings(event.info, event.elapsed)
        return text

    def watch(self, event: MovePlayed, session: Session) -> None:
        """Show two thinkers on one board that stands still, where the terminal is high enough."""
        header = 1 if session.board.size <= 9 else 2
        height = session.board.size + header + 2
        if self._watching and self.console.height > height:
            self.console.control(Control((ControlType.CURSOR_UP, height)))
        self.draw(session, blank=False)
        line = self._move_line(event, len(session.board.moves))
        self.console.print(line + " " * max(0, self.console.width - 1 - cell_len(line)))
        self._watching = True

    def hint(self, info: Info) -> None:
        """Tell a piece of advice."""
        text = _("Hint: {point} ({score})")
        self.say(text.format(point=self._name(info.move), score=score_words(info.score)))

    def draw_offered(self, colour: Colour) -> None:
        """Tell of an offer."""
        self.say(_(_OFFERS[colour]))

    def draw_declined(self, colour: Colour) -> None:
        """Tell that it was declined."""
        self.say(_(_DECLINES[colour]))

    def failed(self, colour: Colour, error: WuziError) -> None:
        """Tell what an engine did wrong."""
        self.say(_(_FAILED[colour]).format(why=translate(error)), "yellow")

    def result(self, outcome: Outcome) -> None:
        """Tell how the game ended."""
        self.say(outcome_sentence(outcome), "bold")

    def help(self) -> None:
        """List what can be typed."""
        self.say(_("A point: h8, or its column and row: 8 8. Or one of these words:"))
        for word in ORDERS:
            name = f"{word.name} {word.argument}".strip()
            if current_language().startswith("zh"):
                name = f"{word.others[0]} {name}"
            self.console.print(f"  {name}{' ' * (16 - cell_len(name))}{_(word.help)}")

    def _stone(self, colour: Colour) -> str:
        return (ASCII_STONES if self.ascii else STONES)[colour]

    def _name(self, move: Move) -> str:
        return _("pass") if move == PASS else point_name(move)

    def _findings(self, info: Info, elapsed: float) -> str:
        parts = [score_words(info.score)]
        if info.depth:
            parts.append(_("depth {depth}").format(depth=info.depth))
        if info.nodes:
            parts.append(_("{nodes} nodes").format(nodes=info.nodes))
        return listed([*parts, _("{seconds} s").format(seconds=f"{elapsed:.2f}")])


def _seat_name(seat: Seat) -> str:
    """Who sits there, in the reader's language."""
    from wuzi.players import parse_who, title  # noqa: PLC0415

    return title(parse_who(seat.who)) if seat.who else seat.name
