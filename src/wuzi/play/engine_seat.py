"""An engine program at the board, in a child process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from wuzi.errors import EngineError
from wuzi.play.priority import lower_priority
from wuzi.play.seat import Choice, HumanSeat, Play, Seat, State
from wuzi.players import Who, command, parse_who, title
from wuzi.protocol.client import EngineCommand, EngineProcess, ExitReport, Mark
from wuzi.protocol.wire import Kind, parse_engine_line
from wuzi.rules import Board, Colour, Score
from wuzi.thinking import Info

DRAW_PLIES: Final = 30
"""Before that many moves an engine takes no draw: too little has been fought."""

START_LIMIT: Final = 30.0
"""Seconds an engine may take to say that it is ready."""

_QUESTIONS = ("BEGIN", "TURN", "DONE")
_ANSWERS = (Kind.OK, Kind.MOVE, Kind.NEARLY_MOVE, Kind.SUGGEST)


class EngineSeat:
    """An engine that is started when first asked, and kept from game to game.

    Parameters
    ----------
    command : EngineCommand
        The program to start.
    who : str, default ""
        The WHO text it came from.
    start_limit : float, default START_LIMIT
        Seconds to start in; the game's clock does not run meanwhile.
    max_memory : int, optional
        Bytes the engine is told it may use.
    niceness : int, default 0
        How far its priority is lowered, see :mod:`wuzi.play.priority`.

    Attributes
    ----------
    on_traffic : callable or None
        Takes every line to and from the engine: a mark (``">"``, ``"<"``, ``"!"``) and the line.
    last_exit : ExitReport or None
        How the process ended that :meth:`close` ended last.

    Notes
    -----
    After any failure the process is ended, so that the next request, if the game goes on
    after an undo, meets a fresh one.
    """

    is_human = False

    def __init__(
        self,
        command: EngineCommand,
        *,
        who: str = "",
        start_limit: float = START_LIMIT,
        max_memory: int | None = None,
        niceness: int = 0,
    ) -> None:
        self.command = command
        self.name = command.name
        self.who = who
        self.on_line: Callable[[str], None] | None = None
        self.on_info: Callable[[Info], None] | None = None
        self.on_traffic: Callable[[Mark, str], None] | None = None
        self._niceness = niceness
        self._lowered = 0  # the process whose priority has been lowered
        self._start_limit = start_limit
        self._max_memory = max_memory
        self._engine: EngineProcess | None = None
        self.last_exit: ExitReport | None = None
        self._asked = False  # the question is out: only now may it be told to stop
        self._hurried = False
        self._stopper: asyncio.Task[None] | None = None
        self._told: int | None = None  # the game the process was told of, if it is in step
        self._game: int | None = None  # the game it was last asked about ...
        self._score: Score | None = None  # ... and the score of its last move in it, its own view

    async def ready(self, state: State) -> None:
        """Start the process if there is none, and tell it of a game it does not know yet.

        Raises
        ------
        EngineError
            If it does not start, or not in time.
        """
        if self._game != state.game:
            self._game, self._score = state.game, None
        if self._engine is not None and self._told == state.game:
            return
        try:
            if self._engine is None:
                self._engine = await EngineProcess.start(
                    self.command, start_limit=self._start_limit, on_line=self._hear
                )
            board, limit = state.board, state.control.limit()
            await self._engine.new_game(board.size, board.rule, limit, max_memory=self._max_memory)
        except (EngineError, asyncio.CancelledError):
            await self.close()  # it was left half-way
            raise
        self._told = state.game

    def _hear(self, mark: Mark, line: str) -> None:
        if self.on_traffic is not None:
            self.on_traffic(mark, line)
        if self._niceness and mark == ">":
            self._lower_priority()
        if mark == ">" and line.startswith(_QUESTIONS):
            self._asked = True
            self._stop_if_hurried()
        beside = mark == "!" or (mark == "<" and parse_engine_line(line).kind not in _ANSWERS)
        if beside and self.on_line is not None:
            self.on_line(line)

    def _lower_priority(self) -> None:
        """Once for each process: one that had to be ended is started again by the client."""
        pid = 0 if self._engine is None else self._engine.pid
        if pid not in (0, self._lowered):
            self._lowered = pid
            lower_priority(pid, self._niceness)

    def _think(self, info: Info) -> None:
        if self.on_info is not None:
            self.on_info(info)

    async def choose(self, state: State) -> Choice:
        """Ask the engine for its move.

        Raises
        ------
        EngineError
            If it crashes, is late, or says what is no move.
        """
        await self.ready(state)
        assert self._engine is not None
        self._asked = self._hurried = False
        try:
            reply = await self._engine.choose(
                state.board, state.limit, allowed=state.allowed, on_info=self._think
            )
        except EngineError:
            await self.close()
            raise
        except asyncio.CancelledError:
            self._told = None  # it begins anew, before the clock runs again
            raise
        finally:
            self._asked = False
            if self._stopper is not None:
                self._stopper.cancel()
                self._stopper = None
        self._score = None if reply.info is None else reply.info.score
        return Play(reply.move, reply.info, reply.elapsed)

    def _stop_if_hurried(self) -> None:
        """Tell the engine to stop, after what is being said to it now."""
        if self._hurried and self._asked and self._engine is not None and self._stopper is None:
            self._stopper = asyncio.create_task(self._engine.stop_thinking())

    async def move_now(self) -> None:
        """Have the engine told to stop thinking and move, as soon as it has been asked."""
        self._hurried = True
        self._stop_if_hurried()

    def answers_draw(self, board: Board, colour: Colour) -> bool | None:
        """Whether it takes a draw: after :data:`DRAW_PLIES` moves, if it is not better.

        That is, if the score it gave its last move was zero or less. An engine that tells
        no score takes none.
        """
        return len(board.moves) >= DRAW_PLIES and self._score is not None and self._score.value <= 0

    async def close(self) -> None:
        """End the process; a later request would start another."""
        engine, self._engine = self._engine, None
        self._told = None
        if engine is not None:
            self.last_exit = await engine.close()


def make_seat(
    who: str, *, name: str = "", max_memory: int | None = None, niceness: int = 0
) -> Seat:
    """The seat that a WHO text describes: a person, or an engine in a child process.

    Parameters
    ----------
    who : str
        ``human``, ``level:N``, ``textbook:NAME,...``, ``engine:NAME`` or a command line.
    name : str, optional
        What to call it; by default the player's own name.
    max_memory : int, optional
    niceness : int, default 0
        As for :class:`EngineSeat`.

    Raises
    ------
    WuziError
        If there is no such player.
    """
    player = parse_who(who)
    if player.kind == "human":
        return HumanSeat(name or title(player))
    seat = EngineSeat(
        engine_command(player), who=player.text, max_memory=max_memory, niceness=niceness
    )
    seat.name = name or seat.name
    return seat


def engine_command(who: Who) -> EngineCommand:
    """The program to start for a player.

    Raises
    ------
    WuziError
        If it is a person, or is not known.
    """
    found = command(who)
    return EngineCommand(found.argv, found.name, found.cwd, found.info, found.restart)
