"""The board: stones, the side to move, and the referee's verdict after every move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wuzi.errors import N_, IllegalMove, ParseError
from wuzi.rules.outcome import Outcome, Reason
from wuzi.rules.point import (
    BLACK,
    CELLS,
    COLOUR_NAMES,
    DIRECTIONS,
    EMPTY,
    PASS,
    WALL,
    WHITE,
    Colour,
    Move,
    Point,
    all_points,
    check_size,
    on_board,
    parse_point,
    point_name,
)
from wuzi.rules.renju import Forbidden, forbidden_kind, forbidden_points
from wuzi.rules.rule import FREESTYLE, Rule


class Board:
    """A position and the moves that led to it from an empty board or a set-up.

    Parameters
    ----------
    size : int, default 15
        Lines of the board, 5 to 26.
    rule : Rule, default FREESTYLE
    forbidden_loses : bool, default False
        What becomes of a forbidden move in renju: refused (False), or played and lost.

    Attributes
    ----------
    cells : bytearray
        What each point holds; walls around the board. Read freely, write only by
        :meth:`push` and :meth:`pop`.
    turn : Colour
        The side to move.
    moves : list of Move
        The moves pushed since the set-up.
    outcome : Outcome or None
        Set as soon as the game is over by the rules; ``None`` while it goes on.

    Examples
    --------
    >>> from wuzi.rules import Board, parse_moves, point_name
    >>> board = Board.from_moves(parse_moves("h8a1i8b1j8c1k8d1"))
    >>> board.push(board.point("l8"))
    >>> board.outcome.winner == BLACK, [point_name(p) for p in board.outcome.points]
    (True, ['h8', 'i8', 'j8', 'k8', 'l8'])
    >>> point_name(board.pop()), board.outcome
    ('l8', None)
    """

    __slots__ = (
        "_set_up_turn",
        "cells",
        "empty_count",
        "forbidden_loses",
        "moves",
        "outcome",
        "rule",
        "size",
        "turn",
    )

    def __init__(
        self, size: int = 15, rule: Rule = FREESTYLE, *, forbidden_loses: bool = False
    ) -> None:
        self.size = check_size(size)
        self.rule = rule
        self.forbidden_loses = forbidden_loses
        self.cells = bytearray([WALL]) * CELLS
        for p in all_points(size):
            self.cells[p] = EMPTY
        self.turn: Colour = BLACK
        self.moves: list[Move] = []
        self.empty_count = size * size
        self.outcome: Outcome | None = None
        self._set_up_turn: Colour = BLACK

    @classmethod
    def from_moves(
        cls,
        moves: Iterable[Move],
        size: int = 15,
        rule: Rule = FREESTYLE,
        *,
        forbidden_loses: bool = False,
    ) -> Board:
        """The position after ``moves`` from an empty board, black first.

        Raises
        ------
        IllegalMove
            At the first move that is not allowed.
        """
        board = cls(size, rule, forbidden_loses=forbidden_loses)
        for move in moves:
            board.push(move)
        return board

    @classmethod
    def from_stones(
        cls,
        black: Iterable[Point],
        white: Iterable[Point],
        turn: Colour | None = None,
        size: int = 15,
        rule: Rule = FREESTYLE,
        *,
        forbidden_loses: bool = False,
    ) -> Board:
        """A set-up with any stones.

        Parameters
        ----------
        black, white : iterables of Point
        turn : Colour, optional
            The side to move; by default black unless black has more stones.

        Raises
        ------
        ParseError
            If a stone lies off the board or two lie on the same point.

        Notes
        -----
        A set-up that already shows a five is over. If both sides have one, the side that
        is not to move is taken to have moved last and to have won.
        """
        board = cls(size, rule, forbidden_loses=forbidden_loses)
        counts = [0, 0, 0]
        for colour, stones in ((BLACK, black), (WHITE, white)):
            for p in stones:
                board._set_stone(p, colour)
                counts[colour] += 1
        if turn is None:
            turn = WHITE if counts[BLACK] > counts[WHITE] else BLACK
        board.turn = board._set_up_turn = turn
        board.outcome = board._judge_set_up()
        return board

    def _set_stone(self, p: Point, colour: Colour) -> None:
        if not on_board(p, self.size):
            raise ParseError(
                "set_up.off_board",
                N_("the stone {point} of the set-up is off the board of {size} lines"),
                point=point_name(p),
                size=self.size,
            )
        if self.cells[p] != EMPTY:
            raise ParseError(
                "set_up.twice",
                N_("the set-up puts two stones on {point}"),
                point=point_name(p),
            )
        self.cells[p] = colour
        self.empty_count -= 1

    def _judge_set_up(self) -> Outcome | None:
        for colour in (3 - self.turn, self.turn):
            for p in self.stones(colour):
                row = self._five_through(p, colour)
                if row:
                    return Outcome(colour, Reason.FIVE, row)
        return Outcome(EMPTY, Reason.FULL) if self.empty_count == 0 else None

    # Looking

    def __getitem__(self, p: Point) -> Colour:
        return self.cells[p]

    def point(self, name: str) -> Point:
        """The point of that name on this board (``board.point("h8")``)."""
        return parse_point(name, self.size)

    def stones(self, colour: Colour) -> Iterator[Point]:
        """The points that hold a stone of ``colour`` (or are ``EMPTY``), row by row from ``a1``."""
        cells = self.cells
        return (p for p in all_points(self.size) if cells[p] == colour)

    @property
    def stone_count(self) -> int:
        """Stones on the board."""
        return self.size * self.size - self.empty_count

    @property
    def last(self) -> Move | None:
        """The last move pushed; ``None`` at the set-up."""
        return self.moves[-1] if self.moves else None

    def set_up_stones(self, colour: Colour) -> list[Point]:
        """The stones of ``colour`` that were there before the first move."""
        played = set(self.moves)
        return [p for p in self.stones(colour) if p not in played]

    @property
    def set_up_turn(self) -> Colour:
        """The side to move before the first move."""
        return self._set_up_turn

    # Moving

    def is_legal(self, move: Move) -> bool:
        """Whether :meth:`push` would accept ``move``."""
        return self._refusal(move) is None

    def legal_points(self) -> Iterator[Point]:
        """The points the side to move may play, row by row; none when the game is over.

        A pass is legal too while the game goes on and is not listed. In renju black may
        be left with a pass only.
        """
        if self.outcome is not None:
            return iter(())
        if self._minds_forbidden():
            return (p for p in self.stones(EMPTY) if not forbidden_kind(self.cells, p))
        return self.stones(EMPTY)

    def push(self, move: Move) -> None:
        """Play ``move`` for the side to move and judge the position.

        Raises
        ------
        IllegalMove
            If the game is over, the point is off the board, taken, or forbidden. The
            board is then unchanged.
        """
        refusal = self._refusal(move)
        if refusal is not None:
            raise refusal
        colour = self.turn
        if move == PASS:
            if self.moves and self.moves[-1] == PASS:
                self.outcome = Outcome(EMPTY, Reason.PASSES)
        else:
            self.outcome = self._verdict(move, colour)
            self.cells[move] = colour
            self.empty_count -= 1
        self.moves.append(move)
        self.turn = 3 - colour

    def pop(self) -> Move:
        """Take the last move back and return it.

        Raises
        ------
        IllegalMove
            If there is no move to take back.
        """
        if not self.moves:
            raise IllegalMove("undo.none", N_("there is no move to take back"))
        move = self.moves.pop()
        if move != PASS:
            self.cells[move] = EMPTY
            self.empty_count += 1
        self.turn = 3 - self.turn
        self.outcome = None
        return move

    def _minds_forbidden(self) -> bool:
        return self.rule.forbidden and self.turn == BLACK and not self.forbidden_loses

    def _refusal(self, move: Move) -> IllegalMove | None:
        if self.outcome is not None:
            return IllegalMove(
                "move.over", N_("the game is over: take a move back or start a new one")
            )
        if move == PASS:
            return None
        if not on_board(move, self.size):
            return IllegalMove(
                "move.off_board",
                N_("{point} is off the board of {size} lines"),
                point=point_name(move) if move >= 0 else str(move),
                size=self.size,
            )
        if self.cells[move] != EMPTY:
            return IllegalMove(
                "move.occupied",
                N_("{point} already holds a stone: choose an empty point"),
                point=point_name(move),
            )
        if self._minds_forbidden():
            kind = forbidden_kind(self.cells, move)
            if kind:
                return IllegalMove(
                    "move.forbidden",
                    _FORBIDDEN_TEXT[kind.kind],
                    point=point_name(move),
                    kind=kind.kind,
                )
        return None

    def _verdict(self, p: Point, colour: Colour) -> Outcome | None:
        """What a stone of ``colour`` on the empty point ``p`` decides."""
        row = self._five_through(p, colour)
        if row:
            return Outcome(colour, Reason.FIVE, row)
        if self.rule.forbidden and colour == BLACK and self.forbidden_loses:
            kind = forbidden_kind(self.cells, p)
            if kind:
                return Outcome(WHITE, Reason.FORBIDDEN, (p,), detail=kind.kind)
        return Outcome(EMPTY, Reason.FULL) if self.empty_count == 1 else None

    # Judging

    def _five_through(self, p: Point, colour: Colour) -> tuple[Point, ...]:
        """The winning row that a stone of ``colour`` on ``p`` is or would be part of, or ``()``."""
        cells = self.cells
        for step in DIRECTIONS:
            high = p + step
            while cells[high] == colour:
                high += step
            low = p - step
            while cells[low] == colour:
                low -= step
            length = (high - low) // step - 1
            if length >= 5:
                stopped = cells[high] == 3 - colour == cells[low]
                if self.rule.wins(colour, length, stopped):
                    return tuple(range(low + step, high, step))
        return ()

    def wins_at(self, p: Point, colour: Colour) -> bool:
        """Whether a stone of ``colour`` on the empty point ``p`` would win by a row.

        Takes constant time: only the rows through ``p`` are walked.
        """
        return bool(self._five_through(p, colour))

    def forbidden_kind(self, p: Point) -> Forbidden:
        """Why black may not play ``p``; falsy if he may, or if the rule forbids nothing."""
        if not self.rule.forbidden or self.cells[p] != EMPTY:
            return Forbidden.NONE
        return forbidden_kind(self.cells, p)

    def forbidden_points(self) -> dict[Point, Forbidden]:
        """Black's forbidden points with their kinds, whoever is to move; empty but in renju."""
        return forbidden_points(self.cells, self.size) if self.rule.forbidden else {}

    # Copying and comparing

    def copy(self) -> Board:
        """An independent board in the same state, moves included."""
        twin = Board.__new__(type(self))
        for name in Board.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.cells = self.cells[:]
        twin.moves = self.moves[:]
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Board.__slots__)

    __hash__ = None  # type: ignore[assignment]  # boards change; hash their setup_text instead

    def __repr__(self) -> str:
        moves = "".join(map(point_name, self.moves))
        turn = COLOUR_NAMES[self.turn]
        return f"<Board {self.size}x{self.size} {self.rule} {moves or '-'} {turn} to move>"

    def __str__(self) -> str:
        """A plain drawing, row 1 at the bottom: ``X`` black, ``O`` white."""
        rows = []
        for row in range(self.size - 1, -1, -1):
            start = all_points(self.size)[row * self.size]
            line = self.cells[start : start + self.size]
            rows.append(f"{row + 1:2d} " + " ".join(".XO"[cell] for cell in line))
        rows.append("   " + " ".join(chr(ord("a") + col) for col in range(self.size)))
        return "\n".join(rows)


_FORBIDDEN_TEXT = {
    "double_four": N_("{point} is a double-four, forbidden for black in renju"),
    "double_three": N_("{point} is a double-three, forbidden for black in renju"),
    "overline": N_("{point} is an overline, forbidden for black in renju"),
}
