"""Where the nodes of a game tree stand in a picture of it: columns by depth, a row a line.

Plain numbers, no Qt. The main line runs along the first row; a variation stands below the
line that it leaves, in the first row where there is room for all of it. Lines that leave
later are placed first, so that no connection crosses a stone.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

from wuzi.rules import Node


@dataclass(slots=True)
class Chain:
    """A line of nodes in one row, from column ``start`` on."""

    start: int
    row: int
    nodes: list[Node]
    parent: tuple[int, int] | None
    """Column and row of the node that it leaves."""


@dataclass(slots=True)
class Placing:
    """The places of all nodes of a tree.

    Attributes
    ----------
    places : dict of int to (int, int)
        Column and row for the ``id`` of each node.
    rows : list of list of Chain
        The chains of each row, from left to right.
    columns : int
    """

    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    rows: list[list[Chain]] = field(default_factory=list)
    columns: int = 0

    def at(self, column: int, row: int) -> Node | None:
        """The node in a place, if any."""
        if not 0 <= row < len(self.rows):
            return None
        chains = self.rows[row]
        index = bisect_left(chains, column + 1, key=lambda chain: chain.start) - 1
        if index < 0:
            return None
        chain = chains[index]
        offset = column - chain.start
        return chain.nodes[offset] if offset < len(chain.nodes) else None


def place(root: Node) -> Placing:
    """Place the tree below ``root``, at once.

    Examples
    --------
    >>> from wuzi.rules import Game, parse_moves
    >>> game = Game()
    >>> end = game.extend(parse_moves("h8i9g7"))
    >>> other = end.parent.add(parse_moves("j10")[0])
    >>> placing = place(game.root)
    >>> placing.places[id(end)], placing.places[id(other)]
    ((3, 0), (3, 1))
    """
    placer = Placer(root)
    while not placer.go_on(1_000_000):
        pass
    return placer.placing


class Placer:
    """Places a tree, as much of it at a time as is asked for; it must not change meanwhile.

    Attributes
    ----------
    placing : Placing
        Of use when all of it is placed.
    """

    def __init__(self, root: Node) -> None:
        self.placing = Placing()
        self._free: list[int] = []  # the first free row of each column
        self._waiting: list[tuple[Node, int, tuple[int, int] | None]] = [(root, 0, None)]

    def go_on(self, nodes: int) -> bool:
        """Place about so many more nodes; whether all are placed."""
        goal = len(self.placing.places) + nodes
        while self._waiting and len(self.placing.places) < goal:
            self._place_line(*self._waiting.pop())
        if self._waiting:
            return False
        for chains in self.placing.rows:
            chains.sort(key=lambda chain: chain.start)
        return True

    def _place_line(self, first: Node, start: int, parent: tuple[int, int] | None) -> None:
        placing, free = self.placing, self._free
        nodes = list(first.line())
        end = start + len(nodes)
        free.extend([0] * (end - len(free)))
        row = max(free[max(start - 1, 0) : end])
        if parent is not None:
            row = max(row, parent[1] + 1)
        for column in range(max(start - 1, 0), end):
            free[column] = row + 1
        while len(placing.rows) <= row:
            placing.rows.append([])
        placing.rows[row].append(Chain(start, row, nodes, parent))
        placing.columns = max(placing.columns, end)
        for offset, node in enumerate(nodes):
            placing.places[id(node)] = (start + offset, row)
            # The last on the stack, which leaves latest, is placed next.
            for child in reversed(node.children[1:]):
                self._waiting.append((child, start + offset + 1, (start + offset, row)))
