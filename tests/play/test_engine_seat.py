"""Engines in child processes at the board: tests/mock_engine.py with its faults."""

import asyncio
import sys
from pathlib import Path

import psutil
import pytest

from tests.children import children
from tests.play.seats import heard, kinds, moves, play, until
from wuzi.errors import WuziError
from wuzi.play import (
    EngineSaid,
    EngineSeat,
    HumanSeat,
    SeatFailed,
    Session,
    TimeControl,
    make_seat,
)
from wuzi.play.engine_seat import DRAW_PLIES
from wuzi.protocol.client import EngineCommand
from wuzi.rules import (
    BLACK,
    FREESTYLE,
    RENJU,
    WHITE,
    Board,
    Reason,
    all_points,
    parse_moves,
    parse_position,
)
from wuzi.thinking import Limit, Score

MOCK = Path(__file__).parents[1] / "mock_engine.py"


def mock(*options, **seat):
    argv = (sys.executable, "-S", str(MOCK), *map(str, options))
    return EngineSeat(EngineCommand(argv, "Mock"), who=f"mock {options}", **seat)


def quiet_moves():
    """Moves enough for a draw, and no five among them."""
    columns = [all_points(15)[start::15] for start in (0, 2, 4)]
    return [p for column in columns for p in column][:DRAW_PLIES]


@pytest.fixture(autouse=True)
def _no_process_is_left():
    before = set(psutil.Process().children(recursive=True))
    yield
    assert set(psutil.Process().children(recursive=True)) <= before


async def until_person(session):
    """Until it is a person's turn, or the game is over."""
    async with asyncio.timeout(20):
        while session.phase == "thinking":
            await asyncio.sleep(0.005)


async def until_asked(seat):
    async with asyncio.timeout(20):
        while not seat._asked:
            await asyncio.sleep(0.005)


async def test_two_engines_play_two_games_in_the_same_processes():
    seats = mock("--win-rate", 1, "--seed", 1), mock()
    pids = []
    for _ in range(2):
        session = Session(Board(9), *seats, time_control=TimeControl.parse("60+1"))
        game = await session.play_to_end()
        pids.append([seat._engine.pid for seat in seats])
        assert game.outcome.reason == Reason.FIVE
        assert all(node.notes.clock for node in game.end.path()[1:])
        assert (game.black.name, game.white.who) == ("Mock", "mock ()")
    assert pids[0] == pids[1]
    for seat in seats:
        await seat.close()
        assert seat.last_exit.error is None


async def test_a_person_undoes_and_redoes_against_an_engine():
    async with Session(None, HumanSeat(), mock()) as session:
        for text in ("h8", "h10"):
            play(session, text)
            await until_person(session)
        first = list(session.board.moves)
        assert len(first) == 4
        assert session.undo() == 2
        play(session, "j10")
        await until_person(session)
        assert len(session.board.moves) == 4
        assert session.undo() == 2
        assert session.redo() == 2
        assert session.board.moves[2] == parse_moves("j10")[0]
        assert [node.move for node in session.game.nodes()].count(first[2]) == 1


async def test_an_undo_while_the_engine_thinks_leaves_it_usable():
    engine = mock("--fault", "late", "--at", 1, "--delay", 0.2)
    async with Session(None, HumanSeat(), engine) as session:
        play(session, "h8")
        await until_asked(engine)
        pid = engine._engine.pid
        session.undo()
        play(session, "h10")
        await until_person(session)
        assert moves(session).startswith("h10")
        assert (session.outcome, len(session.board.moves)) == (None, 2)
        assert engine._engine.pid == pid


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("crash-at-once", Reason.START_UP),
        ("error-start", Reason.START_UP),
        ("silent-start", Reason.START_UP),
        ("crash", Reason.CRASH),
        ("silent", Reason.TIME),
        ("nonsense", Reason.GARBAGE),
        ("two-moves", Reason.GARBAGE),
        ("occupied", Reason.ILLEGAL),
        ("off-board", Reason.ILLEGAL),
    ],
)
async def test_what_engines_do_wrong_is_the_result(fault, reason):
    patience = 1.0 if fault in ("silent", "nonsense") else 10.0
    start_limit = 0.5 if fault == "silent-start" else 10.0
    seats = mock(), mock("--fault", fault, start_limit=start_limit)
    async with Session(None, *seats, patience=patience) as session:
        events = heard(session)
        outcome = await session.finished()
    assert (outcome.winner, outcome.reason) == (BLACK, reason)
    assert "Mock" in outcome.detail
    failed = [event for event in events if isinstance(event, SeatFailed)]
    assert [event.colour for event in failed] == [WHITE]


async def test_a_missing_program_is_a_result():
    seat = EngineSeat(EngineCommand(("/nowhere/engine",), "Nobody"))
    async with Session(None, seat, HumanSeat()) as session:
        assert (await session.finished()).reason == Reason.START_UP


