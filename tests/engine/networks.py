"""A network of chance numbers, and the sums of its vectors by definition."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from wuzi.engine.kernels import vectors
from wuzi.engine.layout import NET_HEAD, NET_ROWS
from wuzi.engine.network import HALF, LIMIT, Network
from wuzi.engine.tables import make_tables
from wuzi.engine.weights import load_weights
from wuzi.rules import Board, Rule, all_points


@cache
def random_network(rule: str = "freestyle", size: int = 15, seed: int = 5) -> Network:
    """Weights that use their whole range, with an output of a few logits."""
    chance = np.random.default_rng(seed)
    rows = chance.integers(-LIMIT, LIMIT + 1, (NET_ROWS, HALF)).astype(np.int16)
    head = chance.normal(0, 0.2, NET_HEAD)
    for start in (vectors.FIRST, vectors.SKIP):
        width = HALF if start == vectors.FIRST else 1
        head[start : start + width * vectors.WIDTH] *= 3e-6
    head[vectors.LAST_BIAS + 1 :] = 0
    return Network(rule, size, "random", rows, head.astype(np.float32))


@cache
def network_tables(rule: Rule, size: int = 15) -> Any:
    """The tables of ``rule`` with a random network for boards of that size."""
    return make_tables(rule, load_weights(rule), random_network(rule.name, size))


def sums_of(board: Board, network: Network) -> np.ndarray[Any, Any]:
    """The sums over the empty cells, every line looked up by its cells."""
    found = np.zeros(2 * HALF, np.int64)
    for p in board.stones(0):
        whole = np.zeros(2 * HALF, np.int64)
        for step in (1, 32, 33, 31):
            line = [line_cell(board, p, at * step) for at in (-4, -3, -2, -1, 1, 2, 3, 4)]
            for wall in (3, 2, 1, 0):  # beyond a wall there is nothing
                if line[wall] == 3:
                    line[: wall + 1] = [3] * (wall + 1)
                    break
            for wall in (4, 5, 6, 7):
                if line[wall] == 3:
                    line[wall:] = [3] * (8 - wall)
                    break
            other = [3 - cell if cell in (1, 2) else cell for cell in line]
            whole[:HALF] += network.vectors[row_of_line(tuple(line))]
            whole[HALF:] += network.vectors[row_of_line(tuple(other))]
        found += np.maximum(whole, 0)
    far = np.tile(4 * network.vectors[row_of_line((0,) * 8)].astype(np.int64), 2)
    missing = network.size**2 - board.size**2  # as if the board were the network's
    return found + missing * np.maximum(far, 0)


def line_cell(board: Board, p: int, by: int) -> int:
    """What is there: 3 off the board."""
    q = p + by
    on_board = q in _points(board.size)
    return int(board[q]) if on_board else 3


@cache
def _points(size: int) -> frozenset[int]:
    return frozenset(all_points(size))


@cache
def row_of_line(line: tuple[int, ...]) -> int:
    """The number of a shape, by the smaller of the two ways to read it."""
    return _numbers()[min(_reading(line), _reading(line[::-1]))]


def _reading(line: tuple[int, ...]) -> int:
    return sum(cell << 2 * at for at, cell in enumerate(line))


@cache
def _numbers() -> dict[int, int]:
    """All shapes that a board can have, numbered in the order of their readings."""
    readings = set()
    lines: list[tuple[int, ...]] = [()]
    for _ in range(8):
        lines = [(*line, cell) for line in lines for cell in range(4)]
    for line in lines:
        low, high = line[3::-1], line[4:]
        if all(a != 3 or b == 3 for side in (low, high) for a, b in pairwise(side)):
            readings.add(min(_reading(line), _reading(line[::-1])))
    return {reading: number for number, reading in enumerate(sorted(readings))}
