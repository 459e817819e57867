"""Paired games of the engine against itself with other switches, at equal nodes a move.

``python benchmarks/engine_switches.py use_lmr=0 --pairs 40 --nodes 20000`` says what late-move
reductions are worth: the first side plays with the defaults and what ``--base`` changes, the
second with the switches named. Equal nodes make the result independent of the machine; CPU
seconds of both sides are printed beside it.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from math import erf, log10, sqrt
from pathlib import Path
from time import process_time

from wuzi.engine.engine import Engine
from wuzi.rules import BLACK, Board, parse_moves, parse_rule, transform_moves
from wuzi.thinking import Limit

OPENINGS = Path(__file__).parents[1] / "src/wuzi/arena/data/openings_freestyle15.txt"


def openings(path: Path) -> list[str]:
    """The move strings of a list, one a line."""
    lines = (line.partition("#")[0] for line in path.read_text().splitlines())
    return ["".join(line.split()) for line in lines if line.strip()]


def play(engines: tuple[Engine, Engine], board: Board, limit: Limit, spent: list[float]) -> float:
    """The score of the first engine, which plays black."""
    while board.outcome is None:
        at = 0 if board.turn == BLACK else 1
        start = process_time()
        board.push(engines[at].play(board, limit).move)
        spent[at] += process_time() - start
    winner = board.outcome.winner
    return 0.5 if not winner else float(winner == BLACK)


def switches(words: list[str]) -> Mapping[str, int]:
    """``use_lmr=0`` as a mapping."""
    pairs = (word.partition("=") for word in words)
    return {name: int(value) for name, _, value in pairs}


def main() -> None:
    """Play the match and print the score as it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", nargs="*", help="switches of the second side")
    parser.add_argument("--base", nargs="*", default=[], help="switches of the first side")
    parser.add_argument("--weights", type=Path, help="a file of weights for the second side")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--time", type=float, help="seconds a move, instead of nodes")
    parser.add_argument("--openings", type=Path, default=OPENINGS)
    parser.add_argument("--rule", default="freestyle")
    given = parser.parse_args()
    one = Engine(memory=16 << 20, switches=switches(given.base))
    two = Engine(memory=16 << 20, switches=switches(given.other), weights=given.weights)
    limit = Limit(time=given.time) if given.time else Limit(nodes=given.nodes)
    texts = openings(given.openings)
    rule = parse_rule(given.rule)
    pairs: list[float] = []
    spent = [0.0, 0.0]
    for number in range(given.pairs):
        moves = parse_moves(texts[number % len(texts)])
        moves = transform_moves(moves, number // len(texts), 15)
        score = play((one, two), Board.from_moves(moves, 15, rule), limit, spent)
        swapped = [0.0, 0.0]
        score += 1 - play((two, one), Board.from_moves(moves, 15, rule), limit, swapped)
        spent[0] += swapped[1]
        spent[1] += swapped[0]
        pairs.append(score / 2)
        if number % 10 == 9 or number + 1 == given.pairs:
            report(pairs, spent, " ".join([*given.other, str(given.weights or "")]))


def report(pairs: list[float], spent: list[float], name: str) -> None:
    """One line about the pairs so far."""
    n = len(pairs)
    mean = sum(pairs) / n
    spread = sqrt(sum((p - mean) ** 2 for p in pairs) / max(n - 1, 1) / n)
    inside = min(max(mean, 0.5 / n), 1 - 0.5 / n)
    elo = 400 * log10(inside / (1 - inside))
    likely = 0.5 * (1 + erf((mean - 0.5) / max(spread, 1e-9) / sqrt(2)))
    print(
        f"{name}: base {mean:.3f} +- {1.96 * spread:.3f} of {n} pairs,"
        f" {elo:+.0f} Elo, LOS {likely:.3f}, CPU {spent[0]:.1f} : {spent[1]:.1f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
