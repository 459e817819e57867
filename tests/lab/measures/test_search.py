"""search: it counts what the textbook counts."""

from __future__ import annotations

import pytest

from tests.lab.measures.conftest import Measured
from wuzi.errors import SettingsError
from wuzi.lab.measures import search
from wuzi.lab.measures.interface import Task
from wuzi.lab.measures.repeating import agreed
from wuzi.players import make_thinker, parse_who
from wuzi.rules import Board, parse_position, point_name
from wuzi.thinking import Info, Limit, Thinker, answer

POSITION = "h8i9g7i7h9h7g9g8i10f9j8f7"
PART = f"""
measure = "search"
player = "textbook:alphabeta,radius=1,cap=8,depth=3"
positions = ["{POSITION}"]
"""


def test_counts_are_those_of_the_thinker(measured: Measured) -> None:
    row = measured(PART)[0]
    who = parse_who("textbook:alphabeta,radius=1,cap=8,depth=3")
    info = answer(make_thinker(who), parse_position(POSITION), Limit())
    assert (row["nodes"], row["move"], row["value"], row["reached"], row["finished"]) == (
        info.nodes, point_name(info.move), info.score.value, 3, 1,
    )  # fmt: skip
    for name in ("leaves", "ends", "cuts"):
        assert row[name] == info.counts[name]
    assert row["first_cuts"] == info.counts["cut_1"]
    assert row["first_cut_share"] == pytest.approx(info.counts["cut_1"] / info.counts["cuts"])


def test_every_cut_has_a_place(measured: Measured) -> None:
    rows = measured(PART.replace("depth=3", "depth=3,ordering=none"))
    whole, places = rows[0], rows[1:]
    assert [row["place"] for row in places] == [*map(str, range(1, 11)), "11+"]
    assert sum(row["cuts"] for row in places) == whole["cuts"] > 0
    assert sum(row["share"] for row in places) == pytest.approx(1)
    assert places[0]["cuts"] == whole["cut_1"] == whole["first_cuts"]


def test_a_table_and_a_cache_tell_their_hits(measured: Measured) -> None:
    part = PART.replace("depth=3", "depth=4,table=on,evaluation_cache=on,evaluation=bitboard")
    row = measured(part)[0]
    assert 0 < row["table_hits"] < row["table_lookups"]
    assert 0 < row["cache_hit_share"] < 1


def test_what_a_limit_cuts_off_is_not_finished(measured: Measured) -> None:
    rows = measured(PART + "limit = { nodes = 15 }\nvary = { depth = [1, 2, 3] }")
    rows = [row for row in rows if row.part == "p"]
    assert [row.finished for row in rows] == [True, False, False]
    assert rows[1]["reached"] == 1


def test_without_repeats_nothing_is_timed(measured: Measured) -> None:
    assert not measured(PART)[0].timed


def test_repeats_give_medians_and_quartiles(measured: Measured) -> None:
    row = measured(PART + "repeats = 3\n")[0]
    assert 0 < row["seconds_low"] <= row["seconds"] <= row["seconds_high"]
    assert row["nodes_per_second"] > 0
    assert row.repeatable


@pytest.mark.parametrize("player", ["greedy", "random,seed=4", "minimax,depth=1,cap=3"])
def test_other_thinkers_of_the_textbook_do(measured: Measured, player: str) -> None:
    row = measured(PART.replace("alphabeta,radius=1,cap=8,depth=3", player))[0]
    assert row["finished"] == 1
    assert row["move"]


def test_counts_that_differ_between_repeats_are_told() -> None:
    task = Task("p|h8|", "p", "search", "h8", {}, {})
    counts = iter([{"nodes": 1}, {"nodes": 2}])
    with pytest.raises(SettingsError, match=r"otherwise the second time \(nodes\)"):
        agreed(task, lambda: (next(counts), {"seconds": 1.0}), 2)  # type: ignore[arg-type]


def test_what_the_first_search_loads_is_not_timed(
    measured: Measured, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    limits: list[Limit] = []

    def slow_at_first(thinker: Thinker, board: Board, limit: Limit) -> Info:
        clock[0] += 1.0 if limits else 100.0
        limits.append(limit)
        return answer(thinker, board, limit)

    monkeypatch.setattr(search, "answer", slow_at_first)
    monkeypatch.setattr(search, "perf_counter", lambda: clock[0])
    row = measured(PART + "repeats = 2\n")[0]
    assert (row["seconds_low"], row["seconds"], row["seconds_high"]) == (1, 1, 1)
    assert limits == [Limit(nodes=search.WARMING), Limit(), Limit()]
