"""Zobrist hashing: one random number a stone; a position is the exclusive or of them.

Placing or removing a stone is one operation, and the order of the moves does not matter:
transpositions meet. The keys come from a fixed seed, so that the same position has the
same hash in every run.

Source: A. L. Zobrist, A new hashing method with application for game playing, 1970.
"""

from __future__ import annotations

from random import Random
from typing import Final

from wuzi.rules import BLACK, WHITE, Colour, Point
from wuzi.rules.point import CELLS
from wuzi.textbook.grid import Grid

_SEED: Final = 0x5755_5A49  # "WUZI"
_BITS: Final = 64


def _keys() -> tuple[tuple[tuple[int, ...], ...], int]:
    random = Random(_SEED)
    stones = tuple(tuple(random.getrandbits(_BITS) for _ in range(CELLS)) for _ in range(2))
    return ((), *stones), random.getrandbits(_BITS)


KEYS, SIDE = _keys()
"""``KEYS[colour][point]``, and the key of "white is to move"."""


class Zobrist:
    """The hash of a position, kept while stones come and go.

    Parameters
    ----------
    grid : Grid, optional
        The position to start from; by default an empty board.

    Attributes
    ----------
    value : int
        64 bits, of the stones only.

    Examples
    --------
    >>> from wuzi.rules import parse_point
    >>> zobrist = Zobrist()
    >>> zobrist.toggle(parse_point("h8"), BLACK)
    >>> zobrist.value == 0
    False
    >>> zobrist.toggle(parse_point("h8"), BLACK)
    >>> zobrist.value
    0
    """

    __slots__ = ("value",)

    def __init__(self, grid: Grid | None = None) -> None:
        self.value = 0
        if grid is not None:
            for colour in (BLACK, WHITE):
                for p in grid.stones(colour):
                    self.toggle(p, colour)

    def toggle(self, p: Point, colour: Colour) -> None:
        """A stone of ``colour`` came to ``p``, or went."""
        self.value ^= KEYS[colour][p]

    def key(self, turn: Colour) -> int:
        """The hash of the stones and the side to move.

        >>> Zobrist().key(BLACK) == Zobrist().key(WHITE)
        False
        """
        return self.value ^ SIDE if turn == WHITE else self.value
