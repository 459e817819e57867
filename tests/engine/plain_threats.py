"""Positions without any win by force, told the plain way: the referee and exhaustive search.

:func:`wins_by_fours` tries every four and every reply, as ``fours.py`` does, but looks for
them in the windows of five cells where alone they can be. :func:`no_win_by_threats` tries
every move of the attacker that is a four or a threat (after a pass he would win by fours),
and shows for each one reply that spoils it. It shares nothing with the engine but the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from wuzi.rules import (
    BLACK,
    DIRECTIONS,
    EMPTY,
    PASS,
    WHITE,
    Board,
    Colour,
    Point,
    all_points,
    on_board,
)

REACH = 5


class GivenUp(Exception):
    """There was more to search than was allowed."""


@lru_cache(maxsize=32)
def windows(size: int) -> dict[Point, list[slice]]:
    """For every point the windows of five cells that hold it."""
    found: dict[Point, list[slice]] = {p: [] for p in all_points(size)}
    for window in all_windows(size):
        for p in range(window.start, window.stop, window.step):
            found[p].append(window)
    return found


@lru_cache(maxsize=32)
def all_windows(size: int) -> list[slice]:
    """Every window of five cells on the board."""
    return [
        slice(p, p + 4 * step + 1, step)
        for p in all_points(size)
        for step in DIRECTIONS
        if all(on_board(p + at * step, size) for at in range(5))
    ]


def empties(board: Board, window: slice) -> list[Point]:
    """The empty points of a window."""
    return [p for p in range(window.start, window.stop, window.step) if not board.cells[p]]


def by_stones(board: Board, looked_at: Iterable[slice]) -> list[list[set[Point]]]:
    """The empty points of the windows with stones of one colour: by colour, then by stones."""
    cells = board.cells
    found: list[list[set[Point]]] = [[set() for _ in range(6)] for _ in range(3)]
    for window in looked_at:
        row = cells[window]
        empty = row.count(EMPTY)
        if empty < 4:
            for colour in (BLACK, WHITE):
                if row.count(colour) == 5 - empty:
                    found[colour][5 - empty].update(empties(board, window))
    return found


def fives(board: Board, colour: Colour, near: Point | None = None) -> list[Point]:
    """Where the colour would make a five now; those with its stone on ``near`` if that is given."""
    looked_at = all_windows(board.size) if near is None else windows(board.size)[near]
    points = by_stones(board, looked_at)[colour][4]
    return sorted(p for p in points if board.wins_at(p, colour))


def around(p: Point) -> set[Point]:
    """The points within reach on the four lines, and some beyond the board's edge."""
    return {p + at * step for step in DIRECTIONS for at in range(-REACH, REACH + 1)}


def parries(board: Board, threatened: list[Point]) -> list[Point]:
    """The replies after which the opponent has no five any more.

    One stone on the point of a five stops it. In caro one beside the row may, too.
    """
    candidates = {threatened[0]}
    if board.rule.needs_open_end:
        candidates |= around(threatened[0])
    return [r for r in sorted(candidates) if _parries(board, r, threatened)]


def _parries(board: Board, r: Point, threatened: list[Point]) -> bool:
    if not board.is_legal(r):
        return False
    board.push(r)
    attacker = board.turn
    stopped = not any(board.cells[q] == EMPTY and board.wins_at(q, attacker) for q in threatened)
    board.pop()
    return stopped


