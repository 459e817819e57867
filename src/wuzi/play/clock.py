"""Time: what the players agreed on, and how much of it each has left."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from wuzi.errors import N_, ParseError
from wuzi.rules import BLACK, WHITE, Colour
from wuzi.thinking import Limit

Now = Callable[[], float]
"""A source of time in seconds that only grows, such as :func:`time.monotonic`."""

_NUMBER = r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+"
_CONTROL = re.compile(rf"({_NUMBER})?(?:/({_NUMBER}))?(?:\+({_NUMBER}))?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the players have; all limits given hold at once.

    Attributes
    ----------
    match : float or None
        Seconds for all moves of one player in a game.
    move : float or None
        Seconds for one move.
    increment : float
        Seconds added to what is left of :attr:`match` after each move.

    Examples
    --------
    >>> TimeControl.parse("300/10+2")
    TimeControl(match=300.0, move=10.0, increment=2.0)
    >>> str(TimeControl.parse("/5")), str(TimeControl.parse("none"))
    ('/5', 'none')
    """

    match: float | None = None
    move: float | None = None
    increment: float = 0.0

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read ``match/move+increment`` in seconds; any part may be missing.

        ``none`` or nothing is no limit at all.

        Raises
        ------
        ParseError
            If it is not of that form, a time is zero, or an increment has no match time
            to be added to.
        """
        words = text.strip()
        if words.lower() in ("", "none"):
            return UNLIMITED
        found = _CONTROL.fullmatch(words)
        if found is None:
            raise ParseError(
                "time.malformed",
                N_(
                    "'{token}' is not a time control: write MATCH/MOVE+INCREMENT in seconds,"
                    " such as 300/10+2, 300 or /5"
                ),
                token=text[:40],
            )
        match, move, increment = (None if part is None else float(part) for part in found.groups())
        if match == 0 or move == 0:
            raise ParseError(
                "time.zero",
                N_("the time control '{token}' leaves no time at all: write more than 0 seconds"),
                token=words[:40],
            )
        if increment is not None and match is None:
            raise ParseError(
                "time.increment",
                N_(
                    "the time control '{token}' adds to a match time it does not have:"
                    " write MATCH+INCREMENT, such as 300+2"
                ),
                token=words[:40],
            )
        return cls(match, move, increment or 0.0)

    def limit(self) -> Limit:
        """What a thinker is told of it before the first move."""
        return Limit(time=self.move, clock=self.match, increment=self.increment)

    def __str__(self) -> str:
        if self.match is None and self.move is None:
            return "none"
        match = "" if self.match is None else _seconds(self.match)
        move = "" if self.move is None else f"/{_seconds(self.move)}"
        increment = f"+{_seconds(self.increment)}" if self.increment else ""
        return match + move + increment


def _seconds(value: float) -> str:
    """The shortest plain decimal that is ``value`` again, without an exponent."""
    text = format(Decimal(repr(value)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


UNLIMITED: Final = TimeControl()
"""As long as the players like."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """Seconds of match time left to each side between two moves; ``None`` without a limit."""

    black: float | None
    white: float | None


class Clock:
    """A game's clock: at most one side's time runs.

    Parameters
    ----------
    control : TimeControl, default UNLIMITED
    now : callable, default time.monotonic
        The source of time; tests give one that they move by hand.
    white : TimeControl, optional
        White's, where it is not the same as black's.

    Attributes
    ----------
    controls : dict of Colour to TimeControl

    Examples
    --------
    >>> seconds = 0.0
    >>> clock = Clock(TimeControl.parse("60+2"), now=lambda: seconds)
    >>> clock.start(BLACK)
    >>> seconds = 10.0
    >>> clock.remaining(BLACK), clock.press(), clock.remaining(BLACK)
    (50.0, 10.0, 52.0)
    """

    def __init__(
        self,
        control: TimeControl = UNLIMITED,
        now: Now = time.monotonic,
        *,
        white: TimeControl | None = None,
    ) -> None:
        self.controls: dict[Colour, TimeControl] = {
            BLACK: control,
            WHITE: control if white is None else white,
        }
        self._now = now
        self._left = {colour: own.match for colour, own in self.controls.items()}
        self._mover: Colour | None = None  # whose move `_used` counts for
        self._used = 0.0  # on this move, up to `_since`
        self._since: float | None = None  # when the time began to run; None while it stands

    @property
    def running(self) -> Colour | None:
        """The side whose time runs, if any."""
        return None if self._since is None else self._mover

    def used(self, colour: Colour) -> float:
        """Seconds ``colour`` has spent on the move it is thinking about; 0 if it is not."""
        if colour != self._mover:
            return 0.0
        return self._used + (0.0 if self._since is None else self._now() - self._since)

    def match_left(self, colour: Colour) -> float | None:
        """Seconds of match time left; negative when overdrawn, ``None`` without a limit."""
        left = self._left[colour]
        return None if left is None else left - self.used(colour)

    def remaining(self, colour: Colour) -> float | None:
        """Seconds until the flag of ``colour`` falls: what is left for the move or the match.

        ``None`` without a limit; zero or less once it has fallen.
        """
        move, match = self.controls[colour].move, self.match_left(colour)
        if move is None:
            return match
        move -= self.used(colour)
        return move if match is None else min(move, match)

    def limit(self, colour: Colour) -> Limit:
        """What a thinker may still spend on this move."""
        move = self.controls[colour].move
        return Limit(
            time=None if move is None else max(move - self.used(colour), 0.0),
            clock=self.match_left(colour),
            increment=self.controls[colour].increment,
        )

    def start(self, colour: Colour) -> None:
        """Let the time of ``colour`` run; after a pause it goes on where it stood."""
        if self.running == colour:
            return
        if colour != self._mover:
            self._mover, self._used = colour, 0.0
        self._since = self._now()

    def pause(self) -> None:
        """Stand still and keep what the move has taken so far."""
        if self._since is not None:
            assert self._mover is not None
            self._used = self.used(self._mover)
            self._since = None

    def press(self) -> float:
        """The side on move has moved: stop, add the increment, and return the move's seconds.

        0 if no move was being timed.
        """
        if self._mover is None:
            return 0.0
        self.pause()
        mover, used = self._mover, self._used
        left = self._left[mover]
        if left is not None:
            self._left[mover] = left - used + self.controls[mover].increment
        self._mover, self._used = None, 0.0
        return used

    def full(self) -> ClockState:
        """Both sides' match time before the first move."""
        return ClockState(self.controls[BLACK].match, self.controls[WHITE].match)

    def state(self) -> ClockState:
        """Both sides' match time before the move that is being thought about."""
        return ClockState(self._left[BLACK], self._left[WHITE])

    def restore(self, state: ClockState) -> None:
        """Stand as it stood at ``state``: what was spent since then is forgotten."""
        self._left = {BLACK: state.black, WHITE: state.white}
        self._mover, self._used, self._since = None, 0.0, None

    def reset(self) -> None:
        """Give both sides their full time."""
        self.restore(self.full())
