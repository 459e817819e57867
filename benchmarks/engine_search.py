"""What the search keeps of its promises: ``python benchmarks/engine_search.py [WHAT ...]``.

``speed``      nodes and pairs a second, and the signature (``wuzi bench``).
``overshoot``  seconds over a limit of 10 to 100 ms: median, maximum.
``moves``      1,000 moves of self-play at 0.1 s: how many took longer, and by how much.
``threads``    time to a fixed depth over 20 positions, two threads (five times) against one.
``beat``       how late a 60 Hz timer of the main thread comes while two threads search.
``depth4``     CPU time to depth 4 on ten positions, ours against the textbook's slowest way.
"""

from __future__ import annotations

import sys
import threading
from random import Random
from statistics import median
from time import perf_counter, process_time, sleep

from wuzi.engine.bench import POSITIONS, bench
from wuzi.engine.engine import Engine
from wuzi.rules import Board, parse_moves, transform_moves
from wuzi.thinking import Limit


def boards(count: int) -> list[Board]:
    """Middle games: the benchmark's, mirrored and turned, some with a few stones less."""
    found = []
    for number in range(count):
        moves = parse_moves(POSITIONS[number % len(POSITIONS)])
        moves = moves[: len(moves) - number // len(POSITIONS)]
        found.append(Board.from_moves(transform_moves(moves, number % 8, 15)))
    return found


def speed() -> None:
    """Print what ``wuzi bench`` does."""
    for key, value in bench().items():
        print(f"  {key} {value}")


def overshoot(searches: int = 200) -> None:
    """Print by how much limits in time are overrun."""
    engine = Engine()
    random = Random(1)
    places = boards(24)
    engine.play(places[0], Limit(time=0.1))
    late = []
    for number in range(searches):
        limit = random.choice((0.01, 0.02, 0.05, 0.1))
        start = perf_counter()
        engine.play(places[number % len(places)], Limit(time=limit))
        late.append((perf_counter() - start - limit) * 1000)
    late.sort()
    print(f"  {searches} searches: median {median(late):.1f} ms, maximum {late[-1]:.1f} ms")


def moves(count: int = 1000, allowed: float = 0.1) -> None:
    """Print how many moves of self-play overstepped their time."""
    engine, random, late = Engine(), Random(5), []
    board = Board()
    for _ in range(count):
        if board.outcome is not None:
            board = Board.from_moves(random.sample(list(Board().legal_points()), 3))
        start = perf_counter()
        info = engine.play(board, Limit(time=allowed))
        late.append((perf_counter() - start - allowed) * 1000)
        board.push(info.move)
    over = [ms for ms in late if ms > 0]
    print(f"  {count} moves of {allowed} s: {len(over)} late, the latest by {max(late):.1f} ms")


def threads(depth: int = 13, times: int = 5) -> None:
    """Print how much faster two threads reach a depth, and what each of them does for it.

    Two threads never search the same tree twice, so that they are asked several times.
    """
    seconds, nodes = [0.0, 0.0], [0.0, 0.0]
    ratios = []
    for time in range(times + 1):
        count = min(time + 1, 2)
        begin = seconds[count - 1]
        for board in boards(20):
            engine = Engine(threads=count)
            start = perf_counter()
            engine.play(board, Limit(depth=depth))
            seconds[count - 1] += perf_counter() - start
            nodes[count - 1] += sum(one.nodes[0] for one in engine._searchers)
        ratios.append(seconds[0] / (seconds[count - 1] - begin))
    several = ", ".join(f"{ratio:.2f}" for ratio in ratios[1:])
    print(f"  depth {depth}: {seconds[0]:.1f} s, {seconds[1] / times:.1f} s:"
          f" {seconds[0] * times / seconds[1]:.2f} times ({several})")  # fmt: skip
    print(f"  positions a thread: {nodes[0]:,.0f}, {nodes[1] / times / 2:,.0f}", end="")
    print(f"; a second, together: {nodes[1] / seconds[1] / (nodes[0] / seconds[0]):.2f} times")


def beat(seconds: float = 5.0) -> None:
    """Print how late a timer of the main thread comes."""
    engine = Engine(threads=2)
    board = boards(2)[1]

    def analyse() -> None:
        for _ in engine.analyse(board, Limit(time=seconds), lines=3):  # no proof ends it early
            pass

    worker = threading.Thread(target=analyse)
    worker.start()
    late = []
    due = perf_counter()
    while worker.is_alive():
        due += 1 / 60
        sleep(max(0.0, due - perf_counter()))
        late.append((perf_counter() - due) * 1000)
    late.sort()
    print(
        f"  {len(late)} ticks: median {median(late):.2f} ms, p99 {late[len(late) * 99 // 100]:.2f}"
    )


def depth4(cut: int = 50_000) -> None:
    """Print how much faster depth 4 is reached than by the textbook without any idea.

    Times are of the processor, so that a busy machine changes neither. Where the textbook
    visits more than ``cut`` nodes it is broken off, and its time is what a node took it times
    the nodes of the whole search. Those are counted with the evaluation ``incremental``, which
    has the same values and so leads through the same nodes.
    """
    engine = Engine()
    engine.play(Board.from_moves(parse_moves("h8")), Limit(depth=2))  # tables are made once
    ratios = []
    for board in boards(10):
        start = process_time()
        engine.play(board, Limit(depth=4))
        ours = process_time() - start
        whole, _ = _course(board, evaluation="incremental")
        nodes, seconds = _course(board, cut, evaluation="runs", grid="list")
        assert nodes <= whole
        theirs = seconds / nodes * whole
        how = "whole" if nodes == whole else f"from {nodes} of them"
        ratios.append(theirs / ours)
        print(f"  {board.stone_count} stones: ours {ours * 1000:.1f} ms, textbook {theirs:.0f} s"
              f" for {whole} nodes ({how}): {ratios[-1]:.0f} times", flush=True)  # fmt: skip
    print(f"  {len(ratios)} positions: median {median(ratios):.0f} times, least {min(ratios):.0f}")


def _course(board: Board, cut: int | None = None, **texts: str) -> tuple[int, float]:
    """Nodes and seconds of alpha-beta as courses print it: no order, no cap, no deepening.

    With ``grid`` list and the evaluation ``runs`` it scans the whole board at every leaf.
    """
    from wuzi.textbook.options import SearchOptions  # noqa: PLC0415
    from wuzi.textbook.thinkers import SearchThinker  # noqa: PLC0415
    from wuzi.thinking import answer  # noqa: PLC0415

    texts |= {"depth": "4", "radius": "2", "ordering": "none", "cap": "0", "deepening": "off"}
    thinker = SearchThinker(SearchOptions.parse(texts, pruning=True))
    start = process_time()
    info = answer(thinker, board, Limit(nodes=cut))
    return info.nodes, process_time() - start


if __name__ == "__main__":
    chosen = sys.argv[1:] or ["speed", "overshoot", "threads", "beat"]
    for what in chosen:
        print(what, flush=True)
        {"speed": speed, "overshoot": overshoot, "threads": threads, "moves": moves, "beat": beat,
         "depth4": depth4}[what]()  # fmt: skip
