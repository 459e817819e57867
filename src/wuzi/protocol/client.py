"""Any engine program, ours or a stranger's, driven by the Gomocup protocol.

Examples
--------
::

    command = EngineCommand(("wuzi", "engine", "--player", "textbook:greedy"))
    async with await EngineProcess.start(command) as engine:
        await engine.new_game(15, FREESTYLE, Limit(time=1.0))
        reply = await engine.choose(Board(15), Limit(time=1.0), allowed=2.0)

The process is gone after ``async with`` (or :meth:`EngineProcess.close`), whatever
happened inside, and also if this process dies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from types import TracebackType
from typing import Final, Self

from wuzi.errors import N_, EngineError
from wuzi.players.analysing import ForcedWin, Goal
from wuzi.protocol.child import Mark, status_words
from wuzi.protocol.command import EngineCommand, ExitReport, Reply
from wuzi.protocol.conversation import Answer, Conversation, Want
from wuzi.protocol.coordinates import point_at, xy_text
from wuzi.protocol.info import InfoReader
from wuzi.protocol.limits import UNLIMITED, limit_info
from wuzi.protocol.solving import solved
from wuzi.protocol.telling import Known, board_lines, known_after, move_command, told_by_parity
from wuzi.protocol.wire import RULE_NUMBERS
from wuzi.rules import (
    BLACK,
    COLOUR_NAMES,
    EMPTY,
    PASS,
    Board,
    Move,
    Point,
    Rule,
    point_name,
)
from wuzi.thinking import Info, Limit

__all__ = ["EngineCommand", "EngineProcess", "ExitReport", "Mark", "Reply"]

START_LIMIT: Final = 10.0
NAME_PATIENCE: Final = 1.0
"""Seconds for an answer to ABOUT when we find out what an engine knows."""
STOP_PATIENCE: Final = 0.5
"""Seconds for an answer after the question was given up; then the program is ended."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """What a game was begun with."""

    size: int
    rule: Rule
    max_memory: int | None


class EngineProcess:
    """One engine in a child process, kept from game to game.

    Make one with :meth:`start`. Where the program has ended, or had to be ended because
    it was out of step, the next question starts it again. No method may be called while
    another has not returned, but for :meth:`stop_thinking` and :meth:`close`.
    """

    def __init__(
        self,
        command: EngineCommand,
        start_limit: float,
        on_line: Callable[[Mark, str], None] | None,
    ) -> None:
        self.command = command
        self.start_limit = start_limit
        self._on_line = on_line
        program = PurePath(command.argv[0]).stem if command.argv else "?"
        self._talk = Conversation(command.name, program, on_line)
        self._restarts = command.restart != "off"
        self._size = 0  # of the last START; 0: the process has had none
        self._setting: _Setting | None = None
        self._position: Known | None = None  # None: unknown, begin anew
        self._told: dict[str, int] = {}
        self._reader = InfoReader(15)
        self._give_up: asyncio.TimerHandle | None = None
        self._closed = False

    @classmethod
    async def start(
        cls,
        command: EngineCommand,
        *,
        start_limit: float = START_LIMIT,
        on_line: Callable[[Mark, str], None] | None = None,
    ) -> Self:
        """Start the program.

        Parameters
        ----------
        command : EngineCommand
        start_limit : float, default 10
            Seconds for it to say OK to START or RESTART, each time.
        on_line : callable, optional
            Takes every line: ``(">", line)`` of ours, ``("<", line)`` of its output,
            ``("!", line)`` of its error output.

        Raises
        ------
        EngineError
            ``engine.missing`` if there is no such program or it cannot be run.
        """
        engine = cls(command, start_limit, on_line)
        await engine._spawn()
        return engine

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # Looking

    @property
    def name(self) -> str:
        """Its given name, else what it calls itself, else the program's name."""
        return self._talk.name

    @property
    def pid(self) -> int:
        """The process id of the program itself."""
        return self._talk.child.pid

    @property
    def alive(self) -> bool:
        """Whether the program runs."""
        return self._talk.child.alive and not self._talk.child.killed

    @property
    def last_words(self) -> tuple[str, ...]:
        """The last lines it wrote, on its error output too."""
        return tuple(self._talk.child.last_words)

    @property
    def exit_status(self) -> str:
        """``"running"``, or how the program ended: ``"exit status 3"``."""
        return self._talk.child.status_text

    # Games

    async def new_game(
        self, size: int, rule: Rule, limit: Limit, *, max_memory: int | None = None
    ) -> None:
        """Begin a game on an empty board.

        Parameters
        ----------
        size : int
            Lines of the board.
        rule : Rule
        limit : Limit
            As for the first move.
        max_memory : int, optional
            Bytes the engine may use. Not told if absent or 0: some engines refuse less
            than they like.

        Raises
        ------
        EngineError
            ``engine.missing``, or ``engine.start_up`` if it does not say OK.
        """
        self._setting = _Setting(size, rule, max_memory or None)
        await self._begin(limit)

    async def _begin(self, limit: Limit) -> None:
        setting = self._setting
        assert setting is not None
        self._position = None
        await self._settle()
        if not await self._restarted(setting.size):
            if not self.alive or self._size:
                await self._spawn()
            await self._ready(f"START {setting.size}")
        self._size = setting.size
        self._told = {}
        for key, value in self._settings(setting, limit):
            self._talk.inform(key, value)
        self._position = known_after(Board(setting.size, setting.rule), ())

    async def _restarted(self, size: int) -> bool:
        """Whether the running process has begun anew."""
        if not (self._size and self.alive and self._restarts):
            return False
        try:
            # A START of another size clears the board as well.
            await self._ready("RESTART" if self._size == size else f"START {size}")
        except EngineError:
            if self.command.restart == "on":
                raise
            self._restarts = False
            return False
        return True

    async def _ready(self, line: str) -> None:
        """Send a command that wants OK."""
        try:
            await self._talk.ask([line], Want.OK, self.start_limit)
        except EngineError as error:
            await self._drop()
            if error is self._talk.fault:
                raise
            raise self._start_up(error) from error

    def _settings(self, setting: _Setting, limit: Limit) -> Iterator[tuple[str, object]]:
        info = limit_info(limit)
        for key in ("timeout_turn", "timeout_match"):
            self._told[key] = info[key]
            yield key, info[key]
        if setting.max_memory is not None:
            yield "max_memory", setting.max_memory
        yield "game_type", 1
        yield "rule", RULE_NUMBERS[setting.rule.name]
        yield from self.command.info.items()

    # Moves

    async def choose(
        self,
        board: Board,
        limit: Limit,
        *,
        allowed: float | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> Reply:
        """Ask for a move.

        Parameters
        ----------
        board : Board
            The position, with the side to move. If it continues the game that the engine
            has in mind, it is told the last move only.
        limit : Limit
            What the engine is told.
        allowed : float, optional
            Seconds after which we stop waiting; for ever if absent.
        on_info : callable, optional
            Takes what the engine tells while it thinks.

        Returns
        -------
        Reply

        Raises
        ------
        EngineError
            ``engine.time``, ``engine.crash``, ``engine.garbage`` or ``engine.illegal``
            (off the board or on a stone). The program has then been ended.
        ValueError
            If the game is over.

        Notes
        -----
        May be cancelled: the engine is asked to stop, and ended if it does not.
        """
        if board.outcome is not None:
            raise ValueError("the game is over")
        if _must_pass(board):
            return Reply(PASS, 0.0)  # the protocol has no word for it
        await self._same_game(board, limit)
        command = await self._in_step(board, limit)
        self._send_limit(limit)
        if command[0] == "BOARD":
            self._tell_side(board)
        reply = await self._asked(command, board, allowed, on_info)
        self._position = known_after(board, (*board.moves, reply.move))
        return reply

    async def _same_game(self, board: Board, limit: Limit) -> None:
        """Begin a game if the engine's is of another size or rule."""
        setting = self._setting
        if setting is None or (setting.size, setting.rule) != (board.size, board.rule):
            max_memory = setting.max_memory if setting else None
            await self.new_game(board.size, board.rule, limit, max_memory=max_memory)

    def _tell_side(self, board: Board) -> None:
        if not told_by_parity(board):
            self._talk.inform("side", COLOUR_NAMES[board.turn])

    async def _asked(
        self,
        command: list[str],
        board: Board,
        allowed: float | None,
        on_info: Callable[[Info], None] | None,
    ) -> Reply:
        """The reply to ``command``, a move on ``board``; the position is unknown after it."""
        self._position = None
        self._reader.begin(board)
        try:
            answer = await self._talk.ask(command, Want.MOVE, allowed, self._listening(on_info))
            move = self._judged(answer, board)
        except EngineError:
            await self._drop()
            raise
        except asyncio.CancelledError:
            self._stop_and_give_up()
            raise
        if on_info is None:
            for text in answer.messages:
                self._reader.feed(text)
        return Reply(move, answer.elapsed, self._reader.info(move), answer.messages)

    def _stop_and_give_up(self) -> None:
        self._talk.stop_thinking()
        loop = asyncio.get_running_loop()
        self._give_up = loop.call_later(STOP_PATIENCE, self._talk.kill_if_owing)

    # Analysis

    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        lines: int = 1,
        exclude: Collection[Point] = (),
        allowed: float | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> Reply:
        """Have the engine look at its best moves, until the limit or :meth:`stop_thinking`.

        Parameters
        ----------
        board : Board
        limit : Limit
            Without any the engine thinks until it is stopped.
        lines : int, default 1
            How many moves.
        exclude : collection of Point
            Points that it is not to play on.
        allowed, on_info
            As for :meth:`choose`.

        Returns
        -------
        Reply
            The best move.

        Raises
        ------
        EngineError, ValueError
            As :meth:`choose` does.

        Notes
        -----
        The commands are Yixin-Board's (YXBOARD, YXBLOCK, YXNBEST). An engine that does not
        know them is asked for a move, as by :meth:`choose`: see :meth:`is_extended`.
        """
        if not await self.is_extended(board, limit):
            return await self.choose(board, limit, allowed=allowed, on_info=on_info)
        if board.outcome is not None:
            raise ValueError("the game is over")
        if _must_pass(board):
            return Reply(PASS, 0.0)
        command = await self._position_told(board, limit)
        blocked = [xy_text(p, board.size) for p in exclude]
        if blocked:
            command += ["YXBLOCK", *blocked, "DONE"]
        return await self._asked([*command, f"YXNBEST {lines}"], board, allowed, on_info)

    async def is_extended(self, board: Board, limit: Limit) -> bool:
        """Whether the engine knows Yixin-Board's commands; found out once a process.

        Parameters
        ----------
        board : Board
            Of the game that is begun if there is none.
        limit : Limit

        Raises
        ------
        EngineError
            ``engine.missing``, ``engine.start_up`` or ``engine.crash``.
        """
        await self._same_game(board, limit)
        await self._settle()
        if not self.alive or not self._size:
            await self._begin(limit)
        await self._settle()
        await self._check()
        try:
            return await self._talk.try_extensions(NAME_PATIENCE)
        except EngineError:
            await self._drop()
            raise

    async def solve(
        self, board: Board, goal: Goal, limit: Limit, *, allowed: float | None = None
    ) -> ForcedWin:
        """Have our own engine look for a win of the side to move by force.

        Parameters
        ----------
        board : Board
        goal : {"vcf", "vct"}
        limit : Limit
        allowed : float, optional

        Raises
        ------
        EngineError
            As :meth:`choose`; ``engine.garbage`` if the engine has no such command.
        ValueError
            If the game is over.

        Notes
        -----
        May be cancelled, and stopped by :meth:`stop_thinking`: then the result is unknown.
        """
        if board.outcome is not None:
            raise ValueError("the game is over")
        await self.is_extended(board, limit)
        command = await self._position_told(board, limit)
        self._position = None
        try:
            answer = await self._talk.ask([*command, f"SOLVE {goal}"], Want.SOLVED, allowed)
            found = solved(answer.line.text, goal, board.size)
            if found is None:
                raise self._talk.garbage(answer.line.text, Want.SOLVED)
        except EngineError:
            await self._drop()
            raise
        except asyncio.CancelledError:
            self._stop_and_give_up()
            raise
        return found

    async def _position_told(self, board: Board, limit: Limit) -> list[str]:
        """What puts ``board`` before an engine whose game has begun; limits are told at once."""
        await self._settle()
        self._send_limit(limit)
        self._tell_side(board)
        return ["YXBOARD", *board_lines(board)[1:], "YXBLOCKRESET"]

    # Telling

    async def _in_step(self, board: Board, limit: Limit) -> list[str]:
        """Bring the engine to the game's last position but one; return what then to say."""
        await self._settle()
        if self._position is not None:
            await self._check()
            command = move_command(board, self._position)
            if command:
                return command
        await self._begin(limit)
        assert self._position is not None
        await self._settle()
        return move_command(board, self._position) or board_lines(board)

    async def stop_thinking(self) -> None:
        """Ask the engine to move now. Engines that do not know how take their time."""
        self._talk.stop_thinking()

    async def _check(self) -> None:
        """Raise, once, what the engine did since its last answer: it crashed, or spoke unasked."""
        try:
            self._talk.check()
        except EngineError:
            await self._drop()
            raise

    def _send_limit(self, limit: Limit) -> None:
        """Tell what has changed of the limits, and the time left."""
        info = limit_info(limit)
        for key, default in UNLIMITED.items():
            if key in self._told:
                info.setdefault(key, default)
        for key, value in info.items():
            if key == "time_left" or self._told.get(key) != value:
                if key != "timeout_match":  # of the whole game: told at its start
                    self._talk.inform(key, value)
                self._told[key] = value

    def _listening(self, on_info: Callable[[Info], None] | None) -> Callable[[str], None] | None:
        if on_info is None:
            return None

        def listen(text: str) -> None:
            reader = self._reader
            if reader.feed(text) and (info := reader.info(line=reader.line)):
                on_info(info)

        return listen

    def _judged(self, answer: Answer, board: Board) -> Move:
        """The move of an answer."""
        xy = answer.line.xy
        assert xy is not None
        p = point_at(*xy, board.size)
        if p is None:
            raise EngineError(
                "engine.illegal",
                N_("engine {engine} played {answer}, which is off the board of {size} lines"),
                engine=self.name,
                answer=answer.line.text,
                size=board.size,
            )
        if board[p] != EMPTY:
            raise EngineError(
                "engine.illegal",
                N_("engine {engine} played {answer}: {point} already holds a stone"),
                engine=self.name,
                answer=answer.line.text,
                point=point_name(p),
            )
        return p

    # Processes

    async def _spawn(self) -> None:
        await self._drop()
        if self._closed:
            raise RuntimeError("the engine process has been closed")
        command = self.command
        self._talk = Conversation(command.name, self.name, self._on_line)
        self._size = 0
        try:
            await self._talk.child.spawn(command.argv, command.cwd, self.name, self.start_limit)
        except TimeoutError as error:
            raise self._start_up(self._talk.late(self.start_limit)) from error
        self._talk.ask_about()

    async def _settle(self) -> None:
        """Let an answer that was given up arrive, or its time run out."""
        await self._talk.settle()
        if self._give_up is not None:
            self._give_up.cancel()
            self._give_up = None

    async def _drop(self) -> None:
        """End the process by force."""
        self._position = None
        if self._give_up is not None:
            self._give_up.cancel()
            self._give_up = None
        self._talk.child.kill()
        await self._talk.child.wait_gone()

    async def close(self, grace: float = 1.0) -> ExitReport:
        """End the program: by END, and by force after ``grace`` seconds.

        May be called again, and from a task that is being cancelled.
        """
        self._closed = True
        child = self._talk.child
        if not self.alive:
            await self._drop()
            return ExitReport(child.status_text)
        idle = self._talk.idle
        self._talk.tell("END")
        try:
            hung = not await child.wait_gone(grace)
        finally:
            await self._drop()
        return ExitReport(child.status_text, self._exit_error(hung and idle, grace))

    def _exit_error(self, hung: bool, grace: float) -> EngineError | None:
        child = self._talk.child
        if hung:
            return EngineError(
                "engine.hang_at_exit",
                N_("engine {engine} had not ended {seconds:g} s after END"),
                engine=self.name,
                seconds=grace,
            )
        if child.killed or child.status == 0:
            return None
        return EngineError(
            "engine.crash_at_exit",
            N_("engine {engine} ended with {status} after END; its last words: {words}"),
            engine=self.name,
            status=status_words(child.status),
            words=child.words,
        )

    def _start_up(self, error: EngineError) -> EngineError:
        return EngineError(
            "engine.start_up", N_("no game could be started: {why}"), engine=self.name, why=error
        )


def _must_pass(board: Board) -> bool:
    """Whether every point that is left is forbidden, be it refused or lost."""
    return all(board.turn == BLACK and board.forbidden_kind(p) for p in board.stones(EMPTY))
