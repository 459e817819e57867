"""What the pattern network costs: nanoseconds of CPU for a stone made and unmade, and for a value.

``python benchmarks/engine_network.py [FILE]`` takes a network's file, or the shipped one. A stone
of the incremental position, with all that the search needs, is printed to compare with; and how
many nodes a second the search does with the network and without.
"""

from __future__ import annotations

import sys
from time import thread_time

import numpy as np

from wuzi.engine.bench import POSITIONS, shuffle_pairs
from wuzi.engine.engine import Engine
from wuzi.engine.jit import kernel
from wuzi.engine.kernels.network import catch_up, network_value, toggle
from wuzi.engine.network import load_network
from wuzi.engine.tables import make_state, make_tables
from wuzi.engine.weights import load_weights
from wuzi.rules import FREESTYLE, Board, parse_moves
from wuzi.thinking import Limit

ROUNDS = 20_000
VALUES = 500_000
NODES = 200_000


@kernel("int64(S, T, int64[:], int64)")
def shuffle_network(s, t, moves, rounds):
    """Let the network alone make and unmake moves ``rounds`` times; pairs done."""
    catch_up(s, t)
    for _ in range(rounds):
        side = s.side
        for i in range(len(moves)):
            toggle(s, t, moves[i], side)
            side = 3 - side
        for i in range(len(moves) - 1, -1, -1):
            side = 3 - side
            toggle(s, t, moves[i], side)
    return len(moves) * rounds


@kernel("int64(S, T, int64)")
def ask_network(s, t, rounds):
    """Ask for the value of one position ``rounds`` times; a sum of what it says."""
    total = 0
    for _ in range(rounds):
        total += network_value(s, t)
    return total


def main() -> None:
    """Print the table: the best of five, since others may be using the machine."""
    path = sys.argv[1] if len(sys.argv) > 1 else None
    network = load_network(FREESTYLE, path)
    if network is None:
        sys.exit("no network is shipped: name a file")
    tables = make_tables(FREESTYLE, load_weights(FREESTYLE), network)
    state = make_state(Board(), tables)
    moves = np.array(parse_moves(POSITIONS[4]), np.int64)
    pairs = ROUNDS * len(moves)
    for name, count, run in (
        ("position: make+unmake", pairs, lambda: shuffle_pairs(state, tables, moves, ROUNDS)),
        ("network: make+unmake", pairs, lambda: shuffle_network(state, tables, moves, ROUNDS)),
        ("network: value", VALUES, lambda: ask_network(state, tables, VALUES)),
    ):
        times = []
        for _ in range(5):
            start = thread_time()
            run()
            times.append(thread_time() - start)
        print(f"{name:24} {min(times) / count * 1e9:6.0f} ns")
    for use in (0, 1):
        engine = Engine(memory=16 << 20, network=path, switches={"use_network": use})
        nodes, seconds = 0, 0.0
        for text in POSITIONS:
            info = engine.play(Board.from_moves(parse_moves(text)), Limit(nodes=NODES))
            nodes += info.nodes
            seconds += info.time
        print(f"search, use_network={use}     {nodes / seconds:9,.0f} nodes/s (wall time)")


if __name__ == "__main__":
    main()
