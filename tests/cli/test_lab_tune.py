"""``wuzi lab tune``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.arena.matches import Marked
from wuzi.arena.statistics import Trinomial
from wuzi.cli import lab_tune
from wuzi.lab import tune as tuning
from wuzi.lab.tune_spec import Duelled, Tuned

Run = Callable[..., tuple[int, str, str]]

GREEDY = ("--player", "textbook:greedy")
SHORT = ("--size", "9", "--maxmoves", "12", "--games", "2", "--openings", "random")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_tuning_its_files_and_its_end(wuzi: Run) -> None:
    line = ("lab", "tune", *GREEDY, "--tune", "defence=0.0:1.0:0.5", *SHORT, "--out", "t")
    status, out, err = wuzi(*line, "--steps", "1", "--workers", "2", "--seed", "3")
    assert status == 0, err
    first, drawn, end = out.splitlines()
    assert first.startswith("duel 1: defence=0.0 against defence=0.8: ")
    assert "t/values.svg t/scores.svg" in drawn
    assert "Nothing was better than the start: textbook:greedy" in end
    assert "random ones (seed 3), written to tune.openings.txt" in err
    assert Path("t/values.svg").read_bytes().startswith(b"<?xml")

    status, out, err = wuzi(*line, "--seed", "3")
    assert (status, out) == (2, "")
    assert "t has a tuning already: add --resume" in err
    status, out, err = wuzi(*line, "--seed", "3", "--resume", "--steps", "2", "--json")
    assert status == 0, err
    found = json.loads(out)
    assert [step["a"] for step in found["steps"]] == [{"defence": 0.0}, {"defence": 0.5}]
    assert (found["best"], found["verdict"]) == ({"defence": 0.8}, None)
    assert "duel 2: defence=0.5" in err


def better(spec, folder, **_):  # type: ignore[no-untyped-def]
    """A tuning that found much better values at once."""
    steps = [Duelled(1, {"defence": 0.9}, {"defence": 0.0}, Trinomial(2, 0, 0), {"defence": 0.9})]
    return Tuned(spec, (0.0,), (0.9,), steps)


@pytest.mark.parametrize(
    ("sprt", "verdict", "status"),
    [
        ("-2000,-1000", "H1", 0),
        ("0,1", "continue", 1),
    ],
)
def test_the_best_is_put_to_the_test(
    wuzi: Run, monkeypatch: pytest.MonkeyPatch, sprt: str, verdict: str, status: int
) -> None:
    monkeypatch.setattr(tuning, "run_tune", better)
    line = (
        "lab", "tune", "--player", "textbook:greedy,defence=0", "--tune", "defence=0.0:1.0", *SHORT,
        "--test-games", "4", "--sprt", sprt, "--workers", "2",
    )  # fmt: skip
    code, out, err = wuzi(*line)
    assert code == status, err
    assert "The best: textbook:greedy,defence=0.9" in out
    assert "A  defence=0.9\nB  defence=0.0\n" in out
    assert lab_tune._VERDICTS[verdict] in out
    code, out, _ = wuzi(*line, "--json")  # the games are there: none is played again
    assert (code, json.loads(out)["verdict"]) == (status, verdict)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "name who is tuned: --player WHO"),
        (GREEDY, "nothing is tuned: name it, --tune KEY=LOW:HIGH"),
        ((*GREEDY, "--tune", "defence"), "--tune cannot be 'defence': write KEY=LOW:HIGH"),
        (
            (*GREEDY, "--tune", "depth=1:3"),
            "textbook:greedy has no number 'depth' to tune: choose from defence, greedy.defence,",
        ),
        ((*GREEDY, "--tune", "defence=0.0:9.0"), "defence=9 is not possible: choose 0.0 to 2.0"),
        ((*GREEDY, "--tune", "defence=0.0:1.0", "--method", "luck"), "no way of tuning 'luck'"),
        ((*GREEDY, "--tune", "defence=0.0:1.0", "--games", "3"), "an even number of games"),
        ((*GREEDY, "--tune", "defence=0.0:1.0", "--steps", "0"), "--steps cannot be '0'"),
        ((*GREEDY, "--tune", "defence=0.0:1.0", "--sprt", "9"), "--sprt cannot be '9'"),
        (("--player", "wuzi", "--tune", "futility=90:200"), "limit the engine's searches"),
        (("--player", "level:2", "--tune", "seed=1:9"), "level:2 has no number 'seed'"),
    ],
)
def test_wrong_words(wuzi: Run, words: tuple[str, ...], sentence: str) -> None:
    status, out, err = wuzi("lab", "tune", *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_a_place_that_cannot_be_written(wuzi: Run) -> None:
    Path("file").write_text("")
    status, _, err = wuzi("lab", "tune", *GREEDY, "--tune", "defence=0.0:1.0", "--out", "file/t")
    assert status == 2
    assert "cannot be written" in err


def test_without_matplotlib_it_is_said_before_the_games(
    wuzi: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = lab_tune.importlib.util.find_spec
    monkeypatch.setattr(
        lab_tune.importlib.util,
        "find_spec",
        lambda name, *rest: None if name == "matplotlib" else found(name, *rest),
    )
    monkeypatch.setattr(tuning, "run_tune", better)
    status, out, _ = wuzi(
        "lab", "tune", *GREEDY, "--tune", "defence=0.0:1.0", *SHORT, "--test-games", "0"
    )
    assert status == 0
    assert out.startswith("there will be no figures: pip install 'wuzi[lab]'")
    assert not Path("tune/values.svg").exists()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_and_on_again(wuzi: Run) -> None:
    line = (
        "lab", "tune", *GREEDY, "--tune", "defence=0.0:1.0:0.25", "--size", "9", "--games", "2",
        "--openings", "random", "--out", "t", "--test-games", "0",
    )  # fmt: skip
    history = Path("t/tune.jsonl")
    with Marked() as marked:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "wuzi", *line],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        while not (history.exists() and history.read_bytes().count(b"\n") >= 2):
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
        assert marked.left() == []
    assert process.returncode == 130, err
    assert err.splitlines()[-1] == "Stopped; the same command with --resume goes on with t."
    assert "Traceback" not in err
    status, again, err = wuzi(*line, "--resume")
    assert status == 0, err
    assert again.startswith(out.splitlines()[0])
    assert history.read_bytes().count(b"\n") == 1 + 5
