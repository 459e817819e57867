"""The brain's game: the stones that the manager has told of, as a board.

Refusals speak the protocol's coordinates, in English.
"""

from __future__ import annotations

from collections.abc import Sequence

from wuzi.errors import IllegalMove
from wuzi.protocol.coordinates import point_at, xy_text
from wuzi.protocol.wire import parse_xy, quoted
from wuzi.rules import (
    BLACK,
    EMPTY,
    FREESTYLE,
    WHITE,
    Board,
    Colour,
    Point,
    Rule,
    opponent,
)

Stone = tuple[Point, Colour]


class Refusal(Exception):
    """A command cannot be carried out; the text goes behind ERROR."""


def board_of(size: int, rule: Rule, stones: Sequence[Stone], turn: Colour) -> Board:
    """The position with these stones: as moves if they can be read so, else as a set-up.

    Parameters
    ----------
    stones : sequence of (Point, Colour)
        Different points on the board, in the order of play if that is known.
    turn : Colour
        The side to move.
    """
    board = Board(size, rule)
    try:
        for p, colour in stones:
            if colour != board.turn:
                break
            board.push(p)
        if len(board.moves) == len(stones) and board.turn == turn:
            return board
    except IllegalMove:
        pass  # A forbidden point or a five on the way: the manager knows best what is there.
    black, white = ([p for p, c in stones if c == side] for side in (BLACK, WHITE))
    return Board.from_stones(black, white, turn, size, rule)


def parse_stones(
    lines: Sequence[str], size: int, turn: Colour | None
) -> tuple[list[Stone], Colour]:
    """The stones of the lines ``x,y,field`` of a BOARD, and the side to move.

    Parameters
    ----------
    turn : Colour or None
        The side to move, if ``INFO side`` told; else white if the stones are odd in number.
    """
    if turn is None:
        turn = WHITE if len(lines) % 2 else BLACK
    colours = {"1": turn, "2": opponent(turn)}
    stones: dict[Point, Colour] = {}
    for number, line in enumerate(lines, 1):
        at, _, field = line.rpartition(",")
        field = field.strip()
        xy = parse_xy(at)
        if xy is None or field not in ("1", "2", "3"):
            raise Refusal(f"BOARD line {number}: {quoted(line)} is not x,y,1 or x,y,2")
        if field == "3":
            raise Refusal(f"BOARD line {number}: continuous games (field 3) are not played here")
        p = point_at(*xy, size)
        if p is None:
            raise Refusal(f"BOARD line {number}: {quoted(at)} is off the board of {size} lines")
        if p in stones:
            raise Refusal(f"BOARD line {number}: {quoted(at)} holds a stone already")
        stones[p] = colours[field]
    return list(stones.items()), turn


class Position:
    """The game between START and the next START.

    Attributes
    ----------
    board : Board
    """

    def __init__(self, size: int, rule: Rule = FREESTYLE) -> None:
        self.board = Board(size, rule)

    def set_rule(self, rule: Rule) -> None:
        """Judge by another rule from now on."""
        if rule != self.board.rule:
            self._set(self._stones(), self.board.turn, rule)

    def set_stones(self, lines: Sequence[str], turn: Colour | None) -> None:
        """Replace the position by the lines of a BOARD."""
        self._set(*parse_stones(lines, self.board.size, turn))

    def play(self, text: str) -> None:
        """Put the stone that TURN brings, or refuse it and change nothing."""
        p = self.point(text)
        if self.board[p] != EMPTY:
            raise Refusal(f"{quoted(text)} holds a stone already")
        self.refuse_if_over()
        try:
            self.board.push(p)
        except IllegalMove:
            # Black's forbidden point: whether that loses is for the manager to say.
            side = self.board.turn
            self._set([*self._stones(), (p, side)], opponent(side))

    def take_back(self, text: str) -> None:
        """Take the stone there off the board; its side is to move."""
        p = self.point(text)
        if self.board[p] == EMPTY:
            raise Refusal(f"there is no stone on {quoted(text)} to take back")
        if self.board.last == p:
            self.board.pop()
            return
        side = self.board[p]
        self._set([stone for stone in self._stones() if stone[0] != p], side)

    def refuse_if_over(self) -> None:
        """Refuse to go on with a finished game."""
        outcome = self.board.outcome
        if outcome is None:
            return
        how = f"there are {len(outcome.points)} in a row" if outcome.points else "the board is full"
        raise Refusal(f"the game is over: {how}")

    def xy(self, p: Point) -> str:
        """A point as the protocol writes it."""
        return xy_text(p, self.board.size)

    def _stones(self) -> list[Stone]:
        board = self.board
        before = [(p, c) for c in (BLACK, WHITE) for p in board.set_up_stones(c)]
        return before + [(p, board[p]) for p in board.moves]

    def _set(self, stones: Sequence[Stone], turn: Colour, rule: Rule | None = None) -> None:
        self.board = board_of(self.board.size, rule or self.board.rule, stones, turn)

    def point(self, text: str) -> Point:
        """The point that a command names."""
        xy = parse_xy(text)
        if xy is None:
            raise Refusal(f"{quoted(text)} is not x,y")
        p = point_at(*xy, self.board.size)
        if p is None:
            raise Refusal(f"{quoted(text)} is off the board of {self.board.size} lines")
        return p
