"""Proofs of a forced win, and a checker that trusts nothing but the referee.

A :class:`Proof` is the winner's move with what follows. The move wins at once; or it is a
*four*, which threatens a five, and there is a proof for every reply that parries it; or it
is a quieter *threat*, which carries the win that would follow if the defender passed, and a
proof for every reply that spoils that win.

What makes the check complete: **every** legal reply is looked at. One that has no branch of
its own must lose to the threat as it stands, and that is replayed on the board with the
reply on it. Replays are saved only where nothing can differ: the replay after a pass writes
down every cell that the referee read; a reply on none of them, which makes no four and no
five of its own, meets the very same replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from wuzi.rules import DIRECTIONS, EMPTY, PASS, WALL, Board, Colour, Move, Point, point_name

__all__ = ["Proof", "five_points", "flaw", "parries", "winning_line"]

REACH = 5
CROWDED = 64
"""With fewer empty points every reply is replayed: a full board would end the game."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A move that wins by force.

    Attributes
    ----------
    move : Move
    replies : mapping of Move to Proof
        What wins after the replies that parry or spoil the threat of ``move``.
    threat : Proof or None
        If ``move`` makes neither five nor four: what wins if the opponent passes.
    """

    move: Move
    replies: Mapping[Move, Proof] = field(default_factory=dict)
    threat: Proof | None = None

    def to_json(self) -> dict[str, Any]:
        """The tree with the names of points, as ``wuzi solve --json`` prints it."""
        data: dict[str, Any] = {"move": point_name(self.move)}
        if self.threat is not None:
            data["threat"] = self.threat.to_json()
        if self.replies:
            data["replies"] = {point_name(r): p.to_json() for r, p in self.replies.items()}
        return data


def winning_line(proof: Proof) -> tuple[Move, ...]:
    """The line of longest resistance among the branches, up to the move that nothing parries."""
    lengths: dict[int, int] = {}

    def length(node: Proof) -> int:
        if id(node) not in lengths:
            lengths[id(node)] = 1 + max((1 + length(p) for p in node.replies.values()), default=0)
        return lengths[id(node)]

    line = [proof.move]
    while proof.replies:
        reply, proof = max(proof.replies.items(), key=lambda pair: length(pair[1]))
        line += [reply, proof.move]
    return tuple(line)


def flaw(board: Board, proof: Proof) -> str | None:
    """What is wrong with a proof that the side to move of ``board`` wins; ``None`` if nothing.

    Examples
    --------
    >>> from wuzi.rules import parse_moves
    >>> board = Board.from_moves(parse_moves("h8a1i8b1j8c2k8o15"))
    >>> flaw(board, Proof(board.point("l8"))) is None
    True
    >>> flaw(board, Proof(board.point("o1")))
    'o1 makes no four and has no threat'
    """
    if board.outcome is not None:
        return "the game is over"
    board = board.copy()
    board.forbidden_loses = False
    try:
        verify(board, proof, five_points(board, 3 - board.turn), set())
    except Flaw as found:
        return str(found)
    return None


class Flaw(Exception):
    """A proof does not hold; says where."""


def five_points(board: Board, colour: Colour, near: Point | None = None) -> list[Point]:
    """The empty points where ``colour`` would win now; with ``near``, those its stone there made.

    Such a five has the stone, the point, and three stones more within four cells of ``near``.
    """
    if near is None:
        return [p for p in board.stones(EMPTY) if board.wins_at(p, colour)]
    cells = board.cells
    return [
        p
        for step in _full_lines(board, near, colour, 4)
        for p in range(near - 4 * step, near + 4 * step + 1, step)
        if cells[p] == EMPTY and board.wins_at(p, colour)
    ]


def _full_lines(board: Board, p: Point, colour: Colour, stones: int) -> list[int]:
    """The directions in which that many stones of ``colour`` lie within four cells of ``p``."""
    cells = board.cells
    return [
        step
        for step in DIRECTIONS
        if cells[p - 4 * step : p + 4 * step + 1 : step].count(colour) >= stones
    ]


def on_lines(board: Board, p: Point) -> Iterator[Point]:
    """The empty points within reach of ``p`` on its four lines."""
    cells = board.cells
    for direction in DIRECTIONS:
        for step in (direction, -direction):
            q = p
            for _ in range(REACH):
                q += step
                cell = cells[q]
                if cell == EMPTY:
                    yield q
                elif cell == WALL:
                    break


def parries(board: Board, fives: list[Point]) -> list[Point]:
    """The legal moves after which the opponent wins on none of the points ``fives`` any more."""
    attacker = 3 - board.turn
    candidates = fives[:1]
    if board.rule.needs_open_end:  # an end of the five may be stopped, too
        candidates += [p for p in on_lines(board, fives[0]) if p != fives[0]]
    found = []
    for r in candidates:
        if not board.is_legal(r):
            continue
        board.push(r)
        if not any(board.cells[q] == EMPTY and board.wins_at(q, attacker) for q in fives):
            found.append(r)
        board.pop()
    return found


def verify(board: Board, proof: Proof, danger: list[Point], won: set[bytes] | None = None) -> None:
    """Replay ``proof`` for the side to move.

    Parameters
    ----------
    board : Board
        Left as it was.
    proof : Proof
    danger : list of Point
        Where the opponent would win now.
    won : set of bytes, optional
        Positions verified before, where the same side was to move; added to.

    Raises
    ------
    Flaw
        If it does not hold.
    """
    if won is not None:
        position = bytes(board.cells)
        if position in won:
            return
        _verify_move(board, proof, danger, won)
        won.add(position)
    else:
        _verify_move(board, proof, danger, won)


def _verify_move(board: Board, proof: Proof, danger: list[Point], won: set[bytes] | None) -> None:
    winner = board.turn
    p = proof.move
    if p == PASS or not board.is_legal(p):
        raise Flaw(f"{point_name(p)} is no legal move")
    board.push(p)
    try:
        if board.outcome is not None:
            if board.outcome.winner != winner:
                raise Flaw(f"{point_name(p)} does not win")
            return
        for q in danger:
            if board.cells[q] == EMPTY and board.wins_at(q, 3 - winner):
                raise Flaw(f"{point_name(p)} lets the opponent win on {point_name(q)}")
        fives = five_points(board, winner, p)
        if fives:
            for r in parries(board, fives):
                _verify_reply(board, proof, r, won)
        else:
            _verify_threat(board, proof, won)
    finally:
        board.pop()


def _verify_reply(board: Board, proof: Proof, r: Point, won: set[bytes] | None) -> None:
    """Replay the branch for the reply ``r``, or the threat where there is none."""
    branch = proof.replies.get(r, proof.threat)
    if branch is None:
        raise Flaw(f"{point_name(proof.move)} has no answer to {point_name(r)}")
    board.push(r)
    try:
        if board.outcome is not None:
            raise Flaw(f"{point_name(r)} ends the game")
        verify(board, branch, five_points(board, 3 - board.turn, r), won)
    finally:
        board.pop()


def _verify_threat(board: Board, proof: Proof, won: set[bytes] | None) -> None:
    if proof.threat is None:
        raise Flaw(f"{point_name(proof.move)} makes no four and has no threat")
    reads = cells_read(board, proof.threat)
    for r in list(board.legal_points()):
        if r in proof.replies or must_replay(board, r, reads):
            _verify_reply(board, proof, r, won)


def must_replay(board: Board, r: Point, reads: frozenset[Point]) -> bool:
    """Whether the legal reply ``r`` could change a replay that read the cells ``reads``."""
    if r in reads or board.empty_count < CROWDED:
        return True
    defender = board.turn
    if not _full_lines(board, r, defender, 3):
        return False
    if board.wins_at(r, defender):
        return True
    board.push(r)
    try:
        return bool(five_points(board, defender, r))
    finally:
        board.pop()


def cells_read(board: Board, threat: Proof) -> frozenset[Point]:
    """Replay ``threat`` after a pass; the cells that the referee read.

    Raises
    ------
    Flaw
        If it does not win.
    """
    cells = board.cells
    watched = _Watched(cells)
    board.cells = watched
    board.push(PASS)
    try:
        verify(board, threat, [])
    finally:
        board.pop()
        board.cells = cells
        if isinstance(cells, _Watched):  # a threat within a threat
            cells.read |= watched.read
    return frozenset(watched.read)


class _Watched(bytearray):
    """Cells of a board that remember which of them were read."""

    def __init__(self, cells: bytearray) -> None:
        super().__init__(cells)
        self.read: set[int] = set()

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            self.read.update(range(*key.indices(len(self))))
        else:
            self.read.add(key)
        return super().__getitem__(key)
