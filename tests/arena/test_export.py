"""Games of a match in files."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.arena.games import BLACK_WINS, A, B, match, record, void
from wuzi import records as formats
from wuzi.arena.export import (
    COLUMNS,
    check_target,
    csv_text,
    given_depth,
    write_csv,
    write_psq,
    write_sgf,
)
from wuzi.arena.plan import PlayerSpec
from wuzi.errors import RecordError
from wuzi.rules import Reason, moves_text

FOUR = [
    record(2, None),
    record(0, "A"),
    record(1, "B", Reason.TIME, detail='said "wait",\nthen nothing'),
    void(3),
]


def rows() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_text(match(), FOUR))))


def test_a_line_a_game_in_order() -> None:
    table = rows()
    assert [row["game"] for row in table] == ["1", "2", "3", "4"]
    assert [row["pair"] for row in table] == ["1", "1", "2", "2"]
    assert [row["first"] for row in table] == ["A", "B", "A", "B"]
    assert [row["winner"] for row in table] == ["A", "B", "draw", ""]
    assert [row["reason"] for row in table] == ["five", "time", "adjudication", "unknown"]
    assert {(row["a"], row["b"]) for row in table} == {(A, B)}
    assert table[1]["detail"] == 'said "wait", then nothing'


def test_the_columns_of_a_game() -> None:
    row = rows()[0]
    assert tuple(row) == COLUMNS
    assert (row["moves"], row["opening_moves"], row["opening"]) == ("9", "1", "h8")
    assert row["line"] == BLACK_WINS
    assert (float(row["mean_time_a"]), float(row["mean_time_b"])) == (0.5, 0.5)
    assert (row["nodes_a"], row["nodes_b"]) == ("416", "412")
    assert (row["mean_depth_a"], row["mean_depth_b"]) == ("3.00", "3.00")
    assert row["depth_a"] == "3"


def test_the_depth_given_to_a_player() -> None:
    assert given_depth(PlayerSpec(A)) == "3"
    assert given_depth(PlayerSpec(B)) == ""  # a level
    assert given_depth(PlayerSpec(B, depth=7)) == "7"
    assert given_depth(PlayerSpec("./pbrain-x")) == ""


def test_csv_file(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    write_csv(match(), FOUR, path)
    write_csv(match(), FOUR[:1], path)  # again, over the old one
    assert path.read_bytes() == csv_text(match(), FOUR[:1]).encode()
    assert list(tmp_path.iterdir()) == [path]


def test_sgf_collection(tmp_path: Path) -> None:
    path = tmp_path / "m.sgf"
    write_sgf(FOUR, path)
    games = list(formats.read(path))
    assert [moves_text(game.moves()) for game in games] == [
        r.moves for r in sorted(FOUR, key=lambda r: r.game)
    ]
    assert [game.outcome and game.outcome.score for game in games] == [
        "1-0",
        "1-0",
        "1/2-1/2",
        None,
    ]
    assert (games[1].black.name, games[1].white.name) == (B, A)
    assert games[1].outcome is not None
    assert games[1].outcome.reason is Reason.TIME


def test_psq_folder(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    write_psq(FOUR[1:3], folder)
    (folder / "notes.txt").write_text("mine")
    write_psq(FOUR, folder)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["00001.psq", "00002.psq", "00003.psq", "00004.psq", "notes.txt"]
    [game] = formats.read(folder / "00002.psq")
    assert (game.black.name, game.white.name) == (B, A)
    assert [node.notes.time for node in game.root.line() if node.move is not None][1:] == [0.5] * 5


def test_what_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for write in (
        lambda: write_csv(match(), FOUR, tmp_path / "no" / "m.csv"),
        lambda: write_sgf(FOUR, tmp_path / "no" / "m.sgf"),
        lambda: write_psq(FOUR, tmp_path / "file"),
        lambda: check_target(tmp_path / "no" / "m.csv"),
    ):
        with pytest.raises(RecordError):
            write()
    check_target(tmp_path / "m.csv")
