"""How many won positions the solvers solve, how fast, and that they win nothing that is not won.

    python benchmarks/solver_truth.py
    python benchmarks/solver_truth.py FILE --goal vcf --time 1

Without FILE the positions of ``tests/data/no_wins.jsonl`` are tried, none of which has the
win that is looked for: shown by exhaustive search without the engine, see
``tools/make_solver_positions.py``. Then the won ones of ``tests/data/solver.jsonl``.

Each line of FILE is a JSON object with ``rule``, ``size``, ``black``, ``white`` (lists of
points) and ``side``. One thread; the kernels are compiled before the clock starts. A win
counts only if its proof stands the referee's test.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from wuzi.engine.proof import flaw
from wuzi.engine.solver import Goal, Solution, solve
from wuzi.rules import Board, parse_colour, parse_point, parse_position, parse_rule
from wuzi.thinking import Limit

DATA = Path(__file__).parents[1] / "tests" / "data"


def read_board(entry: dict[str, Any]) -> Board:
    """The position of one line."""
    size, rule, turn = entry["size"], parse_rule(entry["rule"]), parse_colour(entry["side"])
    if "position" in entry:
        return parse_position(entry["position"], size, rule, turn)
    stones = ([parse_point(name, size) for name in entry[side]] for side in ("black", "white"))
    return Board.from_stones(*stones, turn=turn, size=size, rule=rule)


def read(file: Path) -> list[dict[str, Any]]:
    """The lines of a file."""
    return [json.loads(text) for text in file.read_text(encoding="utf-8").splitlines()]


# What is won


def solved(entries: list[dict[str, Any]], goal: Goal, time: float, every: bool) -> None:
    """Solve all positions and print the figures."""
    solve(Board(), goal, Limit(nodes=1))
    times, checks, nodes, won, bad = [], [], [], 0, 0
    for entry in entries:
        board = read_board(entry)
        solution = solve(board, goal, Limit(time=time))
        times.append(solution.time)
        nodes.append(solution.nodes)
        wrong = None
        if solution.proof is not None:
            begin = perf_counter()
            wrong = flaw(board, solution.proof)
            checks.append(perf_counter() - begin)
            won += wrong is None
            bad += wrong is not None
        if every or solution.result != "win" or wrong:
            print(entry.get("id"), solution.result, f"{solution.time:.3f} s", solution.nodes, wrong)
    print(f"solved {won} of {len(entries)}, {len(checks)} proofs replayed, {bad} of them wrong")
    print(f"seconds, proof included: median {median(times):.4f}, most {max(times):.3f}")
    print(f"nodes: median {median(nodes):.0f}, most {max(nodes)}, sum {sum(nodes)}")
    if checks:
        print(f"seconds of a replay: median {median(checks):.4f}, most {max(checks):.3f}")


# What is not


def is_false(board: Board, solution: Solution, impossible: str) -> bool:
    """Whether a solver's win is none: it cannot be, or the referee finds a flaw in its proof.

    Where only a win by fours is impossible, one by threats may be right.
    """
    if solution.result != "win":
        return False
    possible = (impossible, solution.goal) == ("vcf", "vct")
    return not possible or solution.proof is None or flaw(board, solution.proof) is not None


def false_wins(entries: list[dict[str, Any]], time: float, every: bool) -> None:
    """Try both solvers on positions without a win and print the figures."""
    total = Counter(entry["kind"] for entry in entries)
    false: Counter[str] = Counter()
    answers: dict[str, Counter[str]] = {"vcf": Counter(), "vct": Counter()}
    times: dict[str, list[float]] = {"vcf": [], "vct": []}
    goals: tuple[Goal, ...] = ("vcf", "vct")
    for entry in entries:
        board = read_board(entry)
        for goal in goals:
            solution = solve(board, goal, Limit(time=time))
            wrong = is_false(board, solution, entry["none"])
            false[entry["kind"]] += wrong
            answers[goal][solution.result] += 1
            times[goal].append(solution.time)
            if every or wrong:
                print(entry["id"], goal, solution.result, f"{solution.time:.3f} s", solution.nodes)
    counts = ", ".join(f"{false[kind]} of {total[kind]} {kind}" for kind in total)
    surely = sum(entry["none"] == "vct" for entry in entries)
    print(f"false wins: {counts}; in {surely} of {len(entries)} no win by threats is possible")
    for goal in goals:
        said = ", ".join(f"{count} {answer}" for answer, count in answers[goal].most_common())
        print(f"{goal}: {said}; seconds: median {median(times[goal]):.4f}, most"
              f" {max(times[goal]):.3f}")  # fmt: skip


def main() -> None:
    """Solve the positions of a file, or try those of ours."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--goal", choices=("vcf", "vct"), default="vcf")
    parser.add_argument("--time", type=float, default=1.0, help="seconds for each position")
    parser.add_argument("--all", action="store_true", help="print every position")
    options = parser.parse_args()
    if options.file is not None:
        solved(read(options.file), options.goal, options.time, options.all)
        return
    false_wins(read(DATA / "no_wins.jsonl"), options.time, options.all)
    for goal, time in (("vcf", 1.0), ("vct", 10.0)):
        entries = [one for one in read(DATA / "solver.jsonl") if one["kind"] == goal]
        print(f"{goal}, {time:.0f} s a position, tests/data/solver.jsonl")
        solved(entries, goal, time, options.all)


if __name__ == "__main__":
    main()
