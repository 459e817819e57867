"""``wuzi archive``: the kept games from the command line."""

import json
import sqlite3

import pytest

from tests.archive.games import a_game
from tests.archive.test_database import some_games
from wuzi import records
from wuzi.archive import Database, archive_path


@pytest.fixture
def kept(own_settings):
    with Database(archive_path()) as archive:
        some_games(archive)
        for result in ("1-0", "1-0", "0-1", "1/2-1/2"):
            archive.put(None, a_game(white=("", "level:2"), outcome=result))


NOTHING = "No such game has been kept.\n"


@pytest.mark.parametrize("line", ["", "list", "stats", "check", "list nobody", "stats nobody"])
def test_nothing_is_kept(wuzi, line):
    assert wuzi("archive", *line.split()) == (0, NOTHING, "")
    assert not archive_path().parent.exists()


def test_list(wuzi, kept):
    status, out, err = wuzi("archive", "list", "--limit", "5")
    assert (status, err) == (0, "")
    head, *rows, last = out.splitlines()
    assert head.split()[:2] == ["game", "last"]
    assert [row.split()[0] for row in rows] == ["9", "8", "7", "6", "5"]
    assert "Level 2" in rows[0]
    assert rows[0].rstrip().endswith("1/2-1/2")
    assert "unfinished" in rows[4]
    assert last == "5 of 9 games"
    assert wuzi("archive")[1] == wuzi("archive", "list")[1]


def test_list_for_programs(wuzi, kept):
    [row] = json.loads(wuzi("archive", "list", "RAPFI", "--json")[1])
    assert (row["game"], row["result"], row["state"]) == (2, "0-1", "over")
    assert row["black"] == {"name": "Rapfi", "who": "engine:rapfi"}
    assert [
        r["game"] for r in json.loads(wuzi("archive", "list", "--unfinished", "--json")[1])
    ] == [5]
    assert json.loads(wuzi("archive", "list", "--rule", "renju", "--json")[1]) == []


def test_stats(wuzi, kept):
    lines = wuzi("archive", "stats")[1].splitlines()
    assert [line.split()[-5:] for line in lines[2:4]] == [
        ["2", "1", "1", "62", "%"],
        ["0", "1", "0", "50", "%"],
    ]
    assert lines[-1].split() == ["all", "3", "2", "2", "57", "%"]
    rows = json.loads(wuzi("archive", "stats", "--json")[1])
    assert [(r["opponent"], r["level"], r["colour"], r["wins"]) for r in rows] == [
        ("level:1", 1, "black", 0),
        ("level:2", 2, "black", 2),
        ("100%_x", None, "black", 0),
        ("engine:rapfi", None, "white", 1),
    ]


def test_export(wuzi, kept, tmp_path):
    target = tmp_path / "all.sgf"
    assert wuzi("archive", "export", str(target)) == (0, f"9 games written to {target}.\n", "")
    assert len(list(records.read(target))) == 9
    assert wuzi("archive", "export", str(target), "rapfi")[1].startswith("One game")
    status, out, _ = wuzi("archive", "export", "-", "--game", "2", "--to", "position")
    assert (status, out) == (0, "h8i9 rule=freestyle\n")


def test_check_and_backup(wuzi, kept, tmp_path):
    target = tmp_path / "copy.sqlite"
    assert wuzi("archive", "backup", str(target)) == (0, f"9 games written to {target}.\n", "")
    assert wuzi("archive", "check")[:2] == (0, "9 games, and nothing wrong with them.\n")
    connection = sqlite3.connect(archive_path(), isolation_level=None)
    connection.execute("UPDATE games SET record = 'x' WHERE id = 3")
    connection.close()
    status, out, _ = wuzi("archive", "check")
    assert status == 1
    assert out.startswith("game 3: ")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("list --limit 0", "'0' is not a number of games: write 1 or more"),
        ("list --limit ten", "'ten' is not a number of games: write 1 or more"),
        ("list --rule chess", "chess"),
        ("export - --game 77", "there is no game 77 in the archive"),
        ("export - nobody", "no kept game is meant: nothing is written"),
        ("export x.gif", "x.gif"),
        ("lsit", "list"),
    ],
)
def test_wrong_lines(wuzi, kept, line, sentence):
    status, out, err = wuzi("archive", *line.split())
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_a_damaged_archive_is_told_and_put_aside(wuzi, kept):
    archive_path().write_bytes(b"this is no database, not at all" * 100)
    status, _, err = wuzi("archive", "list")
    assert (status, len(err.splitlines())) == (2, 1)
    assert "games.sqlite.damaged1" in err
    assert wuzi("archive", "list") == (0, NOTHING, "")
