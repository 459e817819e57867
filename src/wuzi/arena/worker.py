"""A worker: plays pairs one after another, and keeps its engines between games.

:func:`play_pair` and :func:`dismiss` are what executors are given. They find the worker of
the thread they run in, so that any ``concurrent.futures.Executor`` will do: a pool of
processes, of threads, or one on other machines.
"""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import platform
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from multiprocessing.connection import Connection, wait
from typing import Final

from wuzi.arena.adjudication import verdict
from wuzi.arena.plan import LABELS, Label, MatchSpec, Pair, PlayerSpec, black_of, other
from wuzi.arena.record import GameRecord, Incident
from wuzi.errors import EngineError
from wuzi.play.engine_seat import EngineSeat, engine_command
from wuzi.play.events import Event, MovePlayed
from wuzi.play.seat import Choice, State
from wuzi.play.session import Session
from wuzi.players import parse_who
from wuzi.protocol.command import EngineCommand
from wuzi.protocol.guard import PR_SET_PDEATHSIG, prctl
from wuzi.rules import BLACK, Board, Game, Reason, Score, moves_text

__all__ = ["Farewell", "PairResult", "be_worker", "dismiss", "play_pair"]

_PATIENT_STARTS: Final = 2
"""Failed starts in a row with the whole time to start in; then it is a tenth."""
_IDLE: Final = 0.05
"""Seconds a worker without engines takes to be dismissed, so that the others get their turn."""
_ENGINE_FAULTS: Final = frozenset(
    {Reason.START_UP, Reason.CRASH, Reason.TIME, Reason.GARBAGE, Reason.ILLEGAL, Reason.FORBIDDEN}
)


@dataclass(frozen=True, slots=True)
class PairResult:
    """What became of a pair.

    Attributes
    ----------
    records : tuple of GameRecord
    incidents : tuple of Incident
    worker : str
        Who played it: a text that no two workers share.
    """

    records: tuple[GameRecord, ...]
    incidents: tuple[Incident, ...]
    worker: str


@dataclass(frozen=True, slots=True)
class Farewell:
    """What a worker says when a match is over; as for :class:`PairResult`."""

    incidents: tuple[Incident, ...]
    worker: str


class PlayerSeat(EngineSeat):
    """The seat of one player of a match, with that player's own limits.

    Parameters
    ----------
    player : PlayerSpec
    name : str
    start_limit : float

    Raises
    ------
    SettingsError
        If the player is an engine that is not in the list.
    """

    def __init__(self, player: PlayerSpec, name: str, start_limit: float) -> None:
        who = parse_who(player.who)
        super().__init__(
            _command(player, name),
            who=who.text,
            start_limit=start_limit,
            max_memory=player.max_memory or None,
        )
        self.player = player
        self._full_start_limit = start_limit
        self._failed_starts = 0

    async def ready(self, state: State) -> None:
        """Start as any engine does; one that keeps failing is not waited for as long."""
        try:
            await super().ready(state)
        except EngineError:
            self._failed_starts += 1
            if self._failed_starts >= _PATIENT_STARTS:
                self._start_limit = self._full_start_limit / 10
            raise
        self._failed_starts = 0
        self._start_limit = self._full_start_limit

    async def choose(self, state: State) -> Choice:
        """Choose within the player's nodes and depth."""
        limit = replace(state.limit, nodes=self.player.nodes, depth=self.player.depth)
        return await super().choose(replace(state, limit=limit))


def _command(player: PlayerSpec, name: str) -> EngineCommand:
    found = engine_command(parse_who(player.who))
    info = {**found.info, **dict(player.options)}
    if player.threads is not None:
        info["thread_num"] = str(player.threads)
    restart = found.restart if player.restart == "auto" else player.restart
    return replace(found, name=name, info=info, restart=restart)


