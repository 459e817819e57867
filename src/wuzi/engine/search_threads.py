"""Iterative deepening around the kernels, in threads that search the same tree together.

A :class:`Searcher` is one thread's records. The first thread deepens (:func:`deepen`), the others
join it where it opens a node for them (:func:`assist`, ``kernels.splits``); a :class:`Watch` ends
it all when time is over or somebody asks. The kernels do not hold the interpreter's lock, so the
threads really run side by side.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from queue import SimpleQueue
from time import perf_counter, sleep
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuzi.engine.kernels.hashtable import DECIDED, WIN
from wuzi.engine.kernels.search import search
from wuzi.engine.kernels.splits import ASSIST, OWN, RUNNING, SLOTS, SPLITS, STOP, STRIDE
from wuzi.engine.layout import CONTROL
from wuzi.engine.lines import Kit, completed, win_by_fours
from wuzi.engine.timing import Budget
from wuzi.engine.win_rate import win_rate
from wuzi.thinking import Stop

MAX_DEPTH: Final = 64
STACK: Final = 16 << 20
"""Bytes of stack of a search thread: a hundred plies of the kernel and the solver below."""
FIRST_NODES: Final = 200_000
"""Stones that the solver of fours may try before the search begins."""
LINE_NODES: Final = 20_000
"""The same while a proved line is played on."""
POLL: Final = 0.004
"""Seconds between two looks at a ``stop`` from outside."""
NO_LIMIT: Final = 1 << 60
_HEURISTICS: Final = ("history", "counter", "killer")
_COUNTERS: Final = (
    "aborted", "deepest", "nodes", "vcf_calls", "vcf_wins", "table_hits", "cuts", "first_cuts",
    "top",
)  # fmt: skip
assert all(name in (CONTROL.names or ()) for name in (*_HEURISTICS, *_COUNTERS))


@dataclass(slots=True)
class Found:
    """What an iteration found: one line of it."""

    depth: int
    deepest: int
    value: int
    pv: tuple[int, ...]
    line: int
    time: float
    nodes: int
    solver_nodes: int
    """Of this thread alone."""


@dataclass(slots=True)
class Searcher:
    """One search thread: its position, orders and solver."""

    state: Any
    control: Any
    solver: Any

    @property
    def nodes(self) -> tuple[int, int]:
        """Stones put on the board by this thread, and those of them by its solver."""
        return int(self.state["pairs"]), int(self.solver["nodes"])

    def kit(self, orders: Orders) -> Kit:
        """What playing a line on takes."""
        return Kit(self.state, orders.tables, self.control, self.solver, orders.shared)

    def forget(self) -> None:
        """Put back the counters, and what was learnt about the order of moves."""
        for name in (*_HEURISTICS, *_COUNTERS):
            self.control[name] = 0

    def prepare(self, moves: list[int], nodes: int, runner: int = 0) -> None:
        """Begin a search of the root ``moves``, in that order, with that many nodes left.

        ``runner`` is the number of this thread among those that search.
        """
        control = self.control
        control["runner"] = runner
        control["split"] = -1
        control["root_move"][: len(moves)] = moves
        control["root_count"] = len(moves)
        control["node_limit"] = nodes


@dataclass(slots=True)
class Orders:
    """What all threads of one search are to do."""

    tables: Any
    hashes: NDArray[np.int64]
    shared: NDArray[np.int64]
    """By :func:`make_shared`."""
    budget: Budget
    depth: int
    lines: int
    window: int
    """Half the width of the first aspiration window; 0: the whole range."""
    started: float
    previous: int | None = None
    """The value found at the move before, for time management."""
    playing: bool = True


def make_shared(threads: int) -> NDArray[np.int64]:
    """What ``threads`` threads of one search share besides the table: ``kernels.splits``."""
    slots = OWN * threads if threads > 1 else 0
    shared = np.zeros(SPLITS + slots * STRIDE, np.int64)
    shared[SLOTS] = slots
    shared[RUNNING] = 1
    return shared


class Progress:
    """Whether a search has done enough, asked after every depth."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._best = 0
        self._changes = 0.0
        self._last_end = perf_counter()

    def is_enough(self, depth: int, move: int, value: int) -> bool:
        """Whether to end after that depth with that best move and its value."""
        orders = self._orders
        now = perf_counter()
        self._changes = self._changes / 2 + (move != self._best)
        self._best = move
        fall = 0.0
        if orders.previous is not None:
            fall = win_rate(orders.previous) - win_rate(value)
        spent, self._last_end = now - self._last_end, now
        if depth >= orders.depth:
            return True
        if orders.lines == 1 and abs(value) >= DECIDED:
            shortest = depth >= WIN - abs(value)
            if shortest or (orders.playing and value > 0):
                return True
        return orders.budget.enough(now - orders.started, spent, self._changes, fall)


