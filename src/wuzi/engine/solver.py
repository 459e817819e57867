"""The solvers' face: whether the side to move wins by force.

``"vcf"`` looks for a win by fours alone, ``"vct"`` by fours and quieter threats: moves after
which a win by fours would follow if the opponent passed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import Any, Final, Literal

from wuzi.engine.layout import LARGEST
from wuzi.engine.proof import Proof, flaw, winning_line
from wuzi.engine.prover import FOURS, NoProof, Prover
from wuzi.engine.threats import Threat
from wuzi.errors import N_, WuziError
from wuzi.rules import RULES, Board, Move, point_name
from wuzi.thinking import Limit, NeverStop, Stop

__all__ = ["Goal", "Result", "Solution", "solve"]

Goal = Literal["vcf", "vct"]
Result = Literal["win", "none", "unknown"]

DEPTHS: Final = (2, 4, 6, 8, 12, 16, 24, 40, 80, FOURS)
"""Fours looked ahead, one search after the other: short wins first."""
WIDTHS: Final = (Threat.OPEN_THREE, Threat.THREE_TWO, Threat.THREE, Threat.OPEN_TWO)
"""The weakest class of a quiet move that is tried as a threat, one search after the other."""
FIRST_NODES: Final = 200_000
"""Nodes a width is given in the first round; four times as many in the next."""
UNLIMITED: Final = 1 << 60
BEAT: Final = 0.004
"""Seconds between two looks at the clock and the caller's stop."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A solver's answer.

    Attributes
    ----------
    goal : str
        ``"vcf"`` or ``"vct"``.
    result : str
        ``"win"``, ``"none"`` (proved that there is no such win) or ``"unknown"``.
    line : tuple of Move
        Of a win, the line of longest resistance, up to the move that nothing parries.
    proof : Proof or None
        Of a win, the whole tree.
    nodes : int
        Stones put on the board by the search and the proof.
    time : float
        Seconds.
    verified : bool
        Whether the proof was replayed by the referee alone.
    """

    goal: Goal
    result: Result
    line: tuple[Move, ...] = ()
    proof: Proof | None = None
    nodes: int = 0
    time: float = 0.0
    verified: bool = False

    def to_json(self) -> dict[str, Any]:
        """As ``wuzi solve --json`` prints it: plain data, points by their names."""
        return {
            "goal": self.goal,
            "result": self.result,
            "line": [point_name(move) for move in self.line],
            "proof": None if self.proof is None else self.proof.to_json(),
            "nodes": self.nodes,
            "time": round(self.time, 4),
            "verified": self.verified,
        }


def solve(
    board: Board,
    goal: Goal = "vcf",
    limit: Limit | None = None,
    stop: Stop | None = None,
    *,
    verify: bool = False,
) -> Solution:
    """Look for a forced win of the side to move.

    Parameters
    ----------
    board : Board
        Left as it was.
    goal : {"vcf", "vct"}
    limit : Limit, optional
        Time and nodes hold for the search; the proof of a win found comes on top. Of a depth,
        in plies, only wins by fours within it are found.
    stop : Stop, optional
    verify : bool
        Replay the proof by the referee alone before a win is returned.

    Raises
    ------
    WuziError
        If the game is over, or the engine does not play this rule or size.

    Examples
    --------
    >>> from wuzi.rules import Board, moves_text, parse_moves
    >>> board = Board.from_moves(parse_moves("h8h9i8h10j8h11"))
    >>> solution = solve(board, verify=True)
    >>> solution.result, moves_text(solution.line)
    ('win', 'k8')
    """
    _check(board)
    limit = limit or Limit()
    begin = perf_counter()
    if any(part is not None and part <= 0 for part in (limit.time, limit.nodes, limit.depth)):
        return Solution(goal, "unknown")
    prover = Prover(board)
    stop = stop or NeverStop()
    with _watched(prover, limit.time, stop):
        search = _search_fours if goal == "vcf" else _search_threats
        result = search(prover, limit)
    line: tuple[Move, ...] = ()
    proof = None
    if result == "win":
        try:
            with _watched(prover, None, stop):
                proof = prover.prove(threats=goal == "vct")
            if verify and flaw(board, proof) is not None:
                raise NoProof
            line = winning_line(proof)
        except NoProof:
            result, proof = "unknown", None
    checked = verify and proof is not None
    return Solution(goal, result, line, proof, prover.nodes, perf_counter() - begin, checked)


def _check(board: Board) -> None:
    if board.outcome is not None:
        raise WuziError(
            "solve.over", N_("the game is over: give a position in which a side is to move")
        )
    if board.size > LARGEST:
        raise WuziError(
            "engine.size",
            N_("the engine plays on boards of up to {most} lines, not on {size}"),
            most=LARGEST,
            size=board.size,
        )
    if board.rule != RULES.get(board.rule.name):
        raise WuziError(
            "engine.rule",
            N_("the engine does not play the rule '{rule}': choose from {rules}"),
            rule=board.rule.name,
            rules=", ".join(RULES),
        )


@contextmanager
def _watched(prover: Prover, time: float | None, stop: Stop) -> Iterator[None]:
    """Signal the kernels when the time is up or the caller asks: a thread looks for both."""
    over = threading.Event()
    prover.signal[0] = 0
    end = None if time is None else perf_counter() + time

    def watch() -> None:
        while not over.wait(BEAT):
            if stop.is_set() or (end is not None and perf_counter() >= end):
                prover.signal[0] = 1
                return

    thread = None
    if time is not None or not isinstance(stop, NeverStop):
        thread = threading.Thread(target=watch, name="wuzi-solver-watch", daemon=True)
        thread.start()
    try:
        yield
    finally:
        over.set()
        if thread is not None:
            thread.join()


def _search_fours(prover: Prover, limit: Limit) -> Result:
    most = FOURS if limit.depth is None else (limit.depth + 1) // 2
    nodes = limit.nodes or UNLIMITED
    for depth in [*(depth for depth in DEPTHS if depth < most), most]:
        plies = prover.by_fours(depth, nodes - prover.nodes)
        if plies >= 0:
            return "win" if plies else "none"
        if prover.signal[0] or prover.nodes >= nodes:
            break
    return "unknown"


def _search_threats(prover: Prover, limit: Limit) -> Result:
    """Give each width a share of nodes, round after round, each four times the one before."""
    nodes = limit.nodes or UNLIMITED
    widths = list(WIDTHS)
    for turn in count():
        share = FIRST_NODES * 4**turn
        for width in list(widths):
            prover.widen(width)
            answer = prover.by_threats(min(share, nodes - prover.nodes))
            if answer == 1:
                return "win"
            if prover.signal[0] or prover.nodes >= nodes:
                return "unknown"
            if answer == 0 or not prover.threats["stopped"]:
                if width == WIDTHS[-1]:
                    return "none" if answer == 0 else "unknown"
                widths.remove(width)
    raise AssertionError("unreachable")
