"""What a thinker is asked and what it says: the seam between every search and every face."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from wuzi.rules import Board, Move, Score

__all__ = ["Info", "Limit", "Score", "Stop", "Thinker"]


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a thinker may think about one move. All limits given hold at once.

    Attributes
    ----------
    time : float or None
        Seconds for this move.
    nodes : int or None
        Positions visited.
    depth : int or None
        Plies.
    clock : float or None
        Seconds left for the rest of the game; may be negative.
    increment : float
        Seconds added to the clock after each move.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: float | None = None
    increment: float = 0.0


@dataclass(frozen=True, slots=True)
class Info:
    """What a search has found out; the last one of a search carries its answer.

    Attributes
    ----------
    pv : tuple of Move
        The principal variation; its first move is what the thinker would play. Empty
        only in the face of a finished game.
    score : Score
        From the view of the side to move.
    depth, selective_depth : int
        Plies searched in full, and the longest line looked at.
    nodes : int
        Positions visited since the search began.
    time : float
        Seconds since the search began.
    line : int
        1 for the best line, 2 for the next when several are analysed.
    counts : mapping of str to int
        Other counters of the search, by name.
    """

    pv: tuple[Move, ...]
    score: Score = Score(0)
    depth: int = 0
    selective_depth: int = 0
    nodes: int = 0
    time: float = 0.0
    line: int = 1
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def move(self) -> Move:
        """The move the thinker would play."""
        return self.pv[0]


class Stop(Protocol):
    """Asks a search to end: a :class:`threading.Event` is one."""

    def is_set(self) -> bool:
        """Whether to end now."""
        ...


class Thinker(Protocol):
    """An algorithm that chooses moves."""

    @property
    def name(self) -> str:
        """As people read it."""
        ...

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """Think about the side to move of ``board`` and yield what is found, best last.

        At least one :class:`Info` is yielded, with a legal move, whatever the limit, if
        the side to move has one; a pass if it has none. The board is left as it was.

        Raises
        ------
        ValueError
            If the game is over.
        """
        ...


class NeverStop:
    """A stop that never comes."""

    def is_set(self) -> bool:
        """Return False."""
        return False


def answer(thinker: Thinker, board: Board, limit: Limit, stop: Stop | None = None) -> Info:
    """The last word of ``thinker``: think to the end of ``limit`` and return the final Info."""
    info = None
    for info in thinker.think(board, limit, stop or NeverStop()):  # noqa: B007
        pass
    assert info is not None, f"{thinker.name} said nothing"
    return info
