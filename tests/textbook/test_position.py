from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import boards, no_move_board
from wuzi.rules import BLACK, PASS, WHITE, all_points, parse_position
from wuzi.textbook.evaluation import WAYS
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.position import Position


def state(position):
    grid = position.grid
    return (
        [grid.get(p) for p in all_points(grid.size)],
        position.turn,
        list(position.stones),
        list(position.moves),
        position.won,
        position.key,
        position.value_for_root(),
    )


@given(boards(), st.sampled_from(WAYS), st.booleans(), st.data())
@settings(max_examples=40, deadline=None)
def test_take_back_undoes_play(board, way, cache, data):
    options = SearchOptions(evaluation=way, evaluation_cache=cache)
    position = Position(board, options)
    states = []
    while len(states) < 4 and not (position.won or position.full):
        states.append(state(position))
        position.play(data.draw(st.sampled_from(position.candidates())))
    while states:
        position.take_back()
        assert state(position) == states.pop()


@given(boards(), st.data())
@settings(max_examples=40, deadline=None)
def test_playing_is_like_starting_there(board, data):
    position = Position(board, SearchOptions())
    move = data.draw(st.sampled_from(position.candidates()))
    position.play(move)
    after = board.copy()
    after.push(move)
    assert position.won == (after.outcome is not None and after.outcome.winner == board.turn)
    fresh = Position(after, SearchOptions())
    assert (position.key, position.turn) == (fresh.key, fresh.turn)
    assert position.value_for_root() == -fresh.value_for_root()  # seen from the other side
    assert sorted(position.stones) == sorted(fresh.stones)


def test_the_view_stays_the_roots():
    for turn in (BLACK, WHITE):
        board = parse_position("h8i8j8/a1", turn=turn)
        position = Position(board, SearchOptions(defence=1.2))
        before = position.value_for_root()
        assert (before > 0) == (turn == BLACK)
        position.play(board.point("o15" if turn == BLACK else "a15"))
        assert (position.value_for_root() > 0) == (turn == BLACK)


def test_after_a_pass_the_same_stones_are_another_position():
    position = Position(no_move_board(), SearchOptions())
    before = position.key
    position.play(PASS)
    assert position.key != before
    position.take_back()
    assert position.key == before
