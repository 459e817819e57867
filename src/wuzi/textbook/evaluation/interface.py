"""What every whole-board evaluation offers a search."""

from __future__ import annotations

from typing import Protocol

from wuzi.rules import Colour, Point


class Evaluation(Protocol):
    """Adds up the shapes of each colour on the whole board.

    An evaluation is made of a grid and told of every stone that comes or goes, *after*
    the grid has changed. What it does then, and what it leaves for :meth:`total`, is
    where the ways differ.
    """

    def placed(self, p: Point, colour: Colour) -> None:
        """A stone of ``colour`` has been placed on ``p``."""
        ...

    def removed(self, p: Point, colour: Colour) -> None:
        """The stone of ``colour`` on ``p`` has been removed."""
        ...

    def total(self, colour: Colour) -> int:
        """The sum of the shapes of ``colour`` on the board, nought or more."""
        ...
