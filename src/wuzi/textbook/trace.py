"""A recorded search: every node and every step in flat arrays, to be looked at and replayed."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final

from wuzi.rules import BLACK, Colour, Move
from wuzi.textbook.table import Bound

NO_MOVE: Final = -2
"""The move to the root in :attr:`Trace.move`; a pass is -1."""
NO_NODE: Final = -1


class Kind(IntEnum):
    """What became of a node."""

    OPEN = 0
    """Entered and not finished: the recording ended there."""
    INNER = 1
    """Searched by its moves."""
    LEAF = 2
    """Evaluated at the horizon."""
    END = 3
    """The game was over."""
    HIT = 4
    """Known to the transposition table."""


class Step(IntEnum):
    """What happened in one step of the search."""

    ENTER = 0
    CUT = 1
    LEAVE = 2


class Trace:
    """An observer that records the search of one depth, the last that was begun.

    Parameters
    ----------
    max_ply : int, optional
        Record no node further from the root.
    max_nodes : int, default 100000
        Record no more nodes than that.

    Attributes
    ----------
    turn : Colour
        The side to move at the root.
    depth : int
        To which it was searched.
    parent, move, ply, alpha, beta, value, kind : array
        One entry a node, in the order entered; the root is node 0. Windows and values are
        from the view of the side to move at the node, a value is 0 until the node is left.
        ``kind`` holds :class:`Kind`.
    cut_from, cut_count : array
        The moves that were cut off at the node: a slice of ``cut_moves``.
    cut_moves : array
    step, step_node : array
        One entry a step: a :class:`Step` and the node it happened at.
    unrecorded : int
        Nodes left out because of the limits.

    Examples
    --------
    >>> from wuzi.rules import parse_position
    >>> from wuzi.textbook import Search, SearchOptions
    >>> from wuzi.textbook.alphabeta import alphabeta
    >>> trace = Trace()
    >>> search = Search(parse_position("h8i9"), SearchOptions(cap=3), observer=trace)
    >>> value, line = alphabeta(search, 2)
    >>> trace.value[0] == value, trace.line() == line, len(trace) == search.counters.nodes
    (True, True, True)
    """

    def __init__(self, *, max_ply: int | None = None, max_nodes: int = 100_000) -> None:
        self.max_ply = max_ply
        self.max_nodes = max_nodes
        self._clear(0, BLACK)

    def _clear(self, depth: int, turn: Colour) -> None:
        self.depth = depth
        self.turn: Colour = turn
        self.parent = array("l")
        self.move = array("h")
        self.ply = array("h")
        self.alpha = array("q")
        self.beta = array("q")
        self.value = array("q")
        self.kind = array("b")
        self.cut_from = array("l")
        self.cut_count = array("l")
        self.cut_moves = array("h")
        self.step = array("b")
        self.step_node = array("l")
        self.unrecorded = 0
        self._here = NO_NODE
        self._hidden = 0  # plies below the last node recorded

    def __len__(self) -> int:
        return len(self.parent)

    # Recording: the methods of an Observer

    def begin(self, depth: int, turn: Colour) -> None:
        """Forget the last search and record this one."""
        self._clear(depth, turn)

    def enter(self, ply: int, move: Move | None, alpha: int, beta: int) -> None:
        """Record a node, if it is within the limits."""
        too_deep = self.max_ply is not None and ply > self.max_ply
        if self._hidden or too_deep or len(self) >= self.max_nodes:
            self._hidden += 1
            self.unrecorded += 1
            return
        self.parent.append(self._here)
        self.move.append(NO_MOVE if move is None else move)
        self.ply.append(ply)
        self.alpha.append(alpha)
        self.beta.append(beta)
        self.value.append(0)
        self.kind.append(Kind.OPEN)
        self.cut_from.append(len(self.cut_moves))
        self.cut_count.append(0)
        self._here = len(self) - 1
        self._add_step(Step.ENTER)

    def leaf(self, value: int) -> None:
        """Record that the node lies at the horizon."""
        self._set_kind(Kind.LEAF)

    def end(self, value: int) -> None:
        """Record that the game is over there."""
        self._set_kind(Kind.END)

    def hit(self, value: int) -> None:
        """Record that the table knew it."""
        self._set_kind(Kind.HIT)

    def cut(self, index: int, skipped: Sequence[Move]) -> None:
        """Record the moves that need no look."""
        if self._hidden:
            return
        self.cut_from[self._here] = len(self.cut_moves)
        self.cut_count[self._here] = len(skipped)
        self.cut_moves.extend(skipped)
        self._add_step(Step.CUT)

    def leave(self, value: int) -> None:
        """Record the value."""
        if self._hidden:
            self._hidden -= 1
            return
        self.value[self._here] = value
        if self.kind[self._here] == Kind.OPEN:
            self.kind[self._here] = Kind.INNER
        self._add_step(Step.LEAVE)
        self._here = self.parent[self._here]

    def _set_kind(self, kind: Kind) -> None:
        if not self._hidden:
            self.kind[self._here] = kind

    def _add_step(self, step: Step) -> None:
        self.step.append(step)
        self.step_node.append(self._here)

    # Looking

    @property
    def complete(self) -> bool:
        """Whether the search ended and all of it was recorded."""
        return len(self) > 0 and self.kind[0] != Kind.OPEN and self.unrecorded == 0

    def value_for_root(self, node: int) -> int:
        """A node's value from the view of the side to move at the root.

        That side chooses where :attr:`ply` is even and takes the greatest of these values;
        its opponent takes the least.
        """
        return -self.value[node] if self.ply[node] % 2 else self.value[node]

    def bound(self, node: int) -> Bound:
        """What the value of a node, from the root's view, says of its true value.

        A node that was cut off is worth at least its value to the side to move there, one
        in which no move reached alpha at most. From the root's view the opponent's "at
        least" is an "at most".
        """
        if self.kind[node] in (Kind.LEAF, Kind.END, Kind.OPEN):
            return Bound.EXACT
        low = self.value[node] <= self.alpha[node]
        high = self.value[node] >= self.beta[node]
        if not (low or high):
            return Bound.EXACT
        return Bound.LOWER if high == (self.ply[node] % 2 == 0) else Bound.UPPER

    def children(self) -> list[list[int]]:
        """For every node, the nodes below it in the order tried."""
        below: list[list[int]] = [[] for _ in range(len(self))]
        for node in range(1, len(self)):
            below[self.parent[node]].append(node)
        return below

    def cut_off(self, node: int) -> list[Move]:
        """The moves of a node that were cut off."""
        start = self.cut_from[node]
        return list(self.cut_moves[start : start + self.cut_count[node]])

    def deciding_nodes(self) -> list[int]:
        """The nodes from the root along the line that decided its value.

        At each node it is the first move of its value: a later one did no better.
        """
        if not len(self):
            return []
        below = self.children()
        nodes = [0]
        while True:
            here = nodes[-1]
            decided_by = (
                node
                for node in below[here]
                if self.kind[node] != Kind.OPEN and -self.value[node] == self.value[here]
            )
            node = next(decided_by, None)
            if node is None or self.kind[here] == Kind.OPEN:
                return nodes
            nodes.append(node)

    def line(self) -> tuple[Move, ...]:
        """The moves of :meth:`deciding_nodes`: the principal variation, as far as recorded."""
        return tuple(self.move[node] for node in self.deciding_nodes()[1:])

    def replay(self) -> Replay:
        """A reader that goes through the search step by step, at its beginning."""
        return Replay(self)


class Replay:
    """Goes through a recorded search, forwards and backwards.

    Parameters
    ----------
    trace : Trace

    Attributes
    ----------
    at : int
        Steps taken so far.
    path : list of int
        The nodes that are open now, the root first.

    Examples
    --------
    >>> from wuzi.rules import BLACK, parse_point, point_name
    >>> trace = Trace()
    >>> trace.begin(1, BLACK)
    >>> trace.enter(0, None, -99, 99)
    >>> trace.enter(1, parse_point("h8"), -99, 99); trace.leaf(-5); trace.leave(-5)
    >>> trace.leave(5)
    >>> replay = trace.replay()
    >>> [step.name for step in replay]
    ['ENTER', 'ENTER', 'LEAVE', 'LEAVE']
    >>> replay.backward().name, replay.best(0), replay.path
    ('LEAVE', 5, [0])
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.at = 0
        self.path: list[int] = []
        self._below = trace.children()
        self._left = bytearray(len(trace))

    def __len__(self) -> int:
        return len(self.trace.step)

    def __iter__(self) -> Iterator[Step]:
        while (step := self.forward()) is not None:
            yield step

    def forward(self) -> Step | None:
        """Take the next step and say which it was; ``None`` at the end."""
        if self.at == len(self):
            return None
        step, node = Step(self.trace.step[self.at]), self.trace.step_node[self.at]
        self.at += 1
        if step == Step.ENTER:
            self.path.append(node)
        elif step == Step.LEAVE:
            self.path.pop()
            self._left[node] = True
        return step

    def backward(self) -> Step | None:
        """Undo the last step and say which it was; ``None`` at the beginning."""
        if self.at == 0:
            return None
        self.at -= 1
        step, node = Step(self.trace.step[self.at]), self.trace.step_node[self.at]
        if step == Step.ENTER:
            self.path.pop()
        elif step == Step.LEAVE:
            self.path.append(node)
            self._left[node] = False
        return step

    def seek(self, at: int) -> None:
        """Go to where ``at`` steps have been taken (at most all, at least none)."""
        while self.at < min(at, len(self)):
            self.forward()
        while self.at > max(at, 0):
            self.backward()

    @property
    def moves(self) -> list[Move]:
        """The moves from the root to the node being searched."""
        return [self.trace.move[node] for node in self.path[1:]]

    def is_finished(self, node: int) -> bool:
        """Whether the value of ``node`` is known by now."""
        return bool(self._left[node])

    def best(self, node: int) -> int | None:
        """The best that the moves of ``node`` have brought by now; ``None`` before the first."""
        values = (-self.trace.value[child] for child in self._below[node] if self._left[child])
        return max(values, default=None)

    def window(self, node: int) -> tuple[int, int]:
        """Alpha and beta of ``node`` by now: alpha rises with every better move found."""
        best = self.best(node)
        alpha, beta = self.trace.alpha[node], self.trace.beta[node]
        return (alpha if best is None else max(alpha, best)), beta
