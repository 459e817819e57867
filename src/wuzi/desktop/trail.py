"""The line of a game that is looked at, and where on it one looks."""

from __future__ import annotations

from wuzi.rules import Board, Game, Node


class Trail:
    """A place in a game tree for somebody who only looks.

    What was looked at stays the way ahead: back and forward again leads to the same
    variation, as long as no other was entered.

    Parameters
    ----------
    game : Game
    node : Node

    Attributes
    ----------
    node : Node
        The place.
    board : Board
        Its position; another object after each step.

    Examples
    --------
    >>> from wuzi.rules import parse_moves
    >>> game = Game()
    >>> end = game.extend(parse_moves("h8i9"))
    >>> trail = Trail(game, end)
    >>> trail.go(trail.at(-2))
    >>> trail.node is game.root, trail.at(5) is end
    (True, True)
    """

    def __init__(self, game: Game, node: Node) -> None:
        self._game = game
        self.node = node
        self.board: Board = game.board(node)
        self.refresh()

    def refresh(self) -> None:
        """Look at the tree anew: children were added, removed or put in another order."""
        self._line = [*self.node.path(), *list(self.node.line())[1:]]
        self._places = {id(node): place for place, node in enumerate(self._line)}

    def go(self, node: Node) -> None:
        """Look at ``node``.

        Raises
        ------
        WuziError
            If a move on the way is not allowed; the place is the same then.
        """
        self.board = self._board_of(node)
        self.node = node
        if id(node) not in self._places:
            self.refresh()

    def _board_of(self, node: Node) -> Board:
        """The position at ``node``; a step ahead costs no replay of the game."""
        plain = node.move is not None and not (node.has_notes and node.notes.set_up is not None)
        if node.parent is not self.node or not plain:
            return self._game.board(node)
        board = self.board.copy()
        assert node.move is not None
        board.push(node.move)
        return board

    def at(self, plies: int) -> Node:
        """The node ``plies`` nodes ahead (before, if negative), as far as the line goes."""
        place = self._places[id(self.node)] + plies
        return self._line[min(max(place, 0), len(self._line) - 1)]

    @property
    def first(self) -> Node:
        """The first node of the line."""
        return self._line[0]

    @property
    def last(self) -> Node:
        """The last node of the line."""
        return self._line[-1]

    @property
    def place(self) -> int:
        """How many nodes of the line come before this one."""
        return self._places[id(self.node)]
