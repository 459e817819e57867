import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.strategies import set_up_boards
from tests.textbook.boards import recoloured, scattered_boards, setup, strip
from wuzi.rules import (
    BLACK,
    CARO,
    CARO6,
    EMPTY,
    FREESTYLE,
    RENJU,
    RULES,
    STANDARD,
    SYMMETRIES,
    WHITE,
    Board,
    all_points,
    transform_board,
)
from wuzi.textbook.evaluation import (
    WAYS,
    CachedEvaluation,
    default_scores,
    leaf_value,
    make_evaluation,
)
from wuzi.textbook.evaluation.lines import line_shares, shape_table, window_code
from wuzi.textbook.evaluation.runs import lines_of
from wuzi.textbook.grid import GRIDS, ListGrid, make_grid
from wuzi.textbook.scores import ScoreTable, Shape, load_scores

SAME = ("runs", "bitboard", "incremental")

# Each shape's digits stay apart, so that a total tells how many there are of each.
APART = ScoreTable(10**14, 10**12, 10**10, 10**8, 10**6, 10**4, 10**2, 1, name="apart")

boards = st.one_of(set_up_boards(), scattered_boards())
tables = st.lists(st.integers(0, 10**6), min_size=8, max_size=8).map(
    lambda values: ScoreTable(*sorted(values, reverse=True))
)


def totals(way, grid, scores=APART):
    evaluation = make_evaluation(way, grid, scores)
    return evaluation.total(BLACK), evaluation.total(WHITE)


# Properties


@given(boards, tables)
def test_three_ways_agree_to_the_last_digit(board, scores):
    grid = ListGrid(board)
    runs = totals("runs", grid, scores)
    assert totals("bitboard", grid, scores) == runs
    assert totals("incremental", grid, scores) == runs


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("size", range(5, 27))
def test_three_ways_agree_on_every_size_and_rule(size, rule):
    """Long rows on every line of the board, of either colour, broken here and there."""
    points = all_points(size)
    for period in (6, 7, 11, 13):
        black = [p for i, p in enumerate(points) if i % period]
        white = [p for i, p in enumerate(points) if i % period == 0 and i % 5]
        board = Board.from_stones(black, white, size=size, rule=rule)
        for position in (board, recoloured(board)):
            grid = ListGrid(position)
            assert totals("runs", grid) == totals("bitboard", grid)
            assert totals("runs", grid) == totals("incremental", grid)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", GRIDS)
@settings(max_examples=50)
@given(
    board=scattered_boards(sizes=st.integers(5, 15)),
    choices=st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from([BLACK, WHITE]))),
)
def test_told_of_each_stone_or_from_scratch_is_the_same(kind, way, board, choices):
    grid = make_grid(kind, board)
    evaluation = make_evaluation(way, grid, APART)
    points = all_points(board.size)
    for choice, colour in choices:
        p = points[choice % len(points)]
        there = grid.get(p)
        if there == EMPTY:
            grid.place(p, colour)
            evaluation.placed(p, colour)
        else:
            grid.remove(p)
            evaluation.removed(p, there)
        if choice % 3 == 0:  # not always, so that changes also pile up
            assert (evaluation.total(BLACK), evaluation.total(WHITE)) == totals(way, grid)
    assert (evaluation.total(BLACK), evaluation.total(WHITE)) == totals(way, grid)


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=50)
@given(board=boards)
def test_the_eight_symmetries_change_nothing(way, board):
    first = totals(way, ListGrid(board))
    for symmetry in SYMMETRIES[1:]:
        assert totals(way, ListGrid(transform_board(board, symmetry))) == first


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=50)
@given(board=st.one_of(scattered_boards(rule=st.sampled_from([FREESTYLE, STANDARD, CARO, CARO6]))))
def test_exchanging_the_colours_exchanges_the_totals(way, board):
    black, white = totals(way, ListGrid(board))
    assert totals(way, ListGrid(recoloured(board))) == (white, black)


@pytest.mark.parametrize("way", SAME)
@settings(max_examples=50)
@given(board=boards)
def test_a_five_counts_just_when_the_board_says_that_it_wins(way, board):
    black, white = totals(way, ListGrid(board))
    for colour, total in ((BLACK, black), (WHITE, white)):
        wins = any(board.wins_at(p, colour) for p in board.stones(colour))
        assert (total >= APART.five) == wins


@given(board=boards)
def test_lines_sees_every_winning_row(board):
    for colour, total in zip((BLACK, WHITE), totals("lines", ListGrid(board)), strict=True):
        if any(board.wins_at(p, colour) for p in board.stones(colour)):
            assert total >= APART.five


