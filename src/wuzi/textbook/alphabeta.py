"""Alpha-beta: minimax's value without looking at what cannot change it.

Suppose I have a move worth 5 and look at another. My opponent's first answer to it holds me
to 3. How much worse his other answers might be for me does not matter: I play the move
worth 5. His remaining answers are *cut off*.

Two bounds carry this through the tree. *Alpha* is what the side to move is already sure
of, *beta* what the opponent is sure to hold it to: one move that reaches beta is one too
good, the opponent will not let this position come about, and the rest need no look. Below
a move the sides change, and so do the bounds: the window ``(alpha, beta)`` becomes
``(-beta, -alpha)``.

The value of the root is minimax's in any order of moves. How much is cut depends on the
order alone: with the best move always first, twice the depth costs as much (Knuth and
Moore, "An analysis of alpha-beta pruning", 1975).

:func:`alphabeta` is negamax, as :func:`wuzi.textbook.minimax.minimax` is; its twin
:func:`max_value` and :func:`min_value` spells out whose bound is whose.
"""

from __future__ import annotations

from wuzi.textbook.search import Found, Line, Search
from wuzi.textbook.values import INFINITY


def alphabeta(
    search: Search, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, ply: int = 0
) -> Found:
    """The value of the position for the side to move, and the line that leads to it.

    Parameters
    ----------
    search : Search
        Standing at the position; it stands there again afterwards.
    depth : int
        Plies to look ahead.
    alpha, beta : int
        The window. A value inside it is exact; one at ``beta`` or above is a lower bound,
        one at ``alpha`` or below an upper bound ("fail-soft").
    ply : int
        Plies from the root to here.
    """
    search.enter(ply, alpha, beta)
    best = search.value_of_end(depth, ply)
    line: Line = ()
    if best is None:
        best = -INFINITY
        moves = search.moves()
        for index, move in enumerate(moves):
            search.position.play(move)
            value, rest = alphabeta(search, depth - 1, -beta, -alpha, ply + 1)
            search.position.take_back()
            if -value > best:
                best, line = -value, (move, *rest)
                alpha = max(alpha, best)
                if alpha >= beta:
                    search.cut(index, moves)
                    break
    search.observer.leave(best)
    return best, line


def max_value(
    search: Search, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, ply: int = 0
) -> int:
    """The value for the player of the root, who is to move and wants it large.

    ``alpha`` is what this player is sure of, ``beta`` what the opponent is.
    """
    search.count_node()
    value = search.value_of_end_for_root(depth, ply)
    if value is not None:
        return value
    best = -INFINITY
    moves = search.moves()
    for index, move in enumerate(moves):
        search.position.play(move)
        best = max(best, min_value(search, depth - 1, alpha, beta, ply + 1))
        search.position.take_back()
        alpha = max(alpha, best)
        if alpha >= beta:  # the opponent has better: this position will not come about
            search.cut(index, moves)
            break
    return best


def min_value(search: Search, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value for the player of the root, whose opponent is to move and wants it small."""
    search.count_node()
    value = search.value_of_end_for_root(depth, ply)
    if value is not None:
        return value
    best = INFINITY
    moves = search.moves()
    for index, move in enumerate(moves):
        search.position.play(move)
        best = min(best, max_value(search, depth - 1, alpha, beta, ply + 1))
        search.position.take_back()
        beta = min(beta, best)
        if alpha >= beta:  # the player of the root has better
            search.cut(index, moves)
            break
    return best
