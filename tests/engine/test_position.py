"""The incremental position: equal to one from scratch, and unmade without a trace."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.positions import assert_same_as_from_scratch, playable, snapshot
from wuzi.engine.bench import shuffle_pairs
from wuzi.engine.kernels.position import make, refresh, unmake
from wuzi.engine.layout import LOG
from wuzi.engine.tables import make_state, tables_of
from wuzi.engine.threats import Threat
from wuzi.rules import BLACK, FREESTYLE, RULES, WHITE, Board, all_points, parse_position

walks = st.lists(st.integers(-3, 500), max_size=40)


@settings(max_examples=150, deadline=None)
@given(board=playable(), walk=walks)
def test_after_any_walk_it_is_as_from_scratch_and_back_again(board: Board, walk: list[int]) -> None:
    """Negative steps take a stone back; others choose an empty point, mostly near stones."""
    tables = tables_of(board.rule)
    state = make_state(board, tables)
    history = [snapshot(state)]
    boards = [board]
    for step in walk:
        if step < 0 and len(history) > 1:
            unmake(state, tables)
            history.pop()
            boards.pop()
            assert snapshot(state) == history[-1]
        elif boards[-1].empty_count:
            empty = list(boards[-1].stones(0))
            p = empty[step % min(len(empty), 60)]
            make(state, tables, p)
            boards.append(with_stone(boards[-1], p))
            history.append(snapshot(state))
            assert_same_as_from_scratch(state, boards[-1])
    while len(history) > 1:
        unmake(state, tables)
        history.pop()
        assert snapshot(state) == history[-1]


def with_stone(board: Board, p: int) -> Board:
    """The board with one more stone, even where the game is over: kernels do not referee."""
    stones = {BLACK: list(board.stones(BLACK)), WHITE: list(board.stones(WHITE))}
    stones[board.turn].append(p)
    return Board.from_stones(stones[1], stones[2], 3 - board.turn, board.size, board.rule)


@settings(max_examples=60, deadline=None)
@given(board=playable())
def test_refreshing_changes_nothing(board: Board) -> None:
    tables = tables_of(board.rule)
    state = make_state(board, tables)
    before = snapshot(state)
    refresh(state, tables)
    assert snapshot(state) == before


@settings(max_examples=150, deadline=None)
@given(board=playable())
def test_classes_of_points_agree_with_the_referee(board: Board) -> None:
    tables = tables_of(board.rule)
    state = make_state(board, tables)
    counts = np.zeros(32, dtype=np.int64)
    for p in board.stones(0):
        for half, colour in ((0, BLACK), (1, WHITE)):
            code = int(tables["code"][65536 * half + int(state["pack"][1024 * half + p])])
            threat = Threat(code & 15)
            counts[16 * half + threat] += 1
            assert (threat is Threat.FIVE) == board.wins_at(p, colour)
            if colour == BLACK:
                forbidden = bool(board.forbidden_kind(p))
                assert not forbidden or threat in (Threat.FORBIDDEN, Threat.SUSPECT)
                assert forbidden or threat is not Threat.FORBIDDEN
            else:
                assert threat < Threat.FORBIDDEN
    assert np.array_equal(counts, state["count"])


def test_a_full_board_of_the_largest_size_fits_the_record() -> None:
    """Every cell filled, in an order that changes as many windows as possible."""
    for rule in RULES.values():
        tables = tables_of(rule)
        state = make_state(Board(22, rule), tables)
        empty = snapshot(state)
        order = np.random.default_rng(5).permutation(all_points(22))
        for p in order:
            make(state, tables, int(p))
        assert int(state["empties"]) == 0
        assert int(state["log_start"][22 * 22]) < LOG
        assert not state["count"].any()
        for _ in order:
            unmake(state, tables)
        assert snapshot(state) == empty


def test_the_same_position_has_one_hash_however_it_arose() -> None:
    tables = tables_of(FREESTYLE)
    one = make_state(parse_position("h8i9g7a1"), tables)
    other = make_state(parse_position("g7a1h8i9"), tables)
    white_to_move = make_state(parse_position("h8g7/i9a1", turn=WHITE), tables)
    assert int(one["hash"]) == int(other["hash"]) != int(white_to_move["hash"])


def test_the_benchmark_of_pairs_leaves_the_position_as_it_was() -> None:
    board = parse_position("h8i9g7")
    tables = tables_of(board.rule)
    state = make_state(board, tables)
    before = snapshot(state)
    moves = np.array([board.point(name) for name in ("h9", "i8", "h8", "j7")], dtype=np.int64)
    assert shuffle_pairs(state, tables, moves, 5) == 15
    assert int(state["pairs"]) == 15
    assert snapshot(state) == before
