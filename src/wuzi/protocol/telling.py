"""What to say to an engine so that it has our position in mind and makes a move."""

from __future__ import annotations

from dataclasses import dataclass

from wuzi.protocol.coordinates import xy_text
from wuzi.rules import BLACK, PASS, WHITE, Board, Colour, Move, Point


@dataclass(frozen=True, slots=True)
class Known:
    """The position that an engine has in mind: black's and white's set-up, the side, moves."""

    set_up: tuple[tuple[Point, ...], tuple[Point, ...], Colour]
    moves: tuple[Move, ...]


def known_after(board: Board, moves: tuple[Move, ...]) -> Known:
    """The position after ``moves`` from the set-up of ``board``."""
    black, white = (tuple(board.set_up_stones(side)) for side in (BLACK, WHITE))
    return Known((black, white, board.set_up_turn), moves)


def move_command(board: Board, known: Known) -> list[str] | None:
    """What brings an engine that knows ``known`` to ``board`` and makes it move.

    ``None`` if it must begin anew.

    Examples
    --------
    >>> from wuzi.rules import parse_position
    >>> fresh = known_after(Board(15), ())
    >>> move_command(Board(15), fresh), move_command(parse_position("h8"), fresh)
    (['BEGIN'], ['TURN 7,7'])
    >>> move_command(parse_position("h8i9"), fresh)
    ['BOARD', '7,7,1', '8,6,2', 'DONE']
    """
    moves = tuple(board.moves)
    now = known_after(board, moves)
    empty = now.set_up == ((), (), BLACK)
    goes_on = now.set_up == known.set_up and moves and known.moves == moves[:-1]
    if goes_on and moves[-1] != PASS:
        return [f"TURN {xy_text(moves[-1], board.size)}"]
    if known.moves:
        return None
    if empty and not moves:
        return ["BEGIN"]
    return board_lines(board)


def board_lines(board: Board) -> list[str]:
    """BOARD with all stones, in the order of play as far as it is known."""
    black, white = (board.set_up_stones(side) for side in (BLACK, WHITE))
    paired = [p for pair in zip(black, white, strict=False) for p in pair]
    stones = [*paired, *black[len(white) :], *white[len(black) :]]
    stones += [move for move in board.moves if move != PASS]
    lines = [f"{xy_text(p, board.size)},{1 if board[p] == board.turn else 2}" for p in stones]
    return ["BOARD", *lines, "DONE"]


def told_by_parity(board: Board) -> bool:
    """Whether the number of stones says rightly who is to move."""
    return board.turn == (WHITE if board.stone_count % 2 else BLACK)
