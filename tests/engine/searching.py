"""Helpers of the search's tests: dense random positions, and searches at a fixed depth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np

from wuzi.engine.control import PLAIN, make_control, settle
from wuzi.engine.kernels.hashtable import WIN
from wuzi.engine.kernels.search import search
from wuzi.engine.search_threads import Searcher, make_shared
from wuzi.engine.tables import make_state, make_vcf, tables_of
from wuzi.rules import BLACK, WHITE, Board, Rule, all_points, col_of, row_of


def dense_boards(rule: Rule, size: int, count: int, seed: int = 0) -> Iterator[Board]:
    """Positions that are not over, with many stones close together."""
    random = Random(f"{rule}:{size}:{seed}")
    middle = size / 2
    made = 0
    while made < count:
        stones = random.randint(8, min(26, size * size - 4))
        points = sorted(
            all_points(size),
            key=lambda p: (
                max(abs(col_of(p) - middle), abs(row_of(p) - middle)) + random.random() * 4
            ),
        )[:stones]
        random.shuffle(points)
        black = points[: (stones + 1) // 2]
        white = points[(stones + 1) // 2 :]
        turn = random.choice((BLACK, WHITE))
        board = Board.from_stones(black, white, turn, size, rule)
        if board.outcome is None:
            made += 1
            yield board


def searcher_of(board: Board, switches: Mapping[str, int] | None = None) -> Searcher:
    """The records of one search thread at ``board``."""
    tables = tables_of(board.rule)
    control = make_control(settle(switches), board.rule)
    return Searcher(make_state(board, tables), control, make_vcf(board.rule))


def search_to(
    board: Board,
    depth: int,
    switches: Mapping[str, int] | None = None,
    words: int = 1 << 14,
) -> tuple[int, int, Any]:
    """Value and nodes of one full-window search after those of lesser depths, and the records."""
    searcher = searcher_of(board, switches)
    moves = [p for p in board.legal_points() if searcher.state["near"][p] > 0]
    searcher.prepare(moves, 1 << 40)
    hashes, shared = np.zeros(words, np.int64), make_shared(1)
    value = 0
    for deep in range(1, depth + 1):
        value = int(
            search(
                searcher.state,
                tables_of(board.rule),
                searcher.control,
                searcher.solver,
                hashes,
                shared,
                *(np.int64(number) for number in (-WIN, WIN, deep, 0, 0)),
            )
        )
    return value, int(searcher.state["pairs"]), searcher


def plain(**switches: int) -> dict[str, int]:
    """All ideas off but those named."""
    return {**PLAIN, **switches}
