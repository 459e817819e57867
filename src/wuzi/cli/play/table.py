"""A session, a keyboard and a screen: the terminal game as it runs.

A line is taken when somebody can use it: when a person is to move, when the game is over,
and, at a terminal, at any time. Lines that are piped in wait while an engine thinks, so
that a game can be written down beforehand.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from wuzi.cli.play.keyboard import Keyboard
from wuzi.cli.play.screen import Screen
from wuzi.cli.play.typed import Order, read_typed
from wuzi.errors import N_, EngineError, IllegalMove, WuziError
from wuzi.play import (
    DrawAnswered,
    DrawOffered,
    Event,
    GameOver,
    MovePlayed,
    Redone,
    Restarted,
    SaveFailed,
    SeatFailed,
    SeatsSwapped,
    Session,
    TurnBegan,
    Undone,
)
from wuzi.rules import BLACK, WHITE, Node, Outcome, Reason, opponent
from wuzi.settings.language import _, ngettext
from wuzi.thinking import Limit

if TYPE_CHECKING:
    from wuzi.play.analyst import Analyst

_HINT_SECONDS = 2.0
_HINT_PATIENCE = 10.0


class Table:
    """The terminal game.

    Parameters
    ----------
    session : Session
    keyboard : Keyboard
    screen : Screen
    analyst : Analyst
        Who answers ``hint``.
    patience : float, default infinity
        Seconds for a move after which an engine loses where no clock runs.
    """

    def __init__(
        self,
        session: Session,
        keyboard: Keyboard,
        screen: Screen,
        analyst: Analyst,
        *,
        patience: float = math.inf,
    ) -> None:
        self.session = session
        self.keyboard = keyboard
        self.screen = screen
        self.analyst = analyst
        self._patience = patience
        self._alarm: asyncio.TimerHandle | None = None
        self._news = asyncio.Event()
        self._drawn = -1
        self._seen: Node | None = None
        self._loading: Path | None = None
        self._asking = False
        self._left = False
        self._failed = False

    async def run(self) -> int:
        """Play until somebody leaves, the input ends, or two thinkers are done.

        Returns
        -------
        int
            The exit status: 2 if the game on the table ended by the failure of an engine.
        """
        self.session.subscribe(self._on_event)
        self.keyboard.start()
        self.screen.introduce(self.session)
        if self.keyboard.interactive and self._has_people():
            self.screen.say(_("Type a point such as h8, or help."), "dim")
        if self.session.outcome is not None:  # a finished game was loaded
            self._tell_result(self.session.outcome)
        loop = asyncio.create_task(self.session.run())
        try:
            await self._serve(loop)
        except asyncio.CancelledError:  # Ctrl-C
            self._leave()
            raise
        finally:
            self._stop_alarm()
            await self.session.close()
            await self.analyst.close()
            await loop
        return 2 if self._failed else 0

    async def _serve(self, loop: asyncio.Task[None]) -> None:
        reading: asyncio.Task[str | None] | None = None
        try:
            while not self._left and not loop.done():
                if self.session.outcome is not None and not self._has_people():
                    return
                self._show()
                if reading is None and self._listens():
                    reading = asyncio.create_task(self.keyboard.next())
                waits = [loop, asyncio.create_task(self._news.wait())]
                heard = [reading] if reading is not None else []
                await asyncio.wait([*waits, *heard], return_when=asyncio.FIRST_COMPLETED)
                waits[1].cancel()
                self._news.clear()
                if reading is not None and reading.done():
                    line, reading = reading.result(), None
                    await self._hear(line)
        finally:
            if reading is not None:
                reading.cancel()

    def _has_people(self) -> bool:
        return any(self.session.seat(colour).is_human for colour in (BLACK, WHITE))

    def _expects(self) -> bool:
        """Whether the game stands until somebody types."""
        session = self.session
        return session.outcome is not None or session.seat(session.turn).is_human

    def _listens(self) -> bool:
        return self._expects() or self.keyboard.interactive

    def _show(self) -> None:
        """Draw the board where somebody will look at it, once a position; ask for a line."""
        session = self.session
        fresh = self._drawn != session.generation
        if fresh and session.outcome is None and self._expects():
            self._draw()
        if (fresh or self._asking) and self._expects() and self.keyboard.interactive:
            self.screen.prompt(session)
            self._asking = False
        self._drawn = session.generation

    def _draw(self) -> None:
        self._seen = self.session.node
        self.screen.draw(self.session)
        if not self.keyboard.interactive and self.session.outcome is None:
            self.screen.turn(self.session)

    # What happens

    def _on_event(self, event: Event) -> None:
        self._news.set()
        match event:
            case TurnBegan():
                self._asked(event)
            case MovePlayed():
                self._moved(event)
            case GameOver():
                self._tell_result(event.outcome)
            case DrawOffered():
                self.screen.draw_offered(event.colour)
            case DrawAnswered(accepted=False):
                self.screen.draw_declined(event.colour)
            case SeatFailed():
                self._failed = True
                self.screen.failed(event.colour, event.error)
            case SaveFailed():
                self.screen.complain(event.error)
            case _:
                self._on_order(event)

    def _asked(self, event: TurnBegan) -> None:
        self._stop_alarm()
        if self._expects():
            return
        if self.keyboard.interactive and self._has_people():
            self.screen.thinking(self.session.seat(event.colour))
        unlimited = self.session.clock.remaining(event.colour) is None
        if unlimited and self._patience < math.inf:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(self._patience, self._overdue, event)

    def _overdue(self, asked: TurnBegan) -> None:
        """End the game of an engine that says nothing, where no clock would."""
        if self.session.generation != asked.generation or self.session.outcome is not None:
            return
        self._failed = True
        error = EngineError(
            "engine.time", N_("it gave no answer within {seconds} s"), seconds=self._patience
        )
        self.screen.failed(asked.colour, error)
        self.session.adjudicate(Outcome(opponent(asked.colour), Reason.TIME, detail=str(error)))

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _tell_result(self, outcome: Outcome) -> None:
        if self._seen is not self.session.node:
            self._draw()
        self.screen.result(outcome)
        self._asking = True

    def _on_order(self, event: Event) -> None:
        """What follows from a word that was typed."""
        match event:
            case Undone(plies=0):
                self._told(_("The game goes on."))
            case Undone():
                text = ngettext("One move taken back.", "{n} moves taken back.", event.plies)
                self._told(text.format(n=event.plies))
            case Redone():
                text = ngettext("One move played again.", "{n} moves played again.", event.plies)
                self._told(text.format(n=event.plies))
            case SeatsSwapped():
                self._told(_("The players have changed sides."))
                self.screen.introduce(self.session)
            case Restarted() if self._loading is not None:
                self._told(_("The game in {file}:").format(file=self._loading))
            case Restarted():
                self._told(_("A new game."))

    def _told(self, text: str) -> None:
        self._failed = False
        self.screen.say(text)

    def _moved(self, event: MovePlayed) -> None:
        by_person = self.session.seat(event.colour).is_human
        if by_person and self.keyboard.interactive:
            return
        if self.screen.is_terminal and not self._has_people():
            self._seen = self.session.node
            self.screen.watch(event, self.session)
        else:
            self.screen.move(event, len(self.session.board.moves))

    # What is typed

    async def _hear(self, line: str | None) -> None:
        if line is None:
            self._leave()
            return
        self.screen.typed()
        self._asking = True
        if not line.strip():
            return
        try:
            typed = read_typed(line, self.session.board.size)
            if isinstance(typed, Order):
                await self._obey(typed)
            else:
                self.session.offer(typed)
        except WuziError as error:
            self.screen.complain(error)

    def _leave(self) -> None:
        self._left = True
        if self.session.outcome is None:
            self.screen.say(_("The game is unfinished."))

    async def _obey(self, order: Order) -> None:
        simple: dict[str, Callable[[], object]] = {
            "undo": self.session.undo,
            "redo": self.session.redo,
            "draw": self._agree,
            "resign": self.session.resign,
            "swap": self.session.swap_seats,
            "new": self.session.restart,
            "board": lambda: self.screen.draw(self.session),
            "quit": self._leave,
            "help": self.screen.help,
        }
        if order.name in simple:
            simple[order.name]()
        elif order.name == "hint":
            await self._hint()
        elif order.name == "save":
            self._save(Path(order.argument).expanduser())
        else:
            self._load(Path(order.argument).expanduser())

    def _agree(self) -> None:
        """Take the draw that is offered, at whoever's turn: two people share the keyboard."""
        if self.session.draw_offered_by is None:
            self.session.offer_draw()
        else:
            self.session.accept_draw()

    async def _hint(self) -> None:
        board = self.session.board
        if board.outcome is not None or self.session.outcome is not None:
            raise IllegalMove("hint.over", N_("the game is over: there is nothing to advise"))
        info = await self.analyst.hint(board, Limit(time=_HINT_SECONDS), allowed=_HINT_PATIENCE)
        self.screen.draw(self.session, hint=info.move)
        self.screen.hint(info)

    def _save(self, path: Path) -> None:
        from wuzi import records  # noqa: PLC0415

        records.write(self.session.record(), path)
        self.screen.say(_("Saved as {file}.").format(file=path))

    def _load(self, path: Path) -> None:
        from wuzi.cli.position import assume_rule, first_game  # noqa: PLC0415

        game = first_game(path)
        assume_rule(game, self.session.board.rule)
        game.board()  # refuse a game with an illegal move before the old one is given up
        self._loading = path
        self.session.restart(game)
        self._loading = None
