"""Whole-board evaluation, four ways.

``runs`` is the definition, ``bitboard`` and ``incremental`` count the same faster,
``lines`` also sees broken shapes. :func:`leaf_value` weighs the two colours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wuzi.rules import Colour
from wuzi.textbook.evaluation.bitboard import BitboardEvaluation
from wuzi.textbook.evaluation.cache import CachedEvaluation
from wuzi.textbook.evaluation.incremental import IncrementalEvaluation
from wuzi.textbook.evaluation.interface import Evaluation
from wuzi.textbook.evaluation.lines import LinesEvaluation
from wuzi.textbook.evaluation.runs import RunsEvaluation
from wuzi.textbook.grid import Grid
from wuzi.textbook.scores import ScoreTable, load_scores

__all__ = [
    "WAYS",
    "CachedEvaluation",
    "Evaluation",
    "default_scores",
    "leaf_value",
    "make_evaluation",
]

_WAYS: Final[dict[str, Callable[[Grid, ScoreTable], Evaluation]]] = {
    "runs": RunsEvaluation,
    "bitboard": BitboardEvaluation,
    "incremental": IncrementalEvaluation,
    "lines": LinesEvaluation,
}
WAYS: Final = tuple(_WAYS)
"""The names of the ways."""


def make_evaluation(way: str, grid: Grid, scores: ScoreTable) -> Evaluation:
    """An evaluation of the stones on ``grid``, to be told of each that comes or goes.

    Parameters
    ----------
    way : str
        One of :data:`WAYS`.
    grid : Grid
    scores : ScoreTable

    Examples
    --------
    >>> from wuzi.rules import BLACK, WHITE, Board, parse_point
    >>> from wuzi.textbook.grid import make_grid
    >>> grid = make_grid("list", Board())
    >>> evaluation = make_evaluation("bitboard", grid, load_scores("course"))
    >>> for name in ("h8", "i8", "j8"):
    ...     grid.place(parse_point(name), BLACK)
    ...     evaluation.placed(parse_point(name), BLACK)
    >>> evaluation.total(BLACK)  # an open three, and nine ones on the other lines
    20090
    >>> leaf_value(evaluation, WHITE, 1.1)
    -22099
    """
    return _WAYS[way](grid, scores)


def default_scores(way: str) -> ScoreTable:
    """The table of our own that is made for ``way``.

    >>> default_scores("lines").name, default_scores("bitboard").name
    ('lines', 'default')
    """
    return load_scores("lines" if way == "lines" else "default")


def leaf_value(evaluation: Evaluation, turn: Colour, defence: float) -> int:
    """What a position is worth to the side to move.

    Parameters
    ----------
    evaluation : Evaluation
    turn : Colour
        Whose view.
    defence : float
        The weight of the opponent's shapes, 1.0 to 1.2: above 1 the search plays safe.

    Returns
    -------
    int
        The own total less ``defence`` times the opponent's, that product rounded to the
        nearest integer (half to even).
    """
    return evaluation.total(turn) - round(defence * evaluation.total(3 - turn))
