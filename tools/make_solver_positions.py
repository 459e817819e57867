"""Make the positions that the solvers are tested on, from random play of our own.

    python tools/make_solver_positions.py wins tests/data
    python tools/make_solver_positions.py none tests/data

Both sides choose among the promising points at random. ``wins``: where the side to move wins
by fours, or by threats and not by fours alone, or has neither, the position may be kept; wins
only after the referee alone has replayed their proof. Every line says which it is.

``none``: what no solver may win. Quiet positions with threats to try, and won ones with one
stone more of the defender on the winning line; that there is no win is shown without the
engine, by the exhaustive search of ``tests/engine/plain_threats.py``.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.engine.plain_threats import GivenUp, Threats, wins_by_fours

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


# What no solver may win

NONE_WANTED = {"quiet": 60, "broken": 20}
NONE_SIZES = (9, 11, 13, 15, 15, 19)
BUDGET = 2000
"""Positions that the exhaustive search may look at; most positions are given up."""
FEWEST = 30
"""Positions it must have looked at: else there was no threat worth a try."""


def impossible(board: Board) -> tuple[str, int] | None:
    """What is shown not to be there, "vcf" or even "vct", and after how many positions."""
    search = Threats(BUDGET)
    try:
        return ("vct", BUDGET - search.fours.left) if search.none(board.copy()) else None
    except GivenUp:
        return None


def stones_text(board: Board) -> str:
    """The set-up, black's stones before the stroke."""
    return "/".join("".join(map(point_name, board.stones(c))) for c in (BLACK, WHITE))


def none_entry(board: Board, kind: str, goal: str, seed: int) -> dict[str, Any]:
    """One line of the file: the position in few words, and which goal is impossible."""
    return {
        "id": f"{board.rule.name}-{board.size}-{kind}-{seed}",
        "kind": kind,
        "none": goal,
        "rule": board.rule.name,
        "size": board.size,
        "position": stones_text(board),
        "side": COLOUR_NAMES[board.turn],
    }


def quiet(board: Board, chance: random.Random) -> Board | None:
    """A position of random play with threats to try, none of which leads to a win."""
    for _ in range(chance.randint(7, 20)):
        if board.outcome is not None or not next(board.legal_points(), 0):
            return None
        board.push(next_move(board, chance))
    if board.outcome is not None:
        return None
    shown = impossible(board)
    return board if shown is not None and shown[1] >= FEWEST else None


def with_one_more(board: Board, line: tuple[int, ...]) -> Iterator[Board]:
    """The position with a stone of the defender on each point of the winning line."""
    for p in line:
        stones = {colour: list(board.stones(colour)) for colour in (BLACK, WHITE)}
        stones[3 - board.turn].append(p)
        other = Board.from_stones(stones[BLACK], stones[WHITE], board.turn, board.size, board.rule)
        if other.outcome is None:
            yield other


def broken(board: Board, chance: random.Random) -> tuple[str, Board] | None:
    """A won position whose win by fours one stone took away, perhaps all wins by threats, too."""
    kept = play(board, chance)
    if kept is None or kept[0] == "quiet":
        return None
    found = []
    for other in with_one_more(board, kept[1].line):
        try:
            if wins_by_fours(other, BUDGET):
                continue
        except GivenUp:
            continue
        if impossible(other):
            return "vct", other
        found.append(other)
    return ("vcf", chance.choice(found)) if found else None


def without_wins(rule: Rule) -> list[dict[str, Any]]:
    """Positions of both kinds."""
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in NONE_WANTED}
    for kind, wanted in NONE_WANTED.items():
        seed = 0
        while len(found[kind]) < wanted:
            chance = random.Random(f"{rule.name} {kind} {seed}")
            board = Board(chance.choice(NONE_SIZES), rule)
            if kind == "quiet":
                kept = quiet(board, chance)
                one = None if kept is None else ("vct", kept)
            else:
                one = broken(board, chance)
            if one is not None and all(stones_text(one[1]) != e["position"] for e in found[kind]):
                found[kind].append(none_entry(one[1], kind, one[0], seed))
            seed += 1
        print(f"{rule.name}: {len(found[kind])} {kind} of {seed} games", file=sys.stderr)
    return [one for kind in NONE_WANTED for one in found[kind]]


def main() -> None:
    """Write ``solver.jsonl`` or ``no_wins.jsonl`` into the folder that is named."""
    what, folder = sys.argv[1:]
    make, name = {"wins": (positions, "solver"), "none": (without_wins, "no_wins")}[what]
    lines = [json.dumps(one) for rule in RULES.values() for one in make(rule)]
    (Path(folder) / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
