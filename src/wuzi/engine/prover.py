"""From a solver's answer to a proof that the referee can replay.

The kernels say *that* a position is won and by which move. A :class:`Prover` plays that
move on a board, finds every reply that parries or spoils it by the referee's own means, and
asks the kernels again after each. So a reply that the search overlooked is met here: it is
either answered, or there is no proof and no win.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np

from wuzi.engine.kernels import position
from wuzi.engine.kernels.vcf import vcf
from wuzi.engine.kernels.vct import turn_over, vct
from wuzi.engine.proof import (
    Flaw,
    Proof,
    cells_read,
    five_points,
    must_replay,
    parries,
    verify,
)
from wuzi.engine.tables import Record, make_state, make_vcf, make_vct, tables_of
from wuzi.rules import PASS, Board, Move

FOURS: Final = 200
"""The longest win by fours looked for."""
DEPTHS: Final = (4, 8, 16, 40, FOURS)
TABLE_WORDS: Final = 1 << 21
REPLY_NODES: Final = 2_000_000
"""What a reply is worth if what the search knew of it was overwritten in its table."""
FOURS_NODES: Final = 100_000
"""The same for a win by fours where threats may win, too."""


class NoProof(Exception):
    """A win could not be proved."""


class Prover:
    """The solvers' records for one position, and the board that goes with them.

    Parameters
    ----------
    board : Board
        Copied; the game is not over.

    Attributes
    ----------
    signal : array of int64, shape (1,)
        Set its number from another thread to end a search at once.
    """

    def __init__(self, board: Board) -> None:
        self.board = board.copy()
        self.board.forbidden_loses = False
        self.tables = tables_of(board.rule)
        self.state = make_state(board, self.tables)
        self.fours: Record = make_vcf(board.rule)
        self.threats: Record = make_vct()
        self.table = np.zeros(TABLE_WORDS, np.int64)
        self.signal = np.zeros(1, np.int64)
        self._known: dict[int, Proof | None] = {}
        self._effort = REPLY_NODES

    @property
    def nodes(self) -> int:
        """Stones put on the board so far."""
        return int(self.fours["nodes"]) + int(self.threats["nodes"])

    # Asking the kernels

    def by_fours(self, depth: int, nodes: int) -> int:
        """Plies to a win by fours, 0 if there is none, -1 if not known."""
        solvers = self.state, self.tables, self.fours, self.signal
        return int(vcf(*solvers, depth, nodes))

    def by_threats(self, nodes: int) -> int:
        """1 for a win by threats of the present width, 0 if there is none, -1 if not known."""
        solvers = self.state, self.tables, self.fours, self.threats, self.table, self.signal
        return int(vct(*solvers, nodes))

    def widen(self, least: int) -> None:
        """Have threats begin at the class ``least``; what was found before is forgotten."""
        self.threats["least"] = least
        self.forget()

    def forget(self) -> None:
        """Clear the tables."""
        self.fours["table"][:] = 0
        self.table[:] = 0
        self.threats["open"] = 0

    # Building proofs

    @contextmanager
    def _after(self, move: Move) -> Iterator[None]:
        """The position after ``move``, on the board and in the kernels' record."""
        self.board.push(move)
        if move == PASS:
            turn_over(self.state, self.tables)
        else:
            position.make(self.state, self.tables, move)
        try:
            yield
        finally:
            if move == PASS:
                turn_over(self.state, self.tables)
            else:
                position.unmake(self.state, self.tables)
            self.board.pop()

    def prove(self, threats: bool) -> Proof:
        """The proof of a win that was found.

        Parameters
        ----------
        threats : bool
            Whether the win may need threats other than fours.

        Raises
        ------
        NoProof
            If the win does not stand the referee's test.
        """
        self._effort = FOURS_NODES if threats else REPLY_NODES
        proof = self._by_fours()
        if proof is None and threats:
            key = int(self.state["hash"])
            proof = self._known[key] = self._by_threats()
        if proof is None:
            raise NoProof
        return proof

    def _by_fours(self) -> Proof | None:
        key = int(self.state["hash"])
        if key not in self._known:
            for depth in DEPTHS:
                plies = self.by_fours(depth, self._effort)
                if plies >= 0 or self.signal[0]:
                    break
            self._known[key] = self._four(int(self.fours["best"])) if plies > 0 else None
        return self._known[key]

    def _four(self, move: Move) -> Proof | None:
        replies: dict[Move, Proof] = {}
        attacker = self.board.turn
        with self._after(move):
            if self.board.outcome is not None:
                return Proof(move)
            fives = five_points(self.board, attacker, move)
            for reply in parries(self.board, fives):
                with self._after(reply):
                    won = None if self.board.outcome is not None else self._by_fours()
                if won is None:
                    return None
                replies[reply] = won
        return Proof(move, replies)

    def _by_threats(self) -> Proof:
        if self.signal[0] or self.by_threats(REPLY_NODES) != 1:
            raise NoProof
        move = int(self.threats["best"])
        attacker = self.board.turn
        replies: dict[Move, Proof] = {}
        with self._after(move):
            if self.board.outcome is not None:
                return Proof(move)
            fives = five_points(self.board, attacker, move)
            threat = None
            if fives:
                needed = parries(self.board, fives)
            else:
                threat = self._threat()
                needed = self._spoilers(threat)
            for reply in needed:
                with self._after(reply):
                    if self.board.outcome is not None:
                        raise NoProof
                    replies[reply] = self.prove(threats=True)
        return Proof(move, replies, threat)

    def _threat(self) -> Proof:
        """What wins by fours if the side to move passes."""
        with self._after(PASS):
            proof = self._by_fours()
        if proof is None:
            raise NoProof
        return proof

    def _spoilers(self, threat: Proof) -> list[Move]:
        """The replies against which ``threat`` does not win as it stands."""
        board = self.board
        defender = board.turn
        reads = cells_read(board, threat)
        spoilers = []
        for reply in list(board.legal_points()):
            if not must_replay(board, reply, reads):
                continue
            board.push(reply)
            try:
                if board.outcome is not None:
                    raise Flaw
                verify(board, threat, five_points(board, defender, reply))
            except Flaw:
                spoilers.append(reply)
            finally:
                board.pop()
        return spoilers
