"""``wuzi analyze``: tables for people, lines of JSON for programs, the best so far at Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.cli.test_positions import pipe_in
from wuzi.rules import RULES, Board, parse_position
from wuzi.rules.notation import parse_moves

pytestmark = pytest.mark.usefixtures("compiled")

FOUR = "h8a1i8b1j8c2k8"
"""White must stop a four with both ends open; whatever he does black wins."""


def answers(out: str) -> list[dict]:
    return [json.loads(line) for line in out.splitlines()]


def test_json_prints_a_line_for_every_depth_and_the_answer_last(wuzi) -> None:
    status, out, err = wuzi("analyze", "h8i9g7", "--depth", "3", "--json")
    *infos, answer = answers(out)
    assert (status, err) == (0, "")
    assert [info["depth"] for info in infos] == [1, 2, 3]
    assert answer["lines"] == [infos[-1]]
    assert answer["move"] == infos[-1]["pv"][0]
    board = parse_position("h8i9g7")
    for info in infos:
        assert 0 <= info["win_rate"] <= 1
        assert info["nodes"] > 0
        replayed = board.copy()
        for name in info["pv"]:
            replayed.push(board.point(name))


def test_several_lines_are_several_moves(wuzi) -> None:
    _, out, _ = wuzi("analyze", "h8i9g7", "--depth", "4", "--lines", "3", "--json")
    answer = answers(out)[-1]
    lines = answer["lines"]
    assert [line["line"] for line in lines] == [1, 2, 3]
    assert len({line["pv"][0] for line in lines}) == 3
    assert answer["move"] == lines[0]["pv"][0]


def test_the_same_depth_gives_the_same_answer(wuzi) -> None:
    def told() -> list[dict]:
        lines = answers(wuzi("analyze", "h8i9g7h7", "--depth", "5", "--json")[1])[-1]["lines"]
        return [{k: v for k, v in line.items() if k not in ("time", "nodes_per_second")}
                for line in lines]  # fmt: skip

    assert told() == told()


def test_a_forced_win_is_told_in_words_and_numbered_on_the_board(wuzi) -> None:
    status, out, err = wuzi("analyze", "h8a1i8b1j8a2", "--depth", "4", "--ascii")
    assert (status, err) == (0, "")
    assert "wins in 3" in out
    assert "100.0%" in out
    assert "x Black to move" in out
    assert out.rstrip().splitlines()[-1] in ("Best: g8", "Best: k8")
    drawn = out.splitlines()[9]
    assert drawn.startswith(" 8  ")
    assert "1" in drawn.removeprefix(" 8  ")


def test_lines_of_standard_input_are_answered_in_order(wuzi, monkeypatch) -> None:
    pipe_in(
        monkeypatch,
        "h8\nh8x9\nh8a1i8b1j8c1k8d1l8\nh8 rule=go\n/ size=9 rule=renju\nh8i9 size=23\n" + FOUR,
    )
    status, out, err = wuzi("analyze", "-", "--depth", "2")
    told = answers(out)
    assert [answer.get("error", {}).get("id") for answer in told] == [
        None,
        "point.off_board",
        "position.over",
        "rule.unknown",
        None,
        "position.large",
        None,
    ]
    assert (told[4]["size"], told[4]["rule"]) == (9, "renju")
    assert told[6]["lines"][0]["win_in"] < 0
    assert (status, err) == (2, "")


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("size", [5, 22])
def test_every_rule_on_the_smallest_and_the_largest_board(wuzi, rule, size) -> None:
    status, out, _ = wuzi(
        "analyze", "c3c4", "--rule", rule.name, "--size", str(size), "--depth", "2", "--json"
    )
    board = Board.from_moves(parse_moves("c3c4", size), size, rule)
    assert status == 0
    assert board.is_legal(board.point(answers(out)[-1]["move"]))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["a1a2b1b2c1c2d1d2e1"], "the game is over: Black wins: five in a row, a1 b1 c1 d1 e1"),
        (["h8", "--size", "23"], "boards of up to 22 lines, not of 23"),
        (["h8", "--rule", "go"], "go"),
        (["h8", "--time", "-1"], "--time cannot be '-1': write seconds, 0 or more"),
        (["h8", "--time", "nan"], "--time cannot be 'nan'"),
        (["h8", "--time", "soon"], "--time cannot be 'soon'"),
        (["h8", "--depth", "0"], "--depth cannot be '0': write a whole number, 1 or more"),
        (["h8", "--nodes", "-5"], "--nodes cannot be '-5'"),
        (["h8", "--nodes", "9" * 30], "--nodes cannot be"),
        (["h8", "--lines", "0"], "--lines cannot be '0': write a whole number, 1 to 100"),
        (["h8", "--threads", "257"], "--threads cannot be '257': write a whole number, 1 to 256"),
    ],
)
def test_wrong_input_is_one_sentence(wuzi, arguments, sentence) -> None:
    status, out, err = wuzi("analyze", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
    status, out, _ = wuzi("analyze", *arguments, "--json")
    assert (status, sentence in answers(out)[0]["error"]["text"]) == (2, True)


def test_no_time_at_all_is_a_legal_answer(wuzi) -> None:
    for position in ("/", "h8i9", FOUR):
        status, out, _ = wuzi("analyze", position, "--time", "0", "--json")
        board = parse_position(position)
        assert status == 0
        assert board.is_legal(board.point(answers(out)[-1]["move"]))


ONLY_FORBIDDEN = """
xxoxoxo
ooxoxox
xoxxoxo
xxx.xxx
oxooxox
xooxxoo
oxxooxx
"""


def test_a_side_that_has_forbidden_points_only_passes(wuzi) -> None:
    """The only empty point, d4, would be an overline of black's."""
    stones = {"x": "", "o": "", ".": ""}
    for row, text in enumerate(reversed(ONLY_FORBIDDEN.split()), 1):
        for column, cell in zip("abcdefg", text, strict=True):
            stones[cell] += f"{column}{row}"
    words = ["--size", "7", "--rule", "renju", "--side", "black"]
    status, out, err = wuzi("analyze", f"{stones['x']}/{stones['o']}", *words)
    assert (status, err) == (0, "")
    assert "must pass" in out


def test_ctrl_c_prints_the_best_so_far(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "wuzi", "analyze", "h8i9g7", "--time", "100", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "WUZI_HOME": str(tmp_path)},
    )
    assert child.stdout
    first = child.stdout.readline()
    began = time.monotonic()
    child.send_signal(signal.SIGINT)
    rest, err = child.communicate(timeout=60)
    assert time.monotonic() - began < 50
    assert (child.returncode, err) == (130, "")
    last = answers(first + rest)[-1]
    assert last["move"] == last["lines"][0]["pv"][0]


def test_it_also_runs_in_a_thread(wuzi) -> None:
    """Where no signal can be handled."""
    status = []
    thread = threading.Thread(
        target=lambda: status.append(wuzi("analyze", "h8", "--depth", "2", "--json")[0])
    )
    thread.start()
    thread.join(60)
    assert status == [0]


def test_a_live_table_on_a_terminal_leaves_only_the_answer(wuzi, monkeypatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    status, out, _ = wuzi("analyze", "h8i9g7", "--depth", "4")
    assert status == 0
    assert "Best: " in out
