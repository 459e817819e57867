"""The value of a position."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Score:
    """What a thinker holds a position to be worth, from the view of the side to move.

    Attributes
    ----------
    value : int
        In the thinker's own units, positive when the side to move is better. Of a
        forced win or loss, the value the search used for it.
    win_in : int or None
        Plies to a forced end: positive when the side to move wins, negative when it
        loses, ``None`` when nothing is proved.

    Examples
    --------
    >>> str(Score(120)), str(Score(10**6, win_in=3)), str(-Score(10**6, win_in=3))
    ('+120', '+W3', '-W3')
    """

    value: int
    win_in: int | None = None

    def __neg__(self) -> Score:
        return Score(-self.value, None if self.win_in is None else -self.win_in)

    def __str__(self) -> str:
        if self.win_in is None:
            return f"{self.value:+d}"
        return f"{'+' if self.win_in > 0 else '-'}W{abs(self.win_in)}"
