"""Every line of a game that was read is played through, so that what is kept can be played.

One walk over the tree with one board, pushing and popping; only a set-up begins a new board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wuzi.errors import WuziError
from wuzi.rules import (
    BLACK,
    CARO,
    CARO6,
    EMPTY,
    FREESTYLE,
    STANDARD,
    WHITE,
    Board,
    Colour,
    Game,
    Move,
    Node,
    Outcome,
    Rule,
    SetUp,
    apply_set_up,
)


@dataclass(frozen=True, slots=True)
class Refused:
    """A move or a set-up that the referee did not let pass; it is taken off its node.

    Attributes
    ----------
    node : Node
    move : Move or None
    set_up : SetUp or None
    error : WuziError
        The referee's words.
    """

    node: Node
    move: Move | None
    set_up: SetUp | None
    error: WuziError

    def restore(self) -> None:
        """Put it back on its node."""
        if self.move is not None:
            self.node.move = self.move
        if self.set_up is not None:
            self.node.notes.set_up = self.set_up


def referee(
    game: Game,
    colours: Mapping[Node, Colour] | None = None,
    *,
    first_only: bool = True,
) -> list[Refused]:
    """Play every line of ``game`` and take what is not allowed off the tree.

    If the rule of the game is not known and a line goes on where it ends the game, the
    other rules are tried in turn, and the first is kept by which no line goes on after its
    end: a game with an overline that ended nothing was not freestyle. A rule by which a set-up
    would be over before it began is kept only if no other fits.

    Parameters
    ----------
    colours : mapping of Node to Colour, optional
        The colour of each move, for formats that write it. Where it is not that of the side
        to move, the node gets a set-up of the turn; every set-up gets an explicit turn.
    first_only : bool, default True
        Stop at the first refusal.

    Returns
    -------
    list of Refused
        In the order of :meth:`Game.nodes`; empty if all can be played.
    """
    rules = [game.rule]
    if not game.rule_known:
        rules += [rule for rule in _GUESSES if rule != game.rule]
    fitting: Rule | None = None
    for rule in rules:
        game.rule = rule
        refused, odd = _replay(game, colours, first_only)
        if not any(fault.error.id == "move.over" for fault in refused):
            if not odd:
                return refused
            fitting = fitting or rule
        for fault in refused:
            fault.restore()
    game.rule = fitting or rules[0]
    return _replay(game, colours, first_only)[0]


_GUESSES = (FREESTYLE, STANDARD, CARO6, CARO)


def _replay(
    game: Game, colours: Mapping[Node, Colour] | None, first_only: bool
) -> tuple[list[Refused], bool]:
    """What is refused, and whether a set-up is over before a move."""
    refused: list[Refused] = []
    odd = False
    start = Board(game.size, game.rule, forbidden_loses=game.forbidden_loses)
    stack = [(game.root, start, 0)]
    while stack:
        node, board, ply = stack.pop()
        while len(board.moves) > ply:
            board.pop()
        set_up = node.notes.set_up if node.has_notes else None
        if set_up is not None:
            try:
                board = _set_up(board, node, set_up, colours)
                odd |= board.outcome is not None
            except WuziError as error:
                node.notes.set_up = None
                refused.append(Refused(node, None, set_up, error))
        if node.move is not None:
            try:
                board = _push(board, node, node.move, colours)
            except WuziError as error:
                refused.append(Refused(node, node.move, None, error))
                node.move = None
        if refused and first_only:
            return refused, odd
        ply = len(board.moves)
        for child in reversed(node.children):
            stack.append((child, board, ply))
    return refused, odd


def _push(board: Board, node: Node, move: Move, colours: Mapping[Node, Colour] | None) -> Board:
    """The board on which ``move`` was played: another one if the turn had to be set up."""
    if colours is None or colours[node] == board.turn:
        board.push(move)
        return board
    turned = _turned(board, colours[node])
    turned.push(move)
    if node.notes.set_up is None:
        node.notes.set_up = SetUp()
    node.notes.set_up.turn = colours[node]
    return turned


def _set_up(
    board: Board, node: Node, set_up: SetUp, colours: Mapping[Node, Colour] | None
) -> Board:
    if set_up.black or set_up.white or set_up.empty:
        board = apply_set_up(board, set_up)
        turn = set_up.turn
        if colours is not None and turn is None:
            turn = _turn_after(board, node, colours)
    else:
        turn = set_up.turn
    if turn is None:
        turn = board.turn
    if colours is not None:
        set_up.turn = turn
    return _turned(board, turn)


def _turned(board: Board, turn: Colour) -> Board:
    """What a set-up of the turn alone makes of ``board``."""
    if board.outcome is not None:  # judged anew, as Game.board does
        return apply_set_up(board, SetUp(turn=turn))
    twin = board.copy()
    twin.moves = []
    twin.turn = turn
    return twin


def _turn_after(board: Board, node: Node, colours: Mapping[Node, Colour]) -> Colour:
    """The side to move after a set-up that does not say: the side that then moves.

    If nobody does, black unless black has more stones.
    """
    for step in node.line():
        if step in colours:
            return colours[step]
        if step is not node and step.has_notes and step.notes.set_up is not None:
            break
    black = sum(1 for _ in board.stones(BLACK))
    return WHITE if black > board.stone_count - black else BLACK


def settle(stated: Outcome | None, judged: Outcome | None, rule_known: bool) -> Outcome | None:
    """The outcome of a game, from what its file says and what its last position shows.

    The board knows best, unless its rule is only assumed.

    >>> from wuzi.rules import Reason
    >>> five = Outcome(BLACK, Reason.FIVE)
    >>> settle(Outcome(BLACK, Reason.UNKNOWN), five, rule_known=True).reason
    <Reason.FIVE: 'five'>
    >>> settle(Outcome(WHITE, Reason.UNKNOWN), five, rule_known=False).winner == WHITE
    True
    """
    if judged is None or stated is None:
        return stated or judged
    same = stated.winner == judged.winner or (stated.winner == EMPTY == judged.winner)
    return judged if same or rule_known else stated
