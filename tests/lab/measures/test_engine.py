"""engine: it counts what the engine counts, and switches reach it."""

from __future__ import annotations

from tests.lab.measures.conftest import Measured
from wuzi.engine.engine import Engine
from wuzi.rules import parse_position, point_name
from wuzi.thinking import Limit

POSITION = "h8h9i8g8i10i9j9k10h7j7"
PART = f"""
measure = "engine"
positions = ["{POSITION}"]
memory = 4
"""


def test_counts_are_those_of_the_engine(measured: Measured) -> None:
    part = PART + "depth = 6\nrepeats = 2\nvary = { use_lmr = [1, 0] }\nbaseline = { use_lmr = 1 }"
    rows = measured(part)
    for row, lmr in zip(rows, (1, 0), strict=True):
        engine = Engine(memory=4 << 20, switches={"use_lmr": lmr})
        info = engine.play(parse_position(POSITION), Limit(depth=6))
        assert (row["nodes"], row["move"], row["value"]) == (
            info.nodes, point_name(info.move), info.score.value,
        )  # fmt: skip
        assert row["search_nodes"] + row["solver_nodes"] == row["nodes"]
        assert row["reached"] == 6
        assert row.repeatable
    assert rows[0]["nodes"] != rows[1]["nodes"]
    assert rows[1]["nodes_ratio"] == round(rows[1]["nodes"] / rows[0]["nodes"], 8)


def test_nodes_end_a_search_and_threads_make_it_a_matter_of_chance(measured: Measured) -> None:
    rows = measured(PART + "most_nodes = 3000\nvary = { threads = [1, 2] }")
    assert [row.repeatable for row in rows] == [True, False]
    assert all(0 < row["nodes"] <= 6000 for row in rows)


def test_switches_of_the_part_are_for_all_cells(measured: Measured) -> None:
    whole = measured(PART + "depth = 5\nswitches = { use_table = 0, use_lmr = 0 }")[0]
    engine = Engine(memory=4 << 20, switches={"use_table": 0, "use_lmr": 0})
    assert whole["nodes"] == engine.play(parse_position(POSITION), Limit(depth=5)).nodes
