"""Tuning a player by self-play: a tuner proposes duels, matches of the arena decide them.

Everything lies in one folder: ``tune.jsonl``, the history, one line a duel; ``games/``, the
journal of each duel's match, so that no finished game is played twice; ``scores/``, the score
tables of those who played; ``confirm-N.jsonl``, the match of the best after N duels against the
start.

Players are limited by nodes or depth, never by time, and each duel has its openings from the
seed and its number: the same tuning has the same history on every machine.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from wuzi.arena.journal import openings_fingerprint
from wuzi.arena.plan import MatchSpec
from wuzi.arena.runner import Stop, run_match
from wuzi.arena.statistics import Sprt, Trinomial
from wuzi.arena.worker import be_worker
from wuzi.errors import N_, RecordError, SettingsError
from wuzi.lab.tunables import settings_of, start_of
from wuzi.lab.tune_history import History
from wuzi.lab.tune_spec import MOST_STEPS, Duelled, Tuned, TuneSpec
from wuzi.lab.tuners import Duel, make_tuner

__all__ = ["confirmation", "run_tune", "tables_in"]


def tables_in(folder: Path) -> Path:
    """Where a tuning keeps its score tables: by a name that is good from anywhere."""
    return folder.absolute() / "scores"


def run_tune(
    spec: TuneSpec,
    folder: Path,
    *,
    executor: Executor | None = None,
    workers: int = 1,
    resume: bool = False,
    on_step: Callable[[Duelled], None] | None = None,
) -> Tuned:
    """Tune, or go on tuning, and keep the history.

    Parameters
    ----------
    spec : TuneSpec
    folder : Path
        Made if it is not there. Workers must see it under the same name.
    executor : Executor, optional
        Who plays; it is left open. By default processes of our own, which die with this one.
    workers : int, default 1
        Games played at the same time.
    resume : bool
        Go on with the history that is there.
    on_step : callable, optional
        Is told every duel, those of before, too, in the thread of the caller.

    Returns
    -------
    Tuned
        Also after Ctrl-C: it can be gone on with.

    Raises
    ------
    WuziError
        If the player, its openings or the folder cannot be used.
    """
    tuning = _Tuning(spec, folder, on_step or (lambda _: None))
    head = spec.head(tuning.openings)
    with History.open(folder, head, resume=resume) as history:
        for told in history.lines:
            tuning.take(told)
        (folder / "games").mkdir(exist_ok=True)
        try:
            with _crew(executor, workers) as crew:
                while (line := tuning.play(crew, workers)) is not None:
                    history.add(tuning.take(line).to_json())
        except KeyboardInterrupt:  # between two matches
            tuning.tuned.interrupted = True
    return tuning.tuned


class _Tuning:
    """A tuner, and what it has been told so far."""

    def __init__(self, spec: TuneSpec, folder: Path, tell: Callable[[Duelled], None]) -> None:
        start = start_of(spec.player, spec.parameters)
        self.tuned = Tuned(spec, start, start)
        self._folder = folder
        self._tell = tell
        self._tuner = make_tuner(
            spec.method, spec.parameters, start, spec.steps, seed=spec.seed, games=spec.games
        )
        bounds = Duel(
            tuple(one.low for one in spec.parameters), tuple(one.high for one in spec.parameters)
        )
        match = spec.match(bounds, 1, tables_in(folder))  # refused now if they cannot be played
        self.openings = openings_fingerprint(match.load_openings())

    def play(self, crew: Executor, workers: int) -> dict[str, Any] | None:
        """Play the next duel; ``None`` if there is none or it was interrupted."""
        duel = self._tuner.ask()
        if duel is None:
            return None
        spec, number = self.tuned.spec, len(self.tuned.steps) + 1
        match = spec.match(duel, number, tables_in(self._folder))
        journal = self._folder / "games" / f"{number:05}.jsonl"
        result = run_match(match, journal, executor=crew, concurrency=workers, resume=True)
        if result.stop is Stop.INTERRUPTED:
            self.tuned.interrupted = True
            return None
        scores = [record.score("A") for record in result.records if not record.is_void]
        if not scores:
            raise SettingsError(
                "tune.void",
                N_("no game of step {number} came to a result: see {file}"),
                number=number,
                file=str(journal),
            )
        found = Trinomial.of(scores)
        return {
            "step": number,
            "a": settings_of(spec.parameters, duel.a),
            "b": settings_of(spec.parameters, duel.b),
            "wins": found.wins,
            "draws": found.draws,
            "losses": found.losses,
        }

    def take(self, line: dict[str, Any]) -> Duelled:
        """Let the tuner know of a duel, of now or of before.

        Raises
        ------
        RecordError
            If the tuner would not have asked for it: the history was changed by hand.
        """
        space = self.tuned.spec.parameters
        number = len(self.tuned.steps) + 1
        asked = [settings_of(space, point) for point in self._tuner.ask() or ()]
        if asked != [line["a"], line["b"]] or line["step"] != number:
            raise RecordError(
                "tune.history",
                N_("{file}, step {number}: this tuning would have played another; name another"
                   " folder"),
                file=str(self._folder),
                number=number,
            )  # fmt: skip
        results = Trinomial(line["wins"], line["draws"], line["losses"])
        self._tuner.tell(results.score)
        self.tuned.best = self._tuner.best
        best = settings_of(space, self._tuner.best)
        step = Duelled(number, line["a"], line["b"], results, best)
        self.tuned.steps.append(step)
        self._tell(step)
        return step


@contextmanager
def _crew(executor: Executor | None, workers: int) -> Iterator[Executor]:
    """Who plays: the executor lent, or processes of our own, which end at once with us."""
    if executor is not None:
        yield executor
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy engines' pipes
    theirs, leash = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(max(1, workers), context, initializer=be_worker, initargs=(theirs,))
    try:
        yield pool
    finally:
        leash.close()
        pool.shutdown(wait=True, cancel_futures=True)
        theirs.close()


def confirmation(tuned: Tuned, folder: Path, *, games: int, sprt: Sprt) -> tuple[MatchSpec, Path]:
    """The match of the best (A) against the start (B) that decides whether it is better.

    Its openings are dealt anew: by those of the duels the best was chosen.

    Parameters
    ----------
    tuned : Tuned
    folder : Path
        As for :func:`run_tune`.
    games : int
        At most; an even number.
    sprt : Sprt

    Returns
    -------
    spec : MatchSpec
    journal : Path
    """
    duel = Duel(tuned.best, tuned.start)
    match = tuned.spec.match(duel, MOST_STEPS + 1, tables_in(folder))
    journal = folder / f"confirm-{len(tuned.steps):05}.jsonl"
    return replace(match, games=games, sprt=sprt), journal
