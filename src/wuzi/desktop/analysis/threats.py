"""What one more stone would make: fives, fours and open threes, for the threats overlay.

Everything comes from :meth:`Rule.wins`: a *four* is what one more stone makes a win of, a
*straight four* what wins on two points, an *open three* what one more stone makes a straight
four of. The five cells to each side of a point decide on a line; such windows are examined
once and remembered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from time import perf_counter
from typing import Final

from wuzi.rules import BLACK, DIRECTIONS, EMPTY, WHITE, Board, Colour, Point, Rule, opponent

REACH: Final = 5
SLICE: Final = 0.003
"""Seconds at a time that the window's loop is kept for."""


class Makes(IntEnum):
    """What a stone makes, weakest first; the names are the kinds of ``Marks.threats``."""

    NOTHING = 0
    THREE = 1
    FOUR = 2
    STRAIGHT_FOUR = 3
    FIVE = 4

    @property
    def kind(self) -> str:
        """The word of ``Marks.threats``."""
        return self.name.lower()


@lru_cache(maxsize=1 << 16)
def line_makes(window: bytes, rule: Rule, colour: Colour) -> Makes:
    """What a stone of ``colour`` in the middle of a window of 11 cells makes of the line.

    Examples
    --------
    >>> from wuzi.rules import FREESTYLE
    >>> [line_makes(bytes(map(int, w)), FREESTYLE, BLACK).kind
    ...  for w in ("00001011000", "00021011000", "00011011000", "00021011020")]
    ['straight_four', 'four', 'five', 'four']
    """
    line = bytearray(window)
    line[REACH] = colour
    if _wins(line, rule, colour):
        return Makes.FIVE
    four = _four(line, rule, colour)
    if four is not Makes.NOTHING:
        return four
    for at in _near(line):
        line[at] = colour
        three = not _wins(line, rule, colour) and _four(line, rule, colour) is Makes.STRAIGHT_FOUR
        line[at] = EMPTY
        if three:
            return Makes.THREE
    return Makes.NOTHING


def _near(line: bytearray) -> Iterator[int]:
    """The empty cells from which a row can reach the middle."""
    return (at for at in range(1, 2 * REACH) if line[at] == EMPTY)


def _row(line: bytearray, colour: Colour) -> tuple[int, bool]:
    """Length of the row through the middle, and whether both its ends are stopped."""
    low = high = REACH
    while low > 0 and line[low - 1] == colour:
        low -= 1
    while high < 2 * REACH and line[high + 1] == colour:
        high += 1
    ends = [line[low - 1] if low else EMPTY, line[high + 1] if high < 2 * REACH else EMPTY]
    return high - low + 1, all(end == opponent(colour) for end in ends)


def _wins(line: bytearray, rule: Rule, colour: Colour) -> bool:
    length, stopped = _row(line, colour)
    return length >= 5 and rule.wins(colour, length, stopped)


def _four(line: bytearray, rule: Rule, colour: Colour) -> Makes:
    """Whether one more stone wins, on one point or on two."""
    length, _ = _row(line, colour)
    if length >= 5:
        return Makes.NOTHING  # a row that does not win and cannot be mended
    wins = 0
    for at in _near(line):
        line[at] = colour
        wins += _wins(line, rule, colour)
        line[at] = EMPTY
    if wins >= 2 and rule.forbidden and colour == BLACK and length != 4:
        return Makes.NOTHING  # two fours in one line, which black may not make
    return (Makes.NOTHING, Makes.FOUR, Makes.STRAIGHT_FOUR)[min(wins, 2)]


def makes(board: Board, p: Point, colour: Colour) -> Makes:
    """What a stone of ``colour`` on the empty point ``p`` makes; where it may not be, nothing."""
    rule, cells = board.rule, board.cells
    found = []
    for step in DIRECTIONS:
        window = bytes(cells[p - REACH * step : p + REACH * step + 1 : step])
        if window.count(colour) >= 2:
            found.append(line_makes(window, rule, colour))
    best = max(found, default=Makes.NOTHING)
    if best in (Makes.NOTHING, Makes.FIVE):
        return best
    if colour == BLACK and board.forbidden_kind(p):
        return Makes.NOTHING
    fours = sum(one >= Makes.FOUR for one in found)
    return Makes.STRAIGHT_FOUR if fours >= 2 else best


async def find_threats(board: Board) -> dict[Colour, dict[Point, Makes]]:
    """What each colour could make, point by point, found a few milliseconds at a time."""
    found: dict[Colour, dict[Point, Makes]] = {BLACK: {}, WHITE: {}}
    begun = perf_counter()
    for p in list(board.stones(EMPTY)):
        for colour, points in found.items():
            made = makes(board, p, colour)
            if made:
                points[p] = made
        if perf_counter() - begun >= SLICE:
            await asyncio.sleep(0)
            begun = perf_counter()
    return found
