"""match and quality: the arena's results under the players' names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.measures.conftest import Measured
from wuzi.arena.journal import read_journal
from wuzi.arena.plan import black_of, other
from wuzi.arena.statistics import Pentanomial, Trinomial, score_estimate
from wuzi.errors import ParseError
from wuzi.lab.engine_player import thinker_of
from wuzi.lab.experiment import load
from wuzi.lab.measures.interface import Task
from wuzi.lab.measures.match import MEASURE, score_of_black
from wuzi.lab.results import Record
from wuzi.rules import parse_position
from wuzi.thinking import Limit, answer

PART = """
measure = "match"
player = "textbook:greedy"
vary = { defence = [0.2, 1.0] }
games = 2
plies = 4
"""


def tasks_of(part: str, tmp_path: Path) -> list[Task]:
    path = tmp_path / "mine.toml"
    path.write_text(f'title = "t"\n[[part]]\nname = "p"\n{part}')
    return load(path).tasks(tmp_path)


# Who meets whom


def names(tasks: list[Task]) -> list[tuple[str, str]]:
    return [task.job["names"] for task in tasks]


THREE = PART.replace("[0.2, 1.0]", "[0.2, 0.6, 1.0]")
A, B, C = "defence=0.2", "defence=0.6", "defence=1"


@pytest.mark.parametrize(
    ("more", "pairs"),
    [
        ("", [(A, B), (A, C), (B, C)]),
        ('pairing = "neighbours"', [(B, A), (C, B)]),
        ('pairing = "self"', [(A, A), (B, B), (C, C)]),
        ('pairing = "baseline"\nbaseline = { defence = 0.6 }', [(A, B), (C, B)]),
        (
            'pairing = "opponent"\nopponent = "textbook:random"',
            [(A, "textbook:random"), (B, "textbook:random"), (C, "textbook:random")],
        ),
    ],
)
def test_pairings(more: str, pairs: list[tuple[str, str]], tmp_path: Path) -> None:
    assert names(tasks_of(THREE + more, tmp_path)) == pairs


def test_players_meet_within_what_a_match_varies(tmp_path: Path) -> None:
    tasks = tasks_of(PART.replace("vary = {", "vary = { rule = ['renju', 'freestyle'],"), tmp_path)
    assert [(task.shown["rule"], *task.job["names"]) for task in tasks] == [
        ("freestyle", "defence=0.2", "defence=1"),
        ("renju", "defence=0.2", "defence=1"),
    ]
    assert [task.job["spec"].rule.name for task in tasks] == ["freestyle", "renju"]


def test_limits_and_switches_reach_the_players(tmp_path: Path) -> None:
    part = """
measure = "match"
pairing = "neighbours"
nodes = 500
variants = [
    { label = "all", player = "wuzi" },
    { label = "no table", player = "wuzi", use_table = 0, threads = 1 },
    { label = "text", player = "textbook:alphabeta", depth = 3, tc = "10+1" },
    { label = "deep", player = "wuzi", depth = 7 },
]
"""
    later = [task.job["spec"].a for task in tasks_of(part, tmp_path)]
    assert later[0].who.endswith("wuzi.lab.engine_player use_table=0")
    assert (later[0].nodes, later[0].threads, later[0].name) == (500, 1, "no table")
    assert (later[1].who, later[1].depth) == ("textbook:alphabeta,depth=3", None)
    assert str(later[1].tc) == "10+1"
    assert (later[2].who, later[2].depth) == ("wuzi", 7)
    assert [task.job["repeatable"] for task in tasks_of(part, tmp_path)] == [True, False, False]


def test_an_engine_with_switches_may_have_its_limit_in_its_name(tmp_path: Path) -> None:
    part = """
