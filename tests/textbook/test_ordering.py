from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import SIMPLE_FOUR, WIN_IN_1, boards
from wuzi.rules import BLACK, parse_position, point_name
from wuzi.textbook.options import ORDERINGS, SearchOptions
from wuzi.textbook.ordering import best_static_move, count_neighbours, moves_in_order
from wuzi.textbook.point_value import point_value
from wuzi.textbook.position import Position
from wuzi.textbook.rank import point_values, rank


def ordered(board, ordering, cap=0, hint=None):
    options = SearchOptions(ordering=ordering, cap=cap, table=ordering == "hash+point")
    return moves_in_order(Position(board, options), hint)


@given(boards(), st.integers(0, 12))
@settings(max_examples=50, deadline=None)
def test_every_ordering_keeps_the_same_moves(board, cap):
    expected = sorted(ordered(board, "none", cap))
    for ordering in ORDERINGS:
        moves = ordered(board, ordering, cap)
        assert sorted(moves) == expected
    assert not cap or len(expected) <= cap


@given(boards())
@settings(max_examples=50, deadline=None)
def test_what_each_ordering_means(board):
    position = Position(board, SearchOptions())
    assert ordered(board, "none") == sorted(ordered(board, "none"))
    by_point = ordered(board, "point")
    ranks = [rank(position, move) for move in by_point]
    assert ranks == sorted(ranks, reverse=True)
    for (p, of_p), (q, of_q) in pairwise(zip(by_point, ranks, strict=True)):
        assert of_p > of_q or p < q  # ties in board order
    assert ordered(board, "worst") == by_point[::-1]
    assert ordered(board, "hash+point") == by_point
    counts = [count_neighbours(position, move) for move in ordered(board, "neighbours")]
    assert counts == sorted(counts, reverse=True)
    assert best_static_move(position) == by_point[0]


@given(boards(), st.integers(1, 12))
@settings(max_examples=50, deadline=None)
def test_a_cap_keeps_the_best_ranked(board, cap):
    assert ordered(board, "point", cap) == ordered(board, "point")[:cap]


@given(boards(), st.data())
@settings(max_examples=20, deadline=None)
def test_a_hint_comes_first_if_it_is_a_candidate(board, data):
    moves = ordered(board, "point")
    hint = data.draw(st.sampled_from(moves))
    assert ordered(board, "point", hint=hint) == [hint, *(m for m in moves if m != hint)]
    stone = next(board.stones(BLACK))
    assert ordered(board, "point", hint=stone) == moves


@given(boards(), st.sampled_from(["list", "sentinel"]))
@settings(max_examples=50, deadline=None)
def test_remembered_point_values_are_the_point_values(board, grid):
    position = Position(board, SearchOptions(grid=grid))
    for p in position.candidates():
        expected = tuple(
            point_value(position.grid, p, colour, position.scores) for colour in (1, 2)
        )
        assert point_values(position.grid, p, position.scores) == expected
        own, other = expected if position.turn == BLACK else expected[::-1]
        assert rank(position, p) == 10 * own + 8 * other


@pytest.mark.parametrize(
    ("moves", "best"),
    [(SIMPLE_FOUR, {"e7"}), (WIN_IN_1, {"g8", "l8"}), ("h8a1i8b1j8c1k8d1", {"g8", "l8"})],
)
def test_a_five_is_the_best_static_move_and_one_s_own_before_the_other_s(moves, best):
    move = best_static_move(Position(parse_position(moves), SearchOptions()))
    assert point_name(move) in best
