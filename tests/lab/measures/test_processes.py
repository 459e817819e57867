"""processes: the work is the same however many do it."""

from __future__ import annotations

import pytest

from tests.lab.measures.conftest import Measured
from wuzi.lab.measures import processes
from wuzi.lab.measures.search import WARMING
from wuzi.rules import Board
from wuzi.thinking import Info, Limit, Thinker, answer


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


def test_workers_have_searched_before_they_are_timed(
    measured: Measured, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[Limit] = []

    def noted(thinker: Thinker, board: Board, limit: Limit) -> Info:
        limits.append(limit)
        return answer(thinker, board, limit)

    monkeypatch.setattr(processes, "answer", noted)
    measured(
        """
measure = "processes"
player = "textbook:alphabeta,depth=1,cap=5"
positions = ["h8i9"]
pieces = 3
kind = "threads"
workers = 2
repeats = 1
"""
    )
    assert limits == [Limit(nodes=WARMING)] * 2 + [Limit()] * 3
