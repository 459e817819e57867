"""Stamps: a small picture is painted once and then copied, which is many times faster.

Whatever lies on a single point (a stone, its shadow, a number, a mark) goes through
:meth:`Stamps.put`. :data:`DIRECT` keeps nothing and draws every time, as vector graphics need.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import ceil
from typing import Final

from qtpy.QtCore import QPointF
from qtpy.QtGui import QImage, QPainter

Draw = Callable[[QPainter, QPointF], None]
"""Draws something around a place."""

_REACH: Final = 0.66
"""From the middle of a stamp to its edges, in cells."""
_MOST: Final = 300
"""Stamps kept; when there are more, all are forgotten."""


class Stamps:
    """Puts things onto points; this one draws them each time."""

    def put(self, painter: QPainter, at: QPointF, what: Hashable, draw: Draw) -> None:
        """Put ``what`` onto a place; ``draw`` can draw it."""
        draw(painter, at)


DIRECT: Final = Stamps()
"""Draws, and keeps nothing."""


class KeptStamps(Stamps):
    """Copies pictures of what it has drawn before.

    Parameters
    ----------
    cell : int
        Device pixels from line to line.
    middle : float
        From a line's first pixel to its middle, so that a stamp is drawn as it will lie.
    """

    def __init__(self, cell: int, middle: float) -> None:
        self._reach = ceil(_REACH * cell) + 1
        self._middle = middle % 1
        self._kept: dict[Hashable, QImage] = {}

    def put(self, painter: QPainter, at: QPointF, what: Hashable, draw: Draw) -> None:
        """Copy ``what`` to a place in the middle of lines, drawing it first if it is new."""
        picture = self._kept.get(what)
        if picture is None:
            picture = self._draw(draw)
            if len(self._kept) >= _MOST:
                self._kept.clear()
            self._kept[what] = picture
        left = round(at.x() - self._middle) - self._reach
        painter.drawImage(left, round(at.y() - self._middle) - self._reach, picture)

    def _draw(self, draw: Draw) -> QImage:
        side = 2 * self._reach + 1
        picture = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(0)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter, QPointF(self._reach + self._middle, self._reach + self._middle))
        painter.end()
        return picture
