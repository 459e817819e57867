"""The protocol's coordinates: ``x,y`` from the top left corner, both from 0.

They live in this package only; everything else speaks of points.
"""

from __future__ import annotations

from wuzi.rules import Point, col_of, point, row_of


def point_at(x: int, y: int, size: int) -> Point | None:
    """The point in column ``x`` and the ``y``-th row from the top; ``None`` off the board.

    Examples
    --------
    >>> from wuzi.rules import point_name
    >>> point_name(point_at(0, 0, 15)), point_name(point_at(7, 6, 15)), point_at(15, 0, 15)
    ('a15', 'h9', None)
    """
    if 0 <= x < size and 0 <= y < size:
        return point(x, size - 1 - y)
    return None


def xy_of(p: Point, size: int) -> tuple[int, int]:
    """The protocol's coordinates of a point: the inverse of :func:`point_at`."""
    return col_of(p), size - 1 - row_of(p)


def xy_text(p: Point, size: int) -> str:
    """A point as the protocol writes it.

    Examples
    --------
    >>> from wuzi.rules import parse_point
    >>> xy_text(parse_point("h9"), 15)
    '7,6'
    """
    x, y = xy_of(p, size)
    return f"{x},{y}"
