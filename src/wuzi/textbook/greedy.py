"""The greedy thinker: no look ahead, the point that is worth most to both sides.

A point is worth to me what a stone of mine makes there, and almost as much what a stone
of the opponent's would make: taking it away from him is half of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Final

from wuzi.rules import (
    BLACK,
    EMPTY,
    PASS,
    Board,
    Colour,
    Move,
    Point,
    Score,
    centre,
    col_of,
    on_board,
    row_of,
)
from wuzi.rules.point import STRIDE
from wuzi.textbook.grid import Grid, make_grid
from wuzi.textbook.point_value import point_value
from wuzi.textbook.scores import ScoreTable, load_scores
from wuzi.thinking import Info, Limit, Stop

_RADIUS: Final = 2


class GreedyThinker:
    """Plays the legal point with the largest own value plus ``defence`` times the other's.

    Parameters
    ----------
    scores : ScoreTable, optional
        By default the preset ``lines``.
    defence : float, default 0.8
        The weight of what the opponent could make there.

    Examples
    --------
    >>> from wuzi.rules import parse_moves, point_name
    >>> from wuzi.thinking import answer
    >>> board = Board.from_moves(parse_moves("h8a1i8b1j8"))
    >>> point_name(answer(GreedyThinker(), board, Limit()).move)
    'g8'
    """

    def __init__(self, scores: ScoreTable | None = None, defence: float = 0.8) -> None:
        self.scores = load_scores("lines") if scores is None else scores
        self.defence = defence

    @property
    def name(self) -> str:
        """As people read it."""
        return "greedy"

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """Look at each candidate once; takes no notice of limits, being done at once.

        Raises
        ------
        ValueError
            If the game is over.
        """
        if board.outcome is not None:
            raise ValueError("the game is over")
        started = perf_counter()
        grid = make_grid("sentinel", board)
        move, score, nodes = self._choose(grid, board.turn)
        yield Info((move,), score, depth=1, nodes=nodes, time=perf_counter() - started)

    def _choose(self, grid: Grid, turn: Colour) -> tuple[Move, Score, int]:
        points = _candidates(grid, turn)
        for p in points:
            if grid.wins_at(p, turn):
                return p, Score(self.scores.five, win_in=1), len(points)
        if not points:
            return PASS, Score(0), 0
        values = {p: self._value(grid, p, turn) for p in points}
        middle = centre(grid.size)
        best = min(points, key=lambda p: (-values[p], _distance(p, middle), p))
        return best, Score(values[best]), len(points)

    def _value(self, grid: Grid, p: Point, turn: Colour) -> int:
        own = point_value(grid, p, turn, self.scores)
        if turn != BLACK and grid.forbidden(p):
            return own  # black cannot play there: nothing to take away
        return own + round(self.defence * point_value(grid, p, 3 - turn, self.scores))


def _distance(p: Point, q: Point) -> int:
    """The square of the distance between two points."""
    return (col_of(p) - col_of(q)) ** 2 + (row_of(p) - row_of(q)) ** 2


def _candidates(grid: Grid, turn: Colour) -> list[Point]:
    """The legal points near a stone, in board order; all legal ones if none is near."""
    if grid.count == 0:
        return [centre(grid.size)]
    empty = list(grid.empty_points())
    near = [p for p in empty if _is_near(grid, p)]
    return _allowed(grid, near, turn) or _allowed(grid, empty, turn)


def _allowed(grid: Grid, points: list[Point], turn: Colour) -> list[Point]:
    return [p for p in points if turn != BLACK or not grid.forbidden(p)]


_AROUND: Final = tuple(
    drow * STRIDE + dcol
    for drow in range(-_RADIUS, _RADIUS + 1)
    for dcol in range(-_RADIUS, _RADIUS + 1)
)


def _is_near(grid: Grid, p: Point) -> bool:
    return any(grid.get(p + step) != EMPTY for step in _AROUND if on_board(p + step, grid.size))
