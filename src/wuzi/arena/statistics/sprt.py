"""The sequential probability ratio test: play until the result is sure, and no longer.

A test weighs two hypotheses, "the difference is ``elo0``" against "it is ``elo1``", by the
logarithm of their likelihood ratio (LLR) after each observation, and stops when that leaves
the bounds which A. Wald derived from the two error rates ("Sequential Tests of Statistical
Hypotheses", Annals of Mathematical Statistics 16, 1945).

A difference in Elo does not fix how often games are drawn, so each hypothesis is taken at
its best: with the distribution of results that has the required strength and makes what was
seen most likely (the *generalised* SPRT). Such a distribution is found exactly, as in
M. Van den Bergh, "Comments on Normalized Elo" (2020), sections 1 and 4: see
:func:`_most_likely` and :func:`_most_likely_normalised`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from wuzi.arena.statistics.elo import NORMALISED_UNIT, score_of_elo
from wuzi.arena.statistics.results import Results
from wuzi.errors import N_, SettingsError

__all__ = ["Decision", "EloModel", "Sprt"]

_UNSEEN = 1e-3
"""Count given to an outcome that never came, so that no hypothesis holds it impossible."""

_ROUNDS = 200
"""More rounds than any search below needs; 10 are common."""


class EloModel(StrEnum):
    """In which Elo the hypotheses are stated (see :mod:`wuzi.arena.statistics.elo`)."""

    LOGISTIC = "logistic"
    NORMALISED = "normalized"  # spelt as the option value of other match runners


class Decision(StrEnum):
    """What a test says so far."""

    H0 = "H0"
    H1 = "H1"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two hypotheses.

    Parameters
    ----------
    elo0, elo1 : float
        Differences under H0 and H1, ``elo0 < elo1``, in the Elo of ``model``.
    alpha : float, default 0.05
        How often H1 may be accepted where ``elo0`` is true.
    beta : float, default 0.05
        How often H0 may be accepted where ``elo1`` is true.
    model : EloModel, default EloModel.LOGISTIC

    Raises
    ------
    SettingsError
        If the hypotheses or rates make no test.

    Examples
    --------
    >>> from wuzi.arena.statistics import Pentanomial
    >>> test = Sprt(0, 2, model=EloModel.NORMALISED)
    >>> f"({test.lower:.2f}, {test.upper:.2f})"
    '(-2.94, 2.94)'
    >>> results = Pentanomial(ll=365, ld=16618, even=36229, wd=16974, ww=390)
    >>> f"{test.llr(results):.2f}", str(test.decide(results))
    ('2.25', 'continue')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: EloModel = EloModel.LOGISTIC

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise SettingsError(
                "sprt.hypotheses",
                N_("an SPRT needs elo0 below elo1, not elo0={elo0} and elo1={elo1}"),
                elo0=self.elo0,
                elo1=self.elo1,
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise SettingsError(
                "sprt.rates",
                N_(
                    "the error rates of an SPRT are above 0 and together below 1,"
                    " not alpha={alpha} and beta={beta}"
                ),
                alpha=self.alpha,
                beta=self.beta,
            )

    @property
    def lower(self) -> float:
        """H0 is accepted when the LLR is this low: ``ln(beta / (1 - alpha))`` (Wald 1945)."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted when the LLR is this high: ``ln((1 - beta) / alpha)`` (Wald 1945)."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, results: Results) -> float:
        """Logarithm of the likelihood ratio of H1 to H0, both at their best; 0 without games.

        Parameters
        ----------
        results : Trinomial or Pentanomial

        Notes
        -----
        ``sum(count[i] * ln(p1[i] / p0[i]))`` with the most likely distributions ``p0`` and
        ``p1`` under the hypotheses. An outcome never seen counts 1/1000.
        """
        if results.observations == 0:
            return 0.0
        counts = [count or _UNSEEN for count in results.counts]
        total = sum(counts)
        seen = [count / total for count in counts]
        p0 = self._at_its_best(self.elo0, seen, results)
        p1 = self._at_its_best(self.elo1, seen, results)
        return math.fsum(n * math.log(b / a) for n, a, b in zip(counts, p0, p1, strict=True))

    def _at_its_best(self, elo: float, seen: list[float], results: Results) -> list[float]:
        if self.model == EloModel.LOGISTIC:
            score = score_of_elo(elo)
            return _most_likely(seen, [value - score for value in results.VALUES])
        lead = elo / NORMALISED_UNIT * math.sqrt(results.GAMES_EACH)
        return _most_likely_normalised(seen, results.VALUES, lead)

    def decide(self, results: Results) -> Decision:
        """Whether to stop, and for which hypothesis."""
        llr = self.llr(results)
        if llr >= self.upper:
            return Decision.H1
        if llr <= self.lower:
            return Decision.H0
        return Decision.CONTINUE


