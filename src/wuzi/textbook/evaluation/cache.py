"""A cache of evaluations: a position that comes back is not counted again."""

from __future__ import annotations

from collections import OrderedDict

from wuzi.rules import BLACK, WHITE, Colour, Point
from wuzi.textbook.evaluation.interface import Evaluation
from wuzi.textbook.grid import Grid
from wuzi.textbook.zobrist import Zobrist


class CachedEvaluation:
    """Any evaluation, with the totals of the latest positions remembered by their hash.

    Parameters
    ----------
    evaluation : Evaluation
        What does the counting. A way that counts when asked (``runs``, ``bitboard``)
        gains; one that counts as stones come and go does not.
    grid : Grid
        The position to start from.
    capacity : int
        Positions remembered; the one not asked for the longest goes first.

    Attributes
    ----------
    lookups, hits : int
        Of how many positions totals were asked for, and how many of these were remembered.
        To ask for white's total after black's is no second look-up.

    Notes
    -----
    Two positions with the same 64 bits would be taken for one. Among a million positions
    that happens about once in forty million searches.
    """

    def __init__(self, evaluation: Evaluation, grid: Grid, capacity: int = 1 << 16) -> None:
        assert capacity > 0
        self._evaluation = evaluation
        self._zobrist = Zobrist(grid)
        self._capacity = capacity
        self._totals: OrderedDict[int, tuple[int, int]] = OrderedDict()
        self._counted = False  # the position that stands there now
        self.lookups = 0
        self.hits = 0

    def placed(self, p: Point, colour: Colour) -> None:
        """Pass it on and change the hash."""
        self._evaluation.placed(p, colour)
        self._zobrist.toggle(p, colour)
        self._counted = False

    def removed(self, p: Point, colour: Colour) -> None:
        """Pass it on and change the hash."""
        self._evaluation.removed(p, colour)
        self._zobrist.toggle(p, colour)
        self._counted = False

    def total(self, colour: Colour) -> int:
        """The sum for ``colour``, remembered or counted."""
        key = self._zobrist.value
        totals = self._totals.get(key)
        if not self._counted:
            self._counted = True
            self.lookups += 1
            self.hits += totals is not None
        if totals is None:
            totals = (self._evaluation.total(BLACK), self._evaluation.total(WHITE))
            self._totals[key] = totals
            if len(self._totals) > self._capacity:
                self._totals.popitem(last=False)
        else:
            self._totals.move_to_end(key)
        return totals[colour - 1]
