"""The transposition table: a position reached by another order of moves is the same position.

After ``h8 i9 g7`` and after ``g7 i9 h8`` the same stones lie on the board. Whatever a
search found out about a position it may remember under the position's Zobrist key, and use
when it comes there again.

Alpha-beta seldom knows a value exactly. A search that was cut off knows only that the value
is *at least* this (:attr:`Bound.LOWER`), one in which no move reached alpha that it is *at
most* this (:attr:`Bound.UPPER`). A remembered bound decides only where it still does so
with today's window.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from wuzi.rules import Move


class Bound(Enum):
    """What a remembered value says of the true one."""

    EXACT = "="
    LOWER = ">="
    UPPER = "<="


class Entry(NamedTuple):
    """What is remembered of a position.

    Attributes
    ----------
    key : int
        Whose entry this is: many positions share a place.
    depth : int
        Plies that were searched below it.
    bound : Bound
    value : int
        For the side to move; plies of a win counted from this position.
    line : tuple of Move
        The best line found, whole, so that a principal variation does not end at a hit.
    """

    key: int
    depth: int
    bound: Bound
    value: int
    line: tuple[Move, ...]

    def decides(self, depth: int, alpha: int, beta: int, *, exact_depth: bool) -> bool:
        """Whether the value may be used instead of a search.

        Parameters
        ----------
        depth, alpha, beta : int
            Of the search that would be made.
        exact_depth : bool
            Refuse values searched deeper, which may be better but are not the same.

        Examples
        --------
        >>> entry = Entry(key=1, depth=3, bound=Bound.LOWER, value=50, line=())
        >>> entry.decides(3, alpha=0, beta=40, exact_depth=True)
        True
        >>> entry.decides(3, alpha=0, beta=60, exact_depth=True)
        False
        >>> entry.decides(2, alpha=0, beta=40, exact_depth=True)
        False
        """
        if self.depth < depth or (exact_depth and self.depth != depth):
            return False
        if self.bound is Bound.EXACT:
            return True
        if self.bound is Bound.LOWER:
            return self.value >= beta
        return self.value <= alpha


class Table:
    """Places for so many entries; a position has one place, ``key % size``.

    Parameters
    ----------
    size : int
        0 for a table that remembers nothing.

    Notes
    -----
    A new entry takes its place unless a deeper search is remembered there, of this position
    or of another: what cost more to find out saves more.

    Examples
    --------
    >>> table = Table(100)
    >>> table.store(Entry(7, 2, Bound.EXACT, 30, ()))
    >>> table.store(Entry(107, 1, Bound.EXACT, 99, ()))
    >>> table.find(7).value, table.find(107)
    (30, None)
    """

    def __init__(self, size: int) -> None:
        self._places: list[Entry | None] = [None] * size

    def __len__(self) -> int:
        return sum(entry is not None for entry in self._places)

    def find(self, key: int) -> Entry | None:
        """What is remembered of the position with that key."""
        if not self._places:
            return None
        entry = self._places[key % len(self._places)]
        return entry if entry is not None and entry.key == key else None

    def store(self, entry: Entry) -> None:
        """Remember a position, if its place is not put to better use."""
        if not self._places:
            return
        place = entry.key % len(self._places)
        old = self._places[place]
        if old is None or entry.depth >= old.depth:
            self._places[place] = entry
