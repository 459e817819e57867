"""Advice on a position, from an engine that plays for nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from wuzi.errors import N_, EngineError
from wuzi.play.engine_seat import START_LIMIT, engine_command
from wuzi.play.priority import lower_priority
from wuzi.players import parse_who
from wuzi.players.analysing import ForcedWin, Goal
from wuzi.protocol.client import EngineProcess, Mark
from wuzi.rules import EMPTY, Board, Point
from wuzi.thinking import Info, Limit

PLAIN_SECONDS: Final = 5.0
"""What an engine may take that only tells its move, where no time was given."""

T = TypeVar("T")


class Analyst:
    """Thinks about positions that are put to it, in an engine process of its own.

    A session never lends its opponent's engine: that one would learn what it is asked.

    Parameters
    ----------
    who : str
        The WHO text of the engine; a person cannot be one.
    start_limit : float, default START_LIMIT
        Seconds the engine may take to start.
    niceness : int, default 0
        How far its priority is lowered, see :mod:`wuzi.play.priority`.

    Attributes
    ----------
    name : str
        What the engine is called; better known when it runs.
    on_traffic : callable or None
        Takes every line to and from the engine: a mark (``">"``, ``"<"``, ``"!"``) and the line.
    extended : bool or None
        Whether the engine looks at several lines and at part of the board only; ``None``
        until it was asked. One that does not tells its best move, and what it likes.

    Raises
    ------
    WuziError
        If there is no such player.

    Notes
    -----
    What is asked waits for what was asked before; what is cancelled makes way.
    """

    def __init__(self, who: str, *, start_limit: float = START_LIMIT, niceness: int = 0) -> None:
        self.who = who
        self._command = engine_command(parse_who(who))
        self.name = self._command.name
        self.on_traffic: Callable[[Mark, str], None] | None = None
        self.extended: bool | None = None
        self._start_limit = start_limit
        self._niceness = niceness
        self._lowered = 0  # the process whose priority has been lowered
        self._engine: EngineProcess | None = None
        self._starting: asyncio.Task[EngineProcess] | None = None
        self._busy = asyncio.Lock()
        self._closed = False
        self._thought: asyncio.Task[object] | None = None

    async def hint(self, board: Board, limit: Limit, *, allowed: float | None = None) -> Info:
        """The move it would play, with a score if the engine tells one.

        Parameters
        ----------
        board : Board
            It is copied at once.
        limit : Limit
        allowed : float, optional
            Seconds to wait for the answer.

        Returns
        -------
        Info
            Its ``pv`` begins with the move. When the engine tells nothing else, depth and
            nodes are 0.

        Raises
        ------
        EngineError
            If the engine fails. The next hint starts it anew.
        """
        position = board.copy()

        async def think() -> Info:
            engine = await self._started(position, limit)
            reply = await engine.choose(position, limit, allowed=allowed)
            return reply.info or Info((reply.move,), time=reply.elapsed)

        async with self._thinking(think()) as thought:
            return await thought

    async def analyse(
        self,
        board: Board,
        limit: Limit = Limit(),  # noqa: B008  (it is frozen)
        *,
        lines: int = 1,
        region: Collection[Point] | None = None,
    ) -> AsyncGenerator[Info, None]:
        """Yield what it finds out about a position, until the limit or until you stop asking.

        Parameters
        ----------
        board : Board
            It is copied at once.
        limit : Limit, optional
            Without any it thinks until stopped; one that only tells its move is given
            :data:`PLAIN_SECONDS`.
        lines : int, default 1
            How many of the best moves to look at; every Info says which ``line`` it is of.
        region : collection of Point, optional
            Only these points may be played first.

        Yields
        ------
        Info
            A plain Gomocup engine gives one, with the move alone: depth and nodes are 0.

        Raises
        ------
        EngineError
            ``analyst.region`` if no legal point lies in the region; else if the engine
            fails. The next question starts it anew.

        Notes
        -----
        Stopping is closing the iterator, which :func:`contextlib.aclosing` does, or
        cancelling the task that reads it. The engine is told to stop at once.
        """
        position = board.copy()
        exclude = _outside(position, region)
        told: asyncio.Queue[Info | None] = asyncio.Queue()

        async def think() -> Info:
            engine = await self._started(position, limit)
            self.extended = await engine.is_extended(position, limit)
            self.name = engine.name
            within = limit
            if not self.extended and limit == Limit():
                within = Limit(time=PLAIN_SECONDS)
            reply = await engine.analyse(
                position, within, lines=lines, exclude=exclude, on_info=told.put_nowait
            )
            return reply.info or Info((reply.move,), time=reply.elapsed)

        async with self._thinking(think()) as thought:
            thought.add_done_callback(lambda _: told.put_nowait(None))
            best = None
            while (info := await told.get()) is not None:
                best = info if info.line == 1 else best
                yield info
            answer = await thought
            if answer != best:
                yield answer

    async def solve(
        self, board: Board, goal: Goal, limit: Limit, *, allowed: float | None = None
    ) -> ForcedWin:
        """Whether the side to move wins by force. Only our own engine (``wuzi``) can tell.

        Parameters
        ----------
        board : Board
            It is copied at once.
        goal : {"vcf", "vct"}
        limit : Limit
        allowed : float, optional

        Raises
        ------
        EngineError
            If the engine fails or has no solver. The next question starts it anew.
        """
        position = board.copy()

        async def think() -> ForcedWin:
            engine = await self._started(position, limit)
            return await engine.solve(position, goal, limit, allowed=allowed)

        async with self._thinking(think()) as thought:
            return await thought

    @asynccontextmanager
    async def _thinking(self, thought: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
        """Have the engine to oneself for a thought, which is over at the end of the block."""
        try:
            await self._busy.acquire()
        except BaseException:
            thought.close()
            raise
        try:
            if self._closed:
                thought.close()
                raise _closed()
            self._thought = task = asyncio.create_task(thought)
            try:
                yield task
            except EngineError:
                await self._end()
                raise
            except asyncio.CancelledError:
                if _is_cancelled():
                    raise
                raise _closed() from None  # not we were cancelled, but the thought, by close
            finally:
                await self._given_up(task)
        finally:
            self._busy.release()

    async def _given_up(self, task: asyncio.Task[Any]) -> None:
        """End a thought that is not over."""
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
        if not task.cancelled():
            task.exception()  # whoever wanted to know has asked

    async def _started(self, board: Board, limit: Limit) -> EngineProcess:
        """The engine. Its start goes on when a question is given up: the next will want it."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start(board, limit))
        return await asyncio.shield(self._starting)

    async def _start(self, board: Board, limit: Limit) -> EngineProcess:
        self.extended = None
        self._engine = engine = await EngineProcess.start(
            self._command, start_limit=self._start_limit, on_line=self._hear
        )
        await engine.new_game(board.size, board.rule, limit)
        return engine

    def _hear(self, mark: Mark, line: str) -> None:
        pid = 0 if self._engine is None else self._engine.pid
        if self._niceness and pid not in (0, self._lowered):  # again if it had to be restarted
            self._lowered = pid
            lower_priority(pid, self._niceness)
        if self.on_traffic is not None:
            self.on_traffic(mark, line)

    async def _end(self) -> None:
        starting, self._starting = self._starting, None
        if starting is not None:
            starting.cancel()
            await asyncio.wait({starting})
            if not starting.cancelled():
                starting.exception()  # told to whoever waited for it, if anybody did
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.close()

    async def close(self) -> None:
        """End the engine process; what is being thought about fails."""
        self._closed = True
        if self._thought is not None:
            self._thought.cancel()
        async with self._busy:
            await self._end()


def _outside(board: Board, region: Collection[Point] | None) -> list[Point]:
    """The empty points that are not in ``region``."""
    if region is None:
        return []
    open_points = frozenset(region)
    if not any(p in open_points for p in board.legal_points()):
        raise EngineError("analyst.region", N_("no point of the region may be played"))
    return [p for p in board.stones(EMPTY) if p not in open_points]


def _closed() -> EngineError:
    return EngineError("analyst.closed", N_("the analysis was ended"))


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
