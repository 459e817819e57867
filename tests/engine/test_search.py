"""The search at fixed depths: values, tables, switches, plain Python against compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from tests.engine.searching import dense_boards, plain, search_to, searcher_of
from wuzi.engine.control import SWITCHES
from wuzi.engine.kernels.hashtable import (
    DECIDED,
    EXACT,
    LOWER,
    UPPER,
    WIN,
    from_table,
    probe,
    store,
    to_table,
)
from wuzi.engine.kernels.search import evaluate
from wuzi.engine.layout import STATE
from wuzi.engine.tables import make_state, tables_of
from wuzi.rules import FREESTYLE, RULES, Board, parse_position, point_name


@pytest.mark.parametrize("name", RULES)
def test_in_plain_alpha_beta_the_table_does_not_change_the_value(name: str) -> None:
    hits = 0
    for board in dense_boards(RULES[name], 7, 6, seed=4):
        bare, _, _ = search_to(board, 3, plain())
        with_table, _, one = search_to(board, 3, plain(use_table=2))
        assert with_table == bare
        hits += int(one.control["table_hits"])
    assert hits > 0


def negamax(board: Board, depth: int, switches: dict[str, int]) -> int:
    """The value by definition, over the points near a stone: the kernels' depth 0 is the leaf."""
    if board.outcome is not None:
        return -WIN if board.outcome.winner else 0
    if any(board.wins_at(p, board.turn) for p in board.stones(0)):
        return WIN - 1
    tables = tables_of(board.rule)
    state = make_state(board, tables)
    foe_wins = [p for p in board.stones(0) if board.wins_at(p, 3 - board.turn)]
    if not foe_wins and depth <= 0:
        return int(evaluate(state, searcher_of(board, switches).control))
    best = -WIN
    moves = foe_wins or [p for p in board.legal_points() if state["near"][p]]
    for move in moves:
        board.push(move)
        value = -negamax(board, depth - 1, switches)
        board.pop()
        if abs(value) >= DECIDED:  # one ply further away from here
            value -= 1 if value > 0 else -1
        best = max(best, value)
    return best


def test_plain_alpha_beta_finds_the_value_of_negamax() -> None:
    for start in dense_boards(FREESTYLE, 6, 6, seed=5):
        board = Board.from_stones(start.stones(1), start.stones(2), start.turn, 6)
        value, _, _ = search_to(board, 2, plain())
        assert value == negamax(board, 2, plain())


@pytest.mark.parametrize(
    ("position", "value", "moves"),
    [
        ("h8a1i8b1j8c1k8a3", WIN - 1, "g8 l8"),  # four in a row
        ("h8a1i8b1j8a3", WIN - 3, "g8 k8"),  # three in a row
        ("h7a1h8o1i9a15j9o15", WIN - 5, "h9"),
    ],
)
def test_wins_are_counted_in_plies_from_the_root(position: str, value: int, moves: str) -> None:
    for switches in ({}, plain()):
        found, _, one = search_to(parse_position(position), 5 if switches else 3, switches)
        assert found == value
        assert point_name(int(one.control["best_move"])) in moves.split()


def test_a_lost_position_is_lost_in_plies() -> None:
    board = parse_position("h8a1i8b1j8c1k8")  # black has g8 and l8
    value, _, _ = search_to(board, 3, {})
    assert value == -(WIN - 2)


def test_every_idea_alone_leaves_a_legal_search() -> None:
    board = parse_position("h8h9i8g8i10i9j9k10h7j7")
    for name in SWITCHES:
        if name.startswith("use_"):
            value, nodes, one = search_to(board, 4, {name: 0})
            assert nodes > 0
            assert abs(value) <= WIN
            assert board.is_legal(int(one.control["best_move"]))


def test_a_search_leaves_its_position_as_it_was() -> None:
    board = parse_position("h8h9i8g8i10i9j9k10h7j7")
    _, _, one = search_to(board, 5, {})
    fresh = make_state(board, tables_of(FREESTYLE))
    for name in ("cell", "key", "near", "count", "value", "hash", "side", "ply", "empties"):
        assert (one.state[name] == fresh[name]).all(), name
    assert int(one.control["top"]) == 0
    assert set(STATE.names or ()) >= {"pairs"}


class TestTable:
    def test_what_was_stored_is_found(self) -> None:
        h = np.zeros(1 << 10, np.int64)
        key = 0x1234_5678_9ABC_DEF
        for bound in (UPPER, LOWER, EXACT):
            for value in (-WIN + 7, -300, 0, 25, WIN - 9):
                store(h, key, 5, 0, 777, bound, 9, to_table(value, 3), -123)
                data = probe(h, key, -1)
                assert (data & 1023, (data >> 10) & 3, ((data >> 12) & 255) - 8) == (777, bound, 9)
                assert from_table(data, 3) == value
                assert probe(h, key, 5) == data
                assert probe(h, key, 4) == -1
                assert probe(h, key ^ (1 << 40), -1) == -1

    def test_a_torn_entry_is_not_recognised(self) -> None:
        h = np.zeros(4, np.int64)
        store(h, 99, 0, 0, 5, EXACT, 3, 0, 0)
        store(h, 98, 0, 0, 5, EXACT, 3, 1, 0)
        h[1] ^= 1 << 30
        h[3] ^= 1 << 30
        assert probe(h, 99, -1) == probe(h, 98, -1) == -1

    def test_a_deeper_entry_is_kept_before_an_older_one(self) -> None:
        h = np.zeros(4, np.int64)
        store(h, 1, 1, 0, 5, EXACT, 20, 0, 0)
        store(h, 2, 2, 0, 5, EXACT, 3, 0, 0)
        store(h, 3, 2, 0, 5, EXACT, 4, 0, 0)
        assert probe(h, 1, -1) == -1
        assert probe(h, 2, -1) >= 0
        assert probe(h, 3, -1) >= 0


_COUNT = """
import json, sys
from tests.engine.searching import dense_boards, search_to
from wuzi.rules import RULES
found = []
for name in RULES:
    for board in dense_boards(RULES[name], 6, 1, seed=6):
        value, nodes, one = search_to(board, 3, {"singular_depth": 3})
        found.append([value, nodes, int(one.solver["nodes"])])
print(json.dumps(found))
"""


def counts(**environment: str) -> list[list[int]]:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", _COUNT],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[list[int]] = json.loads(run.stdout)
    return found


def test_plain_python_visits_the_same_nodes_as_the_compiled_kernels() -> None:
    compiled = counts()
    assert sum(nodes for _, nodes, _ in compiled) > 100
    assert counts(NUMBA_DISABLE_JIT="1") == compiled
