"""Who sits at the board: what a seat is asked, and what it may answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from wuzi.play.clock import UNLIMITED, TimeControl
from wuzi.rules import Board, Colour, Move
from wuzi.thinking import Info, Limit

_NO_LIMIT: Final = Limit()


@dataclass(frozen=True, slots=True)
class State:
    """What a seat is asked about.

    Attributes
    ----------
    board : Board
        A copy: the seat may push and pop. Its side to move is the seat's colour.
    limit : Limit
        What the seat may spend on this move.
    allowed : float or None
        Seconds after which the move comes too late, the margin for engines included;
        ``None`` to wait for ever.
    generation : int
        Grows with every change of the game; an answer to an older one is dropped.
    game : int
        Another number for every game, also between sessions: a seat that keeps an engine
        tells it of a new game when this changes.
    control : TimeControl
        What the game began with for this seat.
    draw_offered_by : Colour or None
    """

    board: Board
    limit: Limit = _NO_LIMIT
    allowed: float | None = None
    generation: int = 0
    game: int = 0
    control: TimeControl = UNLIMITED
    draw_offered_by: Colour | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A move, what the search behind it found, and the seconds it took by the seat's count.

    ``elapsed`` counts for the record where no clock runs; ``offers_draw`` offers one
    together with the move.
    """

    move: Move
    info: Info | None = None
    elapsed: float | None = None
    offers_draw: bool = False


@dataclass(frozen=True, slots=True)
class Resign:
    """The seat gives the game up."""


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """The seat takes the draw that was offered to it, instead of a move."""


Choice = Play | Resign | AcceptDraw
"""What a seat answers when it is its turn."""


class Seat(Protocol):
    """One side of the board.

    Attributes
    ----------
    name : str
        As people read it.
    who : str
        The WHO text that seats the same player again; empty if there is none.
    is_human : bool
        Whether moves are offered to the session from outside, by a person.
    on_line : callable or None
        Set by the session: takes each line that an engine says beside its moves.
    on_info : callable or None
        Set by the session: takes what an engine finds out while it thinks.
    """

    name: str
    who: str
    is_human: bool
    on_line: Callable[[str], None] | None
    on_info: Callable[[Info], None] | None

    async def ready(self, state: State) -> None:
        """Get ready to be asked; the clock does not run yet. At once if ready already."""
        ...

    async def choose(self, state: State) -> Choice:
        """Choose for the side to move. A cancelled choice leaves the seat usable.

        Raises
        ------
        EngineError
            If the engine in the seat fails: the session makes it the result of the game.
        """
        ...

    async def move_now(self) -> None:
        """Hurry the choice that is being made, if the seat can be hurried; do not wait for it."""
        ...

    def answers_draw(self, board: Board, colour: Colour) -> bool | None:
        """Whether the seat, playing ``colour``, takes a draw now; ``None`` when a person decides.

        A person answers by ``Session.accept_draw`` or ``decline_draw``.
        """
        ...

    async def close(self) -> None:
        """Leave for good; an engine process is gone when this returns."""
        ...


class HumanSeat:
    """A person, who moves by ``Session.offer`` and may take all the time the clock gives.

    Parameters
    ----------
    name : str, default ""
    who : str, default "human"
    """

    is_human = True

    def __init__(self, name: str = "", who: str = "human") -> None:
        self.name = name
        self.who = who
        self.on_line: Callable[[str], None] | None = None
        self.on_info: Callable[[Info], None] | None = None

    async def ready(self, state: State) -> None:
        """People always are."""

    async def choose(self, state: State) -> Choice:
        """Wait until the session, which was offered the move, stops waiting."""
        never: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        return await never

    async def move_now(self) -> None:
        """People are not hurried."""

    def answers_draw(self, board: Board, colour: Colour) -> bool | None:
        """Return None: ask the person."""
        return None

    async def close(self) -> None:
        """Nothing to put away."""
