"""A game: a tree of moves with what was said and measured about them.

The first child of a node continues its line; the others are variations. Nothing here
recurses, so that a game of a million moves loads, copies, and goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from wuzi.rules.board import Board
from wuzi.rules.outcome import Outcome
from wuzi.rules.point import BLACK, WHITE, Colour, Move, Point
from wuzi.rules.rule import FREESTYLE, Rule
from wuzi.rules.score import Score


@dataclass(slots=True)
class SetUp:
    """Stones put on or taken off the board at one node, not played.

    Attributes
    ----------
    black, white, empty : tuple of Point
        Points that become black, white, empty.
    turn : Colour or None
        The side to move from here; ``None`` leaves it as it was.
    """

    black: tuple[Point, ...] = ()
    white: tuple[Point, ...] = ()
    empty: tuple[Point, ...] = ()
    turn: Colour | None = None


@dataclass(slots=True)
class Notes:
    """What is known of a node beside its move.

    Attributes
    ----------
    comment : str
    marks : dict of Point to str
        A shape (``"circle"``, ``"square"``, ``"triangle"``, ``"cross"``), or ``"="`` and a
        label to print (``"=A"``).
    time : float or None
        Seconds the move took.
    clock : float or None
        Seconds left to the mover after it.
    score : Score or None
        From the view of the side that made the move.
    depth, nodes : int or None
        Of the search that chose the move.
    glyph : str
        A judgement such as ``"!"``, ``"?"``, ``"!?"``.
    set_up : SetUp or None
        Done before the node's own move, if it has both.
    other : dict of str to list of str
        What a file said in its own words and no field above holds (unknown SGF properties).
    """

    comment: str = ""
    marks: dict[Point, str] = field(default_factory=dict)
    time: float | None = None
    clock: float | None = None
    score: Score | None = None
    depth: int | None = None
    nodes: int | None = None
    glyph: str = ""
    set_up: SetUp | None = None
    other: dict[str, list[str]] = field(default_factory=dict)


_NO_CHILDREN: tuple[Node, ...] = ()


class Node:
    """One position of a game tree, and the move that led to it.

    Attributes
    ----------
    parent : Node or None
    move : Move or None
        ``None`` at the root and at nodes that only set up stones or hold a comment.
    children : sequence of Node
        The main continuation first. Change them by :meth:`add`, :meth:`remove` and
        :meth:`promote`.
    """

    __slots__ = ("_notes", "children", "move", "parent")

    def __init__(self, move: Move | None = None, parent: Node | None = None) -> None:
        self.move = move
        self.parent = parent
        self.children: list[Node] | tuple[Node, ...] = _NO_CHILDREN
        self._notes: Notes | None = None

    @property
    def notes(self) -> Notes:
        """The notes of this node, made when first asked for."""
        if self._notes is None:
            self._notes = Notes()
        return self._notes

    @notes.setter
    def notes(self, notes: Notes) -> None:
        self._notes = notes

    @property
    def has_notes(self) -> bool:
        """Whether anything is noted here."""
        return self._notes is not None and self._notes != Notes()

    def add(self, move: Move | None = None) -> Node:
        """Append a child with ``move`` and return it, even if there is one with that move."""
        child = Node(move, self)
        if isinstance(self.children, tuple):
            self.children = [child]
        else:
            self.children.append(child)
        return child

    def play(self, move: Move) -> Node:
        """The child with ``move``, added as the last variation if there is none."""
        return self.child(move) or self.add(move)

    def child(self, move: Move) -> Node | None:
        """The child with ``move``, if any."""
        return next((child for child in self.children if child.move == move), None)

    def remove(self, child: Node) -> None:
        """Cut ``child`` and all below it off."""
        self.children = [other for other in self.children if other is not child]
        child.parent = None

    def promote(self, child: Node) -> None:
        """Make ``child`` the main continuation."""
        self.children = [child, *(other for other in self.children if other is not child)]

    def path(self) -> list[Node]:
        """The nodes from the root to this one, both included."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def line(self) -> Iterator[Node]:
        """The node itself and its main continuation to the end."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def walk(self) -> Iterator[Node]:
        """The node itself and all below it, each parent before its children, main line first."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


@dataclass(slots=True)
class Player:
    """Who sat at one side of the board.

    Attributes
    ----------
    name : str
        As people read it.
    who : str
        The WHO text that seats the same player again (``"human"``, ``"textbook:greedy"``);
        empty if unknown.
    rating : str
    """

    name: str = ""
    who: str = ""
    rating: str = ""


