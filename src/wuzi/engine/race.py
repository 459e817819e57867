"""Iterative deepening as a race: threads begin each depth together, and who is first has done it.

Two threads that search the same position do not take the same time: they meet each other's
entries in the table, and the moves that each has learnt to try first differ. So a depth is
done when *one* of them has done it. The others are called back and begin the next depth with it,
with the root moves in the winner's order. ``benchmarks/engine_search.py threads`` prints what
that gains. With one thread it is plain iterative deepening.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from wuzi.engine.kernels.hashtable import DECIDED, WIN
from wuzi.engine.timing import Budget
from wuzi.engine.win_rate import win_rate

_ROOT: Final = ("root_move", "root_nodes")


@dataclass(slots=True)
class Finish:
    """When a search ends of itself.

    Attributes
    ----------
    budget : Budget
    depth : int
        The last depth to search.
    started : float
        By :func:`time.perf_counter`.
    previous : int or None
        The value found at the move before.
    proofs_end : bool
        Whether the search ends with a proved value: one line is asked for.
    playing : bool
        Whether any proved win will do, rather than the shortest.
    """

    budget: Budget
    depth: int
    started: float
    previous: int | None
    proofs_end: bool
    playing: bool


class Race:
    """The depths of one search.

    Parameters
    ----------
    controls : sequence of records
        The control record of every thread.
    finish : Finish
    signal : array of int64
        Its first number ends the search in all threads.
    nodes : int
        What each thread may spend.
    lines : int

    Attributes
    ----------
    depth : int
        The last depth done.
    values : list of int
        Of its lines; 0 before the first.
    """

    def __init__(
        self, controls: Sequence[Any], finish: Finish, signal: Any, nodes: int, lines: int
    ) -> None:
        self.depth = 0
        self.values = [0] * lines
        self._controls = controls
        self._finish = finish
        self._signal = signal
        self._nodes = nodes
        self._at = [0] * len(controls)
        self._root = [controls[0][name].copy() for name in _ROOT]
        self._lock = threading.Lock()
        self._best = 0
        self._changes = 0.0
        self._last_end = perf_counter()

    def begin(self, runner: int) -> tuple[int, list[int]]:
        """The depth that thread ``runner`` is to search next, and the values of the one before.

        Its root moves are put into the order of the thread that won that one.
        """
        control = self._controls[runner]
        with self._lock:
            for name, numbers in zip(_ROOT, self._root, strict=True):
                control[name] = numbers
            control["node_limit"] = self._nodes
            control["aborted"] = 0
            self._at[runner] = self.depth + 1
            return self.depth + 1, list(self.values)

    @property
    def over(self) -> bool:
        """Whether there is no depth to begin any more."""
        return bool(self._signal[0]) or self.depth >= self._finish.depth

    def is_called_back(self, runner: int) -> bool:
        """Whether another thread has done the depth that ``runner`` is at."""
        return self.depth >= self._at[runner]

    def done(self, runner: int, move: int, values: list[int], tell: Callable[[], None]) -> None:
        """Thread ``runner`` has done its depth: ``tell`` it if it is the first to.

        ``move`` is the best, ``values`` are those of its lines.
        """
        control = self._controls[runner]
        with self._lock:
            if self.is_called_back(runner) or self._signal[0]:
                return
            self.depth = self._at[runner]
            self.values = values
            self._root = [control[name].copy() for name in _ROOT]
            tell()
            if self._is_enough(move, values[0]):
                self._signal[0] = 1
            for other, at in enumerate(self._at):
                if other != runner and at <= self.depth:
                    self._controls[other]["node_limit"] = 0

    def _is_enough(self, move: int, value: int) -> bool:
        finish = self._finish
        now = perf_counter()
        self._changes = self._changes / 2 + (move != self._best)
        self._best = move
        fall = 0.0
        if finish.previous is not None:
            fall = win_rate(finish.previous) - win_rate(value)
        spent, self._last_end = now - self._last_end, now
        if self.depth >= finish.depth:
            return True
        if finish.proofs_end and abs(value) >= DECIDED:
            shortest = self.depth >= WIN - abs(value)
            if shortest or (finish.playing and value > 0):
                return True
        return finish.budget.enough(now - finish.started, spent, self._changes, fall)
