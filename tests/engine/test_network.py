"""The pattern network in the engine: exact, incremental, the same from all sides."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.networks import network_tables, random_network, sums_of
from tests.engine.positions import playable
from tests.engine.searching import dense_boards
from wuzi.engine.control import make_control, settle
from wuzi.engine.kernels import vectors
from wuzi.engine.kernels.network import SCALE, network_value
from wuzi.engine.kernels.position import make, unmake
from wuzi.engine.kernels.search import static_value
from wuzi.engine.layout import NET_HEAD, NET_WIDTH
from wuzi.engine.tables import make_state
from wuzi.engine.win_rate import SCALE as WIN_RATE_SCALE
from wuzi.rules import FREESTYLE, RULES, Board, Rule, parse_position
from wuzi.rules.symmetry import transform_board

walks = st.lists(st.integers(-3, 500), max_size=40)


def sums(state: Any) -> list[int]:
    return np.asarray(state["net_sum"]).tolist()


@settings(max_examples=80, deadline=None)
@given(board=playable(), walk=walks, seen=st.integers(0, 2**40))
def test_asked_now_and_then_it_is_as_from_scratch(board: Board, walk: list[int], seen: int) -> None:
    """Negative steps take a stone back; the bits of ``seen`` tell after which it is asked."""
    tables = network_tables(board.rule)
    state = make_state(board, tables)
    for number, step in enumerate(walk):
        empty = [int(p) for p in state["point"][: board.size**2] if state["cell"][p] == 0]
        if step < 0 and int(state["ply"]):
            unmake(state, tables)
        elif empty:
            make(state, tables, empty[step % min(len(empty), 60)])
        if seen >> number & 1:
            assert_as_from_scratch(state, board, tables)
    assert_as_from_scratch(state, board, tables)
    while int(state["ply"]):
        unmake(state, tables)
    assert_as_from_scratch(state, board, tables)
    assert sums(state) == sums_of(board, random_network(board.rule.name)).tolist()


def assert_as_from_scratch(state: Any, start: Board, tables: Any) -> None:
    value = network_value(state, tables)
    cells = state["cell"]
    stones = [[int(p) for p in state["point"][: state["points"]] if cells[p] == c] for c in (1, 2)]
    board = Board.from_stones(*stones, int(state["side"]), start.size, start.rule)
    fresh = make_state(board, tables)
    assert network_value(fresh, tables) == value
    assert sums(fresh) == sums(state)
    assert sums(state) == sums_of(board, random_network(start.rule.name)).tolist()


def value_of(board: Board) -> int:
    tables = network_tables(board.rule)
    return int(network_value(make_state(board, tables), tables))


@settings(max_examples=60, deadline=None)
@given(board=playable())
def test_a_board_is_worth_the_same_from_all_eight_sides(board: Board) -> None:
    assert {value_of(transform_board(board, number)) for number in range(8)} == {value_of(board)}


@settings(max_examples=60, deadline=None)
@given(board=playable(rule=st.sampled_from([r for r in RULES.values() if not r.forbidden])))
def test_with_colours_swapped_it_is_worth_the_same(board: Board) -> None:
    other = Board.from_stones(
        board.stones(2), board.stones(1), 3 - board.turn, board.size, board.rule
    )
    assert value_of(other) == value_of(board)


def test_the_head_is_the_layers_that_its_weights_say() -> None:
    for board in dense_boards(FREESTYLE, 15, 20, seed=9):
        tables = network_tables(FREESTYLE)
        state = make_state(board, tables)
        found = network_value(state, tables)
        exact = SCALE * logit_of(state, random_network().head.astype(np.float64))
        assert abs(found - np.clip(exact, -30 * SCALE, 30 * SCALE)) < 1


def logit_of(state: Any, head: np.ndarray[Any, Any]) -> float:
    half, side = NET_WIDTH // 2, int(state["side"]) - 1
    lanes = np.asarray(state["net_sum"]).reshape(2, half)
    counts = np.asarray(state["count"]).reshape(2, 16)
    seen = np.concatenate((lanes[side], lanes[1 - side], counts[side], counts[1 - side]))

    def part(start: int, *shape: int) -> np.ndarray[Any, Any]:
        return head[start : start + int(np.prod(shape))].reshape(shape)

    inputs = len(seen)
    first = seen @ part(vectors.FIRST, inputs, half) + part(vectors.FIRST_BIAS, half)
    second = np.maximum(first, 0) @ part(vectors.SECOND, half, half)
    second = np.maximum(second + part(vectors.SECOND_BIAS, half), 0)
    third = second @ part(vectors.THIRD, half) + seen @ part(vectors.SKIP, inputs)
    return float(third + head[vectors.LAST_BIAS])


def test_its_values_are_on_the_scale_of_the_win_rate() -> None:
    assert SCALE == WIN_RATE_SCALE
    assert vectors.HEAD == NET_HEAD
    assert vectors.WIDTH == NET_WIDTH


class TestSwitch:
    board = parse_position("h8h9i8g8i10i9j9k10h7j7")

    def value(self, rule: Rule = FREESTYLE, size: int = 15, **switches: int) -> tuple[int, int]:
        """What the search gets, and the network's value."""
        moves = self.board.moves
        board = Board.from_moves(moves, 15, rule)
        tables = network_tables(rule, size)
        state = make_state(board, tables)
        control = make_control(settle(switches), rule)
        return int(static_value(state, tables, control)), int(network_value(state, tables))

    def test_on_the_search_is_told_the_networks_value(self) -> None:
        told, network = self.value(use_network=1)
        assert told == network

    def test_off_it_is_told_the_sum_of_the_weights(self) -> None:
        told, network = self.value(use_network=0)
        assert told != network
        assert self.value(use_network=0, tempo=0)[0] == told - settle({})["tempo"]

    def test_on_a_board_of_another_size_it_is_asked_too(self) -> None:
        told, network = self.value(size=19, use_network=1)
        assert told == network
        assert told != self.value(use_network=1)[0]  # which has fewer points without a stone


