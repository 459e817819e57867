from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.strategies import played_boards
from tests.textbook.boards import scattered_boards, setup
from wuzi.rules import (
    BLACK,
    EMPTY,
    PASS,
    RENJU,
    RULES,
    WHITE,
    Board,
    Score,
    parse_moves,
    point_name,
)
from wuzi.textbook.greedy import GreedyThinker
from wuzi.textbook.grid import SentinelGrid
from wuzi.textbook.point_value import shapes_at
from wuzi.textbook.scores import ScoreTable, Shape, load_scores
from wuzi.thinking import Limit, answer


def choice(board, **options):
    return answer(GreedyThinker(**options), board, Limit()).move


@settings(deadline=None)
@given(st.one_of(played_boards(), scattered_boards(sizes=st.integers(5, 12))))
def test_one_legal_move_the_best_if_it_wins_always_the_same(board):
    if board.outcome is not None:
        return
    before = board.copy()
    infos = list(GreedyThinker().think(board, Limit(), Event()))
    assert board == before
    assert len(infos) == 1
    move = infos[0].move
    assert board.is_legal(move)
    if move != PASS:
        assert not board.forbidden_kind(move) or board.turn == WHITE
    allowed = [p for p in board.stones(EMPTY) if board.turn == WHITE or not board.forbidden_kind(p)]
    assert (move == PASS) == (not allowed)
    if any(board.wins_at(p, board.turn) for p in allowed):
        assert board.wins_at(move, board.turn)
        assert infos[0].score.win_in == 1
    assert choice(board) == move


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_games_with_itself_end(rule):
    board = Board(11, rule)
    while board.outcome is None:
        board.push(choice(board))
    assert board.outcome is not None
    assert board.stone_count > 8


@pytest.mark.parametrize(("size", "name"), [(15, "h8"), (19, "j10"), (5, "c3"), (6, "d3")])
def test_the_first_move_is_the_centre(size, name):
    assert point_name(choice(Board(size))) == name


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ("h8a1i8b1j8c1k8o1", {"g8", "l8"}),  # wins
        ("h8a1i8b1j8a2k8b2l9", {"g8", "l8"}),  # stops a five that way or loses
        ("h8a1i8b1j8", {"g8", "k8"}),  # stops a straight four
        ("h8a1i8b1k8", {"j8"}),  # stops the broken one in its gap
        ("h8o1i8o2j8o3b8o4", {"o5"}),  # stops a four, not to be beaten by an open three
    ],
)
def test_known_answers(moves, best):
    board = Board.from_moves(parse_moves(moves))
    assert point_name(choice(board)) in best


def test_winning_comes_before_everything():
    """Wherever white could win as well, and whatever else a point would bring."""
    board = setup("h8i8j8k8a1a3/b2c2d2e2b4b6h9h10h11h12", turn=BLACK)
    info = answer(GreedyThinker(), board, Limit())
    assert point_name(info.move) in {"g8", "l8"}
    assert info.score == Score(load_scores("lines").five, win_in=1)


def test_ties_go_to_the_centre_then_to_board_order():
    board = setup("/h8", turn=BLACK)
    # All eight neighbours of h8 are worth the same or less on the diagonals.
    assert point_name(choice(board)) == "h7"


def test_candidates_lie_within_two_points_of_a_stone():
    # c8-d8, c8-e8 and c8-f8 are open twos alike; e8 is the nearest to the centre in reach.
    assert point_name(choice(setup("/c8", turn=BLACK))) == "e8"


def test_black_never_plays_a_forbidden_point_even_if_he_may():
    board = setup("g8i8h7h9/a1a15o1o15", turn=BLACK, rule=RENJU, forbidden_loses=True)
    assert board.forbidden_kind(board.point("h8"))
    assert choice(board) != board.point("h8")
    free = setup("g8i8h7h9/a1a15o1o15", turn=BLACK)
    assert point_name(choice(free)) == "h8"


def test_white_leaves_to_black_what_black_may_not_play():
    stones = "g8i8h7h9/a1a15o1o15"
    assert point_name(choice(setup(stones, turn=WHITE))) == "h8"
    assert point_name(choice(setup(stones, turn=WHITE, rule=RENJU))) != "h8"


def test_without_a_legal_point_it_passes():
    # The only empty points of a full renju board: each of them would make six in a row.
    rows = ["XXX_XXX", "OOXXOOX", "XXOOXXO", "OOXXOOX", "XXOOXXO", "OOXXOOX", "XXOOXXO"]
    board = Board.from_stones(
        [p for p, mark in marks(rows) if mark == "X"],
        [p for p, mark in marks(rows) if mark == "O"],
        turn=BLACK,
        size=7,
        rule=RENJU,
    )
    assert board.outcome is None
    assert board.forbidden_points()
    assert choice(board) == PASS


def marks(rows):
    return (
        (Board(len(rows)).point(f"{chr(97 + col)}{row + 1}"), mark)
        for row, text in enumerate(rows)
        for col, mark in enumerate(text)
    )


def test_defence_and_scores_are_options():
    # White's single stone against black's open two: without defence white builds on.
    board = setup("h8i8/c3", turn=WHITE)
    own = choice(board, defence=0.0)
    assert Shape.OPEN_TWO in shapes_at(SentinelGrid(board), own, WHITE)
    assert point_name(choice(board, defence=1.0)) in {"g8", "j8"}
    # A table in which only fives count leaves the choice to the centre.
    assert point_name(choice(board, scores=ScoreTable(1, 0, 0, 0, 0, 0, 0, 0))) == "h7"


def test_a_finished_game_is_refused():
    board = Board.from_moves(parse_moves("h8a1i8b1j8c1k8d1l8"))
    with pytest.raises(ValueError, match="over"):
        answer(GreedyThinker(), board, Limit())
