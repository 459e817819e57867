import asyncio
import shlex
import sys
from contextlib import aclosing

import psutil
import pytest

from tests.play.test_engine_seat import MOCK
from wuzi.errors import EngineError, ParseError
from wuzi.play import Analyst, HumanSeat, Session
from wuzi.rules import BLACK, Board, parse_moves, parse_position, point_name
from wuzi.thinking import Limit

SEVERAL = shlex.join([sys.executable, str(MOCK.parent / "protocol" / "thinkers.py"), "several"])


def mock(*options):
    return shlex.join([sys.executable, "-S", str(MOCK), *options])


@pytest.fixture(autouse=True)
def _no_process_is_left():
    before = set(psutil.Process().children(recursive=True))
    yield
    assert set(psutil.Process().children(recursive=True)) <= before


async def test_a_hint_is_a_legal_move_and_leaves_the_board_alone():
    board = parse_position("h8h9h10/a1c1", turn=BLACK)
    before = board.copy()
    analyst = Analyst("textbook:alphabeta,depth=2")
    info = await analyst.hint(board, Limit(time=5), allowed=20)
    assert board == before
    assert board.is_legal(info.move)
    assert info.depth >= 1
    await analyst.close()


async def test_hints_on_other_boards_and_an_engine_that_tells_nothing():
    analyst = Analyst(mock())
    for board in (Board(), Board(19), parse_position("h8i9g7"), parse_position("h8")):
        info = await analyst.hint(board, Limit(), allowed=20)
        assert board.is_legal(info.move)
        assert info.depth == 0
    await analyst.close()


async def test_the_next_hint_after_a_failure_starts_afresh():
    analyst = Analyst(mock("--fault", "crash", "--at", "2"))
    board = parse_position("h8")
    assert board.is_legal((await analyst.hint(board, Limit(), allowed=20)).move)
    longer = parse_position("h8i9g7")
    with pytest.raises(EngineError):
        await analyst.hint(longer, Limit(), allowed=20)
    assert board.is_legal((await analyst.hint(board, Limit(), allowed=20)).move)
    await analyst.close()


async def test_hints_wait_for_each_other_and_a_cancelled_one_makes_way():
    analyst = Analyst(mock("--fault", "thinks", "--at", "1", "--delay", "60"))
    slow = asyncio.create_task(analyst.hint(Board(), Limit()))
    second = asyncio.create_task(analyst.hint(Board(), Limit(), allowed=0.2))
    await asyncio.sleep(0.3)
    assert not second.done()
    slow.cancel()
    with pytest.raises(EngineError) as caught:
        await second
    assert caught.value.id == "engine.time"
    assert slow.cancelled()
    await analyst.close()


@pytest.mark.parametrize("fault", ["silent-start", "silent"])
@pytest.mark.parametrize("wait", [0.0, 0.3])
async def test_closing_ends_the_hints_that_are_waited_for(fault, wait):
    analyst = Analyst(mock("--fault", fault, "--at", "1"))
    hints = [asyncio.create_task(analyst.hint(Board(), Limit())) for _ in range(2)]
    await asyncio.sleep(wait)
    await analyst.close()
    for hint in hints:
        with pytest.raises(EngineError) as caught:
            await hint
        assert caught.value.id == "analyst.closed"
    with pytest.raises(EngineError):
        await analyst.hint(Board(), Limit())
    await analyst.close()


async def test_the_opponent_is_never_asked_for_a_hint():
    analyst = Analyst(mock())
    async with Session(None, HumanSeat(), HumanSeat()) as session:
        info = await analyst.hint(session.board, Limit(), allowed=20)
        assert session.board.moves == []
        session.offer(info.move)
    await analyst.close()


# Analysis


async def collect(analyst, board, count, **options):
    infos = []
    async with aclosing(analyst.analyse(board, **options)) as told:
        async for info in told:
            infos.append(info)
            if len(infos) == count:
                break
    return infos


