"""Who sits down at the window's board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from wuzi.play import UNLIMITED, Choice, EngineSeat, Play, Seat, State, TimeControl, make_seat
from wuzi.play.priority import NICENESS
from wuzi.players import Who, check_who, parse_who
from wuzi.rules import Board, Colour
from wuzi.thinking import Info, Limit

OWN_SECONDS: Final = 2.0
"""What our engine takes for a move where no time is agreed."""
FOREIGN_SECONDS: Final = 5.0
"""What a program of another maker is told to take then."""
PATIENCE: Final = 60.0
"""What such a program may take in the end."""


class PacedSeat:
    """An engine that shows its move no sooner than after a while, so that one can follow.

    Where a clock runs it does not wait.

    Parameters
    ----------
    seat : Seat
    pace : callable
        Seconds a move shall take at least; asked at every move.
    """

    is_human = False

    def __init__(self, seat: Seat, pace: Callable[[], float]) -> None:
        self.seat = seat
        self.name = seat.name
        self.who = seat.who
        self._pace = pace

    @property
    def on_line(self) -> Callable[[str], None] | None:
        """As of the seat within."""
        return self.seat.on_line

    @on_line.setter
    def on_line(self, listener: Callable[[str], None] | None) -> None:
        self.seat.on_line = listener

    @property
    def on_info(self) -> Callable[[Info], None] | None:
        """As of the seat within."""
        return self.seat.on_info

    @on_info.setter
    def on_info(self, listener: Callable[[Info], None] | None) -> None:
        self.seat.on_info = listener

    async def ready(self, state: State) -> None:
        """As the seat within."""
        await self.seat.ready(state)

    async def choose(self, state: State) -> Choice:
        """Choose, and wait for the rest of the pace."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        choice = await self.seat.choose(state)
        rest = self._pace() - (loop.time() - begun)
        if rest > 0 and state.control == UNLIMITED and isinstance(choice, Play):
            await asyncio.sleep(rest)
        return choice

    async def move_now(self) -> None:
        """As the seat within."""
        await self.seat.move_now()

    def answers_draw(self, board: Board, colour: Colour) -> bool | None:
        """As the seat within."""
        return self.seat.answers_draw(board, colour)

    async def close(self) -> None:
        """As the seat within."""
        await self.seat.close()


async def seated(
    who: str,
    name: str,
    pace: Callable[[], float] | None,
    overhear: Callable[[str, str, str], None],
) -> Seat:
    """The seat for a WHO text, found able to play.

    Parameters
    ----------
    who, name : str
        As for :func:`wuzi.play.make_seat`.
    pace : callable or None
        As for :class:`PacedSeat`, where only engines play.
    overhear : callable
        Takes a name, a mark and a line: everything said to and by an engine.

    Raises
    ------
    WuziError
        If there is no such player.
    """
    player = parse_who(who)
    await asyncio.to_thread(check_who, player)  # loads what the player needs
    seat = make_seat(who, name=name, niceness=NICENESS)
    if isinstance(seat, EngineSeat):
        seat.on_traffic = lambda mark, line: overhear(seat.name, mark, line)
    return seat if pace is None or seat.is_human else PacedSeat(seat, pace)


def limits(players: list[Who], controls: list[TimeControl]) -> tuple[Limit, float | None]:
    """What every move of an engine may take, and how long one waits for a strange one.

    Without an agreed time our thinkers stop by their own options; our engine and a program
    of another maker might never.

    Examples
    --------
    >>> limits([parse_who("human"), parse_who("level:2")], [UNLIMITED, UNLIMITED])[0]
    Limit(time=None, nodes=None, depth=None, clock=None, increment=0.0)
    """
    free = [player for player, own in zip(players, controls, strict=True) if own == UNLIMITED]
    foreign = any(player.kind in ("engine", "command", "plugin") for player in free)
    ours = any(player.kind == "wuzi" for player in free)
    seconds = [FOREIGN_SECONDS] * foreign + [OWN_SECONDS] * ours
    return Limit(time=min(seconds, default=None)), PATIENCE if foreign else None
