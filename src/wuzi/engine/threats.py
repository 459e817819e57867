"""What a stone on a point would mean: four lines together make a threat class.

A point's *pack* holds the :class:`~wuzi.engine.patterns.Line` of its four lines, four bits
each. The order of the lines does not matter: 65,536 packs are 2,380 different *codes*.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wuzi.engine.patterns import Line
from wuzi.rules import BLACK, Colour, Rule

PACKS: Final = 1 << 16
LINES: Final = len(Line)
CODES: Final[tuple[tuple[int, ...], ...]] = tuple(combinations_with_replacement(range(LINES), 4))
"""Every set of four lines, each sorted weakest first, in lexicographic order."""


class Threat(IntEnum):
    """What a stone on a point would be, weakest first as far as it can be ranked.

    The kernels count a position's points by class.
    """

    NONE = 0
    SOMETHING = 1
    """Ones and twos."""
    OPEN_TWO = 2
    THREE = 3
    """A three that one more makes a four, stopped at one end or broken."""
    TWO_TWOS = 4
    """Two open twos at once."""
    THREE_TWO = 5
    """A three and an open two, or two threes."""
    OPEN_THREE = 6
    OPEN_THREE_PLUS = 7
    """An open three and a three or an open two."""
    DOUBLE_THREE = 8
    """Two open threes; in renju for black only if the point is not forbidden."""
    FOUR = 9
    FOUR_PLUS = 10
    """A four and a three or an open two."""
    FOUR_THREE = 11
    STRAIGHT_FOUR = 12
    """A straight four, or two fours at once: wins on the next move unless a five comes first."""
    FIVE = 13
    FORBIDDEN = 14
    """Renju, black: an overline or a double-four."""
    SUSPECT = 15
    """Renju, black: two threes by their lines; only the recursion tells if it is forbidden."""


@lru_cache(maxsize=1)
def code_of_pack() -> NDArray[np.int32]:
    """The index into :data:`CODES` of every pack; of packs with unused line values, 0."""
    index = {code: at for at, code in enumerate(CODES)}
    packs = np.arange(PACKS)
    lines = np.sort(np.stack([(packs >> (4 * d)) & 15 for d in range(4)]), axis=0)
    number = lines[0] * 4096 + lines[1] * 256 + lines[2] * 16 + lines[3]
    table = np.zeros(PACKS, dtype=np.int32)
    for code, at in index.items():
        table[code[0] * 4096 + code[1] * 256 + code[2] * 16 + code[3]] = at
    return np.asarray(table[number], dtype=np.int32)


def threat_of(code: tuple[int, ...], rule: Rule, colour: Colour) -> Threat:
    """The class of one code.

    >>> from wuzi.rules import FREESTYLE
    >>> threat_of((Line.DEAD, Line.TWO, Line.FREE_THREE, Line.FOUR), FREESTYLE, BLACK).name
    'FOUR_THREE'
    """
    fours = sum(line in (Line.FOUR, Line.STRAIGHT_FOUR) for line in code)
    threes = sum(line in (Line.OPEN_THREE, Line.FREE_THREE) for line in code)
    minor = sum(line in (Line.THREE, Line.OPEN_TWO, Line.FREE_TWO) for line in code)
    if Line.FIVE in code:
        return Threat.FIVE
    if rule.forbidden and colour == BLACK:
        if Line.OVERLINE in code or Line.DOUBLE_FOUR in code or fours >= 2:
            return Threat.FORBIDDEN
        if threes >= 2:
            return Threat.SUSPECT
    if Line.STRAIGHT_FOUR in code or fours >= 2:
        return Threat.STRAIGHT_FOUR
    if fours:
        if threes:
            return Threat.FOUR_THREE
        return Threat.FOUR_PLUS if minor else Threat.FOUR
    if threes:
        if threes >= 2:
            return Threat.DOUBLE_THREE
        return Threat.OPEN_THREE_PLUS if minor else Threat.OPEN_THREE
    open_twos = sum(line in (Line.OPEN_TWO, Line.FREE_TWO) for line in code)
    stopped_threes = minor - open_twos
    if stopped_threes:
        return Threat.THREE_TWO if minor >= 2 else Threat.THREE
    if open_twos:
        return Threat.TWO_TWOS if open_twos >= 2 else Threat.OPEN_TWO
    return Threat.SOMETHING if any(code) else Threat.NONE


@cache
def threat_table(rule: Rule, colour: Colour) -> NDArray[np.uint8]:
    """The :class:`Threat` of every pack, seen by ``colour``: uint8, shape (65536,)."""
    by_code = np.array([threat_of(code, rule, colour) for code in CODES], dtype=np.uint8)
    return by_code[code_of_pack()]
