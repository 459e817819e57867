"""What a tuning is and how it stands, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import wuzi
from wuzi.arena.adjudication import Adjudication
from wuzi.arena.plan import MatchSpec, PlayerSpec
from wuzi.arena.statistics import Estimate, Trinomial, score_estimate
from wuzi.errors import N_, SettingsError
from wuzi.lab.tunables import Parameter, Point, player_of, settings_of
from wuzi.lab.tuners import Duel
from wuzi.rules import FREESTYLE, Rule

__all__ = ["MOST_STEPS", "Duelled", "TuneSpec", "Tuned", "words"]

MOST_STEPS: Final = 99_998
"""Each duel has a seed of its own for its openings; the next is for the confirmation."""


def words(settings: Mapping[str, float]) -> str:
    """Values as people read them.

    >>> words({"defence": 0.8, "scores.one": 50000})
    'defence=0.8 scores.one=50000'
    """
    return " ".join(f"{name}={value}" for name, value in settings.items())


@dataclass(frozen=True, slots=True)
class TuneSpec:
    """All that a tuning depends on.

    Attributes
    ----------
    player : str
        A WHO text: the start.
    parameters : tuple of Parameter
    method : {"coordinate", "spsa", "optuna"}
    steps : int
        Duels at most.
    games : int
        Of each duel: an even number, two for each opening.
    seed : int
    rule : Rule
    size : int
    openings : str
        As :class:`~wuzi.arena.plan.MatchSpec` has them; without any, players that always play
        alike play the same two games again and again.
    nodes, depth : int or None
        Limits of each search.
    max_moves : int or None
        After so many a game is drawn.

    Raises
    ------
    SettingsError
        If a number makes no sense, nothing is tuned or one thing twice.
    """

    player: str
    parameters: tuple[Parameter, ...]
    method: str = "coordinate"
    steps: int = 50
    games: int = 20
    seed: int = 1
    rule: Rule = FREESTYLE
    size: int = 15
    openings: str = ""
    nodes: int | None = None
    depth: int | None = None
    max_moves: int | None = None

    def __post_init__(self) -> None:
        names = [one.name for one in self.parameters]
        if not names:
            raise SettingsError(
                "tune.nothing", N_("nothing is tuned: name it, --tune KEY=LOW:HIGH")
            )
        for name in names:
            if names.count(name) > 1:
                raise SettingsError("tune.twice", N_("{token} is tuned twice"), token=name)
        if not 1 <= self.steps <= MOST_STEPS:
            raise SettingsError(
                "tune.steps",
                N_("a tuning has 1 to {most} steps, not {steps}"),
                most=MOST_STEPS,
                steps=self.steps,
            )

    def match(self, duel: Duel, number: int, tables: Path) -> MatchSpec:
        """The match that decides the duel of that number, from 1."""
        return MatchSpec(
            self._seat(duel.a, tables),
            self._seat(duel.b, tables),
            rule=self.rule,
            size=self.size,
            openings=self.openings,
            seed=self.seed * (MOST_STEPS + 2) + number,
            games=self.games,
            adjudication=Adjudication(self.max_moves),
        )

    def _seat(self, point: Point, tables: Path) -> PlayerSpec:
        return PlayerSpec(
            player_of(self.player, self.parameters, point, tables),
            words(settings_of(self.parameters, point)),
            nodes=self.nodes,
            depth=self.depth,
        )

    def head(self, openings: str) -> dict[str, Any]:
        """What its history begins with. Steps are no part of it where they change nothing."""
        plain: dict[str, Any] = {
            "player": self.player,
            "parameters": [
                [one.name, one.low, one.high, one.step, one.whole] for one in self.parameters
            ],
            "method": self.method,
            "steps": self.steps,
            "games": self.games,
            "seed": self.seed,
            "rule": self.rule.name,
            "size": self.size,
            "openings": openings,
            "nodes": self.nodes,
            "depth": self.depth,
            "max_moves": self.max_moves,
            "wuzi": wuzi.__version__,
        }
        if self.method != "spsa":  # whose gains follow from them: others may be gone on with
            del plain["steps"]
        return plain


@dataclass(frozen=True, slots=True)
class Duelled:
    """A duel that was decided.

    Attributes
    ----------
    number : int
        From 1.
    a, b : dict of str to float
        The values of the two.
    results : Trinomial
        The games of ``a``; those without a result are left out.
    best : dict of str to float
        The best values after it.
    """

    number: int
    a: dict[str, float]
    b: dict[str, float]
    results: Trinomial
    best: dict[str, float]

    @property
    def estimate(self) -> Estimate:
        """The score of ``a`` with its 95 % interval."""
        return score_estimate(self.results)

    def to_json(self) -> dict[str, Any]:
        """A line of the history."""
        return {
            "step": self.number,
            "a": self.a,
            "b": self.b,
            "wins": self.results.wins,
            "draws": self.results.draws,
            "losses": self.results.losses,
            "best": self.best,
        }


@dataclass(slots=True)
class Tuned:
    """How a tuning stands.

    Attributes
    ----------
    spec : TuneSpec
    start, best : Point
    steps : list of Duelled
    interrupted : bool
    """

    spec: TuneSpec
    start: Point
    best: Point
    steps: list[Duelled] = field(default_factory=list)
    interrupted: bool = False

    @property
    def improved(self) -> bool:
        """Whether the best is another than the start."""
        return self.best != self.start