class Fours:
    """Exhaustive search of fours that remembers what it found.

    Parameters
    ----------
    budget : int
        Positions that may be looked at.

    Attributes
    ----------
    read : set of Point
        Where one more stone of the attacker might have made a difference to a search that
        found nothing: in renju, where a stone may forbid and allow, that is not known.
    """

    def __init__(self, budget: int) -> None:
        self.left = budget
        self.known: dict[bytes, bool] = {}
        self.read: set[Point] = set()

    def spend(self) -> None:
        """Count a position."""
        self.left -= 1
        if self.left < 0:
            raise GivenUp

    def wins(self, board: Board) -> bool:
        """Whether the side to move wins by fours, whatever the replies."""
        key = bytes(board.cells) + bytes([board.turn])
        if key not in self.known:
            self.spend()
            self.known[key] = self._search(board)
        return self.known[key]

    def _search(self, board: Board) -> bool:
        attacker, defender = board.turn, 3 - board.turn
        found = by_stones(board, all_windows(board.size))
        if any(board.wins_at(p, attacker) for p in found[attacker][4]):
            return True
        danger = [p for p in found[defender][4] if board.wins_at(p, defender)]
        moves = found[attacker][3]
        self.read |= moves | found[attacker][2]
        for q in danger:
            self.read |= around(q) if board.rule.needs_open_end else {q}
        return any(board.is_legal(p) and self._is_won_by(board, p, danger) for p in sorted(moves))

    def _is_won_by(self, board: Board, p: Point, danger: list[Point]) -> bool:
        attacker = board.turn
        board.push(p)
        try:
            if board.outcome is not None or loses_at_once(board, danger):
                return False
            threatened = fives(board, attacker, p)
            if not threatened:
                return False
            replies = parries(board, threatened)
            self.read.update(replies)
            return all(self._wins_after(board, r) for r in replies)
        finally:
            board.pop()

    def _wins_after(self, board: Board, r: Point) -> bool:
        board.push(r)
        won = board.outcome is None and self.wins(board)
        board.pop()
        return won


def loses_at_once(board: Board, danger: list[Point]) -> bool:
    """Whether the side to move makes one of the fives that were there before."""
    return any(board.cells[q] == EMPTY and board.wins_at(q, board.turn) for q in danger)


def wins_by_fours(board: Board, budget: int = 100_000) -> bool:
    """Whether the side to move wins by fours.

    Raises
    ------
    GivenUp
        If more positions would have to be looked at.
    """
    return Fours(budget).wins(board.copy())


class Threats:
    """Exhaustive search of the attacker's fours and threats, for positions of no win."""

    def __init__(self, budget: int) -> None:
        self.fours = Fours(budget)
        self.known: dict[bytes, bool] = {}

    def none(self, board: Board) -> bool:
        """Whether it is proved that the side to move has no win by fours and threats."""
        key = bytes(board.cells)
        if key not in self.known:
            self.known[key] = self._none(board)
        return self.known[key]

    def _none(self, board: Board) -> bool:
        fours = Fours(self.fours.left)  # it remembers nothing, so that it notes all it reads
        won = fours.wins(board)
        self.fours.left = fours.left
        if won:
            return False
        danger = fives(board, 3 - board.turn)
        points = list(board.legal_points())
        if not board.rule.forbidden:
            points = [p for p in points if p in fours.read]
        return all(self._fails(board, p, danger) for p in points)

    def _fails(self, board: Board, p: Point, danger: list[Point]) -> bool:
        attacker = board.turn
        board.push(p)
        try:
            if board.outcome is not None or loses_at_once(board, danger):
                return True
            threatened = fives(board, attacker, p)
            if threatened:
                return any(self._none_after(board, r) for r in parries(board, threatened))
            return self._is_no_threat(board) or self._is_spoilt(board)
        finally:
            board.pop()

    def _is_no_threat(self, board: Board) -> bool:
        """Whether the attacker has no win by fours if the defender passes now."""
        board.push(PASS)
        wins = self.fours.wins(board)
        board.pop()
        return not wins

    def _is_spoilt(self, board: Board) -> bool:
        """Whether a reply is found after which the attacker has nothing."""
        if self.fours.wins(board):  # the defender's own fours come first
            return True
        last, attacker = board.last, 3 - board.turn
        assert last is not None
        near = by_stones(board, windows(board.size)[last])[attacker]
        own = by_stones(board, all_windows(board.size))[board.turn][3]
        replies = [*sorted(near[3]), *sorted(near[2] - near[3])]
        replies += sorted(own.difference(replies))
        return any(board.is_legal(r) and self._none_after(board, r) for r in replies)

    def _none_after(self, board: Board, r: Point) -> bool:
        self.fours.spend()
        board.push(r)
        spoilt = board.outcome is not None or self.none(board)
        board.pop()
        return spoilt


def no_win_by_threats(board: Board, budget: int = 20_000) -> bool:
    """Whether it is proved that the side to move wins neither by fours nor by threats.

    Raises
    ------
    GivenUp
        If more positions would have to be looked at.
    """
    return Threats(budget).none(board.copy())
