"""Three ways to look for the best values by duels: what to play next, told how it came out.

A tuner knows nothing of games. It is asked for a :class:`Duel` of two points and told the score
of the first, 0 to 1, until its steps are used up; then its ``best`` is what it has found. What
it asks follows from its arguments and what it was told alone, so that a search that was broken
off can be told the same again and goes on as it would have.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from statistics import fmean
from typing import Any, Final, NamedTuple

from wuzi.errors import N_, SettingsError
from wuzi.lab.tunables import Parameter, Point

__all__ = ["METHODS", "Coordinate", "Duel", "OptunaTuner", "Spsa", "Tuner", "make_tuner"]


class Duel(NamedTuple):
    """Two points that are to be played against each other."""

    a: Point
    b: Point


class Tuner(ABC):
    """A search for the best point.

    Parameters
    ----------
    space : sequence of Parameter
    start : Point
    steps : int
        Duels at most.

    Attributes
    ----------
    best : Point
        The best found so far; the start where nothing was better.
    """

    def __init__(self, space: Sequence[Parameter], start: Point, steps: int) -> None:
        self.space = tuple(space)
        self.start = start
        self.best = start
        self._left = steps
        self._steps = steps
        self._course = self._duels()
        self._next = next(self._course, None)

    def ask(self) -> Duel | None:
        """The duel to be played; ``None`` when the search is over. Asked again it is the same."""
        return self._next if self._left > 0 else None

    def tell(self, score: float) -> None:
        """How the first point of the duel came out against the second, 0 to 1."""
        assert self.ask() is not None, "nothing was asked"
        self._left -= 1
        try:
            self._next = self._course.send(score)
        except StopIteration:
            self._next = None

    @abstractmethod
    def _duels(self) -> Generator[Duel, float, None]:
        """Yield duels, be sent their scores, and keep :attr:`best` up to date."""


class Coordinate(Tuner):
    """One value at a time: every value on a parameter's grid plays the best point so far.

    The value with the highest score is taken if this is more than ``1/2 + margin``. The
    parameters come in turn until none of them has changed since all were tried.

    Parameters
    ----------
    space, start, steps
        As for :class:`Tuner`.
    margin : float
        One standard error of a duel keeps chance from winning every turn.

    Examples
    --------
    >>> tuner = Coordinate([Parameter("x", 0, 4, 1, whole=True)], (0,), steps=50)
    >>> while duel := tuner.ask():
    ...     tuner.tell(0.5 + 0.1 * (abs(duel.b[0] - 3) - abs(duel.a[0] - 3)))
    >>> tuner.best
    (3,)
    """

    def __init__(
        self, space: Sequence[Parameter], start: Point, steps: int, margin: float = 0.0
    ) -> None:
        self._margin = margin
        super().__init__(space, start, steps)

    def _duels(self) -> Generator[Duel, float, None]:
        turn = settled = 0
        while settled < len(self.space):
            scores: dict[Point, float] = {}
            at = turn % len(self.space)
            for value in self.space[at].values():
                point = (*self.best[:at], value, *self.best[at + 1 :])
                if point != self.best:
                    scores[point] = yield Duel(point, self.best)
            leader = max(scores, key=scores.__getitem__, default=self.best)
            if scores.get(leader, 0.0) > 0.5 + self._margin:
                self.best = leader
                settled = 0
            settled += 1
            turn += 1


class Spsa(Tuner):
    """Simultaneous perturbation: all values move a little, at once, along a guessed gradient.

    In each step every parameter goes up or down by lot, and the point so reached plays the one
    on the other side. What the duel says of the whole is taken as the slope of each.
    The best point is the mean of the last quarter of the way, where chance evens out.

    Parameters
    ----------
    space, start, steps
        As for :class:`Tuner`.
    seed : int
    reach : float
        How far to each side the first duel is, in units (:class:`.Parameter`).
    pace : float
        How far the first step goes, in units, when the duel was won by three to one.

    Notes
    -----
    The sequences of gains, and their exponents 0.602 and 0.101, are those of J. C. Spall,
    "Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization",
    IEEE Transactions on Aerospace and Electronic Systems 34 (1998).
    """

    ALPHA: Final = 0.602
    GAMMA: Final = 0.101

    def __init__(
        self,
        space: Sequence[Parameter],
        start: Point,
        steps: int,
        *,
        seed: int = 0,
        reach: float = 0.15,
        pace: float = 0.1,
    ) -> None:
        self._dice = random.Random(f"spsa {seed}")  # a text seed is the same everywhere
        self._reach = reach
        self._pace = pace
        super().__init__(space, start, steps)

    def _duels(self) -> Generator[Duel, float, None]:
        units = [one.unit(value) for one, value in zip(self.space, self.start, strict=True)]
        late: list[list[float]] = []
        stability = 0.1 * self._steps
        gain = self._pace * 4 * self._reach * (stability + 1) ** self.ALPHA
        for k in range(self._steps):
            reach = self._reach / (k + 1) ** self.GAMMA
            signs = [self._dice.choice((-1, 1)) for _ in self.space]
            a, b = (self._beside(units, [side * sign for sign in signs], reach) for side in (1, -1))
            score = yield Duel(a, b)
            slope = gain / (stability + k + 1) ** self.ALPHA * (2 * score - 1)
            for i, one in enumerate(self.space):
                distance = one.unit(a[i]) - one.unit(b[i])
                if distance:
                    units[i] = min(1.0, max(0.0, units[i] + slope / distance))
            if k >= self._steps * 3 // 4:
                late.append(units[:])
            self.best = self._point([fmean(way) for way in zip(*(late or [units]), strict=True)])

    def _beside(self, units: Sequence[float], signs: Sequence[int], reach: float) -> Point:
        """The point so far to one side; a centre near a bound is moved, so that both sides fit."""
        found = []
        for one, unit, sign in zip(self.space, units, signs, strict=True):
            far = min(0.5, max(reach, one.resolution))
            centre = min(1 - far, max(far, unit))
            found.append(one.at(centre + sign * far))
        return tuple(found)

    def _point(self, units: Sequence[float]) -> Point:
        return tuple(one.at(unit) for one, unit in zip(self.space, units, strict=True))


class OptunaTuner(Tuner):
    """Optuna's tree of Parzen estimators: each point it proposes plays the start.

    The best point is the one with the highest mean score, one even duel counted in for each,
    so that a single lucky one does not count for more than it is worth.

    Parameters
    ----------
    space, start, steps
        As for :class:`Tuner`.
    seed : int

    Raises
    ------
    SettingsError
        If Optuna is not installed.
    """

    TRIES: Final = 50
    """Proposals in a row that may be the start itself, which need not be played."""

    def __init__(self, space: Sequence[Parameter], start: Point, steps: int, seed: int = 0) -> None:
        self._study, self._ranges = _study(space, seed)
        super().__init__(space, start, steps)

    def _duels(self) -> Generator[Duel, float, None]:
        scores: dict[Point, list[float]] = defaultdict(lambda: [0.5])
        tries = 0
        while tries < self.TRIES:
            trial = self._study.ask(self._ranges)
            point = tuple(one.at(trial.params[one.name]) for one in self.space)
            if point == self.start:
                tries += 1
                self._study.tell(trial, 0.5)
                continue
            tries = 0
            score = yield Duel(point, self.start)
            self._study.tell(trial, score)
            scores[point].append(score)
            leader = max(scores, key=lambda one: fmean(scores[one]))
            self.best = leader if fmean(scores[leader]) > 0.5 else self.start


def _study(space: Sequence[Parameter], seed: int) -> tuple[Any, Mapping[str, Any]]:
    """A study of Optuna, which is loaded only now, and the ranges it proposes from."""
    try:
        import optuna  # noqa: PLC0415  # of the extra "tune", and slow to load
    except ModuleNotFoundError as error:
        if error.name != "optuna":
            raise
        raise SettingsError(
            "tune.optuna",
            N_("tuning by Optuna takes optuna, which is not installed: {command}"),
            command="pip install 'wuzi[tune]'",
        ) from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=seed)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    return study, {one.name: optuna.distributions.FloatDistribution(0.0, 1.0) for one in space}


METHODS: Final = ("coordinate", "spsa", "optuna")


def make_tuner(
    method: str, space: Sequence[Parameter], start: Point, steps: int, *, seed: int, games: int
) -> Tuner:
    """The tuner of that name.

    Parameters
    ----------
    method : {"coordinate", "spsa", "optuna"}
    space : sequence of Parameter
    start : Point
    steps, seed : int
    games : int
        Of each duel: what chance makes of it decides how much :class:`Coordinate` asks for.

    Raises
    ------
    SettingsError
        If there is no such method, or its library is not installed.

    Examples
    --------
    >>> make_tuner("guess", [], (), 1, seed=1, games=2)
    Traceback (most recent call last):
    wuzi.errors.SettingsError: there is no way of tuning 'guess': choose from coordinate, ...
    """
    if method == "coordinate":
        return Coordinate(space, start, steps, margin=0.5 / games**0.5)
    if method == "spsa":
        return Spsa(space, start, steps, seed=seed)
    if method == "optuna":
        return OptunaTuner(space, start, steps, seed)
    raise SettingsError(
        "tune.method",
        N_("there is no way of tuning '{token}': choose from {choices}"),
        token=method[:40],
        choices=", ".join(METHODS),
    )
