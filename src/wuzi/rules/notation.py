"""Positions as people type them: move strings and set-ups.

* A *move string* is points one after another, black first: ``h8i9g7``. Letters may be
  capitals; blanks, commas and underscores may stand between moves; ``pass`` is a pass. A
  number takes all the digits that follow its letter.
* A *set-up* is ``BLACKS/WHITES``, two such lists of stones in any order: ``h8g7/i9``.
  Either side may be empty. The side to move is given apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from wuzi.errors import N_, IllegalMove, ParseError
from wuzi.rules.board import Board
from wuzi.rules.point import (
    BLACK,
    PASS,
    WHITE,
    Colour,
    Move,
    Point,
    parse_point,
    point_name,
)
from wuzi.rules.rule import FREESTYLE, Rule

_SEPARATORS = " \t\r\n,_"
_TOKEN = re.compile(
    rf"pass(?![0-9])|[a-zA-Z][0-9]+|[^a-zA-Z{_SEPARATORS}]+|[a-zA-Z]", re.IGNORECASE
)


def parse_moves(text: str, size: int = 15) -> list[Move]:
    """The moves of a move string.

    Raises
    ------
    ParseError
        Naming the token, which one it is, and why it is no move. Whether the moves are
        legal one after another is the board's business.

    Examples
    --------
    >>> from wuzi.rules.point import point_name
    >>> [point_name(m) for m in parse_moves("h8i10, pass")]
    ['h8', 'i10', 'pass']
    >>> parse_moves("h8x9")
    Traceback (most recent call last):
    wuzi.errors.ParseError: move 2: x9 is off the board: on 15 lines the points run from a1 to o15
    """
    moves = []
    for number, match in enumerate(_TOKEN.finditer(text), 1):
        token = match[0]
        if token.lower() == "pass":
            moves.append(PASS)
            continue
        try:
            moves.append(parse_point(token, size))
        except ParseError as error:
            raise _numbered(error, number) from None
    return moves


def _numbered(error: ParseError, number: int) -> ParseError:
    templates = {
        "point.malformed": N_(
            "move {number}: '{token}' is not a point: write a column letter and a row number,"
            " such as h8"
        ),
        "point.off_board": N_(
            "move {number}: {token} is off the board: on {size} lines the points run from a1"
            " to {last}"
        ),
    }
    return ParseError(error.id, templates[error.id], number=number, **error.fields)


def moves_text(moves: Iterable[Move]) -> str:
    """A move string: the inverse of :func:`parse_moves`."""
    return "".join(map(point_name, moves))


def parse_colour(text: str) -> Colour:
    """``black``, ``b`` or ``x``; ``white``, ``w`` or ``o``."""
    word = text.strip().lower()
    if word in ("black", "b", "x"):
        return BLACK
    if word in ("white", "w", "o"):
        return WHITE
    raise ParseError(
        "colour.unknown", N_("'{token}' is not a side: write black or white"), token=text[:40]
    )


def _parse_stones(text: str, size: int) -> list[Point]:
    stones = parse_moves(text, size)
    if PASS in stones:
        raise ParseError("set_up.pass", N_("a set-up holds stones only: take 'pass' out"))
    return stones


def parse_position(
    text: str,
    size: int = 15,
    rule: Rule = FREESTYLE,
    turn: Colour | None = None,
    *,
    forbidden_loses: bool = False,
) -> Board:
    """The position that a move string or a set-up describes.

    Parameters
    ----------
    text : str
        ``h8i9g7`` or ``h8g7/i9``; empty for an empty board.
    turn : Colour, optional
        The side to move of a set-up (default: black unless black has more stones). With a
        move string it must agree with the moves.

    Raises
    ------
    ParseError
        If a token is not a point, a stone is there twice, a move of the string is not
        allowed, or ``turn`` contradicts it.

    Examples
    --------
    >>> parse_position("h8g7/i9").turn == WHITE
    True
    """
    if text.count("/") > 1:
        raise ParseError(
            "position.slashes", N_("a set-up has one '/', between black's stones and white's")
        )
    if "/" in text:
        black, white = text.split("/")
        return Board.from_stones(
            _parse_stones(black, size),
            _parse_stones(white, size),
            turn,
            size,
            rule,
            forbidden_loses=forbidden_loses,
        )
    board = Board(size, rule, forbidden_loses=forbidden_loses)
    for number, move in enumerate(parse_moves(text, size), 1):
        try:
            board.push(move)
        except IllegalMove as error:
            raise ParseError(
                "position.illegal",
                N_("move {number} ({point}) cannot be played: {why}"),
                number=number,
                point=point_name(move),
                why=error,
            ) from None
    if turn is not None and turn != board.turn:
        raise not_to_move(turn)
    return board


_OTHER_TO_MOVE = {
    WHITE: N_("after these moves black is to move: write a set-up BLACKS/WHITES to choose"),
    BLACK: N_("after these moves white is to move: write a set-up BLACKS/WHITES to choose"),
}


def not_to_move(side: Colour) -> ParseError:
    """The error of moves after which the other side than ``side`` is to move.

    >>> str(not_to_move(BLACK))
    'after these moves white is to move: write a set-up BLACKS/WHITES to choose'
    """
    return ParseError("position.turn", _OTHER_TO_MOVE[side])


def position_text(board: Board) -> str:
    """The shortest text from which :func:`parse_position` makes this position again.

    A move string when the board was empty at first and black began, else a set-up (its
    side to move is not part of the text).

    >>> position_text(parse_position("H8 I9 g7"))
    'h8i9g7'
    >>> position_text(parse_position("g7h8/i9"))
    'g7h8/i9'
    """
    set_up = board.stone_count > len([m for m in board.moves if m != PASS])
    if set_up or board.set_up_turn == WHITE:
        return f"{moves_text(board.stones(BLACK))}/{moves_text(board.stones(WHITE))}"
    return moves_text(board.moves)
