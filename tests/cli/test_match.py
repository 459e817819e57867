"""``wuzi match``."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.arena.games import match, record
from wuzi import records
from wuzi.arena.adjudication import Adjudication, DrawRule, ResignRule
from wuzi.arena.journal import Journal, read_journal
from wuzi.arena.openings import load_openings
from wuzi.arena.statistics import EloModel, Sprt
from wuzi.cli.match_options import player_spec
from wuzi.errors import WuziError
from wuzi.rules import STANDARD

Run = Callable[..., tuple[int, str, str]]

GREEDY = "textbook:greedy"
RANDOM = "textbook:random"
SHORT = ("--size", "9", "--maxmoves", "12")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A match of four games, of which three were played."""
    path = tmp_path / "m.jsonl"
    spec = match(games=4)
    with Journal.open(path, spec, spec.load_openings()) as book:
        for one in (record(0, "A"), record(1, "A"), record(2, None)):
            book.add(one)
    return path


def test_a_match_its_files_and_its_journal(wuzi: Run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = wuzi(
        "match", GREEDY, RANDOM, *SHORT, "--games", "4", "--rule", "standard", "--seed", "5",
        "--openings", "random", "--journal", "m.jsonl", "--csv", "m.csv", "--sgf", "m.sgf",
        "--psq", "games", "--b", "name=dice",
    )  # fmt: skip
    assert status == 0, err
    assert "Game 4 (4 of 4)" in out or "Game 3 (4 of 4)" in out
    assert "A  textbook:greedy\nB  dice\nstandard, 9 lines: 4 of 4 games" in out
    assert "random ones (seed 5), written to m.openings.txt" in err
    assert "wuzi match --journal m.jsonl shows them again" in err

    content = read_journal("m.jsonl")
    assert sorted(one.game for one in content.records) == [0, 1, 2, 3]
    dealt = load_openings("m.openings.txt", 9, STANDARD)
    assert content.records[0].opening in map(str, dealt)
    with Path("m.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["first"] for row in table] == ["A", "B", "A", "B"]
    assert table[0]["opening"] == table[1]["opening"] != table[2]["opening"]
    assert len(list(records.read("m.sgf"))) == 4
    assert len(list(Path("games").glob("*.psq"))) == 4

    # Shown again it is the same, and nothing is played.
    again, shown, _ = wuzi("match", "--journal", "m.jsonl")
    assert again == 0
    assert out.endswith(shown)
    # Gone on with, only what is missing is played.
    more, out, err = wuzi("match", "--resume", "--journal", "m.jsonl", "--games", "6")
    assert (more, out.splitlines()[0]) == (0, "4 games were played before."), err
    assert sorted(one.game for one in read_journal("m.jsonl").records) == [0, 1, 2, 3, 4, 5]


def test_a_journal_is_shown_at_any_time(wuzi: Run, journal: Path, tmp_path: Path) -> None:
    table = tmp_path / "m.csv"
    status, out, err = wuzi("match", "--journal", str(journal), "--json", "--csv", str(table))
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert (data["wins"], data["draws"], data["losses"]) == (2, 1, 0)
    assert (data["played"], data["games"], data["sprt"]) == (3, 4, None)
    assert len(table.read_text().splitlines()) == 4
    _, out, _ = wuzi("match", "--journal", str(journal), "--sprt", "0,10", "--json")
    assert json.loads(out)["sprt"]["elo1"] == 10


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "name two players A and B"),
        ([GREEDY], "a match needs two players"),
        ([GREEDY, "human"], "a match is played by programs"),
        ([GREEDY, "textbook:nobody"], "there is no textbook thinker 'nobody'"),
        ([GREEDY, "./no/such/engine"], "there is no program './no/such/engine'"),
        (["--journal", "no such file"], "the journal no such file cannot be read"),
        ([GREEDY, RANDOM, "--games", "3"], "an even number of games"),
        ([GREEDY, RANDOM, "--games", "many"], "--games cannot be 'many': write a whole number"),
        ([GREEDY, RANDOM, "--tc", "soon"], "'soon' is not a time control"),
        ([GREEDY, RANDOM, "--sprt", "5"], "--sprt cannot be '5'"),
        ([GREEDY, RANDOM, "--sprt", "5,0"], "an SPRT needs elo0 below elo1"),
        ([GREEDY, RANDOM, "--resign", "5"], "--resign cannot be '5'"),
        ([GREEDY, RANDOM, "--draw", "5,1"], "--draw cannot be '5,1'"),
        ([GREEDY, RANDOM, "--memory", "much"], "'much' is no amount of memory"),
        ([GREEDY, RANDOM, "--restart", "maybe"], "restart is auto, on or off"),
        ([GREEDY, RANDOM, "--order", "alphabetic"], "--order cannot be 'alphabetic'"),
        ([GREEDY, RANDOM, "--a", "depth"], "--a cannot be 'depth': write KEY=VALUE"),
        ([GREEDY, RANDOM, "--b", "dept=3"], "a player has no setting 'dept'"),
        ([GREEDY, RANDOM, "--openings", "no such file"], "the openings file"),
        ([GREEDY, RANDOM, "--openings", "builtin:none"], "no openings 'none'"),
        ([GREEDY, RANDOM, "--openings", "empty", "--concurrency", "0"], "at least 1 game"),
        ([GREEDY, RANDOM, "--openings", "empty", "--csv", "no/m.csv"], "no/m.csv could not be"),
    ],
)
def test_bad_words(wuzi: Run, tmp_path: Path, monkeypatch, words, sentence) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = wuzi("match", *words)
    last = err.splitlines()[-1]
    assert (status, out) == (2, "")
    assert sentence in last
    assert not list(tmp_path.iterdir())[1:], "only the settings' folder"


