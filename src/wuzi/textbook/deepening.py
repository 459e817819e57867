"""Iterative deepening: depth 1, then 2, then 3, so that an answer is always at hand.

A search to a fixed depth that is broken off has nothing to say. One that has finished depth
3 when its time runs out in depth 4 plays depth 3's move. The shallow searches cost little
beside the last, and with a transposition table they pay for themselves: their best moves
are the first to try in the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wuzi.textbook.budget import SearchStopped
from wuzi.textbook.search import DepthSearch, Line, Search
from wuzi.textbook.values import is_decided


class Finished(NamedTuple):
    """A search that came to its end.

    Attributes
    ----------
    depth : int
    value : int
        For the side to move at the root.
    line : tuple of Move
    """

    depth: int
    value: int
    line: Line


def search_depths(
    search: Search, run: DepthSearch, depth: int, *, deepening: bool
) -> Iterator[Finished]:
    """Search to ``depth``, through every smaller one with ``deepening``; yield what is finished.

    Nothing is yielded of a search that the budget broke off: none at all, if that was the
    first. A proved win or loss ends the deepening: a deeper search would find the same, as
    it looks at the same candidates and no line is shorter.

    Parameters
    ----------
    search : Search
        After a search was broken off its position is somewhere in the tree, and of no more
        use.
    run : function of (Search, depth)
        :func:`~wuzi.textbook.minimax.minimax` or one of the alpha-betas.
    """
    for this_depth in range(1 if deepening else depth, depth + 1):
        search.observer.begin(this_depth, search.position.turn)
        try:
            value, line = run(search, this_depth)
        except SearchStopped:
            return
        yield Finished(this_depth, value, line)
        if is_decided(value):
            return
