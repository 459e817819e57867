import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import (
    REFUTED,
    SIMPLE_FOUR,
    WIN_IN_1,
    WIN_IN_2,
    boards,
    no_move_board,
    no_winner_board,
    plain,
)
from wuzi.rules import PASS, moves_text, parse_position
from wuzi.textbook.evaluation import leaf_value
from wuzi.textbook.minimax import max_value, minimax
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.position import Position
from wuzi.textbook.search import Search
from wuzi.textbook.values import WIN, is_decided, won


def by_definition(position, depth, options, ply=0):
    """Minimax over whole new positions: no negamax, no shared search code."""
    if position.won:
        value = WIN - options.bonus * ply
        return -value if position.turn == position.root else value
    if position.full:
        return 0
    if depth == 0:
        return leaf_value(position.evaluation, position.root, options.defence)
    values = []
    for move in position.candidates():
        position.play(move)
        values.append(by_definition(position, depth - 1, options, ply + 1))
        position.take_back()
    return max(values) if position.turn == position.root else min(values)


@given(boards(sizes=(5, 6, 7)), st.sampled_from([1.0, 1.2]), st.integers(1, 2))
@settings(max_examples=10, deadline=None)
def test_is_the_definition(board, defence, depth):
    options = SearchOptions(radius="1", defence=defence, bonus=5)
    expected = by_definition(Position(board, options), depth, options)
    assert minimax(Search(board, options), depth)[0] == expected


@given(boards(), st.sampled_from([1.0, 1.2]), st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_negamax_and_its_twin_are_equal_node_for_node(board, defence, depth):
    options = SearchOptions(cap=4, defence=defence)
    one, twin = Search(board, options), Search(board, options)
    assert minimax(one, depth)[0] == max_value(twin, depth)
    assert one.counters.as_dict() == twin.counters.as_dict()


@given(boards(), st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_the_line_leads_to_the_value(board, depth):
    options = SearchOptions(cap=4)
    search = Search(board, options)
    value, line = minimax(search, depth)
    assert not search.position.moves  # it stands where it stood
    for move in line:
        assert move in search.position.candidates()
        search.position.play(move)
    if is_decided(value):
        assert search.position.won
        winner = 3 - search.position.turn
        assert value == (1 if winner == search.position.root else -1) * won(len(line), 1)
    else:
        assert value == (0 if search.position.full else search.position.value_for_root())


def test_depth_2_sees_the_refutation_that_depth_1_does_not():
    moves, side = REFUTED
    board = parse_position(moves)
    assert (board.turn == 1) == (side == "black")
    options = SearchOptions(radius="1")
    _, greedy = minimax(Search(board, options), 1)
    assert moves_text(greedy) in ("g8", "k8")
    value, line = minimax(Search(board, options), 2)
    assert moves_text(line[:1]) == "e1"
    assert not is_decided(value)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_deeper_is_not_weaker_where_one_stone_wins(depth):
    value, line = minimax(Search(parse_position(WIN_IN_1), SearchOptions(cap=6)), depth)
    assert value == won(1, bonus=1)
    assert moves_text(line) in ("g8", "l8")


@pytest.mark.parametrize("depth", [3, 4])
def test_deeper_is_not_weaker_where_two_stones_win(depth):
    value, line = minimax(Search(parse_position(WIN_IN_2), SearchOptions(cap=5)), depth)
    assert value == won(3, bonus=1)
    assert moves_text(line[:1]) in ("g8", "k8")


@pytest.mark.parametrize("depth", [2, 3])
def test_a_loss_is_seen_and_put_off(depth):
    # White has a straight four: whatever black does, white wins next, but not now.
    board = parse_position("a1h8b3i8c5j8o15k8")
    value, line = minimax(Search(board, SearchOptions(cap=6)), depth)
    assert value == -won(2, bonus=1)
    assert len(line) == 2


def test_the_only_move_against_a_four():
    _, line = minimax(Search(parse_position(SIMPLE_FOUR), SearchOptions(radius="1")), 2)
    assert moves_text(line[:1]) == "e7"


def test_without_a_bonus_all_wins_are_equal():
    board = parse_position(WIN_IN_1)
    assert plain(board, 1, bonus=0, cap=6)[0] == plain(board, 3, bonus=0, cap=6)[0] == WIN


def test_a_full_board_is_worth_nothing():
    board = no_winner_board(empty=("c3", "d4"))
    search = Search(board, SearchOptions())
    value, line = minimax(search, 4)
    assert (value, sorted(line)) == (0, sorted(board.point(name) for name in ("c3", "d4")))


def test_a_side_without_a_move_passes():
    board = no_move_board()
    assert minimax(Search(board, SearchOptions()), 3) == (0, (PASS, board.point("d1")))


def test_a_finished_game_is_not_searched():
    board = parse_position("h8a1i8b1j8c1k8d1l8")
    with pytest.raises(ValueError, match="the game is over"):
        Search(board, SearchOptions())
