"""What a match has come to so far: every figure that is printed of it, from its records.

:func:`summarise` gathers them, :func:`summary_json` gives them to programs. How they look
to people is in :mod:`wuzi.arena.summary_text`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wuzi.arena.plan import LABELS, Label, MatchSpec, PlayerSpec
from wuzi.arena.record import GameRecord, Incident, pair_scores
from wuzi.arena.statistics import (
    Decision,
    Estimate,
    Pentanomial,
    Results,
    Sprt,
    TimeUse,
    Trinomial,
    elo_estimate,
    first_move_advantage,
    likelihood_of_superiority,
    normalised_elo_estimate,
    score_estimate,
    time_use,
)
from wuzi.rules import BLACK, EMPTY, Reason

__all__ = ["PlayerUse", "SprtState", "Summary", "sprt_state", "summarise", "summary_json"]


@dataclass(frozen=True, slots=True)
class PlayerUse:
    """What one player used.

    Attributes
    ----------
    time : TimeUse
    nodes, depth : float or None
        Means of the searches that told them; ``None`` if none did.
    """

    time: TimeUse
    nodes: float | None
    depth: float | None


@dataclass(frozen=True, slots=True)
class SprtState:
    """How far a sequential test has come.

    Attributes
    ----------
    test : Sprt
    llr : float
        Of the pairs that are complete.
    decision : Decision
    """

    test: Sprt
    llr: float
    decision: Decision

    @property
    def progress(self) -> float:
        """-1 at the lower bound (H0), 0 in the middle, 1 at the upper bound (H1)."""
        bound = self.test.upper if self.llr > 0 else -self.test.lower
        return max(-1.0, min(1.0, self.llr / bound))


@dataclass(frozen=True, slots=True)
class Summary:
    """A match so far. All results are seen from player A.

    Attributes
    ----------
    spec : MatchSpec
    played : int
        Games with a result.
    void : int
        Games that broke off through no fault of the players.
    games : Trinomial
    pairs : Pentanomial
        Of the complete pairs.
    first : Trinomial
        Of black, whoever it was.
    reasons : mapping of (Reason, Label or None) to int
        How often the game ended so with that winner.
    plies : tuple of int
        Lengths of the games, those of the openings included, the shortest first.
    use : mapping of Label to PlayerUse
    sprt : SprtState or None
    incidents : tuple of Incident
    """

    spec: MatchSpec
    played: int
    void: int
    games: Trinomial
    pairs: Pentanomial
    first: Trinomial
    reasons: Mapping[tuple[Reason, Label | None], int]
    plies: tuple[int, ...]
    use: Mapping[Label, PlayerUse]
    sprt: SprtState | None
    incidents: tuple[Incident, ...]

    @property
    def best(self) -> Results:
        """The results that measure best: the pairs, or the games where no pair is complete."""
        return self.pairs if self.pairs.observations else self.games


def summarise(
    spec: MatchSpec, records: Iterable[GameRecord], incidents: Iterable[Incident] = ()
) -> Summary:
    """Gather every figure of a match, finished or not.

    Parameters
    ----------
    spec : MatchSpec
    records : iterable of GameRecord
        In any order, no game twice.
    incidents : iterable of Incident, optional

    Examples
    --------
    >>> from wuzi.arena.plan import MatchSpec, PlayerSpec
    >>> spec = MatchSpec(PlayerSpec("textbook:greedy"), PlayerSpec("textbook:random"))
    >>> summary = summarise(spec, [])
    >>> summary.played, summary.best.score, summary_json(summary)["elo"]
    (0, 0.5, {'value': 0.0, 'low': None, 'high': None})
    """
    known = list(records)
    valid = [record for record in known if not record.is_void]
    pairs = Pentanomial.of(pair_scores(known))
    return Summary(
        spec=spec,
        played=len(valid),
        void=len(known) - len(valid),
        games=Trinomial.of(record.score("A") for record in valid),
        pairs=pairs,
        first=Trinomial.of(_black_score(record) for record in valid),
        reasons=Counter((record.reason, record.winner) for record in valid),
        plies=tuple(sorted(record.plies for record in valid)),
        use={label: _use(spec.player(label), known, label) for label in LABELS},
        sprt=None if spec.sprt is None else sprt_state(spec.sprt, pairs),
        incidents=tuple(incidents),
    )


def _black_score(record: GameRecord) -> float:
    return {BLACK: 1.0, EMPTY: 0.5}.get(record.winner_colour, 0.0)


def sprt_state(test: Sprt, pairs: Pentanomial) -> SprtState:
    """Where a test stands after the complete pairs of a match."""
    return SprtState(test, test.llr(pairs), test.decide(pairs))


def _use(player: PlayerSpec, records: Sequence[GameRecord], label: Label) -> PlayerUse:
    moves: list[tuple[float, float | None]] = []
    nodes: list[int] = []
    depths: list[int] = []
    for record in records:
        own = [
            i for i in range(len(record.times)) if record.mover(record.opening_plies + i) == label
        ]
        moves += timed_moves(player, [record.times[i] for i in own])
        nodes += [n for i in own if (n := record.nodes[i]) is not None]
        depths += [d for i in own if (d := record.depths[i]) is not None]
    return PlayerUse(time_use(moves), _mean(nodes), _mean(depths))


def timed_moves(player: PlayerSpec, times: Iterable[float]) -> Iterator[tuple[float, float | None]]:
    """Of each move of one game the seconds it took and those then left, for ``time_use``.

    Examples
    --------
    >>> from wuzi.play import TimeControl
    >>> player = PlayerSpec("textbook:greedy", tc=TimeControl.parse("10/5+1"))
    >>> list(timed_moves(player, [1.0, 4.5, 4.5]))
    [(1.0, 4.0), (4.5, 0.5), (4.5, 0.5)]
    """
    clock = player.tc.match
    for taken in times:
        left = [] if player.tc.move is None else [player.tc.move - taken]
        if clock is not None:
            clock -= taken
            left.append(clock)
            clock += player.tc.increment
        yield taken, min(left, default=None)


def _mean(values: Sequence[int]) -> float | None:
    return math.fsum(values) / len(values) if values else None


# JSON


def summary_json(summary: Summary) -> dict[str, Any]:
    """All figures as JSON knows them, names in English; ``None`` where a number is infinite.

    ``elo`` is that of the pairs where there are any, else of the games.
    """
    spec, games, pairs = summary.spec, summary.games, summary.pairs
    shown: dict[str, Any] = {
        "a": spec.names["A"],
        "b": spec.names["B"],
        "rule": spec.rule.name,
        "size": spec.size,
        "openings": spec.openings,
        "games": spec.games,
        "played": summary.played,
        "void": summary.void,
        "wins": games.wins,
        "draws": games.draws,
        "losses": games.losses,
        "score": games.score,
        "draw_ratio": games.draw_ratio,
        "elo": _estimate(elo_estimate(summary.best)),
        "elo_trinomial": _estimate(elo_estimate(games)),
        "elo_pentanomial": _estimate(elo_estimate(pairs)),
        "elo_normalized": _estimate(normalised_elo_estimate(summary.best)),
        "los": likelihood_of_superiority(summary.best),
        "pairs": dict(zip(("ll", "ld", "even", "wd", "ww"), pairs.counts, strict=True)),
        "first_move": {
            "wins": summary.first.wins,
            "draws": summary.first.draws,
            "losses": summary.first.losses,
            "score": _estimate(first_move_advantage(summary.first)),
        },
        "reasons": _reasons_json(summary),
        "moves": _lengths_json(summary.plies),
        "use": {label.lower(): _use_json(use) for label, use in summary.use.items()},
        "sprt": None if summary.sprt is None else _sprt_json(summary.sprt),
        "incidents": [incident.to_json() for incident in summary.incidents],
    }
    return shown | {"score_interval": _estimate(score_estimate(summary.best))}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    return {
        "value": _finite(estimate.value),
        "low": _finite(estimate.low),
        "high": _finite(estimate.high),
    }


def _reasons_json(summary: Summary) -> dict[str, dict[str, int]]:
    rows: dict[str, dict[str, int]] = {}
    for (reason, winner), count in sorted(summary.reasons.items(), key=str):
        row = rows.setdefault(reason.value, {"a": 0, "b": 0, "draw": 0})
        row["draw" if winner is None else winner.lower()] += count
    return rows


def _lengths_json(plies: Sequence[int]) -> dict[str, float | None]:
    return {
        "mean": _mean(plies),
        "least": plies[0] if plies else None,
        "most": plies[-1] if plies else None,
    }


def _use_json(use: PlayerUse) -> dict[str, float | None]:
    return {
        "moves": use.time.moves,
        "mean_time": use.time.mean,
        "median_time": use.time.median,
        "longest_time": use.time.maximum,
        "total_time": use.time.total,
        "least_time_left": _finite(use.time.margin),
        "overruns": use.time.overruns,
        "mean_nodes": use.nodes,
        "mean_depth": use.depth,
    }


def _sprt_json(state: SprtState) -> dict[str, Any]:
    test = state.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": test.model.value,
        "llr": state.llr,
        "lower": test.lower,
        "upper": test.upper,
        "decision": state.decision.value,
    }