def deepen(searcher: Searcher, orders: Orders, tell: Callable[[Found], None]) -> None:
    """What the first thread does: search deeper and deeper, and tell what it finds.

    Of a depth that was cut short it tells what it had.
    """
    control = searcher.control
    progress = Progress(orders)
    values = [0] * orders.lines
    for depth in range(1, orders.depth + 1):
        control["aborted"] = 0
        ranking: list[Found] = []
        for line in range(min(orders.lines, int(control["root_count"]))):
            found = _line(searcher, orders, depth, line, values[line])
            if found is not None:
                ranking.append(found)
            if control["aborted"]:
                break
        if orders.lines > 1 and ranking:
            ranking = _ranked(control, ranking)
        if not control["aborted"] or orders.lines == 1 or depth == 1:
            for found in ranking:
                tell(found)
        if control["aborted"]:
            return  # of several lines those of the depth before are whole
        values = [found.value for found in ranking]
        if progress.is_enough(depth, ranking[0].pv[0], values[0]):
            return


def assist(searcher: Searcher, orders: Orders) -> None:
    """What the other threads do until the first has ended: join it wherever they can."""
    zero = np.int64(0)
    while orders.shared[RUNNING]:
        search(
            searcher.state,
            orders.tables,
            searcher.control,
            searcher.solver,
            orders.hashes,
            orders.shared,
            *(zero, zero, zero, zero, np.int64(ASSIST)),
        )
        sleep(0)  # nothing to do for some time: perhaps there are more threads than processors


