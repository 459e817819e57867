"""The referee's properties: undo, symmetry, wins, draws."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import oracle
from tests.rules.strategies import played_boards, rules, set_up_boards
from wuzi.rules import (
    BLACK,
    CARO,
    CARO6,
    EMPTY,
    FREESTYLE,
    PASS,
    RENJU,
    RULES,
    STANDARD,
    SYMMETRIES,
    WALL,
    WHITE,
    Board,
    IllegalMove,
    ParseError,
    Reason,
    all_points,
    col_of,
    opponent,
    parse_position,
    parse_rule,
    point,
    row_of,
    transform,
    transform_board,
)


@given(played_boards())
def test_undo_is_identity(board):
    states = [board.copy()]
    while board.moves:
        board.pop()
        states.append(board.copy())
    assert board == Board(board.size, board.rule, forbidden_loses=board.forbidden_loses)
    for state, move in zip(reversed(states[:-1]), states[0].moves, strict=True):
        board.push(move)
        assert board == state


@given(set_up_boards(), st.lists(st.integers(0, 700), max_size=20))
def test_undo_to_a_set_up_is_identity(board, picks):
    before = board.copy()
    points = all_points(board.size)
    for pick in picks:
        if board.is_legal(points[pick % len(points)]):
            board.push(points[pick % len(points)])
    while board.moves:
        board.pop()
    assert board == before


@given(played_boards(max_moves=40), st.sampled_from(SYMMETRIES))
def test_rules_do_not_depend_on_how_the_board_is_turned(board, symmetry):
    turned = transform_board(board, symmetry)
    size = board.size

    def through(points):
        return {transform(p, symmetry, size) for p in points}

    assert (turned.outcome is None) == (board.outcome is None)
    if board.outcome:
        assert turned.outcome.winner == board.outcome.winner
        assert turned.outcome.reason == board.outcome.reason
        if board.outcome.reason is not Reason.FIVE:
            assert set(turned.outcome.points) == through(board.outcome.points)
    assert set(turned.legal_points()) == through(board.legal_points())
    kinds = board.forbidden_points()
    assert turned.forbidden_points() == {transform(p, symmetry, size): k for p, k in kinds.items()}
    for p in board.stones(EMPTY):
        for colour in (BLACK, WHITE):
            assert board.wins_at(p, colour) == turned.wins_at(transform(p, symmetry, size), colour)


@settings(deadline=None)
@given(set_up_boards(max_stones=45))
def test_wins_agree_with_the_definition(board):
    names = {BLACK: "B", WHITE: "W"}
    stones = {
        (col_of(p), row_of(p)): names[board[p]] for p in all_points(board.size) if board[p] != EMPTY
    }
    for p in board.stones(EMPTY):
        at = (col_of(p), row_of(p))
        for colour in (BLACK, WHITE):
            expected = oracle.won(board.rule.name, board.size, {**stones, at: names[colour]}, at)
            assert board.wins_at(p, colour) == expected


def edge_fives(size):
    """Every five that touches the edge of the board: 'the last lines' that loops forget."""
    for dcol, drow in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for col in range(size):
            for row in range(size):
                cells = [(col + k * dcol, row + k * drow) for k in range(5)]
                if all(0 <= c < size and 0 <= r < size for c, r in cells) and any(
                    c in (0, size - 1) or r in (0, size - 1) for c, r in cells
                ):
                    yield [point(c, r) for c, r in cells]


@pytest.mark.parametrize("size", [5, 15, 26])
@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_fives_along_every_edge_win_at_once_for_both_colours(size, rule):
    rng = random.Random(size)
    for five in edge_fives(size):
        for colour in (BLACK, WHITE):
            last = rng.choice(five)
            others = [p for p in five if p != last]
            black, white = (others, []) if colour == BLACK else ([], others)
            board = Board.from_stones(black, white, colour, size, rule)
            assert board.outcome is None
            board.push(last)
            assert board.outcome.winner == colour
            assert sorted(board.outcome.points) == sorted(five)


@given(played_boards(passes=False))
def test_no_win_is_declared_without_a_row_and_none_is_overlooked(board):
    while board.moves:
        outcome = board.outcome
        last = board.moves[-1]
        colour = opponent(board.turn)
        stones = {
            (col_of(p), row_of(p)): "BW"[board[p] - 1]
            for p in all_points(board.size)
            if board[p] != EMPTY
        }
        won = oracle.won(board.rule.name, board.size, stones, (col_of(last), row_of(last)))
        assert won == (outcome is not None and outcome.reason is Reason.FIVE)
        if won:
            assert outcome.winner == colour
            assert len(outcome.points) >= 5
            assert all(board[p] == colour for p in outcome.points)
        board.pop()


@pytest.mark.parametrize(
    ("rule", "row", "stops", "wins"),
    [
        (FREESTYLE, 5, "", True), (FREESTYLE, 6, "", True), (FREESTYLE, 9, "both", True),
        (STANDARD, 5, "both", True), (STANDARD, 6, "", False),
        (RENJU, 5, "both", True), (RENJU, 6, "", False),
        (CARO, 5, "", True), (CARO, 5, "one", True), (CARO, 5, "both", False), (CARO, 6, "", False),
        (CARO6, 5, "both", False), (CARO6, 6, "both", True), (CARO6, 7, "", True),
    ],
)  # fmt: skip
def test_rows_of_black_by_rule(rule, row, stops, wins):
    size = 15
    black = [point(3 + k, 7) for k in range(row)]
    last = black.pop(2)
    ends = {"": [], "one": [point(2, 7)], "both": [point(2, 7), point(3 + row, 7)]}[stops]
    board = Board.from_stones(black, ends, BLACK, size, rule)
    assert board.wins_at(last, BLACK) == wins


@pytest.mark.parametrize("rule", [CARO, CARO6], ids=str)
def test_the_edge_does_not_stop_a_five_in_caro(rule):
    board = Board.from_stones([point(k, 0) for k in range(4)], [point(5, 0)], BLACK, 15, rule)
    board.push(point(4, 0))
    assert board.outcome.winner == BLACK


def test_a_full_board_is_a_draw_and_two_passes_are():
    size = 5
    # Pairs of columns alternate so that no five arises anywhere.
    colours = [
        [(col + 2 * (row % 2) + row // 2) // 2 % 2 for col in range(size)] for row in range(size)
    ]
    black = [point(c, r) for r in range(size) for c in range(size) if colours[r][c] == 0]
    white = [point(c, r) for r in range(size) for c in range(size) if colours[r][c] == 1]
    last = black.pop()
    board = Board.from_stones(black, white, BLACK, size)
    assert board.outcome is None
    board.push(last)
    assert (board.outcome.winner, board.outcome.reason) == (EMPTY, Reason.FULL)
    assert board.outcome.is_draw
    with pytest.raises(IllegalMove, match="the game is over"):
        board.push(PASS)
    board = parse_position("h8 pass")
    assert board.outcome is None
    board.push(PASS)
    assert (board.outcome.winner, board.outcome.reason) == (EMPTY, Reason.PASSES)
    board.pop()
    assert board.outcome is None


def test_the_five_on_the_last_empty_point_wins_rather_than_draws():
    size = 5
    black = [point(c, 0) for c in range(5)]
    white = [p for p in all_points(size) if p not in black]
    rest = [p for k, p in enumerate(white) if k % 2]
    board = Board.from_stones([*black[:4], *rest], [p for p in white if p not in rest], BLACK, size)
    if board.outcome is None:
        board.push(black[4])
    assert board.outcome.reason is Reason.FIVE


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (point(15, 0), "p1 is off the board of 15 lines"),
        (point(7, 7), "h8 already holds a stone"),
        (-2, "-2 is off the board"),
        (10**9, "off the board"),
    ],
)
def test_refused_moves_leave_the_board_alone(move, text):
    board = parse_position("h8")
    before = board.copy()
    with pytest.raises(IllegalMove, match=text):
        board.push(move)
    assert board == before
    assert not board.is_legal(move)


def test_nothing_can_be_played_after_the_end_until_it_is_taken_back():
    board = parse_position("h8a1i8b1j8c1k8d1l8")
    assert board.outcome.winner == BLACK
    with pytest.raises(IllegalMove, match="the game is over"):
        board.push(point(4, 0))
    assert list(board.legal_points()) == []
    board.pop()
    assert board.outcome is None
    board.push(point(0, 14))
    assert board.outcome is None


def test_pop_on_an_empty_board_is_a_sentence():
    with pytest.raises(IllegalMove, match="no move to take back"):
        Board().pop()


def test_set_ups_may_hold_any_stones_and_choose_the_side_to_move():
    board = parse_position("/h8", turn=BLACK)
    assert board.turn == BLACK
    board = parse_position("h8i8j8/", turn=BLACK)
    assert board.turn == BLACK
    assert board.set_up_stones(BLACK) == [board.point(p) for p in ("h8", "i8", "j8")]


@pytest.mark.parametrize(
    ("black", "white", "text"),
    [
        ([point(0, 0)], [point(0, 0)], "two stones on a1"),
        ([point(20, 0)], [], "u1 of the set-up is off the board"),
        ([WALL], [], "off the board"),
    ],
)
def test_contradictory_set_ups_are_refused(black, white, text):
    with pytest.raises(ParseError, match=text):
        Board.from_stones(black, white)


def test_a_set_up_with_a_five_is_over():
    board = parse_position("d8e8f8g8h8/a1a2a3", turn=WHITE)
    assert board.outcome.winner == BLACK
    both = parse_position("d8e8f8g8h8/a1a2a3a4a5", turn=BLACK)
    assert both.outcome.winner == WHITE


@pytest.mark.parametrize("size", [-1, 0, 4, 27, 10**9])
def test_sizes_that_do_not_exist(size):
    with pytest.raises(ParseError, match="choose from 5 to 26"):
        Board(size)


def test_rules_that_do_not_exist():
    with pytest.raises(ParseError, match="choose from freestyle, standard, renju, caro, caro6"):
        parse_rule("chess")


@given(rules, st.integers(1, 12))
def test_what_a_rule_says_of_rows_is_plain(rule, length):
    for colour in (BLACK, WHITE):
        if length < 5:
            assert not rule.wins(colour, length, stopped=False)
        assert rule.wins(colour, 5, stopped=False)


def test_the_drawing_and_repr_are_for_people():
    board = parse_position("a1b2", size=5)
    assert str(board).splitlines()[-2] == " 1 X . . . ."
    assert repr(board) == "<Board 5x5 freestyle a1b2 black to move>"
