"""Are the openings that ship balanced? The engine plays both sides from each of them, once.

``python benchmarks/openings_balance.py`` takes all sets, ``... renju15 caro20`` these. For each
it prints what black scores with its 95 % interval, and the same of openings after which black
or white is to move. The nodes of a move are none of those by which the openings were chosen
(``tools/make_openings.py``), so that these are other games. Same engine, same figures.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from functools import partial

from wuzi.arena.openings import BUILTIN, Opening, builtin_sets, load_openings
from wuzi.arena.statistics import Trinomial, score_estimate
from wuzi.engine.win_rate import win_rate
from wuzi.rules import BLACK, parse_rule
from wuzi.train.player import Player
from wuzi.train.selfplay import deep


def black_score(player: Player, opening: Opening, nodes: int) -> float:
    """1 if black wins, by a proof; 1/2 when nobody can win any more."""
    player.begin(opening.moves)
    while not player.drawn:
        thought = player.think(nodes)
        if thought is None:  # black has no legal move left
            break
        if thought.proved:
            return float((player.side == BLACK) == (win_rate(thought.value) > 0.5))
        player.push(thought.move)
    return 0.5


def black_scores(player: Player, openings: list[Opening], nodes: int) -> list[float]:
    """The same of each opening."""
    return [black_score(player, opening, nodes) for opening in openings]


def said(scores: Iterable[float]) -> str:
    """Wins, draws and losses, and the score with its interval."""
    games = Trinomial.of(scores)
    score = score_estimate(games)
    return (
        f"{games.wins:3}-{games.draws:2}-{games.losses:3}"
        f" {score.value:7.1%} ({score.low:.1%} to {score.high:.1%})"
    )


def main() -> None:
    """Print a line for each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=builtin_sets(), help="such as freestyle15")
    parser.add_argument("--nodes", type=int, default=2_000, help="of each move")
    given = parser.parse_args()
    print(f"black's wins-draws-losses and score, {given.nodes:,} nodes a move")
    for name in given.sets:
        found = re.fullmatch(r"([a-z]+6?)(\d\d)", name)
        if found is None:
            parser.error(f"'{name}' is not a rule and a size, such as freestyle15")
        rule, size = parse_rule(found[1]), int(found[2])
        openings = load_openings(BUILTIN + name, size, rule)
        scores = deep(partial(black_scores, Player(rule, size), openings, given.nodes))
        even = [x for x, o in zip(scores, openings, strict=True) if len(o.moves) % 2 == 0]
        odd = [x for x, o in zip(scores, openings, strict=True) if len(o.moves) % 2]
        print(f"{name:12} all {said(scores)}", flush=True)
        for word, part in (("black", even), ("white", odd)):
            print(f"{'':12} {word} to move {said(part)}", flush=True)


if __name__ == "__main__":
    main()
