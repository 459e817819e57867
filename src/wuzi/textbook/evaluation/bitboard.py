"""Whole-board evaluation with bitboards: one Python int a colour, all lines at once.

The board's rows lie one after another in an int, each followed by one empty *guard* bit.
A step along a line is a shift by a fixed number of bits, and a shift that leaves the
board falls on a guard or past the ends. So ``stones & stones >> step`` are the stones with
a neighbour one step on: every pair of the board in two operations. Longer runs follow in
the same manner, and ``int.bit_count`` counts them.

What counts is defined in :mod:`wuzi.textbook.evaluation.runs`.
"""

from __future__ import annotations

from wuzi.rules import BLACK, WHITE, Colour, Point, all_points, col_of, row_of
from wuzi.rules.point import CELLS
from wuzi.textbook.grid import Grid
from wuzi.textbook.scores import ScoreTable


class BitboardEvaluation:
    """Keeps two ints and counts the whole board when asked.

    Parameters
    ----------
    grid : Grid
        The position to start from.
    scores : ScoreTable
    """

    def __init__(self, grid: Grid, scores: ScoreTable) -> None:
        self._rule = grid.rule
        self._scores = scores
        stride = grid.size + 1  # one guard bit at the end of each row
        self._steps = (1, stride, stride + 1, stride - 1)
        self._bits = [0] * CELLS
        self._board = 0
        for p in all_points(grid.size):
            self._bits[p] = 1 << row_of(p) * stride + col_of(p)
            self._board |= self._bits[p]
        self._stones = [0, 0, 0]
        for colour in (BLACK, WHITE):
            for p in grid.stones(colour):
                self._stones[colour] |= self._bits[p]

    def placed(self, p: Point, colour: Colour) -> None:
        """Set one bit."""
        self._stones[colour] |= self._bits[p]

    def removed(self, p: Point, colour: Colour) -> None:
        """Clear one bit."""
        self._stones[colour] ^= self._bits[p]

    def total(self, colour: Colour) -> int:
        """The sum of the runs of ``colour``."""
        return sum(self._direction_total(colour, step) for step in self._steps)

    def _direction_total(self, colour: Colour, step: int) -> int:
        """The sum of the runs along one direction. A run is the bit of its first stone."""
        scores = self._scores
        own = self._stones[colour] & self._roomy(colour, step)
        if not own:
            return 0
        empty = self._board ^ self._stones[BLACK] ^ self._stones[WHITE]
        two = own & own >> step
        start = own & ~(own << step)
        # Runs of at least one, two, ... stones; the first cell before them is empty or not.
        at_least_2 = start & two
        at_least_3 = at_least_2 & two >> step
        at_least_4 = at_least_3 & own >> 3 * step
        at_least_5 = at_least_4 & own >> 4 * step
        total = (start ^ at_least_2).bit_count() * scores.one
        # In a room for five a shorter run has at least one open end.
        open_low = empty << step
        for length, runs, half, full in (
            (2, at_least_2 ^ at_least_3, scores.two, scores.open_two),
            (3, at_least_3 ^ at_least_4, scores.three, scores.open_three),
            (4, at_least_4 ^ at_least_5, scores.four, scores.straight_four),
        ):
            if runs:
                open_runs = runs & open_low & empty >> length * step
                total += runs.bit_count() * half + open_runs.bit_count() * (full - half)
        if at_least_5:
            if not self._rule.overline_wins(colour):
                at_least_5 &= ~(own >> 5 * step)
            total += at_least_5.bit_count() * scores.five
        return total

    def _roomy(self, colour: Colour, step: int) -> int:
        """The points that lie in a room for a five along one direction."""
        other = self._stones[3 - colour]
        free = self._board ^ other
        two = free & free >> step
        five = two & two >> 2 * step & free >> 4 * step  # the first points of five free ones
        if self._rule.needs_open_end:
            five &= ~(other << step & other >> 5 * step)
        roomy = five | five << step
        return roomy | roomy << 2 * step | five << 4 * step
