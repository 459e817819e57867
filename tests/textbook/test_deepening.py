import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import WIN_IN_2, boards
from wuzi.rules import Board, parse_position
from wuzi.textbook.alphabeta import alphabeta
from wuzi.textbook.deepening import search_depths
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.ordering import best_static_move
from wuzi.textbook.position import Position
from wuzi.textbook.samples import MIDDLE_GAME
from wuzi.textbook.search import Search
from wuzi.textbook.thinkers import SearchThinker
from wuzi.thinking import Limit, NeverStop, answer


class StopAfter:
    """Says stop when it has been asked so many times."""

    def __init__(self, times):
        self.times = times

    def is_set(self):
        self.times -= 1
        return self.times < 0


def infos(board, limit, stop=None, **options):
    thinker = SearchThinker(SearchOptions(**options))
    return list(thinker.think(board, limit, stop or NeverStop()))


@given(boards())
@settings(max_examples=20, deadline=None)
def test_each_depth_is_the_search_to_that_depth(board):
    options = SearchOptions(cap=5)
    found = list(search_depths(Search(board, options), alphabeta, 3, deepening=True))
    for depth, value, line in found:
        assert (value, line) == alphabeta(Search(board, options), depth)
    assert [finished.depth for finished in found] == list(range(1, len(found) + 1))


def test_without_deepening_one_depth_is_searched():
    board = parse_position(MIDDLE_GAME)
    deep = infos(board, Limit(depth=3), cap=6)
    flat = infos(board, Limit(depth=3), cap=6, deepening=False)
    assert [info.depth for info in deep] == [1, 2, 3]
    assert [info.depth for info in flat] == [3]
    assert flat[0].nodes < deep[2].nodes
    assert (flat[0].score, flat[0].pv) == (deep[2].score, deep[2].pv)


def test_a_proved_win_ends_the_deepening():
    found = infos(parse_position(WIN_IN_2), Limit(), depth=6, cap=8)
    assert [info.depth for info in found] == [1, 2, 3]
    assert found[-1].score.win_in == 3


@given(boards(), st.integers(0, 1500))
@settings(max_examples=30, deadline=None)
def test_a_search_broken_off_plays_the_last_finished_depth_s_move(board, nodes):
    whole = infos(board, Limit(depth=3), cap=6)
    info = infos(board, Limit(depth=3, nodes=nodes), cap=6)[-1]
    finished = [earlier for earlier in whole if earlier.nodes <= nodes]
    assert info.nodes <= nodes
    if finished:
        assert (info.pv, info.score, info.depth) == (
            finished[-1].pv,
            finished[-1].score,
            finished[-1].depth,
        )
    else:
        assert info.depth == 0
        assert info.pv == (best_static_move(Position(board, SearchOptions(cap=6))),)


@given(boards(), st.integers(0, 60))
@settings(max_examples=30, deadline=None)
def test_a_stop_in_the_middle_leaves_a_legal_move_and_the_board(board, times):
    before = board.copy()
    found = infos(board, Limit(depth=3), StopAfter(times), cap=6)
    assert found
    assert all(board.is_legal(info.move) for info in found)
    assert board == before


@pytest.mark.parametrize(
    "limit",
    [
        Limit(time=0.0),
        Limit(time=-2.0),
        Limit(clock=-5.0),
        Limit(clock=-5.0, increment=2.0),
        Limit(clock=0.0, time=10.0),
        Limit(nodes=0),
        Limit(nodes=1),
    ],
)
@pytest.mark.parametrize("pruning", [True, False])
def test_with_nothing_left_it_answers_at_once(limit, pruning):
    board = parse_position(MIDDLE_GAME)
    info = answer(SearchThinker(SearchOptions(pruning=pruning, depth=60)), board, limit)
    assert board.is_legal(info.move)
    assert info.depth == 0
    assert info.nodes <= 1


def test_a_stop_set_beforehand_is_heeded():
    stop = threading.Event()
    stop.set()
    info = answer(
        SearchThinker(SearchOptions(depth=60)), parse_position(MIDDLE_GAME), Limit(), stop
    )
    assert (info.depth, info.nodes) == (0, 0)


def test_a_time_limit_ends_a_search_without_end():
    thinker = SearchThinker(SearchOptions(depth=60))
    info = answer(thinker, parse_position(MIDDLE_GAME), Limit(time=0.2))
    assert 0 < info.depth < 60


def test_limit_depth_overrides_the_option():
    board = parse_position(MIDDLE_GAME)
    assert infos(board, Limit(depth=1), depth=3, cap=5)[-1].depth == 1
    assert infos(board, Limit(depth=3), depth=1, cap=5)[-1].depth == 3
    assert infos(board, Limit(depth=0), depth=3, cap=5)[-1].depth == 1


def test_the_empty_board_is_answered_in_the_middle():
    board = Board()
    assert infos(board, Limit(), depth=2)[-1].move == board.point("h8")
