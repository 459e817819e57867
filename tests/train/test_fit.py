"""Fitting: what is seen is what the engine sees, and what is fitted meets the data."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wuzi.engine.control import make_control, settle
from wuzi.engine.kernels.search import evaluate
from wuzi.engine.tables import make_state, tables_of
from wuzi.engine.weights import Weights, hand_made, load_weights, read_weights
from wuzi.errors import RecordError, SettingsError
from wuzi.rules import Board, all_points, parse_rule
from wuzi.rules.symmetry import transform_table
from wuzi.train.curves import curves_svg
from wuzi.train.data import Games
from wuzi.train.descent import minimise
from wuzi.train.features import KINDS, colours_differ, see
from wuzi.train.fit import Fit, FitOptions, choice_loss, fit_weights
from wuzi.train.selfplay import SelfPlay, play_batch

SIZE = 9


@lru_cache
def some_games(rule: str) -> Games:
    task = SelfPlay(rule, SIZE, 150, 5)
    return Games.of(task.header(), play_batch(task, 0, 200))


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_the_sum_of_the_rows_is_the_engines_evaluation(rule: str) -> None:
    games, law = some_games(rule), parse_rule(rule)
    positions, _ = see(games)
    values = load_weights(law).value.astype(float)
    values[:, 0] = 0
    column = values.ravel() if colours_differ(law) else values[0]
    found = positions.values(column) + settle(None)["tempo"]
    control, points = make_control(settle(None), law), all_points(SIZE)
    seen = 0
    for number in range(6):
        board = Board(SIZE, law)
        for row in range(games.start[number], games.start[number + 1]):
            mine = seen < len(positions) and positions.game[seen] == number
            if mine and positions.score[seen] == games.score[row]:
                static = int(evaluate(make_state(board, tables_of(law)), control))
                assert abs(found[seen] - static) <= 2
                seen += 1
            if row + 1 < games.start[number + 1]:
                board.push(points[games.move[row]])
    assert seen == int((positions.game < 6).sum()) > 10


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_all_eight_forms_of_a_game_are_the_same_data(rule: str) -> None:
    games = some_games(rule)[slice(0, 5)]
    points = all_points(SIZE)
    cell_of = {p: cell for cell, p in enumerate(points)}
    plain, _ = see(games)
    for symmetry in range(1, 8):
        table = transform_table(symmetry, SIZE)
        turn = np.array([cell_of[table[p]] for p in points], np.uint16)
        twin = Games(**{**vars(games), "move": turn[games.move]})
        turned, _ = see(twin)
        assert np.array_equal(plain.start, turned.start)
        assert np.array_equal(plain.column, turned.column)
        assert np.array_equal(plain.count, turned.count)


def test_the_candidate_chosen_is_the_move_played() -> None:
    _, choices = see(some_games("freestyle"))
    lengths = np.diff(choices.start)
    assert (choices.chosen >= choices.start[:-1]).all()
    assert (choices.chosen < choices.start[1:]).all()
    assert lengths.min() > 5
    half = choices.some(choices.game % 2 == 0)
    assert (half.own[half.chosen] == choices.own[choices.chosen][choices.game % 2 == 0]).all()


def test_gradients_are_those_of_differences() -> None:
    positions, choices = see(some_games("renju"))
    dice = np.random.default_rng(1)
    scores = dice.normal(0, 0.5, choices.columns)
    step = dice.normal(0, 1, choices.columns)
    _, gradient = choice_loss(choices, scores)
    ahead, back = (choice_loss(choices, scores + s * 1e-5 * step)[0] for s in (1, -1))
    assert gradient @ step == pytest.approx((ahead - back) / 2e-5, rel=1e-4)
    pull = dice.normal(0, 1, len(positions))
    ahead, back = (pull @ positions.values(scores + s * step) for s in (0.5, -0.5))
    assert positions.pulled(pull) @ step == pytest.approx(ahead - back, rel=1e-4)


@pytest.fixture(scope="module", params=["freestyle", "renju"])
def fit(request: pytest.FixtureRequest) -> Fit:
    old = hand_made(parse_rule(request.param))
    return fit_weights(some_games(request.param), old, "a test", FitOptions(steps=25))


def test_a_fit_is_nearer_to_games_held_out(fit: Fit) -> None:
    assert fit.games == 200
    assert [curve.name for curve in fit.curves] == ["value", "order"]
    for curve in fit.curves:
        assert curve.fitted[-1] < curve.fitted[0]
        assert curve.held_out[-1] < curve.held_out[0]
    assert not fit.weights.value[:, 0].any()


def test_what_is_fitted_is_a_file_of_weights(fit: Fit) -> None:
    rule = parse_rule(fit.weights.rule)
    read = read_weights(fit.weights.to_json(), "a.json", rule)
    assert read.digest() == fit.weights.digest()
    assert read.origin == "a test"
    same = np.array_equal(read.value[0], read.value[1])
    assert same != colours_differ(rule)
    assert read.value.shape == (2, KINDS)


def test_codes_never_seen_go_with_their_kin(fit: Fit) -> None:
    positions, _ = see(some_games(fit.weights.rule))
    unseen = np.setdiff1d(np.arange(1, KINDS), positions.column % KINDS)
    old = hand_made(parse_rule(fit.weights.rule))
    moved = np.abs(fit.weights.value[0] - old.value[0])[unseen]
    assert len(unseen) > 100
    assert (moved > 0).mean() > 0.5
    assert moved.max() < 1500


def test_the_order_may_be_left_alone() -> None:
    old = hand_made(parse_rule("freestyle"))
    fit = fit_weights(some_games("freestyle"), old, "", FitOptions(steps=10, order=False))
    assert np.array_equal(fit.weights.order, old.order)
    assert len(fit.curves) == 1


def test_a_fit_is_told_of_as_it_goes() -> None:
    told: list[tuple[str, int, float]] = []
    old = hand_made(parse_rule("freestyle"))
    fit = fit_weights(
        some_games("freestyle"), old, "", FitOptions(steps=10), lambda *x: told.append(x)
    )
    assert [(name, step) for name, step, _ in told] == [
        (name, step) for name in ("value", "order") for step in (5, 10)
    ]
    picture = curves_svg(fit.curves)
    assert picture.count("<polyline") == 4
    assert f"held out {fit.curves[0].held_out[-1]:.4f}" in picture


def test_too_little_is_refused() -> None:
    old: Weights = hand_made(parse_rule("freestyle"))
    with pytest.raises(RecordError, match=r"1 games with .* are too few"):
        fit_weights(some_games("freestyle")[slice(0, 1)], old, "")
    none = some_games("freestyle")
    decided = Games(**{**vars(none), "score": np.full_like(none.score, 29_990)})
    with pytest.raises(RecordError, match="no undecided position"):
        fit_weights(decided, old, "")
    with pytest.raises(SettingsError, match=r"0 to 1, not 1\.5"):
        FitOptions(blend=1.5)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(-5, 5), min_size=3, max_size=6), st.integers(0, 1000))
def test_descent_finds_the_bottom_of_a_bowl(middle: list[float], seed: int) -> None:
    root = np.random.default_rng(seed).normal(0, 1, (len(middle), len(middle)))
    bowl = root @ root.T + np.eye(len(middle))
    there = np.array(middle)

    def function(x: np.ndarray) -> tuple[float, np.ndarray]:  # type: ignore[type-arg]
        return float((x - there) @ bowl @ (x - there)) + 1, 2 * bowl @ (x - there)

    found = minimise(function, np.zeros(len(middle)), tolerance=1e-12)
    assert found == pytest.approx(there, abs=1e-3)


def test_descent_goes_round_a_bend() -> None:
    def rosenbrock(x: np.ndarray) -> tuple[float, np.ndarray]:  # type: ignore[type-arg]
        a, b = x
        value = (1 - a) ** 2 + 100 * (b - a * a) ** 2
        return value, np.array([-2 * (1 - a) - 400 * a * (b - a * a), 200 * (b - a * a)])

    assert minimise(rosenbrock, np.array([-1.2, 1.0])) == pytest.approx([1, 1], abs=1e-3)