async def test_analysis_goes_on_until_one_stops_asking():
    analyst = Analyst(SEVERAL)
    board = parse_position("h8i9")
    for _ in range(2):
        infos = await collect(analyst, board, 5, lines=2)
        assert [info.line for info in infos[:4]] == [1, 2, 1, 2]
        assert [point_name(info.move) for info in infos[:2]] == ["a1", "b1"]
    assert analyst.extended
    assert board == parse_position("h8i9")
    await analyst.close()


async def test_analysis_of_a_region():
    analyst = Analyst(SEVERAL)
    board = parse_position("h8i9")
    region = frozenset(parse_moves("h8g7f6"))
    infos = await collect(analyst, board, 2, lines=9, region=region)
    assert {point_name(info.move) for info in infos} == {"g7", "f6"}
    with pytest.raises(EngineError, match="no point of the region"):
        await collect(analyst, board, 1, region=parse_moves("h8i9"))
    await analyst.close()


async def test_a_plain_engine_gives_its_move_alone():
    analyst = Analyst(mock())
    board = parse_position("h8")
    (info,) = await collect(analyst, board, 9, lines=3, region=parse_moves("c3"))
    assert (info.depth, info.nodes, info.line, len(info.pv)) == (0, 0, 1, 1)
    assert board.is_legal(info.move)
    assert analyst.extended is False
    assert analyst.name == "mock_engine"
    await analyst.close()


async def test_analysis_ends_with_its_limit():
    analyst = Analyst("textbook:alphabeta,depth=2")
    infos = await collect(analyst, parse_position("h8i9"), 99, limit=Limit(depth=2), lines=3)
    assert [info.depth for info in infos] == [1, 2]
    assert {info.line for info in infos} == {1}
    await analyst.close()


async def test_an_engine_that_dies_is_told_and_started_again():
    analyst = Analyst(mock("--fault", "crash", "--at", "2"))
    with pytest.raises(EngineError, match="out of ideas"):
        await collect(analyst, parse_position("h8i9g7"), 9)
    (info,) = await collect(analyst, parse_position("h8"), 9)
    assert info.pv
    await analyst.close()


@pytest.mark.parametrize("who", ["several", "mock"])
async def test_cancelling_and_closing_end_an_analysis(who):
    silent = mock("--fault", "hang", "--at", "1")
    analyst = Analyst(SEVERAL if who == "several" else silent)
    for _ in range(2):
        reading = asyncio.create_task(collect(analyst, Board(), 10**6))
        await asyncio.sleep(0.3)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
    reading = asyncio.create_task(collect(analyst, Board(), 10**6))
    await asyncio.sleep(0.1)
    await analyst.close()
    with pytest.raises(EngineError) as caught:
        await reading
    assert caught.value.id == "analyst.closed"


async def test_an_engine_goes_on_starting_when_a_question_is_given_up():
    pids = set()
    analyst = Analyst(SEVERAL)
    analyst.on_traffic = lambda mark, line: pids.add(analyst._engine.pid if analyst._engine else 0)
    for position in ("h8", "h8i9", "h8i9g7"):
        reading = asyncio.create_task(collect(analyst, parse_position(position), 10**6))
        await asyncio.sleep(0.02)
        reading.cancel()
        await asyncio.wait({reading})
    assert await collect(analyst, Board(), 1)
    assert len(pids - {0}) == 1
    await analyst.close()


async def test_a_forced_win_is_asked_of_our_own_engine():
    analyst = Analyst(SEVERAL)
    found = await analyst.solve(parse_position("h8"), "vcf", Limit(time=1))
    assert (found.result, len(found.line)) == ("win", 3)
    asking = asyncio.create_task(analyst.solve(parse_position("h8"), "vct", Limit()))
    await asyncio.sleep(0.2)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await analyst.close()


async def test_what_is_said_can_be_overheard():
    lines = []
    analyst = Analyst(mock(), niceness=3)
    analyst.on_traffic = lambda mark, line: lines.append((mark, line))
    await collect(analyst, parse_position("h8"), 9)
    assert (">", "YXSHOWFORBID") in lines
    assert ("<", "UNKNOWN YXSHOWFORBID") in lines
    await analyst.close()


def test_a_person_is_no_analyst():
    with pytest.raises(ParseError):
        Analyst("human")