@given(board=scattered_boards(densities=st.floats(0, 0.4)))
def test_lines_adds_up_what_it_says_of_single_lines(board):
    grid = ListGrid(board)
    for colour, total in zip((BLACK, WHITE), totals("lines", grid), strict=True):
        shares = sum(
            line_shares(bytes(map(grid.get, line)), colour, board.rule, APART)
            for line in lines_of(board.size)
        )
        assert total == shares // 60


# Runs: cases


RUNS = [
    ("_XXXXX_", FREESTYLE, "five"),
    ("OXXXXXO", FREESTYLE, "five"),
    ("OXXXXXO", CARO, ""),
    ("OXXXXXO", CARO6, ""),
    ("OXXXXX_", CARO, "five"),
    ("XXXXXO__", CARO, "five"),  # the edge does not stop
    ("_XXXXXX_", FREESTYLE, "five"),
    ("_XXXXXX_", STANDARD, ""),
    ("_XXXXXX_", RENJU, ""),
    ("OXXXXXXO", CARO6, "five"),
    ("OXXXXXXO", CARO, ""),
    ("_XXXX_", FREESTYLE, "straight_four"),
    ("OXXXX_", FREESTYLE, "four"),
    ("XXXX_O", FREESTYLE, "four"),
    ("OXXXXO", FREESTYLE, ""),
    ("XXXXO", FREESTYLE, ""),
    ("OXXXX_O", FREESTYLE, "four"),
    ("OXXXX_O", CARO, ""),  # can become a stopped five only
    ("OXXXX_O", CARO6, ""),
    ("XXXX_O", CARO, "four"),
    ("_XXX_", FREESTYLE, "open_three"),
    ("O_XXX_O", FREESTYLE, "open_three"),
    ("O_XXX_O", CARO, ""),
    ("OXXX__", FREESTYLE, "three"),
    ("OXXX_O", FREESTYLE, ""),  # room for four
    ("_XX__", FREESTYLE, "open_two"),
    ("XX___", FREESTYLE, "two"),
    ("O_XX_O", FREESTYLE, ""),
    ("__X__", FREESTYLE, "one"),
    ("X____", FREESTYLE, "one"),
    ("O__X_O", FREESTYLE, ""),
    ("XX_XX", FREESTYLE, "two two"),
    ("X_XXX", FREESTYLE, "one three"),
    ("OXX_XO___XX_", FREESTYLE, "open_two"),
]


@pytest.mark.parametrize("way", SAME)
@pytest.mark.parametrize(("text", "rule", "shapes"), RUNS)
def test_known_runs(way, text, rule, shapes):
    """The row of the text; the stones' other lines are blocked by white's second row."""
    evaluation = row_evaluation(way, text, rule)
    expected = sum(getattr(APART, shape) for shape in shapes.split())
    assert evaluation.total(BLACK) == expected


def row_evaluation(way, text, rule):
    """An evaluation of a lone row: on a board as wide, too short for any other five.

    The board has to be square, so white stones fill the two rows next to the row and only
    the row itself has room for black.
    """
    size = max(len(text), 5)
    text = text.ljust(size, "O" if len(text) < 5 else "_")
    board = strip(text + "O" * size, size, rule)
    return make_evaluation(way, ListGrid(board), APART)


@pytest.mark.parametrize("way", SAME)
def test_every_direction_counts_once(way):
    board = setup("h8i8j8h9i10j11/", rule=FREESTYLE)
    black, white = totals(way, ListGrid(board))
    assert white == 0
    # One open three (h8 i8 j8) and open twos h8-h9, i8-h9, h9-i10-j11 being a three.
    three = APART.open_three
    assert black // three == 2
    assert black % three // APART.open_two == 2


# Lines: cases


LINES = [
    ("_XX_XX_", "four"),
    ("OXX_XXO", "four"),
    ("_X_XXX_", "four"),
    ("OX_XXXO", "four"),
    ("X_XXX_X", "between"),  # two fours at once
    ("_XXXX_", "straight_four"),
    ("OXXXX_", "four"),
    ("__XX_X__", "open_three"),
    ("OXX_X__", "three"),
    ("__X_XX_O", "open_three"),
    ("O_XXX__", "open_three"),
    ("O_XXX_O", "three"),  # no straight four any more
    ("_X_X_X_", "three"),
    ("__XXX__", "open_three"),
    ("__X__X__", "open_two"),
    ("__X_X__", "open_two"),
    ("OX_X___", "two"),
    ("X___X", "two"),
    ("____X____", "one"),
    ("OX_XXO___", ""),
    ("OXXXXO___", ""),
    ("_XXXXX_", "five"),
]


