"""Make the positions that the solvers are tested on, from random play of our own.

    python tools/make_solver_positions.py tests/data

Both sides choose among the promising points at random. Where the side to move wins by
fours, or by threats and not by fours alone, or has neither, the position may be kept; wins
only after the referee alone has replayed their proof. Every line says which it is.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from wuzi.engine.solver import Solution, solve
from wuzi.engine.tables import make_state, tables_of
from wuzi.rules import BLACK, COLOUR_NAMES, RULES, WHITE, Board, Rule, centre, point_name
from wuzi.thinking import Limit

WANTED = {"vcf": 12, "vct": 4, "quiet": 8}
SIZES = (9, 11, 13, 15, 19, 22)
NODES = {"vcf": 50_000, "vct": 100_000}
TRIES = 120


def next_move(board: Board, chance: random.Random) -> int:
    """A point among the most promising of both sides, the best half the time."""
    if board.empty_count == board.size**2:
        return centre(board.size)
    tables = tables_of(board.rule)
    state = make_state(board, tables)
    codes, packs = tables["code"], state["pack"]

    def promise(p: int) -> int:
        own, other = (
            int(codes[65536 * at + packs[1024 * at + p]]) >> 4 & 4095
            for at in (board.turn - 1, 2 - board.turn)
        )
        return 2 * own + other

    points = [p for p in board.legal_points() if state["near"][p]]
    best = sorted(points, key=promise, reverse=True)[:6]
    return chance.choices(best, [2 ** (6 - at) for at in range(len(best))])[0]


def by_fours(board: Board) -> Solution | None:
    """A win by two fours at least, which random play comes by seldom; else ``None``."""
    found = solve(board, "vcf", Limit(nodes=NODES["vcf"]), verify=True)
    return found if len(found.line) >= 3 else None


def by_threats(board: Board) -> tuple[str, Solution] | None:
    """Whether the position is one of a win by threats, or has no win by fours at all."""
    if solve(board, "vcf", Limit(nodes=NODES["vcf"])).result != "none":
        return None
    threats = solve(board, "vct", Limit(nodes=NODES["vct"]), verify=True)
    if threats.result == "win":
        return ("vct", threats) if len(threats.line) >= 3 else None
    return "quiet", threats


def entry(board: Board, kind: str, solution: Solution, seed: int) -> dict[str, Any]:
    """One line of the file."""
    return {
        "id": f"{board.rule.name}-{board.size}-{seed}",
        "kind": kind,
        "rule": board.rule.name,
        "size": board.size,
        "black": [point_name(p) for p in board.stones(BLACK)],
        "white": [point_name(p) for p in board.stones(WHITE)],
        "side": COLOUR_NAMES[board.turn],
        "line": [point_name(p) for p in solution.line],
        "origin": "own random play: python tools/make_solver_positions.py",
    }


def play(board: Board, chance: random.Random) -> tuple[str, Solution] | None:
    """Random moves up to a win by fours or a random end; what the last position is good for."""
    last = chance.randint(8, 44)
    while board.outcome is None and next(board.legal_points(), 0):
        if board.stone_count > 8 and (fours := by_fours(board)) is not None:
            return "vcf", fours
        if board.stone_count >= last:
            return by_threats(board)
        board.push(next_move(board, chance))
    return None


def positions(rule: Rule) -> list[dict[str, Any]]:
    """Positions of every kind: as many as are wanted, or as enough games give."""
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in WANTED}
    for seed in range(TRIES):
        chance = random.Random(f"{rule.name} {seed}")
        board = Board(chance.choice(SIZES), rule)
        kept = play(board, chance)
        if kept is not None and len(found[kept[0]]) < WANTED[kept[0]]:
            found[kept[0]].append(entry(board, *kept, seed))
    return [one for kind in WANTED for one in found[kind]]


def main() -> None:
    """Write ``solver.jsonl`` into the folder that is named."""
    lines = [json.dumps(one) for rule in RULES.values() for one in positions(rule)]
    (Path(sys.argv[1]) / "solver.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
