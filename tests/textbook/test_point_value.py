import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.strategies import set_up_boards
from tests.textbook.boards import recoloured, scattered_boards, setup
from wuzi.rules import (
    BLACK,
    CARO,
    EMPTY,
    FREESTYLE,
    RENJU,
    RULES,
    STANDARD,
    SYMMETRIES,
    WHITE,
    Board,
    transform,
    transform_board,
)
from wuzi.textbook.evaluation import make_evaluation
from wuzi.textbook.grid import GRIDS, ListGrid, SentinelGrid, make_grid
from wuzi.textbook.point_value import point_value, shapes_at
from wuzi.textbook.scores import Shape, load_scores

TABLE = load_scores("course")
boards = st.one_of(set_up_boards(), scattered_boards(sizes=st.integers(5, 15)))


@settings(max_examples=50)
@given(boards)
def test_a_five_is_among_the_shapes_just_where_the_board_says_that_it_wins(board):
    grid = ListGrid(board)
    for p in board.stones(EMPTY):
        for colour in (BLACK, WHITE):
            assert (Shape.FIVE in shapes_at(grid, p, colour)) == board.wins_at(p, colour)


@settings(max_examples=50)
@given(boards)
def test_both_grids_give_the_same_and_are_left_alone(board):
    listed, ringed = ListGrid(board), SentinelGrid(board)
    for p in board.stones(EMPTY):
        for colour in (BLACK, WHITE):
            value = point_value(listed, p, colour, TABLE)
            assert value == point_value(ringed, p, colour, TABLE)
            assert listed.get(p) == ringed.get(p) == EMPTY
    assert listed.count == ringed.count == board.stone_count


@settings(max_examples=50)
@given(set_up_boards(), st.sampled_from(SYMMETRIES))
def test_the_eight_symmetries_change_no_value(board, symmetry):
    grid, twin = SentinelGrid(board), SentinelGrid(transform_board(board, symmetry))
    for p in board.stones(EMPTY):
        q = transform(p, symmetry, board.size)
        assert point_value(grid, p, BLACK, TABLE) == point_value(twin, q, BLACK, TABLE)


@settings(max_examples=50)
@given(set_up_boards(rule=st.sampled_from([rule for rule in RULES.values() if rule is not RENJU])))
def test_exchanging_the_colours_exchanges_the_values(board):
    grid, twin = SentinelGrid(board), SentinelGrid(recoloured(board))
    for p in board.stones(EMPTY):
        assert point_value(grid, p, BLACK, TABLE) == point_value(twin, p, WHITE, TABLE)


@pytest.mark.parametrize("kind", GRIDS)
@pytest.mark.parametrize(
    ("stones", "rule", "point", "shapes"),
    [
        ("h8i8j8k8/", FREESTYLE, "l8", "FIVE ONE ONE ONE"),
        ("h8i8k8l8/", STANDARD, "j8", "FIVE ONE ONE ONE"),
        ("h8i8j8l8m8/", FREESTYLE, "k8", "FIVE ONE ONE ONE"),
        ("h8i8j8l8m8/", STANDARD, "k8", "NOTHING ONE ONE ONE"),
        ("h8i8j8k8/g8m8", CARO, "l8", "NOTHING ONE ONE ONE"),
        ("h8i8j8/", FREESTYLE, "k8", "STRAIGHT_FOUR ONE ONE ONE"),
        ("h8i8j8/g8", FREESTYLE, "k8", "FOUR ONE ONE ONE"),
        ("h8i8j8/", FREESTYLE, "l8", "FOUR ONE ONE ONE"),  # XXX_X
        ("h8i8l8/", FREESTYLE, "k8", "FOUR ONE ONE ONE"),  # XX_XX
        ("h8i8/", FREESTYLE, "k8", "OPEN_THREE ONE ONE ONE"),  # XX_X
        ("h8i8/g8", FREESTYLE, "k8", "THREE ONE ONE ONE"),
        ("g8i8h7h9/", FREESTYLE, "h8", "OPEN_THREE OPEN_THREE ONE ONE"),
        ("g7i9g9i7/", FREESTYLE, "h8", "ONE ONE OPEN_THREE OPEN_THREE"),
        ("/", FREESTYLE, "a1", "ONE ONE ONE NOTHING"),
        ("h8/", FREESTYLE, "h9", "ONE OPEN_TWO ONE ONE"),
    ],
)
def test_known_points(kind, stones, rule, point, shapes):
    board = setup(stones, rule=rule)
    grid = make_grid(kind, board)
    found = shapes_at(grid, board.point(point), BLACK)
    assert " ".join(shape.name for shape in found) == shapes
    assert point_value(grid, board.point(point), BLACK, TABLE) == sum(
        TABLE.values[Shape[name]] for name in shapes.split()
    )


@settings(max_examples=50)
@given(scattered_boards(sizes=st.integers(5, 12)))
def test_a_lone_stone_is_worth_the_same_to_the_point_and_to_the_board(board):
    """Where a colour has no stone yet, a point and the evaluation `lines` speak of the same."""
    lone = Board.from_stones([], board.stones(WHITE), size=board.size, rule=board.rule)
    grid = SentinelGrid(lone)
    evaluation = make_evaluation("lines", grid, TABLE)
    for p in lone.stones(EMPTY):
        value = point_value(grid, p, BLACK, TABLE)
        grid.place(p, BLACK)
        evaluation.placed(p, BLACK)
        assert evaluation.total(BLACK) == value
        grid.remove(p)
        evaluation.removed(p, BLACK)
