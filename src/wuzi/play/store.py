"""Where games are kept: the interface a session needs of an archive."""

from __future__ import annotations

from typing import Protocol

from wuzi.rules import Game


class GameStore(Protocol):
    """Keeps games, finished or not. One object of :class:`Game` is one entry.

    A session saves a game each time it ends, once more if it was opened again and ended
    anew, and when it is left unfinished with at least one move.
    """

    async def save(self, game: Game) -> None:
        """Keep ``game`` as it is now, in place of what was kept of it before.

        The game may change as soon as this awaits anything: copy what is needed first.

        Raises
        ------
        WuziError
            If it cannot be kept; the session tells its listeners and goes on.
        """
        ...
