"""The mock engine itself: sound where it claims to be."""

import subprocess
import sys

from tests.mock_engine import faults
from tests.protocol.engines import MOCK, mock
from wuzi.protocol.client import EngineProcess
from wuzi.rules import BLACK, RENJU, STANDARD, WHITE, Board
from wuzi.thinking import Limit


async def game(black, white, board, moves=225):
    async with (
        await EngineProcess.start(black) as first,
        await EngineProcess.start(white) as second,
    ):
        while board.outcome is None and len(board.moves) < moves:
            engine = first if board.turn == BLACK else second
            reply = await engine.choose(board, Limit(time=1.0), allowed=10)
            board.push(reply.move)
    return board


async def test_two_sound_ones_play_for_long():
    board = await game(mock(), mock(), Board(15, STANDARD), moves=60)
    assert len(board.moves) == 60


async def test_a_keen_one_wins_with_either_colour():
    keen = mock("none", "--win-rate", 1.0)
    assert (await game(keen, mock(), Board(15))).outcome.winner == BLACK
    assert (await game(mock(), keen, Board(15))).outcome.winner == WHITE
    never = mock("none", "--win-rate", 0.0, "--seed", 1)
    assert (await game(never, mock(), Board(15), moves=40)).outcome is None


async def test_the_forbidden_one_makes_an_overline():
    board = Board(15, RENJU, forbidden_loses=True)
    board = await game(mock("forbidden"), mock(), board)
    assert board.outcome.winner == WHITE
    assert board.outcome.detail == "overline"


def test_the_faults_are_listed():
    argv = [sys.executable, str(MOCK), "--list"]
    lines = subprocess.run(argv, capture_output=True, text=True, check=True).stdout.splitlines()
    assert {line.split("\t")[0] for line in lines} == set(faults())
    assert len([line for line in lines if line.split("\t")[1] != "-"]) >= 20
