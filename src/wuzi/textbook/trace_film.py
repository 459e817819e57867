"""A recorded search as a film: any moment of it at once, not only the next.

A :class:`~wuzi.textbook.trace.Replay` goes step by step. A film has written down beforehand
when each node was entered and left and what had been counted by then, so that the state
after any number of steps is found in the time it takes to look along one path. It is made
where the search is made, in a child process, and is sent to a window whole.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from wuzi.rules import Colour, Move
from wuzi.textbook.trace import NO_NODE, Kind, Step, Trace
from wuzi.textbook.values import INFINITY

NEVER: Final = -1
"""A step that never came, a row that is not there."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a search has counted up to a moment.

    Attributes
    ----------
    nodes : int
        Positions entered.
    leaves : int
        Of these, evaluated at the horizon.
    ends : int
        Of these, where the game was over.
    hits : int
        Of these, known to the transposition table.
    cuts : int
        Times that the rest of a node's moves was cut off.
    skipped : int
        Moves cut off, all together.
    """

    nodes: int = 0
    leaves: int = 0
    ends: int = 0
    hits: int = 0
    cuts: int = 0
    skipped: int = 0


class Film:
    """Every moment of ``trace``; the moment ``at`` is when ``at`` steps have been taken.

    Parameters
    ----------
    trace : Trace
        Not recorded any further.

    Attributes
    ----------
    trace : Trace
    entered, cut, left : array
        For each node, after how many steps it was entered, cut off, left; -1 for never.
    row : array
        For each node, its row when the whole tree is drawn from the root on the left: every
        node that has none below it takes a row of its own, in the order entered, any other
        stands level with the first below it. So nothing moves while the tree grows.
    cut_row : array
        For each node, the row of the moves that were cut off there; -1 for none.
    rows : array
        What takes each row: a node, or ``~node`` for the moves cut off at ``node``.
    knots : tuple of int
        The values that matter, from the root's view, in order: see :meth:`place`.

    Examples
    --------
    >>> from wuzi.rules import BLACK, parse_point
    >>> trace = Trace()
    >>> trace.begin(1, BLACK)
    >>> trace.enter(0, None, -99, 99)
    >>> trace.enter(1, parse_point("h8"), -99, 99); trace.leaf(-5); trace.leave(-5)
    >>> trace.leave(5)
    >>> film = Film(trace)
    >>> film.path(2), film.path(3), film.best(0, 2), film.best(0, 3)
    ([0, 1], [0], None, 5)
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        nodes = len(trace)
        self.entered = array("i", [NEVER]) * nodes
        self.cut = array("i", [NEVER]) * nodes
        self.left = array("i", [NEVER]) * nodes
        self._when = (self.entered, self.cut, self.left)
        self._counts = {name: array("i", [0]) for name in Counts.__slots__}
        self._find_moments()
        self._first = array("i", [0]) * (nodes + 1)  # where a node's children begin in _child
        self._child = array("i", [0]) * max(nodes - 1, 0)
        self._find_children()
        self.row = array("i", [0]) * nodes
        self.cut_row = array("i", [NEVER]) * nodes
        self.rows = array("i")
        self._lay_out()
        self.knots = self._find_knots()

    def __len__(self) -> int:
        """The number of steps."""
        return len(self.trace.step)

    # Made once

    def _find_moments(self) -> None:
        trace = self.trace
        counts = dict.fromkeys(Counts.__slots__, 0)
        by_kind = {Kind.LEAF: "leaves", Kind.END: "ends", Kind.HIT: "hits"}
        for at, (step, node) in enumerate(zip(trace.step, trace.step_node, strict=True), 1):
            self._when[step][node] = at
            if step == Step.ENTER:
                counts["nodes"] += 1
                name = by_kind.get(Kind(trace.kind[node]))
                if name is not None:
                    counts[name] += 1
            elif step == Step.CUT:
                counts["cuts"] += 1
                counts["skipped"] += trace.cut_count[node]
            for name, column in self._counts.items():
                column.append(counts[name])

    def _find_children(self) -> None:
        below = [0] * len(self.trace)
        for parent in self.trace.parent[1:]:
            below[parent] += 1
        place = 0
        free = []
        for node, count in enumerate(below):
            self._first[node] = place
            free.append(place)
            place += count
        self._first[len(below)] = place
        for node, parent in enumerate(self.trace.parent):
            if parent != NO_NODE:
                self._child[free[parent]] = node
                free[parent] += 1

    def _lay_out(self) -> None:
        """Nodes come in the order entered; a node's cut moves follow all that is below it."""
        trace = self.trace
        open_nodes: list[int] = []

        def close() -> None:
            done = open_nodes.pop()
            if trace.cut_count[done]:
                self.cut_row[done] = len(self.rows)
                self.rows.append(~done)

        for node, parent in enumerate(trace.parent):
            while open_nodes and open_nodes[-1] != parent:
                close()
            open_nodes.append(node)
            self.row[node] = len(self.rows)
            if self._first[node] == self._first[node + 1]:
                self.rows.append(node)
        while open_nodes:
            close()

    def _find_knots(self) -> tuple[int, ...]:
        trace = self.trace
        backed_up = {
            trace.value_for_root(node)
            for node in range(len(trace))
            if trace.kind[node] in (Kind.INNER, Kind.HIT)
        }
        ends = [
            trace.value_for_root(node)
            for node in range(len(trace))
            if trace.kind[node] in (Kind.LEAF, Kind.END)
        ]
        return tuple(sorted(backed_up | ({min(ends), max(ends)} if ends else set())))

    # A moment

    def path(self, at: int) -> list[int]:
        """The nodes that are open, the root first."""
        if at <= 0:
            return []
        step, node = self.trace.step[at - 1], self.trace.step_node[at - 1]
        if step == Step.LEAVE:
            node = self.trace.parent[node]
        path = []
        while node != NO_NODE:
            path.append(node)
            node = self.trace.parent[node]
        return path[::-1]

    def is_entered(self, node: int, at: int) -> bool:
        """Whether the search has come to ``node``."""
        return self.entered[node] <= at

    def is_finished(self, node: int, at: int) -> bool:
        """Whether the value of ``node`` is known."""
        return self.left[node] != NEVER and self.left[node] <= at

    def is_cut(self, node: int, at: int) -> bool:
        """Whether moves of ``node`` have been cut off."""
        return self.cut[node] != NEVER and self.cut[node] <= at and self.trace.cut_count[node] > 0

    def all_children(self, node: int) -> list[int]:
        """The nodes below ``node`` in the order tried, those to come too."""
        return list(self._child[self._first[node] : self._first[node + 1]])

    def children(self, node: int, at: int) -> list[int]:
        """The nodes below ``node`` that the search has come to."""
        return [child for child in self.all_children(node) if self.entered[child] <= at]

    def best_child(self, node: int, at: int) -> int | None:
        """The node below ``node`` that is the best so far, the first of equals."""
        value = self.trace.value
        best = None
        for child in self.all_children(node):
            if self.entered[child] > at:
                break
            if self.is_finished(child, at) and (best is None or value[child] < value[best]):
                best = child
        return best

    def best(self, node: int, at: int) -> int | None:
        """The best that the moves of ``node`` have brought, for the side to move there."""
        child = self.best_child(node, at)
        return None if child is None else -self.trace.value[child]

    def best_for_root(self, node: int, at: int) -> int | None:
        """The same from the view of the side to move at the root."""
        child = self.best_child(node, at)
        return None if child is None else self.trace.value_for_root(child)

    def window(self, node: int, at: int) -> tuple[int, int]:
        """Alpha and beta of ``node``, for the side to move there."""
        best = self.best(node, at)
        alpha, beta = self.trace.alpha[node], self.trace.beta[node]
        return (alpha if best is None else max(alpha, best)), beta

    def window_for_root(self, node: int, at: int) -> tuple[int, int]:
        """What the root's player is sure of, and what the opponent can hold it to."""
        low, high = self.window(node, at)
        return (-high, -low) if self.trace.ply[node] % 2 else (low, high)

    def counts(self, at: int) -> Counts:
        """What has been counted."""
        return Counts(**{name: column[at] for name, column in self._counts.items()})

    def turn(self, node: int) -> Colour:
        """The side to move at ``node``."""
        return self.trace.turn if self.trace.ply[node] % 2 == 0 else 3 - self.trace.turn

    def moves_to(self, node: int) -> list[Move]:
        """The moves from the root to ``node``."""
        moves = []
        while node > 0:
            moves.append(self.trace.move[node])
            node = self.trace.parent[node]
        return moves[::-1]

    def refuge(self, node: int) -> int | None:
        """Why ``node`` was cut off: the move with which the opponent avoids it.

        Returns
        -------
        int or None
            The node of that move: a brother of ``node`` or of a node above it, whose value
            is the beta that the moves of ``node`` reached. ``None`` if beta was not the
            value of any.
        """
        at = self.entered[node]
        above = self.trace.parent[node]
        sign = 1  # between the side to move at `above` and the opponent of `node`
        while above != NO_NODE:
            child = self.best_child(above, at)
            if sign == 1 and child is not None and self.trace.value[child] == self.trace.beta[node]:
                return child
            above, sign = self.trace.parent[above], -sign
        return None

    def place(self, value: int) -> float:
        """Where ``value`` (the root's view) lies from 0, the worst, to 1.

        Alpha-beta asks only which of two values is greater. So the values that were backed
        up lie evenly from 0.06 to 0.94 in their order, whatever is between them; an open
        end of a window is at 0 or 1.
        """
        if abs(value) >= INFINITY:
            return 1.0 if value > 0 else 0.0
        knots = self.knots
        if not knots:
            return 0.5
        index = bisect_left(knots, value)
        if index == len(knots):
            share = 1.0
        elif index == 0 or knots[index] == value:
            share = (index + 0.5) / len(knots)
        else:
            low, high = knots[index - 1], knots[index]
            share = (index - 0.5 + (value - low) / (high - low)) / len(knots)
        return 0.06 + 0.88 * share