def _most_likely(seen: Sequence[float], excess: Sequence[float]) -> list[float]:
    """The distribution under which ``seen`` is most likely, of those with mean excess 0.

    Parameters
    ----------
    seen : sequence of float
        Observed frequencies, all above 0, of sum 1.
    excess : sequence of float
        What the outcomes are worth above the mean wanted; of both signs.

    Notes
    -----
    By Lagrange's rule the answer is ``seen[i] / (1 + theta * excess[i])`` with the one
    ``theta`` that makes its mean excess 0 and leaves all of it positive (Van den Bergh,
    proposition 1.1; A. Owen, "Empirical Likelihood", 2001, section 2.9). The mean falls
    steadily as theta grows, so that Newton's step, kept inside a shrinking bracket, finds it.
    """
    low = -1 / max(excess)
    high = -1 / min(excess)
    theta = 0.0
    for _ in range(_ROUNDS):
        value = slope = 0.0
        for p, x in zip(seen, excess, strict=True):
            share = x / (1 + theta * x)
            value += p * share
            slope -= p * share * share
        if value > 0:
            low = theta
        else:
            high = theta
        if abs(value) <= 1e-10:  # the likelihood is flat there: its error is far smaller
            break
        theta -= value / slope
        if not low < theta < high:
            theta = (low + high) / 2
    return [p / (1 + theta * x) for p, x in zip(seen, excess, strict=True)]


def _most_likely_normalised(
    seen: Sequence[float], values: Sequence[float], lead: float
) -> list[float]:
    """The distribution under which ``seen`` is most likely, of those with a given lead.

    Parameters
    ----------
    seen, values : sequence of float
        Observed frequencies (all above 0, of sum 1) and what the outcomes score.
    lead : float
        ``(mean - 1/2) / standard deviation`` of one observation.

    Notes
    -----
    The condition is not linear in the distribution ``p``, but its derivative is known, and
    the best ``p`` also solves the linear problem of :func:`_most_likely` for the excesses
    ``values[i] - 1/2 - lead * sd / 2 * (1 + ((values[i] - mean) / sd) ** 2)`` with its own mean
    and deviation. So one starts anywhere, and repeats until ``p`` stays (Van den Bergh,
    section 4.1). The start here is the distribution on 0 and 1 alone that has the lead.
    """
    mean = 0.5 + lead / (2 * math.sqrt(1 + lead * lead))
    p = [1 - mean, *[0.0] * (len(values) - 2), mean]
    for _ in range(_ROUNDS):
        mean = sum(q * x for q, x in zip(p, values, strict=True))
        deviation = math.sqrt(sum(q * (x - mean) ** 2 for q, x in zip(p, values, strict=True)))
        excess = [
            x - 0.5 - lead * deviation / 2 * (1 + ((x - mean) / deviation) ** 2) for x in values
        ]
        after = _most_likely(seen, excess)
        moved = max(abs(a - b) for a, b in zip(after, p, strict=True))
        p = after
        if moved <= 1e-9:
            break
    return p
