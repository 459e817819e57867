"""Score tables: what each shape on a line is worth, as integers in a TOML file.

Eight shapes, from the winning row down: five, straight four (活四), four (冲四), open
three (活三), three (眠三), open two (活二), two (眠二), one. A table is a TOML file with
these eight keys and whole numbers; several that courses have published come with the
project (:data:`PRESETS`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from wuzi.errors import N_, SettingsError

PRESETS: Final = ("default", "lines", "course", "decimal", "fifty", "five")
"""The names of the tables that come with the project."""


class Shape(IntEnum):
    """What a stone is part of on one line, the more the better."""

    NOTHING = 0
    ONE = 1
    TWO = 2
    OPEN_TWO = 3
    THREE = 4
    OPEN_THREE = 5
    FOUR = 6
    STRAIGHT_FOUR = 7
    FIVE = 8


SHAPES: Final = tuple(shape.name.lower() for shape in reversed(Shape) if shape)
"""The keys of a table, best shape first."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """What each shape is worth.

    Attributes
    ----------
    five, straight_four, four, open_three, three, open_two, two, one : int
        From the largest to the smallest, none below nought; neighbours may be equal.
    name : str
        For people.
    values : tuple of int
        The same scores indexed by :class:`Shape`, nothing (0) first.

    Raises
    ------
    SettingsError
        If a shape is worth more than a better one, or less than nothing.

    Examples
    --------
    >>> ScoreTable(100000, 10000, 1000, 2000, 100, 100, 10, 1, name="mine")
    Traceback (most recent call last):
    wuzi.errors.SettingsError: the score table mine is out of order: four (1000) ...
    >>> load_scores("decimal").values[Shape.OPEN_THREE]
    1000
    """

    five: int
    straight_four: int
    four: int
    open_three: int
    three: int
    open_two: int
    two: int
    one: int
    name: str = "unnamed"
    values: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        scores = [getattr(self, key) for key in SHAPES]
        object.__setattr__(self, "values", (0, *reversed(scores)))
        for better, high, worse, low in zip(SHAPES, scores, SHAPES[1:], scores[1:], strict=False):
            if high < low:
                raise SettingsError(
                    "scores.order",
                    N_(
                        "the score table {table} is out of order: {better} ({high}) "
                        "must not be worth less than {worse} ({low})"
                    ),
                    table=self.name,
                    better=better,
                    high=high,
                    worse=worse,
                    low=low,
                )
        if self.one < 0:
            raise SettingsError(
                "scores.negative",
                N_("the score table {table} is out of order: one ({low}) must not be below 0"),
                table=self.name,
                low=self.one,
            )


def check(table: ScoreTable) -> list[SettingsError]:
    """What is doubtful about a table, one sentence each; empty if nothing is.

    Nothing beats a straight four but a five, so a search should not give one up for any
    number of lesser shapes that a board is likely to show.

    Examples
    --------
    >>> for warning in check(load_scores("course")):
    ...     print(warning)
    in the score table course a straight four (100000) is worth less than ten fours (200000)
    >>> check(load_scores("default"))
    []
    """
    found = []
    if table.straight_four < 10 * table.four:
        found.append(
            SettingsError(
                "scores.ten_fours",
                N_(
                    "in the score table {table} a straight four ({straight}) is worth less "
                    "than ten fours ({other})"
                ),
                table=table.name,
                straight=table.straight_four,
                other=10 * table.four,
            )
        )
    if table.straight_four < table.four + table.open_three:
        found.append(
            SettingsError(
                "scores.four_three",
                N_(
                    "in the score table {table} a straight four ({straight}) is worth less "
                    "than a four and an open three together ({other})"
                ),
                table=table.name,
                straight=table.straight_four,
                other=table.four + table.open_three,
            )
        )
    return found


def load_scores(name_or_path: str | Path) -> ScoreTable:
    """The preset of that name, or the table in a TOML file.

    Raises
    ------
    SettingsError
        If there is no such preset or file, or what is wrong with the file, in one
        sentence that names it and the key.

    Examples
    --------
    >>> load_scores("course").open_three
    20000
    """
    if isinstance(name_or_path, str) and name_or_path in PRESETS:
        return _load_preset(name_or_path)
    path = Path(name_or_path)
    return _parse(_read(path), str(path), path.stem)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SettingsError(
            "scores.encoding",
            N_("the score table {file} is not UTF-8 text (byte {byte})"),
            file=str(path),
            byte=error.start,
        ) from error
    except (OSError, ValueError) as error:  # ValueError: no path can hold a null character
        if isinstance(error, FileNotFoundError) and not path.suffix:
            raise SettingsError(
                "scores.unknown",
                N_("there is no score table '{name}': choose from {presets} or name a TOML file"),
                name=str(path),
                presets=", ".join(PRESETS),
            ) from error
        raise SettingsError(
            "scores.unreadable",
            N_("the score table {file} cannot be read: {why}"),
            file=repr(str(path))[1:-1],
            why=getattr(error, "strerror", None) or str(error),
        ) from error


@cache
def _load_preset(name: str) -> ScoreTable:
    source = files("wuzi.textbook") / "presets" / f"{name}.toml"
    return _parse(source.read_text(encoding="utf-8"), source.name, name)


def _parse(text: str, file: str, name: str) -> ScoreTable:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise SettingsError(
            "scores.toml",
            N_("the score table {file} is not TOML: {why}"),
            file=file,
            why=str(error),
        ) from error
    for key, value in data.items():
        _check_key(key, value, file)
    for key in SHAPES:
        if key not in data:
            raise SettingsError(
                "scores.missing",
                N_("the score table {file} lacks the key {key}"),
                file=file,
                key=key,
            )
    return ScoreTable(**data, name=name)


def _check_key(key: str, value: Any, file: str) -> None:
    if key not in SHAPES:
        raise SettingsError(
            "scores.key",
            N_("the score table {file} has an unknown key {key}: the keys are {keys}"),
            file=file,
            key=repr(key)[1:-1][:40],
            keys=", ".join(SHAPES),
        )
    if type(value) is not int:  # a bool is an int to isinstance
        raise SettingsError(
            "scores.number",
            N_("in the score table {file} the value of {key} must be a whole number, not {value}"),
            file=file,
            key=key,
            value=repr(value)[:40],
        )
