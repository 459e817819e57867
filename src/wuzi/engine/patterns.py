"""What one more stone makes of a line: tables generated from the rule itself.

The cells around a point on one line are its *window*: ``reach`` cells to each side, two
bits each (0 empty, 1 own, 2 opponent's, 3 wall), the farthest cell on the low side in the
lowest bits. For each of the ``4 ** (2 * reach)`` windows the table says what a stone of
one's own in the middle would make there, as a :class:`Line`.

Nothing is listed by hand. Whether a row wins comes from :meth:`Rule.wins`; a *four* is
what one stone makes a win of; an *open three* what one stone makes a straight four of; and so on
down, each class from the one above it, for all windows at once.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from wuzi.rules import BLACK, WHITE, Colour, Rule


class Line(IntEnum):
    """What a stone in the middle of a window makes of the line, weakest first."""

    DEAD = 0
    """No win can arise here any more."""
    ONE = 1
    """One more makes a two."""
    OPEN_ONE = 2
    """One more makes an open two."""
    TWO = 3
    """One more makes a three."""
    OPEN_TWO = 4
    """One more makes an open three, in one or two ways."""
    FREE_TWO = 5
    """One more makes an open three, in three ways or more."""
    THREE = 6
    """One more makes a four."""
    OPEN_THREE = 7
    """One more makes a straight four, in one way."""
    FREE_THREE = 8
    """One more makes a straight four, in two ways or more."""
    FOUR = 9
    """One more wins, on one point."""
    STRAIGHT_FOUR = 10
    """One more wins, on two points (not in renju for black, unless it is unbroken)."""
    FIVE = 11
    """It wins."""
    OVERLINE = 12
    """Renju, black: six or more."""
    DOUBLE_FOUR = 13
    """Renju, black: two fours in this one line."""


def reach_of(rule: Rule) -> int:
    """Cells to each side that matter: 4 where any long row wins and no end need be open."""
    return 4 if rule.black_overline and rule.white_overline and not rule.needs_open_end else 5


@cache
def line_table(rule: Rule, colour: Colour) -> NDArray[np.uint8]:
    """The :class:`Line` of every window, seen by ``colour``.

    Returns
    -------
    array of uint8, shape (4 ** (2 * reach),)
        Indexed by the window with 1 for a stone of ``colour`` and 2 for its opponent's.
    """
    if colour == WHITE and not rule.forbidden and rule.black_overline == rule.white_overline:
        return line_table(rule, BLACK)
    reach = reach_of(rule)
    width = 2 * reach
    windows = np.arange(4**width, dtype=np.int32)
    cells = [(windows >> (2 * at)) & 3 for at in range(width)]
    length, stopped = _rows(cells, reach)
    five = np.zeros(len(windows), dtype=bool)
    for stones in range(5, width + 2):
        for ends in (False, True):
            if rule.wins(colour, stones, ends):
                five |= (length == stones) & (stopped == ends)
    dead = (length >= 5) & ~five

    def ways(made: NDArray[np.bool_]) -> NDArray[np.int8]:
        """On how many empty cells one more stone makes a window of ``made``."""
        count = np.zeros(len(windows), dtype=np.int8)
        for at in range(width):
            by_cell = (-1, 4, 4**at)  # the window's cell ``at`` on the second axis
            count.reshape(by_cell)[:, 0] += made.reshape(by_cell)[:, 1]
        return count

    wins = ways(five)
    done = five | dead
    table = np.where(five, Line.FIVE, Line.DEAD).astype(np.uint8)

    def settle(made: NDArray[np.bool_], line: Line) -> NDArray[np.bool_]:
        """Give ``line`` to the windows of ``made`` that have no better one; which they are."""
        nonlocal done
        made = made & ~done
        table[made] = line
        done = done | made
        return made

    if rule.forbidden and colour == BLACK:
        table[dead] = Line.OVERLINE
        settle((wins >= 2) & (length != 4), Line.DOUBLE_FOUR)
    straight = settle(wins >= 2, Line.STRAIGHT_FOUR)
    four = settle(wins == 1, Line.FOUR)
    straight_ways = ways(straight)
    free_three = settle(straight_ways >= 2, Line.FREE_THREE)
    open_three = settle(straight_ways == 1, Line.OPEN_THREE) | free_three
    three = settle(ways(four) >= 1, Line.THREE)
    three_ways = ways(open_three)
    free_two = settle(three_ways >= 3, Line.FREE_TWO)
    open_two = settle(three_ways >= 1, Line.OPEN_TWO) | free_two
    two = settle(ways(three) >= 1, Line.TWO)
    settle(ways(open_two) >= 1, Line.OPEN_ONE)
    settle(ways(two) >= 1, Line.ONE)
    return table


def _rows(cells: list[NDArray[np.int32]], reach: int) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """Length of the own row through the middle, and whether opponent's stones stop both ends."""
    length = np.ones(len(cells[0]), dtype=np.int8)
    stopped = np.ones(len(cells[0]), dtype=bool)
    for side in (range(reach - 1, -1, -1), range(reach, 2 * reach)):
        going = np.ones(len(cells[0]), dtype=bool)
        for at in side:
            stopped &= ~(going & ((cells[at] == 0) | (cells[at] == 3)))
            going = going & (cells[at] == 1)
            length += going
        stopped &= ~going
    return length, stopped


@cache
def pair_table(rule: Rule) -> NDArray[np.uint8]:
    """Both colours' :class:`Line` of every window of black (1) and white (2) stones.

    Returns
    -------
    array of uint8, shape (4 ** (2 * reach),)
        Black's line in the low four bits, white's in the high ones.
    """
    width = 2 * reach_of(rule)
    windows = np.arange(4**width, dtype=np.int32)
    odd = 0x55555555 & (4**width - 1)
    low, high = windows & odd, (windows >> 1) & odd
    swapped = high | (low << 1)
    both = line_table(rule, BLACK) | (line_table(rule, WHITE)[swapped] << 4)
    return np.asarray(both, dtype=np.uint8)
