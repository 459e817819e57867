"""Learning the network. PyTorch is no part of an installation: without it there is the refusal."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from wuzi.cli import main

HAS_TORCH = importlib.util.find_spec("torch") is not None


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(list(arguments))
    return status, capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("games",), "name the file of the network"),
        (("games", "--out", "x", "--blend", "2"), "--blend cannot be '2'"),
        (("games", "--out", "x", "--blend", "nan"), "--blend cannot be 'nan'"),
        (("games", "--out", "x", "--epochs", "none"), "--epochs"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str
) -> None:
    status, told = run(capsys, "train", "network", *arguments)
    assert status == 2
    assert why in told
    assert told.count("\n") == 1


def test_without_pytorch_one_sentence_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    out = tmp_path / "network.bin"
    status, told = run(capsys, "train", "network", "games", "--out", str(out))
    assert status == 2
    assert "pip install 'wuzi[train]'" in told
    assert not out.exists()


if HAS_TORCH:
    import numpy as np
    import torch

    from tests.train.test_network_data import SIZE, some_games
    from wuzi.engine.kernels.network import SCALE, network_value
    from wuzi.engine.kernels.position import make
    from wuzi.engine.network import read_network
    from wuzi.engine.tables import make_state, make_tables
    from wuzi.engine.weights import load_weights
    from wuzi.rules import FREESTYLE, Board, all_points
    from wuzi.train.network import Lesson, PatternNetwork, Recipe, exported, learn, loss_of
    from wuzi.train.network_data import examples_of

    RECIPE = Recipe(epochs=15, warm_up=5, batch=32)
    torch.set_num_threads(1)  # two threads on a busy machine wait for each other

    def learned() -> tuple[PatternNetwork, Lesson]:
        lesson = Lesson(examples_of(some_games()), 0.5)
        return learn(lesson, lesson, RECIPE), lesson

    def test_learning_lessens_the_loss_and_the_seed_decides() -> None:
        network, lesson = learned()
        torch.manual_seed(0)
        assert loss_of(network, lesson) < loss_of(PatternNetwork(), lesson) - 0.02
        assert loss_of(learned()[0], lesson) == loss_of(network, lesson)

    def test_the_engine_says_what_was_learned() -> None:
        network, lesson = learned()
        logits = network(lesson.quads, lesson.white, lesson.counts).detach().numpy()
        made = exported(network, "freestyle", SIZE, "a test")
        tables = make_tables(
            FREESTYLE,
            load_weights(FREESTYLE),
            read_network(made.to_bytes(), "memory", FREESTYLE),
        )
        games = some_games()
        points = all_points(SIZE)
        examples = examples_of(games)
        at = 0
        for number in range(len(games)):
            state = make_state(Board(SIZE), tables)
            for row in range(games.start[number], games.start[number + 1]):
                counts = np.asarray(state["count"])
                same = at < len(examples) and examples.game[at] == number
                if same and np.array_equal(examples.counts[at], counts):
                    value = network_value(state, tables)
                    assert value == pytest.approx(SCALE * logits[at], abs=0.02 * SCALE)
                    at += 1
                make(state, tables, points[games.move[row]])
        assert at > len(examples) // 2
