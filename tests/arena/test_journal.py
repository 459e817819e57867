import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arena.matches import record, sound_match
from wuzi.arena.journal import Journal, read_journal
from wuzi.arena.openings import Opening
from wuzi.arena.record import GameRecord, Incident, pair_scores
from wuzi.arena.statistics import Sprt
from wuzi.errors import RecordError
from wuzi.rules import BLACK, EMPTY, RENJU, WHITE, Reason, Score, moves_text

SPEC = sound_match(games=20)
OPENINGS = [Opening(())]


def begun(path, *entries, **kwargs):
    with Journal.open(path, SPEC, OPENINGS, **kwargs) as journal:
        for entry in entries:
            (journal.note if isinstance(entry, Incident) else journal.add)(entry)
    return path


scores = st.none() | st.builds(Score, st.integers(-(10**9), 10**9), st.none() | st.integers(-9, 9))


@given(st.integers(0, 999), st.sampled_from(["A", "B", None]), st.sampled_from(Reason), scores)
def test_a_record_survives_json(game, winner, reason, score):
    one = record(game, winner, reason, scores=(score, None), detail="ü\n五", seconds=1.5)
    assert GameRecord.from_json(json.loads(json.dumps(one.to_json()))) == one


def test_a_record_knows_its_sides():
    first, second = record(4), record(5)
    assert (first.pair, first.black, first.white, first.mover(0), first.mover(1)) == (
        *(2, "A", "B"),
        *("A", "B"),
    )
    assert (second.pair, second.black, second.mover(0)) == (2, "B", "B")
    assert (first.winner_colour, second.winner_colour) == (BLACK, WHITE)
    assert record(winner=None).winner_colour == EMPTY
    assert (first.opening_plies, first.plies) == (1, 3)


def test_a_record_becomes_a_game():
    one = record(3, "A", Reason.TIME, scores=(Score(7), Score(-7, -2)), start="2026-01-02T03:04:05")
    game = one.as_game()
    assert moves_text(game.moves()) == "h8i9j10"
    assert (game.black.name, game.white.name) == ("first", "second")
    assert (game.outcome.winner, game.outcome.reason) == (WHITE, Reason.TIME)
    assert (game.tags["round"], game.tags["date"]) == ("2.2", "2026-01-02")
    notes = [node.notes for node in game.root.line()]
    assert [n.time for n in notes] == [None, None, 0.5, 1.0]
    assert [n.score for n in notes[2:]] == [Score(7), Score(-7, -2)]
    assert record(winner=None, reason=Reason.UNKNOWN).as_game().outcome is None


def test_a_forbidden_move_is_part_of_the_game():
    one = record(
        opening="",
        moves="b1a15d1o15e1o1f1a3g1a9c1",  # c1 fills a gap: an overline
        times=(0,) * 11,
        nodes=(None,) * 11,
        depths=(None,) * 11,
        scores=(None,) * 11,
        rule=RENJU,
        winner="B",
        reason=Reason.FORBIDDEN,
        forbidden_loses=True,
    )
    assert one.as_game().outcome.reason is Reason.FORBIDDEN


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("game", -1),
        ("game", True),
        ("size", 99),
        ("rule", "chess"),
        ("moves", 5),
        ("times", "long"),
        ("times", [-1, 2]),
        ("times", [float("nan"), 2]),
        ("nodes", [1.5, 2]),
        ("scores", [[1], 2]),
        ("winner", "C"),
        ("reason", "bored"),
        ("detail", None),
        ("forbidden_loses", 1),
        ("opening", "z99"),
        ("moves", "h8??"),
    ],
)
def test_a_damaged_field_is_named(name, value):
    with pytest.raises(RecordError, match=f"'{name}'"):
        GameRecord.from_json(record().to_json() | {name: value})


def test_a_field_that_is_missing_or_too_short():
    data = record().to_json()
    with pytest.raises(RecordError, match="not as many"):
        GameRecord.from_json(data | {"times": [1]})
    del data["moves"]
    with pytest.raises(RecordError, match="'moves' of the game is missing"):
        GameRecord.from_json(data)


def test_pairs_are_scored_when_complete():
    games = [record(2), record(1, None), record(7), record(0), record(3, "B"), record(6, "B")]
    assert list(pair_scores(games)) == [(0.5, 1.0), (1.0, 0.0), (1.0, 0.0)]
    assert list(pair_scores([record(0), record(1, None, Reason.UNKNOWN)])) == []


def test_what_is_written_is_read(tmp_path):
    incident = Incident("B", "engine.hang_at_exit", "it did not end")
    path = begun(tmp_path / "j", record(1), incident, record(0))
    content = read_journal(path)
    assert (content.spec, content.records) == (SPEC, [record(1), record(0)])
    assert content.incidents == [incident]
    assert content.length == path.stat().st_size


def test_a_game_is_written_once(tmp_path):
    with Journal.open(tmp_path / "j", SPEC, OPENINGS) as journal:
        assert journal.add(record(1))
        assert not journal.add(record(1, "B"))
        assert journal.games == {1}
    assert read_journal(tmp_path / "j").records == [record(1)]


