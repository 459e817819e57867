"""Minimax: look at every line of play to the end, and trust the opponent to do so too.

Two players, one number. I choose the move with the greatest value, knowing that my
opponent will then choose the move with the least, knowing that I will then ... until the
horizon, where an evaluation must do.

It is written twice. :func:`max_value` and :func:`min_value` are the definition: one player
wants the number large, the other small. :func:`minimax` is *negamax*, the same in one
function: since what is good for me is as bad for you, the value to me is minus the value
to you, and both of us maximise. The tests hold them equal, node for node.
"""

from __future__ import annotations

from wuzi.textbook.search import Found, Line, Search
from wuzi.textbook.values import INFINITY


def minimax(search: Search, depth: int, ply: int = 0) -> Found:
    """The value of the position for the side to move, and the line that leads to it.

    Parameters
    ----------
    search : Search
        Standing at the position; it stands there again afterwards.
    depth : int
        Plies to look ahead.
    ply : int
        Plies from the root to here.
    """
    search.enter(ply, -INFINITY, INFINITY)
    best = search.value_of_end(depth, ply)
    line: Line = ()
    if best is None:
        best = -INFINITY
        for move in search.moves():
            search.position.play(move)
            value, rest = minimax(search, depth - 1, ply + 1)
            search.position.take_back()
            if -value > best:
                best, line = -value, (move, *rest)
    search.observer.leave(best)
    return best, line


def max_value(search: Search, depth: int, ply: int = 0) -> int:
    """The value for the player of the root, who is to move and wants it large."""
    search.count_node()
    value = search.value_of_end_for_root(depth, ply)
    if value is not None:
        return value
    best = -INFINITY
    for move in search.moves():
        search.position.play(move)
        best = max(best, min_value(search, depth - 1, ply + 1))
        search.position.take_back()
    return best


def min_value(search: Search, depth: int, ply: int) -> int:
    """The value for the player of the root, whose opponent is to move and wants it small."""
    search.count_node()
    value = search.value_of_end_for_root(depth, ply)
    if value is not None:
        return value
    best = INFINITY
    for move in search.moves():
        search.position.play(move)
        best = min(best, max_value(search, depth - 1, ply + 1))
        search.position.take_back()
    return best
