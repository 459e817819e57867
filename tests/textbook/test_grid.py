import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.strategies import played_boards, set_up_boards
from tests.textbook.boards import scattered_boards, setup
from wuzi.rules import (
    BLACK,
    DIRECTIONS,
    EMPTY,
    RENJU,
    WALL,
    WHITE,
    Board,
    all_points,
    on_board,
)
from wuzi.textbook.grid import GRIDS, ListGrid, SentinelGrid, make_grid


def contents(grid):
    return [grid.get(p) for p in all_points(grid.size)]


@pytest.mark.parametrize("kind", GRIDS)
@settings(max_examples=50)
@given(board=scattered_boards())
def test_a_grid_is_the_board(kind, board):
    grid = make_grid(kind, board)
    assert (grid.size, grid.rule, grid.count) == (board.size, board.rule, board.stone_count)
    assert contents(grid) == [board[p] for p in all_points(board.size)]
    assert list(grid.empty_points()) == list(board.stones(EMPTY))
    for colour in (BLACK, WHITE):
        assert list(grid.stones(colour)) == list(board.stones(colour))


@pytest.mark.parametrize("kind", GRIDS)
@settings(max_examples=50)
@given(board=st.one_of(played_boards(), set_up_boards(), scattered_boards()))
def test_wins_are_the_boards(kind, board):
    grid = make_grid(kind, board)
    for p in all_points(board.size):
        for colour in (BLACK, WHITE) if board[p] == EMPTY else (board[p],):
            assert grid.wins_at(p, colour) == board.wins_at(p, colour)


@pytest.mark.parametrize("kind", GRIDS)
@settings(max_examples=50)
@given(board=st.one_of(played_boards(), set_up_boards(max_stones=25)))
def test_forbidden_points_are_the_boards(kind, board):
    grid = make_grid(kind, board)
    for p in board.stones(EMPTY):
        assert grid.forbidden(p) == bool(board.forbidden_kind(p))


@pytest.mark.parametrize("kind", GRIDS)
@settings(max_examples=50)
@given(board=set_up_boards(rule=st.just(RENJU)), data=st.data())
def test_forbidden_points_follow_the_stones(kind, board, data):
    """After any placing and removing a renju grid forbids what a new one does."""
    grid = make_grid(kind, Board(board.size, RENJU))
    other = data.draw(st.sampled_from(all_points(board.size)))
    grid.place(other, WHITE)
    grid.remove(other)
    for colour in (BLACK, WHITE):
        for p in board.stones(colour):
            grid.place(p, colour)
    assert [grid.forbidden(p) for p in grid.empty_points()] == [
        bool(board.forbidden_kind(p)) for p in board.stones(EMPTY)
    ]


@pytest.mark.parametrize("kind", GRIDS)
def test_a_removed_stone_no_longer_hinders_a_double_three(kind):
    board = setup("g8i8h7h9/", rule=RENJU)
    grid = make_grid(kind, board)
    h8, stop = board.point("h8"), board.point("h10")
    assert grid.forbidden(h8)
    grid.place(stop, WHITE)
    assert not grid.forbidden(h8)
    grid.remove(stop)
    assert grid.forbidden(h8)


@pytest.mark.parametrize("kind", GRIDS)
@settings(max_examples=50)
@given(
    board=scattered_boards(),
    choices=st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from([BLACK, WHITE]))),
)
def test_removing_undoes_placing(kind, board, choices):
    grid = make_grid(kind, board)
    before, count = contents(grid), grid.count
    placed = []
    for choice, colour in choices:
        empty = list(grid.empty_points())
        if not empty:
            break
        p = empty[choice % len(empty)]
        grid.place(p, colour)
        placed.append(p)
        assert grid.get(p) == colour
        assert grid.count == count + len(placed)
    for p in reversed(placed):
        grid.remove(p)
    assert contents(grid) == before
    assert grid.count == count


@given(board=scattered_boards())
def test_windows_are_the_nine_cells_around(board):
    listed, ringed = ListGrid(board), SentinelGrid(board)
    for p in all_points(board.size):
        for step in DIRECTIONS:
            cells = [p + i * step for i in range(-4, 5)]
            expected = bytes(board[q] if on_board(q, board.size) else WALL for q in cells)
            assert listed.window(p, step) == ringed.window(p, step) == expected


def test_a_grid_leaves_its_board_alone():
    board = Board(9, RENJU)
    for kind in GRIDS:
        make_grid(kind, board).place(board.point("e5"), BLACK)
    assert board == Board(9, RENJU)
