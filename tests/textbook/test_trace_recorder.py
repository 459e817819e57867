import io
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import boards, plain, pruned
from wuzi.rules import parse_position
from wuzi.textbook import SearchOptions, Trace
from wuzi.textbook.samples import MIDDLE_GAME
from wuzi.textbook.trace import Kind
from wuzi.textbook.trace_film import Film
from wuzi.textbook.trace_recorder import (
    Compared,
    Job,
    Progress,
    Unpacker,
    compare,
    film,
    pack,
    turned,
)

BOARD = parse_position(MIDDLE_GAME)


def messages(data):
    return list(Unpacker().feed(data))


@given(boards(), st.booleans(), st.booleans(), st.sampled_from(["none", "point", "worst"]))
@settings(max_examples=15, deadline=None)
def test_the_counts_are_those_of_the_textbook_searches(board, pruning, table, ordering):
    options = SearchOptions(pruning=pruning, depth=2, cap=4, table=table, ordering=ordering)
    rows = {row.switch: row for row in compare(Job(board, options))}
    assert set(rows) == {"chosen", "pruning", "ordering"} | ({"table"} if pruning else set())
    for row in rows.values():
        switches = {"cap": 4, "table": row.options.table, "ordering": row.options.ordering}
        run = pruned if row.options.pruning else plain
        assert (row.value, row.nodes) == run(board, 2, **switches)
    assert len({row.value for row in rows.values()}) == 1


def test_turning_a_switch_twice_is_nothing():
    for pruning in (True, False):
        for table in (True, False):
            options = SearchOptions(pruning=pruning, table=table, ordering="none")
            for switch in ("chosen", "pruning", "ordering", "table"):
                other = turned(options, switch)
                if other is not None:
                    assert turned(other, switch) == options


def test_the_film_is_the_search_that_was_chosen():
    options = SearchOptions(depth=3, cap=6, table=True)
    told = []
    made = film(Job(BOARD, options), told.append)
    row = next(compare(Job(BOARD, options)))
    assert type(made.trace) is Trace
    assert made.trace.complete
    assert (len(made.trace), made.trace.value[0]) == (row.nodes, row.value)
    assert made.counts(len(made)).cuts == row.cuts
    assert made.trace.line() == row.line


def test_a_long_search_is_told_of_and_broken_off():
    job = Job(BOARD, SearchOptions(depth=3, pruning=False), max_nodes=2000, max_compared=1000)
    told = []
    made = film(job, told.append)
    assert told == [Progress(512), Progress(1024), Progress(1536)]
    assert len(made.trace) == 2000
    assert made.trace.kind[0] == Kind.OPEN
    row = next(compare(job))
    assert (row.value, row.line, row.nodes) == (None, (), 1000)


@given(st.lists(st.binary(max_size=40), max_size=6), st.integers(1, 50))
def test_messages_survive_any_cut(bodies, size):
    data = b"".join(map(pack, bodies))
    unpacker = Unpacker()
    found = []
    for start in range(0, len(data), size):
        found += unpacker.feed(data[start : start + size])
    assert found == bodies


def start():
    argv = [sys.executable, "-P", "-m", "wuzi.textbook.trace_recorder"]
    return subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_a_child_records():
    job = Job(BOARD, SearchOptions(depth=2, cap=5))
    with start() as child:
        child.stdin.write(pack(job))
        child.stdin.flush()
        found = messages(child.stdout.read())
        assert child.wait(20) == 0
    first, *rows = found
    assert isinstance(first, Film)
    assert first.trace.line() == film(job).trace.line()
    assert rows == list(compare(job))
    assert all(isinstance(row, Compared) for row in rows)


def test_a_child_ends_with_its_parent():
    job = Job(BOARD, SearchOptions(depth=9, pruning=False), max_nodes=10**9)
    with start() as child:
        child.stdin.write(pack(job))
        child.stdin.close()
        child.stdout.read()
        assert child.wait(20) == 0


@pytest.mark.parametrize("table", [True, False])
def test_a_film_can_be_sent(table):
    made = film(Job(BOARD, SearchOptions(depth=2, cap=5, table=table)))
    (again,) = messages(pack(made))
    stream = io.BytesIO(pack(again))
    assert stream.getvalue() == pack(made)
    assert again.rows == made.rows
    assert again.counts(len(again)) == made.counts(len(made))
