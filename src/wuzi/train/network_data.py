"""Self-played games as the network sees them: for every empty cell the shapes of its four lines.

Only positions that the search would ask the network about are taken: those without a win or a
loss that the counts of threats tell, and without a five to stop. The shapes are the same under the
eight symmetries of the board, so that nothing is to be turned or mirrored here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuzi.engine.control import make_control, settle
from wuzi.engine.kernels.moves import FIVE, verdict
from wuzi.engine.kernels.position import make, unmake
from wuzi.engine.kernels.search import evaluate
from wuzi.engine.layout import NET_ROWS
from wuzi.engine.network import shape_rows
from wuzi.engine.tables import make_state, tables_of
from wuzi.engine.win_rate import SCALE
from wuzi.rules import Board, all_points, parse_rule
from wuzi.train.data import NOT_SEARCHED, Games

OCCUPIED: Final = NET_ROWS
"""Stands for the shapes of a cell that is not empty."""
REACH: Final = 4
_STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Rows and columns to go on a line. The order of the four does not matter: they are added."""
_CHUNK: Final = 4096
HELD_OUT: Final = 10
"""One game of so many is not learned from."""


@dataclass(frozen=True)
class Examples:
    """Positions to learn from.

    Attributes
    ----------
    shapes : array of uint16, shape (positions, cells, 4)
        ``OCCUPIED``, or the number of the shape in ``engine.network``, as black sees it.
    white : array of bool
        Whether white is to move.
    result : array of float32
        1 if the side to move won, 0 if it lost, half for a draw.
    chance : array of float32
        What the search thought of it: the win rate of its value.
    linear : array of float32
        The win rate of the static value by the linear weights, to compare with.
    counts : array of uint8, shape (positions, 32)
        Empty cells by class of threat, for black and then for white: ``STATE["count"]``.
    game : array of int32
        Which game it is of.
    """

    shapes: NDArray[np.uint16]
    white: NDArray[np.bool_]
    result: NDArray[np.float32]
    chance: NDArray[np.float32]
    linear: NDArray[np.float32]
    counts: NDArray[np.uint8]
    game: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.white)

    def __getitem__(self, which: NDArray[Any] | slice) -> Examples:
        """Some of them, as NumPy would choose."""
        return Examples(
            self.shapes[which],
            self.white[which],
            self.result[which],
            self.chance[which],
            self.linear[which],
            self.counts[which],
            self.game[which],
        )

    def target(self, share: float) -> NDArray[np.float32]:
        """What to predict: ``share`` of the result, the rest of the search's opinion."""
        return share * self.result + (1 - share) * self.chance


def shapes_of(boards: NDArray[np.int8], size: int) -> NDArray[np.uint16]:
    """The shapes of all cells.

    Parameters
    ----------
    boards : array of int8, shape (positions, size * size)
        1 black, -1 white, 0 empty; row 0 at the bottom.
    size : int

    Returns
    -------
    array of uint16, shape (positions, size * size, 4)
    """
    count = len(boards)
    wide = np.full((count, size + 2 * REACH, size + 2 * REACH), 3, np.int32)
    inner = slice(REACH, REACH + size)
    wide[:, inner, inner] = np.where(boards < 0, 2, boards).reshape(count, size, size)
    shapes = np.empty((count, size, size, 4), np.uint16)
    for d, (rows, columns) in enumerate(_STEPS):
        key = np.zeros((count, size, size), np.int32)
        shift = 0
        for at in (*range(-REACH, 0), *range(1, REACH + 1)):
            row, column = REACH + at * rows, REACH + at * columns
            key |= wide[:, row : row + size, column : column + size] << shift
            shift += 2
        shapes[..., d] = shape_rows()[key]
    shapes[wide[:, inner, inner] != 0] = OCCUPIED
    return shapes.reshape(count, size * size, 4)


def examples_of(games: Games) -> Examples:
    """All positions of ``games`` that are worth learning from."""
    size = games.header.size
    taken, linear, counts = _undecided(games)
    rows = np.flatnonzero(taken)
    game = games.game_of()[rows]
    colour = games.colour_of()[rows]
    shapes = np.empty((len(rows), size * size, 4), np.uint16)
    done = 0
    waiting: list[NDArray[np.int8]] = []
    for number, boards in enumerate(games.boards()):
        waiting.append(boards[taken[games.start[number] : games.start[number + 1]]])
        if sum(map(len, waiting)) >= _CHUNK or number + 1 == len(games):
            chunk = np.concatenate(waiting)
            shapes[done : done + len(chunk)] = shapes_of(chunk, size)
            done += len(chunk)
            waiting = []
    result = 0.5 + 0.5 * games.result[game] * colour
    return Examples(
        shapes,
        colour < 0,
        result.astype(np.float32),
        win_rates(games.score[rows]),
        win_rates(linear[rows]),
        counts[rows],
        game.astype(np.int32),
    )


def split(examples: Examples) -> tuple[Examples, Examples]:
    """Those to learn from, and those of other games to judge by."""
    held_out = examples.game % HELD_OUT == HELD_OUT - 1
    return examples[~held_out], examples[held_out]


def linear_loss(taught: Examples, held_out: Examples, share: float) -> float:
    """The mean loss of the linear weights, their scale and offset fitted: what is to be beaten."""
    inputs = [_logits(one.linear) for one in (taught, held_out)]
    target = taught.target(share)
    factors = np.array([1.0, 0.0])
    for _ in range(20):  # Newton's method
        chance = 1 / (1 + np.exp(-inputs[0] @ factors))
        slope = inputs[0].T @ (chance - target)
        bend = (inputs[0].T * (chance * (1 - chance))) @ inputs[0] + 1e-6 * np.eye(2)
        factors = factors - np.linalg.solve(bend, slope)
    chance = 1 / (1 + np.exp(-inputs[1] @ factors))
    target = held_out.target(share)
    return float(-(target * np.log(chance) + (1 - target) * np.log(1 - chance)).mean())


def _logits(chances: NDArray[np.float32]) -> NDArray[np.float64]:
    chances = np.clip(chances.astype(np.float64), 1e-4, 1 - 1e-4)
    return np.stack([np.log(chances / (1 - chances)), np.ones(len(chances))], axis=1)


def win_rates(values: NDArray[Any]) -> NDArray[np.float32]:
    """:func:`wuzi.engine.win_rate.win_rate` of an array."""
    return np.asarray(1 / (1 + np.exp(-values.astype(np.float32) / np.float32(SCALE))))


def _undecided(
    games: Games,
) -> tuple[NDArray[np.bool_], NDArray[np.int16], NDArray[np.uint8]]:
    """For each move: whether its position is worth learning from, linear value, counts."""
    size = games.header.size
    rule = parse_rule(games.header.rule)
    tables = tables_of(rule)
    control = make_control(settle({"use_network": 0}), rule)
    state = make_state(Board(size, rule), tables)
    points = all_points(size)
    taken = np.zeros(len(games.move), bool)
    linear = np.zeros(len(games.move), np.int16)
    counts = np.zeros((len(games.move), 32), np.uint8)
    for first, last in zip(games.start[:-1], games.start[1:], strict=True):
        for at in range(first, last):
            if games.score[at] != NOT_SEARCHED:
                foe = 16 * (2 - int(state["side"]))
                stop = int(state["count"][foe + FIVE])
                taken[at] = stop == 0 and verdict(state, tables, control) == 0
                linear[at] = evaluate(state, control)
                counts[at] = state["count"]
            make(state, tables, points[games.move[at]])
        for _ in range(last - first):
            unmake(state, tables)
    return taken, linear, counts
