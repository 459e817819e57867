"""The runner of a match: deals pairs out to workers and writes down what they bring back.

There is one coordinator, which alone writes the journal; the workers are those of any
``concurrent.futures.Executor``, by default of a pool of processes of our own. A worker
that dies costs nothing but time: its pairs are played again.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from wuzi.arena.journal import Journal
from wuzi.arena.plan import MatchSpec, Pair
from wuzi.arena.record import GameRecord, Incident
from wuzi.arena.statistics import Decision, Pentanomial
from wuzi.arena.worker import Farewell, PairResult, be_worker, dismiss, play_pair, record_of
from wuzi.errors import N_, EngineError, SettingsError
from wuzi.players import command, parse_who
from wuzi.rules import Game

__all__ = [
    "GameFinished",
    "IncidentNoted",
    "MatchBegan",
    "MatchEnded",
    "MatchEvent",
    "MatchResult",
    "Stop",
    "WorkersDied",
    "run_match",
]

P = ParamSpec("P")
R = TypeVar("R")

_OUTSTANDING: Final = 2
"""Pairs given out for each worker: one to play, one that waits, so that none is idle."""
_DEATHS: Final = 2
"""Workers that may die around a pair before it is played alone; if they die again it is void."""
_ROUNDS: Final = 3
"""How often the workers are asked to close their engines, until each has been reached."""


class Stop(StrEnum):
    """Why a match came to its end."""

    DONE = "done"
    SPRT = "sprt"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """The journal is open.

    Attributes
    ----------
    spec : MatchSpec
    records : tuple of GameRecord
        What was played before, if the match is resumed.
    """

    spec: MatchSpec
    records: tuple[GameRecord, ...]


@dataclass(frozen=True, slots=True)
class GameFinished:
    """A game stands in the journal."""

    record: GameRecord


@dataclass(frozen=True, slots=True)
class IncidentNoted:
    """A player did wrong where no game depended on it; it stands in the journal."""

    incident: Incident


@dataclass(frozen=True, slots=True)
class WorkersDied:
    """Workers have died and been replaced; these pairs are played again."""

    pairs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """Nothing is played any more."""

    stop: Stop
    decision: Decision


MatchEvent = MatchBegan | GameFinished | IncidentNoted | WorkersDied | MatchEnded


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match came out so far.

    Attributes
    ----------
    records : tuple of GameRecord
        All games of the journal.
    incidents : tuple of Incident
    stop : Stop
    decision : Decision
        Of the SPRT; ``CONTINUE`` if there is none.
    """

    records: tuple[GameRecord, ...]
    incidents: tuple[Incident, ...]
    stop: Stop
    decision: Decision


def run_match(
    spec: MatchSpec,
    journal: str | os.PathLike[str],
    *,
    executor: Executor | None = None,
    concurrency: int = 1,
    resume: bool = False,
    on_event: Callable[[MatchEvent], None] | None = None,
) -> MatchResult:
    """Play a match, or the rest of it, and keep a journal.

    Parameters
    ----------
    spec : MatchSpec
    journal : path-like
        The journal to begin or resume.
    executor : Executor, optional
        Who plays; it is left open. By default processes of our own, which die with this
        one, however it dies.
    concurrency : int, default 1
        Games played at the same time: the number of processes, or of the executor's workers.
    resume : bool, default False
        Go on with the journal, if there is one.
    on_event : callable, optional
        Is told what happens, in the thread of the caller.

    Returns
    -------
    MatchResult
        Also after Ctrl-C, which stops the match: it can be resumed.

    Raises
    ------
    WuziError
        If the openings, the journal or a player cannot be used, or the workers of a lent
        executor have died. The journal can be resumed.
    """
    if concurrency < 1:
        raise SettingsError(
            "match.concurrency",
            N_("at least 1 game is played at a time, not {value}"),
            value=concurrency,
        )
    for player in (spec.a, spec.b):
        command(parse_who(player.who))  # of an engine that is not in the list we say so now
    openings = spec.load_openings()
    with Journal.open(journal, spec, openings, resume=resume) as book:
        crew: _Crew = _OwnCrew(concurrency) if executor is None else _LentCrew(executor)
        match = _Match(spec, book, crew, concurrency, on_event or (lambda _: None))
        return match.run(_rest(spec.pairs(openings), book.games))


def _rest(pairs: list[Pair], played: Collection[int]) -> list[Pair]:
    """The pairs that are not played, or only half of which is."""
    left = (
        replace(pair, games=tuple(game for game in pair.games if game not in played))
        for pair in pairs
    )
    return [pair for pair in left if pair.games]


# Who plays


