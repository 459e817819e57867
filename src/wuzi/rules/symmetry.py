"""The eight symmetries of the board, and the canonical one of eight equal positions.

Symmetry ``s`` (0 to 7) first mirrors left and right if ``s & 4``, then turns the board
``s & 3`` times by a quarter, counter-clockwise. 0 is the identity.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Final

from wuzi.rules.board import Board
from wuzi.rules.game import Game, Node, Notes, SetUp
from wuzi.rules.point import (
    BLACK,
    CELLS,
    PASS,
    WHITE,
    Move,
    all_points,
    col_of,
    point,
    row_of,
)

SYMMETRIES: Final = tuple(range(8))
SYMMETRY_NAMES: Final = (
    "identity",
    "quarter turn",
    "half turn",
    "three-quarter turn",
    "mirror",
    "mirror and quarter turn",
    "mirror and half turn",
    "mirror and three-quarter turn",
)


def transform(move: Move, symmetry: int, size: int) -> Move:
    """Where ``symmetry`` takes a point of a board of ``size`` lines; a pass stays a pass.

    >>> from wuzi.rules.point import parse_point, point_name
    >>> [point_name(transform(parse_point("c1"), s, 15)) for s in SYMMETRIES]
    ['c1', 'o3', 'm15', 'a13', 'm1', 'o13', 'c15', 'a3']
    """
    return move if move == PASS else transform_table(symmetry, size)[move]


@cache
def transform_table(symmetry: int, size: int) -> tuple[Move, ...]:
    """``table[p]`` is where ``p`` goes; entries off the board mean nothing."""
    table = [0] * CELLS
    for p in all_points(size):
        col, row = col_of(p), row_of(p)
        if symmetry & 4:
            col = size - 1 - col
        for _ in range(symmetry & 3):
            col, row = size - 1 - row, col
        table[p] = point(col, row)
    return tuple(table)


def inverse(symmetry: int) -> int:
    """The symmetry that undoes ``symmetry``: a mirror undoes itself.

    >>> [inverse(s) for s in SYMMETRIES]
    [0, 3, 2, 1, 4, 5, 6, 7]
    """
    return symmetry if symmetry & 4 else -symmetry & 3


def transform_moves(moves: Iterable[Move], symmetry: int, size: int) -> list[Move]:
    """Every move of a list, transformed."""
    return [transform(move, symmetry, size) for move in moves]


def transform_board(board: Board, symmetry: int) -> Board:
    """The same position seen through ``symmetry``, its moves included."""
    size = board.size
    twin = Board.from_stones(
        transform_moves(board.set_up_stones(BLACK), symmetry, size),
        transform_moves(board.set_up_stones(WHITE), symmetry, size),
        board.set_up_turn,
        size,
        board.rule,
        forbidden_loses=board.forbidden_loses,
    )
    for move in board.moves:
        twin.push(transform(move, symmetry, size))
    return twin


def transform_game(game: Game, symmetry: int) -> tuple[Game, dict[int, Node]]:
    """The same game seen through ``symmetry``: moves, set-ups, marks, result and all.

    Returns
    -------
    twin : Game
        It shares nothing with ``game`` that could change.
    nodes : dict of int to Node
        The node of ``twin`` for the ``id`` of each node of ``game``.

    Notes
    -----
    What a file said in its own words (``Notes.other``) is kept as it is.
    """
    size = game.size
    twin = Game(size, game.rule, rule_known=game.rule_known)
    twin.forbidden_loses = game.forbidden_loses
    twin.black, twin.white = replace(game.black), replace(game.white)
    twin.tags = dict(game.tags)
    if game.outcome is not None:
        points = tuple(transform_moves(game.outcome.points, symmetry, size))
        twin.outcome = replace(game.outcome, points=points)
    nodes = {id(game.root): twin.root}
    for node in game.nodes():
        if node.parent is not None:
            move = None if node.move is None else transform(node.move, symmetry, size)
            nodes[id(node)] = nodes[id(node.parent)].add(move)
        if node.has_notes:
            nodes[id(node)].notes = _transform_notes(node.notes, symmetry, size)
    return twin, nodes


def _transform_notes(notes: Notes, symmetry: int, size: int) -> Notes:
    set_up = notes.set_up
    if set_up is not None:
        set_up = SetUp(
            tuple(transform_moves(set_up.black, symmetry, size)),
            tuple(transform_moves(set_up.white, symmetry, size)),
            tuple(transform_moves(set_up.empty, symmetry, size)),
            set_up.turn,
        )
    marks = {transform(p, symmetry, size): shape for p, shape in notes.marks.items()}
    other = {key: list(values) for key, values in notes.other.items()}
    return replace(notes, set_up=set_up, marks=marks, other=other)


def canonical(board: Board) -> tuple[bytes, int]:
    """A key shared by the eight symmetric forms of a position, and by no other.

    Returns
    -------
    key : bytes
        Rule, size, side to move and stones, of the symmetry that sorts first.
    symmetry : int
        The symmetry that takes ``board`` to that form.

    Notes
    -----
    How the position came about (order of moves, passes) is not part of it.
    """
    size = board.size
    points = all_points(size)
    cells = board.cells
    stones, symmetry = min(
        (bytes(cells[table[p]] for p in points), inverse(s))
        for s in SYMMETRIES
        for table in (transform_table(s, size),)
    )
    head = f"{board.rule.name}:{size}:{board.turn}:".encode()
    return head + stones, symmetry
