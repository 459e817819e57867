"""Filling the records: the tables of a rule with its weights, and a position from a board."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from wuzi.engine.kernels import position
from wuzi.engine.layout import CELLS, MAX_PLIES, STATE, TABLES, VCF, VCT, new_record
from wuzi.engine.line_cache import kept_pair_table
from wuzi.engine.network import Network, load_network
from wuzi.engine.patterns import reach_of
from wuzi.engine.threats import PACKS, Threat, code_of_pack, threat_table
from wuzi.engine.weights import Weights, load_weights
from wuzi.rules import BLACK, PASS, WHITE, Board, Rule, all_points

Record = Any
"""A ``numpy.record`` of one of the dtypes in ``layout``."""


def make_tables(rule: Rule, weights: Weights, network: Network | None = None) -> Record:
    """The read-only tables of ``rule``: lines, codes with ``weights``, Zobrist keys, a network."""
    tables = new_record(TABLES)
    lines = kept_pair_table(rule)
    tables["line"][: len(lines)] = lines
    tables["reach"] = reach_of(rule)
    tables["forbidden"] = int(rule.forbidden)
    codes = code_of_pack()
    for at, colour in enumerate((BLACK, WHITE)):
        threat = threat_table(rule, colour).astype(np.int32)
        order = weights.order[at][codes] << 4
        value = weights.value[at][codes] << 16
        tables["code"][at * PACKS : (at + 1) * PACKS] = threat | order | value
    keys = np.random.default_rng(20261129)
    tables["zobrist"][:] = keys.integers(1, 2**62, 2 * CELLS)
    tables["turn"] = int(keys.integers(1, 2**62))
    if network is not None:
        network.fill(tables)
    return tables


@cache
def tables_of(rule: Rule) -> Record:
    """The tables of ``rule`` with its shipped weights and network, made once."""
    return make_tables(rule, load_weights(rule), load_network(rule))


def make_state(board: Board, tables: Record) -> Record:
    """The position of ``board`` with no moves to unmake."""
    state = new_record(STATE)
    set_state(state, board, tables)
    return state


def set_state(state: Record, board: Board, tables: Record) -> None:
    """Make ``state`` the position of ``board``, from scratch."""
    size = board.size
    points = all_points(size)
    state["cell"][:] = np.frombuffer(bytes(board.cells[:CELLS]), np.uint8)
    state["key"][:] = 0
    state["pack"][:] = 0
    state["near"][:] = 0
    state["point"][: len(points)] = points
    state["points"] = len(points)
    state["side"] = board.turn
    state["ply"] = 0
    state["log_start"][0] = 0
    state["empties"] = board.empty_count
    state["pairs"] = 0
    state["net_ply"] = -1
    key = 0 if board.turn == BLACK else int(tables["turn"])
    for colour in (BLACK, WHITE):
        for p in board.stones(colour):
            key ^= int(tables["zobrist"][(colour - 1) * CELLS + p])
            for row in range(-2, 3):
                for col in range(-2, 3):
                    state["near"][(p + 32 * row + col) & (CELLS - 1)] += 1
    state["hash"] = key
    state["last"] = board.last if board.last not in (None, PASS) else 0
    position.refresh(state, tables)


def make_vcf(rule: Rule) -> Record:
    """The record of a solver of fours under ``rule``, for boards of one size."""
    solver = new_record(VCF)
    solver["open_end"] = int(rule.needs_open_end)
    return solver


def make_vct() -> Record:
    """The record of a solver of threats."""
    solver = new_record(VCT)
    solver["least"] = int(Threat.OPEN_THREE)
    solver["vcf_depth"] = 12
    solver["vcf_nodes"] = 1000
    return solver


assert MAX_PLIES >= 22 * 22
