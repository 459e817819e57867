"""``wuzi solve``: wins with their proofs, and the honest "none" and "unknown"."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_analyze import answers
from tests.cli.test_positions import pipe_in
from wuzi.rules import BLACK, parse_position

pytestmark = pytest.mark.usefixtures("compiled")

THREE = "h8a1i8b1j8a2"
"""Black has an open three and is to move."""
QUIET = "h8i9"


def test_a_win_by_fours_is_drawn_with_its_line(wuzi) -> None:
    status, out, err = wuzi("solve", THREE, "--ascii", "--verify")
    assert (status, err) == (0, "")
    assert "The side to move wins by fours:" in out
    assert "1" in out.splitlines()[9].removeprefix(" 8  ")


def test_the_line_wins_move_by_move(wuzi) -> None:
    _, out, _ = wuzi("solve", THREE, "--json", "--verify")
    found = json.loads(out)
    assert (found["result"], found["verified"]) == ("win", True)
    assert found["proof"]["move"] == found["line"][0]
    assert found["nodes"] >= 1
    board = parse_position(THREE)
    for name in found["line"]:
        board.push(board.point(name))
    if board.outcome is None:  # nothing parries the last four
        assert len([p for p in board.stones(0) if board.wins_at(p, BLACK)]) >= 2


@pytest.mark.parametrize("goal", ["vcf", "vct"])
def test_where_there_is_none_it_says_so(wuzi, goal) -> None:
    status, out, _ = wuzi("solve", "h8", "--goal", goal, "--side", "white", "--json")
    assert status == 0
    assert json.loads(out)["result"] == "none"
    assert json.loads(out)["line"] == []


def test_without_time_it_does_not_know(wuzi) -> None:
    assert json.loads(wuzi("solve", THREE, "--time", "0", "--json")[1])["result"] == "unknown"
    assert "Not found out" in wuzi("solve", THREE, "--time", "0")[1]


def test_lines_of_standard_input_are_answered_in_order(wuzi, monkeypatch) -> None:
    pipe_in(monkeypatch, f"{THREE}\n{QUIET} size=9\nh8h8\n{THREE} rule=renju\n")
    status, out, _ = wuzi("solve", "-", "--time", "5")
    told = answers(out)
    assert [answer.get("result") for answer in told] == ["win", "none", None, "win"]
    assert told[2]["error"]["id"] == "position.illegal"
    assert status == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["h8", "--goal", "vcx"], "--goal cannot be 'vcx': write vcf or vct"),
        (["a1a2b1b2c1c2d1d2e1"], "the game is over: Black wins"),
        (["h8", "--size", "26"], "boards of up to 22 lines"),
        (["h8", "--time", "-2"], "--time cannot be '-2'"),
        (["h8", "--nodes", "0"], "--nodes cannot be '0'"),
    ],
)
def test_wrong_input_is_one_sentence(wuzi, arguments, sentence) -> None:
    status, out, err = wuzi("solve", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
