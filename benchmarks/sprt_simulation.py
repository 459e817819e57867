"""Do the statistics keep their promises? Error rates of the SPRT, coverage of the Elo interval.

Run ``python benchmarks/sprt_simulation.py``; it prints a table and exits with 1 if a rate is
worse than promised by more than chance allows. Same seed, same figures.

Single games are drawn from win, draw and loss with fixed chances. Games of a pair share an
opening that favours whoever moves first by a fixed amount, to either side, so that they are
not independent, which is what the pentanomial counts are for.

To save time the LLR is looked at after every fourth observation (a game, or a pair of games),
and not after each pair as a match does: the mean lengths are a little longer than those of
matches, and the error rates if anything lower.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from wuzi.arena.statistics import (
    Decision,
    EloModel,
    Pentanomial,
    Results,
    Sprt,
    Trinomial,
    elo_estimate,
    elo_of_score,
    score_of_elo,
)
from wuzi.arena.statistics.elo import NORMALISED_UNIT

DRAW_ELO = 100.0
"""About three draws in ten between equals."""
OPENING_ELO = 150.0
"""What an opening is worth to whoever it favours."""
CHECK_EVERY = 4
"""Observations between two looks at the LLR."""


@dataclass(frozen=True)
class World:
    """A kind of results and the chances of each."""

    kind: type[Trinomial] | type[Pentanomial]
    chances: tuple[float, ...]

    @property
    def score(self) -> float:
        """The true mean score of a game."""
        return sum(p * x for p, x in zip(self.chances, self.kind.VALUES, strict=True))

    @property
    def deviation(self) -> float:
        """The true standard deviation per game."""
        squares = zip(self.chances, self.kind.VALUES, strict=True)
        return math.sqrt(self.kind.GAMES_EACH * sum(p * (x - self.score) ** 2 for p, x in squares))


def game_chances(elo: float) -> tuple[float, float, float]:
    """Loss, draw, win of a player ahead by ``elo``, with draws after R. Coulom's BayesElo."""
    win, loss = score_of_elo(elo - DRAW_ELO), score_of_elo(-elo - DRAW_ELO)
    return loss, 1 - win - loss, win


def single_games(lead: float) -> World:
    """Independent games from even openings."""
    return World(Trinomial, game_chances(lead))


def pairs_of_games(lead: float) -> World:
    """Colour-swapped pairs: the opening helps a player in one game and harms it in the other."""
    chances = [0.0] * 5
    for i, first in enumerate(game_chances(lead + OPENING_ELO)):
        for j, second in enumerate(game_chances(lead - OPENING_ELO)):
            chances[i + j] += first * second
    return World(Pentanomial, tuple(chances))


def world_of(make: Callable[[float], World], elo: float, model: EloModel) -> World:
    """The world in which the true difference is ``elo`` by ``model``, found by bisection."""
    low, high = -2000.0, 2000.0
    while high - low > 1e-9:
        lead = (low + high) / 2
        world = make(lead)
        if model == EloModel.LOGISTIC:
            truth = elo_of_score(world.score)
        else:
            truth = (world.score - 0.5) / world.deviation * NORMALISED_UNIT
        low, high = (lead, high) if truth < elo else (low, lead)
    return make(low)


def accepted(test: Sprt, world: World, runs: int, rng: random.Random) -> tuple[float, float]:
    """How often ``test`` accepts H1 in ``world``, and its mean length in games."""

    @lru_cache(maxsize=1 << 18)
    def decide(counts: tuple[int, ...]) -> Decision:
        return test.decide(results(world, counts))

    cumulative = list(accumulate(world.chances))
    kinds = range(len(cumulative))
    h1 = observations = 0
    for _ in range(runs):
        counts = [0] * len(cumulative)
        verdict = Decision.CONTINUE
        while verdict == Decision.CONTINUE:
            for kind in rng.choices(kinds, cum_weights=cumulative, k=CHECK_EVERY):
                counts[kind] += 1
            verdict = decide(tuple(counts))
        h1 += verdict == Decision.H1
        observations += sum(counts)
    return h1 / runs, observations * world.kind.GAMES_EACH / runs


def results(world: World, counts: tuple[int, ...]) -> Results:
    """Results from counts, the worst outcome first."""
    return Trinomial(*reversed(counts)) if world.kind is Trinomial else Pentanomial(*counts)


def covered(world: World, games: int, runs: int, rng: random.Random) -> float:
    """How often the 95% Elo interval of a match of ``games`` games covers the truth."""
    truth = elo_of_score(world.score)
    kinds = range(len(world.chances))
    cumulative = list(accumulate(world.chances))
    hits = 0
    for _ in range(runs):
        sample = rng.choices(kinds, cum_weights=cumulative, k=games // world.kind.GAMES_EACH)
        estimate = elo_estimate(results(world, tuple(sample.count(kind) for kind in kinds)))
        hits += estimate.low <= truth <= estimate.high
    return hits / runs


WORLDS = {"trinomial": single_games, "pentanomial": pairs_of_games}


def error_rates(
    runs: int, seed: int, elo0: float = 0.0, elo1: float = 50.0
) -> list[tuple[str, str, str, float, float]]:
    """Rows of counts, model, true hypothesis, rate of wrong decisions, mean games."""
    rows = []
    for counts, make in WORLDS.items():
        for model in EloModel:
            test = Sprt(elo0, elo1, model=model)
            for name, elo in (("H0", elo0), ("H1", elo1)):
                rng = random.Random(f"{seed} {counts} {model} {name}")
                h1, games = accepted(test, world_of(make, elo, model), runs, rng)
                rows.append((counts, str(model), name, h1 if name == "H0" else 1 - h1, games))
    return rows


def coverages(runs: int, seed: int, games: int = 400) -> list[tuple[str, float, float]]:
    """Rows of counts, true Elo, share of intervals that cover it."""
    rows = []
    for counts, make in WORLDS.items():
        for elo in (0.0, 50.0, 200.0):
            rng = random.Random(f"{seed} {counts} {elo}")
            world = world_of(make, elo, EloModel.LOGISTIC)
            rows.append((counts, elo, covered(world, games, runs, rng)))
    return rows


def main() -> int:
    """Run the simulations and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--simulations", type=int, default=10_000, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    runs = args.simulations
    noise = 3 * math.sqrt(0.05 * 0.95 / runs)
    begun = time.perf_counter()
    worst = 0.0
    print(f"SPRT elo0=0 elo1=50 alpha=0.05 beta=0.05, {runs} runs each, seed {args.seed}")
    print(f"{'counts':<12} {'model':<11} {'truth':<6} {'wrong':>7} {'mean games':>11}")
    for counts, model, truth, wrong, games in error_rates(runs, args.seed):
        print(f"{counts:<12} {model:<11} {truth:<6} {wrong:>7.2%} {games:>11.1f}")
        worst = max(worst, wrong - 0.05)
    print(f"\n95% interval of Elo over matches of 400 games, {runs} matches each")
    print(f"{'counts':<12} {'true Elo':>9} {'covered':>9}")
    for counts, elo, share in coverages(runs, args.seed):
        print(f"{counts:<12} {elo:>9.0f} {share:>9.2%}")
        worst = max(worst, abs(share - 0.95))
    print(f"\n{time.perf_counter() - begun:.0f} s; chance allows {noise:.2%}")
    return 0 if worst <= noise else 1


if __name__ == "__main__":
    sys.exit(main())
