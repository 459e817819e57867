"""Forbidden points against the definition spelled out (tests/rules/oracle.py)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import oracle
from tests.rules.strategies import set_up_boards
from wuzi.rules import (
    BLACK,
    EMPTY,
    RENJU,
    WHITE,
    Board,
    Forbidden,
    IllegalMove,
    Reason,
    all_points,
    col_of,
    parse_moves,
    parse_position,
    point_name,
    row_of,
)


def as_stones(board):
    names = {BLACK: "B", WHITE: "W"}
    return {
        (col_of(p), row_of(p)): names[board[p]] for p in all_points(board.size) if board[p] != EMPTY
    }


def assert_agrees(board):
    stones = as_stones(board)
    found = board.forbidden_points()
    for p in board.stones(EMPTY):
        kinds = oracle.forbidden(board.size, stones, (col_of(p), row_of(p)))
        assert set(found.get(p, Forbidden.NONE).kinds) == kinds, point_name(p)


@settings(max_examples=40, deadline=None)
@given(set_up_boards(sizes=st.integers(7, 11), max_stones=18, rule=st.just(RENJU)))
def test_agrees_with_the_definition(board):
    assert_agrees(board)


def random_renju(seed, size=11):
    """Mostly black stones on a few lines: rich in fours, threes and their recursion."""
    rng = random.Random(seed)
    points = rng.sample(all_points(size), rng.randint(14, 34))
    cut = int(len(points) * rng.uniform(0.6, 0.95))
    return Board.from_stones(points[:cut], points[cut:], BLACK, size, RENJU)


@pytest.mark.parametrize("seed", range(25))
def test_agrees_on_dense_positions(seed):
    assert_agrees(random_renju(seed))


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_agrees_on_many_dense_positions():
    for seed in range(1000, 1600):
        assert_agrees(random_renju(seed, size=random.Random(seed).choice((9, 11, 13, 15))))


def test_the_board_is_as_it_was():
    board = random_renju(7)
    before = board.copy()
    board.forbidden_points()
    assert board == before


@pytest.mark.parametrize(
    ("position", "point", "kind"),
    [
        ("f8g8h6h7/", "h8", "double_three"),
        ("e8f8g8h5h6h7/", "h8", "double_four"),
        ("e8f8g8i8j8/", "h8", "overline"),
        ("e8f8g8h6h7/", "h8", ""),  # four and three
        ("d8e8f8g8h6h7i9j10/", "h8", ""),  # five comes first
        ("d8f8g8j8/", "h8", "double_four"),  # X_XXX_X: two fours in one line? d8 . f g h . j
        ("c8d8e8g8i8j8k8/", "g8", None),  # occupied
        ("f8g8i8/", "h8", ""),  # a straight four is one four
    ],
)
def test_kinds_by_example(position, point, kind):
    board = parse_position(position, rule=RENJU, turn=BLACK)
    assert board.forbidden_kind(board.point(point)).kind == (kind or "")


def test_a_three_whose_completion_also_makes_a_five_does_not_count():
    # Only reachable when black passes over his own five at g8; by the RIF's wording a three
    # must become a straight four without a five being made at the same time.
    board = parse_position("g4g5g6g7i8j8h6h7/", rule=RENJU, turn=BLACK)
    assert board.wins_at(board.point("g8"), BLACK)
    assert_agrees(board)


def test_refused_by_default_and_lost_by_option():
    board = parse_position("f8g8h6h7/a1a3a5a7", rule=RENJU, turn=BLACK)
    h8 = board.point("h8")
    assert h8 not in board.legal_points()
    with pytest.raises(IllegalMove, match="h8 is a double-three") as caught:
        board.push(h8)
    assert caught.value.fields["kind"] == "double_three"
    assert board.outcome is None
    board.forbidden_loses = True
    assert h8 in board.legal_points()
    board.push(h8)
    assert board.outcome.winner == WHITE
    assert board.outcome.reason is Reason.FORBIDDEN
    assert board.outcome.points == (h8,)
    board.pop()
    assert board[h8] == EMPTY


def test_white_has_no_forbidden_points_and_wins_by_six():
    board = parse_position("a1/e8f8g8i8j8", rule=RENJU, turn=WHITE)
    board.push(board.point("h8"))
    assert board.outcome.winner == WHITE
    assert len(board.outcome.points) == 6


def test_other_rules_forbid_nothing():
    board = parse_position("f8g8h6h7/", turn=BLACK)
    assert board.forbidden_points() == {}
    assert not board.forbidden_kind(board.point("h8"))


def test_a_chain_of_recursion():
    """A double-three that is none, for the completing points are forbidden themselves."""
    for seed in (3, 11, 19):
        assert_agrees(random_renju(seed, size=15))
    assert parse_moves("h8")
