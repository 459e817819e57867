"""What a thinker may offer beyond a move: several lines, part of the board, forced wins."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from wuzi.rules import Board, Move, Point
from wuzi.thinking import Info, Limit, Stop

Goal = Literal["vcf", "vct"]
"""By fours alone, or by fours and quieter threats."""


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """Whether the side to move wins by force.

    Attributes
    ----------
    goal : str
        ``"vcf"`` or ``"vct"``.
    result : str
        ``"win"``, ``"none"`` (there is no such win) or ``"unknown"``.
    line : tuple of Move
        Of a win, the line of longest resistance.
    """

    goal: Goal
    result: Literal["win", "none", "unknown"]
    line: tuple[Move, ...] = ()


@runtime_checkable
class Analysing(Protocol):
    """A thinker that can look at several moves, and leave points out."""

    def analyse(
        self, board: Board, limit: Limit, stop: Stop, *, lines: int, exclude: Collection[Point]
    ) -> Iterator[Info]:
        """Yield what is found about the best ``lines`` moves that are not in ``exclude``.

        A legal point is left outside ``exclude``.
        """
        ...


@runtime_checkable
class Solving(Protocol):
    """A thinker that can look for a forced win."""

    def solve(self, board: Board, goal: Goal, limit: Limit, stop: Stop) -> ForcedWin:
        """Look for a win of the side to move."""
        ...
