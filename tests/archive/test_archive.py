"""The archive on a loop, and behind a session."""

import asyncio
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.archive.games import WON, a_game
from tests.archive.test_database import damage
from wuzi import records
from wuzi.archive import Archive, ArchiveError, archive_path
from wuzi.archive.snapshot import snapshot
from wuzi.errors import RecordError
from wuzi.play import HumanSeat, SaveFailed, Session
from wuzi.rules import FREESTYLE, Game, SetUp, moves_text, parse_moves, parse_point

KILL = Path(__file__).parents[2] / "benchmarks" / "archive_kill.py"


@pytest.fixture
async def archive(tmp_path):
    async with await Archive.open(tmp_path / "games.sqlite") as archive:
        yield archive


async def test_the_users_archive(tmp_path, monkeypatch):
    monkeypatch.setenv("WUZI_HOME", str(tmp_path))
    async with await Archive.open() as archive:
        assert archive.path == archive_path() == tmp_path / "data" / "games.sqlite"
    await archive.close()
    assert not [t for t in threading.enumerate() if t.name.startswith("archive")]


async def test_opening_that_fails_leaves_no_thread(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ArchiveError):
        await Archive.open(tmp_path / "file" / "games.sqlite")
    assert not [t for t in threading.enumerate() if t.name.startswith("archive")]


async def test_one_game_is_one_entry(archive):
    game = a_game("h8")
    for move in parse_moves("i9g7f6"):
        game.end.add(move)
        await archive.keep(game)
    await archive.save(game)
    await archive.save(a_game("a1"))
    assert [(e.moves, e.state) for e in await archive.games()] == [(1, "left"), (4, "left")]
    assert await archive.count() == 2


async def test_nothing_is_kept_before_the_first_move(archive):
    game = Game()
    await archive.keep(game)
    assert await archive.count() == 0
    game.extend(parse_moves("h8"))
    await archive.keep(game)
    game.root.remove(game.end)
    await archive.keep(game)
    assert [e.moves for e in await archive.games()] == [0]


async def test_calls_that_come_while_it_is_written_are_answered_by_one_more(archive, monkeypatch):
    game = a_game("h8")
    written = []
    put = archive._database.put

    def slow(id, game, **words):
        written.append(len(game.moves()))
        return put(id, game, **words)

    monkeypatch.setattr(archive._database, "put", slow)
    first = asyncio.create_task(archive.keep(game))
    await asyncio.sleep(0)
    for move in parse_moves("i9g7f6e5"):
        game.end.add(move)
        await archive.keep(game)
    await first
    assert written == [1, 5]


async def test_a_game_saved_while_it_is_kept_ends_as_it_was_saved(archive):
    game = a_game("h8")
    kept = asyncio.create_task(archive.keep(game))
    await asyncio.sleep(0)
    game.end.add(parse_point("i9"))
    await archive.keep(game)
    await archive.save(game)
    await kept
    [entry] = await archive.games()
    assert (entry.moves, entry.state) == (2, "left")


async def test_what_was_taken_back_can_be_left_out(archive):
    game = a_game("h8i9g7")
    await archive.keep(game, end=game.end.parent)
    [entry] = await archive.games()
    assert moves_text((await archive.load(entry.id)).moves()) == "h8i9"


async def test_a_game_that_was_opened_is_kept_in_its_place(archive):
    await archive.save(a_game())
    [entry] = await archive.games()
    game = await archive.load(entry.id)
    game.end.add(parse_point("a1"))
    await archive.keep(game)
    [again] = await archive.games()
    assert (again.id, again.moves, again.state) == (entry.id, 3, "playing")


async def test_games_are_forgotten_only_by_their_number(archive, monkeypatch):
    monkeypatch.setattr("wuzi.archive.archive._REMEMBERED", 2)
    games = [a_game("h8") for _ in range(4)]
    for game in games:
        await archive.save(game)
    await archive.save(games[3])
    assert await archive.count() == 4


async def test_listeners_are_told_of_every_change(archive):
    heard = []
    end = archive.subscribe(lambda: heard.append(threading.current_thread()))
    game = a_game()
    await archive.keep(game)
    await archive.save(game)
    [entry] = await archive.games()
    await archive.dismiss(entry.id)
    await archive.discard(entry.id)
    assert heard == [threading.main_thread()] * 4
    end()
    end()
    await archive.save(a_game())
    assert len(heard) == 4


