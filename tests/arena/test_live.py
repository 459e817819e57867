"""A match while it runs."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tests.arena.games import match, record, void
from wuzi.arena.live import LiveTable, PlainLines, watch
from wuzi.arena.plan import MatchSpec
from wuzi.arena.record import Incident
from wuzi.arena.runner import (
    GameFinished,
    IncidentNoted,
    MatchBegan,
    MatchEnded,
    MatchEvent,
    Stop,
    WorkersDied,
)
from wuzi.arena.standing import Standing
from wuzi.arena.statistics import Decision, Sprt
from wuzi.arena.summary import summarise
from wuzi.rules import Reason

RECORDS = [
    record(1, "A"),
    record(0, "B"),
    record(2, "A"),
    void(3),
    record(4, None),
    record(5, "B", Reason.TIME, detail="0.3 s too late"),
]
INCIDENT = Incident("B", "engine.hang_at_exit", "it did not end when told to")


class Clock:
    """A clock that the test moves on."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def events(spec: MatchSpec) -> list[MatchEvent]:
    return [
        MatchBegan(spec, tuple(RECORDS[:2])),
        *map(GameFinished, RECORDS[2:]),
        IncidentNoted(INCIDENT),
        WorkersDied((4,)),
    ]


def console(*, terminal: bool, encoding: str = "utf-8") -> tuple[Console, io.BytesIO]:
    data = io.BytesIO()
    file = io.TextIOWrapper(data, encoding=encoding, write_through=True)
    return Console(
        file=file, force_terminal=terminal, width=100, highlight=False, markup=False
    ), data


def test_what_is_counted_game_by_game_is_what_is_counted_at_the_end() -> None:
    spec = match(sprt=Sprt(0, 10))
    standing = Standing(spec)
    standing.begin(tuple(RECORDS[:3]))
    for one in RECORDS[3:]:
        standing.count(one)
    end = summarise(spec, RECORDS)
    assert standing.games == end.games
    assert standing.pairs == end.pairs
    assert standing.reasons == end.reasons
    assert (standing.done, standing.void) == (6, 1)
    assert standing.sprt == end.sprt
    assert standing.best == end.best


def test_speed_counts_the_games_of_this_run_only() -> None:
    clock = Clock()
    standing = Standing(match(), clock)
    clock.seconds += 1000
    standing.begin(tuple(RECORDS[:2]))
    assert (standing.speed, standing.left) == (None, None)
    clock.seconds += 20
    for one in RECORDS[2:4]:
        standing.count(one)
    assert standing.speed == 0.1
    assert standing.left == 40  # four of eight games


def rendered(view: LiveTable, where: Console) -> str:
    with where.capture() as capture:
        where.print(view.table())
    return capture.get()


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_live_table(encoding: str) -> None:
    clock = Clock()
    spec = match(sprt=Sprt(0, 10))
    where, _ = console(terminal=False, encoding=encoding)
    view = LiveTable(where, spec, clock)
    for event in events(spec):
        clock.seconds += 10
        view(event)
    text = " ".join(rendered(view, where).split())  # long lines are folded
    full, empty = ("█", "░") if encoding == "utf-8" else ("#", "-")
    for words in (
        "textbook:alphabeta,depth=3",
        "level:2",
        full * 18 + empty * 6 + " 6/8",
        "2-1-2 50.0 %",
        "LOS",
        "H0 " + empty,
        "LLR ",
        "(-2.94 to +2.94)",
        "five in a row (A won) 2",
        "out of time (B won) 1",
        "1: B it did not end when told to",
        "4.0 games a minute, 0:01:00 so far, 0:00:30 left at most",
    ):
        assert words in text, (words, text)
    assert "without a result" in text


def test_without_an_sprt_there_is_no_bar_of_it() -> None:
    where, _ = console(terminal=False)
    view = LiveTable(where, match())
    assert "LLR" not in rendered(view, where)
    assert "0:00:00 so far" in rendered(view, where)


def test_the_live_table_goes_when_the_match_is_over() -> None:
    where, data = console(terminal=True)
    with watch(where, match()) as view:
        assert isinstance(view, LiveTable)
        for event in events(match()):
            view(event)
        where.print("said meanwhile")
    shown = data.getvalue().decode()
    assert "said meanwhile" in shown
    assert "6/8" in shown
    assert shown.rindex("\x1b[2K") > shown.rindex("6/8")  # erased after it was drawn


def test_plain_lines_where_there_is_no_terminal() -> None:
    spec = match(sprt=Sprt(0, 10))
    where, data = console(terminal=False)
    with watch(where, spec) as view:
        assert isinstance(view, PlainLines)
        for event in events(spec):
            view(event)
        view(MatchEnded(Stop.DONE, Decision.CONTINUE))
    assert data.getvalue().decode().splitlines() == [
        "2 games were played before.",
        "Game 3 (3 of 8): A won with black, five in a row, 9 moves; 2-0-1",
        "Game 4 (4 of 8): no result, 6 moves; 2-0-1 [the process died]",
        "Game 5 (5 of 8): drawn, adjudication, 6 moves; 2-1-1",
        "Game 6 (6 of 8): B won with black, A: out of time, 6 moves; 2-1-2 [0.3 s too late]",
        "Incident: B: it did not end when told to",
        "A worker has died; its games are played again.",
    ]


def test_every_tenth_game_plain_lines_say_how_the_match_stands() -> None:
    clock = Clock()
    spec = match(games=40, sprt=Sprt(0, 10))
    where, data = console(terminal=False)
    view = PlainLines(where, spec, clock)
    view(MatchBegan(spec, ()))
    for game in range(20):
        clock.seconds += 3
        view(GameFinished(record(game, "A" if game % 4 else "B")))
    lines = data.getvalue().decode().splitlines()
    assert len(lines) == 22
    assert lines[10].startswith("  7-0-3   70.0 %, Elo +")
    assert "LLR " in lines[10]
    assert "20.0 games a minute, 0:00:30 so far, 0:01:30 left at most" in lines[10]
