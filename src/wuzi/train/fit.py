"""Fitting the weights of the evaluation, and of the order of moves, to self-played games.

Values: logistic regression. The target of a position is ``blend * result + (1 - blend) *
win_rate(score)``, the prediction the win rate of the sum of its codes' values. What a code is
worth is what it was before, plus something for each of its lines and for its threat, plus
something of its own; the last is held back the more the less often the code is seen, so that
rare codes go with their kin.

Order: the chance that a candidate is the move played is a softmax of what its code is worth to
the side to move and, a little less, of what it is worth to the opponent.

Both are judged on held-out *games*: positions of one game resemble each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuzi.engine.control import settle
from wuzi.engine.patterns import Line
from wuzi.engine.threats import CODES, Threat, threat_of
from wuzi.engine.weights import ORDER_LIMIT, VALUE_LIMIT, Weights
from wuzi.engine.win_rate import SCALE
from wuzi.errors import N_, RecordError, SettingsError
from wuzi.rules import BLACK, WHITE, Rule, parse_rule
from wuzi.train.data import Games
from wuzi.train.descent import minimise
from wuzi.train.features import KINDS, Choices, Positions, colours_differ, see

Vector = NDArray[np.float64]

HELD_OUT: Final = 10
"""Every tenth game is for judging alone."""
KIN: Final = 0.5
"""How far, in log-odds, the part of a line or a threat is expected to be from 0."""
_CHUNK: Final = 60_000
_CHOICES: Final = 60_000
"""Positions to which the order is fitted: more change nothing but the time it takes."""
_TOLERANCE: Final = 1e-6
_SAMPLE: Final = 2000
_CURVATURE: Final = 0.2
"""Of the loss by a log-odds: chance times counter-chance, 1/4 at most."""
_LOOK: Final = 5
"""Steps between two looks at the held-out games."""
FOE_ORDER: Final = settle(None)["foe_order"] / 16
ORDER_UNIT: Final = 60.0
"""The score of a log-odds of 1: what history and killers add is measured by it."""
TEMPO: Final = settle(None)["tempo"] / SCALE


@dataclass(frozen=True, slots=True)
class FitOptions:
    """How to fit.

    Attributes
    ----------
    blend : float
        The part of the result in the target, 0 to 1; the rest is the search's score.
    spread : float
        How far, in log-odds, a code is expected to be from its kin.
    order_spread : float
        The same for the order of moves.
    steps : int
        Steps of each descent, at most.
    order : bool
        Whether the order of moves is fitted, or taken over.
    """

    blend: float = 0.5
    spread: float = 0.02
    order_spread: float = 0.3
    steps: int = 150
    order: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.blend <= 1:
            raise SettingsError(
                "train.blend",
                N_("the blend is the part of the result, 0 to 1, not {value}"),
                value=self.blend,
            )


@dataclass(slots=True)
class Curve:
    """A loss on the way down: on the games fitted to, and on those held out.

    From the old weights on, every few steps.
    """

    name: str
    fitted: list[float] = field(default_factory=list)
    held_out: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fit:
    """What came of it.

    Attributes
    ----------
    weights : Weights
    games, positions : int
        What it was fitted to, the held-out part included.
    curves : tuple of Curve
        Of the values, and of the order of moves if that was fitted, in nats a position.
    """

    weights: Weights
    games: int
    positions: int
    curves: tuple[Curve, ...]


def fit_weights(
    games: Games,
    old: Weights,
    origin: str,
    options: FitOptions = FitOptions(),
    tell: Callable[[str, int, float], None] = lambda name, step, loss: None,
) -> Fit:
    """Weights that fit ``games``, from the ``old`` ones on.

    Parameters
    ----------
    games : Games
    old : Weights
        Of the same rule: where there are no data they stay.
    origin : str
        The command and the data, for the file.
    options : FitOptions
    tell : callable, optional
        Is told ``("value" or "order", step, held-out loss)``.

    Raises
    ------
    RecordError
        If the games hold nothing to learn from.
    """
    job = _Job(parse_rule(games.header.rule), options, tell)
    positions, choices = see(games)
    held = positions.game % HELD_OUT == 0
    if held.all() or not held.any():
        raise RecordError(
            "train.few",
            N_("{games} games with {positions} undecided positions are too few: make more"),
            games=len(games),
            positions=len(positions),
        )
    value, curve = _fit_values(positions, held, old, job)
    curves = [curve]
    order = old.order
    if options.order:
        order, curve = _fit_order(choices, old, job)
        curves.append(curve)
    weights = Weights(job.rule.name, origin, value, order)
    return Fit(weights, len(games), len(positions), tuple(curves))


@dataclass(frozen=True, slots=True)
class _Job:
    """What both fits have in common."""

    rule: Rule
    options: FitOptions
    tell: Callable[[str, int, float], None]

    def descend(
        self,
        function: Callable[[Vector], tuple[float, Vector]],
        judge: Callable[[Vector], float],
        start: Vector,
        curve: Curve,
    ) -> Vector:
        """Minimise, and keep the curve: the held-out loss is looked at every few steps."""
        steps = self.options.steps
        curve.fitted.append(function(start)[0])
        curve.held_out.append(judge(start))

        def note(step: int, value: float, x: Vector) -> None:
            if step % _LOOK == 0 or step == steps:
                curve.fitted.append(value)
                curve.held_out.append(judge(x))
                self.tell(curve.name, step, curve.held_out[-1])

        found = minimise(function, start, steps=steps, tolerance=_TOLERANCE, tell=note)
        curve.fitted.append(function(found)[0])
        curve.held_out.append(judge(found))
        return found


# Values


def targets(positions: Positions, blend: float) -> NDArray[np.float64]:
    """What the predictions are to meet, 0 to 1."""
    return blend * positions.result + (1 - blend) * _sigmoid(positions.score / SCALE)


def loss(logits: NDArray[Any], target: NDArray[Any]) -> float:
    """The cross-entropy, in nats a position, less that of a perfect prediction."""
    return float((np.logaddexp(0, logits) - target * logits).mean() - _entropy(target))


def _entropy(target: NDArray[Any]) -> float:
    sure = np.clip(target, 1e-12, 1 - 1e-12)
    return float(-(sure * np.log(sure) + (1 - sure) * np.log(1 - sure)).mean())


def _sigmoid(x: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -60, 60))), np.float64)


def _fit_values(
    positions: Positions, held: NDArray[np.bool_], old: Weights, job: _Job
) -> tuple[NDArray[np.int32], Curve]:
    """The new values, and the curve."""
    fitted, judged = positions.some(~held), positions.some(held)
    blend = job.options.blend
    target, truth = targets(fitted, blend), targets(judged, blend)
    kin = Kinship(job.rule, job.options.spread, fitted.dense(_SAMPLE))
    start = _columns_of(old.value / SCALE, job.rule)
    curve = Curve("value")

    def function(x: Vector) -> tuple[float, Vector]:
        logits = fitted.values(start + kin.spread(x)) + TEMPO
        pull = (_sigmoid(logits) - target) / len(fitted)
        value, gradient = kin.held_back(x, len(fitted))
        return loss(logits, target) + value, kin.gathered(fitted.pulled(pull)) + gradient

    def judge(x: Vector) -> float:
        return loss(judged.values(start + kin.spread(x)) + TEMPO, truth)

    found = job.descend(function, judge, kin.zeros(), curve)
    value = np.clip((start + kin.spread(found)) * SCALE, -VALUE_LIMIT, VALUE_LIMIT)
    value[::KINDS] = 0  # where nothing can be made: as the data have it
    return _table_of(value, job.rule), curve


# Kin: codes share their lines and their threat


class Kinship:
    """A code's weight as parts of its lines and its threat, and a part of its own.

    The descent sees neither: it moves in variables that a sample of the data makes alike in
    their effect, without which it would creep.

    Parameters
    ----------
    rule : Rule
    spread : float
        How far a code is expected to be from its kin.
    sample : array, shape (rows, columns)
        What stands in the data, code by code.
    """

    def __init__(self, rule: Rule, spread: float, sample: NDArray[np.float64]) -> None:
        parts = _parts_of_codes(rule)
        self._parts = parts * KIN
        self._shared = parts.shape[1]
        self._spread = spread
        seen = sample @ self._parts
        curvature = _CURVATURE * (seen.T @ seen) + np.eye(self._shared)
        self._turn = np.linalg.inv(np.linalg.cholesky(curvature)).T
        own = (sample * spread) ** 2
        self._scale = 1 / np.sqrt(_CURVATURE * own.sum(axis=0) + 1)

    def zeros(self) -> Vector:
        """No part at all."""
        return np.zeros(self._shared + len(self._scale))

    def _parts_of(self, x: Vector) -> tuple[Vector, Vector]:
        """The parts, counted in what is expected of each."""
        return self._turn @ x[: self._shared], self._scale * x[self._shared :]

    def spread(self, x: Vector) -> Vector:
        """The weight of each code."""
        shared, own = self._parts_of(x)
        return np.asarray(self._parts @ shared + self._spread * own)

    def gathered(self, gradient: Vector) -> Vector:
        """From the gradient by the codes to that by the variables."""
        shared, own = self._parts.T @ gradient, self._spread * gradient
        return np.concatenate((self._turn.T @ shared, self._scale * own))

    def held_back(self, x: Vector, rows: int) -> tuple[float, Vector]:
        """What being far from 0 costs, per row of the data, and its gradient."""
        shared, own = self._parts_of(x)
        cost = float(shared @ shared + own @ own) / 2
        pull = np.concatenate((self._turn.T @ shared, self._scale * own))
        return cost / rows, pull / rows


def _parts_of_codes(rule: Rule) -> NDArray[np.float64]:
    """How often each line and each threat is in each code, colour by colour where they differ."""
    colours = (BLACK, WHITE) if colours_differ(rule) else (BLACK,)
    width = len(Line) + len(Threat)
    parts = np.zeros((len(colours) * KINDS, len(colours) * width))
    for at, colour in enumerate(colours):
        for index, code in enumerate(CODES):
            row = parts[at * KINDS + index]
            for line in code:
                row[at * width + line] += 1
            row[at * width + len(Line) + threat_of(code, rule, colour)] = 1
    return parts


# Order


def _fit_order(choices: Choices, old: Weights, job: _Job) -> tuple[NDArray[np.int32], Curve]:
    """The new scores from 0 on, and the curve."""
    choices = choices.some(np.arange(len(choices)) % (len(choices) // _CHOICES + 1) == 0)
    held = choices.game % HELD_OUT == 0
    fitted, judged = choices.some(~held), choices.some(held)
    sample = fitted.dense(_SAMPLE, FOE_ORDER)
    kin = Kinship(job.rule, job.options.order_spread, sample)
    before = _columns_of(old.order, job.rule)
    unit = _unit_of(judged, before)
    curve = Curve("order")

    def function(x: Vector) -> tuple[float, Vector]:
        value, gradient = choice_loss(fitted, before / unit + kin.spread(x))
        cost, pull = kin.held_back(x, len(fitted))
        return value + cost, kin.gathered(gradient) + pull

    def judge(x: Vector) -> float:
        return choice_loss(judged, before / unit + kin.spread(x))[0]

    found = job.descend(function, judge, kin.zeros(), curve)
    scores = before / unit + kin.spread(found)
    seen = np.bincount(np.concatenate((choices.own, choices.foe)), minlength=choices.columns) > 0
    order = np.clip((scores - scores[seen].min()) * ORDER_UNIT, 0, ORDER_LIMIT)
    return _table_of(order, job.rule), curve


def _unit_of(choices: Choices, order: Vector) -> float:
    """By what the old scores are best divided to be log-odds."""
    units = 20 * 1.25 ** np.arange(16)
    losses = [choice_loss(choices, order / unit)[0] for unit in units]
    return float(units[int(np.argmin(losses))])


def choice_loss(choices: Choices, scores: Vector) -> tuple[float, Vector]:
    """The mean of the log-chance of the moves played, negated, and its gradient by code."""
    value = 0.0
    gradient = np.zeros(choices.columns)
    for first, last in _chunks(len(choices)):
        part = slice(choices.start[first], choices.start[last])
        own, foe = choices.own[part], choices.foe[part]
        start = choices.start[first:last] - choices.start[first]
        lengths = np.diff(choices.start[first : last + 1])
        logits = scores[own] + FOE_ORDER * scores[foe]
        logits -= np.repeat(np.maximum.reduceat(logits, start), lengths)
        chances = np.exp(logits)
        sums = np.add.reduceat(chances, start)
        chosen = choices.chosen[first:last] - choices.start[first]
        value += float((np.log(sums) - logits[chosen]).sum())
        chances /= np.repeat(sums, lengths)
        chances[chosen] -= 1
        gradient += np.bincount(own, chances, choices.columns)
        gradient += FOE_ORDER * np.bincount(foe, chances, choices.columns)
    return value / len(choices), gradient / len(choices)


def _chunks(n: int) -> Iterator[tuple[int, int]]:
    for first in range(0, n, _CHUNK):
        yield first, min(first + _CHUNK, n)


# Between a file's tables and the columns of the data


def _columns_of(table: NDArray[Any], rule: Rule) -> Vector:
    """Both colours' rows one after another, or their mean where they are the same."""
    if colours_differ(rule):
        return np.asarray(table, np.float64).ravel()
    return np.asarray(np.asarray(table, np.float64).mean(axis=0), np.float64)


def _table_of(column: Vector, rule: Rule) -> NDArray[np.int32]:
    rows = column.reshape(2, KINDS) if colours_differ(rule) else np.stack((column, column))
    return np.rint(rows).astype(np.int32)
