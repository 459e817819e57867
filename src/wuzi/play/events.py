"""What a session tells its listeners, and how it reaches them."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from wuzi.errors import WuziError
from wuzi.rules import Colour, Move, Node, Outcome
from wuzi.thinking import Info


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move stands on the board."""

    node: Node
    colour: Colour
    move: Move
    info: Info | None
    elapsed: float


@dataclass(frozen=True, slots=True)
class Undone:
    """Moves were taken back, down to ``node``; 0 plies if only the result was."""

    node: Node
    plies: int


@dataclass(frozen=True, slots=True)
class Redone:
    """Moves that had been taken back stand again, up to ``node``."""

    node: Node
    plies: int


@dataclass(frozen=True, slots=True)
class Jumped:
    """The game goes on from another node of its tree."""

    node: Node


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """The seat of ``colour`` is asked for a move; also again after an undo or a pause."""

    colour: Colour
    generation: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has a result (an undo opens it again)."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """``colour`` offers a draw."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class DrawAnswered:
    """``colour`` takes the draw it was offered, or declines it, perhaps by a move."""

    colour: Colour
    accepted: bool


@dataclass(frozen=True, slots=True)
class SeatFailed:
    """The engine of ``colour`` did what ends its game; :class:`GameOver` follows."""

    colour: Colour
    error: WuziError


@dataclass(frozen=True, slots=True)
class EngineSaid:
    """A line of an engine beside its moves."""

    colour: Colour
    line: str


@dataclass(frozen=True, slots=True)
class EngineThinks:
    """What an engine has found out so far, from its own view."""

    colour: Colour
    info: Info


@dataclass(frozen=True, slots=True)
class Paused:
    """The clock stands and nobody is asked."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game goes on."""


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """Black's and white's players changed places."""


@dataclass(frozen=True, slots=True)
class Restarted:
    """A new game has begun: ``session.game`` is another one."""


@dataclass(frozen=True, slots=True)
class SaveFailed:
    """The store could not keep a game."""

    error: WuziError


Event = (
    MovePlayed
    | Undone
    | Redone
    | Jumped
    | TurnBegan
    | GameOver
    | DrawOffered
    | DrawAnswered
    | SeatFailed
    | EngineSaid
    | EngineThinks
    | Paused
    | Resumed
    | SeatsSwapped
    | Restarted
    | SaveFailed
)
Listener = Callable[[Event], None]


class Bulletin:
    """Delivers events to every listener in the order in which they happened.

    A listener may act on the session: what that causes is told after the event it was
    told of, to everyone.
    """

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._queue: deque[Event] = deque()
        self._delivering = False

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell ``listener`` from now on; the function returned ends that."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def post(self, *events: Event) -> None:
        """Tell all listeners, unless one of them is being told: then after it."""
        self._queue.extend(events)
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._queue:
                event = self._queue.popleft()
                for listener in tuple(self._listeners):
                    _tell(listener, event)
        finally:
            self._delivering = False


def _tell(listener: Listener, event: Event) -> None:
    try:
        listener(event)
    except Exception as fault:  # a faulty view must not end the game; it is reported, not hidden
        message = f"a listener failed at {event}"
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            logging.getLogger(__name__).error(message, exc_info=fault)
        else:
            loop.call_exception_handler({"message": message, "exception": fault})
