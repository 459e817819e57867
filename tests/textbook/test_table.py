import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import WIN_IN_1, WIN_IN_2, boards, plain
from wuzi.rules import parse_position
from wuzi.textbook.alphabeta_table import alphabeta_with_table
from wuzi.textbook.minimax import minimax
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.samples import MIDDLE_GAME
from wuzi.textbook.search import Search
from wuzi.textbook.table import Bound, Entry, Table
from wuzi.textbook.thinkers import SearchThinker
from wuzi.textbook.values import (
    INFINITY,
    LEAF_LIMIT,
    WIN,
    from_node_to_root,
    from_root_to_node,
    is_decided,
    won,
)
from wuzi.thinking import Limit, answer

small = boards(sizes=(5, 6))


@given(small, st.data())
@settings(max_examples=40, deadline=None)
def test_a_remembered_bound_is_not_taken_for_more(board, data):
    """One table, many windows: each entry is met again with another window than its own."""
    options = SearchOptions(table=True, ordering="hash+point", radius="1", cap=6)
    search = Search(board, options)
    true, _ = minimax(Search(board, options), 3)
    edges = st.one_of(st.integers(-2, 2).map(lambda d: true + d), st.integers(-60000, 60000))
    for _ in range(6):
        alpha, beta = sorted((data.draw(edges), data.draw(edges) + 1))
        value, _ = alphabeta_with_table(search, 3, alpha, max(beta, alpha + 1))
        if value >= max(beta, alpha + 1):
            assert true >= value
        elif value <= alpha:
            assert true <= value
        else:
            assert value == true
    assert alphabeta_with_table(search, 3, -INFINITY, INFINITY)[0] == true


@given(small, st.sampled_from([0, 1, 10**6]), st.sampled_from([1, 50, 1 << 16]))
@settings(max_examples=30, deadline=None)
def test_with_and_without_a_table_the_value_is_the_same(board, bonus, size):
    options = SearchOptions(table=True, table_size=size, bonus=bonus, cap=7)
    search = Search(board, options)
    for depth in (1, 2, 3):  # as iterative deepening does, with one table
        expected, _ = plain(board, depth, bonus=bonus, cap=7)
        assert alphabeta_with_table(search, depth)[0] == expected


@given(boards(), st.sampled_from([0, 1, 1000]), st.booleans())
@settings(max_examples=30, deadline=None)
def test_a_win_is_as_far_as_its_line_is_long(board, bonus, exact_depth):
    options = SearchOptions(table=True, bonus=bonus, cap=5, table_exact_depth=exact_depth)
    search = Search(board, options)
    for depth in (3, 4, 2, 4):
        value, line = alphabeta_with_table(search, depth)
        assert abs(value) <= WIN
        if is_decided(value):
            assert abs(value) == won(len(line), bonus)
            for move in line:
                search.position.play(move)
            assert search.position.won
            for _ in line:
                search.position.take_back()


@pytest.mark.parametrize("exact_depth", [True, False])
@pytest.mark.parametrize(("moves", "plies"), [(WIN_IN_1, 1), (WIN_IN_2, 3)])
def test_forced_wins_searched_again_and_again_stay_in_range(moves, plies, exact_depth):
    options = SearchOptions(table=True, bonus=10**6, cap=6, table_exact_depth=exact_depth)
    search = Search(parse_position(moves), options)
    for _ in range(3):
        for depth in range(plies, plies + 3):
            value, line = alphabeta_with_table(search, depth)
            assert value == won(plies, 10**6)
            assert len(line) == plies
    assert search.counters.table_hits > 0


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 10**9), st.sampled_from([1, -1]))
@settings(deadline=None)
def test_wins_keep_their_distance_from_the_node(ply, distance, bonus, sign):
    value = sign * won(ply + distance, bonus)
    stored = from_root_to_node(value, ply, bonus)
    assert stored == sign * won(distance, bonus)
    assert is_decided(value)
    assert is_decided(stored)
    assert from_node_to_root(stored, ply, bonus) == value


@given(st.integers(-LEAF_LIMIT, LEAF_LIMIT), st.integers(0, 60))
@settings(deadline=None)
def test_evaluations_do_not_depend_on_the_ply(value, ply):
    assert from_root_to_node(value, ply, 1000) == value == from_node_to_root(value, ply, 1000)


def test_the_table_hits_and_saves():
    board = parse_position(MIDDLE_GAME)
    infos = {
        table: answer(
            SearchThinker(SearchOptions(depth=4, radius="1", ordering="none", table=table)),
            board,
            Limit(),
        )
        for table in (True, False)
    }
    assert infos[True].score == infos[False].score
    assert infos[True].nodes < infos[False].nodes
    assert infos[True].counts["table_lookups"] > infos[True].counts["table_hits"] > 0
    assert infos[False].counts["table_lookups"] == 0


def test_an_entry_decides_where_it_should():
    cases = [  # bound, value, alpha, beta: does it decide?
        (Bound.EXACT, 50, 60, 70, True),
        (Bound.LOWER, 50, 0, 50, True),
        (Bound.LOWER, 50, 0, 51, False),
        (Bound.UPPER, 50, 50, 60, True),
        (Bound.UPPER, 50, 49, 60, False),
    ]
    for bound, value, alpha, beta, decides in cases:
        entry = Entry(1, 3, bound, value, ())
        assert entry.decides(3, alpha, beta, exact_depth=True) == decides
        assert entry.decides(2, alpha, beta, exact_depth=False) == decides
        assert not entry.decides(2, alpha, beta, exact_depth=True)
        assert not entry.decides(4, alpha, beta, exact_depth=False)


def test_places_are_shared_and_the_deeper_stays():
    table = Table(10)
    table.store(Entry(3, 2, Bound.EXACT, 30, ()))
    table.store(Entry(13, 1, Bound.EXACT, 40, ()))
    assert (table.find(3).value, table.find(13), len(table)) == (30, None, 1)
    table.store(Entry(13, 2, Bound.EXACT, 40, ()))
    assert (table.find(3), table.find(13).value) == (None, 40)
    nothing = Table(0)
    nothing.store(Entry(3, 2, Bound.EXACT, 30, ()))
    assert (nothing.find(3), len(nothing)) == (None, 0)


def test_what_was_searched_with_an_open_window_is_remembered_as_exact():
    search = Search(parse_position(MIDDLE_GAME), SearchOptions(table=True, cap=5))
    value, line = alphabeta_with_table(search, 3)
    entry = search.table.find(search.position.key)
    assert (entry.bound, entry.value, entry.line) == (Bound.EXACT, value, line)
    nodes = search.counters.nodes
    assert alphabeta_with_table(search, 3) == (value, line)
    assert search.counters.nodes == nodes + 1
