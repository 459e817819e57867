"""The archive as SQL, without a loop."""

import sqlite3
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.archive.games import WON, a_game
from wuzi import records
from wuzi.archive import ArchiveError, Database, Filters, Finding
from wuzi.rules import BLACK, EMPTY, WHITE, Outcome, Player, Reason, moves_text


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "games.sqlite"


@pytest.fixture
def archive(path):
    with Database(path) as database:
        yield database


def sql(path, statement):
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


def refused(id):
    class Refused:
        def __enter__(self):
            self.raises = pytest.raises(ArchiveError)
            self.caught = self.raises.__enter__()
            return self.caught

        def __exit__(self, *args):
            done = self.raises.__exit__(*args)
            assert self.caught.value.id == id, self.caught.value
            assert "{" not in str(self.caught.value)
            return done

    return Refused()


# Keeping


def test_a_game_comes_back_with_everything(archive):
    game = a_game(WON, outcome=Outcome(BLACK, Reason.FIVE))
    game.root.children[0].add(game.end.move).notes.comment = "一个变化"
    game.tags["place"] = "上海"
    assert records.dumps(archive.load(archive.put(None, game)), "wuzi") == records.dumps(
        game, "wuzi"
    )


def test_what_is_kept_again_takes_its_place(archive):
    game = a_game("h8")
    id = archive.put(None, game)
    game.extend([game.root.children[0].move + 1])
    assert archive.put(id, game) == id
    [entry] = archive.games()
    assert (entry.moves, entry.began <= entry.changed <= datetime.now(UTC)) == (2, True)


def test_a_game_that_was_discarded_meanwhile_is_kept_anew(archive):
    id = archive.put(None, a_game())
    archive.discard(id)
    assert archive.count() == 0
    new = archive.put(id, a_game())
    assert new != id
    assert archive.games()[0].id == new


def test_an_entry_says_what_the_game_is(archive):
    archive.put(None, a_game("h8i9g7", outcome="0-1"))
    [entry] = archive.games()
    assert (entry.black, entry.white) == (Player("Ann", "human"), Player("Level 1", "level:1"))
    assert (entry.rule, entry.size, entry.winner, entry.score) == ("freestyle", 15, WHITE, "0-1")
    assert (entry.reason, entry.moves, entry.state) == ("resignation", 3, "over")
    assert archive.put(None, a_game()) == archive.games()[0].id
    assert (archive.games()[0].score, archive.games()[0].reason) == ("*", "")


def test_no_such_game(archive):
    with refused("archive.no_game"):
        archive.load(7)
    archive.discard(7)


# Unfinished


def test_states(archive, path):
    left = archive.put(None, a_game())
    playing = archive.put(None, a_game(), playing=True)
    over = archive.put(None, a_game(outcome="1-0"), playing=True)
    assert {e.id: e.state for e in archive.games()} == {
        left: "left",
        playing: "playing",
        over: "over",
    }
    assert archive.unfinished() == []
    with Database(path) as other:  # it may not offer what is being played in the first
        assert other.unfinished() == []


def test_a_game_closed_on_purpose_is_not_offered(path):
    with Database(path) as archive:
        archive.put(None, a_game(), playing=True)
    with Database(path) as archive:
        assert archive.unfinished() == []
        assert archive.games()[0].state == "left"


DIE = """
import os, sys
from pathlib import Path
from tests.archive.games import a_game
from wuzi.archive import Database
archive = Database(Path(sys.argv[1]))
archive.put(None, a_game("h8i9g7"), playing=True)
os._exit(9)
"""


def cut_off(path):
    assert subprocess.run([sys.executable, "-c", DIE, str(path)], check=False).returncode == 9


def test_a_game_whose_program_died_is_offered_until_it_is_dismissed(path):
    cut_off(path)
    with Database(path) as archive:
        [entry] = archive.unfinished()
        assert (entry.state, entry.moves) == ("cut off", 3)
    with Database(path) as archive:
        archive.dismiss(entry.id)
        assert archive.unfinished() == []
        assert archive.load(entry.id).moves()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_game_that_is_taken_up_again_is_playing(path):
    cut_off(path)
    with Database(path) as archive:
        [entry] = archive.unfinished()
        archive.put(entry.id, archive.load(entry.id), playing=True)
        assert archive.unfinished() == []


# Finding


