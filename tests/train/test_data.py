"""Files of self-played games: what goes in comes out, and damage is seen."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wuzi.errors import RecordError
from wuzi.train.data import (
    NOT_SEARCHED,
    Games,
    GamesWriter,
    Header,
    PlayedGame,
    read_games,
    read_header,
)

HEADER = Header("freestyle", 15, 100, 7, "engine", "weights", 5)


@st.composite
def games(draw: st.DrawFn, size: int = 15) -> list[PlayedGame]:
    made = []
    for index in range(draw(st.integers(1, 6))):
        moves = draw(st.lists(st.integers(0, size * size - 1), min_size=1, max_size=30))
        opening = draw(st.integers(0, len(moves)))
        scores = draw(
            st.lists(
                st.integers(-30000, 30000),
                min_size=len(moves) - opening,
                max_size=len(moves) - opening,
            )
        )
        result = draw(st.sampled_from((-1, 0, 1)))
        made.append(PlayedGame(index, result, opening, tuple(moves), tuple(scores)))
    return made


def equal(one: Games, other: Games) -> bool:
    names = ("index", "result", "opening", "start", "move", "score")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


def write(path: Path, header: Header, *batches: list[PlayedGame]) -> None:
    with GamesWriter(path, header) as writer:
        for batch in batches:
            writer.append(batch)


@settings(max_examples=40, deadline=None)
@given(first=games(), second=games())
def test_games_come_back_as_they_were(first: list[PlayedGame], second: list[PlayedGame]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.games"
        write(path, HEADER, first, second)
        read = read_games(path)
        assert read_header(path) == read.header == HEADER
    assert equal(read, Games.of(HEADER, first + second))
    for number, game in enumerate(first + second):
        rows = slice(read.start[number], read.start[number + 1])
        assert tuple(read.move[rows]) == game.moves
        assert tuple(read.score[rows][game.opening :]) == game.scores
        assert (read.score[rows][: game.opening] == NOT_SEARCHED).all()
        assert read.result[number] == game.result


@settings(max_examples=20, deadline=None)
@given(made=games(size=19))
def test_large_boards_have_room(made: list[PlayedGame]) -> None:
    header = Header("freestyle", 19, 100)
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder) / "a.games", header, made)
        assert equal(read_games(Path(folder) / "a.games"), Games.of(header, made))


@settings(max_examples=40, deadline=None)
@given(first=games(), second=games(), data=st.data())
def test_what_was_cut_off_is_left_out_and_written_again(
    first: list[PlayedGame], second: list[PlayedGame], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.games"
        write(path, HEADER, first)
        whole = path.stat().st_size
        with GamesWriter(path, HEADER, resume=True) as writer:
            writer.append(second)
        complete = path.read_bytes()
        cut = data.draw(st.integers(whole, len(complete) - 1))
        path.write_bytes(complete[:cut])
        assert equal(read_games(path), Games.of(HEADER, first))
        with GamesWriter(path, HEADER, resume=True) as writer:
            assert writer.old is not None
            assert len(writer.old) == len(first)
            writer.append(second)
        assert path.read_bytes() == complete


@settings(max_examples=60, deadline=None)
@given(first=games(), second=games(), data=st.data())
def test_a_changed_byte_is_seen(
    first: list[PlayedGame], second: list[PlayedGame], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.games"
        write(path, HEADER, first)
        end = path.stat().st_size
        with GamesWriter(path, HEADER, resume=True) as writer:
            writer.append(second)
        content = bytearray(path.read_bytes())
        at = data.draw(st.integers(0, end - 1))
        content[at] ^= 1 << data.draw(st.integers(0, 7))
        path.write_bytes(content)
        with pytest.raises(RecordError):
            read_games(path)


def test_some_games_are_chosen() -> None:
    made = [PlayedGame(i, 0, 1, tuple(range(i + 2)), tuple(range(i + 1))) for i in range(5)]
    chosen = Games.of(HEADER, made)[np.array([True, False, True, False, True])]
    assert equal(chosen, Games.of(HEADER, [made[0], made[2], made[4]]))
    assert chosen.game_of().tolist() == [0] * 2 + [1] * 4 + [2] * 6
    assert chosen.positions == 1 + 3 + 5


def test_games_are_drawn_by_lot() -> None:
    made = [PlayedGame(i, 0, 1, tuple(range(i + 2)), tuple(range(i + 1))) for i in range(9)]
    games = Games.of(HEADER, made)
    few = games.drawn(4, seed=1)
    assert len(few) == 4
    assert equal(few, games[few.index.astype(int)])
    assert sorted(set(few.index)) == few.index.tolist()
    assert any(games.drawn(4, seed).index.tolist() != few.index.tolist() for seed in (2, 3, 4))
    assert equal(games.drawn(4, seed=1), few)
    assert equal(games.drawn(50, seed=1), games)


def test_boards_are_those_before_the_moves() -> None:
    read = Games.of(HEADER, [PlayedGame(0, 1, 2, (3, 4, 5), (1,)), PlayedGame(1, 1, 0, (6,), (1,))])
    first, second = read.boards()
    assert [np.flatnonzero(board).tolist() for board in first] == [[], [3], [3, 4]]
    assert first[2][[3, 4]].tolist() == [1, -1]
    assert not second.any()
    assert read.colour_of().tolist() == [1, -1, 1, 1]


GAME = [PlayedGame(0, 1, 0, (1, 2), (3, 4))]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read"),
        (b"", "is no file of self-played games"),
        (b"PK\x03\x04", "is no file of self-played games"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    path = tmp_path / "a.games"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordError, match=sentence):
        read_games(path)


def test_a_file_without_games_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "a.games", HEADER)
    with pytest.raises(RecordError, match="has no games"):
        read_games(tmp_path / "a.games")


def test_games_of_two_rules_are_not_mixed(tmp_path: Path) -> None:
    write(tmp_path / "a.games", HEADER, GAME)
    write(tmp_path / "b.games", Header("renju", 15, 100), GAME)
    with pytest.raises(RecordError, match="has games of renju on 15 lines, unlike"):
        read_games(tmp_path / "a.games", tmp_path / "b.games")
    assert len(read_games(tmp_path / "a.games", tmp_path / "a.games")) == 2


def test_games_of_a_kindred_rule_are_taken_as_of_this_one(tmp_path: Path) -> None:
    write(tmp_path / "a.games", HEADER, GAME)
    write(tmp_path / "b.games", Header("renju", HEADER.size, 100), GAME)
    write(tmp_path / "c.games", Header("renju", HEADER.size + 1, 100), GAME)
    both = read_games(tmp_path / "a.games", also=[tmp_path / "b.games"])
    assert len(both) == 2
    assert both.header.rule == HEADER.rule
    with pytest.raises(RecordError, match="unlike"):
        read_games(tmp_path / "a.games", also=[tmp_path / "c.games"])


def test_a_file_is_not_overwritten_nor_gone_on_with_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "a.games"
    write(path, HEADER, GAME)
    with pytest.raises(RecordError, match="--resume"):
        GamesWriter(path, HEADER)
    with pytest.raises(RecordError, match="made with nodes 100, not 200"):
        GamesWriter(path, Header("freestyle", 15, 200, 7, "engine", "weights", 5), resume=True)
    with pytest.raises(RecordError, match="cannot be written"):
        GamesWriter(tmp_path / "no folder" / "a.games", HEADER)
