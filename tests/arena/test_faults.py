"""Engines with one fault each, in a match against a sound one: each is named rightly.

Two lanes play all the matches, each in a worker process of its own.
"""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from tests.arena.matches import Marked, mock
from wuzi.arena.adjudication import Adjudication
from wuzi.arena.journal import read_journal
from wuzi.arena.plan import MatchSpec, PlayerSpec
from wuzi.arena.runner import Stop, run_match
from wuzi.play import TimeControl
from wuzi.rules import RENJU, Reason

LOST = {
    "missing": Reason.START_UP,
    "silent-start": Reason.START_UP,
    "slow-start": Reason.START_UP,
    "crash-start": Reason.START_UP,
    "crash-at-once": Reason.START_UP,
    "error-start": Reason.START_UP,
    "unknown-start": Reason.START_UP,
    "early-move": Reason.GARBAGE,
    "silent": Reason.TIME,
    "hang": Reason.TIME,
    "late": Reason.TIME,
    "close-output": Reason.TIME,
    "crash": Reason.CRASH,
    "exit-zero": Reason.CRASH,
    "signal": Reason.CRASH,
    "move-and-crash": Reason.CRASH,
    "occupied": Reason.ILLEGAL,
    "off-board": Reason.ILLEGAL,
    "negative": Reason.ILLEGAL,
    "two-moves": Reason.GARBAGE,
    "double-answer": Reason.GARBAGE,
    "not-numbers": Reason.GARBAGE,
    "point-name": Reason.GARBAGE,
    "nonsense": Reason.GARBAGE,
    "error-move": Reason.GARBAGE,
    "flood": Reason.GARBAGE,
    "flood-line": Reason.GARBAGE,
    "flood-errors": Reason.GARBAGE,
}
"""By their own fault, in both games."""

NOTED = {
    "ignore-end": "engine.hang_at_exit",
    "crash-end": "engine.crash_at_exit",
    "signal-end": "engine.crash_at_exit",
}
"""Beside the games, which are sound."""

SUFFERED = [
    "none",
    "cr-lf",
    "cr",
    "lower-case",
    "blanks",
    "byte-by-byte",
    "chatty",
    "stderr-noise",
    "binary-noise",
    "reject-info",
    "no-about",
    "old-about",
    "no-restart",
    "crash-restart",
    "suggest",
    "grandchild",
    "daemon",
]
"""Odd, but no fault."""

IN_TIME = {"silent", "hang", "late", "close-output", "nonsense"}
"""These show only when the time is up."""
STARTS_LATE = {"silent-start", "slow-start"}


def match_of(fault):
    tc = TimeControl(move=0.5 if fault in IN_TIME else 20)
    faulty = mock("--fault", fault, "--delay", "5", name=fault, tc=tc)
    if fault == "missing":
        faulty = PlayerSpec("/no/such/engine", name=fault)
    return MatchSpec(
        faulty,
        mock(name="sound"),
        rule=RENJU,
        adjudication=Adjudication(max_moves=14),
        margin=0.2,
        start_limit=1.0 if fault in STARTS_LATE else 20,
    )


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """The results of all matches by fault, and what was left running."""
    folder = tmp_path_factory.mktemp("journals")
    todo = [*LOST, *NOTED, *SUFFERED, "forbidden"]
    spawn = multiprocessing.get_context("spawn")

    def play(lane):
        with ProcessPoolExecutor(1, spawn) as pool:
            return [(f, run_match(match_of(f), folder / f, executor=pool)) for f in todo[lane::2]]

    with Marked() as marked, ThreadPoolExecutor(2) as lanes:
        results = {fault: result for lane in lanes.map(play, range(2)) for fault, result in lane}
        left = marked.left()
    for fault, result in results.items():
        assert read_journal(folder / fault).records == list(result.records)
        assert [record.game for record in result.records] == [0, 1]
        assert result.stop is Stop.DONE
    return results, left


@pytest.mark.parametrize(("fault", "reason"), LOST.items())
def test_a_faulty_engine_loses_and_the_reason_is_named(results, fault, reason):
    result = results[0][fault]
    assert [(r.winner, r.reason) for r in result.records] == [("B", reason)] * 2
    assert all(fault in record.detail for record in result.records)  # the engine's name
    assert result.incidents == ()


@pytest.mark.parametrize(("fault", "id"), NOTED.items())
def test_an_engine_that_does_not_end_well_is_noted(results, fault, id):
    result = results[0][fault]
    assert [r.reason for r in result.records] == [Reason.ADJUDICATION] * 2
    assert [(incident.player, incident.id) for incident in result.incidents] == [("A", id)]


@pytest.mark.parametrize("fault", SUFFERED)
def test_an_odd_engine_is_put_up_with(results, fault):
    result = results[0][fault]
    assert [(r.reason, r.plies) for r in result.records] == [(Reason.ADJUDICATION, 14)] * 2
    assert result.incidents == ()


def test_a_forbidden_move_is_named(results):
    black, white = results[0]["forbidden"].records
    assert (black.winner, black.reason, black.detail) == ("B", Reason.FORBIDDEN, "overline")
    assert (white.winner, white.reason) == ("A", Reason.FIVE)  # to white it is no fault


def test_no_process_is_left(results):
    assert results[1] == []
