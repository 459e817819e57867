"""One position with every switch turned: what varies, what is counted, what is cut off."""

from __future__ import annotations

import threading
from dataclasses import fields
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.engine.control import SWITCHES
from wuzi.errors import ParseError, SettingsError
from wuzi.lab.compare import (
    BASELINE,
    Row,
    compare_engine,
    compare_textbook,
    textbook_options,
    variations,
)
from wuzi.players import make_thinker, parse_who
from wuzi.rules import Score, parse_position
from wuzi.textbook.options import SEARCH_OPTIONS, SearchOptions
from wuzi.textbook.samples import MIDDLE_GAME
from wuzi.thinking import Limit, NeverStop, answer

BOARD = parse_position(MIDDLE_GAME)
SMALL = SearchOptions(depth=2, radius="1")


def rows_of(told) -> list[Row]:
    return [row for row in told if isinstance(row, Row)]


# What varies


@st.composite
def options(draw) -> SearchOptions:
    table = draw(st.booleans())
    words = {
        option.name: draw(st.sampled_from(option.choices))
        if option.choices
        else draw(st.booleans())
        for option in SEARCH_OPTIONS
        if option.kind in ("choice", "switch") and option.name != "table"
    }
    if words["ordering"] == "hash+point" and not table:
        words["ordering"] = "none"
    return SearchOptions(table=table, pruning=draw(st.booleans()), cap=draw(st.integers(0, 9)),
                         **words)  # fmt: skip


@given(options())
def test_every_variation_differs_from_the_baseline_and_its_label_says_in_what(base) -> None:
    found = list(variations(base))
    assert found[0] == (BASELINE, base)
    labels = [label for label, _ in found]
    assert len(set(labels)) == len(labels)
    for label, varied in found[1:]:
        changed = {
            field.name
            for field in fields(SearchOptions)
            if getattr(varied, field.name) != getattr(base, field.name)
        }
        assert changed
        words = dict(word.split("=") for word in label.split(",") if "=" in word)
        assert changed <= {*words, "pruning"}
        if "=" in label:
            assert varied == SearchOptions.parse(written(base) | words, pruning=base.pruning)
        else:
            assert (label == "alphabeta") == varied.pruning != base.pruning


def written(base: SearchOptions) -> dict[str, str]:
    """All options as a WHO text writes them."""
    values = {option.name: getattr(base, option.name) for option in SEARCH_OPTIONS}
    words = {True: "on", False: "off"}
    return {k: words[v] if isinstance(v, bool) else str(v) for k, v in values.items()}


def test_every_switch_and_choice_of_the_textbook_is_turned() -> None:
    labels = " ".join(label for label, _ in variations(SearchOptions()))
    for option in SEARCH_OPTIONS:
        if option.kind in ("switch", "choice"):
            assert f"{option.name}=" in labels
        for choice in option.choices:
            default = choice == getattr(SearchOptions(), option.name)
            assert default or f"{option.name}={choice}" in labels


# What is counted


def test_rows_are_what_the_player_of_that_name_counts() -> None:
    rows = {row.label: row for row in rows_of(compare_textbook(BOARD, SMALL, 60, NeverStop()))}
    for label in (BASELINE, "ordering=none", "table=on,ordering=hash+point", "deepening=off"):
        who = f"textbook:alphabeta,depth=2,radius=1,{label}".rstrip(",")
        info = answer(make_thinker(parse_who(who)), BOARD, Limit())
        row = rows[label]
        assert (row.nodes, row.move, row.score) == (info.nodes, info.move, info.score)
        assert row.counts is not None
        assert row.counts["cuts"] == info.counts["cuts"]
        assert row.counts["first_cuts"] == info.counts.get("cut_1", 0)


def test_pruning_order_and_memory_do_not_change_the_value() -> None:
    base, *rows = rows_of(compare_textbook(BOARD, SMALL, 60, NeverStop()))
    safe = ("minimax", "ordering=", "deepening=", "table=", "grid=", "evaluation=bit")
    for row in rows:
        if row.label.startswith(safe) and "exact" not in row.label:
            assert row.score == base.score, row.label
    minimax = rows[0]
    assert minimax.label == "minimax"
    assert minimax.nodes > base.nodes
    assert minimax.counts == {"cuts": 0, "first_cuts": 0}