_VALUES = """
import json
from tests.engine.networks import network_tables
from tests.engine.searching import dense_boards
from wuzi.engine.kernels.network import network_value
from wuzi.engine.kernels.position import make, unmake
from wuzi.engine.tables import make_state
from wuzi.rules import RULES
found = []
for rule in RULES.values():
    tables = network_tables(rule)
    for board in dense_boards(rule, 9, 3, seed=6):
        state = make_state(board, tables)
        for p in list(board.stones(0))[:12]:
            found.append(int(network_value(state, tables)))
            make(state, tables, p)
            if len(found) % 4 == 3:
                unmake(state, tables)
print(json.dumps(found))
"""


def values(**environment: str) -> list[int]:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", _VALUES],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[int] = json.loads(run.stdout)
    return found


def test_plain_python_gives_the_same_values_as_the_compiled_kernels() -> None:
    compiled = values()
    assert len(set(compiled)) > 100
    assert values(NUMBA_DISABLE_JIT="1") == compiled


@pytest.mark.parametrize("size", [5, 22])
def test_a_board_filled_to_the_last_cell_and_emptied(size: int) -> None:
    tables = network_tables(FREESTYLE)
    state = make_state(Board(size), tables)
    network_value(state, tables)
    empty = sums(state)
    points = np.array(state["point"][: size * size])
    for p in np.random.default_rng(3).permutation(points):
        make(state, tables, int(p))
    network_value(state, tables)
    far = np.maximum(4 * random_network().vectors[0].astype(int), 0)  # row 0 is the empty line
    assert sums(state) == [*(225 - size**2) * far] * 2  # the sum of no cell at all
    for _ in points:
        unmake(state, tables)
    network_value(state, tables)
    assert sums(state) == empty
