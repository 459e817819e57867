"""From the score of a match to a difference in strength, with how sure one may be of it.

Two scales of strength are used:

* *logistic Elo*: ``score = 1 / (1 + 10 ** (-elo / 400))`` (A. E. Elo, "The Rating of
  Chessplayers", 1978; the logistic form as FIDE's successors and all engine testers use it).
  It depends on the openings and on how many games are drawn.
* *normalised Elo*: ``(score - 1/2) / deviation * 800 / ln 10`` with the standard deviation
  of a game (M. Van den Bergh, "Normalized Elo", 2020). It says how many games a difference
  takes to be seen, whatever the draws, and equals logistic Elo between near equals who
  never draw.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from wuzi.arena.statistics.results import Results, Trinomial

__all__ = [
    "Estimate",
    "elo_estimate",
    "elo_of_score",
    "first_move_advantage",
    "likelihood_of_superiority",
    "normalised_elo_estimate",
    "score_estimate",
    "score_of_elo",
]

NORMALISED_UNIT = 800 / math.log(10)
"""Normalised Elo of a score one standard deviation (of a game) above one half."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured value and the interval that covers the true one with a stated confidence.

    Attributes
    ----------
    value : float
    low, high : float
        Ends of the interval; infinite where the data set no bound.
    """

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the length of the interval, the number printed after ``+/-``."""
        return (self.high - self.low) / 2


def elo_of_score(score: float) -> float:
    """The logistic Elo difference at which ``score`` is expected.

    Parameters
    ----------
    score : float
        0 to 1; the ends give minus and plus infinity.

    Examples
    --------
    >>> round(elo_of_score(0.75), 2), elo_of_score(1.0)
    (190.85, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The score expected at a logistic Elo difference: the inverse of :func:`elo_of_score`.

    >>> round(score_of_elo(100), 3), score_of_elo(float("-inf"))
    (0.64, 0.0)
    """
    if elo < 0:  # by symmetry, so that a power of ten never overflows
        return 1 - score_of_elo(-elo)
    return float(1 / (1 + 10 ** (-elo / 400)))


def score_estimate(results: Results, confidence: float = 0.95) -> Estimate:
    """Mean score of a game, with its interval inside 0 to 1.

    Parameters
    ----------
    results : Trinomial or Pentanomial
    confidence : float, default 0.95

    Notes
    -----
    The interval is the normal one from the measured variance, ``score +/- z sqrt(var / n)``
    over ``n`` observations (Wald's interval; the figures of fastchess and of fishtest).

    When all observations are the same the variance says nothing. Then the chance ``q`` of
    any other outcome is bounded by ``(1 - q) ** n = (1 - confidence) / 2``, which is the
    exact bound of Clopper and Pearson ("The use of confidence or fiducial limits", 1934),
    and the unseen outcomes are taken at their worst and at their best.

    Without a game the interval is all of 0 to 1.

    Examples
    --------
    >>> from wuzi.arena.statistics.results import Trinomial
    >>> e = score_estimate(Trinomial(wins=10))
    >>> e.value, round(e.low, 3), e.high
    (1.0, 0.692, 1.0)
    """
    n = results.observations
    score = results.score
    if n == 0:
        return Estimate(score, 0.0, 1.0)
    if n in results.counts:
        seen = ((1 - confidence) / 2) ** (1 / n)
        return Estimate(score, score * seen, 1 - (1 - score) * seen)
    reach = _z(confidence) * math.sqrt(results.variance / n)
    return Estimate(score, max(0.0, score - reach), min(1.0, score + reach))


def _z(confidence: float) -> float:
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not {confidence}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def elo_estimate(results: Results, confidence: float = 0.95) -> Estimate:
    """Logistic Elo difference of the two sides.

    The interval of :func:`score_estimate`, its ends turned into Elo one by one: it is not
    symmetric about the value, and infinite on the side where the score may be 0 or 1.

    Examples
    --------
    >>> e = elo_estimate(Trinomial(wins=136, draws=111, losses=96))
    >>> f"{e.value:.2f} +/- {e.error:.2f}"
    '40.70 +/- 30.43'
    """
    score = score_estimate(results, confidence)
    return Estimate(elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high))


def normalised_elo_estimate(results: Results, confidence: float = 0.95) -> Estimate:
    """Normalised Elo difference of the two sides.

    Notes
    -----
    The interval is ``+/- z * 800 / ln 10 / sqrt(games)`` whatever the results, since the
    unit is the deviation itself. With no variance seen (no game, or all alike) a score of
    one half gives 0 and any other an infinite value, and nothing is bounded.

    Examples
    --------
    >>> e = normalised_elo_estimate(Trinomial(wins=136, draws=111, losses=96))
    >>> f"{e.value:.2f} +/- {e.error:.2f}"
    '49.77 +/- 36.77'
    """
    lead = results.score - 0.5
    deviation = results.game_deviation
    if deviation == 0:
        value = math.copysign(math.inf, lead) if lead else 0.0
        return Estimate(value, -math.inf, math.inf)
    value = lead / deviation * NORMALISED_UNIT
    reach = _z(confidence) * NORMALISED_UNIT / math.sqrt(results.games)
    return Estimate(value, value - reach, value + reach)


def likelihood_of_superiority(results: Results) -> float:
    """Likelihood of superiority (LOS): how probable it is that the first side is the stronger.

    Returns
    -------
    float
        0 to 1; one half when nothing was decided.

    Notes
    -----
    ``Phi((score - 1/2) / sqrt(v / n))`` with the mean square ``v`` of the observations about
    one half. For single games this is ``Phi((wins - losses) / sqrt(wins + losses))``, which
    draws do not touch (Chess Programming Wiki, "Match Statistics"; the figure of
    cutechess-cli).

    Examples
    --------
    >>> round(likelihood_of_superiority(Trinomial(wins=382, draws=298, losses=320)), 3)
    0.99
    """
    v = results.variance_about(0.5)
    if v == 0:
        return 0.5
    return NormalDist().cdf((results.score - 0.5) / math.sqrt(v / results.observations))


def first_move_advantage(results: Trinomial, confidence: float = 0.95) -> Estimate:
    """Score of whoever moved first, over the games of a match or tournament.

    Parameters
    ----------
    results : Trinomial
        Wins, draws and losses *of the first player* (black), whoever it was. In
        colour-swapped pairs the strength of the two cancels out.

    Examples
    --------
    >>> e = first_move_advantage(Trinomial(wins=60, draws=0, losses=40))
    >>> e.value, round(e.low, 3), round(e.high, 3)
    (0.6, 0.504, 0.696)
    """
    return score_estimate(results, confidence)
