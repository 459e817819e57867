"""What a stone on an empty point would be worth, by the shapes it makes in four lines."""

from __future__ import annotations

from wuzi.rules import DIRECTIONS, Colour, Point
from wuzi.textbook.evaluation.lines import OWN_MIDDLE, shape_table, window_code
from wuzi.textbook.grid import Grid
from wuzi.textbook.scores import ScoreTable, Shape


def shapes_at(grid: Grid, p: Point, colour: Colour) -> tuple[Shape, ...]:
    """The shape that a stone of ``colour`` on the empty point ``p`` makes in each line.

    Broken shapes count (:mod:`wuzi.textbook.evaluation.lines`); a five is one only if
    the rule says that it wins.

    Examples
    --------
    >>> from wuzi.rules import BLACK, Board, parse_moves, parse_point
    >>> from wuzi.textbook.grid import make_grid
    >>> grid = make_grid("list", Board.from_moves(parse_moves("h8a1i8b1k8c3h9")))
    >>> [shape.name for shape in shapes_at(grid, parse_point("j8"), BLACK)]
    ['STRAIGHT_FOUR', 'ONE', 'ONE', 'ONE']
    """
    table = shape_table(grid.rule.overline_wins(colour))
    shapes = [table[window_code(grid.window(p, step), colour) + OWN_MIDDLE] for step in DIRECTIONS]
    if Shape.FIVE in shapes and not grid.wins_at(p, colour):
        shapes = [Shape.NOTHING if shape == Shape.FIVE else shape for shape in shapes]
    return tuple(shapes)


def point_value(grid: Grid, p: Point, colour: Colour, scores: ScoreTable) -> int:
    """What a stone of ``colour`` on the empty point ``p`` would be worth.

    Parameters
    ----------
    grid : Grid
    p : Point
        Empty.
    colour : Colour
    scores : ScoreTable

    Returns
    -------
    int
        The sum of the shapes it makes in the four lines; a combination, such as a four
        and an open three at once, is worth just what its parts are.

    Examples
    --------
    >>> from wuzi.rules import WHITE, Board, parse_moves, parse_point
    >>> from wuzi.textbook.grid import make_grid
    >>> from wuzi.textbook.scores import load_scores
    >>> grid = make_grid("list", Board.from_moves(parse_moves("a1h8c1i8")))
    >>> point_value(grid, parse_point("j8"), WHITE, load_scores("course"))
    20030
    """
    values = scores.values
    return sum(values[shape] for shape in shapes_at(grid, p, colour))
