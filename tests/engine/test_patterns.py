"""Line tables against the referee: every class asked for one stone at a time."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wuzi.engine.patterns import Line, line_table, pair_table, reach_of
from wuzi.rules import (
    BLACK,
    CARO,
    CARO6,
    FREESTYLE,
    RENJU,
    RULES,
    STANDARD,
    WALL,
    WHITE,
    Board,
    Colour,
    Rule,
    point,
)

ROW = 12
MIDDLE = point(12, ROW)


@cache
def empty_board(rule: Rule) -> Board:
    return Board(26, rule)


def board_of(cells: tuple[int, ...], rule: Rule, colour: Colour) -> Board:
    """A board whose row 13 shows the window, ``colour`` being 1 in it, with a stone in the middle.

    Walls are put wherever the window has one: an edge nearer than the board has it.
    """
    board = empty_board(rule).copy()
    reach = len(cells) // 2
    offsets = [*range(-reach, 0), *range(1, reach + 1)]
    for at, cell in zip(offsets, cells, strict=True):
        stone = {0: 0, 1: colour, 2: 3 - colour, 3: WALL}[cell]
        board.cells[MIDDLE + at] = stone
    board.cells[MIDDLE] = colour
    return board


def referee_line(cells: tuple[int, ...], rule: Rule, colour: Colour) -> Line:
    """The class by its definition: what one more stone makes of it, asked of the referee."""

    @cache
    def line(cells: tuple[int, ...]) -> Line:
        board = board_of(cells, rule, colour)
        if board.wins_at(MIDDLE, colour):
            return Line.FIVE
        length = row_length(board, colour)
        black_in_renju = rule.forbidden and colour == BLACK
        if length >= 5:
            return Line.OVERLINE if black_in_renju else Line.DEAD
        more = [
            line((*cells[:at], 1, *cells[at + 1 :])) for at, cell in enumerate(cells) if cell == 0
        ]
        wins = more.count(Line.FIVE)
        if wins >= 2:
            unbroken = length == 4
            return Line.STRAIGHT_FOUR if unbroken or not black_in_renju else Line.DOUBLE_FOUR
        if wins == 1:
            return Line.FOUR
        if straight := more.count(Line.STRAIGHT_FOUR):
            return Line.FREE_THREE if straight >= 2 else Line.OPEN_THREE
        if Line.FOUR in more:
            return Line.THREE
        if threes := sum(one in (Line.OPEN_THREE, Line.FREE_THREE) for one in more):
            return Line.FREE_TWO if threes >= 3 else Line.OPEN_TWO
        if Line.THREE in more:
            return Line.TWO
        if Line.OPEN_TWO in more or Line.FREE_TWO in more:
            return Line.OPEN_ONE
        return Line.ONE if Line.TWO in more else Line.DEAD

    return line(cells)


def row_length(board: Board, colour: Colour) -> int:
    low = high = MIDDLE
    while board.cells[low - 1] == colour:
        low -= 1
    while board.cells[high + 1] == colour:
        high += 1
    return high - low + 1


def number_of(cells: tuple[int, ...]) -> int:
    return sum(cell << (2 * at) for at, cell in enumerate(cells))


@st.composite
def windows(draw: st.DrawFn, reach: int) -> tuple[int, ...]:
    """What a line may look like around a point: stones, then perhaps an edge, on each side."""
    sides = []
    for _ in range(2):
        length = draw(st.sampled_from([reach] * 3 + list(range(reach))))
        stones = draw(st.lists(st.sampled_from([0, 0, 1, 1, 1, 2]), min_size=length))
        sides.append(tuple(stones[:length]) + (3,) * (reach - length))
    return (*reversed(sides[0]), *sides[1])


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_window_is_what_the_referee_makes_of_it(
    rule: Rule, colour: Colour, data: st.DataObject
) -> None:
    cells = data.draw(windows(reach_of(rule)))
    expected = referee_line(cells, rule, colour)
    assert Line(line_table(rule, colour)[number_of(cells)]) is expected


def shape(text: str, rule: Rule) -> int:
    """A window drawn around ``*``: x own, o opponent's, # wall; what is not drawn is empty."""
    reach = reach_of(rule)
    low, high = text.split("*")
    cells = (low.rjust(reach, ".")[-reach:] + high.ljust(reach, ".")[:reach]).translate(
        str.maketrans(".xo#", "0123")
    )
    return number_of(tuple(map(int, cells)))


