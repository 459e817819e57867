"""How a game ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wuzi.rules.point import BLACK, EMPTY, WHITE, Colour, Point


class Reason(StrEnum):
    """Why a game ended. The first four the board itself decides."""

    FIVE = "five"
    FORBIDDEN = "forbidden"
    FULL = "full"
    PASSES = "passes"

    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIME = "time"
    ILLEGAL = "illegal"
    START_UP = "start-up"
    CRASH = "crash"
    GARBAGE = "garbage"
    ADJUDICATION = "adjudication"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game: who won and why.

    Attributes
    ----------
    winner : Colour
        ``BLACK``, ``WHITE``, or ``EMPTY`` for a draw.
    reason : Reason
    points : tuple of Point
        The row that won (all of an overline), or the forbidden point; else empty.
    detail : str
        English words for the record, such as an engine's exit status.

    Examples
    --------
    >>> Outcome(BLACK, Reason.FIVE).score, Outcome(EMPTY, Reason.FULL).score
    ('1-0', '1/2-1/2')
    """

    winner: Colour
    reason: Reason
    points: tuple[Point, ...] = ()
    detail: str = ""

    @property
    def score(self) -> str:
        """``"1-0"`` when black won, ``"0-1"`` when white did, else ``"1/2-1/2"``."""
        return {BLACK: "1-0", WHITE: "0-1"}.get(self.winner, "1/2-1/2")

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return self.winner == EMPTY
