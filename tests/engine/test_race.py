"""Iterative deepening as a race: who is first tells, who is late is called back."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

from wuzi.engine.bench import POSITIONS
from wuzi.engine.control import make_control, settle
from wuzi.engine.engine import Engine
from wuzi.engine.kernels.hashtable import WIN
from wuzi.engine.race import Finish, Race
from wuzi.engine.timing import Budget
from wuzi.rules import FREESTYLE, Board, parse_moves
from wuzi.thinking import Limit

NODES = 1000


def race(threads: int = 2, depth: int = 9, **finish: bool) -> Race:
    controls = [make_control(settle(None), FREESTYLE) for _ in range(threads)]
    for control in controls:
        control["root_move"][:3] = (5, 6, 7)
        control["root_count"] = 3
    end = Finish(
        Budget(None, None), depth, 0.0, None, **{"proofs_end": True, "playing": True} | finish
    )
    return Race(controls, end, np.zeros(8, np.int64), NODES, 1)


def teller(told: list[str], word: str) -> Callable[[], None]:
    return lambda: told.append(word)


def test_the_first_tells_and_the_other_begins_the_next_depth_in_its_order() -> None:
    run, told = race(), list[str]()
    assert run.begin(0) == run.begin(1) == (1, [0])
    run._controls[1]["root_move"][:3] = (7, 5, 6)
    run.done(1, 7, [30], teller(told, "second"))
    assert run.is_called_back(0)
    assert run._controls[0]["node_limit"] == 0
    assert run._controls[1]["node_limit"] == NODES
    run.done(0, 5, [20], teller(told, "first"))  # too late
    assert told == ["second"]
    assert run.begin(0) == (2, [30])
    assert list(run._controls[0]["root_move"][:3]) == [7, 5, 6]
    assert run._controls[0]["node_limit"] == NODES


def test_who_has_not_begun_the_next_depth_is_called_back_from_the_last() -> None:
    run = race()
    run.begin(0)
    run.begin(1)
    for depth in (1, 2, 3):
        run.done(0, 5, [depth], lambda: None)
        assert run.begin(0) == (depth + 1, [depth])
    assert run.is_called_back(1)
    assert run.begin(1) == (4, [3])


def test_the_last_depth_ends_the_race() -> None:
    run = race(depth=2)
    for _ in range(2):
        assert not run.over
        run.begin(0)
        run.done(0, 5, [0], lambda: None)
    assert run.over


@pytest.mark.parametrize(
    ("finish", "value", "over"),
    [
        ({}, WIN - 3, True),
        ({}, 3 - WIN, False),  # a loss in 3 is sure once 3 plies are searched
        ({"playing": False}, WIN - 3, False),
        ({"proofs_end": False}, WIN - 3, False),
        ({}, 500, False),
    ],
)
def test_a_proved_win_ends_the_race(finish: dict[str, bool], value: int, over: bool) -> None:
    run = race(**finish)
    run.begin(0)
    run.done(0, 5, [value], lambda: None)
    assert run.over == over


def test_nothing_is_told_after_the_end() -> None:
    run, told = race(), list[str]()
    run.begin(0)
    run._signal[0] = 1
    run.done(0, 5, [0], teller(told, "late"))
    assert told == []


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_tell_every_depth_once_and_in_order(threads: int) -> None:
    engine = Engine(threads=threads, memory=1 << 20)
    board = Board.from_moves(parse_moves(POSITIONS[0]))
    for _ in range(3):
        depths = [info.depth for info in engine.analyse(board, Limit(depth=8))]
        assert depths == sorted(set(depths))
        assert depths[-1] == 8
    assert not [t for t in threading.enumerate() if t.name.startswith("wuzi-search")]


def test_threads_share_the_nodes_and_stay_within_them() -> None:
    engine = Engine(threads=2, memory=1 << 20)
    board = Board.from_moves(parse_moves(POSITIONS[0]))
    for _ in engine.analyse(board, Limit(nodes=30_000)):
        pass
    for searcher in engine._searchers:
        nodes, _ = searcher.nodes
        assert 14_000 < nodes <= 15_000 + 200  # the solver at a leaf finishes what it is at
