"""Renju's forbidden points inside the search are those of the referee."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.positions import playable, snapshot
from wuzi.engine.kernels.forbidden import is_forbidden, line_at
from wuzi.engine.kernels.position import make
from wuzi.engine.tables import make_state, tables_of
from wuzi.rules import BLACK, RENJU, WHITE, Board, point_name

TRUTH = Path(__file__).parents[1] / "data" / "forbidden.jsonl"


def forbidden_points(board: Board) -> set[int]:
    tables = tables_of(RENJU)
    state = make_state(board, tables)
    before = snapshot(state)
    found = {p for p in board.stones(0) if is_forbidden(state, tables, p)}
    assert snapshot(state) == before
    return found


@settings(max_examples=400, deadline=None)
@given(board=playable(st.just(RENJU)))
def test_points_are_forbidden_as_the_referee_has_it(board: Board) -> None:
    assert forbidden_points(board) == set(board.forbidden_points())


def test_the_truth_set() -> None:
    cases = [json.loads(line) for line in TRUTH.read_text("utf-8").splitlines()]
    cases = [case for case in cases if case["query"] == "all_forbidden" and case["size"] <= 22]
    assert len(cases) > 100
    for case in cases:
        size = case["size"]
        stones = [
            [Board(size).point(name) for name in case[colour]] for colour in ("black", "white")
        ]
        board = Board.from_stones(*stones, BLACK, size, RENJU)
        names = {point_name(p) for p in forbidden_points(board)}
        assert names == set(case["expected"]), case


@settings(max_examples=60, deadline=None)
@given(board=playable(st.just(RENJU)), choices=st.lists(st.integers(0, 400), max_size=12))
def test_lines_read_from_the_cells_are_those_kept(board: Board, choices: list[int]) -> None:
    tables = tables_of(RENJU)
    state = make_state(board, tables)
    for choice in choices:
        empty = np.flatnonzero(state["cell"] == 0)
        make(state, tables, int(empty[choice % len(empty)]))
    for p in np.flatnonzero(state["cell"] == 0):
        for d in range(4):
            assert line_at(state, tables, p, d) == (int(state["pack"][p]) >> (4 * d)) & 15


def test_white_is_forbidden_nothing() -> None:
    board = Board.from_stones([], [], WHITE, 15, RENJU)
    assert forbidden_points(board) == set()
