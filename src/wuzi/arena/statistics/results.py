"""What a match of two players counts: single games, or pairs of games with colours swapped.

Both kinds are frequencies of a score between 0 and 1, so that one formula serves both:
:class:`Trinomial` counts games that score 0, 1/2 or 1, :class:`Pentanomial` counts pairs
whose mean score is 0, 1/4, 1/2, 3/4 or 1. Two games of a pair share their opening and are
not independent; the pentanomial model takes each pair as one observation and so measures
the variance of a match rightly, where the trinomial one mostly overstates it.

Sources: M. Van den Bergh, "Comments on Normalized Elo" (2020), for the pentanomial model.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import ClassVar

__all__ = ["Pentanomial", "Results", "Trinomial"]


@dataclass(frozen=True, slots=True)
class Results:
    """Frequencies of scores; see :class:`Trinomial` and :class:`Pentanomial`."""

    VALUES: ClassVar[tuple[float, ...]]
    """The score of each kind of observation, in the order of :attr:`counts`."""
    GAMES_EACH: ClassVar[int]
    """Games in one observation."""

    def __post_init__(self) -> None:
        if any(count < 0 for count in self.counts):
            raise ValueError(f"counts cannot be negative: {self.counts}")

    @property
    def counts(self) -> tuple[int, ...]:
        """Observations of each kind, the worst first."""
        raise NotImplementedError

    @classmethod
    def _kind(cls, score: float) -> int:
        if score not in cls.VALUES:
            raise ValueError(f"no game or pair scores {score}")
        return cls.VALUES.index(score)

    @property
    def observations(self) -> int:
        """How many independent observations there are."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games they stand for."""
        return self.observations * self.GAMES_EACH

    @property
    def score(self) -> float:
        """Mean score of a game, 0 to 1; 1/2 when nothing was played."""
        n = self.observations
        if n == 0:
            return 0.5
        return math.fsum(c * x for c, x in zip(self.counts, self.VALUES, strict=True)) / n

    def variance_about(self, centre: float) -> float:
        """Mean squared distance of an observation from ``centre``; 0 when there is none."""
        n = self.observations
        if n == 0:
            return 0.0
        squares = (c * (x - centre) ** 2 for c, x in zip(self.counts, self.VALUES, strict=True))
        return math.fsum(squares) / n

    @property
    def variance(self) -> float:
        """Variance of one observation about the mean score."""
        return self.variance_about(self.score)

    @property
    def game_deviation(self) -> float:
        """Standard deviation per game: that of an observation, times the root of its games."""
        return math.sqrt(self.GAMES_EACH * self.variance)


@dataclass(frozen=True, slots=True)
class Trinomial(Results):
    """Games of one player against another, or of whoever moves first against the second.

    Attributes
    ----------
    wins, draws, losses : int

    Examples
    --------
    >>> t = Trinomial(wins=136, draws=111, losses=96)
    >>> t.games, round(t.score, 4), round(t.draw_ratio, 4)
    (343, 0.5583, 0.3236)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    VALUES: ClassVar[tuple[float, ...]] = (0.0, 0.5, 1.0)
    GAMES_EACH: ClassVar[int] = 1

    @classmethod
    def of(cls, scores: Iterable[float]) -> Trinomial:
        """Count the scores (0, 1/2 or 1) of single games.

        >>> Trinomial.of([1, 0.5, 1, 0])
        Trinomial(wins=2, draws=1, losses=1)
        """
        counts = [0, 0, 0]
        for score in scores:
            counts[cls._kind(score)] += 1
        return cls(wins=counts[2], draws=counts[1], losses=counts[0])

    @property
    def counts(self) -> tuple[int, ...]:
        """Losses, draws, wins."""
        return (self.losses, self.draws, self.wins)

    @property
    def draw_ratio(self) -> float:
        """Share of games drawn; 0 when nothing was played."""
        return self.draws / self.games if self.games else 0.0

    def reversed(self) -> Trinomial:
        """The same games seen by the opponent."""
        return Trinomial(self.losses, self.draws, self.wins)

    def __add__(self, other: Trinomial) -> Trinomial:
        return Trinomial(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses
        )


@dataclass(frozen=True, slots=True)
class Pentanomial(Results):
    """Colour-swapped pairs of games, by what a player won in both together.

    Attributes
    ----------
    ll : int
        Both lost.
    ld : int
        One lost, one drawn.
    even : int
        Both drawn, or each side won one.
    wd : int
        One won, one drawn.
    ww : int
        Both won.

    Examples
    --------
    >>> p = Pentanomial(ll=34, ld=54, even=63, wd=64, ww=75)
    >>> p.games, round(p.score, 4), round(p.even_ratio, 4)
    (580, 0.5793, 0.2172)
    """

    ll: int = 0
    ld: int = 0
    even: int = 0
    wd: int = 0
    ww: int = 0

    VALUES: ClassVar[tuple[float, ...]] = (0.0, 0.25, 0.5, 0.75, 1.0)
    GAMES_EACH: ClassVar[int] = 2

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float]]) -> Pentanomial:
        """Count pairs of scores (each 0, 1/2 or 1) of one player.

        >>> Pentanomial.of([(1, 0), (0.5, 0.5), (1, 0.5)])
        Pentanomial(ll=0, ld=0, even=2, wd=1, ww=0)
        """
        counts = [0] * 5
        for first, second in pairs:
            counts[cls._kind((first + second) / 2)] += 1
        return cls(*counts)

    @property
    def counts(self) -> tuple[int, ...]:
        """Pairs by their score, ``ll`` first."""
        return astuple(self)

    @property
    def even_ratio(self) -> float:
        """Share of pairs that neither side won; 0 when nothing was played."""
        return self.even / self.observations if self.observations else 0.0

    def reversed(self) -> Pentanomial:
        """The same pairs seen by the opponent."""
        return Pentanomial(*reversed(self.counts))

    def __add__(self, other: Pentanomial) -> Pentanomial:
        return Pentanomial(*(a + b for a, b in zip(self.counts, other.counts, strict=True)))
