"""What the network learns from is what the engine will ask it about, seen as the engine sees it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from tests.engine.networks import network_tables, random_network
from tests.engine.searching import dense_boards
from wuzi.engine.control import make_control, settle
from wuzi.engine.kernels.moves import FIVE, verdict
from wuzi.engine.kernels.network import network_value
from wuzi.engine.kernels.search import evaluate
from wuzi.engine.layout import NET_ROWS
from wuzi.engine.network import swapped_rows
from wuzi.engine.tables import make_state, tables_of
from wuzi.engine.win_rate import win_rate
from wuzi.rules import BLACK, RULES, Board, Rule, all_points, parse_rule
from wuzi.train.data import NOT_SEARCHED, Games
from wuzi.train.network_data import (
    OCCUPIED,
    examples_of,
    linear_loss,
    shapes_of,
    split,
    win_rates,
)
from wuzi.train.selfplay import SelfPlay, play_batch

SIZE = 9


@lru_cache
def some_games(rule: str = "freestyle") -> Games:
    task = SelfPlay(rule, SIZE, 150, 5)
    return Games.of(task.header(), play_batch(task, 0, 20))


def cells_of(board: Board) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    colours = {0: 0, 1: 1, 2: -1}
    return np.array([[colours[board[p]] for p in all_points(board.size)]], np.int8)


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
@pytest.mark.parametrize("size", [5, 9, 15])
def test_shapes_are_those_that_the_engine_sums(rule: Rule, size: int) -> None:
    vectors = random_network(rule.name).vectors.astype(np.int64)
    whole = np.concatenate((vectors, vectors[swapped_rows()]), axis=1)
    for board in dense_boards(rule, size, 4, seed=3):
        shapes = shapes_of(cells_of(board), size)[0]
        empty = shapes[:, 0] != OCCUPIED
        assert empty.tolist() == [board[p] == 0 for p in all_points(size)]
        assert shapes[empty].max() < NET_ROWS
        sums = np.maximum(whole[shapes[empty]].sum(axis=1), 0).sum(axis=0)
        state = make_state(board, network_tables(rule, size))
        network_value(state, network_tables(rule, size))
        assert np.asarray(state["net_sum"]).tolist() == sums.tolist()


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_only_undecided_positions_are_taken_each_with_its_own_facts(rule: str) -> None:
    games, law = some_games(rule), parse_rule(rule)
    examples = examples_of(games)
    control, tables = make_control(settle(None), law), tables_of(law)
    points = all_points(SIZE)
    at = 0
    for number in range(len(games)):
        board = Board(SIZE, law)
        for row in range(games.start[number], games.start[number + 1]):
            state = make_state(board, tables)
            searched = games.score[row] != NOT_SEARCHED
            stop = int(state["count"][16 * (2 - board.turn) + FIVE])
            if searched and not stop and not verdict(state, tables, control):
                black = board.turn == BLACK
                assert examples.game[at] == number
                assert examples.white[at] == (not black)
                won = {1: 1.0, 0: 0.5, -1: 0.0}[int(games.result[number]) * (1 if black else -1)]
                assert examples.result[at] == won
                assert examples.chance[at] == pytest.approx(
                    win_rate(int(games.score[row])), abs=1e-3
                )
                static = win_rate(int(evaluate(state, control)))
                assert examples.linear[at] == pytest.approx(static, abs=1e-3)
                assert examples.counts[at].tolist() == np.asarray(state["count"]).tolist()
                assert np.array_equal(examples.shapes[at], shapes_of(cells_of(board), SIZE)[0])
                at += 1
            if row + 1 < games.start[number + 1]:
                board.push(points[games.move[row]])
    assert at == len(examples) > 50


def test_a_game_is_learned_from_or_held_out_whole() -> None:
    taught, held_out = split(examples_of(some_games()))
    assert not set(taught.game) & set(held_out.game)
    assert len(taught) > len(held_out) > 0


def test_the_target_is_between_the_result_and_the_searchs_opinion() -> None:
    examples = examples_of(some_games())
    assert np.array_equal(examples.target(1), examples.result)
    assert np.array_equal(examples.target(0), examples.chance)
    half = (examples.result + examples.chance) / 2
    assert np.allclose(examples.target(0.5), half)


def test_the_linear_loss_is_the_least_over_scale_and_offset() -> None:
    examples = examples_of(some_games())
    found = linear_loss(examples, examples, 0.5)
    target = examples.target(0.5).astype(float)
    chance = np.clip(examples.linear.astype(float), 1e-4, 1 - 1e-4)
    value = np.log(chance / (1 - chance))
    for scale in (0.5, 1, 2):
        for offset in (-0.5, 0, 0.5):
            chance = 1 / (1 + np.exp(-scale * value - offset))
            loss = -(target * np.log(chance) + (1 - target) * np.log(1 - chance)).mean()
            assert found < loss + 1e-9


def test_win_rates_are_those_of_the_engine() -> None:
    values = np.array([-2000, -585, 0, 1, 900])
    assert win_rates(values) == pytest.approx([win_rate(int(value)) for value in values], abs=1e-6)
