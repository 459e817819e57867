"""Alpha-beta with a memory: :func:`wuzi.textbook.alphabeta.alphabeta` and a few lines more.

Before a node is searched the table is asked, afterwards it is told. Even an entry that does
not decide has a use: its best move is the first to try (``ordering=hash+point``).
"""

from __future__ import annotations

from wuzi.rules import Move
from wuzi.textbook.search import Found, Line, Search
from wuzi.textbook.table import Bound, Entry
from wuzi.textbook.values import INFINITY, from_node_to_root, from_root_to_node


def alphabeta_with_table(
    search: Search, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, ply: int = 0
) -> Found:
    """As :func:`~wuzi.textbook.alphabeta.alphabeta`, asking the table first."""
    search.enter(ply, alpha, beta)
    best = search.value_of_end(depth, ply)
    line: Line = ()
    if best is None:
        entry = _look_up(search, ply)
        if entry is not None and entry.decides(
            depth, alpha, beta, exact_depth=search.options.table_exact_depth
        ):
            search.counters.table_hits += 1
            search.observer.hit(entry.value)
            search.observer.leave(entry.value)
            return entry.value, entry.line
        best = -INFINITY
        sure_before = alpha
        moves = search.moves(_hint(search, entry))
        for index, move in enumerate(moves):
            search.position.play(move)
            value, rest = alphabeta_with_table(search, depth - 1, -beta, -alpha, ply + 1)
            search.position.take_back()
            if -value > best:
                best, line = -value, (move, *rest)
                alpha = max(alpha, best)
                if alpha >= beta:
                    search.cut(index, moves)
                    break
        bound = Bound.LOWER if best >= beta else Bound.EXACT if best > sure_before else Bound.UPPER
        value = from_root_to_node(best, ply, search.options.bonus)
        search.table.store(Entry(search.position.key, depth, bound, value, line))
    search.observer.leave(best)
    return best, line


def _look_up(search: Search, ply: int) -> Entry | None:
    """The entry of the position, its value as seen from the root of this search."""
    search.counters.table_lookups += 1
    entry = search.table.find(search.position.key)
    if entry is None:
        return None
    return entry._replace(value=from_node_to_root(entry.value, ply, search.options.bonus))


def _hint(search: Search, entry: Entry | None) -> Move | None:
    """The best move remembered; where no move reached alpha none was the best."""
    if entry is None or entry.bound is Bound.UPPER or search.options.ordering != "hash+point":
        return None
    return entry.line[0]
