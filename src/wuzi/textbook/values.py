"""The scale of values: leaves in the middle, wins and losses far outside.

A leaf is worth what its evaluation says, at most :data:`LEAF_LIMIT` either way. A win is
worth :data:`WIN` less ``bonus`` for every ply from the root to the winning move, so that of
two wins the earlier is the better and of two losses the later. As ``bonus`` times the
longest line is far less than the gap between :data:`LEAF_LIMIT` and :data:`WIN`, one look
at a value tells whether it is a proved result.
"""

from __future__ import annotations

from typing import Final

LEAF_LIMIT: Final = 10**11
"""No evaluation counts for more than this."""
WIN: Final = 10**12
"""A win at the root itself."""
INFINITY: Final = 10**13
"""Outside every value: an open end of the alpha-beta window."""


def is_decided(value: int) -> bool:
    """Whether ``value`` stands for a proved win or loss.

    >>> is_decided(won(3, bonus=1)), is_decided(-won(3, bonus=0)), is_decided(LEAF_LIMIT)
    (True, True, False)
    """
    return abs(value) > LEAF_LIMIT


def won(ply: int, bonus: int) -> int:
    """What a win by the ``ply``-th move from the root is worth to the winner.

    >>> won(1, bonus=1) > won(3, bonus=1), won(1, bonus=0) > won(3, bonus=0)
    (True, False)
    """
    return WIN - bonus * ply


def clamp(value: int) -> int:
    """An evaluation, kept clear of wins and losses whatever score table made it.

    >>> clamp(-12), clamp(10**15) == LEAF_LIMIT
    (-12, True)
    """
    return max(-LEAF_LIMIT, min(LEAF_LIMIT, value))


def from_root_to_node(value: int, ply: int, bonus: int) -> int:
    """Count the plies of a win from the node at ``ply`` instead of from the root.

    The same position may be reached at another distance from the root, by another order
    of moves or in another iteration. What a table remembers must not depend on that.

    >>> from_root_to_node(won(5, bonus=1), ply=3, bonus=1) == won(2, bonus=1)
    True
    >>> from_root_to_node(70, ply=3, bonus=1)
    70
    """
    if not is_decided(value):
        return value
    return value + bonus * ply if value > 0 else value - bonus * ply


def from_node_to_root(value: int, ply: int, bonus: int) -> int:
    """The inverse of :func:`from_root_to_node`, for a node found at ``ply``.

    >>> from_node_to_root(won(2, bonus=1), ply=1, bonus=1) == won(3, bonus=1)
    True
    """
    return from_root_to_node(value, -ply, bonus)
