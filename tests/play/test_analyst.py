import asyncio
import shlex
import sys

import psutil
import pytest

from tests.play.test_engine_seat import MOCK
from wuzi.errors import EngineError, ParseError
from wuzi.play import Analyst, HumanSeat, Session
from wuzi.rules import BLACK, Board, parse_position
from wuzi.thinking import Limit


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


def test_a_person_is_no_analyst():
    with pytest.raises(ParseError):
        Analyst("human")
