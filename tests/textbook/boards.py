"""Hypothesis strategies of the evaluation's tests: whole boards, thin to full."""

from random import Random

from hypothesis import strategies as st

from tests.rules.strategies import rules, sizes
from wuzi.rules import BLACK, WHITE, Board, all_points, parse_position

_any_density = st.floats(0, 1)


@st.composite
def scattered_boards(draw, sizes=sizes, rule=rules, densities=_any_density):
    """Stones of both colours anywhere on the board: corners, edges, long rows."""
    size = draw(sizes)
    density, share = draw(densities), draw(st.floats(0.2, 0.8))
    random = Random(draw(st.integers(0, 2**32)))  # a draw a point would be slow
    black, white = [], []
    for p in all_points(size):
        if random.random() < density:
            (black if random.random() < share else white).append(p)
    return Board.from_stones(black, white, size=size, rule=draw(rule))


def strip(text, size, rule):
    """A board whose first row reads like ``text``: ``X`` black, ``O`` white, ``_`` empty."""
    points = all_points(size)
    return Board.from_stones(
        [points[i] for i, mark in enumerate(text) if mark == "X"],
        [points[i] for i, mark in enumerate(text) if mark == "O"],
        size=size,
        rule=rule,
    )


def recoloured(board):
    """The same board with black and white exchanged."""
    return Board.from_stones(
        board.stones(WHITE), board.stones(BLACK), 3 - board.turn, board.size, board.rule
    )


def setup(text, size=15, **options):
    """The board of a set-up text ``BLACKS/WHITES``."""
    return parse_position(text, size, **options)
