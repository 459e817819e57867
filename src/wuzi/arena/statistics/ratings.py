"""Ratings of several players from the games they played against each other.

The model of R. A. Bradley and M. E. Terry ("Rank Analysis of Incomplete Block Designs",
Biometrika 39, 1952; found by E. Zermelo in 1929 for a chess tournament): player ``i`` has a
strength ``b[i]`` and scores ``1 / (1 + exp(b[j] - b[i]))`` against ``j``. A draw counts as
half a win and half a loss. Elo is ``400 / ln 10`` times such a strength.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from wuzi.arena.statistics.results import Trinomial

__all__ = ["Rating", "bradley_terry"]

ELO_UNIT = 400 / math.log(10)
"""Elo of one unit of strength."""

_ROUNDS = 100
"""Newton's method takes about ten."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One player's place.

    Attributes
    ----------
    name : str
    elo : float
        Infinite for a player who won (or lost) all games against the rated ones; not a
        number for one whose games do not compare with theirs.
    low, high : float
        The interval, relative to the anchor (whose own has no length).
    games : int
    score : float
        Mean score of a game, 0 to 1.
    """

    name: str
    elo: float
    low: float
    high: float
    games: int
    score: float


def bradley_terry(
    results: Mapping[tuple[str, str], Trinomial],
    *,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    confidence: float = 0.95,
    prior_draws: float = 0.0,
) -> list[Rating]:
    """Rate players by maximum likelihood.

    Parameters
    ----------
    results : mapping of (str, str) to Trinomial
        Games of the first named against the second; both orders may be there and add up.
    anchor : str, optional
        The player whose rating is ``anchor_elo``. By default the mean of the comparable
        players is.
    anchor_elo : float, default 0
    confidence : float, default 0.95
    prior_draws : float, default 0
        Draws to be imagined in addition between any two who met. A little of it (1 or 2)
        keeps the rating of one who won or lost everything finite.

    Returns
    -------
    list of Rating
        The strongest first, players of equal rating by name.

    Raises
    ------
    KeyError
        If the anchor played no game.

    Notes
    -----
    The likelihood has a finite maximum if and only if the players cannot be parted into
    two groups of which one never took a point from the other (L. R. Ford, American
    Mathematical Monthly 64, 1957). Where they can, only the group of the anchor, or else
    the largest, has finite ratings; who stands above it gets plus infinity, who
    stands below minus infinity, and who did not meet it, even by others, not-a-number.

    The maximum is found by Newton's method. The intervals come from the inverse of the
    Fisher information ``sum(n[i, j] * p[i, j] * p[j, i])``; since that supposes games without
    draws, they are on the safe side when many are drawn.

    Examples
    --------
    >>> table = bradley_terry({("a", "b"): Trinomial(wins=3, losses=1)}, anchor="b")
    >>> [(r.name, round(r.elo, 2)) for r in table]
    [('a', 190.85), ('b', 0.0)]
    """
    points, names = _crosstable(results)
    if anchor is not None and anchor not in names:
        raise KeyError(anchor)
    games = {
        name: sum(points.get((name, o), 0.0) + points.get((o, name), 0.0) for o in names)
        for name in names
    }
    scored = {name: sum(points.get((name, o), 0.0) for o in names) for name in names}
    likely = dict(points)
    if prior_draws > 0:
        for a, b in points:
            likely[a, b] = points[a, b] + prior_draws / 2
    rated, above, below = _comparable(likely, names, anchor)
    fit = _fit(likely, rated, anchor)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    table = []
    for name in names:
        if name in fit:
            elo = anchor_elo + ELO_UNIT * fit[name][0]
            reach = ELO_UNIT * z * fit[name][1]
            low, high = elo - reach, elo + reach
        elif (name in above) != (name in below):
            elo = math.inf if name in above else -math.inf
            low, high = -math.inf, math.inf
        else:
            elo, low, high = math.nan, -math.inf, math.inf
        score = scored[name] / games[name] if games[name] else 0.5
        table.append(Rating(name, elo, low, high, round(games[name]), score))
    return sorted(table, key=lambda r: (math.isnan(r.elo), -r.elo, r.name))


def _crosstable(
    results: Mapping[tuple[str, str], Trinomial],
) -> tuple[dict[tuple[str, str], float], list[str]]:
    """Points each player took from each one they met, both ways, and all the names."""
    points: dict[tuple[str, str], float] = {}
    names: dict[str, None] = {}
    for (a, b), t in results.items():
        names.update({a: None, b: None})
        if a == b or not t.games:
            continue
        points[a, b] = points.get((a, b), 0.0) + t.wins + t.draws / 2
        points[b, a] = points.get((b, a), 0.0) + t.losses + t.draws / 2
    return points, list(names)


def _comparable(
    points: Mapping[tuple[str, str], float], names: Sequence[str], anchor: str | None
) -> tuple[list[str], set[str], set[str]]:
    """The players with finite ratings, those above them and those below (or both: neither).

    ``a`` is known not to be infinitely weaker than ``b`` if it took a point from ``b``, or
    from one of whom that is known: reachability in a graph.
    """
    wins: dict[str, list[str]] = {name: [] for name in names}
    losses: dict[str, list[str]] = {name: [] for name in names}
    for (a, b), taken in points.items():
        if taken > 0:
            wins[a].append(b)
            losses[b].append(a)
    reach = {name: _reachable(name, wins) for name in names}
    groups = {name: [o for o in names if o in reach[name] and name in reach[o]] for name in names}
    if not names:
        return [], set(), set()
    rated = groups[anchor] if anchor is not None else max(groups.values(), key=len)
    inside = set(rated)
    above = _reachable(rated[0], losses) - inside
    below = reach[rated[0]] - inside
    return rated, above, below


def _reachable(start: str, edges: Mapping[str, Iterable[str]]) -> set[str]:
    found = {start}
    stack = [start]
    while stack:
        for name in edges[stack.pop()]:
            if name not in found:
                found.add(name)
                stack.append(name)
    return found


def _fit(
    points: Mapping[tuple[str, str], float], rated: Sequence[str], anchor: str | None
) -> dict[str, tuple[float, float]]:
    """Strength and its standard error for each of ``rated``, relative to anchor or mean."""
    size = len(rated)
    if size == 0:
        return {}
    taken = [[points.get((a, b), 0.0) for b in rated] for a in rated]
    met = [[taken[i][j] + taken[j][i] for j in range(size)] for i in range(size)]
    strength = [0.0] * size
    for _ in range(_ROUNDS):
        slope = [
            sum(taken[i][j] - met[i][j] * _logistic(strength[i] - strength[j]) for j in range(size))
            for i in range(size)
        ]
        spread = _covariance(met, strength)
        step = [sum(spread[i][j] * slope[j] for j in range(size)) for i in range(size)]
        longest = max(map(abs, step))
        scale = min(1.0, 1.0 / longest) if longest else 0.0  # far away, the model is not square
        strength = [b + scale * s for b, s in zip(strength, step, strict=True)]
        if longest <= 1e-12:
            break
    spread = _covariance(met, strength)
    weights = [1 / size if anchor is None else float(name == anchor) for name in rated]
    origin = sum(w * b for w, b in zip(weights, strength, strict=True))
    fit = {}
    for i, name in enumerate(rated):
        contrast = [float(i == j) - w for j, w in enumerate(weights)]
        variance = sum(
            contrast[j] * spread[j][k] * contrast[k] for j in range(size) for k in range(size)
        )
        fit[name] = (strength[i] - origin, math.sqrt(max(0.0, variance)))
    return fit


def _logistic(x: float) -> float:
    if x < 0:  # by symmetry, so that the exponential never overflows
        return 1 - _logistic(-x)
    return 1 / (1 + math.exp(-x))


def _covariance(met: list[list[float]], strength: list[float]) -> list[list[float]]:
    """Inverse of the Fisher information, with the first player's strength held fixed."""
    size = len(strength)
    rows = []
    for i in range(1, size):
        row = [0.0] * (size - 1)
        for j in range(size):
            p = _logistic(strength[i] - strength[j])
            weight = met[i][j] * p * (1 - p)
            if i != j:
                row[i - 1] += weight
                if j:
                    row[j - 1] -= weight
        rows.append(row)
    inverse = _inverse(rows)
    return [[0.0] * size, *([0.0, *row] for row in inverse)]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By Gauss and Jordan; without pivots, for the matrix is symmetric and positive."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [x / pivot for x in rows[i]]
        for j in range(size):
            factor = rows[j][i]
            if j != i and factor:
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
