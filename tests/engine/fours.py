"""Wins by fours found the plain way: every move, every reply, asking the referee alone."""

from __future__ import annotations

import random

from wuzi.rules import BLACK, EMPTY, WHITE, Board, Rule, all_points


def wins_now(board: Board, colour: int) -> bool:
    """Whether ``colour`` has a point that makes a five."""
    return any(board.wins_at(p, colour) for p in board.stones(EMPTY))


def fours_needed(board: Board, known: dict[bytes, int | None] | None = None) -> int | None:
    """The fewest fours with which the side to move wins whatever the replies, or ``None``.

    0 is a five at once.
    """
    known = {} if known is None else known
    key = bytes(board.cells)
    if key not in known:
        known[key] = _search(board, known)
    return known[key]


def _search(board: Board, known: dict[bytes, int | None]) -> int | None:
    attacker = board.turn
    if wins_now(board, attacker):
        return 0
    best = None
    for p in list(board.legal_points()):
        board.push(p)
        threatens = board.outcome is None and wins_now(board, attacker)
        if threatens and not wins_now(board, 3 - attacker):
            needed = _worst_reply(board, known)
            if needed is not None and (best is None or needed < best):
                best = needed
        board.pop()
    return best


def _worst_reply(board: Board, known: dict[bytes, int | None]) -> int | None:
    attacker = 3 - board.turn
    worst = 1
    for r in list(board.legal_points()):
        board.push(r)
        if board.outcome is not None:
            needed: int | None = None  # the board is full
        elif wins_now(board, attacker):
            needed = 0
        else:
            needed = fours_needed(board, known)
        board.pop()
        if needed is None:
            return None
        worst = max(worst, needed + 1)
    return worst


def small_board(chance: random.Random, rule: Rule) -> Board:
    """A crowded little position that is not over, often with fours to play."""
    while True:
        size = chance.randint(5, 8)
        stones = chance.sample(all_points(size), chance.randint(size, size * size * 5 // 8))
        half = len(stones) // 2 + chance.randint(-1, 1)
        turn = chance.choice((BLACK, WHITE))
        board = Board.from_stones(stones[:half], stones[half:], turn, size, rule)
        if board.outcome is None:
            return board
