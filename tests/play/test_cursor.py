import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.seats import game_of
from wuzi.errors import IllegalMove
from wuzi.play.cursor import Cursor
from wuzi.rules import BLACK, EMPTY, WHITE, Game, SetUp, moves_text, parse_point


def names(game):
    return moves_text(game.moves())


@given(
    st.lists(st.sampled_from(["play", "back", "forward", "go", "aside"]), max_size=40), st.randoms()
)
def test_the_board_is_that_of_the_node_whatever_was_walked(steps, random):
    cursor = Cursor(Game(5))
    for step in steps:
        if step == "play" and cursor.board.outcome is None:
            cursor.play(random.choice(list(cursor.board.legal_points())))
        elif step == "back" and cursor.board.moves:
            cursor.back()
        elif step == "forward":
            cursor.forward()
        elif step == "go":
            cursor.go(random.choice(list(cursor.game.nodes())))
        elif step == "aside":
            cursor.put_aside()
        assert cursor.board == cursor.game.board(cursor.node)
        on_main_line = list(cursor.game.root.line())[: len(cursor.node.path())]
        assert on_main_line == cursor.node.path()


def test_what_was_taken_back_stays_as_a_variation():
    cursor = Cursor(game_of("h8i9g7"))
    cursor.back()
    cursor.play(parse_point("a1"))
    assert names(cursor.game) == "h8i9a1"
    assert [c.move for c in cursor.node.parent.children] == [parse_point("a1"), parse_point("g7")]


def test_a_move_taken_back_is_found_again_and_not_added_twice():
    cursor = Cursor(game_of("h8i9"))
    node = cursor.node
    cursor.back()
    assert cursor.play(parse_point("i9")) is node
    assert len(node.parent.children) == 1


def test_a_refused_move_changes_nothing():
    cursor = Cursor(game_of("h8"))
    with pytest.raises(IllegalMove):
        cursor.play(parse_point("h8"))
    assert names(cursor.game) == "h8"
    assert cursor.board == cursor.game.board()


def test_starting_in_a_variation_makes_it_the_main_line():
    game = game_of("h8i9")
    variation = game.root.children[0].add(parse_point("a1"))
    Cursor(game, variation)
    assert names(game) == "h8a1"


def test_comments_and_set_ups_between_moves():
    game = game_of("h8")
    comment = game.end.add()
    comment.notes.comment = "now"
    set_up = comment.add()
    set_up.notes.set_up = SetUp(black=(parse_point("a1"),), turn=BLACK)
    end = set_up.add(parse_point("b2")).add().add(parse_point("c3"))
    cursor = Cursor(game)
    assert cursor.node is end
    cursor.back()
    assert cursor.board == game.board(cursor.node)
    cursor.back()
    assert cursor.node is set_up
    assert cursor.board[parse_point("h8")] == BLACK
    with pytest.raises(IllegalMove):
        cursor.back()
    assert cursor.forward().move == parse_point("b2")
    assert cursor.forward() is end
    assert cursor.board[parse_point("c3")] == WHITE
    first = Cursor(game, game.root.children[0])
    assert first.ahead() is None
    assert first.board[parse_point("a1")] == EMPTY


def test_what_is_put_aside_comes_back_with_the_next_step():
    cursor = Cursor(game_of("h8i9g7"))
    cursor.back()
    cursor.put_aside()
    cursor.put_aside()
    assert (names(cursor.game), cursor.forward()) == ("h8i9", None)
    cursor.back()
    assert names(cursor.game) == "h8i9g7"
    cursor.put_aside()
    cursor.play(parse_point("a1"))
    assert names(cursor.game) == "h8a1"
    assert len(cursor.game.root.children[0].children) == 2


def test_what_was_added_while_the_rest_was_put_aside_stays():
    cursor = Cursor(game_of("h8i9g7"))
    cursor.back()
    cursor.put_aside()
    added = cursor.node.add(parse_point("a1"))
    cursor.go(added)
    assert names(cursor.game) == "h8i9a1"
    cursor.back()
    assert [c.move for c in cursor.node.children] == [parse_point("a1"), parse_point("g7")]