def test_the_journal_says_how_its_match_is_played(wuzi: Run, journal: Path) -> None:
    before = journal.read_bytes()
    for words, names in (
        (["--rule", "renju"], "--rule"),
        (["--tc", "5"], "--tc"),
        (["--restart", "on", "--depth", "3"], "--depth, --restart"),
        (["--a", "depth=1", "--b", "depth=1"], "--a, --b"),
        (["--no-transforms"], "--no-transforms"),
    ):
        status, _, err = wuzi("match", "--resume", "--journal", str(journal), *words)
        assert status == 2
        assert "the journal says how its match is played" in err
        assert err.endswith(f"beside it, not {names}\n")
    status, _, err = wuzi("match", GREEDY, RANDOM, "--openings", "empty", "--journal", str(journal))
    assert status == 2
    assert "exists already" in err
    assert journal.read_bytes() == before


def test_a_doubtful_score_table_is_warned_of_once(wuzi: Run, tmp_path: Path) -> None:
    who = "textbook:greedy,scores=course"
    path = str(tmp_path / "m.jsonl")
    words = ("--openings", "empty", "--games", "2", "--journal", path)
    status, out, err = wuzi("match", who, who, *SHORT, *words, "--json")
    assert status == 0
    assert err.count("note: in the score table course a straight four (100000) is worth") == 1
    assert json.loads(out)["played"] == 2


def test_random_openings_of_another_match_are_not_overwritten(
    wuzi: Run, journal: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "m.openings.txt"
    mine.write_text("h8\n")
    words = ("match", GREEDY, RANDOM, "--openings", "random", "--journal", str(journal))
    status, _, err = wuzi(*words)
    assert status == 2
    assert "holds other openings" in err
    assert mine.read_text() == "h8\n"


def test_every_setting_arrives(wuzi: Run, tmp_path: Path, monkeypatch) -> None:
    seen = {}

    def run_match(spec, path, **settings):
        seen.update(settings, spec=spec)
        raise WuziError("seen", "seen")

    monkeypatch.setattr("wuzi.arena.runner.run_match", run_match)
    wuzi(
        "match", GREEDY, RANDOM, "--games", "10", "--tc", "60+1", "--nodes", "1000", "--depth", "9",
        "--threads", "2", "--memory", "64M", "--a", "depth=3", "--a", "option.x=7", "--b",
        "restart=on", "--rule", "standard", "--size", "19", "--openings", "empty", "--order",
        "random", "--seed", "4", "--plies", "2", "--no-transforms", "--concurrency", "3", "--sprt",
        "-1,3,0.1,0.2,normalized", "--maxmoves", "90", "--resign", "500,3,twosided", "--draw",
        "40,10,5", "--restart", "off", "--journal", str(tmp_path / "j"), "--resume",
    )  # fmt: skip
    each = {"tc": "60+1", "nodes": "1000", "threads": "2", "memory": "64M"}
    spec = seen["spec"]
    assert spec.a == player_spec(GREEDY, {**each, "depth": "3", "option.x": "7", "restart": "off"})
    assert spec.b == player_spec(RANDOM, {**each, "depth": "9", "restart": "on"})
    assert (spec.rule, spec.size, spec.games, spec.openings) == (STANDARD, 19, 10, "")
    assert (spec.seed, spec.opening_plies, spec.transforms) == (4, 2, False)
    assert spec.sprt == Sprt(-1, 3, 0.1, 0.2, EloModel.NORMALISED)
    assert spec.adjudication == Adjudication(90, ResignRule(3, 500, True), DrawRule(40, 5, 10))
    assert (seen["concurrency"], seen["resume"]) == (3, True)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one program there")
def test_ctrl_c_stops_it_and_says_how_to_go_on(wuzi: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    words = ["match", GREEDY, RANDOM, *SHORT, "--openings", "random", "--games", "2000"]
    program = subprocess.Popen(
        [sys.executable, "-m", "wuzi", *words, "--journal", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with program:
        while program.poll() is None and not (path.exists() and path.read_bytes().count(b"\n") > 4):
            time.sleep(0.05)
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does: to all of its processes
        out, err = program.communicate(timeout=30)
    assert program.returncode == 130, err
    assert "Traceback" not in err
    assert f"go on with: wuzi match --resume --journal {path}" in err
    played = len(read_journal(path).records)
    assert f"{played} of 2000 games" in out
    # With fewer games wanted than were played there is nothing left to do.
    status, out, _ = wuzi("match", "--resume", "--journal", str(path), "--games", "2")
    assert status == 0
    assert len(read_journal(path).records) == played
