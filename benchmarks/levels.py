"""The ladder of levels: how often each beats the one below, and what that makes in Elo.

``python benchmarks/levels.py`` plays 100 games between any two neighbours, in pairs with
colours swapped, from balanced random starts, and prints the table as Markdown. All of it is in
one process and by nodes, the full engine too (``--full``), so that a busy machine gives the
same games as an idle one: every level has a seed that is told by the number of the pair.

With ``--journal FILE`` every pair is written there as it ends, and a later run goes on where
that one stopped; ``--save`` writes the ratings into the package, where the window finds them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from pathlib import Path
from random import Random
from time import process_time

from wuzi.arena.statistics import Rating, Trinomial, bradley_terry
from wuzi.players import Level, levels
from wuzi.players.level_thinker import LevelThinker
from wuzi.players.levels import RATINGS, read_levels
from wuzi.rules import BLACK, Board, Move, Rule, parse_moves, parse_rule, transform_moves
from wuzi.thinking import Limit, answer

ROOT = Path(__file__).parents[1]
OPENINGS = ROOT / "src/wuzi/arena/data/openings_freestyle15.txt"
SIZE = 15


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games from one start with colours swapped: the scores of the upper level."""

    upper: int
    number: int
    scores: tuple[float, float]


def starts(seed: int) -> Iterator[list[Move]]:
    """Balanced starts without end: the list in an order of chance, each turned by chance."""
    lines = (line.partition("#")[0] for line in OPENINGS.read_text("utf-8").splitlines())
    texts = ["".join(line.split()) for line in lines if line.strip()]
    random = Random(seed)
    while True:
        for text in random.sample(texts, len(texts)):
            yield transform_moves(parse_moves(text), random.randrange(8), SIZE)


def play(black: LevelThinker, white: LevelThinker, board: Board, full: int) -> float:
    """What black scores."""
    while board.outcome is None:
        thinker = black if board.turn == BLACK else white
        limit = Limit(nodes=full) if thinker.level.is_full else Limit()
        board.push(answer(thinker, board, limit).move)
    return 0.5 if board.outcome.is_draw else float(board.outcome.winner == BLACK)


def ladder(
    thinkers: Sequence[LevelThinker], done: Sequence[Pair], given: argparse.Namespace, rule: Rule
) -> Iterator[Pair]:
    """Play the pairs that are not done yet, of all neighbours in turn."""
    played = {(pair.upper, pair.number) for pair in done}
    for number, start in zip(range((given.games + 1) // 2), starts(given.seed), strict=False):
        for lower, upper in pairwise(thinkers):
            step = upper.level.number
            if (step, number) in played or (given.only and step not in given.only):
                continue
            scores: list[float] = []
            for black, white in ((upper, lower), (lower, upper)):
                black.seed = white.seed = f"{given.seed} {number} {len(scores)}"
                score = play(black, white, Board.from_moves(start, SIZE, rule), given.full)
                scores.append(score if black is upper else 1 - score)
            yield Pair(step, number, (scores[0], scores[1]))


def table(known: Sequence[Level], pairs: Sequence[Pair]) -> tuple[str, dict[int, Rating]]:
    """The ladder as Markdown, and the ratings by level."""
    results: dict[tuple[str, str], Trinomial] = {}
    for level in known[1:]:
        scores = [score for pair in pairs if pair.upper == level.number for score in pair.scores]
        if scores:
            counts = [scores.count(score) for score in (1.0, 0.5, 0.0)]
            results[f"{level.number}", f"{level.number - 1}"] = Trinomial(
                wins=counts[0], draws=counts[1], losses=counts[2]
            )
    # One drawn game more for any two keeps a clean sweep finite.
    lowest = min((names[1] for names in results), key=int, default=None)
    rated = {int(r.name): r for r in bradley_terry(results, anchor=lowest, prior_draws=1.0)}
    lines = [
        "| level | title | against the one below, won-drawn-lost | score | Elo, 95 % |",
        "|---|---|---|---|---|",
    ]
    for level in known:
        result = results.get((f"{level.number}", f"{level.number - 1}"))
        cells = ["", ""]
        if result:
            score = (result.wins + result.draws / 2) / result.games
            cells = [f"{result.wins}-{result.draws}-{result.losses}", f"{score:.0%}"]
        elo = ""
        if level.number in rated and isfinite(rated[level.number].elo):
            one = rated[level.number]
            elo = f"{one.elo:.0f} (+-{(one.high - one.low) / 2:.0f})"
        lines.append(f"| {level.number} | {level.title} | {cells[0]} | {cells[1]} | {elo} |")
    return "\n".join(lines), rated


def save(rated: dict[int, Rating], how: str) -> None:
    """Write the ratings where :func:`wuzi.players.levels` reads them."""
    lines = ["# How strong the levels are, level 1 being 0: Elo with the interval of 95 %.", how]
    for number in sorted(rated):
        one = rated[number]
        values = {"elo": one.elo, "low": one.low, "high": one.high}
        rows = "\n".join(f"{name} = {round(value)}" for name, value in values.items())
        lines.append(f"\n[[ratings]]\n{rows}")
    RATINGS.write_text("\n".join(lines) + "\n", "utf-8")


def read_journal(path: Path | None) -> list[Pair]:
    """The pairs that an earlier run played."""
    if path is None or not path.is_file():
        return []
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return [Pair(upper, number, (one, two)) for upper, number, one, two in rows]


def main() -> None:
    """Play the ladder and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="between any two neighbours")
    parser.add_argument("--full", type=int, default=50_000, help="nodes of the full engine")
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, nargs="*", help="upper levels to play, all by default")
    parser.add_argument("--levels", type=Path, help="another file of levels")
    parser.add_argument("--journal", type=Path, help="keep the games there, and go on from there")
    parser.add_argument("--save", action="store_true", help="keep the ratings in the package")
    given = parser.parse_args()
    known = read_levels(given.levels) if given.levels else levels()
    thinkers = [LevelThinker(level) for level in known]
    for thinker in thinkers:
        thinker.engine.wait()
    pairs = read_journal(given.journal)
    began = process_time()
    for pair in ladder(thinkers, pairs, given, parse_rule(given.rule)):
        pairs.append(pair)
        if given.journal:
            with given.journal.open("a", encoding="utf-8") as journal:
                journal.write(json.dumps([pair.upper, pair.number, *pair.scores]) + "\n")
    text, rated = table(known, pairs)
    print(f"{text}\n\n{process_time() - began:.0f} CPU seconds")
    if given.save:
        save(rated, f"# python benchmarks/levels.py --games {given.games} --save")


if __name__ == "__main__":
    main()
