"""The face of the strong engine for scripts: :class:`Engine`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from wuzi.rules import Board, Point
from wuzi.thinking import Info, Limit, Stop

DEFAULT_MEMORY = 64 << 20
"""Bytes of the table of positions when nothing else is said."""


class Engine:
    """A search that plays and analyses, for every rule, on boards of 5 to 22 lines.

    Parameters
    ----------
    threads : int, default 1
        Search threads. They share one table and need no lock.
    memory : int
        Bytes of the table of positions; a power of two at most that is taken.
    switches : mapping of str to int, optional
        Ideas of the search to turn off (0) or on (1), and their numbers:
        :data:`wuzi.engine.control.SWITCHES`.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        memory: int = DEFAULT_MEMORY,
        switches: Mapping[str, int] | None = None,
    ) -> None:
        raise NotImplementedError

    def play(
        self,
        board: Board,
        limit: Limit = Limit(),  # noqa: B008 - frozen
        *,
        stop: Stop | None = None,
        restrict: Collection[Point] = (),
        exclude: Collection[Point] = (),
    ) -> Info:
        """The last word of :meth:`analyse`: its ``move`` is what to play."""
        raise NotImplementedError

    def analyse(
        self,
        board: Board,
        limit: Limit = Limit(),  # noqa: B008 - frozen
        *,
        lines: int = 1,
        stop: Stop | None = None,
        restrict: Collection[Point] = (),
        exclude: Collection[Point] = (),
    ) -> Iterator[Info]:
        """Yield what the search finds, deeper and deeper; every depth gives ``lines`` Infos.

        ``Info.counts`` holds ``win_rate`` (of 10,000), ``nodes_per_second``, ``search_nodes``
        and ``solver_nodes``.
        """
        raise NotImplementedError

    def resize(self, *, threads: int | None = None, memory: int | None = None) -> None:
        """Take another number of threads or another size of table from the next search on."""
        raise NotImplementedError

    def clear(self) -> None:
        """Forget all positions met before."""
        raise NotImplementedError
