"""What is right on a position, found out from the rules: by the referee and, of forced wins, by
the solver, whose proofs the referee replays.

Each way to prove a claim of ``lab/data/check.toml`` is a function here that goes through **all**
legal moves and returns those that are right. It raises :class:`Unproved` where a move is neither
shown to be right nor shown to be wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from wuzi.engine.proof import cells_read, five_points, flaw, must_replay, parries
from wuzi.engine.solver import Solution, solve
from wuzi.rules import EMPTY, PASS, Board, Move, Point, point_name
from wuzi.thinking import Limit

NODES = 400_000

T = TypeVar("T")


class Unproved(Exception):
    """Neither right nor wrong can be shown of a move."""


def wins_at_once(board: Board) -> set[Point]:
    """The moves by which the side to move wins now."""
    return {p for p in board.legal_points() if board.wins_at(p, board.turn)}


def stops_five(board: Board) -> set[Point]:
    """The moves after which the opponent, who would win now, cannot."""
    assert not wins_at_once(board)
    assert opponents_fives(board), "nothing is threatened"
    return {p for p in board.legal_points() if not after(board, p, opponent_wins_now)}


def wins_in_three(board: Board) -> set[Point]:
    """The moves that no reply keeps from winning with the next one."""
    assert not wins_at_once(board)
    return {p for p in board.legal_points() if after(board, p, cannot_be_parried)}


def wins_in_five(board: Board) -> set[Point]:
    """The moves after which every reply leaves a five, or a move as of `wins_in_three`."""
    assert not wins_in_three(board)
    return {p for p in board.legal_points() if after(board, p, leaves_three_to_every_reply)}


def wins_by_force(board: Board) -> set[Point]:
    """The moves proved to win; all others are proved to lose."""
    losing = moves_that_lose(board)
    right = {p for p in board.legal_points() if p not in losing}
    for p in right:
        if not after(board, p, mover_wins):
            raise Unproved(point_name(p))
    return right


def holds(board: Board) -> set[Point]:
    """The moves after which the opponent has no win by fours; all others are proved to lose."""
    assert not wins_at_once(board)
    losing = moves_that_lose(board)
    right = {p for p in board.legal_points() if p not in losing}
    for p in right:
        if after(board, p, lambda b: solve(b, "vcf", Limit(nodes=NODES)).result) != "none":
            raise Unproved(point_name(p))
    return right


def is_allowed(board: Board) -> set[Point]:
    """The moves that the rule allows, where it forbids some."""
    right = set(board.legal_points())
    assert right < set(board.stones(EMPTY)) or board.empty_count == 1
    return right


WAYS: dict[str, Callable[[Board], set[Point]]] = {
    "wins-at-once": wins_at_once,
    "stops-five": stops_five,
    "wins-in-three": wins_in_three,
    "wins-in-five": wins_in_five,
    "wins-by-force": wins_by_force,
    "holds": holds,
    "is-allowed": is_allowed,
}


# The steps


def after(board: Board, move: Move, look: Callable[[Board], T]) -> T:
    """What ``look`` says of the position after ``move``."""
    board.push(move)
    try:
        return look(board)
    finally:
        board.pop()


def opponents_fives(board: Board) -> list[Point]:
    """Where the opponent would win now, were it his move."""
    return after(board, PASS, lambda b: sorted(wins_at_once(b)))


def opponent_wins_now(board: Board) -> bool:
    """Whether the side to move, the opponent of who has just moved, wins at once."""
    return board.outcome is None and bool(wins_at_once(board))


def cannot_be_parried(board: Board) -> bool:
    """Whether who has just moved wins with the next move, whatever is replied."""
    if board.outcome is not None:
        return False
    fives = five_points(board, 3 - board.turn, board.moves[-1])
    return bool(fives) and not wins_at_once(board) and not parries(board, fives)


def forced_win(board: Board) -> Solution | None:
    """A win of the side to move, replayed by the referee."""
    for goal in ("vcf", "vct"):
        found = solve(board, goal, Limit(nodes=NODES))
        if found.result == "win":
            assert found.proof is not None
            assert flaw(board, found.proof) is None
            return found
    return None


def moves_that_lose(board: Board) -> set[Point]:
    """The moves after which the opponent has a win, which the referee has replayed.

    What wins after a pass wins after every move that touches no cell of that win's replay.
    """
    touching = list(board.legal_points())
    losing: set[Point] = set()
    if not wins_at_once(board):
        won = after(board, PASS, forced_win)
        if won is not None and won.proof is not None:
            reads = cells_read(board, won.proof)
            touching = [p for p in touching if must_replay(board, p, reads)]
            losing = set(board.legal_points()) - set(touching)
    for p in touching:
        board.push(p)
        if board.outcome is None and forced_win(board) is not None:
            losing.add(p)
        board.pop()
    return losing


def mover_wins(board: Board) -> bool:
    """Whether who has just moved wins by force: every reply is looked at, as in a proof."""
    if board.outcome is not None:
        return board.outcome.winner == 3 - board.turn
    if wins_at_once(board):
        return False
    fives = five_points(board, 3 - board.turn)
    if fives:
        replies = parries(board, fives)
    else:
        threat = after(board, PASS, forced_win)
        if threat is None or threat.proof is None:
            return False
        reads = cells_read(board, threat.proof)
        replies = [p for p in board.legal_points() if must_replay(board, p, reads)]
    return all(after(board, p, lambda b: forced_win(b) is not None) for p in replies)


def leaves_three_to_every_reply(board: Board) -> bool:
    """Whether who has just moved wins with one of the next two moves, whatever is replied."""
    if board.outcome is not None or wins_at_once(board):
        return False
    if not after(board, PASS, wins_soon):
        return False
    fives = five_points(board, 3 - board.turn)
    replies = parries(board, fives) if fives else list(board.legal_points())
    return all(after(board, p, wins_soon) for p in replies)


def wins_soon(board: Board) -> bool:
    """Whether the side to move wins at once, or by a move that cannot be parried."""
    if board.outcome is not None:
        return False
    if wins_at_once(board):
        return True
    return any(after(board, p, cannot_be_parried) for p in list(board.legal_points()))
