"""How a running match stands, kept up game by game.

The counts are those that :func:`~wuzi.arena.summary.summarise` takes of all games at once.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from wuzi.arena.plan import Label, MatchSpec
from wuzi.arena.record import GameRecord, Incident
from wuzi.arena.statistics import Pentanomial, Results, Trinomial
from wuzi.arena.summary import SprtState, sprt_state
from wuzi.rules import Reason

__all__ = ["Standing"]


class Standing:
    """How a running match stands, kept up with every game.

    Parameters
    ----------
    spec : MatchSpec
    now : callable, default time.monotonic
        Seconds.

    Attributes
    ----------
    games : Trinomial
    pairs : Pentanomial
    void : int
    reasons : Counter of (Reason, winner or None)
    incidents : int
    last_incident : Incident or None
    """

    def __init__(self, spec: MatchSpec, now: Callable[[], float] = time.monotonic) -> None:
        self.spec = spec
        self.games = Trinomial()
        self.pairs = Pentanomial()
        self.void = 0
        self.reasons: Counter[tuple[Reason, Label | None]] = Counter()
        self.incidents = 0
        self.last_incident: Incident | None = None
        self._waiting: dict[int, GameRecord] = {}
        self._now = now
        self._began = now()
        self._before = 0

    def begin(self, records: tuple[GameRecord, ...]) -> None:
        """Count the games of a match that is resumed."""
        for record in records:
            self.count(record)
        self._before = self.done
        self._began = self._now()

    def count(self, record: GameRecord) -> None:
        """Count a finished game."""
        twin = self._waiting.pop(record.pair, None)
        if twin is None:
            self._waiting[record.pair] = record
        elif not (record.is_void or twin.is_void):
            self.pairs += Pentanomial.of([(record.score("A"), twin.score("A"))])
        if record.is_void:
            self.void += 1
            return
        self.games += Trinomial.of([record.score("A")])
        self.reasons[record.reason, record.winner] += 1

    def note(self, incident: Incident) -> None:
        """Count an incident."""
        self.incidents += 1
        self.last_incident = incident

    @property
    def done(self) -> int:
        """Games finished."""
        return self.games.games + self.void

    @property
    def best(self) -> Results:
        """The pairs, or the games where no pair is complete."""
        return self.pairs if self.pairs.observations else self.games

    @property
    def sprt(self) -> SprtState | None:
        """The test, if there is one."""
        return None if self.spec.sprt is None else sprt_state(self.spec.sprt, self.pairs)

    @property
    def elapsed(self) -> float:
        """Seconds since the match began or was resumed."""
        return self._now() - self._began

    @property
    def speed(self) -> float | None:
        """Games a second in this run; ``None`` before the first."""
        played = self.done - self._before
        return played / self.elapsed if played and self.elapsed > 0 else None

    @property
    def left(self) -> float | None:
        """Seconds to the last game at this speed; an SPRT may end the match before."""
        return None if self.speed is None else (self.spec.games - self.done) / self.speed
