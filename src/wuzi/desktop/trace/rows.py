"""Which nodes of a film are shown, and in which row each stands.

The tree lies on its side: a ply is a column, whatever has nothing shown below it takes a
row, and a node stands level with the first below it. So the tree grows downwards and
nothing in it moves.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from wuzi.textbook.trace import NO_NODE, Step
from wuzi.textbook.trace_film import NEVER, Film


class Rows(Protocol):
    """The nodes shown at one moment."""

    def __len__(self) -> int:
        """How many rows there are."""

    def entry(self, row: int) -> int:
        """What takes a row: a node, or ``~node`` for the moves cut off at ``node``."""

    def row_of(self, node: int) -> int | None:
        """The row of a node; ``None`` if it is not shown."""

    def cut_row_of(self, node: int) -> int | None:
        """The row of the moves cut off at a node; ``None`` if they are not shown."""

    def opens(self, node: int) -> bool:
        """Whether the nodes below a node are shown."""


def in_focus(film: Film, at: int) -> list[int]:
    """The nodes that the step just taken is about, from the root.

    The path that is open, and the node just left; when all is done, the line that decided.
    """
    if at == 0:
        return []
    path, node = film.path(at), film.trace.step_node[at - 1]
    if film.trace.step[at - 1] != Step.LEAVE:
        return path
    if node:
        return [*path, node]
    return deciding(film, at)


def deciding(film: Film, at: int) -> list[int]:
    """The nodes along the best line known, from the root."""
    nodes = [0]
    while (best := film.best_child(nodes[-1], at)) is not None:
        nodes.append(best)
    return nodes


class FocusedRows:
    """What the search is busy with: the open nodes with all tried there, the rest folded.

    Parameters
    ----------
    film : Film
    at : int
    unfolded : collection of int
        Further nodes whose moves shall be shown.

    Examples
    --------
    >>> from wuzi.rules import BLACK, parse_point
    >>> from wuzi.textbook import Trace
    >>> trace = Trace()
    >>> trace.begin(1, BLACK)
    >>> trace.enter(0, None, -99, 99)
    >>> trace.enter(1, parse_point("h8"), -99, 99); trace.leaf(-5); trace.leave(-5)
    >>> trace.leave(5)
    >>> rows = FocusedRows(Film(trace), 2)
    >>> len(rows), rows.row_of(0), rows.row_of(1)
    (1, 0, 0)
    """

    def __init__(self, film: Film, at: int, unfolded: Collection[int] = ()) -> None:
        self._film, self._at = film, at
        self._open = {*in_focus(film, at), *unfolded}
        self._rows: list[int] = []
        self._row: dict[int, int] = {}
        self._cut_row: dict[int, int] = {}
        if at:
            self._show()

    def _show(self) -> None:
        film, at = self._film, self._at
        waiting = [0]
        while waiting:
            node = waiting.pop()
            if node < 0:
                self._cut_row[~node] = len(self._rows)
                self._rows.append(node)
                continue
            self._row[node] = len(self._rows)
            below = film.children(node, at) if node in self._open else []
            if not below:
                self._rows.append(node)
                continue
            if film.is_cut(node, at):
                waiting.append(~node)
            waiting.extend(reversed(below))

    def __len__(self) -> int:
        return len(self._rows)

    def entry(self, row: int) -> int:
        """What takes a row."""
        return self._rows[row]

    def row_of(self, node: int) -> int | None:
        """The row of a node."""
        return self._row.get(node)

    def cut_row_of(self, node: int) -> int | None:
        """The row of the moves cut off at a node."""
        return self._cut_row.get(node)

    def opens(self, node: int) -> bool:
        """Whether the nodes below a node are shown."""
        return node in self._open and node in self._row


class WholeRows:
    """Every node entered so far, where it will stand in the finished tree.

    Nothing is computed but what is asked for: trees may be large.
    """

    def __init__(self, film: Film, at: int) -> None:
        self._film, self._at = film, at
        self._count = film.counts(at).nodes
        last = film.row[self._count - 1] if self._count else NEVER
        while last + 1 < len(film.rows) and self._is_cut_row(last + 1):
            last += 1
        self._rows = last + 1

    def _is_cut_row(self, row: int) -> bool:
        entry = self._film.rows[row]
        return entry < 0 and self._film.is_cut(~entry, self._at)

    def __len__(self) -> int:
        return self._rows

    def entry(self, row: int) -> int:
        """What takes a row: of nodes that are to come, the last above them that is there."""
        node = self._film.rows[row]
        while node >= self._count:
            node = self._film.trace.parent[node]
        return node

    def row_of(self, node: int) -> int | None:
        """The row of a node."""
        return self._film.row[node] if NO_NODE < node < self._count else None

    def cut_row_of(self, node: int) -> int | None:
        """The row of the moves cut off at a node."""
        return self._film.cut_row[node] if self._film.is_cut(node, self._at) else None

    def opens(self, node: int) -> bool:
        """Whether the nodes below a node are shown: always."""
        return self.row_of(node) is not None