measure = "match"
player = "wuzi,nodes=2000"
variants = [{ label = "all" }, { label = "no table", use_table = 0 }]
"""
    task = tasks_of(part, tmp_path)[0]
    assert task.job["spec"].b.who.endswith("engine_player nodes=2000 use_table=0")
    assert task.job["repeatable"]
    deep = tasks_of(part.replace("nodes=2000", "depth=3,threads=2"), tmp_path)[0]
    assert deep.job["spec"].b.who.endswith("engine_player depth=3 threads=2 use_table=0")
    assert not deep.job["repeatable"]
    with pytest.raises(ParseError, match="nothing ends the searches of no table"):
        tasks_of(part.replace("nodes=2000", "nodes=0").replace('"all"', '"all", nodes = 5'),
                 tmp_path)  # fmt: skip


@pytest.mark.parametrize("own", [{"nodes": 400}, {"depth": 2}])
def test_a_switched_engine_keeps_its_own_limits(own: dict[str, int]) -> None:
    words = [f"{key}={value}" for key, value in own.items()]
    board = parse_position("h8i9g7i7")
    info = answer(thinker_of(["use_lmr=0", "memory=1", *words]), board, Limit(depth=6))
    plain = answer(thinker_of(["use_lmr=0", "memory=1"]), board, Limit(**{"depth": 6, **own}))
    assert (info.depth, info.nodes) == (plain.depth, plain.nodes)
    assert info.depth < 6


# Games


def test_a_match_is_measured_and_kept(measured: Measured, tmp_path: Path) -> None:
    row, *ratings = measured(PART)
    assert row["games"] == row["wins"] + row["draws"] + row["losses"] == 2
    assert row["opponent"] == "defence=1"
    assert row["faults"] == 0
    assert 0 <= row["score_low"] <= row["score"] <= row["score_high"] <= 1
    assert row["seconds_a_move"] > 0
    records = read_journal(tmp_path / "out/matches/p-01.jsonl").records
    assert [record.score("A") for record in records].count(1.0) == row["wins"]
    assert sorted(r["defence"] for r in ratings) == [0.2, 1.0]
    assert {r.part for r in ratings} == {"p.ratings"}
    assert sum(r["rating"] for r in ratings) == pytest.approx(0)


def test_a_player_without_chance_that_meets_itself_is_counted_by_pairs(
    measured: Measured, tmp_path: Path
) -> None:
    part = PART.replace("0.2, ", "").replace("games = 2", 'games = 2\npairing = "self"')
    row = measured(part)[0]
    one, same = read_journal(tmp_path / "out/matches/p-01.jsonl").records
    assert one.moves == same.moves
    only = score_estimate(Pentanomial.of([(row["black_score"], row["black_score"])]))
    ends = row["black_score_low"], row["black_score_high"]
    assert ends == pytest.approx((only.low, only.high))
    games = [
        replace(one, game=number, winner=black_of(number) if wins else other(black_of(number)))
        for pair in range(12)
        for wins in [pair < 8]
        for number in (2 * pair, 2 * pair + 1)
    ]
    found = score_of_black(games)
    reach = 1.96 * (2 / 3 * 1 / 3 / 12) ** 0.5  # twelve games are known, not twenty-four
    assert found.value == pytest.approx(2 / 3)
    assert found.high - found.value == pytest.approx(reach, rel=1e-3)


def test_scores_of_black_without_a_whole_pair_are_those_of_games() -> None:
    assert score_of_black([]) == score_estimate(Trinomial())


def test_a_switched_engine_plays(measured: Measured) -> None:
    row = measured(
        """
measure = "match"
player = "wuzi"
nodes = 300
variants = [{ label = "all" }, { label = "no table", use_table = 0 }]
pairing = "baseline"
baseline = { variant = "all" }
games = 2
"""
    )[0]
    assert (row["games"], row["faults"], row["opponent"]) == (2, 0, "all")
    assert row.repeatable
    assert 0 < row["nodes_a_move"] <= 600


def test_quality_tells_losses_and_threes(measured: Measured) -> None:
    rows = measured(PART.replace('"match"', '"quality"'))
    whole = rows[0]
    losses = [row for row in rows if row.part == "p.losses"]
    assert sum(row["losses"] for row in losses) == whole["wins"] + whole["losses"]
    threes = [row for row in rows if row.part == "p.threes"]
    assert [row["defence"] for row in threes] in ([0.2, 1.0], [1.0, 0.2])
    assert all(row["faced"] == row["blocked"] + row["by_four"] + row["ignored"] for row in threes)


def test_ratings_stand_beside_the_opponent(tmp_path: Path) -> None:
    part = THREE + 'pairing = "opponent"\nopponent = "textbook:random"'
    tasks = tasks_of(part, tmp_path)
    wins = {A: 6, B: 10, C: 14}
    done = [
        (
            task,
            Record(
                {"wins": wins[task.job["names"][0]], "draws": 0,
                 "losses": 20 - wins[task.job["names"][0]]},
                {"seconds_a_move": [0.5], "opponent_seconds_a_move": [0.1]},
            ),
        )
        for task in tasks
    ]  # fmt: skip
    experiment = load(tmp_path / "mine.toml")
    found = [row for _, row in MEASURE.derive(experiment.parts[0], done, tmp_path)]
    by_defence = {row["defence"]: row for row in found}
    assert by_defence[0.2]["rating"] < by_defence[0.6]["rating"] == pytest.approx(0)
    assert by_defence[1.0]["rating"] == pytest.approx(-by_defence[0.2]["rating"])
    assert by_defence[0.2]["seconds_a_move"] == 0.5
