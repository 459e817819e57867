"""An experiment: a TOML file that says what to measure, and what to show of it.

``docs/lab.md`` describes the file. :func:`load` reads one whole, by one of its budgets, and
refuses in one sentence what is wrong; :func:`headings` reads of many what a list shows.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from wuzi.errors import N_, ParseError, WuziError
from wuzi.lab.measures.interface import Task
from wuzi.lab.parts import Part, read_part
from wuzi.lab.reader import Fields, unknown
from wuzi.lab.texts import Text
from wuzi.lab.views import Claim, FigureSpec, Known, TableSpec, read_claim, read_figure, read_table

FULL: Final = "full"
"""The budget that every experiment has: what its parts say."""

_KEYS: Final = (
    "title", "teaches", "expect", "seed", "budgets", "part", "figure", "table", "claim",
)  # fmt: skip
_MERGED: Final = ("vary", "limit")
"""Tables that a budget changes key by key; all else it puts something in the place of."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is measured.

    Attributes
    ----------
    name : str
    minutes : float or None
        About how long it takes on two cores; ``None`` if nobody has said.
    """

    name: str
    minutes: float | None


@dataclass(frozen=True)
class Heading:
    """What a list shows of an experiment.

    Attributes
    ----------
    name : str
        By which it is called; the file's name without its end.
    path : Path
    title, teaches, expect : Text
    budgets : tuple of Budget
        ``full`` last.
    """

    name: str
    path: Path
    title: Text
    teaches: Text
    expect: Text
    budgets: tuple[Budget, ...]


@dataclass(frozen=True)
class Experiment:
    """An experiment by one of its budgets.

    Attributes
    ----------
    heading : Heading
    budget : Budget
    seed : int
    parts : tuple of Part
    figures : tuple of FigureSpec
    tables : tuple of TableSpec
    claims : tuple of Claim
    """

    heading: Heading
    budget: Budget
    seed: int
    parts: tuple[Part, ...]
    figures: tuple[FigureSpec, ...]
    tables: tuple[TableSpec, ...]
    claims: tuple[Claim, ...]

    @property
    def name(self) -> str:
        """By which it is called."""
        return self.heading.name

    @cached_property
    def digest(self) -> str:
        """The same for experiments that measure the same, and for no others.

        Titles, figures, tables and what ratios are made to have no part in it: they may
        change when a run is gone on with.
        """
        told = json.dumps([self.seed, [part.measured for part in self.parts]], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def tasks(self, scratch: Path) -> list[Task]:
        """All that is to be measured, in order, checked.

        Raises
        ------
        ParseError
            If a player or a setting is impossible, with the part.
        """
        found: list[Task] = []
        for part in self.parts:
            try:
                found += part.measure.tasks(part, scratch)
            except WuziError as error:
                place = Fields({}, self.heading.path.name, f"part '{part.name}'")
                raise place.at(error) from None
        return found


def shipped() -> dict[str, Path]:
    """The experiments that come with the project, by name."""
    folder = Path(str(files("wuzi.lab").joinpath("experiments")))
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def headings() -> Iterator[Heading]:
    """What there is to run, by name; nothing heavy is loaded."""
    for path in shipped().values():
        yield _heading(Fields(_raw(path), path.name), path)


def find(name: str) -> Path:
    """The file of an experiment: one of ours by its name, or any by its path.

    Raises
    ------
    ParseError
        If there is neither.
    """
    ours = shipped()
    if name in ours:
        return ours[name]
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        return path
    raise unknown(N_("experiment"), name, [*ours, "FILE.toml"])


def load(path: Path, budget: str = FULL) -> Experiment:
    """Read an experiment and check all of it, its other budgets too.

    Raises
    ------
    ParseError
        At the first thing that is wrong, with the file and the place in it.
    """
    raw = _raw(path)
    top = Fields(raw, path.name)
    heading = _heading(top, path)
    names = [one.name for one in heading.budgets]
    if budget not in names:
        raise top.at(unknown(N_("budget"), budget, names))
    wanted = None
    for name in names:
        experiment = _by_budget(raw, heading, name)
        with TemporaryDirectory() as scratch:
            experiment.tasks(Path(scratch))
        if name == budget:
            wanted = experiment
    assert wanted is not None
    return wanted


def _raw(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        why = error.strerror or str(error)
        raise ParseError(
            "lab.unreadable", N_("{file} cannot be read: {why}"), file=str(path), why=why
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ParseError(
            "lab.toml", N_("{file} is no TOML: {why}"), file=path.name, why=error
        ) from None


def _heading(top: Fields, path: Path) -> Heading:
    top.only(_KEYS)
    top.need("title")
    table = top.table("budgets")
    budgets = [_budget(table.table(name), name) for name in table.values]
    if FULL not in table:
        budgets.append(Budget(FULL, None))
    return Heading(
        path.stem,
        path,
        top.text("title"),
        top.text("teaches"),
        top.text("expect"),
        tuple(sorted(budgets, key=lambda one: one.name == FULL)),
    )


def _budget(fields: Fields, name: str) -> Budget:
    fields.only(("minutes", "parts"))
    if not re.fullmatch(r"[a-z0-9_-]+", name):
        raise fields.refuse("lab.budget", N_("a budget is called by small letters, not '{name}'"),
                            name=name)  # fmt: skip
    return Budget(name, fields.number("minutes") if "minutes" in fields else None)


def _by_budget(raw: Mapping[str, Any], heading: Heading, budget: str) -> Experiment:
    top = Fields(_changed(raw, heading, budget), heading.path.name)
    seed = top.whole("seed", 1, 0)
    folder = heading.path.absolute().parent
    parts = [read_part(one, seed, folder) for one in top.tables("part", "part")]
    if not parts:
        raise top.refuse("lab.missing", N_("the key '{key}' is missing"), key="[[part]]")
    _differ(top, [part.name for part in parts])
    known = Known(parts)
    figures = [
        read_figure(one, known, number)
        for number, one in enumerate(top.tables("figure", "figure"), 1)
    ]
    tables = [
        read_table(one, known, number) for number, one in enumerate(top.tables("table", "table"), 1)
    ]
    _differ(top, [figure.name for figure in figures])
    _differ(top, [table.name for table in tables])
    return Experiment(
        heading,
        next(one for one in heading.budgets if one.name == budget),
        seed,
        tuple(parts),
        tuple(figures),
        tuple(tables),
        tuple(read_claim(one, known) for one in top.tables("claim", "claim")),
    )


def _differ(top: Fields, names: list[str]) -> None:
    for name in names:
        if not re.fullmatch(r"[a-z0-9_-]+", name):
            raise top.refuse(
                "lab.name",
                N_("'{name}' is no name: write small letters, digits, - and _"),
                name=name[:40],
            )
        if names.count(name) > 1:
            raise top.refuse("lab.name_twice", N_("'{name}' is there twice"), name=name)


def _changed(raw: Mapping[str, Any], heading: Heading, budget: str) -> dict[str, Any]:
    """The file with what a budget changes in its parts."""
    budgets = Fields(dict(raw), heading.path.name).table("budgets")
    own = budgets.table(budget) if budget in budgets else Fields({}, heading.path.name, budget)
    changes = own.table("parts")
    parts = Fields(dict(raw), heading.path.name).tables("part", "part")
    changes.only([str(part.values.get("name")) for part in parts])
    new = [
        _merged(part.values, changes.table(str(part.values.get("name"))).values) for part in parts
    ]
    return {**raw, "part": new}


def _merged(part: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    new = dict(part)
    for key, value in changes.items():
        both = isinstance(value, dict) and isinstance(part.get(key), dict)
        new[key] = {**part[key], **value} if both and key in _MERGED else value
    return new
