"""Threads that search one tree: split points, their ends, and what comes of the whole."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import pairwise
from random import Random
from time import perf_counter

import numpy as np
import pytest

from wuzi.engine.bench import POSITIONS
from wuzi.engine.control import PLAIN
from wuzi.engine.engine import Engine
from wuzi.engine.kernels.hashtable import WIN
from wuzi.engine.kernels.splits import IDLE, OPEN, SLOTS, SPLITS, STRIDE, USED, WORKERS
from wuzi.engine.search_threads import Orders, Progress, make_shared
from wuzi.engine.tables import tables_of
from wuzi.engine.timing import Budget
from wuzi.rules import FREESTYLE, Board, parse_moves
from wuzi.thinking import Limit

PLAIN_ALPHA_BETA = {**PLAIN, "split_depth": 2}
"""Nothing that depends on the order of events: threads must find the very value of one."""


def board(number: int = 0, less: int = 0) -> Board:
    moves = parse_moves(POSITIONS[number])
    return Board.from_moves(moves[: len(moves) - less])


def left_over(engine: Engine, shared: np.ndarray) -> list[str]:
    """What a search should have put back and did not."""
    faults = []
    for slot in range(int(shared[SLOTS])):
        at = SPLITS + slot * STRIDE
        faults += [f"{slot} {name}" for name in (OPEN, USED, WORKERS) if shared[at + name]]
    faults += [] if shared[IDLE] == 0 else ["idle"]
    for one in engine._searchers:
        faults += [] if one.state["ply"] == 0 else ["not at the root"]
        faults += [] if one.control["split"] == -1 else ["in a split"]
    return faults


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """What the threads of every search of this test shared."""
    made = []

    def keep(threads: int) -> np.ndarray:
        made.append(make_shared(threads))
        return made[-1]

    monkeypatch.setattr("wuzi.engine.engine.make_shared", keep)
    return made


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_a_plain_search_finds_the_same_value_with_any_number_of_threads(
    threads: int, shared: list[np.ndarray]
) -> None:
    for number in (1, 4, 5):
        alone = Engine(memory=1 << 20, switches=PLAIN_ALPHA_BETA)
        together = Engine(threads=threads, memory=1 << 20, switches=PLAIN_ALPHA_BETA)
        limit = Limit(depth=4)
        one, many = alone.play(board(number), limit), together.play(board(number), limit)
        assert many.score == one.score
        assert not left_over(together, shared[-1])


def test_another_thread_comes_to_help() -> None:
    engine = Engine(threads=2, memory=1 << 20)
    for depth in range(8, 16):  # on a busy machine it may come late
        engine.play(board(1), Limit(depth=depth))
        if engine._searchers[1].nodes[0] > 1000:
            return
    pytest.fail("the second thread has not searched")


@pytest.mark.parametrize("threads", [2, 4])
def test_whatever_ends_a_search_leaves_nothing_open(threads: int, shared: list[np.ndarray]) -> None:
    engine, random = Engine(threads=threads, memory=1 << 20), Random(1)
    engine.play(board(1), Limit(depth=4))
    for trial in range(40):
        place = board(random.randrange(len(POSITIONS)), random.randrange(6))
        seconds, nodes = random.uniform(0.003, 0.06), random.randrange(2_000, 60_000)
        limit = random.choice((Limit(time=seconds), Limit(nodes=nodes), Limit(depth=9)))
        if trial % 4 == 0:
            stop = threading.Event()
            timer = threading.Timer(seconds, stop.set)
            timer.start()
            info = engine.play(place, Limit(), stop=stop)
            timer.join()
        else:
            info = engine.play(place, limit)
        assert place.is_legal(info.move)
        assert not left_over(engine, shared[-1])
    assert not [t for t in threading.enumerate() if t.name.startswith("wuzi-")]


@pytest.mark.parametrize("threads", [2, 3])
def test_every_depth_is_told_once_and_in_order(threads: int) -> None:
    engine = Engine(threads=threads, memory=1 << 20)
    for _ in range(3):
        depths = [info.depth for info in engine.analyse(board(), Limit(depth=8))]
        assert depths == sorted(set(depths))
        assert depths[-1] == 8


def test_several_lines_come_best_first_with_two_threads() -> None:
    engine = Engine(threads=2, memory=1 << 20)
    infos = list(engine.analyse(board(1), Limit(depth=9), lines=4))
    last = [info for info in infos if info.depth == 9]
    assert [info.line for info in last] == [1, 2, 3, 4]
    assert all(a.score.value >= b.score.value for a, b in pairwise(last))
    assert len({info.move for info in last}) == 4


def test_variations_are_legal_to_their_ends() -> None:
    engine = Engine(threads=2, memory=1 << 20)
    for number in (0, 1, 5, 7):
        for info in engine.analyse(board(number), Limit(depth=10)):
            place = board(number)
            for move in info.pv:
                place.push(move)
            assert info.pv


def test_threads_share_the_nodes_and_stay_within_them() -> None:
    engine = Engine(threads=2, memory=1 << 20)
    for _ in engine.analyse(board(), Limit(nodes=30_000)):
        pass
    nodes = [searcher.nodes[0] for searcher in engine._searchers]
    assert max(nodes) > 14_000
    assert max(nodes) <= 15_000 + 200  # the solver at a leaf finishes what it is at


def test_a_thread_that_fails_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("no more")

    monkeypatch.setattr("wuzi.engine.search_threads.assist", fail)
    started = perf_counter()
    with pytest.raises(MemoryError, match="no more"):
        Engine(threads=2).play(board(1), Limit(depth=40))
    assert perf_counter() - started < 20
    assert not [t for t in threading.enumerate() if t.name.startswith("wuzi-")]


@pytest.mark.parametrize(
    ("lines", "playing", "value", "enough"),
    [
        (1, True, WIN - 3, True),
        (1, True, 3 - WIN, False),  # a loss in 3 is sure once 3 plies are searched
        (1, False, WIN - 3, False),
        (2, True, WIN - 3, False),
        (1, True, 500, False),
    ],
)
def test_a_proved_win_is_enough(lines: int, playing: bool, value: int, enough: bool) -> None:
    nothing = np.zeros(0, np.int64)
    orders = Orders(tables_of(FREESTYLE), nothing, nothing, Budget(None, None), 9, lines, 0, 0.0)
    progress = Progress(replace(orders, playing=playing))
    assert progress.is_enough(1, 5, value) == enough
    assert progress.is_enough(9, 5, 0)
