"""When to stop: time, nodes, or because somebody says so."""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Final

from wuzi.thinking import Limit, Stop

CLOCK_SHARE: Final = 1 / 25
"""A game has some 25 moves to come: take that share of the clock for each."""
INCREMENT_SHARE: Final = 0.75
"""The rest of the increment covers what happens around the search."""
CHECK_EVERY: Final = 16
"""Nodes between two looks at the watch."""


class SearchStopped(Exception):
    """Thrown from the middle of a search whose time or nodes are used up."""


def seconds_for(limit: Limit) -> float:
    """The seconds a limit leaves for this move; none when the clock has run out.

    >>> seconds_for(Limit(time=5)), seconds_for(Limit(time=5, clock=50)), seconds_for(Limit())
    (5, 2.0, inf)
    >>> seconds_for(Limit(clock=-3.0, increment=1.0))
    0.0
    """
    seconds = inf if limit.time is None else limit.time
    if limit.clock is not None:
        share = limit.clock * CLOCK_SHARE + limit.increment * INCREMENT_SHARE
        seconds = min(seconds, share, limit.clock)
    return max(seconds, 0.0)


class Budget:
    """What one search may use up.

    Parameters
    ----------
    limit : Limit
    stop : Stop
        Asked for as often as the watch is looked at.
    """

    def __init__(self, limit: Limit, stop: Stop) -> None:
        self.started = perf_counter()
        self._deadline = self.started + seconds_for(limit)
        self._nodes = inf if limit.nodes is None else limit.nodes
        self._stop = stop

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return perf_counter() - self.started

    def check(self, nodes: int) -> None:
        """Raise :class:`SearchStopped` if, after ``nodes`` nodes, nothing is left for another."""
        if nodes >= self._nodes:
            raise SearchStopped
        if nodes % CHECK_EVERY == 0 and (perf_counter() >= self._deadline or self._stop.is_set()):
            raise SearchStopped
