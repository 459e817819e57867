"""The position a search moves about in: a private copy of the board that is quick to change."""

from __future__ import annotations

from wuzi.rules import BLACK, PASS, WHITE, Board, Colour, Move, Point
from wuzi.textbook.candidates import candidates, radius_for
from wuzi.textbook.evaluation import CachedEvaluation, Evaluation, leaf_value, make_evaluation
from wuzi.textbook.grid import make_grid
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.values import clamp
from wuzi.textbook.zobrist import Zobrist


class Position:
    """The stones, the side to move, and everything kept in step with them.

    Parameters
    ----------
    board : Board
        Copied, and not touched again.
    options : SearchOptions
        Which grid, evaluation and scores; which candidates.

    Attributes
    ----------
    root : Colour
        The side to move where the search began. Evaluations are from its view.
    turn : Colour
        The side to move now.
    stones : list of Point
        Every stone, the latest last.
    moves : list of Move
        The moves from the root to here.
    won : bool
        Whether the last move won the game.

    Examples
    --------
    >>> from wuzi.rules import parse_moves, parse_point
    >>> position = Position(Board.from_moves(parse_moves("h8a1i8b1j8c1k8d1")), SearchOptions())
    >>> position.play(parse_point("l8"))
    >>> position.won, position.turn == WHITE
    (True, True)
    >>> position.take_back()
    >>> position.won, position.turn == BLACK
    (False, True)
    """

    def __init__(self, board: Board, options: SearchOptions) -> None:
        self.options = options
        self.scores = options.score_table()
        self.grid = make_grid(options.grid, board)
        self.evaluation: Evaluation = make_evaluation(options.evaluation, self.grid, self.scores)
        if options.evaluation_cache:
            self.evaluation = CachedEvaluation(self.evaluation, self.grid)
        self.zobrist = Zobrist(self.grid)
        self.stones: list[Point] = [*board.stones(BLACK), *board.stones(WHITE)]
        self.root: Colour = board.turn
        self.turn: Colour = board.turn
        self.moves: list[Move] = []
        self.won = False

    def play(self, move: Move) -> None:
        """Play a candidate for the side to move."""
        colour = self.turn
        if move != PASS:
            self.won = self.grid.wins_at(move, colour)
            self.grid.place(move, colour)
            self.evaluation.placed(move, colour)
            self.zobrist.toggle(move, colour)
            self.stones.append(move)
        self.moves.append(move)
        self.turn = 3 - colour

    def take_back(self) -> None:
        """Undo the last move. The game was not over before it."""
        move = self.moves.pop()
        colour = self.turn = 3 - self.turn
        self.won = False
        if move != PASS:
            self.stones.pop()
            self.zobrist.toggle(move, colour)
            self.grid.remove(move)
            self.evaluation.removed(move, colour)

    @property
    def full(self) -> bool:
        """Whether no point is empty."""
        return len(self.stones) == self.grid.size**2

    @property
    def key(self) -> int:
        """The same for the same stones with the same side to move, and for hardly any other."""
        return self.zobrist.key(self.turn)

    def candidates(self) -> list[Move]:
        """The moves worth trying here, in board order."""
        options = self.options
        radius = radius_for(options.radius, options.widen, len(self.stones))
        return candidates(self.grid, self.stones, self.turn, radius)

    def value_for_root(self) -> int:
        """What the position is worth to the side that was to move at the root.

        Own total less ``defence`` times the opponent's. With a ``defence`` other than 1 it
        matters from whose view this is taken (the one value is not the other's negative),
        and a search must stick to one: to that of the player who thinks.
        """
        return clamp(leaf_value(self.evaluation, self.root, self.options.defence))
