"""What was measured: records of tasks, the rows made of them, and ``results.csv``."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any, Final

Value = str | int | float | None
"""A cell of the results; ``None``: there is none."""

SIGNIFICANT: Final = 9
"""Digits of a number that was computed, so that no machine's rounding shows."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a task found, as the journal keeps it.

    Attributes
    ----------
    values : mapping of str to str, int, float or None
        What is the same on every machine, if ``repeatable``.
    timed : mapping of str to list of float
        What is a matter of time: a value for each repeat.
    repeatable : bool
        False if chance or the clock had a part in ``values``.
    """

    values: Mapping[str, Value]
    timed: Mapping[str, Sequence[float]] = field(default_factory=dict)
    repeatable: bool = True

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON knows them."""
        return {
            "values": dict(self.values),
            "timed": {name: list(values) for name, values in self.timed.items()},
            "repeatable": self.repeatable,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Record:
        """The inverse of :meth:`to_json`; raises ``KeyError`` or ``TypeError`` for what is none."""
        timed = {str(k): [float(v) for v in values] for k, values in data["timed"].items()}
        return cls(dict(data["values"]), timed, bool(data["repeatable"]))


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the results.

    Attributes
    ----------
    part : str
        Of derived results ``PART.NAME``.
    position : str
    settings : mapping of str to str, int, float or bool
    values, timed : mapping of str to str, int, float or None
    repeatable : bool
    """

    part: str
    position: str
    settings: Mapping[str, Any]
    values: Mapping[str, Value]
    timed: Mapping[str, Value] = field(default_factory=dict)
    repeatable: bool = True

    def __getitem__(self, column: str) -> Any:
        """The value in a column; ``None`` where there is none."""
        if column == "part":
            return self.part
        if column == "position":
            return self.position
        for group in (self.settings, self.values, self.timed):
            if column in group:
                return group[column]
        return None

    @property
    def finished(self) -> bool:
        """Whether no limit cut it off."""
        return self.values.get("finished", 1) != 0


def middle(name: str, values: Sequence[float]) -> dict[str, Value]:
    """The median of repeats, and of several the quartiles.

    >>> middle("seconds", [3.0, 1.0, 2.0])
    {'seconds': 2.0, 'seconds_low': 1.5, 'seconds_high': 2.5}
    """
    if not values:
        return {}
    found: dict[str, Value] = {name: rounded(median(values))}
    if len(values) > 1:
        low, _, high = quantiles(values, method="inclusive")
        found |= {f"{name}_low": rounded(low), f"{name}_high": rounded(high)}
    return found


def rounded(value: float) -> float:
    """A number to nine digits."""
    return float(f"{value:.{SIGNIFICANT}g}")


def to_csv(rows: Sequence[Row], *, times: bool = True) -> str:
    """The rows as tidy CSV: UTF-8, commas, line feeds; what is not there is empty.

    Parameters
    ----------
    rows : sequence of Row
        In the order of the experiment.
    times : bool, default True
        Without: the columns of time are left out, and what chance or the clock had a part
        in is left empty, so that two runs of one experiment give the same file.
    """
    groups = [
        ["part", "position"],
        _names(row.settings for row in rows),
        _names(row.values for row in rows),
        _names(row.timed for row in rows) if times else [],
    ]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    columns = [name for group in groups for name in group]
    writer.writerow(columns)
    for row in rows:
        known = times or row.repeatable
        writer.writerow(
            "" if (name in groups[2] and not known) else _cell(row[name]) for name in columns
        )
    return file.getvalue()


def _names(groups: Iterable[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for group in groups for name in group))


def _cell(value: Any) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value  # type: ignore[no-any-return]
