"""What an archive tells of its games without opening them, and what it can be asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal

from wuzi.rules import BLACK, EMPTY, WHITE, Colour, Player, Reason

RESULTS: Final = {"1-0": BLACK, "0-1": WHITE, "1/2-1/2": EMPTY}
"""Winners by the word for the result."""

FAILURES: Final = (Reason.START_UP, Reason.CRASH, Reason.GARBAGE, Reason.ILLEGAL)
"""What only a program does: a game that ended so says nothing of who plays better."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A kept game, as a list shows it.

    Attributes
    ----------
    id : int
    began, changed : datetime
        When it was kept first and last, in UTC.
    rule : str
        A name of :data:`wuzi.rules.RULES`.
    size : int
    black, white : Player
        Name and WHO text.
    winner : Colour or None
        ``EMPTY`` for a draw; ``None`` while it is not finished.
    reason : str
        Of the result, as :class:`wuzi.rules.Reason` calls it; empty without one.
    moves : int
        Of its main line.
    state : {"over", "left", "playing", "cut off"}
        ``left``: unfinished, on purpose; ``playing``: under way now, in this program or
        another; ``cut off``: the program in which it was under way has died.
    """

    id: int
    began: datetime
    changed: datetime
    rule: str
    size: int
    black: Player
    white: Player
    winner: Colour | None
    reason: str
    moves: int
    state: Literal["over", "left", "playing", "cut off"]

    @property
    def score(self) -> str:
        """``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` of an unfinished game."""
        return next((word for word, who in RESULTS.items() if who == self.winner), "*")


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games are wanted; all that is given must hold.

    Attributes
    ----------
    text : str
        Part of a player's name or WHO text; capitals do not matter.
    rule : str
        A name of :data:`wuzi.rules.RULES`.
    size : int or None
    finished : bool or None
        Whether it has a result.
    winner : Colour or None
        ``EMPTY`` asks for draws.
    opponent : str or None
        The WHO text (or, without one, the name) of whom a human played.
    colour : Colour or None
        That the human had.

    Examples
    --------
    >>> Filters(text="level:3", finished=True).sql()[1]
    ['%level:3%', '%level:3%', '%level:3%', '%level:3%']
    """

    text: str = ""
    rule: str = ""
    size: int | None = None
    finished: bool | None = None
    winner: Colour | None = None
    opponent: str | None = None
    colour: Colour | None = None

    def sql(self) -> tuple[str, list[Any]]:
        """A condition for ``WHERE``, and the values of its question marks."""
        words: list[str] = ["1"]
        values: list[Any] = []

        def want(condition: str, *given: Any) -> None:
            words.append(condition)
            values.extend(given)

        if self.text:
            text = re.sub(r"([\\%_])", r"\\\1", self.text)
            fields = ("black_name", "black_who", "white_name", "white_who")
            either = " OR ".join(f"{field} LIKE ? ESCAPE '\\'" for field in fields)
            want(f"({either})", *[f"%{text}%"] * 4)
        if self.rule:
            want("rule = ?", self.rule)
        if self.size is not None:
            want("size = ?", self.size)
        if self.finished is not None:
            want(f"result IS {'NOT' if self.finished else ''} NULL")
        if self.winner is not None:
            want("result = ?", next(word for word, who in RESULTS.items() if who == self.winner))
        if self.opponent is not None:
            want(f"{ONE_HUMAN} AND {OPPONENT} = ?", self.opponent)
        if self.colour is not None:
            want("black_who = 'human'" if self.colour == BLACK else "white_who = 'human'")
        return " AND ".join(words), values


ANY: Final = Filters()

ONE_HUMAN: Final = "(black_who = 'human') <> (white_who = 'human')"
_OTHER: Final = "CASE WHEN black_who = 'human' THEN {white} ELSE {black} END"
OPPONENT: Final = _OTHER.format(
    white="coalesce(nullif(white_who, ''), white_name)",
    black="coalesce(nullif(black_who, ''), black_name)",
)
OPPONENT_NAME: Final = _OTHER.format(white="white_name", black="black_name")


@dataclass(frozen=True, slots=True)
class Tally:
    """How the human fared against one opponent with one colour.

    Attributes
    ----------
    opponent : str
        WHO text, or the name of one who has none.
    name : str
        What the opponent was called last.
    colour : Colour
        Of the human.
    wins, draws, losses : int
        Of the human.
    last : datetime
        When the last of these games was kept, in UTC.
    """

    opponent: str
    name: str
    colour: Colour
    wins: int
    draws: int
    losses: int
    last: datetime

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def level(self) -> int | None:
        """The number of the level that played, if one did."""
        kind, colon, number = self.opponent.partition(":")
        return int(number) if colon and kind == "level" and number.isdecimal() else None


def moment(seconds: float) -> datetime:
    """The time so many seconds after 1970 began, in UTC."""
    return datetime.fromtimestamp(seconds, UTC)
