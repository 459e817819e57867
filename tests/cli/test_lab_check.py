"""``wuzi lab check``: pass or fail with the reason, a summary, and a status for scripts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest
from rich.cells import cell_len

from wuzi.cli import lab_check
from wuzi.lab.check import problems
from wuzi.settings import language

MOCK = f"{sys.executable} tests/mock_engine.py"
GREEDY = ("--player", "textbook:greedy")


def answers(out: str) -> list[dict]:
    return [json.loads(line) for line in out.splitlines()]


def test_who_passes_everything_leaves_with_status_0(wuzi) -> None:
    status, out, err = wuzi("lab", "check", *GREEDY, "--idea", "five")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "1/4 passed  l8   complete a five, freestyle (five-row)"
    assert lines[1] == "    Black has four in a row, stopped at one end: l8 completes five."
    assert lines[-2].split() == ["complete", "a", "five", "4/4"]
    assert lines[-1] == "textbook:greedy: 4 of 4 positions passed."


def test_who_fails_is_told_why_and_leaves_with_status_1(wuzi) -> None:
    status, out, err = wuzi("lab", "check", "--player", "textbook:random", "--idea", "block-four")
    assert (status, err) == (1, "")
    assert out.splitlines()[0].startswith("1/4 FAILED  ")
    assert "the opponent has a five on l8; right is l8. White threatens" in " ".join(out.split())
    assert out.splitlines()[-1] == "textbook:random: 0 of 4 positions passed."


def test_json_is_a_line_for_every_position_and_the_summary_last(wuzi) -> None:
    status, out, _ = wuzi("lab", "check", "--player", "textbook:random", "--json")
    *lines, summary = answers(out)
    assert status == 1
    assert [line["name"] for line in lines] == [problem.name for problem in problems()]
    assert summary["asked"] == summary["total"] == len(lines)
    assert summary["passed"] == sum(line["passed"] for line in lines) < len(lines) / 4
    assert sum(idea["total"] for idea in summary["ideas"].values()) == len(lines)
    assert all(line["passed"] == (line["move"] in line["right"]) for line in lines)


def test_only_a_rule(wuzi) -> None:
    _, out, _ = wuzi("lab", "check", *GREEDY, "--rule", "caro", "--json")
    *lines, _ = answers(out)
    assert {line["rule"] for line in lines} == {"caro"}
    assert len(lines) >= 9


def test_an_engine_that_crashes_fails_and_the_rest_is_asked(wuzi) -> None:
    player = f"{MOCK} --fault crash --at 1"
    status, out, _ = wuzi("lab", "check", "--player", player, "--idea", "five")
    assert status == 1
    assert out.count("FAILED  -") == 4
    assert "exit status 3" in out


@pytest.mark.parametrize("columns", [30, 50, 80])
@pytest.mark.parametrize("code", ["en", "zh_CN"])
def test_no_line_is_wider_than_the_terminal(wuzi, monkeypatch, columns, code) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(lab_check, "current_language", lambda: code)
    _, out, _ = wuzi("lab", "check", "--player", "textbook:random", "--idea", "four-three")
    lines = out.splitlines()[:-1]  # the last may hold a command line of any length
    assert max(map(cell_len, lines)) <= columns
    assert "…" not in out
    assert ("冲四" in out) == (code == "zh_CN")


def test_in_chinese_reasons_are_chinese(wuzi) -> None:
    _, out, _ = wuzi("lab", "check", *GREEDY, "--idea", "five", "--lang", "zh_CN")
    assert "黑方四子一头被堵，l8 成五。" in out
    assert "成五" in out
    assert language.current_language() == "zh_CN"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--player", "human"], "a human"),
        (["--player", "levle:2"], "did you mean level?"),
        (["--player", "/nowhere/pbrain-x"], "there is no program '/nowhere/pbrain-x'"),
        (["--player", "textbook:alphabeta,deep=3"], "there is no option 'deep'"),
        (["--player", "textbook:greedy", "--idea", "luck"], "there is no idea 'luck': choose"),
        (["--player", "textbook:greedy", "--rule", "go"], "there is no rule 'go'"),
        (["--idea", "forbidden", "--rule", "caro"], "no position of the check"),
        (["--time", "soon"], "--time cannot be 'soon'"),
    ],
)
def test_wrong_input_is_one_sentence(wuzi, arguments, sentence) -> None:
    status, out, err = wuzi("lab", "check", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
    status, out, _ = wuzi("lab", "check", *arguments, "--json")
    assert (status, sentence in answers(out)[0]["error"]["text"]) == (2, True)


def test_ctrl_c_keeps_what_was_answered_and_counts_no_failure() -> None:
    player = f"{MOCK} --think 0.4"
    command = [sys.executable, "-m", "wuzi", "lab", "check", "--player", player, "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as process:
        assert process.stdout is not None
        first = [process.stdout.readline() for _ in range(2)]
        process.send_signal(signal.SIGINT)
        rest, err = process.communicate(timeout=60)
    *lines, summary = answers("".join(first) + rest)
    assert process.returncode == 130
    assert err == ""
    assert 2 <= len(lines) == summary["asked"] <= 4 < summary["total"]