def fours_first(searcher: Searcher, orders: Orders) -> Found | None:
    """A win by fours from the root, with its line, if the solver sees one."""
    kit = searcher.kit(orders)
    nodes = min(FIRST_NODES, max(int(searcher.control["node_limit"]) // 4, 1))
    plies = win_by_fours(kit, nodes)
    move = int(searcher.solver["best"])
    if plies <= 0 or move not in searcher.control["root_move"][: searcher.control["root_count"]]:
        return None
    line = completed(kit, (move,), plies, nodes)
    elapsed = perf_counter() - orders.started
    return Found(plies, plies, WIN - plies, line, 1, elapsed, *searcher.nodes)


def _aspire(searcher: Searcher, orders: Orders, depth: int, guess: int, known: bool) -> int:
    """The value at ``depth``, first sought in a narrow window around ``guess``."""
    width = orders.window
    low, high = -WIN, WIN
    if width and known and abs(guess) < DECIDED:
        low, high = max(guess - width, -WIN), min(guess + width, WIN)
    while True:
        searcher.control["best_move"] = 0
        value = int(
            search(
                searcher.state,
                orders.tables,
                searcher.control,
                searcher.solver,
                orders.hashes,
                orders.shared,
                *(np.int64(number) for number in (low, high, depth, 0, 0)),
            )
        )
        if searcher.control["aborted"]:
            return value
        width *= 3
        if value <= low and low > -WIN:
            low = max(value - width, -WIN) if value > -DECIDED else -WIN
        elif value >= high and high < WIN:
            high = min(value + width, WIN) if value < DECIDED else WIN
        else:
            return value


def _bring_forward(control: Any, to: int, move: int) -> None:
    """Make ``move`` the root move number ``to``; the others keep their order."""
    moves = [int(m) for m in control["root_move"][: control["root_count"]]]
    at = moves.index(move)
    moves.insert(to, moves.pop(at))
    control["root_move"][: len(moves)] = moves


def _line(searcher: Searcher, orders: Orders, depth: int, line: int, guess: int) -> Found | None:
    """The best line of the root moves from number ``line`` on; ``None`` if it was stopped first."""
    control = searcher.control
    control["root_from"] = line
    control["deepest"] = 0
    value = _aspire(searcher, orders, depth, guess, depth > 4)
    aborted = bool(control["aborted"])
    move = int(control["best_move"])
    if aborted:
        value = int(control["best_value"])
        if move == 0 or value <= -DECIDED:  # of moves not searched yet, some may not lose
            return None
    pv = tuple(int(m) for m in control["pv"][: control["pv_length"][0]])
    if not pv or pv[0] != move:
        pv = (move,)
    if abs(value) >= DECIDED:
        pv = completed(searcher.kit(orders), pv, WIN - abs(value), LINE_NODES)
    _bring_forward(control, line, move)
    elapsed = perf_counter() - orders.started
    deepest = max(int(control["deepest"]), depth)
    return Found(depth, deepest, value, pv, line + 1, elapsed, *searcher.nodes)


def _ranked(control: Any, lines: list[Found]) -> list[Found]:
    """The lines of one depth by value, numbered anew, and the root moves in that order.

    A reduced search may have thought less of a move than the search that had it alone.
    """
    lines = sorted(lines, key=lambda found: -found.value)
    for at, found in enumerate(lines):
        _bring_forward(control, at, found.pv[0])
    return [replace(found, line=at) for at, found in enumerate(lines, 1)]


class Watch(threading.Thread):
    """Sets the signal when the time is over or ``stop`` is set."""

    def __init__(self, shared: NDArray[np.int64], end: float | None, stop: Stop | None) -> None:
        super().__init__(name="wuzi-watch", daemon=True)
        self._flag = shared
        self._until = end
        self._asked = stop
        self._over = threading.Event()

    def run(self) -> None:
        """Look until it is over."""
        while not self._over.is_set():
            wait = POLL if self._asked is not None else 3600.0
            if self._until is not None:
                left = self._until - perf_counter()
                if left <= 0:
                    break
                wait = min(wait, left)
            self._over.wait(wait)
            if self._asked is not None and self._asked.is_set():
                break
        self._flag[STOP] = 1

    def finish(self) -> None:
        """End the search, if it is still going, and the watch."""
        self._over.set()
        self.join()


def run_threads(
    searchers: list[Searcher], orders: Orders, stop: Stop | None, end: float | None
) -> Iterator[Found]:
    """Search with all threads and yield what is found, depth by depth."""
    found: SimpleQueue[Found | BaseException | None] = SimpleQueue()

    def lead() -> None:
        won = fours_first(searchers[0], orders) if orders.lines == 1 else None
        if won is None:
            deepen(searchers[0], orders, found.put)
        else:
            found.put(won)

    def run(number: int) -> None:
        try:
            if number == 0:
                lead()
            else:
                assist(searchers[number], orders)
        except BaseException as fault:  # raised again where the caller waits
            orders.shared[STOP] = 1
            found.put(fault)
        if number == 0:
            orders.shared[RUNNING] = 0
        found.put(None)

    watch = Watch(orders.shared, end, stop)
    old_stack = threading.stack_size(STACK)
    try:
        threads = [
            threading.Thread(target=run, args=(n,), name=f"wuzi-search-{n}", daemon=True)
            for n in range(len(searchers))
        ]
        for thread in (watch, *threads):
            thread.start()
    finally:
        threading.stack_size(old_stack)
    running = len(threads)
    try:
        while running:
            item = found.get()
            if isinstance(item, BaseException):
                raise item
            if item is None:
                running -= 1
            else:
                yield item
    finally:
        watch.finish()
        for thread in threads:
            thread.join()
