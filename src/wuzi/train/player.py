"""The engine at the board of a self-played game, with the least around the kernels.

A move of a few thousand nodes takes two milliseconds; :class:`wuzi.engine.engine.Engine`,
with its threads, its clock and its referee, would add half as much again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from wuzi.engine.control import make_control, settle
from wuzi.engine.kernels.hashtable import DECIDED, WIN
from wuzi.engine.kernels.moves import FIVE, list_blocks, list_moves
from wuzi.engine.kernels.position import make
from wuzi.engine.kernels.search import evaluate, search
from wuzi.engine.kernels.vcf import black_may_not, find_class, vcf
from wuzi.engine.lines import FOURS
from wuzi.engine.search_threads import MAX_DEPTH, make_shared
from wuzi.engine.tables import make_state, make_tables, make_vcf, set_state, tables_of
from wuzi.engine.weights import Weights
from wuzi.rules import BLACK, Board, Point, Rule

TABLE_WORDS: Final = 1 << 18
"""Two words a position: enough for all moves of a game at a few thousand nodes."""
_GENERATIONS: Final = 64
_LEARNT: Final = ("history", "counter", "killer")
_NONE: Final = 0  # the class of a point where nobody can make anything


@dataclass(frozen=True, slots=True)
class Thought:
    """What the search said: the ``move``, and the ``value`` for the side to move."""

    move: Point
    value: int

    @property
    def proved(self) -> bool:
        """Whether the game is decided."""
        return abs(self.value) >= DECIDED


class Player:
    """Plays both sides of one game after another.

    Every game begins with nothing remembered, so that it follows from its moves alone.

    Parameters
    ----------
    rule : Rule
    size : int
    weights : Weights, optional
        Instead of the shipped ones.

    Examples
    --------
    >>> from wuzi.rules import FREESTYLE, parse_moves, point_name
    >>> player = Player(FREESTYLE, 15)
    >>> player.begin(parse_moves("h8a1i8b1j8a2"))
    >>> thought = player.think(1000)
    >>> point_name(thought.move), thought.proved
    ('k8', True)
    """

    def __init__(self, rule: Rule, size: int, weights: Weights | None = None) -> None:
        self._tables = tables_of(rule) if weights is None else make_tables(rule, weights)
        self._empty = Board(size, rule)
        self._state = make_state(self._empty, self._tables)
        values = settle(None)
        self._control = make_control(values, rule)
        self._window = values["aspiration"]
        self._solver = make_vcf(rule)
        self._hashes = np.zeros(TABLE_WORDS, np.int64)
        self._shared = make_shared(1)
        # Views: a field of a record is looked up anew each time it is named.
        self._root: Any = self._control["root_move"]
        self._count: Any = self._state["count"]

    def begin(self, moves: Sequence[Point]) -> None:
        """Set up a new game that begins with ``moves``, which are legal and end nothing."""
        self._hashes[:] = 0
        self._solver["table"] = 0
        self._control["generation"] = 0
        set_state(self._state, self._empty, self._tables)
        for move in moves:
            make(self._state, self._tables, move)

    @property
    def side(self) -> int:
        """Who is to move."""
        return int(self._state["side"])

    @property
    def drawn(self) -> bool:
        """Whether nobody can win any more: no empty point is on a line that can become five."""
        empties = self._state["empties"]
        count = self._count
        return bool(count[_NONE] == empties and count[16 + _NONE] == empties)

    def push(self, move: Point) -> None:
        """Play a move that ends nothing."""
        make(self._state, self._tables, move)

    def candidates(self) -> list[Point]:
        """The moves worth a search, most promising first; empty if there is no legal one."""
        state, control = self._state, self._control
        own = 16 * (self.side - 1)
        if self._count[16 - own + FIVE] and not self._count[own + FIVE]:
            end = int(list_blocks(state, self._tables, control, 0))
        else:
            end = int(list_moves(state, self._tables, control, 0, 0, 0))
        if not end:
            return self._others()
        order = np.argsort(-control["list_score"][:end], kind="stable")
        return [int(move) for move in control["list_move"][:end][order]]

    def _others(self) -> list[Point]:
        """Whatever may be played at all, near stones first."""
        state = self._state
        points = [int(p) for p in state["point"][: state["points"]] if not state["cell"][p]]
        if self.side == BLACK:
            points = [p for p in points if not black_may_not(state, self._tables, p)]
        return sorted(points, key=lambda p: -state["near"][p])

    def static(self) -> int:
        """The evaluation without any search."""
        return int(evaluate(self._state, self._control))

    def think(self, nodes: int, without: Point = 0) -> Thought | None:
        """Search the position.

        Parameters
        ----------
        nodes : int
            Stones that search and solver may put on the board.
        without : Point, optional
            A move that is left out.

        Returns
        -------
        Thought or None
            ``None`` if there is no legal move.
        """
        state, control = self._state, self._control
        if self._count[16 * (self.side - 1) + FIVE] and not without:
            return Thought(int(find_class(state, self._tables, self.side, FIVE)), WIN - 1)
        for name in _LEARNT:
            control[name] = 0
        moves = [move for move in self.candidates() if move != without]
        if not moves:
            return None
        control["generation"] = (int(control["generation"]) + 1) % _GENERATIONS
        control["aborted"] = 0
        control["root_count"] = len(moves)
        control["node_limit"] = nodes
        self._root[: len(moves)] = moves
        state["pairs"] = 0
        if not without:
            plies = int(vcf(state, self._tables, self._solver, self._shared, FOURS, nodes // 4))
            best = int(self._solver["best"])
            if plies > 0 and best in moves:
                return Thought(best, WIN - plies)
        return self._deepen(moves)

    def _deepen(self, moves: list[Point]) -> Thought:
        control = self._control
        best, value = moves[0], self.static()
        for depth in range(1, MAX_DEPTH + 1):
            found = self._aspire(depth, value)
            aborted = bool(control["aborted"])
            move = int(control["best_move"])
            if aborted:
                found = int(control["best_value"])
                if found <= -DECIDED:  # of moves not searched yet, some may not lose
                    break
            if move:
                best, value = move, found
                at = int(np.flatnonzero(self._root[: len(moves)] == move)[0])
                self._root[1 : at + 1] = self._root[:at].copy()
                self._root[0] = move
            if aborted or abs(value) >= DECIDED:
                break
        return Thought(best, value)

    def _aspire(self, depth: int, guess: int) -> int:
        """The value at ``depth``, first sought near ``guess``, as the engine does."""
        control = self._control
        width = self._window
        low, high = -WIN, WIN
        if depth > 4 and abs(guess) < DECIDED:
            low, high = guess - width, guess + width
        while True:
            control["best_move"] = 0
            value = int(
                search(
                    self._state,
                    self._tables,
                    control,
                    self._solver,
                    self._hashes,
                    self._shared,
                    *map(np.int64, (low, high, depth, 0, 0)),
                )
            )
            if control["aborted"]:
                return value
            width *= 3
            if value <= low and low > -WIN:
                low = max(value - width, -WIN) if value > -DECIDED else -WIN
            elif value >= high and high < WIN:
                high = min(value + width, WIN) if value < DECIDED else WIN
            else:
                return value
