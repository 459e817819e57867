"""What the protocol costs: starting an engine under guard, and a round trip a move.

    python benchmarks/protocol_overhead.py

Medians of milliseconds. "Without" starts the same program directly. A round trip is
TURN and its answer by an engine that thinks nothing; the client's pause of 10 ms between
an answer and its next command is left out, as it falls into the opponent's time.
"""

import asyncio
import os
import random
import socket
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from wuzi.protocol import guard
from wuzi.protocol.client import EngineCommand, EngineProcess
from wuzi.protocol.conversation import SETTLE
from wuzi.rules import FREESTYLE, Board
from wuzi.thinking import Limit

MOCK = Path(__file__).parents[1] / "tests" / "mock_engine.py"
STARTS = 30
GAMES = 5
TIME = Limit(time=1.0)


def milliseconds(seconds: list[float]) -> str:
    """The median, for reading."""
    return f"{median(seconds) * 1000:6.2f} ms"


def start_directly() -> float:
    """Seconds to start and end a program that does nothing."""
    started = time.perf_counter()
    subprocess.run(["/bin/true"], check=True)
    return time.perf_counter() - started


def start_guarded() -> float:
    """The same, under guard."""
    leash, theirs = socket.socketpair()
    with leash, theirs:
        fd = theirs.fileno()
        argv = [sys.executable, "-I", "-S", guard.__file__, str(fd), str(os.getpid()), "--"]
        started = time.perf_counter()
        subprocess.run([*argv, "/bin/true"], check=True, pass_fds=(fd,))
        return time.perf_counter() - started


async def games() -> tuple[list[float], list[float], list[float]]:
    """Seconds to be ready, of an answer as the client measures it, and of a whole choose."""
    ready, answers, calls = [], [], []
    opponent = random.Random(1)
    for _ in range(GAMES):
        started = time.perf_counter()
        command = EngineCommand((sys.executable, "-S", str(MOCK)))
        async with await EngineProcess.start(command) as engine:
            await engine.new_game(15, FREESTYLE, TIME)
            ready.append(time.perf_counter() - started)
            board = Board(15)
            while board.stone_count < 60 and board.outcome is None:
                await asyncio.sleep(SETTLE)
                started = time.perf_counter()
                reply = await engine.choose(board, TIME, allowed=10)
                calls.append(time.perf_counter() - started)
                answers.append(reply.elapsed)
                board.push(reply.move)
                if board.outcome is None:
                    board.push(opponent.choice(list(board.legal_points())))
    return ready, answers, calls


def main() -> None:
    """Print the figures."""
    direct = [start_directly() for _ in range(STARTS)]
    guarded = [start_guarded() for _ in range(STARTS)]
    ready, answers, calls = asyncio.run(games())
    print(f"start and end of a program        {milliseconds(direct)}")
    print(f"the same under guard              {milliseconds(guarded)}")
    print(f"a Python engine ready (START, OK) {milliseconds(ready)}")
    print(f"TURN to its answer                {milliseconds(answers)}  of {len(answers)} moves")
    print(f"choose() in all                   {milliseconds(calls)}")


if __name__ == "__main__":
    main()
