"""The face of the strong engine for scripts: :class:`Engine`."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any, Final

import numba
import numpy as np

from wuzi.engine.control import make_control, settle
from wuzi.engine.layout import LARGEST
from wuzi.engine.network import load_network
from wuzi.engine.root import Question, allowed_points, five_at_once, legal_part, root_moves
from wuzi.engine.search_threads import (
    MAX_DEPTH,
    NO_LIMIT,
    Found,
    Orders,
    Searcher,
    make_shared,
    run_threads,
)
from wuzi.engine.tables import make_state, make_tables, make_vcf, set_state, tables_of
from wuzi.engine.timing import budget_of
from wuzi.engine.weights import load_weights
from wuzi.engine.win_rate import score_of, win_rate
from wuzi.errors import N_, EngineError
from wuzi.rules import PASS, Board, Point, Rule, Score
from wuzi.thinking import Info, Limit, Stop

DEFAULT_MEMORY: Final = 64 << 20
"""Bytes of the table of positions when nothing else is said."""
LEAST_MEMORY: Final = 1 << 16
MAX_THREADS: Final = 256
_GENERATIONS: Final = 64


class Engine:
    """A search that plays and analyses, for every rule, on boards of 5 to 22 lines.

    One search at a time: an engine is not to be shared by threads.

    Parameters
    ----------
    threads : int, default 1
        Search threads. They share one table and need no lock. With one thread, and a limit
        in nodes or depth alone, the same position gives the same answer, always.
    memory : int
        Bytes of the table of positions; the largest power of two within is taken.
    switches : mapping of str to int, optional
        Ideas of the search to turn off (0) or on (1), and their numbers:
        :data:`wuzi.engine.control.SWITCHES`.
    weights : str or Path, optional
        A file of evaluation weights to use instead of the shipped ones. It is for one
        rule: boards under others are then refused. They are then all that evaluates,
        unless a network is named, too.
    network : str or Path, optional
        A file of a pattern network to use instead of the shipped one, if any. It is not
        asked while ``use_network`` is 0.

    Raises
    ------
    EngineError
        If the table would not fit into the machine.
    SettingsError
        If there is no such switch, or (at the first search) the weights cannot be used.

    Notes
    -----
    The evaluation is the pattern network's (``kernels.network``) for rules and sizes that have
    one, else the sum of the weights of all empty points, which ``kernels.position`` keeps up to
    date. Both are read by ``kernels.search.evaluate`` alone.

    Examples
    --------
    >>> from wuzi.rules import parse_position, point_name
    >>> info = Engine(memory=1 << 20).play(parse_position("h8a1i8b1j8a2"), Limit(depth=4))
    >>> point_name(info.move), str(info.score)
    ('g8', '+W3')
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        memory: int = DEFAULT_MEMORY,
        switches: Mapping[str, int] | None = None,
        weights: str | Path | None = None,
        network: str | Path | None = None,
    ) -> None:
        self._values = settle(switches)
        self._weights = weights
        self._network = network
        self._own_tables: Any = None
        self._threads = 1
        self._hashes = np.zeros(0, np.int64)
        self._searchers: list[Searcher] = []
        self._kind: tuple[Rule, int] | None = None
        self._generation = 0
        self._value: int | None = None
        self.resize(threads=threads, memory=memory)

    # Playing and analysing

    def play(
        self,
        board: Board,
        limit: Limit = Limit(),  # noqa: B008 - frozen
        *,
        stop: Stop | None = None,
        restrict: Collection[Point] = (),
        exclude: Collection[Point] = (),
    ) -> Info:
        """The last word about the side to move: its ``move`` is what to play.

        Takes and raises what :meth:`analyse` does. A move that leaves no choice is played
        at once when the limit is in time.
        """
        info = None
        question = Question(board, limit, 1, stop, restrict, exclude, playing=True)
        for info in self._infos(question):  # noqa: B007
            pass
        assert info is not None
        return info

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
        """Yield what the search finds, deeper and deeper.

        Parameters
        ----------
        board : Board
        limit : Limit
            Without any the search ends when the position is proved, or at depth 64.
        lines : int, default 1
            Every depth gives this many Infos, best line first.
        stop : Stop, optional
            Looked at every few milliseconds.
        restrict : collection of Point, optional
            Only these may be played; empty means all.
        exclude : collection of Point, optional
            These may not be played.

        Yields
        ------
        Info
            ``counts`` holds ``win_rate`` (of 10,000), ``nodes_per_second``,
            ``search_nodes`` and ``solver_nodes``; ``nodes`` is the sum of the two. The last
            Info of line 1 has the move to play; it is a pass only if there is no legal point.

        Raises
        ------
        EngineError
            If the game is over, the board is larger than 22 lines, or no legal point is
            left by ``restrict`` and ``exclude``.
        """
        question = Question(board, limit, max(1, lines), stop, restrict, exclude, playing=False)
        return self._infos(question)

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """What :meth:`play` does, every step of it yielded; checked at the call."""
        _check(board)
        return self._infos(Question(board, limit, 1, stop, (), (), playing=True))

    def _infos(self, question: Question) -> Iterator[Info]:
        board, limit, lines, playing = (
            question.board, question.limit, question.lines, question.playing,
        )  # fmt: skip
        started = perf_counter()
        _check(board)
        budget = budget_of(limit, board.stone_count)
        self._make_ready(board, fresh=budget.hard is None and self._threads == 1)
        searcher = self._searchers[0]
        state, tables = searcher.state, self._tables(board.rule)
        allowed = allowed_points(question, state, tables)
        if not allowed:
            yield Info((PASS,), time=perf_counter() - started)
            return
        moves = root_moves(searcher, tables, board, allowed)
        at_once = five_at_once(state, tables, moves, lines)
        if at_once is None and (budget.over or (budget.hard and playing and len(moves) == 1)):
            at_once = Score(0)
        if at_once is not None:
            self._value = None
            yield Info(
                (moves[0],),
                at_once,
                depth=1,
                selective_depth=1,
                time=perf_counter() - started,
                counts=_counts(at_once.value, 0, 0, 1.0),
            )
            return
        nodes = NO_LIMIT if limit.nodes is None else max(1, limit.nodes // self._threads)
        for number, one in enumerate(self._searchers):
            one.prepare(moves, nodes, number)
        orders = Orders(
            tables,
            self._hashes,
            make_shared(self._threads),
            budget,
            max(1, min(MAX_DEPTH, MAX_DEPTH if limit.depth is None else limit.depth)),
            min(lines, len(moves)),
            self._values["aspiration"] if self._values["use_aspiration"] else 0,
            started,
            self._value,
            playing,
        )
        end = None if budget.hard is None else started + budget.hard
        last = Info((moves[0],), time=perf_counter() - started)
        told = False
        for found in run_threads(self._searchers, orders, question.stop, end):
            last = self._info(board, found)
            told = True
            if found.line == 1:
                self._value = found.value
            yield last
        if not told:  # stopped before the first depth was done
            yield last

    def _info(self, board: Board, found: Found) -> Info:
        """A finding as people are told it."""
        helpers = [one.nodes for one in self._searchers[1:]]
        nodes = found.nodes + sum(every for every, _ in helpers)
        solver = found.solver_nodes + sum(solvers for _, solvers in helpers)
        return Info(
            legal_part(board, found.pv),
            score_of(found.value),
            found.depth,
            found.deepest,
            nodes,
            found.time,
            found.line,
            _counts(found.value, nodes, solver, found.time),
        )

    # Making ready

    def resize(self, *, threads: int | None = None, memory: int | None = None) -> None:
        """Take another number of threads, or another size of table, from the next search on.

        Raises
        ------
        EngineError
            If the table would not fit into the machine.
        """
        if threads is not None:
            # Without JIT nothing is done in one step (``kernels.atomic``).
            most = 1 if numba.config.DISABLE_JIT else MAX_THREADS  # type: ignore[attr-defined]
            self._threads = max(1, min(threads, most))
            self._searchers = self._searchers[: self._threads]
        if memory is not None:
            words = 1 << (max(memory, LEAST_MEMORY).bit_length() - 1 - 3)
            if words != len(self._hashes):
                self._hashes = _new_table(words)

    @property
    def threads(self) -> int:
        """Search threads."""
        return self._threads

    @property
    def memory(self) -> int:
        """Bytes of the table of positions."""
        return self._hashes.nbytes

    def clear(self) -> None:
        """Forget all positions met before."""
        self._hashes = _new_table(len(self._hashes))
        self._searchers = []
        self._value = None

    def _tables(self, rule: Rule) -> Any:
        if self._weights is None and self._network is None:
            return tables_of(rule)
        if self._own_tables is None or self._kind is None or self._kind[0] != rule:
            weights = load_weights(rule, self._weights)
            network = None if self._network is None else load_network(rule, self._network)
            self._own_tables = make_tables(rule, weights, network)
        return self._own_tables

    def _make_ready(self, board: Board, *, fresh: bool) -> None:
        """Set the records up for a search of ``board``; ``fresh``: nothing is remembered."""
        tables = self._tables(board.rule)
        kind = (board.rule, board.size)
        if kind != self._kind:
            if self._kind is not None:
                self.clear()
            self._kind = kind
        self._generation += 1
        if self._generation == _GENERATIONS:
            self._generation = 0
            if fresh:
                self._hashes = _new_table(len(self._hashes))
        while len(self._searchers) < self._threads:
            control = make_control(self._values, board.rule)
            self._searchers.append(
                Searcher(make_state(board, tables), control, make_vcf(board.rule))
            )
        for one in self._searchers:
            set_state(one.state, board, tables)
            one.forget()
            one.control["generation"] = self._generation
            one.control["fresh"] = int(fresh)
            one.solver["nodes"] = 0
            if fresh:
                one.solver["table"] = 0
        if fresh:
            self._value = None


def _check(board: Board) -> None:
    if board.size > LARGEST:
        raise EngineError(
            "engine.size",
            N_("the engine plays on boards of up to {most} lines; this one has {size}"),
            most=LARGEST,
            size=board.size,
        )
    if board.outcome is not None:
        raise EngineError(
            "engine.over", N_("the game is over: there is nothing to search, take a move back")
        )


def _new_table(words: int) -> Any:
    try:
        physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not on this system
        physical = 1 << 62
    try:
        if words * 8 > physical * 3 // 4:
            raise MemoryError
        return np.zeros(words, np.int64)
    except (MemoryError, ValueError):
        raise EngineError(
            "engine.memory",
            N_("a table of {megabytes} MB does not fit into this machine's memory"),
            megabytes=words * 8 >> 20,
        ) from None


def _counts(value: int, nodes: int, solver: int, seconds: float) -> Mapping[str, int]:
    return MappingProxyType(
        {
            "win_rate": round(10_000 * win_rate(value)),
            "nodes_per_second": round(nodes / max(seconds, 1e-6)),
            "search_nodes": nodes - solver,
            "solver_nodes": solver,
        }
    )
