"""What the results of a match mean: pure functions, apart from the running of games.

:class:`Trinomial` or :class:`Pentanomial` counts go in; estimates, tests and ratings come
out. Standard library only. Each formula names its source.
"""

from wuzi.arena.statistics.elo import (
    Estimate,
    elo_estimate,
    elo_of_score,
    first_move_advantage,
    likelihood_of_superiority,
    normalised_elo_estimate,
    score_estimate,
    score_of_elo,
)
from wuzi.arena.statistics.ratings import Rating, bradley_terry
from wuzi.arena.statistics.results import Pentanomial, Results, Trinomial
from wuzi.arena.statistics.sprt import Decision, EloModel, Sprt
from wuzi.arena.statistics.usage import TimeUse, time_use

__all__ = [
    "Decision",
    "EloModel",
    "Estimate",
    "Pentanomial",
    "Rating",
    "Results",
    "Sprt",
    "TimeUse",
    "Trinomial",
    "bradley_terry",
    "elo_estimate",
    "elo_of_score",
    "first_move_advantage",
    "likelihood_of_superiority",
    "normalised_elo_estimate",
    "score_estimate",
    "score_of_elo",
    "time_use",
]