async def test_a_forbidden_move_of_an_engine():
    async with Session(Board(15, RENJU), mock("--fault", "forbidden"), mock()) as session:
        outcome = await session.finished()
    assert (outcome.winner, outcome.reason) == (WHITE, Reason.FORBIDDEN)


async def test_an_engine_that_is_late_loses_and_says_by_how_much_it_was_allowed():
    control = TimeControl.parse("0.2")
    async with Session(
        None, HumanSeat(), mock("--fault", "silent", "--at", 1), time_control=control, margin=0.1
    ) as session:
        events = heard(session)
        play(session, "h8")
        outcome = await session.finished()
    assert (outcome.winner, outcome.reason) == (BLACK, Reason.TIME)
    assert "SeatFailed" in kinds(events)


async def test_after_a_crash_an_undo_goes_on_with_a_fresh_process():
    async with Session(None, HumanSeat(), mock("--fault", "crash")) as session:
        play(session, "h8")
        await until_person(session)
        play(session, "h10")
        assert (await session.finished()).reason == Reason.CRASH
        assert session.undo() == 1
        session.seat(WHITE).command = mock().command
        play(session, "k10")
        await until_person(session)
        assert (session.outcome, len(session.board.moves)) == (None, 4)


async def test_starting_up_takes_no_time_off_the_clock():
    control = TimeControl.parse("1.9")
    seat = mock("--fault", "slow-start", "--delay", 2)
    async with Session(None, seat, HumanSeat(), time_control=control, margin=0) as session:
        await until_person(session)
        assert session.outcome is None


async def test_leaving_while_an_engine_starts_or_thinks():
    me = psutil.Process()
    before = set(me.children())
    for fault in ("silent-start", "hang"):
        seat = mock("--fault", fault, "--at", 1)
        async with Session(None, seat, HumanSeat()) as session:
            if fault == "hang":
                await until_asked(seat)
            else:
                await until(lambda: set(me.children()) - before)
        assert session.outcome is None


@pytest.mark.parametrize("wait", [False, True])
async def test_move_now_is_passed_on_once_also_while_the_engine_is_starting(wait):
    seat = mock("--fault", "stops", "--at", 1)
    async with Session(None, seat, HumanSeat()) as session:
        if wait:
            await until_asked(seat)
        session.move_now()
        session.move_now()
        await until_person(session)
        assert (session.outcome, len(session.board.moves)) == (None, 1)


async def test_what_an_engine_says_is_told():
    async with Session(None, mock("--fault", "chatty", "--at", 1), HumanSeat()) as session:
        events = heard(session)
        await until_person(session)
    said = [event.line for event in events if isinstance(event, EngineSaid)]
    assert any(line.upper().startswith("MESSAGE") for line in said)
    assert not any(line[0].isdigit() for line in said)
    assert {event.colour for event in events if isinstance(event, EngineSaid)} == {BLACK}


async def test_an_engine_takes_a_draw_late_and_when_it_is_not_better():
    seat = mock()
    early = Board()
    late = Board.from_moves(quiet_moves())
    assert not seat.answers_draw(late, BLACK)
    for value, answer in ((-5, True), (0, True), (1, False)):
        seat._score = Score(value)
        assert seat.answers_draw(late, BLACK) == answer
        assert not seat.answers_draw(early, BLACK)


async def test_seats_from_who_texts():
    person = make_seat("human", name="Ann")
    assert (person.name, person.who, person.is_human) == ("Ann", "human", True)
    engine = make_seat("textbook:greedy")
    assert (engine.who, engine.is_human) == ("textbook:greedy", False)
    assert engine.name
    with pytest.raises(WuziError):
        make_seat("level:9999")
    async with Session(
        Board(9), engine, make_seat("textbook:alphabeta,depth=1"), limit=Limit(time=5)
    ) as session:
        async with asyncio.timeout(30):
            outcome = await session.finished()
    assert outcome.reason in (Reason.FIVE, Reason.FULL)
    notes = [node.notes for node in session.node.path()[1:]]
    assert any(note.score is not None for note in notes)


async def test_set_ups_reach_the_engine():
    board = parse_position("h8i9/h9", size=15, turn=WHITE)
    async with Session(board, HumanSeat(), mock()) as session:
        await until_person(session)
        assert session.outcome is None
        assert len(session.board.moves) == 1
    assert session.board.rule == FREESTYLE


async def test_an_engine_gives_way_and_all_its_lines_are_told():
    before = children()
    seat = mock(niceness=3)
    lines = []
    seat.on_traffic = lambda mark, line: lines.append((mark, line))
    async with Session(None, HumanSeat(), seat) as session:
        session.offer(parse_moves("h8")[0])
        await until_person(session)
        own = psutil.Process().nice()
        (guard,) = {p for p in children() - before if p.parent() == psutil.Process()}
        (engine,) = guard.children()
        assert (guard.nice(), engine.nice()) == (own, own + 3)
    assert (">", "START 15") in lines
    assert ("<", "OK") in lines
