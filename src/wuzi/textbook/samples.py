"""Positions to measure searches on, the same in every run."""

from __future__ import annotations

from random import Random
from typing import Final

from wuzi.rules import FREESTYLE, Board, Rule
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.ordering import moves_in_order
from wuzi.textbook.position import Position

MIDDLE_GAME: Final = "h8i9g7i7h9h7g9g8i10f9j8f7"
"""Twelve stones in the middle of the board: the position that node counts are told of."""

_OPTIONS: Final = SearchOptions(radius="2", ordering="point")


def sample_board(seed: int, stones: int, size: int = 15, rule: Rule = FREESTYLE) -> Board:
    """A position as games have them, with nobody having won.

    Every other move, or so, is the one that looks best, the others are any near a stone.

    Parameters
    ----------
    seed : int
        Another seed, another position.
    stones : int
        At least one, and few enough for the board.

    Examples
    --------
    >>> board = sample_board(seed=7, stones=20)
    >>> board.stone_count, board.outcome
    (20, None)
    """
    random = Random(f"{seed}:{stones}:{size}:{rule.name}")
    board = Board(size, rule)
    while board.stone_count < stones:
        moves = [
            move
            for move in moves_in_order(Position(board, _OPTIONS))
            if not board.wins_at(move, board.turn)
        ]
        board.push(moves[0] if random.random() < 0.5 else random.choice(moves))
    return board