class Worker:
    """Plays pairs on an event loop of its own.

    Attributes
    ----------
    name : str
        As :attr:`PairResult.worker`.
    """

    def __init__(self) -> None:
        self.name = f"{platform.node()}:{os.getpid()}:{threading.get_ident()}"
        self._runner = asyncio.Runner()
        self._spec: MatchSpec | None = None
        self._seats: dict[Label, PlayerSeat] = {}
        self._incidents: list[Incident] = []

    def play(self, pair: Pair) -> PairResult:
        """Play the games of a pair.

        Raises
        ------
        SettingsError
            If a player is not known on this machine.
        """
        records = self._runner.run(self._play_pair(pair))
        return PairResult(records, self._told_incidents(), self.name)

    def dismiss(self, spec: MatchSpec) -> Farewell:
        """Close the engines of a match, if they are here."""
        if self._spec != spec:
            time.sleep(_IDLE)
            return Farewell((), self.name)
        self._runner.run(self._leave())
        return Farewell(self._told_incidents(), self.name)

    def end(self) -> None:
        """Close the engines and the loop, for good."""
        self._runner.run(self._leave())
        self._runner.close()

    def _told_incidents(self) -> tuple[Incident, ...]:
        told, self._incidents = tuple(self._incidents), []
        return told

    async def _play_pair(self, pair: Pair) -> tuple[GameRecord, ...]:
        await self._sit_down(pair.spec)
        return tuple([await self._play_game(pair, game) for game in pair.games])

    async def _sit_down(self, spec: MatchSpec) -> None:
        """Have a seat for each player of ``spec``: those of before, if it is the same match."""
        if self._spec == spec:
            return
        await self._leave()
        self._incidents.clear()  # of another match, which does not ask any more
        names = spec.names
        self._seats = {
            label: PlayerSeat(spec.player(label), names[label], spec.start_limit)
            for label in LABELS
        }
        self._spec = spec

    async def _leave(self) -> None:
        await asyncio.gather(*(self._close(label) for label in self._seats))
        self._seats = {}
        self._spec = None

    async def _close(self, label: Label) -> None:
        """End a player's engine, and note how it ended."""
        seat = self._seats[label]
        await seat.close()
        report, seat.last_exit = seat.last_exit, None
        if report is not None and report.error is not None:
            self._incidents.append(Incident(label, report.error.id, str(report.error)))

    async def _play_game(self, pair: Pair, number: int) -> GameRecord:
        spec = pair.spec
        black = black_of(number)
        white = other(black)
        session = Session(
            Board.from_moves(
                pair.opening.moves, spec.size, spec.rule, forbidden_loses=spec.forbidden_loses
            ),
            self._seats[black],
            self._seats[white],
            time_control=spec.player(black).tc,
            white_time_control=spec.player(white).tc,
            margin=spec.margin,
            patience=spec.patience,
        )
        session.subscribe(_judge(session, spec))
        began, start = time.monotonic(), datetime.now(UTC).isoformat(timespec="seconds")
        await session.prepare()
        game = await session.play_to_end()
        outcome = game.outcome
        assert outcome is not None
        winner = None if outcome.is_draw else black if outcome.winner == BLACK else white
        for label in LABELS:
            failed = outcome.reason in _ENGINE_FAULTS and label != winner
            if failed or self._seats[label].command.restart == "off":
                await self._close(label)
        return replace(
            record_of(game, pair, number),
            winner=winner,
            reason=outcome.reason,
            detail=outcome.detail,
            start=start,
            seconds=round(time.monotonic() - began, 3),
        )


def _judge(session: Session, spec: MatchSpec) -> Callable[[Event], None]:
    """A listener that ends the game by the rules of adjudication."""
    scores: list[Score | None] = []

    def listen(event: Event) -> None:
        if isinstance(event, MovePlayed):
            scores.append(None if event.info is None else event.info.score)
            outcome = verdict(spec.adjudication, len(session.board.moves), scores)
            if outcome is not None and session.outcome is None:
                session.adjudicate(outcome)

    return listen


def record_of(game: Game, pair: Pair, number: int) -> GameRecord:
    """The record of a game without its result, which is as if it had been broken off."""
    spec = pair.spec
    names = spec.names
    black = black_of(number)
    played = [node.notes for node in list(game.root.line())[1 + len(pair.opening.moves) :]]
    return GameRecord(
        game=number,
        opening=str(pair.opening),
        size=spec.size,
        rule=spec.rule,
        black_name=names[black],
        white_name=names[other(black)],
        moves=moves_text(game.moves()),
        times=tuple(notes.time or 0.0 for notes in played),
        nodes=tuple(notes.nodes for notes in played),
        depths=tuple(notes.depth for notes in played),
        scores=tuple(notes.score for notes in played),
        winner=None,
        reason=Reason.UNKNOWN,
        forbidden_loses=spec.forbidden_loses,
    )


# What executors are given

_here = threading.local()
_all: list[Worker] = []


def _worker() -> Worker:
    """The worker of this thread."""
    if not hasattr(_here, "worker"):
        if not _all:
            atexit.register(_end_all)
        _here.worker = Worker()
        _all.append(_here.worker)
    worker: Worker = _here.worker
    return worker


def _end_all() -> None:
    while _all:
        _all.pop().end()


def play_pair(pair: Pair) -> PairResult:
    """Play the games of a pair in whatever process and thread this is called."""
    return _worker().play(pair)


def dismiss(spec: MatchSpec) -> Farewell:
    """Close the engines of a match that this process and thread have."""
    return _worker().dismiss(spec)


def be_worker(leash: Connection) -> None:
    """Make this process a worker that dies with its runner: a pool's initializer.

    Parameters
    ----------
    leash : Connection
        Nothing is ever sent on it. When its other end closes, because the runner wants to
        stop at once or is gone, this process ends; and its engines with it, whose guards
        see to that.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's Ctrl-C is for the runner
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    ends: list[Connection | int] = [leash]
    if parent is not None:
        ends.append(parent.sentinel)

    def watch() -> None:
        wait(ends)
        os._exit(1)

    threading.Thread(target=watch, name="leash", daemon=True).start()
