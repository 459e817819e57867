"""How long to think about a move: per-move, per-game and incremental clocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wuzi.thinking import Limit

MARGIN: Final = 0.008
"""Seconds kept back of a limit per move: what ending a search takes."""
CLOCK_MARGIN: Final = 0.04
"""Seconds kept back of a clock: what telling the move takes."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a move may take, in seconds.

    Attributes
    ----------
    hard : float or None
        When the search is stopped, wherever it is; ``None`` without a limit in time, 0 or
        less when there is no time for any search.
    target : float or None
        What a move should take on a clock; ``None`` when all of ``hard`` may be used.
    """

    hard: float | None
    target: float | None

    @property
    def over(self) -> bool:
        """Whether there is no time for any search."""
        return self.hard is not None and self.hard <= 0

    def enough(self, elapsed: float, last: float, changes: float, fall: float) -> bool:
        """Whether to answer now, after an iteration, rather than begin the next.

        Parameters
        ----------
        elapsed, last : float
            Seconds of the whole search, and of its last iteration.
        changes : float
            How unsteady the best move was lately: 0 (the same ever since) to about 2.
        fall : float
            By how much the win rate fell since the move before, 0 to 1.

        Examples
        --------
        >>> budget_of(Limit(clock=60), stones=20).enough(1.9, 1.0, 0.0, 0.0)
        True
        >>> budget_of(Limit(clock=60), stones=20).enough(1.9, 1.0, 1.5, 0.1)
        False
        >>> budget_of(Limit(time=2), stones=20).enough(1.9, 1.0, 0.0, 0.0)
        False
        """
        if self.target is None or self.hard is None:
            return False
        wanted = self.target * (0.6 + 0.5 * min(changes, 2.0) + 3.0 * min(max(fall, 0.0), 0.3))
        # The next iteration takes longer than the last: begin it only if half of it fits.
        return elapsed + last > min(wanted, self.hard)


def budget_of(limit: Limit, stones: int) -> Budget:
    """The budget of one move.

    Parameters
    ----------
    limit : Limit
    stones : int
        Stones on the board; most games are over by the sixtieth.

    Examples
    --------
    >>> budget_of(Limit(time=1), 10)
    Budget(hard=0.992, target=None)
    >>> budget_of(Limit(time=30, clock=-1), 10).hard <= 0
    True
    """
    hard = None if limit.time is None else limit.time - min(MARGIN, limit.time / 4)
    if limit.clock is None:
        return Budget(hard, None)
    left = limit.clock - min(CLOCK_MARGIN, limit.clock / 2)
    if left <= 0 or (hard is not None and hard <= 0):
        return Budget(0.0, 0.0)
    moves = max(12, 30 - stones // 3)
    share = left / moves + 0.85 * limit.increment
    most = min(left * 0.5, 5 * share) if left > 0.2 else left * 0.1
    hard = most if hard is None else min(hard, most)
    return Budget(hard, min(share, hard))