def some_games(archive):
    """A few, by what they are."""
    games = {
        "lost": a_game(outcome="0-1"),
        "won as white": a_game(black=("Rapfi", "engine:rapfi"), white=("Ann", "human"),
                               outcome="0-1"),
        "drawn": a_game(white=("100%_x", ""), outcome="1/2-1/2"),
        "engines": a_game(black=("a", "level:1"), white=("b", "level:2"), outcome="1-0"),
        "left": a_game(),
    }  # fmt: skip
    return {archive.put(None, game): word for word, game in games.items()}


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(), {"lost", "won as white", "drawn", "engines", "left"}),
        (Filters(text="RAPFI"), {"won as white"}),
        (Filters(text="level:1"), {"lost", "engines", "left"}),
        (Filters(text="0%_"), {"drawn"}),
        (Filters(text="%"), {"drawn"}),
        (Filters(text="\\"), set()),
        (Filters(finished=False), {"left"}),
        (Filters(finished=True, winner=WHITE), {"lost", "won as white"}),
        (Filters(winner=EMPTY), {"drawn"}),
        (Filters(rule="renju"), set()),
        (Filters(rule="freestyle", size=15, winner=BLACK), {"engines"}),
        (Filters(size=19), set()),
        (Filters(opponent="level:1"), {"lost", "left"}),
        (Filters(opponent="100%_x", colour=BLACK), {"drawn"}),
        (Filters(opponent="engine:rapfi", colour=BLACK), set()),
        (Filters(colour=WHITE), {"won as white"}),
    ],
)
def test_filters(archive, filters, found):
    words = some_games(archive)
    assert {words[entry.id] for entry in archive.games(filters=filters)} == found
    assert archive.count(filters) == len(found)
    assert len(list(archive.read(filters))) == len(found)


def test_pages_hold_every_game_once(archive):
    some_games(archive)
    pages = [archive.games(2, offset) for offset in (0, 2, 4, 6)]
    assert [len(page) for page in pages] == [2, 2, 1, 0]
    assert [entry.id for page in pages for entry in page] == [5, 4, 3, 2, 1]


def test_reading_goes_on_past_a_batch(archive, monkeypatch):
    monkeypatch.setattr("wuzi.archive.database._BATCH", 2)
    some_games(archive)
    assert len(list(archive.read())) == 5


# Counting


def rows(archive):
    return [(t.opponent, t.colour, t.wins, t.draws, t.losses) for t in archive.statistics()]


def test_statistics(archive):
    some_games(archive)
    for result in ("1-0", "1-0", "0-1", "1/2-1/2"):
        archive.put(None, a_game(white=("Level 10", "level:10"), outcome=result))
    archive.put(None, a_game(black=("Level 2", "level:2"), white=("", "human"), outcome="0-1"))
    for reason in (Reason.CRASH, Reason.START_UP, Reason.GARBAGE, Reason.ILLEGAL):
        archive.put(None, a_game(outcome=Outcome(BLACK, reason)))
    archive.put(None, a_game(white=("Bob", "human"), outcome="1-0"))
    assert rows(archive) == [
        ("level:1", BLACK, 0, 0, 1),
        ("level:2", WHITE, 1, 0, 0),
        ("level:10", BLACK, 2, 1, 1),
        ("100%_x", BLACK, 0, 1, 0),
        ("engine:rapfi", WHITE, 1, 0, 0),
    ]
    assert [t.level for t in archive.statistics()] == [1, 2, 10, None, None]
    assert [t.games for t in archive.statistics(Filters(opponent="level:10"))] == [4]


games = st.lists(
    st.tuples(st.booleans(), st.sampled_from(["level:1", "level:2", ""]),
              st.sampled_from(["1-0", "0-1", "1/2-1/2", None])),
    max_size=12,
)  # fmt: skip


@given(games)
@settings(max_examples=25, deadline=None)
def test_every_finished_game_of_a_human_is_counted_once(tmp_path_factory, games):
    with Database(tmp_path_factory.mktemp("a") / "a") as archive:
        won = 0
        for black, who, outcome in games:
            players = [("Me", "human"), ("It", who)]
            archive.put(None, a_game("h8", *(players if black else players[::-1]), outcome))
            won += outcome == ("1-0" if black else "0-1")
        tallies = archive.statistics()
        assert sum(t.games for t in tallies) == sum(outcome is not None for *_, outcome in games)
        assert sum(t.wins for t in tallies) == won


# Damage


@pytest.mark.parametrize("size", [0, 100, 5000, None])
def test_rubbish_is_put_aside_and_told(path, size):
    rubbish = (b"this is no database. " * 1000)[:size]
    path.parent.mkdir()
    path.write_bytes(rubbish)
    with Database(path) as archive:
        if rubbish:
            aside = path.with_name("games.sqlite.damaged1")
            assert archive.notice.id == "archive.put_aside"
            assert str(aside) in str(archive.notice)
            assert aside.read_bytes() == rubbish
        else:
            assert archive.notice is None  # an empty file is an empty database
        archive.put(None, a_game())
    with Database(path) as archive:
        assert (archive.notice, archive.count()) == (None, 1)


