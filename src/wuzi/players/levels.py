"""The levels: opponents for people, weakest first, as data."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("levels.toml")


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent.

    Attributes
    ----------
    number : int
        From 1, in order of strength.
    title : str
        English text for people; faces translate it.
    who : str
        The WHO text of the thinker that plays it.
    """

    number: int
    title: str
    who: str


@cache
def levels() -> tuple[Level, ...]:
    """All levels, weakest first.

    Examples
    --------
    >>> [level.number for level in levels()][:3]
    [1, 2, 3]
    """
    rows = tomllib.loads(_FILE.read_text("utf-8"))["levels"]
    return tuple(Level(number, row["title"], row["who"]) for number, row in enumerate(rows, 1))