async def test_a_cancelled_keep_is_finished_all_the_same(archive):
    kept = asyncio.create_task(archive.keep(a_game()))
    await asyncio.sleep(0)
    kept.cancel()
    with pytest.raises(asyncio.CancelledError):
        await kept
    assert await archive.count() == 1


async def test_a_fault_is_told_once_until_it_is_gone(archive):
    connection = archive._database._connection
    game = a_game()

    async def refuse(on):
        await archive._in_thread(connection.execute, f"PRAGMA query_only = {on}")

    for _ in range(2):
        await refuse(1)
        with pytest.raises(ArchiveError):
            await archive.keep(game)
        await archive.keep(game)
        await refuse(0)
        await archive.keep(game)
    assert await archive.count() == 1


async def test_a_game_that_files_cannot_hold(archive):
    game = a_game()
    game.rule = replace(FREESTYLE, name="mine")
    with pytest.raises(RecordError, match="mine"):
        await archive.save(game)
    assert await archive.count() == 0


async def test_damage_is_told_and_the_game_is_in_the_new_archive(tmp_path):
    path = tmp_path / "games.sqlite"
    game = a_game()
    async with await Archive.open(path) as archive:
        await archive.save(game)
    damage(path)
    async with await Archive.open(path) as archive:
        with pytest.raises(ArchiveError, match="damaged1"):
            await archive.save(game)
        await archive.save(game)
        assert await archive.count() == 1
    assert path.with_name("games.sqlite.damaged1").exists()


# Behind a session


async def test_a_session_keeps_its_games(archive):
    async with Session(None, HumanSeat("Ann"), HumanSeat("", "level:2"), store=archive) as session:
        for move in parse_moves(WON):
            session.offer(move)
        assert (await session.finished()).score == "1-0"
        session.undo()
        session.resign()
        session.restart()
        session.offer(parse_point("h8"))
    entries = await archive.games()
    assert [(e.score, e.moves, e.reason) for e in entries] == [
        ("*", 1, ""),
        ("0-1", 8, "resignation"),
    ]
    assert [(t.opponent, t.games) for t in await archive.statistics()] == [("level:2", 1)]


async def test_a_session_goes_on_when_nothing_can_be_kept(archive):
    await archive._in_thread(archive._database._connection.execute, "PRAGMA query_only = 1")
    told = []
    async with Session(None, HumanSeat(), HumanSeat(), store=archive) as session:
        session.subscribe(told.append)
        session.offer(parse_point("h8"))
        session.resign()
        await session.finished()
        session.restart()
        session.offer(parse_point("h8"))
    failures = [event.error.id for event in told if isinstance(event, SaveFailed)]
    assert failures == ["archive.unwritable"] * 2


# Copies taken on the loop

trees = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 224)), max_size=40)


@given(trees, st.booleans())
async def test_a_copy_is_the_same_game_and_shares_nothing(shape, setup):
    game = a_game("", outcome="1-0")
    if setup:
        game.root.notes.set_up = SetUp((parse_point("h8"),))
    nodes = [game.root]
    for parent, number in shape:
        node = nodes[parent % len(nodes)].add(parse_point("a1") + number % 15)
        node.notes.marks[node.move] = "circle"
        node.notes.other["XX"] = [str(number)]
        nodes.append(node)
    copy = await snapshot(game)
    before = records.dumps(game, "wuzi")
    assert records.dumps(copy, "wuzi") == before
    for node in game.nodes():
        node.notes.marks.clear()
        node.notes.other.setdefault("XX", []).append("y")
        node.notes.comment = "z"
    game.tags["event"] = game.black.name = "other"
    assert records.dumps(copy, "wuzi") == before


async def test_the_loop_turns_while_a_huge_game_is_copied(monkeypatch):
    monkeypatch.setattr("wuzi.archive.snapshot.SLICE", 10)
    game = Game()
    for _ in range(50):
        game.end.add(parse_point("h8"))
    turns = 0

    async def count():
        nonlocal turns
        while True:
            turns += 1
            game.root.add(parse_point("a1"))
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    copy = await snapshot(game)
    counting.cancel()
    assert turns >= 5
    assert len(copy.moves()) == 50


# kill -9


def kills(number):
    command = [sys.executable, str(KILL), "--kills", str(number)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_killed_programs_lose_nothing():
    assert "3 kills" in kills(3)


@pytest.mark.slow
def test_killed_programs_lose_nothing_20_times():
    assert "0 faults" in kills(20)
