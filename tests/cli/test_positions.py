"""``wuzi show`` and ``wuzi forbidden``."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from wuzi.cli.position import Words, read_position
from wuzi.rules import CARO, FREESTYLE, RENJU

TRUTH = Path(__file__).parents[1] / "data" / "forbidden.jsonl"


def pipe_in(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_show_draws_and_tells(wuzi, snapshot) -> None:
    status, out, err = wuzi("show", "h8i9g7")
    assert (status, err) == (0, "")
    snapshot("show", out)


def test_show_tells_the_result_and_the_winning_row(wuzi) -> None:
    moves = "a1a2b1b2c1c2d1d2e1"
    _, out, _ = wuzi("show", moves)
    assert "Black wins: five in a row, a1 b1 c1 d1 e1." in out
    _, out, _ = wuzi("show", moves, "--json")
    facts = json.loads(out)
    assert facts["result"] == "black"
    assert facts["reason"] == "five"
    assert facts["line"] == ["a1", "b1", "c1", "d1", "e1"]


def test_show_tells_the_result_that_a_file_states(wuzi, tmp_path: Path) -> None:
    file = tmp_path / "given up.sgf"
    file.write_bytes(b"(;GM[4]SZ[15]RE[B+R]RU[renju];B[hh];W[ig])")
    _, out, _ = wuzi("show", f"@{file}")
    assert "Black wins: white resigned." in out
    assert "to move" not in out
    facts = json.loads(wuzi("show", f"@{file}", "--json")[1])
    assert (facts["result"], facts["reason"], facts["line"]) == ("black", "resignation", [])
    for other in (["--rule", "freestyle"], ["--side", "white"]):  # another game than the file's
        assert json.loads(wuzi("show", f"@{file}", *other, "--json")[1])["result"] is None
    same = wuzi("show", f"@{file}", "--rule", "renju", "--side", "black", "--json")[1]
    assert json.loads(same)["result"] == "black"


SIX = "(;GM[4]SZ[15]AB[aa][ba][ca][da][ea][fa]PL[W])"
"""Six in a row, and white to move: standard, say, but not freestyle."""
OVERLINE = "(;GM[4]SZ[15];B[aa];W[aj];B[ba];W[bj];B[ca];W[cj];B[ea];W[ej];B[fa];W[fj];B[da];W[oo])"
DOUBLE_THREE = "(;GM[4]SZ[15];B[fh];W[aa];B[gh];W[ca];B[hj];W[ea];B[hi];W[ga];B[hh];W[oa])"


@pytest.mark.parametrize(
    ("sgf", "default", "rule"),
    [
        (SIX, FREESTYLE, "standard"),
        (OVERLINE, FREESTYLE, "standard"),
        (OVERLINE, RENJU, "standard"),
        (DOUBLE_THREE, FREESTYLE, "freestyle"),
        (DOUBLE_THREE, RENJU, "freestyle"),
        (DOUBLE_THREE, CARO, "caro"),
        ("(;GM[4]SZ[15];B[hh])", RENJU, "renju"),
        ("(;GM[4]SZ[15]RU[freestyle];B[hh])", RENJU, "freestyle"),
    ],
)
def test_the_rule_that_a_file_does_not_say(tmp_path: Path, sgf, default, rule) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(sgf)
    board = read_position(f"@{file}", Words(), default)
    assert (board.rule.name, board.outcome) == (rule, None)


def test_a_game_is_played_on_by_the_rule_that_fits_it(wuzi, tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "game.sgf"
    for sgf in (SIX, OVERLINE):
        file.write_text(sgf)
        pipe_in(monkeypatch, "h8\n")
        status, out, err = wuzi(*f"play --load {file} --black human --white human".split())
        assert (status, err) == (0, "")
        assert "The game is unfinished." in out


def test_a_position_of_a_game_given_up_is_one_to_think_on(tmp_path: Path) -> None:
    file = tmp_path / "given up.sgf"
    file.write_bytes(b"(;GM[4]SZ[15]RE[B+R];B[hh];W[ig])")
    assert read_position(f"@{file}", Words(), FREESTYLE).outcome is None


def test_show_marks_forbidden_points_only_where_black_is_to_move(wuzi) -> None:
    stones = "g8i8h7h9/a1c1e1g1"
    assert "×" in wuzi("show", stones, "--rule", "renju")[1]
    assert "×" not in wuzi("show", stones, "--rule", "renju", "--side", "white")[1]
    assert "×" not in wuzi("show", stones)[1]


def test_ascii(wuzi) -> None:
    _, out, _ = wuzi("show", "h8i9", "--ascii")
    assert out.isascii()
    assert "x Black to move" in out


def test_forbidden_in_words_and_json(wuzi, snapshot) -> None:
    stones = "g8i8h7h9/a1c1e1g1"
    status, out, _ = wuzi("forbidden", stones)
    assert status == 0
    snapshot("forbidden", out)
    assert json.loads(wuzi("forbidden", stones, "--json")[1]) == {
        "forbidden": {"h8": "double_three"}
    }
    assert "No point is forbidden to black." in wuzi("forbidden", "h8")[1]
    assert "freestyle forbids nothing" in wuzi("forbidden", "h8", "--rule", "freestyle")[1]


def test_forbidden_agrees_with_truth_line_by_line(wuzi, monkeypatch) -> None:
    cases = [json.loads(line) for line in TRUTH.read_text().splitlines()]
    cases = [case for case in cases if case["query"] == "all_forbidden"][:60]
    assert len(cases) == 60
    lines = [
        f"{''.join(c['black'])}/{''.join(c['white'])} rule=renju size={c['size']} side={c['side']}"
        for c in cases
    ]
    pipe_in(monkeypatch, "\n".join(lines) + "\n")
    status, out, _ = wuzi("forbidden", "-")
    assert status == 0
    answers = [json.loads(line)["forbidden"] for line in out.splitlines()]
    assert answers == [case["expected"] for case in cases]


def test_lines_answer_in_order_and_a_bad_one_does_not_stop_the_rest(wuzi, monkeypatch) -> None:
    lines = [
        "h8i9",
        "h8x9",
        "",
        "h8/ side=white size=9",
        "h8 rule=go",
        "h8 colour=black",
        "size=19",
    ]
    pipe_in(monkeypatch, "\r\n".join(lines))
    status, out, err = wuzi("show", "-", "--lang", "zh_CN")
    answers = [json.loads(line) for line in out.splitlines()]
    ids = [answer.get("error", {}).get("id") for answer in answers]
    assert ids == [None, "point.off_board", None, None, "rule.unknown", "position.word", None]
    assert answers[1]["error"]["text"].startswith("move 2: x9 is off the board")
    assert [a["size"] for a in answers if "size" in a] == [15, 15, 9, 19]
    assert (status, err) == (2, "")


def test_options_are_the_defaults_of_lines(wuzi, monkeypatch) -> None:
    pipe_in(monkeypatch, "h8i9\nh8 rule=caro\n")
    _, out, _ = wuzi("show", "-", "--rule", "renju", "--size", "19")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [(a["rule"], a["size"]) for a in answers] == [("renju", 19), ("caro", 19)]


def test_lines_that_are_not_text(wuzi, monkeypatch) -> None:
    pipe_in(monkeypatch, b"\xff\xfeh8\nh8\n")
    status, out, _ = wuzi("show", "-")
    first, second = map(json.loads, out.splitlines())
    assert "error" in first
    assert second["black"] == ["h8"]
    assert status == 2


def test_a_json_error_is_english_in_every_language(wuzi) -> None:
    status, out, err = wuzi("show", "h8x9", "--json", "--lang", "zh_CN")
    assert status == 2
    assert json.loads(out)["error"]["id"] == "point.off_board"
    assert "is off the board" in json.loads(out)["error"]["text"]
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["h8z9"], "move 2: z9 is off the board: on 15 lines the points run from a1 to o15"),
        (["h8h8"], "move 2 (h8) cannot be played: h8 already holds a stone"),
        (["h8,,99"], "move 2: '99' is not a point"),
        (["h8/h8"], "the set-up puts two stones on h8"),
        (["h8/i9/j7"], "a set-up has one '/'"),
        (["h8", "--size", "4"], "a board of 4 lines does not exist here"),
        (["h8", "--size", "27"], "a board of 27 lines does not exist here"),
        (["h8", "--size", "big"], "'big' is not a number of lines"),
        (["h8", "--size=-3"], "a board of -3 lines does not exist here"),
        (["h8", "--rule", "go"], "there is no rule 'go'"),
        (["h8/", "--side", "red"], "'red' is not a side"),
        (["h8", "--side", "black"], "after these moves white is to move"),
        (["@no such file"], "no such file"),
        (["g8a1i8c1h7e1h9g1h8", "--rule", "renju"], "h8 is a double-three, forbidden for black"),
    ],
)
@pytest.mark.parametrize("command", ["show", "forbidden"])
def test_bad_positions(wuzi, command, arguments, sentence) -> None:
    if command == "forbidden" and "--rule" not in arguments:
        arguments = [*arguments, "--rule", "freestyle"]
    status, out, err = wuzi(command, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("wuzi: ")
    assert err.count("\n") == 1
    assert sentence in err
