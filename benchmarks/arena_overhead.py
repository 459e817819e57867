"""What the runner of a match costs beside the thinking of the engines.

    python benchmarks/arena_overhead.py

Mock engines sleep 0.1 s a move. The overhead is the wall time of the match beyond the
slept time, shared by the games that are played at once: the start of workers and engines,
the protocol both ways, the referee, the journal's fsync, and the end.

A system wakes sleepers late, the later the busier it is. A thread beside the match that
does nothing but sleep tells how late; the second overhead is that beyond such real sleeps.
The third is beyond the time from each question to its answer, sleep, waking and pipes
included: what the runner itself adds between an answer and the next question.
"""

import argparse
import shlex
import sys
import tempfile
import threading
import time
from pathlib import Path

from wuzi.arena.adjudication import Adjudication
from wuzi.arena.plan import MatchSpec, PlayerSpec
from wuzi.arena.runner import run_match
from wuzi.play import TimeControl

MOCK = Path(__file__).parents[1] / "tests" / "mock_engine.py"


def real_sleep(seconds: float, end: threading.Event, slept: list[float]) -> None:
    """Sleep again and again until ``end``, and note how long each sleep was."""
    while not end.is_set():
        began = time.perf_counter()
        time.sleep(seconds)
        slept.append(time.perf_counter() - began)


def measure(
    games: int, moves: int, think: float, concurrency: int
) -> tuple[float, float, float, float]:
    """Wall time of a match; the seconds slept in it as wanted, as sleeps are, and waited for."""
    argv = shlex.join([sys.executable, "-S", str(MOCK), "--think", str(think)])
    tc = TimeControl(move=5)
    spec = MatchSpec(
        PlayerSpec(argv, "first", tc),
        PlayerSpec(argv, "second", tc),
        games=games,
        adjudication=Adjudication(max_moves=moves),
    )
    end, slept = threading.Event(), list[float]()
    sleeper = threading.Thread(target=real_sleep, args=(think, end, slept))
    with tempfile.TemporaryDirectory() as folder:
        sleeper.start()
        began = time.perf_counter()
        result = run_match(spec, Path(folder) / "journal.jsonl", concurrency=concurrency)
        wall = time.perf_counter() - began
        end.set()
        sleeper.join()
    played = sum(len(record.times) for record in result.records)
    assert played == games * moves, result
    each = sum(slept) / len(slept)
    waited = sum(sum(record.times) for record in result.records)
    slept_in_all = played * think / concurrency, played * each / concurrency
    return wall, *slept_in_all, waited / concurrency


def main() -> None:
    """Print one line for each number of games at once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--moves", type=int, default=60, help="of a game")
    parser.add_argument("--think", type=float, default=0.1, help="seconds a move")
    parser.add_argument("--concurrency", type=int, nargs="*", default=[1, 2])
    options = parser.parse_args()
    print(
        "concurrency  games  moves    wall   asleep  overhead  really asleep  overhead"
        "  waited for  overhead"
    )
    for concurrency in options.concurrency:
        games = options.games * concurrency
        wall, asleep, really, waited = measure(games, options.moves, options.think, concurrency)
        print(
            f"{concurrency:11d}  {games:5d}  {options.moves:5d}  {wall:5.1f} s  {asleep:5.1f} s"
            f"  {wall / asleep - 1:7.2%}  {really:11.1f} s  {wall / really - 1:7.2%}"
            f"  {waited:8.1f} s  {wall / waited - 1:7.2%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
