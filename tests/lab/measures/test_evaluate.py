"""evaluate: every way, grid and work is timed; bytes are those of the objects."""

from __future__ import annotations

import pytest

from tests.lab.measures.conftest import Measured

PART = """
measure = "evaluate"
positions = ["h8i9g7i7h9h7"]
repeats = 2
"""


def test_every_way_is_timed_and_compared(measured: Measured) -> None:
    ways = ["runs", "bitboard", "incremental", "lines", "engine"]
    rows = measured(PART + f'vary = {{ way = {ways} }}\nbaseline = {{ way = "runs" }}')
    assert [row["way"] for row in rows] == ways
    for row in rows:
        assert row["microseconds"] == pytest.approx(1e6 * row["seconds"])
        assert row["seconds_gain"] == pytest.approx(rows[0]["seconds"] / row["seconds"])
    assert not any(row.repeatable or row.values for row in rows)


@pytest.mark.parametrize("work", ["totals", "leaf", "again", "wins", "points"])
def test_every_work_is_done_on_either_grid(measured: Measured, work: str) -> None:
    rows = measured(PART + f'work = "{work}"\nvary = {{ grid = ["list", "sentinel"] }}')
    assert all(row["seconds"] > 0 for row in rows)
    assert all(0 < row["grid_bytes"] <= row["bytes"] for row in rows)


def test_a_list_board_takes_more_on_more_lines(measured: Measured) -> None:
    part = PART.replace('["h8i9g7i7h9h7"]', '["h8", { position = "h8i9", size = 26 }]')
    small, large = measured(part + 'grid = "list"')
    assert large["grid_bytes"] > 1.5 * small["grid_bytes"]
