"""Advice on a position, from an engine that plays for nobody."""

from __future__ import annotations

import asyncio

from wuzi.errors import N_, EngineError
from wuzi.play.engine_seat import START_LIMIT, engine_command
from wuzi.players import parse_who
from wuzi.protocol.client import EngineProcess, Reply
from wuzi.rules import Board, Rule
from wuzi.thinking import Info, Limit


class Analyst:
    """Thinks about positions that are put to it, in an engine process of its own.

    A session never lends its opponent's engine: that one would learn what it is asked.

    Parameters
    ----------
    who : str
        The WHO text of the engine; a person cannot be one.
    start_limit : float, default START_LIMIT
        Seconds the engine may take to start.

    Raises
    ------
    WuziError
        If there is no such player.
    """

    def __init__(self, who: str, *, start_limit: float = START_LIMIT) -> None:
        self.who = who
        self._command = engine_command(parse_who(who))
        self._start_limit = start_limit
        self._engine: EngineProcess | None = None
        self._told: tuple[int, Rule] | None = None  # the size and rule of its current game
        self._busy = asyncio.Lock()
        self._closed = False
        self._thought: asyncio.Task[Reply] | None = None

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

        Notes
        -----
        Hints wait for each other; a cancelled one makes way.
        """
        position = board.copy()
        async with self._busy:
            if self._closed:
                raise _closed()
            self._thought = asyncio.create_task(self._think(position, limit, allowed))
            try:
                reply = await self._thought
            except EngineError:
                await self._end()
                raise
            except asyncio.CancelledError:
                self._told = None
                if _is_cancelled():
                    raise
                raise _closed() from None  # not we were cancelled, but the thought, by close
        info = reply.info
        return info if info is not None else Info((reply.move,), time=reply.elapsed)

    async def _think(self, board: Board, limit: Limit, allowed: float | None) -> Reply:
        if self._engine is None:
            self._engine = await EngineProcess.start(self._command, start_limit=self._start_limit)
            self._told = None
        if self._told != (board.size, board.rule):
            await self._engine.new_game(board.size, board.rule, limit)
            self._told = board.size, board.rule
        return await self._engine.choose(board, limit, allowed=allowed)

    async def _end(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.close()

    async def close(self) -> None:
        """End the engine process; a hint that is being thought about fails."""
        self._closed = True
        if self._thought is not None:
            self._thought.cancel()
        async with self._busy:
            await self._end()


def _closed() -> EngineError:
    return EngineError("analyst.closed", N_("the analysis was ended"))


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
