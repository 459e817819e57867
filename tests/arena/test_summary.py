"""What is printed of a match."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.arena.games import match, record, void
from wuzi.arena.plan import MatchSpec, PlayerSpec
from wuzi.arena.record import Incident
from wuzi.arena.statistics import Decision, Pentanomial, Sprt, Trinomial
from wuzi.arena.summary import summarise, summary_json, timed_moves
from wuzi.arena.summary_text import reason_word, summary_lines
from wuzi.play.clock import TimeControl
from wuzi.rules import Reason
from wuzi.settings import language

EIGHT = [
    record(0, "A"),
    record(1, "A"),
    record(2, "A"),
    record(3, "B"),
    record(4, None),
    record(5, "A", Reason.CRASH, detail="it ended with status 1"),
    void(6),
    record(7, "B"),
]


def test_the_figures_of_a_match() -> None:
    summary = summarise(match(), EIGHT)
    assert (summary.played, summary.void) == (7, 1)
    assert summary.games == Trinomial(wins=4, draws=1, losses=2)
    assert summary.pairs == Pentanomial(even=1, wd=1, ww=1)  # the pair with the void game is out
    # Black won games 1 (A), 3 (A), 4 (B), 8 (B); white won 2 and 6 (A).
    assert summary.first == Trinomial(wins=4, draws=1, losses=2)
    assert summary.reasons == {
        (Reason.FIVE, "A"): 3,
        (Reason.FIVE, "B"): 2,
        (Reason.ADJUDICATION, None): 1,
        (Reason.CRASH, "A"): 1,
    }
    assert summary.plies == (6, 6, 9, 9, 9, 9, 10)


def test_first_move_advantage_belongs_to_black_whoever_it_is() -> None:
    summary = summarise(match(), [record(0, "A"), record(1, "B"), record(2, "B")])
    assert summary.first == Trinomial(wins=2, losses=1)
    assert summary.games == Trinomial(wins=1, losses=2)


def test_moves_are_credited_to_who_made_them() -> None:
    one = record(0, "A")  # nine moves: A made the opening's, then B and A in turn
    summary = summarise(match(), [one])
    a, b = summary.use["A"], summary.use["B"]
    assert (a.time.moves, b.time.moves) == (4, 4)
    assert a.nodes == (101 + 103 + 105 + 107) / 4
    assert b.nodes == (100 + 102 + 104 + 106) / 4
    assert a.depth == 3.0  # its last search told none


def test_time_left_is_the_lesser_of_move_and_clock() -> None:
    player = PlayerSpec("textbook:greedy", tc=TimeControl.parse("3/2+0.5"))
    assert list(timed_moves(player, [1.0, 1.5, 2.5])) == [(1.0, 1.0), (1.5, 0.5), (2.5, -1.0)]


def test_an_sprt_is_judged_by_pairs() -> None:
    test = Sprt(0, 200)
    games = [record(g, "A") for g in range(24)]
    summary = summarise(match(sprt=test), games)
    assert summary.sprt is not None
    assert summary.sprt.llr == test.llr(Pentanomial(ww=12))
    assert summary.sprt.decision is test.decide(Pentanomial(ww=12)) is Decision.H1
    assert summary.sprt.progress == 1.0
    half = summarise(match(sprt=test), games[:1]).sprt
    assert half is not None
    assert (half.llr, half.progress) == (0.0, 0.0)


winners = st.lists(st.sampled_from(["A", "B", None, "void"]), max_size=12)


@given(winners, st.booleans())
def test_the_json_is_json_whatever_happened(winners: list[str | None], sprt: bool) -> None:
    records = [void(i) if w == "void" else record(i, w) for i, w in enumerate(winners)]  # type: ignore[arg-type]
    spec = match(sprt=Sprt(0, 10) if sprt else None)
    data = summary_json(summarise(spec, records))
    text = json.dumps(data, allow_nan=False)
    assert json.loads(text) == data
    assert data["wins"] + data["draws"] + data["losses"] == data["played"]
    assert data["played"] + data["void"] == len(records)
    assert sum(sum(row.values()) for row in data["reasons"].values()) == data["played"]


@given(winners)
def test_players_swapped_are_the_same_match_seen_from_the_other_side(winners: list) -> None:
    there = [record(i, w) for i, w in enumerate(winners) if w != "void"]
    back = [record(i, {"A": "B", "B": "A"}.get(w)) for i, w in enumerate(winners) if w != "void"]
    one, two = summarise(match(), there), summarise(match(), back)
    assert one.games == two.games.reversed()
    assert one.pairs == two.pairs.reversed()


def test_the_lines_name_every_figure() -> None:
    incident = Incident("B", "engine.hang_at_exit", "it did not end when told to")
    spec = match(sprt=Sprt(0, 10), openings="builtin:x")
    text = "\n".join(summary_lines(summarise(spec, EIGHT, [incident])))
    for words in (
        "A  textbook:alphabeta,depth=3\nB  level:2\nfreestyle, 15 lines: 7 of 8 games",
        ", 1 more without a result",
        "openings: builtin:x",
        "4-1-2",
        "score 4.5/7, 64.3 %",
        "0-0-1-1-1",
        "draws              14.3 %",
        "first move         64.3 %",
        "[0, 10]",
        "LLR +0.0",
        "not decided",
        "five in a row   3      2",
        "adjudication                  1",
        "broke off       1",
        "B  it did not end when told to",
    ):
        assert words in text, words
    assert not any(line != line.rstrip() for line in text.splitlines())


def test_a_match_without_a_game_has_lines_too() -> None:
    text = "\n".join(summary_lines(summarise(match(), [])))
    assert "0 of 8 games" in text
    assert "+0.0 (-inf to +inf)" in text
    assert "nan" not in text


def test_every_reason_has_words() -> None:
    assert len({reason_word(reason) for reason in Reason}) == len(Reason)


def test_columns_stand_in_line_in_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wuzi.arena.summary_text._", lambda text: f"中文{text}")
    lines = summary_lines(summarise(match(), EIGHT))
    five = next(line for line in lines if "five in a row" in line)
    crash = next(line for line in lines if "broke off" in line)
    assert cell_len(five[: five.index("3")]) == cell_len(crash[: crash.index("1")])
    assert language.current_language() == "en"


def test_no_limit_in_time_is_no_number() -> None:
    summary = summarise(MatchSpec(PlayerSpec("level:1"), PlayerSpec("level:2")), [record(0, "A")])
    assert summary.use["A"].time.margin == math.inf
    assert summary_json(summary)["use"]["a"]["least_time_left"] is None
    assert not any("least time left" in line for line in summary_lines(summary))
