"""What a search carries along: the position, what it counts, who watches, when to stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from wuzi.rules import Board, Move
from wuzi.textbook.budget import Budget
from wuzi.textbook.counters import Counters
from wuzi.textbook.evaluation import CachedEvaluation
from wuzi.textbook.observer import SILENT, Observer
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.ordering import moves_in_order
from wuzi.textbook.position import Position
from wuzi.textbook.table import Table
from wuzi.textbook.values import won
from wuzi.thinking import Limit, NeverStop, Stop

Line: TypeAlias = tuple[Move, ...]
"""Moves one after another, the best that either side found."""

Found: TypeAlias = tuple[int, Line]
"""What a search of a node returns: its value and the line that leads to it."""

DepthSearch: TypeAlias = "Callable[[Search, int], Found]"
"""A search of the position as it stands, to a depth in plies."""


class Search:
    """One search of one position.

    Parameters
    ----------
    board : Board
        The game must not be over.
    options : SearchOptions
    limit, stop : Limit, Stop
        The search is broken off with :class:`~wuzi.textbook.budget.SearchStopped` when
        they say so.
    observer : Observer

    Attributes
    ----------
    position : Position
        Where the search is now.
    table : Table
        Its transposition table; empty if it uses none.
    """

    def __init__(
        self,
        board: Board,
        options: SearchOptions,
        limit: Limit = Limit(),  # noqa: B008 - frozen
        stop: Stop = NeverStop(),  # noqa: B008 - without state
        observer: Observer = SILENT,
    ) -> None:
        if board.outcome is not None:
            raise ValueError("the game is over: there is nothing to search")
        self.options = options
        self.budget = Budget(limit, stop)
        self.position = Position(board, options)
        self.counters = Counters()
        self.observer = observer
        self.table: Table = Table(options.table_size if options.table else 0)

    # The steps that every search takes

    def count_node(self) -> None:
        """Count a position visited, if there is time for it."""
        self.budget.check(self.counters.nodes)
        self.counters.nodes += 1

    def enter(self, ply: int, alpha: int, beta: int) -> None:
        """Count a node and tell the observer of it."""
        self.count_node()
        moves = self.position.moves
        self.observer.enter(ply, moves[-1] if moves else None, alpha, beta)

    def value_of_end(self, depth: int, ply: int) -> int | None:
        """The value of a position that is not searched further, for the side to move.

        Returns
        -------
        int or None
            ``None`` if the search goes on: the game does and ``depth`` is not 0.
        """
        value = self.value_of_end_for_root(depth, ply)
        if value is None:
            return None
        position = self.position
        if position.turn != position.root:
            value = -value
        if depth == 0 and not (position.won or position.full):
            self.observer.leaf(value)
        else:
            self.observer.end(value)
        return value

    def value_of_end_for_root(self, depth: int, ply: int) -> int | None:
        """The same from the view of the side that was to move at the root."""
        position = self.position
        if position.won:
            self.counters.ends += 1
            value = won(ply, self.options.bonus)
            winner = 3 - position.turn
            return value if winner == position.root else -value
        if position.full:
            self.counters.ends += 1
            return 0
        if depth == 0:
            self.counters.leaves += 1
            return position.value_for_root()
        return None

    def counts(self) -> dict[str, int]:
        """Every counter under its flat name, for :attr:`wuzi.thinking.Info.counts`."""
        counts = self.counters.as_dict()
        evaluation = self.position.evaluation
        if isinstance(evaluation, CachedEvaluation):
            counts |= {"cache_lookups": evaluation.lookups, "cache_hits": evaluation.hits}
        return counts

    def moves(self, hint: Move | None = None) -> list[Move]:
        """The candidates here, in the order of the options, ``hint`` first."""
        return moves_in_order(self.position, hint)

    def cut(self, index: int, moves: list[Move]) -> None:
        """The move at ``index`` refutes the position: the later ones are cut off."""
        self.counters.cut(index)
        self.observer.cut(index, moves[index + 1 :])
