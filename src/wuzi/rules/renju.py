"""Black's forbidden points in renju, by the definition of the RIF.

A stone that makes exactly five is never forbidden. Otherwise black may not make

* an *overline*: six or more in an unbroken row;
* a *double-four*: two fours at once. A four is four stones of one line to which one
  stone can be added to make exactly five; two different sets of four on the same line
  are two fours, a straight four is one;
* a *double-three*: threes in two lines at once. A three is three stones to which one
  stone can be added to make a straight four (unbroken, exact fives at both ends)
  *without at the same time making a five*, where the added stone must itself be legal:
  not an overline, not a double-four, and not, by the same test again, a double-three.

What a stone makes of one line depends on that line's five cells to each side only. Such
an 11-cell window is examined once, by the definition, and remembered (:func:`_line`);
only the recursion of the threes looks at the board.

Sources: RIF rules 1996/98, section 9 (renju.net).
"""

from __future__ import annotations

from enum import Flag
from functools import lru_cache
from typing import NamedTuple

from wuzi.rules.point import BLACK, DIRECTIONS, EMPTY, Point, all_points


class Forbidden(Flag):
    """The kinds of a forbidden point; they may overlap. Falsy when the point is allowed."""

    NONE = 0
    OVERLINE = 1
    DOUBLE_FOUR = 2
    DOUBLE_THREE = 4

    @property
    def kind(self) -> str:
        """One word for people and JSON; of several, four before three before overline.

        >>> (Forbidden.OVERLINE | Forbidden.DOUBLE_FOUR).kind
        'double_four'
        """
        for flag in (Forbidden.DOUBLE_FOUR, Forbidden.DOUBLE_THREE, Forbidden.OVERLINE):
            if self & flag and flag.name is not None:
                return flag.name.lower()
        return ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """All the words, in the same order as :attr:`kind`."""
        flags = (Forbidden.DOUBLE_FOUR, Forbidden.DOUBLE_THREE, Forbidden.OVERLINE)
        return tuple(flag.name.lower() for flag in flags if self & flag and flag.name)


class _Line(NamedTuple):
    """What a black stone in the middle of a window makes of that line."""

    five: bool
    overline: bool
    fours: int
    straight: tuple[int, ...]
    """Offsets from the middle where one more stone makes a straight four."""


_REACH = 5
_MIDDLE = _REACH


def _run(line: list[int], at: int) -> tuple[int, int]:
    """First and last index of the unbroken black row through ``at``."""
    low = high = at
    while low > 0 and line[low - 1] == BLACK:
        low -= 1
    while high < len(line) - 1 and line[high + 1] == BLACK:
        high += 1
    return low, high


@lru_cache(maxsize=1 << 17)
def _line(window: bytes) -> _Line:
    line = list(window)
    line[_MIDDLE] = BLACK
    low, high = _run(line, _MIDDLE)
    fours = set()
    straight = []
    for at in range(_MIDDLE - 4, _MIDDLE + 5):
        if line[at] != EMPTY:
            continue
        line[at] = BLACK
        first, last = _run(line, at)
        if first <= _MIDDLE <= last:
            length = last - first + 1
            if length == 5:
                fours.add(frozenset(range(first, last + 1)) - {at})
            elif length == 4 and _is_straight(line, first, last):
                straight.append(at - _MIDDLE)
        line[at] = EMPTY
    return _Line(high - low == 4, high - low > 4, len(fours), tuple(straight))


def _is_straight(line: list[int], first: int, last: int) -> bool:
    """Whether a row of four can become exactly five at both ends."""
    return (
        line[first - 1] == EMPTY == line[last + 1]
        and line[first - 2] != BLACK
        and line[last + 2] != BLACK
    )


def _lines(cells: bytearray, p: Point) -> list[_Line]:
    return [
        _line(bytes(cells[p - _REACH * step : p + _REACH * step + 1 : step])) for step in DIRECTIONS
    ]


def forbidden_kind(cells: bytearray, p: Point) -> Forbidden:
    """Why black may not play on the empty point ``p``; ``Forbidden.NONE`` if he may.

    Parameters
    ----------
    cells : bytearray
        ``Board.cells``. Restored before returning, though stones are tried on it.
    p : Point
        An empty point.
    """
    lines = _lines(cells, p)
    fours = 0
    threes = 0
    kind = Forbidden.NONE
    for line in lines:
        if line.five:
            return Forbidden.NONE
        fours += line.fours
        threes += bool(line.straight)
        if line.overline:
            kind |= Forbidden.OVERLINE
    if fours >= 2:
        kind |= Forbidden.DOUBLE_FOUR
    if threes >= 2 and _count_threes(cells, p, lines) >= 2:
        kind |= Forbidden.DOUBLE_THREE
    return kind


def _count_threes(cells: bytearray, p: Point, lines: list[_Line]) -> int:
    """In how many lines the stone on ``p`` makes a three that really can become a straight four."""
    cells[p] = BLACK
    count = 0
    for step, line in zip(DIRECTIONS, lines, strict=True):
        count += any(_completes(cells, p + offset * step) for offset in line.straight)
    cells[p] = EMPTY
    return count


def _completes(cells: bytearray, p: Point) -> bool:
    """Whether a straight four may be completed on ``p``: a legal point, and no five by the way."""
    return not any(line.five for line in _lines(cells, p)) and not forbidden_kind(cells, p)


def forbidden_points(cells: bytearray, size: int) -> dict[Point, Forbidden]:
    """Every point of the position that black may not play, with its kinds, in board order."""
    found = {}
    for p in all_points(size):
        if cells[p] == EMPTY:
            kind = forbidden_kind(cells, p)
            if kind:
                found[p] = kind
    return found