@pytest.mark.parametrize(("text", "shape"), LINES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_lines_recognises_broken_shapes(text, shape, mirrored):
    evaluation = row_evaluation("lines", text[::-1] if mirrored else text, FREESTYLE)
    total = evaluation.total(BLACK)
    if shape == "between":
        assert APART.four < total < APART.straight_four
        assert total == (3 * APART.straight_four + 2 * APART.four) // 4
    else:
        assert total == (getattr(APART, shape) if shape else 0)


def test_runs_is_blind_to_broken_shapes():
    for text in ("_XX_XX_", "_X_XXX_"):
        assert row_evaluation("runs", text, FREESTYLE).total(BLACK) < APART.open_three + APART.four


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (FREESTYLE, "_XXXXXX_", 6 * APART.five // 5),
        (STANDARD, "_XXXXXX_", 0),
        (CARO, "OXXXXXO_", 0),
        (CARO, "XXXXXO__", APART.five),
        # Filling the gap makes six: the outermost stones do not see it, the others do.
        (STANDARD, "OXXX_XXO", 2 * APART.four // 4),
        (FREESTYLE, "OXXX_XXO", 5 * APART.four // 4),
    ],
)
def test_lines_minds_the_rule(rule, text, expected):
    assert row_evaluation("lines", text, rule).total(BLACK) == expected


def test_window_codes_are_numbers_in_base_3():
    assert window_code(bytes([0] * 8 + [1]), BLACK) == 1
    assert window_code(bytes([1] + [0] * 8), WHITE) == 2 * 3**8
    assert window_code(bytes([3] * 9), BLACK) == 3**9 - 1


@pytest.mark.parametrize("overline_wins", [False, True])
def test_the_table_agrees_with_every_window_read_backwards(overline_wins):
    table = shape_table(overline_wins)
    assert len(table) == 3**9
    for code, shape in enumerate(table):
        backwards = sum(code // 3**i % 3 * 3 ** (8 - i) for i in range(9))
        assert table[backwards] == shape


def test_an_own_stone_more_never_harms_and_an_opponents_never_helps():
    """Where six win; elsewhere one may make an overline and the other prevent it."""
    table = shape_table(True)
    for code, shape in enumerate(table):
        for i in range(9):
            if i != 4 and code // 3**i % 3 == 0:
                assert table[code + 2 * 3**i] <= shape <= table[code + 3**i]


def test_shapes_by_the_count_of_windows():
    """Every kind of shape occurs, and only windows with an own middle have one."""
    table = shape_table(True)
    assert set(table) == set(Shape)
    assert all(code // 81 % 3 == 1 for code, shape in enumerate(table) if shape)


# Leaves and the cache


class Fixed:
    def placed(self, p, colour): ...

    def removed(self, p, colour): ...

    def total(self, colour):
        return {BLACK: 1005, WHITE: 300}[colour]


def test_leaf_values():
    assert leaf_value(Fixed(), BLACK, 1.0) == 705
    assert leaf_value(Fixed(), WHITE, 1.0) == -705
    assert leaf_value(Fixed(), BLACK, 1.2) == 645
    assert leaf_value(Fixed(), WHITE, 1.1) == 300 - 1106  # 1105.5 rounds to even


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=50)
@given(
    board=scattered_boards(sizes=st.just(7), densities=st.floats(0, 0.5)),
    choices=st.lists(st.integers(0, 48), max_size=40),
    capacity=st.integers(1, 8),
)
def test_the_cache_changes_no_total(way, board, choices, capacity):
    grid = ListGrid(board)
    cached = CachedEvaluation(make_evaluation(way, grid, APART), grid, capacity)
    for choice in choices:
        p = all_points(7)[choice]
        there = grid.get(p)
        if there == EMPTY:
            colour = BLACK if choice % 2 else WHITE
            grid.place(p, colour)
            cached.placed(p, colour)
        else:
            grid.remove(p)
            cached.removed(p, there)
        assert (cached.total(BLACK), cached.total(WHITE)) == totals(way, grid)
    assert cached.lookups == len(choices)
    assert cached.hits < cached.lookups or not choices


def test_the_cache_counts_hits_and_forgets_the_oldest():
    grid = ListGrid(Board(9))
    cached = CachedEvaluation(make_evaluation("runs", grid, APART), grid, capacity=2)

    def visit(p):
        grid.place(p, BLACK)
        cached.placed(p, BLACK)
        cached.total(BLACK)
        grid.remove(p)
        cached.removed(p, BLACK)
        return cached.lookups, cached.hits

    first, second, third = all_points(9)[:3]
    assert visit(first) == (1, 0)
    assert visit(second) == (2, 0)
    assert visit(first) == (3, 1)
    assert visit(third) == (4, 1)  # the second goes, having waited longest
    assert visit(first) == (5, 2)
    assert visit(second) == (6, 2)


def test_default_tables():
    assert default_scores("lines") == load_scores("lines")
    assert default_scores("runs") == load_scores("default")
