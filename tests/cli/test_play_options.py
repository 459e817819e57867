"""The options of ``wuzi play``."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch):
    def set_lines(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    return set_lines


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rule", "go"], "there is no rule 'go'"),
        (["--size", "4"], "a board of 4 lines does not exist here"),
        (["--size", "four"], "'four' is not a number of lines"),
        (["--time", "soon"], "'soon' is not a time control"),
        (["--time", "/0"], "leaves no time at all"),
        (["--forbidden", "maybe"], "--forbidden cannot be 'maybe'"),
        (["--black", "levle:2"], "did you mean level?"),
        (["--white", "level:77"], "there is no level '77'"),
        (["--white", "textbook:deep"], "there is no textbook thinker 'deep'"),
        (["--white", "engine:ghost"], "there is no engine 'ghost'"),
        (["--white", "/no/such/engine"], "there is no program '/no/such/engine'"),
        (["--position", "h8h8"], "h8 already holds a stone"),
        (["--position", "h8/", "--side", "green"], "'green' is not a side"),
        (["--load", "/no/such/game.sgf"], "cannot be read"),
        (["--load", "x.sgf", "--position", "h8"], "--load and --position both say"),
        (["h8"], "'h8' is one word too many"),
    ],
)
def test_bad_options(wuzi, type_in, arguments, sentence) -> None:
    type_in("h8\n")
    status, out, err = wuzi("play", *arguments)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_doubtful_score_table_is_warned_of_once(wuzi, type_in) -> None:
    type_in("quit\n")
    who = "textbook:greedy,scores=course"
    status, out, _ = wuzi("play", "--black", who, "--white", who, "--size", "5")
    assert status == 0
    text = " ".join(out.split())
    assert text.count("a straight four (100000) is worth less than ten fours (200000)") == 1
    type_in("quit\n")
    out = wuzi("play", "--black", "human", "--white", "textbook:greedy,scores=default")[1]
    assert "score table" not in out


@pytest.mark.parametrize("text", ["", "not a game", "(;GM[4]SZ[15];B[hh];W[hh])", "\0\0\0"])
def test_a_broken_file(wuzi, type_in, tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(text)
    type_in("")
    status, out, err = wuzi("play", "--load", str(path))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_damaged_settings(wuzi, type_in, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "settings.toml").write_text("[play]\nsize = 'big'")
    type_in("")
    status, _, err = wuzi("play")
    assert status == 2
    assert "settings.toml: play.size should be a whole number" in err


def test_the_settings_are_the_defaults(wuzi, type_in, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    text = "[play]\nrule = 'renju'\nsize = 19\nwhite = 'human'\n"
    (tmp_path / "home" / "settings.toml").write_text(text)
    type_in("")
    assert "renju, 19 lines" in wuzi("play")[1]
    type_in("")
    assert "caro, 9 lines" in wuzi("play", "--rule", "caro", "--size", "9")[1]


def test_a_position_to_start_from(wuzi, type_in) -> None:
    type_in("e1\n")
    _, out, _ = wuzi("play", "--white", "human", "--position", "a1b1c1d1/a2b2c2d2")
    assert "Black wins: five in a row, a1 b1 c1 d1 e1." in out


def test_going_on_with_a_saved_game(wuzi, type_in, tmp_path: Path) -> None:
    path = tmp_path / "game.psq"
    type_in(f"a1\na2\nb1\nb2\nc1\nc2\nd1\nd2\nsave {path}\n")
    wuzi("play", "--white", "human")
    type_in("e1\n")
    _, out, _ = wuzi("play", "--white", "human", "--load", str(path))
    assert "Black wins: five in a row, a1 b1 c1 d1 e1." in out


def test_a_finished_game_is_shown_with_its_result(wuzi, type_in, tmp_path: Path) -> None:
    path = tmp_path / "won.sgf"
    type_in(f"a1\na2\nb1\nb2\nc1\nc2\nd1\nd2\ne1\nsave {path}\n")
    wuzi("play", "--white", "human")
    type_in("undo\n")
    _, out, _ = wuzi("play", "--white", "human", "--load", str(path))
    assert "Black wins: five in a row, a1 b1 c1 d1 e1." in out
    assert "One move taken back." in out


def test_forbidden_moves_lose_by_option(wuzi, type_in) -> None:
    words = ["--white", "human", "--rule", "renju", "--position", "g8i8h7h9/a1c1e1g1"]
    type_in("h8\n")
    assert "h8 is a double-three, forbidden" in " ".join(wuzi("play", *words)[1].split())
    type_in("h8\n")
    assert "White wins: black played the forbidden point h8" in " ".join(
        wuzi("play", *words, "--forbidden", "lose")[1].split()
    )


def test_a_saved_game_keeps_its_rule_and_what_it_makes_of_forbidden_moves(
    wuzi, type_in, tmp_path: Path
) -> None:
    path = tmp_path / "game.wuzi"
    words = ["--white", "human", "--rule", "renju", "--forbidden", "lose"]
    type_in(f"h8\ni9\nsave {path}\n")
    wuzi("play", *words, "--size", "13")
    type_in("")
    out = wuzi("play", "--white", "human", "--load", str(path))[1]
    assert "renju, 13 lines" in out
    type_in(f"h8\nsave {path}\n")
    wuzi("play", *words, "--position", "g8i8h7h9/a1c1e1g1")
    type_in("")
    out = wuzi("play", "--white", "human", "--load", str(path))[1]
    assert "White wins: black played the forbidden point h8" in " ".join(out.split())


def test_a_rule_for_a_file_that_says_none(wuzi, type_in, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("h8i9\n")
    type_in("")
    out = wuzi("play", "--white", "human", "--load", str(path), "--rule", "caro")[1]
    assert "caro, 15 lines" in out
