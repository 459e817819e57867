"""The way to a win that the search has proved, move by move.

The search stops where the counts prove the end, or the solver of fours does. Here the line
is played on: the winner's moves are the proof's, the loser's the first that is listed.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wuzi.engine.kernels.moves import FIVE, list_blocks, list_moves, pick, verdict, verdict_move
from wuzi.engine.kernels.position import make, unmake
from wuzi.engine.kernels.vcf import vcf

FOURS: Final = 60
"""Fours ahead that the solver of fours may look from the root."""
LONGEST: Final = 120


class Kit(NamedTuple):
    """The records of a thread whose position stands at the root."""

    state: Any
    tables: Any
    control: Any
    solver: Any
    signal: NDArray[np.int64]


def win_by_fours(kit: Kit, nodes: int) -> int:
    """Plies to a win by fours, its move in the solver's record; 0 or less if none was seen."""
    return int(vcf(kit.state, kit.tables, kit.solver, kit.signal, FOURS, nodes))


def completed(kit: Kit, line: tuple[int, ...], plies: int, nodes: int) -> tuple[int, ...]:
    """``line`` played on until the win that lies ``plies`` from the root, as far as is seen.

    Parameters
    ----------
    kit : Kit
    line : tuple of Point
        What the search found: legal moves, no five before the last.
    plies : int
        To the win of either side.
    nodes : int
        For every look of the solver of fours.
    """
    moves = list(line)
    for move in line:
        make(kit.state, kit.tables, move)
    winner = int(kit.state["side"]) if (plies - len(line)) % 2 else 3 - int(kit.state["side"])
    over = False
    while not over and len(moves) < min(plies, LONGEST):
        move = _winning(kit, nodes) if int(kit.state["side"]) == winner else _losing(kit)
        if move == 0:
            break
        over = int(kit.state["side"]) == winner and _verdict(kit) == 1
        moves.append(move)
        make(kit.state, kit.tables, move)
    for _ in moves:
        unmake(kit.state, kit.tables)
    return tuple(moves)


def _verdict(kit: Kit) -> int:
    return int(verdict(kit.state, kit.tables, kit.control))


def _winning(kit: Kit, nodes: int) -> int:
    """The winner's next move, or 0."""
    plies = _verdict(kit)
    if plies > 0:
        return int(verdict_move(kit.state, kit.tables, kit.control, plies))
    return int(kit.solver["best"]) if win_by_fours(kit, nodes) > 0 else 0


def _losing(kit: Kit) -> int:
    """A reply of the loser's that does not lose at once if there is one, or 0."""
    state, control = kit.state, kit.control
    if _verdict(kit) > 0 or state["empties"] == 0:
        return 0
    top = int(control["top"])
    fives = int(state["count"][16 * (2 - int(state["side"])) + FIVE])
    if fives:
        end = int(list_blocks(state, kit.tables, control, top))
    else:
        end = int(list_moves(state, kit.tables, control, top, 0, 0))
        if end == top:  # nothing defends
            control["use_defence"], old = 0, int(control["use_defence"])
            end = int(list_moves(state, kit.tables, control, top, 0, 0))
            control["use_defence"] = old
    return int(pick(control, top, end)) if end > top else 0