class Game:
    """A game tree with its rule, players and result.

    Parameters
    ----------
    size : int
    rule : Rule
    rule_known : bool, default True
        False when a file did not say the rule and ``rule`` is only assumed.

    Attributes
    ----------
    root : Node
        Before the first move; a set-up stands in its notes.
    black, white : Player
    outcome : Outcome or None
        How the main line ended; ``None`` if it did not or is not known.
    forbidden_loses : bool
        In renju: whether a forbidden move may be played, and loses.
    tags : dict of str to str
        ``event``, ``round``, ``date`` (ISO), ``place``, ``opening``, ``time_control``,
        ``source`` ... as far as known.

    Examples
    --------
    >>> from wuzi.rules import parse_moves, moves_text
    >>> game = Game()
    >>> for move in parse_moves("h8i9g7"):
    ...     end = game.end.add(move)
    >>> moves_text(game.moves())
    'h8i9g7'
    >>> game.board(end.parent)
    <Board 15x15 freestyle h8i9 black to move>
    """

    __slots__ = (
        "black",
        "forbidden_loses",
        "outcome",
        "root",
        "rule",
        "rule_known",
        "size",
        "tags",
        "white",
    )

    def __init__(self, size: int = 15, rule: Rule = FREESTYLE, *, rule_known: bool = True) -> None:
        self.size = size
        self.rule = rule
        self.rule_known = rule_known
        self.forbidden_loses = False
        self.root = Node()
        self.black = Player()
        self.white = Player()
        self.outcome: Outcome | None = None
        self.tags: dict[str, str] = {}

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """A game of the moves of ``board``, from its set-up if it has one."""
        game = cls(board.size, board.rule)
        game.forbidden_loses = board.forbidden_loses
        black, white = board.set_up_stones(BLACK), board.set_up_stones(WHITE)
        if black or white or board.set_up_turn != BLACK:
            game.root.notes.set_up = SetUp(tuple(black), tuple(white), turn=board.set_up_turn)
        game.extend(board.moves)
        game.outcome = board.outcome
        return game

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        node = self.root
        while node.children:
            node = node.children[0]
        return node

    def extend(self, moves: Iterable[Move]) -> Node:
        """Append moves to the main line; the new end."""
        node = self.end
        for move in moves:
            node = node.add(move)
        return node

    def moves(self, node: Node | None = None) -> list[Move]:
        """The moves from the root to ``node`` (default: the end of the main line)."""
        path = self.root.line() if node is None else node.path()
        return [n.move for n in path if n.move is not None]

    def player(self, colour: Colour) -> Player:
        """Black's or white's player."""
        return self.black if colour == BLACK else self.white

    def board(self, node: Node | None = None) -> Board:
        """The position at ``node`` (default: the end of the main line).

        A set-up on the way starts the board anew: only moves after it can be popped.

        Raises
        ------
        WuziError
            If a move on the way is not allowed or a set-up is contradictory.
        """
        board = Board(self.size, self.rule, forbidden_loses=self.forbidden_loses)
        path = self.root.line() if node is None else node.path()
        for step in path:
            if step._notes is not None and step._notes.set_up is not None:
                board = apply_set_up(board, step._notes.set_up)
            if step.move is not None:
                board.push(step.move)
        return board

    def nodes(self) -> Iterator[Node]:
        """Every node, each parent before its children."""
        return self.root.walk()

    # Pickling flat: the default would recurse once a move.

    def __getstate__(self) -> dict[str, Any]:
        state = {name: getattr(self, name) for name in self.__slots__ if name != "root"}
        index: dict[int, int] = {}
        rows: list[tuple[int, Move | None, Notes | None]] = []
        for node in self.nodes():
            index[id(node)] = len(rows)
            parent = -1 if node.parent is None else index[id(node.parent)]
            rows.append((parent, node.move, node._notes))
        state["nodes"] = rows
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        rows = state.pop("nodes")
        for name, value in state.items():
            setattr(self, name, value)
        nodes: list[Node] = []
        for parent, move, notes in rows:
            node = Node(move) if parent < 0 else nodes[parent].add(move)
            node._notes = notes
            nodes.append(node)
        self.root = nodes[0]

    def __repr__(self) -> str:
        score = "*" if self.outcome is None else self.outcome.score
        return f"<Game {self.size}x{self.size} {self.rule} {len(self.moves())} moves {score}>"


def apply_set_up(board: Board, set_up: SetUp) -> Board:
    """A new board with the stones of ``set_up`` added to and taken off those of ``board``."""
    touched = {*set_up.black, *set_up.white, *set_up.empty}
    return Board.from_stones(
        [*(p for p in board.stones(BLACK) if p not in touched), *set_up.black],
        [*(p for p in board.stones(WHITE) if p not in touched), *set_up.white],
        board.turn if set_up.turn is None else set_up.turn,
        board.size,
        board.rule,
        forbidden_loses=board.forbidden_loses,
    )
