from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import FORBIDDEN_DEFENCE, boards, no_move_board
from wuzi.rules import (
    BLACK,
    EMPTY,
    PASS,
    RENJU,
    WHITE,
    Board,
    centre,
    col_of,
    parse_position,
    point_name,
    row_of,
)
from wuzi.textbook.candidates import candidates, near_stones, radius_for
from wuzi.textbook.grid import make_grid
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.position import Position


def distance(p, q):
    return max(abs(col_of(p) - col_of(q)), abs(row_of(p) - row_of(q)))


@given(boards(), st.integers(1, 3))
@settings(deadline=None)
def test_the_empty_points_within_the_radius_in_board_order(board, radius):
    stones = [*board.stones(BLACK), *board.stones(WHITE)]
    expected = [
        p for p in board.stones(EMPTY) if min(distance(p, stone) for stone in stones) <= radius
    ]
    assert near_stones(stones, board.size, radius) == expected


@given(boards(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_do_not_depend_on_the_order_of_the_stones(board, random):
    stones = [*board.stones(BLACK), *board.stones(WHITE)]
    shuffled = stones[:]
    random.shuffle(shuffled)
    grid = make_grid("list", board)
    assert candidates(grid, stones, board.turn, 2) == candidates(grid, shuffled, board.turn, 2)


@given(boards())
@settings(max_examples=50, deadline=None)
def test_every_candidate_is_legal(board):
    found = Position(board, SearchOptions()).candidates()
    assert found
    assert all(board.is_legal(move) for move in found)


@given(boards())
@settings(max_examples=50, deadline=None)
def test_all_are_all_empty_points(board):
    found = Position(board, SearchOptions(radius="all")).candidates()
    assert found == (list(board.legal_points()) if board.stone_count else [centre(board.size)])


def test_the_first_stone_goes_to_the_centre():
    for size in (5, 8, 15, 26):
        assert Position(Board(size), SearchOptions()).candidates() == [centre(size)]


def test_radius_by_stones():
    assert [radius_for("1", False, n) for n in (0, 30)] == [1, 1]
    assert [radius_for("2", True, n) for n in (4, 5)] == [3, 2]
    assert [radius_for("3", False, n) for n in (1, 100)] == [3, 3]
    assert [radius_for("adaptive", False, n) for n in (4, 15, 16, 100)] == [2, 2, 1, 1]
    wide = Position(parse_position("h8"), SearchOptions(radius="1", widen=True)).candidates()
    narrow = Position(parse_position("h8"), SearchOptions(radius="1")).candidates()
    widest = Position(parse_position("h8"), SearchOptions(radius="3")).candidates()
    assert (len(widest), len(wide), len(narrow)) == (48, 24, 8)


def test_where_no_near_point_is_legal_any_legal_one_will_do():
    board = parse_position("a1b1c1e1f1/a2b2c2", 15, RENJU, turn=BLACK)
    stones = [*board.stones(BLACK), *board.stones(WHITE)]
    found = candidates(make_grid("list", board), stones, BLACK, radius=0)
    assert found == list(board.legal_points())
    assert board.point("d1") not in found  # an overline


def test_black_without_a_move_passes_and_white_does_not():
    board = no_move_board()
    assert board.outcome is None
    assert not list(board.legal_points())
    position = Position(board, SearchOptions())
    assert position.candidates() == [PASS]
    position.play(PASS)
    assert [point_name(p) for p in position.candidates()] == ["d1"]


def test_forbidden_points_are_no_candidates():
    board = parse_position(FORBIDDEN_DEFENCE, 15, RENJU)
    found = Position(board, SearchOptions()).candidates()
    assert board.point("j8") not in found
    position = Position(board, SearchOptions())
    position.play(found[0])
    assert board.point("j8") in position.candidates()  # white may play there
