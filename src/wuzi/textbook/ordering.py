"""In what order to try the moves, and which of many to try at all.

Alpha-beta cuts most when the best move comes first. The rank of a point
(:mod:`wuzi.textbook.rank`) serves twice: it orders moves, and with a cap it chooses the few
that are looked at. That choice is the same for every ordering and for minimax, so that all
of them search the same tree.
"""

from __future__ import annotations

from wuzi.rules import PASS, Move
from wuzi.textbook.candidates import neighbourhood
from wuzi.textbook.position import Position
from wuzi.textbook.rank import rank


def count_neighbours(position: Position, move: Move) -> int:
    """How many stones touch ``move``."""
    if move == PASS:
        return 0
    near = neighbourhood(position.grid.size, 1)[move]
    return len(near.intersection(position.stones))


def moves_in_order(position: Position, hint: Move | None = None) -> list[Move]:
    """The candidates that are searched, in the order they are tried.

    Parameters
    ----------
    position : Position
        Its options name the ordering and the cap.
    hint : Move, optional
        Tried first if it is a candidate: the best move of an earlier search.

    Notes
    -----
    Sorting is stable and candidates come in board order, so ties stay in board order.
    """
    found = position.candidates()
    ordering, cap = position.options.ordering, position.options.cap
    too_many = 0 < cap < len(found)
    if too_many or ordering in ("worst", "point", "hash+point"):
        ranks = {move: rank(position, move) for move in found}
        ranked = sorted(found, key=ranks.__getitem__, reverse=True)
        if too_many:
            ranked = ranked[:cap]
            found = sorted(ranked)
        if ordering == "worst":
            found = ranked[::-1]
        elif ordering in ("point", "hash+point"):
            found = ranked
    if ordering == "neighbours":
        found.sort(key=lambda move: count_neighbours(position, move), reverse=True)
    if hint is not None and hint in found:
        found.remove(hint)
        found.insert(0, hint)
    return found


def best_static_move(position: Position) -> Move:
    """The candidate of the highest rank: what to play when there is no time to search."""
    return max(position.candidates(), key=lambda move: rank(position, move))