def test_counts_are_equal_in_every_run() -> None:
    def counted() -> list[tuple]:
        told = compare_textbook(BOARD, SMALL, 60, NeverStop())
        return [(row.label, row.nodes, row.move, row.score, row.counts) for row in rows_of(told)]

    assert counted() == counted()


def test_a_decided_position_is_finished_before_its_depth() -> None:
    board = parse_position("h8a1i8b1j8c2k8d1")
    told = compare_textbook(board, SearchOptions(depth=9), 60, NeverStop())
    row = rows_of([next(told), next(told)])[0]
    assert row.finished
    assert row.score is not None
    assert row.score.win_in == 1


# What is cut off


def test_a_search_that_takes_too_long_is_told_as_more_than() -> None:
    began = perf_counter()
    told = compare_textbook(BOARD, SearchOptions(depth=9), 0.2, NeverStop())
    rows = rows_of(next(told) for _ in range(6))
    assert perf_counter() - began < 20
    for row in rows:
        assert not row.finished
        assert row.nodes > 0
        assert (row.move, row.score) == (None, None)
        assert row.same(rows[0]) is None
        assert row.nodes_ratio(rows[0]) is None


def test_what_is_stopped_is_left_out() -> None:
    stop = threading.Event()
    rows = []
    for row in compare_textbook(BOARD, SMALL, 60, stop):
        if isinstance(row, Row):
            rows.append(row)
        elif len(rows) == 2:
            stop.set()
    assert [row.label for row in rows] == [BASELINE, "minimax"]


def test_ratios_and_sameness() -> None:
    base = Row("", 100, 2.0, 5, Score(7))
    other = Row("x=1", 250, 1.0, 5, Score(8))
    cut = Row("x=2", 900, 9.0, finished=False)
    assert (other.nodes_ratio(base), other.time_ratio(base)) == (2.5, 0.5)
    assert (other.same(base), base.same(base)) == ((True, False), (True, True))
    assert cut.nodes_ratio(base) == 9.0
    assert cut.same(base) is None
    data = cut.to_json(base)
    assert (data["finished"], data["move"], data["same_move"]) == (False, None, None)
    assert base.to_json(cut)["nodes_ratio"] is None


# Who can be compared


@pytest.mark.parametrize("who", ["textbook:greedy", "textbook:random", "wuzi", "level:1"])
def test_players_without_switches(who) -> None:
    with pytest.raises(ParseError, match="has no switches to compare"):
        textbook_options(parse_who(who))


def test_options_of_a_player() -> None:
    assert textbook_options(parse_who("textbook:minimax,depth=3")).pruning is False
    assert textbook_options(parse_who("textbook:alphabeta,depth=3"), 5).depth == 5
    with pytest.raises(SettingsError, match="ordering=best"):
        textbook_options(parse_who("textbook:alphabeta,ordering=best"))


# The engine


@pytest.fixture(scope="module")
def engine_rows() -> list[Row]:
    from wuzi.cli.kernels import ready_kernels  # noqa: PLC0415

    ready_kernels()
    return rows_of(compare_engine(BOARD, 4, 60, NeverStop()))


def test_every_idea_of_the_engine_is_turned(engine_rows) -> None:
    ideas = [name for name in SWITCHES if name.startswith("use_")]
    labels = [f"{name}={int(not SWITCHES[name])}" for name in ideas]
    assert [row.label for row in engine_rows] == [BASELINE, "use_*=0", *labels]
    assert all(row.finished and row.nodes > 0 for row in engine_rows)
    assert len({row.nodes for row in engine_rows}) > 5


def test_the_engine_counts_alike_in_every_run(engine_rows) -> None:
    again = compare_engine(BOARD, 4, 60, NeverStop())
    for row in engine_rows[:4]:
        next(again)
        told = next(again)
        assert isinstance(told, Row)
        assert (told.nodes, told.move, told.score) == (row.nodes, row.move, row.score)


def test_the_engine_is_cut_off() -> None:
    told = compare_engine(BOARD, 40, 0.3, NeverStop())
    next(told)
    row = next(told)
    assert isinstance(row, Row)
    assert not row.finished
    assert row.nodes > 0
    assert row.move is None
