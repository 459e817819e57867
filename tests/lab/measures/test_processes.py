"""processes: the work is the same however many do it."""

from __future__ import annotations

import pytest

from tests.lab.measures.conftest import Measured


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_workers_do_the_same_work(measured: Measured, kind: str) -> None:
    rows = measured(
        f"""
measure = "processes"
player = "textbook:alphabeta,depth=1,cap=5"
positions = ["h8i9"]
pieces = 3
kind = "{kind}"
repeats = 1
vary = {{ workers = [1, 2] }}
baseline = {{ workers = 1 }}
"""
    )
    assert rows[0]["nodes"] == rows[1]["nodes"] > 0
    assert rows[0]["nodes"] % 3 == 0
    assert rows[1]["seconds_gain"] == pytest.approx(rows[0]["seconds"] / rows[1]["seconds"])
    assert all(row["start_seconds"] > 0 for row in rows)
