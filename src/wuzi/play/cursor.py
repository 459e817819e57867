"""A place in a game tree: the node where a game stands, and its board."""

from __future__ import annotations

from collections.abc import Sequence

from wuzi.rules import Board, Game, Move, Node


class Cursor:
    """Walks a game tree move by move and keeps the board in step.

    The way to the cursor is the main line, and what was taken back last is its
    continuation, so that a saved game reads as it was played and :meth:`forward` needs no
    memory. Moves before a set-up cannot be taken back.

    Parameters
    ----------
    game : Game
    node : Node, optional
        Default: the end of the main line.

    Examples
    --------
    >>> from wuzi.rules import parse_point
    >>> cursor = Cursor(Game())
    >>> node = cursor.play(parse_point("h8"))
    >>> cursor.back() is cursor.game.root, cursor.ahead() is node, cursor.forward() is node
    (True, True, True)
    """

    def __init__(self, game: Game, node: Node | None = None) -> None:
        self.game = game
        self.node = game.end if node is None else node
        self.board: Board = game.board(self.node)
        self._aside: Sequence[Node] | None = None
        self._lead_here()

    def play(self, move: Move) -> Node:
        """Make ``move``, along a variation that has it or a new one.

        Raises
        ------
        IllegalMove
            Nothing has changed then.
        """
        self.board.push(move)
        self.take_up()
        child = self.node.play(move)
        self.node.promote(child)
        self.node = child
        return child

    def back(self) -> Node:
        """Take the last move back.

        Raises
        ------
        IllegalMove
            If there is none.
        """
        self.board.pop()
        self.take_up()
        node = self.node
        while node.move is None:  # a comment after the move goes with it
            assert node.parent is not None
            node = node.parent
        assert node.parent is not None
        self.node = node.parent
        return self.node

    def ahead(self) -> Node | None:
        """The node of the next move of the main line, if there is one."""
        node = self.node
        while node.children:
            node = node.children[0]
            if node.move is not None:
                return node
            if node.has_notes and node.notes.set_up is not None:
                return None
        return None

    def forward(self) -> Node | None:
        """Make the next move of the main line again, if there is one."""
        node = self.ahead()
        if node is not None:
            assert node.move is not None
            self.board.push(node.move)
            self.node = node
        return node

    def go(self, node: Node) -> None:
        """Stand at ``node``, any node of the tree, whose line becomes the main line.

        Raises
        ------
        WuziError
            If a move on the way is not allowed. Nothing has changed then.
        """
        self.board = self.game.board(node)
        self.take_up()
        self.node = node
        self._lead_here()

    def _lead_here(self) -> None:
        """Make the way to the cursor the main line."""
        for step in self.node.path()[1:]:
            assert step.parent is not None
            step.parent.promote(step)

    @property
    def has_aside(self) -> bool:
        """Whether the cursor was made the end of the game by :meth:`put_aside`."""
        return self._aside is not None

    def put_aside(self) -> None:
        """Make the cursor the end of the game: hide what was taken back beyond it.

        A game that is resigned here must not be read as if those moves had been played.
        """
        if self._aside is None:
            self._aside, self.node.children = self.node.children, ()

    def take_up(self) -> None:
        """Bring back what :meth:`put_aside` hid; every move of the cursor does so first.

        What was added to the node meanwhile, by somebody who analyses, comes after it.
        """
        if self._aside is not None:
            hidden, self._aside = self._aside, None
            self.node.children = [*hidden, *self.node.children] or ()
