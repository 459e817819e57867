"""From the search's values to chances: the squash of the evaluation."""

from __future__ import annotations

from math import exp
from typing import Final

from wuzi.engine.kernels.hashtable import DECIDED, WIN
from wuzi.rules import Score

SCALE: Final = 585.0
"""The value at which the side to move wins about three games of four (e : 1). Fitted by
logistic regression of the results of 1,000 games the engine played against itself, 4,000
nodes a move, on the values of its searches at their 18,935 undecided positions."""


def win_rate(value: int) -> float:
    """The chance of the side to move, 0 to 1: logistic in the value, ``1/(1+exp(-v/SCALE))``.

    Examples
    --------
    >>> win_rate(0), round(win_rate(585), 2), win_rate(WIN - 3)
    (0.5, 0.73, 1.0)
    """
    if abs(value) >= DECIDED:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + exp(-value / SCALE))


def score_of(value: int) -> Score:
    """A value of the kernels as a :class:`Score`.

    >>> str(score_of(WIN - 3)), str(score_of(4 - WIN)), str(score_of(-12))
    ('+W3', '-W4', '-12')
    """
    if value >= DECIDED:
        return Score(value, WIN - value)
    if value <= -DECIDED:
        return Score(value, -(WIN + value))
    return Score(value)