class _Crew(Protocol):
    """The workers, however they are come by."""

    def submit(self, job: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Give a job to one of them."""
        ...

    def renew(self) -> None:
        """Replace workers that have died."""
        ...

    def leave(self, *, at_once: bool) -> None:
        """Let them go: when they are done, or at once whatever they are doing."""
        ...


class _OwnCrew:
    """Processes of our own.

    They are spawned, not forked: a copy of this process would hold the engines' leashes.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._theirs, self._leash = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            self._size, context, initializer=be_worker, initargs=(self._theirs,)
        )

    def submit(self, job: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        return self._pool.submit(job, *args, **kwargs)

    def renew(self) -> None:
        self.leave(at_once=True)
        self._begin()

    def leave(self, *, at_once: bool) -> None:
        if at_once:
            self._leash.close()
        self._pool.shutdown(wait=True, cancel_futures=at_once)
        self._leash.close()
        self._theirs.close()


class _LentCrew:
    """The workers of somebody else's executor."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._given: set[Future[Any]] = set()

    def submit(self, job: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        future = self._executor.submit(job, *args, **kwargs)
        self._given.add(future)
        future.add_done_callback(self._given.discard)
        return future

    def renew(self) -> None:
        raise EngineError(
            "match.workers", N_("the workers of the match have died: resume it with new ones")
        )

    def leave(self, *, at_once: bool) -> None:
        for future in tuple(self._given):
            future.cancel()


# The coordinator


class _Match:
    """Deals pairs out, and lands what comes back."""

    def __init__(
        self,
        spec: MatchSpec,
        journal: Journal,
        crew: _Crew,
        concurrency: int,
        tell: Callable[[MatchEvent], None],
    ) -> None:
        self._spec = spec
        self._journal = journal
        self._crew = crew
        self._concurrency = concurrency
        self._tell = tell
        self._todo: deque[Pair] = deque()
        self._suspects: deque[Pair] = deque()
        self._flying: dict[Future[PairResult], Pair] = {}
        self._deaths: dict[int, int] = {}
        self._workers: set[str] = set()
        self._records: dict[int, GameRecord] = {}
        self._pairs = Pentanomial()
        for record in journal.content.records:
            self._count(record)

    def run(self, pairs: list[Pair]) -> MatchResult:
        """Play ``pairs``."""
        self._todo.extend(pairs)
        stop = Stop.INTERRUPTED
        at_once = True
        try:
            self._tell(MatchBegan(self._spec, tuple(self._journal.content.records)))
            self._play()
            at_once = bool(self._flying)
            if not at_once:
                self._say_farewell()
            stop = Stop.DONE if self._decision is Decision.CONTINUE else Stop.SPRT
        except KeyboardInterrupt:
            at_once = True
        finally:
            self._crew.leave(at_once=at_once)
        self._tell(MatchEnded(stop, self._decision))
        content = self._journal.content
        return MatchResult(tuple(content.records), tuple(content.incidents), stop, self._decision)

    @property
    def _decision(self) -> Decision:
        test = self._spec.sprt
        return Decision.CONTINUE if test is None else test.decide(self._pairs)

    def _play(self) -> None:
        while self._decision is Decision.CONTINUE:
            try:
                self._deal()
                if not self._flying:
                    return
                done, _ = wait(self._flying, return_when=FIRST_COMPLETED)
                for future in [given for given in self._flying if given in done]:
                    self._land(future)
            except BrokenExecutor:
                self._recover()

    def _deal(self) -> None:
        """Give out as many pairs as keep the workers busy; suspects one by one, alone."""
        if self._suspects:
            if not self._flying:
                self._submit(self._suspects)
            return
        while self._todo and len(self._flying) < _OUTSTANDING * self._concurrency:
            self._submit(self._todo)

    def _submit(self, source: deque[Pair]) -> None:
        future = self._crew.submit(play_pair, source[0])
        self._flying[future] = source.popleft()

    def _land(self, future: Future[PairResult]) -> None:
        """Write down what a pair has brought.

        Raises
        ------
        BrokenExecutor
            If its worker has died: it is flying still.
        """
        result = future.result()
        del self._flying[future]
        self._workers.add(result.worker)
        self._write(result.records, result.incidents)

    def _write(self, records: Collection[GameRecord], incidents: Collection[Incident]) -> None:
        for incident in incidents:
            self._journal.note(incident)
            self._tell(IncidentNoted(incident))
        for record in records:
            if self._journal.add(record):
                self._count(record)
                self._tell(GameFinished(record))

    def _count(self, record: GameRecord) -> None:
        self._records[record.game] = record
        twin = self._records.get(record.game ^ 1)
        if twin is not None and not (record.is_void or twin.is_void):
            self._pairs += Pentanomial.of([(record.score("A"), twin.score("A"))])

    # Deaths

    def _recover(self) -> None:
        """Workers have died: land what had been brought, and play the rest again."""
        wait(self._flying)
        lost = []
        for future, pair in tuple(self._flying.items()):
            if future.exception() is None:
                self._land(future)
            else:
                lost.append(pair)
        alone = len(lost) == 1
        self._flying.clear()
        self._workers.clear()
        self._crew.renew()
        for pair in reversed(lost):
            deaths = self._deaths[pair.number] = self._deaths.get(pair.number, 0) + 1
            if deaths > _DEATHS and alone:
                self._write([_void(pair, game, deaths) for game in pair.games], ())
            elif deaths >= _DEATHS:
                self._suspects.append(pair)
            else:
                self._todo.appendleft(pair)
        self._tell(WorkersDied(tuple(pair.number for pair in lost)))

    # The end

    def _say_farewell(self) -> None:
        """Have every worker close its engines, to hear how they end."""
        for _ in range(_ROUNDS):
            if not self._workers:
                return
            try:
                farewells: list[Future[Farewell]] = [
                    self._crew.submit(dismiss, self._spec) for _ in range(self._concurrency)
                ]
                for future in farewells:
                    farewell = future.result()
                    self._workers.discard(farewell.worker)
                    self._write((), farewell.incidents)
            except BrokenExecutor:
                return  # with the workers their engines are gone


def _void(pair: Pair, game: int, deaths: int) -> GameRecord:
    """The record of a game whose workers died, each time it was tried."""
    begun = Game.from_board(pair.opening.board(pair.spec.rule))
    return replace(
        record_of(begun, pair, game),
        detail=f"the process that played this pair died {deaths} times",
    )
