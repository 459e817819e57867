"""The benchmark: fixed positions to a fixed depth on one thread."""

from __future__ import annotations

import hashlib
from time import thread_time
from typing import Any, Final

import numpy as np

from wuzi.engine.control import make_control, settle
from wuzi.engine.jit import kernel
from wuzi.engine.kernels.position import make, unmake
from wuzi.engine.search_threads import Found, Orders, Searcher, deepen, make_shared
from wuzi.engine.tables import make_state, make_vcf, tables_of
from wuzi.engine.timing import Budget
from wuzi.rules import FREESTYLE, Board, parse_moves

POSITIONS: Final = (
    "h8i9j8g7h10i7",
    "h8h9i8g8i10i9j9k10h7j7",
    "h8i7g6g7i8f8h6h7e7i5",
    "h8g9i9i7g7h9h10g8j8f9",
    "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10",
    "h8i8i9j10g7f6h7h9g8g9f7e7g6g5",
    "h8i10j8h10k9j10g10k10l10i12k8i8k7k6",
    "f6g7h6h7i7j8f8f7e7d6g9h10i10",
)
"""Openings and middle games, freestyle on 15 lines."""
DEPTH: Final = 13
TABLE_WORDS: Final = 1 << 21
ROUNDS: Final = 20_000


def bench(depth: int | None = None) -> dict[str, int | float | str]:
    """Search the fixed positions one after another, each with an empty table.

    Parameters
    ----------
    depth : int, optional
        Plies; by default 13.

    Returns
    -------
    dict
        ``signature``: a digest of nodes, values and moves, and ``nodes`` (stones put on
        the board by search and solver; ``search_nodes`` and ``solver_nodes`` are the two
        apart), equal on every run. ``seconds`` of this thread's CPU for them,
        ``nodes_per_second``; ``pairs_per_second``: stones made and unmade again, apart.
    """
    depth = DEPTH if depth is None else depth
    digest = hashlib.sha256()
    nodes = solver = 0
    seconds = 0.0
    for text in POSITIONS:
        board = Board.from_moves(parse_moves(text))
        found, spent = _search(board, depth)
        seconds += spent
        nodes += found.nodes
        solver += found.solver_nodes
        digest.update(f"{found.nodes} {found.value} {found.pv[0]};".encode())
    return {
        "signature": digest.hexdigest()[:12],
        "depth": depth,
        "nodes": nodes,
        "search_nodes": nodes - solver,
        "solver_nodes": solver,
        "seconds": round(seconds, 3),
        "nodes_per_second": round(nodes / max(seconds, 1e-9)),
        "pairs_per_second": round(_pairs_per_second()),
    }


def _search(board: Board, depth: int) -> tuple[Found, float]:
    tables = tables_of(board.rule)
    state = make_state(board, tables)
    near: Any = state["near"]
    moves = [p for p in board.legal_points() if near[p] > 0]
    values = settle(None)
    searcher = Searcher(state, make_control(values, board.rule), make_vcf(board.rule))
    searcher.prepare(moves, 1 << 60)
    orders = Orders(
        tables,
        np.zeros(TABLE_WORDS, np.int64),
        make_shared(1),
        Budget(None, None),
        depth,
        1,
        values["aspiration"],
        0.0,
    )
    found: list[Found] = []
    start = thread_time()
    deepen(searcher, orders, found.append)
    return found[-1], thread_time() - start


def _pairs_per_second() -> float:
    board = Board()
    state, tables = make_state(board, tables_of(FREESTYLE)), tables_of(FREESTYLE)
    moves = np.array(parse_moves(POSITIONS[4]), np.int64)
    start = thread_time()
    pairs = shuffle_pairs(state, tables, moves, ROUNDS)
    return float(pairs / max(thread_time() - start, 1e-9))


@kernel("int64(S, T, int64[:], int64)")
def shuffle_pairs(s: Any, t: Any, moves: Any, rounds: int) -> int:
    """Make and unmake a line of moves ``rounds`` times; pairs done.

    It stands here, not in kernels/: who only plays need not compile it.
    """
    done = 0
    for _ in range(rounds):
        n = 0
        for i in range(len(moves)):
            if s.cell[moves[i]] == 0:
                make(s, t, moves[i])
                n += 1
        for _ in range(n):
            unmake(s, t)
        done += n
    return done
