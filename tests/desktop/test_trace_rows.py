"""Which nodes are shown, and where."""

import pytest

from tests.desktop.trace_films import KINDS, film_of
from wuzi.desktop.trace.rows import FocusedRows, WholeRows, deciding, in_focus
from wuzi.textbook.trace import Kind


def shown(film, rows):
    return [n for n in range(len(film.trace)) if rows.row_of(n) is not None]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("kind_of_rows", [FocusedRows, WholeRows])
def test_every_row_has_a_tenant_that_knows_it(kind, kind_of_rows):
    film = film_of(kind)
    for at in range(len(film) + 1):
        rows = kind_of_rows(film, at)
        for row in range(len(rows)):
            entry = rows.entry(row)
            if entry < 0:
                assert rows.cut_row_of(~entry) == row
                assert film.is_cut(~entry, at)
            else:
                assert rows.row_of(entry) == row
                assert film.is_entered(entry, at)
        for node in shown(film, rows):
            assert film.is_entered(node, at)
            assert rows.row_of(node) < len(rows)
            below = [child for child in film.children(node, at) if rows.opens(node)]
            if below:  # a node stands level with the first below it
                assert rows.row_of(node) == rows.row_of(below[0])


@pytest.mark.parametrize("kind", KINDS)
def test_the_current_line_is_always_shown_with_all_tried_there(kind):
    film = film_of(kind)
    for at in range(1, len(film) + 1):
        rows = FocusedRows(film, at)
        for node in in_focus(film, at):
            assert rows.row_of(node) is not None
            assert all(rows.row_of(child) is not None for child in film.children(node, at))


def test_nothing_moves_while_the_whole_tree_grows():
    film = film_of("alphabeta")
    places = {}
    for at in range(len(film) + 1):
        rows = WholeRows(film, at)
        nodes = shown(film, rows)
        assert nodes == list(range(film.counts(at).nodes))
        for node in nodes:
            assert places.setdefault(node, rows.row_of(node)) == rows.row_of(node)


def test_a_step_down_leaves_what_is_shown_where_it_is():
    film = film_of("alphabeta")
    for at in range(1, len(film)):
        if film.trace.step[at - 1] == 2:  # LEAVE folds
            continue
        before, after = FocusedRows(film, at), FocusedRows(film, at + 1)
        for node in shown(film, before):
            assert after.row_of(node) == before.row_of(node)


def test_unfolding_shows_what_is_below():
    film = film_of("alphabeta")
    at = len(film)
    folded = FocusedRows(film, at)
    node = next(n for n in shown(film, folded) if film.all_children(n) and not folded.opens(n))
    rows = FocusedRows(film, at, {node})
    assert rows.opens(node)
    assert all(rows.row_of(child) is not None for child in film.all_children(node))
    assert len(rows) > len(folded)


def test_the_end_shows_the_line_that_decided():
    film = film_of("alphabeta")
    assert in_focus(film, len(film)) == deciding(film, len(film)) == film.trace.deciding_nodes()
    assert in_focus(film, 0) == []
    assert film.trace.kind[deciding(film, len(film))[-1]] == Kind.LEAF
