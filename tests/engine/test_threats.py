"""Four lines make a threat, whatever their order."""

from __future__ import annotations

from itertools import permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.engine.patterns import Line
from wuzi.engine.threats import CODES, LINES, Threat, code_of_pack, threat_of, threat_table
from wuzi.rules import BLACK, FREESTYLE, RENJU, RULES, WHITE

four_lines = st.lists(st.sampled_from(list(Line)), min_size=4, max_size=4)


def pack_of(lines: list[Line]) -> int:
    return sum(line << (4 * d) for d, line in enumerate(lines))


@given(four_lines)
def test_the_order_of_lines_does_not_matter(lines: list[Line]) -> None:
    code = tuple(sorted(lines))
    codes = code_of_pack()
    assert {CODES[codes[pack_of(list(turned))]] for turned in permutations(lines)} == {code}


def test_every_set_of_lines_has_its_own_code() -> None:
    assert len(CODES) == len(set(CODES)) == comb(LINES + 3, 4) == 2380
    assert len(np.unique(code_of_pack())) == len(CODES)


@given(lines=four_lines, rule=st.sampled_from(list(RULES.values())))
def test_the_table_is_the_function(lines: list[Line], rule: object) -> None:
    for colour in (BLACK, WHITE):
        table = threat_table(rule, colour)
        assert table[pack_of(lines)] == threat_of(tuple(sorted(lines)), rule, colour)


@given(lines=four_lines, at=st.integers(0, 3))
def test_a_better_line_never_makes_a_weaker_threat(lines: list[Line], at: int) -> None:
    """Without forbidden points; lines that only renju's black has set apart."""
    lines = [min(line, Line.FIVE) for line in lines]
    better = list(lines)
    better[at] = Line(min(better[at] + 1, Line.FIVE))
    before, after = (threat_of(tuple(sorted(x)), FREESTYLE, BLACK) for x in (lines, better))
    # An open two is worth more than a three that is stopped; which comes first is a choice.
    minor = {Threat.OPEN_TWO, Threat.THREE, Threat.TWO_TWOS, Threat.THREE_TWO}
    assert after >= before or {before, after} <= minor


@pytest.mark.parametrize(
    ("lines", "freestyle", "renju"),
    [
        ((Line.FOUR, Line.FOUR), Threat.STRAIGHT_FOUR, Threat.FORBIDDEN),
        ((Line.FOUR, Line.STRAIGHT_FOUR), Threat.STRAIGHT_FOUR, Threat.FORBIDDEN),
        ((Line.FREE_THREE, Line.OPEN_THREE), Threat.DOUBLE_THREE, Threat.SUSPECT),
        ((Line.FOUR, Line.OPEN_THREE), Threat.FOUR_THREE, Threat.FOUR_THREE),
        ((Line.OVERLINE, Line.FIVE), Threat.FIVE, Threat.FIVE),
        ((Line.STRAIGHT_FOUR,), Threat.STRAIGHT_FOUR, Threat.STRAIGHT_FOUR),
        ((Line.DOUBLE_FOUR,), Threat.SOMETHING, Threat.FORBIDDEN),
        ((Line.FREE_THREE, Line.FREE_THREE, Line.FOUR), Threat.FOUR_THREE, Threat.SUSPECT),
        ((), Threat.NONE, Threat.NONE),
    ],
)
def test_named_threats(lines: tuple[Line, ...], freestyle: Threat, renju: Threat) -> None:
    code = tuple(sorted([Line.DEAD] * (4 - len(lines)) + list(lines)))
    assert threat_of(code, FREESTYLE, BLACK) is freestyle
    assert threat_of(code, RENJU, BLACK) is renju
    if Line.DOUBLE_FOUR not in lines:
        assert threat_of(code, RENJU, WHITE) is freestyle
