"""The levels: opponents for people, weakest first, as data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

_FILE: Final = Path(__file__).with_name("levels.toml")
RATINGS: Final = Path(__file__).with_name("ratings.toml")


@dataclass(frozen=True, slots=True)
class Rated:
    """How strong a level was measured to be, level 1 being 0.

    Attributes
    ----------
    elo : int
    low, high : int
        The interval of 95 %.
    """

    elo: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent. Time is no part of it: a level plays alike on every machine.

    Attributes
    ----------
    number : int
        From 1, in order of strength.
    title : str
        English text for people; faces translate it.
    nodes : int
        Positions looked at for a move, at most; 0 for no limit of its own.
    lines : int
        How many good moves it weighs against each other.
    temperature : float
        In units of the engine's evaluation: a move that is worth so much less than another
        is played e = 2.7 times less often. With 0 it always plays what it takes for best.
    foresight : int
        Plies to a forced win or loss that it recognises as one; 0 for any.
    overlooks : mapping of str to float
        The chance that something escapes it, by :data:`wuzi.players.blind_spots.KINDS`.
    rated : Rated or None
        Its strength, from :data:`RATINGS`.
    """

    number: int
    title: str
    nodes: int = 0
    lines: int = 1
    temperature: float = 0.0
    foresight: int = 0
    overlooks: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    rated: Rated | None = None

    @property
    def who(self) -> str:
        """Its WHO text."""
        return f"level:{self.number}"

    @property
    def is_full(self) -> bool:
        """Whether it is the engine without any handicap."""
        return not (self.nodes or self.temperature or self.overlooks)


@cache
def levels() -> tuple[Level, ...]:
    """All levels, weakest first.

    Examples
    --------
    >>> [level.number for level in levels()]
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    """
    return read_levels(_FILE, RATINGS)


def read_levels(file: Path, ratings: Path | None = None) -> tuple[Level, ...]:
    """The levels of a file, and how they were rated if that is known.

    A file of levels has a table ``[[levels]]`` for each, weakest first, with the fields of
    :class:`Level`; a file of ratings a table ``[[ratings]]`` for each, in the same order.
    """
    rows = tomllib.loads(file.read_text("utf-8"))["levels"]
    rated: list[Any] = []
    if ratings is not None and ratings.is_file():
        rated = tomllib.loads(ratings.read_text("utf-8"))["ratings"]
    found = []
    for number, row in enumerate(rows, 1):
        overlooks = MappingProxyType(row.pop("overlooks", {}))
        own = Rated(**rated[number - 1]) if len(rated) == len(rows) else None
        found.append(Level(number, overlooks=overlooks, rated=own, **row))
    return tuple(found)
