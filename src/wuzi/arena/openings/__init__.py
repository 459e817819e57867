"""Openings: the first stones of a game, given to both sides so that not all games are alike.

A set of openings is read by :func:`load_openings` from

* Piskvork's offset lists (``0,0, 1,0, 1,3``: steps to the right and down from the point in
  column ``size // 2`` and row ``size // 2`` from the top, black first),
* position strings, one a line (``h8i9g7``), or
* files of games, of which the first moves are taken.

Every opening is played through on the board before it is accepted. Matches take theirs from
:func:`openings_cycle`, which plays through all symmetric forms before it repeats one.
"""

from wuzi.arena.openings.choosing import openings_cycle, random_opening, unique_openings
from wuzi.arena.openings.opening import Opening
from wuzi.arena.openings.reading import (
    BUILTIN,
    GAME_PLIES,
    builtin_sets,
    load_openings,
    parse_offsets,
)

__all__ = [
    "BUILTIN",
    "GAME_PLIES",
    "Opening",
    "builtin_sets",
    "load_openings",
    "openings_cycle",
    "parse_offsets",
    "random_opening",
    "unique_openings",
]
