"""Evaluation by windows of nine cells, which sees broken shapes: XX_XX, X_XXX, X_XX.

A five through a stone lies within four cells to each side of it. These nine cells, own
stones 1, empty 0, all else (opponent, off the board) 2, are the digits of a number in
base 3, and a table made once says for each of the 3**9 numbers what the best shape is
that the middle stone is part of. The table is made by the definition of the shapes, each
one stone short of the next:

* a *five* is five in an unbroken row through the middle;
* with one more stone, a *straight four* can become a five in two ways, a *four* in one;
* an *open three* can become a straight four, a *three* only a four;
* an *open two* can become an open three, a *two* only a three;
* a *one* can become a two of either kind.

So ``X_XXX_X``, which has two ways to a five, counts as a straight four, as it should.

**Counting once.** All stones of a shape see it, so none may be paid for all of it: a stone
is paid the value of the best shape it is part of divided by the stones that such a shape
has (five, four, three, two or one). The stones of a lone shape add up to its value
exactly. To stay within integers, shares are kept in sixtieths, and the board's total is
divided by sixty, rounded down, at the very end.

**What nine cells cannot tell.** Whether a row of five goes on beyond them, and whether an
edge or a stone ends it: so a five is asked of the rule, on the whole line. Where six in a
row do not win, the table counts exact fives, as far as it sees. Caro's stopped ends are
minded in the five only.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from wuzi.rules import BLACK, WALL, WHITE, Colour, Rule
from wuzi.textbook.evaluation.incremental import REMEMBERED, TABLES, CountLine, LineSums
from wuzi.textbook.grid import REACH, Grid
from wuzi.textbook.scores import ScoreTable, Shape

WINDOW: Final = 2 * REACH + 1
OWN_MIDDLE: Final = 3**REACH
"""What an own stone on the empty middle adds to a window's number."""

_DIGITS: Final = {
    BLACK: bytes.maketrans(bytes([0, BLACK, WHITE, WALL]), b"0122"),
    WHITE: bytes.maketrans(bytes([0, WHITE, BLACK, WALL]), b"0122"),
}

_SHARES: Final = (0, 1, 2, 2, 3, 3, 4, 4, 5)
"""How many stones each :class:`Shape` has (0 for nothing)."""
_UNIT: Final = 60
"""A multiple of all of them."""


def window_code(window: bytes, colour: Colour) -> int:
    """The number in base 3 of nine cells as ``colour`` sees them.

    >>> window_code(bytes([3, 3, 0, 0, 1, 1, 0, 2, 0]), BLACK)
    17610
    """
    return int(window.translate(_DIGITS[colour]), 3)


@cache
def shape_table(overline_wins: bool) -> tuple[Shape, ...]:
    """The best shape through the middle stone of every window, by its number in base 3.

    Of windows whose middle is not one's own stone the table says nothing.

    Examples
    --------
    >>> table = shape_table(True)
    >>> [table[int(code, 3)].name for code in ("000011100", "200011012", "210111012")]
    ['OPEN_THREE', 'THREE', 'STRAIGHT_FOUR']
    """
    table = [Shape.NOTHING] * 3**WINDOW
    # A window with more stones comes first: the others are judged by what they can become.
    windows = [code for code in range(3**WINDOW) if code // OWN_MIDDLE % 3 == 1]
    windows.sort(key=lambda code: -_digits(code).count(1))
    for code in windows:
        table[code] = _shape(code, table, overline_wins)
    return tuple(table)


def _digits(code: int) -> list[int]:
    """Nine cells from the last to the first."""
    return [code // 3**i % 3 for i in range(WINDOW)]


def _shape(code: int, table: Sequence[Shape], overline_wins: bool) -> Shape:
    cells = _digits(code)
    length = _run_through(cells, REACH)
    if length >= 5:
        return Shape.FIVE if length == 5 or overline_wins else Shape.NOTHING
    nexts = [table[code + 3**i] for i, cell in enumerate(cells) if cell == 0]
    best = max(nexts, default=Shape.NOTHING)
    if best == Shape.FIVE:
        return Shape.STRAIGHT_FOUR if nexts.count(Shape.FIVE) > 1 else Shape.FOUR
    return _ONE_SHORT[best]


_ONE_SHORT: Final = {
    Shape.STRAIGHT_FOUR: Shape.OPEN_THREE,
    Shape.FOUR: Shape.THREE,
    Shape.OPEN_THREE: Shape.OPEN_TWO,
    Shape.THREE: Shape.TWO,
    Shape.OPEN_TWO: Shape.ONE,
    Shape.TWO: Shape.ONE,
    Shape.ONE: Shape.NOTHING,
    Shape.NOTHING: Shape.NOTHING,
}


def _run_through(cells: Sequence[int], at: int, own: int = 1) -> int:
    low = high = at
    while low > 0 and cells[low - 1] == own:
        low -= 1
    while high < len(cells) - 1 and cells[high + 1] == own:
        high += 1
    return high - low + 1


_EDGE: Final = bytes([WALL]) * REACH


def line_shares(line: bytes, colour: Colour, rule: Rule, scores: ScoreTable) -> int:
    """The sum of one colour's shapes on one line, in sixtieths."""
    table = shape_table(rule.overline_wins(colour))
    values = scores.values
    padded = _EDGE + line + _EDGE
    total = 0
    for at, content in enumerate(line):
        if content != colour:
            continue
        shape = table[window_code(padded[at : at + WINDOW], colour)]
        if shape == Shape.FIVE and not _wins(padded, at + REACH, colour, rule):
            shape = Shape.NOTHING
        if shape:
            total += values[shape] * _UNIT // _SHARES[shape]
    return total


def _wins(padded: bytes, at: int, colour: Colour, rule: Rule) -> bool:
    low = high = at
    while padded[low - 1] == colour:
        low -= 1
    while padded[high + 1] == colour:
        high += 1
    stopped = padded[low - 1] == 3 - colour == padded[high + 1]
    return rule.wins(colour, high - low + 1, stopped)


@lru_cache(TABLES)
def _counter(rule: Rule, scores: ScoreTable) -> CountLine:
    return lru_cache(REMEMBERED)(
        lambda line: (
            line_shares(line, BLACK, rule, scores),
            line_shares(line, WHITE, rule, scores),
        )
    )


class LinesEvaluation(LineSums):
    """The shapes of the nine-cell windows, kept up to date line by line.

    Parameters
    ----------
    grid : Grid
        The position to start from.
    scores : ScoreTable
        The preset ``lines`` is made for this way.
    """

    def __init__(self, grid: Grid, scores: ScoreTable) -> None:
        super().__init__(grid, _counter(grid.rule, scores))

    def total(self, colour: Colour) -> int:
        """The sum of all lines for ``colour``."""
        return super().total(colour) // _UNIT
