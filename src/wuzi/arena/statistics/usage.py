"""How the players used their time."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["TimeUse", "time_use"]


@dataclass(frozen=True, slots=True)
class TimeUse:
    """Times of one player's moves, in seconds.

    Attributes
    ----------
    moves : int
    mean, median, maximum, total : float
        0 when no move was made.
    margin : float
        The least time that was left when a move was done, before the flag fell; negative
        if it fell, infinite if there was no limit.
    overruns : int
        Moves done after the flag had fallen.
    """

    moves: int
    mean: float
    median: float
    maximum: float
    total: float
    margin: float
    overruns: int


def time_use(moves: Iterable[tuple[float, float | None]]) -> TimeUse:
    """Sum up the times of one player over any number of games.

    Parameters
    ----------
    moves : iterable of (float, float or None)
        Of each move the seconds it took, and the seconds then left before the flag would
        fall (of the move's own limit or of the clock, whichever is less); ``None`` without
        a limit.

    Examples
    --------
    >>> use = time_use([(0.5, 9.5), (3.0, 6.5), (1.0, None)])
    >>> use.mean, use.median, use.maximum, use.margin, use.overruns
    (1.5, 1.0, 3.0, 6.5, 0)
    """
    known = list(moves)
    seconds = [taken for taken, _ in known]
    left = [rest for _, rest in known if rest is not None]
    if not seconds:
        return TimeUse(0, 0.0, 0.0, 0.0, 0.0, math.inf, 0)
    return TimeUse(
        moves=len(seconds),
        mean=statistics.fmean(seconds),
        median=statistics.median(seconds),
        maximum=max(seconds),
        total=math.fsum(seconds),
        margin=min(left, default=math.inf),
        overruns=sum(rest < 0 for rest in left),
    )
