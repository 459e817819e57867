"""Positions for the engine's tests, and a record compared field by field."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.rules.strategies import rules, set_up_boards
from wuzi.engine.tables import make_state, tables_of
from wuzi.rules import Board, Rule, all_points

engine_sizes = st.integers(5, 22)

KEPT = ("cell", "near", "point", "points", "side", "ply", "empties", "hash", "value", "count")
"""Fields that mean the same after moves as from scratch."""


@st.composite
def playable(draw: st.DrawFn, rule: st.SearchStrategy[Rule] = rules, most: int = 40) -> Board:
    """A position that is not over, on a board that the engine plays on."""
    board: Board = draw(set_up_boards(sizes=engine_sizes, max_stones=most, rule=rule))
    while board.outcome is not None:  # take stones off until nobody has won
        stones = [p for p in all_points(board.size) if board[p]]
        gone = set(draw(st.lists(st.sampled_from(stones), min_size=1, max_size=8)))
        board = Board.from_stones(
            [p for p in board.stones(1) if p not in gone],
            [p for p in board.stones(2) if p not in gone],
            board.turn,
            board.size,
            board.rule,
        )
    return board


def snapshot(state: Any) -> dict[str, bytes]:
    """Everything in a record that means something, as bytes."""
    ply = int(state["ply"])
    log = int(state["log_start"][ply]) if ply else 0
    kept = {name: np.asarray(state[name]).tobytes() for name in state.dtype.names}
    kept.pop("pairs")
    for name, length in (
        ("move", ply),
        ("log_start", ply + 1),
        ("log_cell", log),
        ("log_pack", log),
        ("old_count", ply * 32),
        ("old_value", ply * 2),
    ):
        kept[name] = np.asarray(state[name][:length]).tobytes()
    return kept


def assert_same_as_from_scratch(state: Any, board: Board) -> None:
    """The record agrees with one made of ``board``, in all that does not tell its history."""
    fresh = make_state(board, tables_of(board.rule))
    for name in KEPT:
        if name != "ply":
            assert np.array_equal(state[name], fresh[name]), name
    points = np.array(all_points(board.size))
    for d in range(4):
        assert np.array_equal(state["key"][4 * points + d], fresh["key"][4 * points + d]), d
    empty = points[state["cell"][points] == 0]
    for half in (0, 1024):
        assert np.array_equal(state["pack"][half + empty], fresh["pack"][half + empty]), half
