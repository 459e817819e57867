"""One opening: what it is made of, whether it can be played, and its symmetric forms."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wuzi.errors import N_, ParseError
from wuzi.rules import PASS, SYMMETRIES, Board, Move, Rule, moves_text, transform_moves


@dataclass(frozen=True, slots=True)
class Opening:
    """The first stones of a game, black first.

    Attributes
    ----------
    moves : tuple of Point
        No passes; empty for a game from the empty board.
    size : int
    rule : Rule or None
        The rule it was checked under; ``None`` if it was not.
    name : str
        What its file calls it; may be empty.
    source : str
        Where it comes from, as ``FILE:LINE``.

    Examples
    --------
    >>> from wuzi.rules import parse_moves
    >>> opening = Opening(tuple(parse_moves("h8i9")), 15)
    >>> str(opening), str(opening.transformed(1))
    ('h8i9', 'h8g9')
    """

    moves: tuple[Move, ...]
    size: int = 15
    rule: Rule | None = None
    name: str = ""
    source: str = ""

    def __str__(self) -> str:
        return moves_text(self.moves)

    def board(self, rule: Rule) -> Board:
        """The position to play from.

        Raises
        ------
        ParseError
            If it has a pass or ends the game.
        IllegalMove
            If a stone may not be played by ``rule``.
        """
        if PASS in self.moves:
            raise ParseError(
                "opening.pass", N_("an opening is made of stones only: take 'pass' out")
            )
        board = Board.from_moves(self.moves, self.size, rule)
        if board.outcome is not None:
            raise ParseError("opening.decided", N_("the game is over after these moves"))
        return board

    def checked(self, rule: Rule) -> Opening:
        """The same opening, found playable under ``rule``; raises as :meth:`board` does."""
        self.board(rule)
        return replace(self, rule=rule)

    def transformed(self, symmetry: int) -> Opening:
        """The same opening seen through one of the eight symmetries (see ``wuzi.rules``)."""
        return replace(self, moves=tuple(transform_moves(self.moves, symmetry, self.size)))

    def position(self) -> tuple[int, frozenset[Move], frozenset[Move]]:
        """Size and stones: equal for two orders of the same moves."""
        return self.size, frozenset(self.moves[::2]), frozenset(self.moves[1::2])

    def distinct_symmetries(self) -> list[int]:
        """Symmetries that lead to different positions; fewer than eight if it is symmetric."""
        seen = {self.transformed(s).position(): s for s in reversed(SYMMETRIES)}
        return sorted(seen.values())