def test_nothing_that_was_put_aside_is_overwritten(path):
    path.parent.mkdir()
    for number in (1, 2, 3):
        path.write_bytes(b"no database at all %d" % number * 50)
        Database(path).close()
        path.unlink()
    aside = [path.with_name(f"games.sqlite.damaged{number}").read_bytes() for number in (1, 2, 3)]
    assert len(set(aside)) == 3


def damage(path):
    """Spoil the pages behind the first of an archive."""
    sql(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    assert len(data) > 3 * 4096
    data[4096:] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(bytes(data))


def test_after_a_crash_the_whole_file_is_looked_through(path):
    cut_off(path)
    damage(path)
    with Database(path) as archive:
        assert archive.notice.id == "archive.put_aside"
        assert archive.count() == 0
    assert path.with_name("games.sqlite.damaged1").exists()


def test_damage_that_comes_out_later_is_a_sentence(path):
    with Database(path) as archive:
        archive.put(None, a_game())
    damage(path)
    with Database(path) as archive:
        with refused("archive.damaged") as caught:
            archive.put(None, a_game())
        assert archive.renew(caught.value).id == "archive.put_aside"
        assert (archive.life, archive.put(None, a_game())) == (1, 1)


def test_check_names_what_is_wrong(archive, path):
    for _ in range(3):
        archive.put(None, a_game())
    assert list(archive.check()) == []
    sql(path, "UPDATE games SET record = 'x' WHERE id = 2")
    sql(path, "UPDATE games SET moves = 77 WHERE id = 3")
    two, three = archive.check()
    assert (two.game, bool(two.why)) == (2, True)
    assert three == Finding(3, "the list says something else of it than its record")
    with refused("archive.game_damaged"):
        archive.load(2)
    assert archive.load(1).moves()


def test_a_newer_archive_is_refused_and_left_alone(path):
    with Database(path) as archive:
        archive.put(None, a_game())
    sql(path, "PRAGMA user_version = 99")
    with refused("archive.newer"):
        Database(path)
    assert sql(path, "SELECT count(*) FROM games") == [(1,)]
    assert sql(path, "PRAGMA user_version") == [(99,)]


def test_a_database_of_another_program_is_left_alone(path):
    path.parent.mkdir()
    sql(path, "CREATE TABLE photos (id)")
    before = path.read_bytes()
    with refused("archive.foreign"):
        Database(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "games.sqlite", tmp_path / "file" / "deep" / "games.sqlite"):
        with refused("archive.failed"):
            Database(path)


def test_a_folder_in_its_place(path):
    path.mkdir(parents=True)
    with refused("archive.unwritable"):
        Database(path)


def test_read_only(archive):
    archive._connection.execute("PRAGMA query_only = 1")
    with refused("archive.unwritable"):
        archive.put(None, a_game())
    archive._connection.execute("PRAGMA query_only = 0")
    assert archive.put(None, a_game()) == 1


def test_a_full_disk(archive):
    pages = archive._connection.execute("PRAGMA page_count").fetchone()[0]
    archive._connection.execute(f"PRAGMA max_page_count = {pages}")
    with refused("archive.full"):
        for _ in range(500):
            archive.put(None, a_game())
    kept = archive.count()
    archive._connection.execute("PRAGMA max_page_count = 100000")
    archive.put(None, a_game())
    assert archive.count() == kept + 1


def test_held_by_another(archive, path):
    archive._connection.execute("PRAGMA busy_timeout = 1")
    other = sqlite3.connect(path, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        with refused("archive.busy"):
            archive.put(None, a_game())
        other.execute("ROLLBACK")
        archive.put(None, a_game())
    finally:
        other.close()


WRITE = """
import sys
from pathlib import Path
from tests.archive.games import a_game
from wuzi.archive import Database
with Database(Path(sys.argv[1])) as archive:
    for _ in range(40):
        archive.put(None, a_game(), playing=True)
"""


def test_two_programs_at_once(path):
    writers = [subprocess.Popen([sys.executable, "-c", WRITE, str(path)]) for _ in range(2)]
    with Database(path) as archive:
        for _ in range(20):
            archive.put(None, a_game())
        assert [writer.wait(60) for writer in writers] == [0, 0]
        assert archive.count() == 100
        assert list(archive.check()) == []
        assert archive.unfinished() == []


# Copies


def test_backup(archive, tmp_path):
    some_games(archive)
    target = tmp_path / "backup.sqlite"
    archive.backup(target)
    with Database(target) as copy:
        assert copy.games() == archive.games()
        assert moves_text(copy.load(1).moves()) == "h8i9"
    with refused("archive.backup_exists"):
        archive.backup(target)
    with refused("archive.unwritable"):
        archive.backup(tmp_path / "nowhere" / "backup.sqlite")
    assert {file.name for file in tmp_path.iterdir()} == {"new", "backup.sqlite"}
