"""What a person overlooks: rows of the opponent, more often along a diagonal or with a gap.

A row that was overlooked is taken off the board that a level thinks about
(:func:`without`): it plays as one who does not know of it, and not like one who knows and
blunders.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from wuzi.rules import BLACK, DIRECTIONS, EMPTY, WHITE, Board, Colour, Point

_STRAIGHT: Final = DIRECTIONS[:2]
"""Along a row of the board, and along a column."""
KINDS: Final = (
    "own_five", "four", "diagonal_four", "broken_four", "three", "diagonal_three", "broken_three",
)  # fmt: skip
"""What can be overlooked: one's own five at once, and rows of the opponent."""


@dataclass(frozen=True, slots=True)
class Row:
    """Three or four stones of a colour on one line, close enough to become a five.

    Attributes
    ----------
    stones : tuple of Point
        In their order along the line.
    step : int
        One of :data:`wuzi.rules.DIRECTIONS`.
    """

    stones: tuple[Point, ...]
    step: int

    @property
    def is_broken(self) -> bool:
        """Whether there is a gap in it."""
        return self.stones[-1] - self.stones[0] > (len(self.stones) - 1) * self.step

    @property
    def kinds(self) -> tuple[str, ...]:
        """What it is called in :data:`KINDS`: several names, if it is hard to see for two reasons.

        >>> from wuzi.rules import parse_moves
        >>> Row(tuple(parse_moves("h8j10k11")), DIRECTIONS[2]).kinds
        ('diagonal_three', 'broken_three')
        """
        name = "four" if len(self.stones) == 4 else "three"
        marks = ["diagonal"] * (self.step not in _STRAIGHT) + ["broken"] * self.is_broken
        return tuple(f"{mark}_{name}" for mark in marks) or (name,)


def rows(board: Board, colour: Colour) -> tuple[Row, ...]:
    """The fours and open threes of ``colour``.

    A four has four of five cells in line, and the fifth is empty. A three has three and is
    open: it lies in two such windows of five, so that one more stone makes a straight four.
    (What a rule has to say about overlines and forbidden points is left aside: people do
    not see that at a glance either.)

    Examples
    --------
    >>> from wuzi.rules import parse_position
    >>> board = parse_position("h8a1i8b1k8")
    >>> [row.kinds for row in rows(board, BLACK)], rows(board, WHITE)
    ([('broken_three',)], ())
    """
    windows: dict[tuple[Point, ...], list[int]] = {}
    cells = board.cells
    for stone in board.stones(colour):
        for step in DIRECTIONS:
            for start in range(stone - 4 * step, stone + 1, step):
                window = range(start, start + 5 * step, step)
                mine = tuple(p for p in window if cells[p] == colour)
                others = sum(cells[p] == EMPTY for p in window)
                # Each window is looked at once, from its first stone.
                if mine[0] == stone and len(mine) in (3, 4) and len(mine) + others == 5:
                    windows.setdefault(mine, []).append(step)
    fours = [set(stones) for stones in windows if len(stones) == 4]
    return tuple(
        Row(stones, steps[0])
        for stones, steps in windows.items()
        if len(stones) == 4
        or (len(steps) > 1 and not any(four.issuperset(stones) for four in fours))
    )


def overlooked(
    found: Iterable[Row], chances: Mapping[str, float], random: Random
) -> tuple[Row, ...]:
    """Those of the rows that somebody overlooks, by the largest chance of a row's kinds."""
    return tuple(
        row for row in found if random.random() < max(chances.get(kind, 0.0) for kind in row.kinds)
    )


def hidden(missed: Iterable[Row]) -> frozenset[Point]:
    """The stones to take away for it: all but the two ends of each row."""
    return frozenset(stone for row in missed for stone in row.stones[1:-1])


def without(board: Board, stones: Collection[Point]) -> Board:
    """The position without those stones, as a set-up; whose turn it is stays.

    Examples
    --------
    >>> from wuzi.rules import parse_position
    >>> board = parse_position("h8a1i8b1j8")
    >>> without(board, hidden(rows(board, BLACK))).stone_count
    4
    """
    return Board.from_stones(
        (p for p in board.stones(BLACK) if p not in stones),
        (p for p in board.stones(WHITE) if p not in stones),
        board.turn,
        board.size,
        board.rule,
        forbidden_loses=board.forbidden_loses,
    )
