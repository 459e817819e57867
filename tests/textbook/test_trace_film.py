from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import boards
from tests.textbook.test_trace import recorded
from wuzi.rules import parse_position
from wuzi.textbook import SearchOptions
from wuzi.textbook.alphabeta import alphabeta
from wuzi.textbook.alphabeta_table import alphabeta_with_table
from wuzi.textbook.minimax import minimax
from wuzi.textbook.samples import MIDDLE_GAME
from wuzi.textbook.trace import Kind, Step, Trace
from wuzi.textbook.trace_film import NEVER, Film
from wuzi.textbook.trace_recorder import Job, film
from wuzi.textbook.values import INFINITY

RUNS = {minimax: {}, alphabeta: {}, alphabeta_with_table: {"table": True}}


@given(boards(), st.sampled_from(list(RUNS)), st.integers(1, 3))
@settings(max_examples=20, deadline=None)
def test_every_moment_is_that_of_the_replay(board, run, depth):
    trace, search, _, _ = recorded(board, depth, run, **RUNS[run])
    film, replay = Film(trace), trace.replay()
    assert len(film) == len(replay)
    for at in range(len(film) + 1):
        assert film.path(at) == replay.path
        for node in replay.path or [0]:
            assert film.best(node, at) == replay.best(node)
            assert film.window(node, at) == replay.window(node)
        for node in range(len(trace)):
            assert film.is_finished(node, at) == replay.is_finished(node)
        replay.forward()
    counts, counters = film.counts(len(film)), search.counters.as_dict()
    assert counts.nodes == counters["nodes"]
    assert (counts.leaves, counts.ends, counts.hits, counts.cuts) == tuple(
        counters[name] for name in ("leaves", "ends", "table_hits", "cuts")
    )
    assert counts.skipped == sum(trace.cut_count)
    assert film.counts(0).nodes == 0


@given(boards(), st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_the_rows_of_the_whole_tree(board, depth):
    trace, _, _, _ = recorded(board, depth)
    film, below = Film(trace), trace.children()
    assert [film.all_children(node) for node in range(len(trace))] == below
    taken = [entry if entry >= 0 else ~entry for entry in film.rows]
    places = [
        film.row[node] if entry >= 0 else film.cut_row[node]
        for node, entry in zip(taken, film.rows, strict=True)
    ]
    assert places == list(range(len(film.rows)))  # each row has one tenant, which knows it
    for node in range(len(trace)):
        assert (film.cut_row[node] != NEVER) == (trace.cut_count[node] > 0)
        if below[node]:
            assert film.row[node] == film.row[below[node][0]]
            rows = [film.row[child] for child in below[node]]
            assert all(a < b for a, b in pairwise(rows))
            last = below[node][-1]
            if film.cut_row[node] != NEVER:
                assert film.cut_row[node] > max(film.row[last], film.cut_row[last])
    # The tree grows downwards: what was entered later never stands higher.
    assert list(film.row) == sorted(film.row)


@given(boards(), st.sampled_from([alphabeta, alphabeta_with_table]))
@settings(max_examples=20, deadline=None)
def test_every_cut_has_its_reason(board, run):
    trace, _, _, _ = recorded(board, 4, run, **RUNS[run])
    film = Film(trace)
    for node in range(len(trace)):
        if film.cut[node] == NEVER:
            continue
        refuge = film.refuge(node)
        assert refuge is not None
        chooser = trace.parent[refuge]
        assert film.turn(chooser) != film.turn(node)
        assert chooser in film.path(film.cut[node])
        assert film.is_finished(refuge, film.entered[node])
        # Whoever would come here does better with the refuge.
        low, high = film.window_for_root(node, film.cut[node])
        assert low >= high
        sure = trace.value_for_root(refuge)
        assert sure == (low if film.turn(chooser) == trace.turn else high)


def test_a_replay_of_the_cut_shows_the_window_closed():
    trace, _, _, _ = recorded(parse_position(MIDDLE_GAME), 3)
    film = Film(trace)
    cuts = [at for at, step in enumerate(trace.step, 1) if step == Step.CUT]
    assert cuts
    for at in cuts:
        node = film.path(at)[-1]
        assert film.cut[node] == at
        assert film.is_cut(node, at) == (trace.cut_count[node] > 0)
        assert not film.is_cut(node, at - 1)


@given(boards(), st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_places_keep_the_order_of_values(board, depth):
    trace, _, _, _ = recorded(board, depth)
    film = Film(trace)
    values = sorted({trace.value_for_root(node) for node in range(len(trace))})
    values = [-INFINITY, *values, INFINITY]
    places = [film.place(value) for value in values]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, 1)
    inner = {trace.value_for_root(n) for n in range(len(trace)) if trace.kind[n] == Kind.INNER}
    assert len({film.place(value) for value in inner}) == len(inner)


def test_a_film_of_nothing():
    film = Film(Trace())
    assert (len(film), film.path(0), list(film.rows), film.place(3)) == (0, [], [], 0.5)


@pytest.mark.parametrize("nodes", [1, 2, 7, 40])
def test_the_film_of_a_search_broken_off_is_the_beginning_of_the_whole(nodes):
    board = parse_position(MIDDLE_GAME)
    whole = film(Job(board, SearchOptions(depth=3, cap=5)))
    part = film(Job(board, SearchOptions(depth=3, cap=5), max_nodes=nodes))
    assert len(part.trace) == nodes < len(whole.trace)
    for at in range(len(part) + 1):
        assert part.path(at) == whole.path(at)
        assert part.counts(at) == whole.counts(at)
    still_open = [node for node in range(nodes) if part.trace.kind[node] == Kind.OPEN]
    assert set(part.path(len(part))) <= set(still_open)
    assert 0 in still_open
    assert list(part.row) == list(whole.row)[:nodes]