def test_wherever_a_crash_tears_the_journal_off_it_is_resumed(tmp_path):
    path = begun(tmp_path / "j", record(0), record(1), record(2))
    whole = path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    for length in {0, 1, ends[0] - 1, *ends, *range(ends[0], len(whole), 37), len(whole) - 1}:
        path.write_bytes(whole[:length])
        kept = max(0, sum(end <= length for end in ends) - 1)
        if length >= ends[0]:
            assert len(read_journal(path).records) == kept
        with Journal.open(path, SPEC, OPENINGS, resume=True) as journal:
            assert journal.games == set(range(kept))
            for game in range(kept, 3):
                journal.add(record(game))
        assert path.read_bytes() == whole


def test_a_journal_is_not_overwritten(tmp_path):
    path = begun(tmp_path / "j", record())
    before = path.read_bytes()
    with pytest.raises(RecordError) as caught:
        begun(path)
    assert caught.value.id == "journal.exists"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"margin": 3}, "margin"),
        ({"a": SPEC.b, "size": 19}, "a, size"),
    ],
)
def test_the_journal_of_another_match_is_refused(tmp_path, change, names):
    path = begun(tmp_path / "j", record())
    with pytest.raises(RecordError, match=rf"\({names} differ\)"):
        Journal.open(path, replace(SPEC, **change), OPENINGS, resume=True)
    with pytest.raises(RecordError, match=r"\(openings differ\)"):
        Journal.open(path, SPEC, [Opening((7,))], resume=True)


def test_a_match_may_be_made_longer(tmp_path):
    path = begun(tmp_path / "j", record())
    longer = replace(SPEC, games=100, sprt=Sprt(0, 5))
    with Journal.open(path, longer, OPENINGS, resume=True) as journal:
        assert journal.content.spec == longer


def test_only_one_writes_a_journal(tmp_path):
    path = tmp_path / "j"
    code = (
        "from tests.arena.test_journal import *\n"
        f"try: Journal.open({str(path)!r}, SPEC, OPENINGS, resume=True)\n"
        "except RecordError as error: print(error.id)\n"
        "else: print('open')\n"
    )

    def opened_elsewhere():
        done = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    with Journal.open(path, SPEC, OPENINGS) as journal:
        journal.add(record())
        assert opened_elsewhere() == "journal.locked"
        assert len(read_journal(path).records) == 1  # reading is free
    assert opened_elsewhere() == "open"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "line 2: this is no JSON object"),
        (b"[1]", "line 2: this is no JSON object"),
        (b"\xff", "line 2: this is no JSON object"),
        (b"{}", "line 2: this is neither a game nor an incident"),
        (b'{"game": {}}', "line 2: the field 'game' of the game is missing"),
        (b'{"incident": {"player": "C"}}', "line 2: the field 'player'"),
    ],
)
def test_a_damaged_line_is_named(tmp_path, line, message):
    path = begun(tmp_path / "j")
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(RecordError, match=message):
        read_journal(path)


def test_a_game_that_stands_twice_is_a_damage(tmp_path):
    path = begun(tmp_path / "j", record(4))
    head, line = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(head + line + line)
    with pytest.raises(RecordError, match="line 3: game 4 stands here again"):
        read_journal(path)


@pytest.mark.parametrize(
    ("data", "id"),
    [
        (b"", "journal.empty"),
        (b"h8i9\n", "journal.header"),
        (b'{"wuzi-match": 1}\n', "journal.header"),
        (b'{"wuzi-match": 1, "spec": 5}\n', "journal.header"),
        (b'{"wuzi-match": 2}\n', "journal.version"),
    ],
)
def test_what_is_no_journal(tmp_path, data, id):
    path = tmp_path / "j"
    path.write_bytes(data)
    with pytest.raises(RecordError) as caught:
        read_journal(path)
    assert caught.value.id == id


def test_a_file_that_is_no_journal_is_not_harmed(tmp_path):
    path = tmp_path / "j"
    path.write_bytes(b"my notes, in one line")
    with pytest.raises(RecordError):
        begun(path, resume=True)
    assert path.read_bytes() == b"my notes, in one line"


def test_files_that_cannot_be_used(tmp_path):
    with pytest.raises(RecordError) as caught:
        read_journal(tmp_path / "absent")
    assert caught.value.id == "journal.unreadable"
    with pytest.raises(RecordError) as caught:
        begun(tmp_path / "no folder" / "j")
    assert caught.value.id == "journal.unwritable"


def test_what_a_full_disk_left_of_a_line_is_taken_back(tmp_path, monkeypatch):
    write = os.write

    def full(handle, data):
        if len(data) < 50:
            raise OSError(28, "No space left on device")
        return write(handle, data[: len(data) - 40])

    path = begun(tmp_path / "j", record(0))
    before = path.read_bytes()
    with Journal.open(path, SPEC, OPENINGS, resume=True) as journal:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(RecordError, match="No space left"):
            journal.add(record(1))
    assert path.read_bytes() == before
