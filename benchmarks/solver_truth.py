"""How many won positions of a file the solvers solve, and how fast; every proof is replayed.

    python benchmarks/solver_truth.py FILE --goal vcf --time 1

Each line of FILE is a JSON object with ``rule``, ``size``, ``black``, ``white`` (lists of
points) and ``side``. One thread; the kernels are compiled before the clock starts. A win
counts only if its proof stands the referee's test.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from wuzi.engine.proof import flaw
from wuzi.engine.solver import solve
from wuzi.rules import Board, parse_colour, parse_point, parse_rule
from wuzi.thinking import Limit


def read_board(entry: dict[str, Any]) -> Board:
    """The position of one line."""
    size = entry["size"]
    stones = ([parse_point(name, size) for name in entry[side]] for side in ("black", "white"))
    turn = parse_colour(entry["side"])
    return Board.from_stones(*stones, turn=turn, size=size, rule=parse_rule(entry["rule"]))


def main() -> None:
    """Solve all positions of the file and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--goal", choices=("vcf", "vct"), default="vcf")
    parser.add_argument("--time", type=float, default=1.0, help="seconds for each position")
    parser.add_argument("--all", action="store_true", help="print every position")
    options = parser.parse_args()
    solve(Board(), options.goal, Limit(nodes=1))
    times, checks, nodes, solved, total, bad = [], [], [], 0, 0, 0
    for text in options.file.read_text(encoding="utf-8").splitlines():
        entry = json.loads(text)
        board = read_board(entry)
        solution = solve(board, options.goal, Limit(time=options.time))
        total += 1
        times.append(solution.time)
        nodes.append(solution.nodes)
        wrong = None
        if solution.proof is not None:
            begin = perf_counter()
            wrong = flaw(board, solution.proof)
            checks.append(perf_counter() - begin)
            solved += wrong is None
            bad += wrong is not None
        if options.all or solution.result != "win" or wrong:
            print(entry.get("id"), solution.result, f"{solution.time:.3f} s", solution.nodes, wrong)
    print(f"solved {solved} of {total}, {len(checks)} proofs replayed, {bad} of them wrong")
    print(f"seconds, proof included: median {median(times):.4f}, most {max(times):.3f}")
    print(f"nodes: median {median(nodes):.0f}, most {max(nodes)}, sum {sum(nodes)}")
    if checks:
        print(f"seconds of a replay: median {median(checks):.4f}, most {max(checks):.3f}")


if __name__ == "__main__":
    main()
