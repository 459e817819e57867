"""Faults that users reported of other programs; each test stands for the whole kind."""

import itertools
import random

import pytest

from wuzi.rules import (
    BLACK,
    EMPTY,
    FREESTYLE,
    RENJU,
    RULES,
    STANDARD,
    WHITE,
    Board,
    Game,
    IllegalMove,
    Reason,
    SetUp,
    all_points,
    parse_moves,
    parse_position,
    point,
    point_name,
)

EVERY_DEFENCE_FORBIDDEN = (
    "h8h9i8i9j9h10j10g11f12k7b1a1c1d1e1f1g1h1i1j1k1l1m1n1o1a2b2c2d2e2f2g2h2i2j2k2l2m2n2o2a3b3c3d3"
    "e3f3g3h3i3j3k3l3m3n3o3a4b4a5c4d4e4f4g4h4i4j4k4l4m4n4o4b5c5d5e5f5g5h5i5j5k5l5m5n5o5a6b6c6d6e7"
    "e6f6f7g6"
)


def stones(names):
    return [p for name in names for p in parse_moves(name)]


def test_an_occupied_point_is_never_legal_even_when_every_defence_is_forbidden():
    board = Board.from_moves(parse_moves(EVERY_DEFENCE_FORBIDDEN), 15, RENJU)
    assert board.turn == BLACK
    assert board.wins_at(board.point("j8"), WHITE)
    assert board.forbidden_kind(board.point("j8")).kind == "double_three"
    legal = set(board.legal_points())
    assert legal
    assert board.point("f7") not in legal
    assert all(board[p] == EMPTY for p in legal)


def test_black_is_not_allowed_a_double_three():
    board = Board.from_stones(stones(["f8", "g8", "h6", "h7"]), [], BLACK, 15, RENJU)
    with pytest.raises(IllegalMove, match="double-three"):
        board.push(board.point("h8"))


@pytest.mark.parametrize(
    ("rule", "verdict"), [("freestyle", "win"), ("standard", "none"), ("renju", "refused")]
)
def test_six_in_a_column_is_judged_by_the_rule_of_the_game(rule, verdict):
    moves = [
        (2, 10),
        (5, 10),
        (6, 11),
        (7, 9),
        (6, 10),
        (8, 8),
        (6, 8),
        (7, 7),
        (6, 7),
        (9, 10),
        (6, 12),
        (17, 5),
    ]
    board = Board.from_moves((point(x - 1, 20 - y) for x, y in moves), 20, RULES[rule])
    six = point(6 - 1, 20 - 9)
    if verdict == "refused":
        with pytest.raises(IllegalMove, match="overline"):
            board.push(six)
        return
    board.push(six)
    assert (board.outcome is not None) == (verdict == "win")
    if verdict == "win":
        assert len(board.outcome.points) == 6


def test_six_is_not_a_win_when_exactly_five_is_asked_for():
    board = Board.from_stones(stones(["c8", "d8", "e8", "g8", "h8"]), [], BLACK, 15, STANDARD)
    assert not board.wins_at(board.point("f8"), BLACK)


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_the_fifth_stone_wins_at_once_whichever_side_lays_it(colour):
    four = stones(["d8", "e8", "f8", "g8"])
    black, white = (four, []) if colour == BLACK else ([], four)
    board = Board.from_stones(black, white, colour)
    board.push(board.point("h8"))
    assert board.outcome.winner == colour


def test_the_game_ends_with_the_first_five_and_not_a_move_later():
    board = parse_position("h8a15i8b15j8c15k8d15l8")
    assert board.outcome.winner == BLACK
    with pytest.raises(IllegalMove):
        board.push(board.point("e15"))


def test_no_win_without_five_stones_in_one_line():
    rng = random.Random(17)
    for _ in range(50):
        board = Board(15, FREESTYLE)
        while board.outcome is None:
            board.push(rng.choice(list(board.legal_points())))
        if board.outcome.reason is Reason.FIVE:
            row = board.outcome.points
            steps = {b - a for a, b in itertools.pairwise(row)}
            assert len(row) >= 5
            assert len(steps) == 1


def test_after_an_undo_the_next_stone_has_the_colour_of_its_turn():
    board = parse_position("h8i9")
    board.pop()
    board.push(board.point("j10"))
    assert board[board.point("j10")] == WHITE


def test_undo_takes_one_move_back_and_not_the_game():
    board = parse_position("h8i9g7f6h6")
    board.pop()
    board.pop()
    assert [point_name(m) for m in board.moves] == ["h8", "i9", "g7"]


def test_undo_after_the_winning_move_opens_the_game_again():
    board = parse_position("h8a1i8b1j8c1k8d1l8")
    board.pop()
    assert board.outcome is None
    board.push(board.point("l8"))
    assert board.outcome.winner == BLACK


def test_stones_keep_their_colours_when_moves_after_a_set_up_are_taken_back():
    game = Game(13)
    game.root.notes.set_up = SetUp(
        black=tuple(stones(["f12", "f11", "g11"])), white=tuple(stones(["l12", "h12"])), turn=BLACK
    )
    end = game.extend(parse_moves("k12k13", 13))
    board = game.board(end)
    board.pop()
    assert board[board.point("k12")] == BLACK
    assert board.turn == WHITE
    assert game.board(end.parent)[board.point("k12")] == BLACK


def test_a_board_that_fills_without_a_five_ends_as_a_draw():
    # Rows xoxoxo... three times, then oxoxox... three times, and so on.
    size = 15
    black = [p for p in all_points(size) if ((p % 32) + (p // 32 - 6) // 3) % 2 == 0]
    white = [p for p in all_points(size) if p not in set(black)]
    board = Board(size)
    order = [p for pair in zip(black, white, strict=False) for p in pair]
    order += black[len(white) :] + white[len(black) :]
    for move in order:
        assert board.outcome is None
        board.push(move)
    assert board.outcome.is_draw
    assert board.outcome.reason is Reason.FULL


def test_positions_may_hold_only_white_stones_or_one_more_of_them():
    assert parse_position("/h8i8", turn=WHITE).turn == WHITE
    assert parse_position("h8/i8j8", turn=WHITE).turn == WHITE
    assert parse_position("h8 pass").turn == BLACK
