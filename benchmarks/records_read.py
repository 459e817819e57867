"""How long reading and writing big files takes: ``python benchmarks/records_read.py [NODES]``."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from wuzi.records import dumps, read
from wuzi.rules import Board, Game, all_points

T = TypeVar("T")


def big_game(nodes: int, seed: int = 1) -> Game:
    """A tree of ``nodes`` moves: random games that branch off the main line."""
    rng = random.Random(seed)
    game = Game()
    count = 0
    while count < nodes:
        node, board = game.root, Board()
        for move in rng.sample(all_points(15), 60):
            if board.outcome is not None or count == nodes:
                break
            board.push(move)
            node = node.add(move)
            count += 1
            if count % 10 == 0:
                node.notes.comment = f"after {count} moves"
    return game


def timed(what: str, work: Callable[[], T]) -> T:
    """Do ``work``, print what it was and how long it took, and return what came of it."""
    start = time.perf_counter()
    result = work()
    print(f"{what:24s} {time.perf_counter() - start:6.2f} s")
    return result


def main() -> None:
    """Print the time of each format."""
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    game = timed(f"making {nodes} nodes", lambda: big_game(nodes))
    for format in ("sgf", "wuzi"):
        data = timed(f"writing {format}", lambda format=format: dumps(game, format))  # type: ignore[misc]
        [again] = timed(f"reading {len(data) / 1e6:.1f} MB", lambda data=data: list(read(data)))  # type: ignore[misc]
        assert sum(1 for _ in again.nodes()) == nodes + 1


if __name__ == "__main__":
    main()