@pytest.mark.parametrize(
    ("rule", "colour", "text", "line"),
    [
        (FREESTYLE, BLACK, "xxxx*", Line.FIVE),
        (FREESTYLE, BLACK, "xxxx*x", Line.FIVE),
        (STANDARD, BLACK, "xxxx*x", Line.DEAD),
        (RENJU, BLACK, "xxxx*x", Line.OVERLINE),
        (RENJU, WHITE, "xxxx*x", Line.FIVE),
        (CARO, WHITE, "oxxxx*o", Line.DEAD),
        (CARO, WHITE, "#xxxx*o", Line.FIVE),
        (CARO, WHITE, "xxxx*x", Line.DEAD),
        (CARO6, WHITE, "xxxx*x", Line.FIVE),
        (FREESTYLE, BLACK, "xx*x", Line.STRAIGHT_FOUR),
        (FREESTYLE, BLACK, "oxx*x", Line.FOUR),
        (FREESTYLE, BLACK, "#xx*xo", Line.DEAD),
        (FREESTYLE, BLACK, "x*x", Line.FREE_THREE),
        (FREESTYLE, BLACK, "x.*x", Line.OPEN_THREE),
        (FREESTYLE, BLACK, "ox*x", Line.THREE),
        (FREESTYLE, BLACK, "*", Line.OPEN_ONE),
        (FREESTYLE, BLACK, "oo*oo", Line.DEAD),
        (RENJU, BLACK, "x.x*x.x", Line.DOUBLE_FOUR),
        (RENJU, WHITE, "x.x*x.x", Line.STRAIGHT_FOUR),
        (RENJU, BLACK, "x.x*x.", Line.FOUR),
        (STANDARD, BLACK, "x.x*x.x", Line.STRAIGHT_FOUR),
        (STANDARD, BLACK, "x.xx*", Line.FOUR),
    ],
)
def test_shapes_by_name(rule: Rule, colour: Colour, text: str, line: Line) -> None:
    assert Line(line_table(rule, colour)[shape(text, rule)]) is line


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_line_reads_the_same_from_both_ends(rule: Rule) -> None:
    width = 2 * reach_of(rule)
    numbers = np.arange(4**width)
    mirrored = sum(((numbers >> (2 * at)) & 3) << (2 * (width - 1 - at)) for at in range(width))
    pair = pair_table(rule)
    assert np.array_equal(pair[mirrored], pair)


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_both_colours_in_one_table(rule: Rule) -> None:
    swap = np.array([0, 2, 1, 3])
    width = 2 * reach_of(rule)
    numbers = np.arange(4**width)
    swapped = sum(swap[(numbers >> (2 * at)) & 3] << (2 * at) for at in range(width))
    pair = pair_table(rule)
    assert np.array_equal(pair & 15, line_table(rule, BLACK))
    assert np.array_equal(pair >> 4, line_table(rule, WHITE)[swapped])
    if not rule.forbidden:
        assert np.array_equal(pair[swapped], (pair >> 4) | (pair << 4))


def test_the_lines_that_only_renju_s_black_has() -> None:
    special = {Line.OVERLINE, Line.DOUBLE_FOUR}
    for rule in RULES.values():
        for colour in (BLACK, WHITE):
            seen = {Line(n) for n in np.unique(line_table(rule, colour))}
            own = rule is RENJU and colour == BLACK
            assert (seen & special) == (special if own else set()), (rule, colour)
            assert seen >= set(Line) - special
