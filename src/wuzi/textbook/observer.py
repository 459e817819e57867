"""Watching a search from outside: what happens at a node, told as it happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from wuzi.rules import Colour, Move


class Observer(Protocol):
    """Told of every step of a search. Values are from the view of the side to move there.

    A search of one depth is ``begin`` and then, for every node in the order visited,
    ``enter`` ... ``leave``, the nodes below it in between. A position that is not searched
    further says why before it leaves: ``leaf``, ``end`` or ``hit``.
    """

    def begin(self, depth: int, turn: Colour) -> None:
        """A search to ``depth`` begins; ``turn`` is to move at its root."""

    def enter(self, ply: int, move: Move | None, alpha: int, beta: int) -> None:
        """A node is entered by ``move`` (``None`` at the root) with that window."""

    def leaf(self, value: int) -> None:
        """The node lies at the horizon and was evaluated."""

    def end(self, value: int) -> None:
        """The game is over here."""

    def hit(self, value: int) -> None:
        """The transposition table knew the value."""

    def cut(self, index: int, skipped: Sequence[Move]) -> None:
        """The move at ``index`` was good enough: the ``skipped`` ones are not looked at."""

    def leave(self, value: int) -> None:
        """The node is finished and worth ``value``."""


class Silent:
    """An observer that does nothing, at next to no cost."""

    __slots__ = ()

    def begin(self, depth: int, turn: Colour) -> None:
        """Do nothing."""

    def enter(self, ply: int, move: Move | None, alpha: int, beta: int) -> None:
        """Do nothing."""

    def leaf(self, value: int) -> None:
        """Do nothing."""

    def end(self, value: int) -> None:
        """Do nothing."""

    def hit(self, value: int) -> None:
        """Do nothing."""

    def cut(self, index: int, skipped: Sequence[Move]) -> None:
        """Do nothing."""

    def leave(self, value: int) -> None:
        """Do nothing."""


SILENT: Final = Silent()
