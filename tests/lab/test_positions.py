"""Positions: every way to write them, and their names."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.errors import ParseError
from wuzi.lab.positions import Position, builtin_positions, read_positions
from wuzi.lab.reader import Fields
from wuzi.rules import FREESTYLE, RENJU, WHITE, point_name
from wuzi.textbook.samples import sample_board


def read(*items: Any, folder: Path = Path()) -> tuple[Position, ...]:
    return read_positions(Fields({"positions": list(items)}, "f", "p"), FREESTYLE, 15, folder)


def test_moves_and_stones() -> None:
    moves, stones = read("h8i9", "h8g7/i9")
    assert moves.board().stone_count == 2
    assert stones.board().turn == WHITE
    assert (moves.name, stones.name) == ("h8i9", "h8g7/i9")


def test_a_table_says_rule_size_and_side() -> None:
    (one,) = read(
        {"name": "net", "position": "h8/i9", "rule": "renju", "size": 19, "side": "white"}
    )
    board = one.board()
    assert (board.rule, board.size, board.turn, one.name) == (RENJU, 19, WHITE, "net")


def test_games_of_a_file_and_where_they_stood(tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_text("h8i9g7\nh8h9 rule=renju\n")
    ends = read("@g.txt", folder=tmp_path)
    assert [(p.name, p.text, p.rule) for p in ends] == [
        ("g-1", "h8i9g7", "freestyle"), ("g-2", "h8h9", "renju"),
    ]  # fmt: skip
    begun = read({"file": "g.txt", "move": 1, "name": "x"}, folder=tmp_path)
    assert [(p.name, p.text) for p in begun] == [("x-1", "h8"), ("x-2", "h8")]


def test_samples_are_those_of_their_seeds() -> None:
    found = read({"samples": 2, "stones": 7, "size": 11, "seed": 5})
    assert [p.name for p in found] == ["s5-7", "s6-7"]
    assert bytes(found[1].board().cells) == bytes(sample_board(6, 7, 11).cells)
    (one,) = read({"samples": 1, "stones": 7, "name": "mine"})
    assert one.name == "mine"


@given(st.integers(0, 50), st.integers(1, 40))
def test_a_position_is_the_board_it_was_made_of(seed: int, stones: int) -> None:
    board = sample_board(seed, stones)
    (one,) = read({"samples": 1, "stones": stones, "seed": seed})
    again = one.board()
    assert bytes(again.cells) == bytes(board.cells)
    assert again.turn == board.turn
    assert list(map(point_name, again.moves)) == list(map(point_name, board.moves))


def test_sets_that_come_with_the_project() -> None:
    for name, count in (("opening", 1), ("middle", 1), ("bench", 8)):
        found = builtin_positions(name)
        assert len(found) == count
        assert all(p.board().outcome is None for p in found)


def test_names_in_languages_are_names_only() -> None:
    name = {"en": "net", "zh_CN": "网"}
    (one,) = read({"position": "h8i9", "name": name})
    assert (one.name, one.read("zh_CN"), one.read("en"), one.read("fr")) == (
        "net", "网", "net", "net",
    )  # fmt: skip
    plain = read({"position": "h8i9", "name": "net"})[0]
    assert plain == one
    assert plain.measured == one.measured
    assert pickle.loads(pickle.dumps(one)).read("zh_CN") == "网"
    first, second = read({"samples": 2, "stones": 4, "name": name})
    assert (first.read("zh_CN"), second.read("zh_CN"), second.name) == ("网-1", "网-2", "net-2")
    assert builtin_positions("middle")[0].read("zh_CN") == "中局"


@pytest.mark.parametrize("name", ["", 3, {"zh_CN": "网"}, ["a"]])
def test_what_is_no_name_is_refused(name: Any) -> None:
    with pytest.raises(ParseError, match="name"):
        read({"position": "h8i9", "name": name})
