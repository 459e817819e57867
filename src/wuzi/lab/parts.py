"""A part of an experiment: one measure, on some positions or pairings, with what varies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from wuzi.errors import N_, WuziError
from wuzi.lab.cells import VARIANT, Cell, Settings, Variant, make_cells, same, settings_text
from wuzi.lab.measures import MEASURES, measure_named
from wuzi.lab.measures.interface import Column, Key, Measure
from wuzi.lab.positions import Position, read_positions
from wuzi.lab.reader import Fields, Plain, shown, unknown
from wuzi.lab.texts import Text
from wuzi.rules import Rule, parse_rule

COMMON_KEYS: Final = (
    "name",
    "title",
    "measure",
    "positions",
    "rule",
    "size",
    "vary",
    "variants",
    "skip",
    "repeats",
    "baseline",
    "limit",
)
MOST_CELLS: Final = 100_000


@dataclass(frozen=True)
class LimitSpec:
    """When a cell is cut off.

    Attributes
    ----------
    seconds : float or None
    nodes : int or None
    """

    seconds: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Part:
    """One part of an experiment, as its budget has it.

    Attributes
    ----------
    name : str
    title : Text
    measure : Measure
    keys : mapping of str to object
        The values of the measure's own keys, by name.
    positions : tuple of Position
    rule : Rule
    size : int
    vary : mapping of str to tuple of values
    variants : tuple of Variant
    skip : tuple of settings
    repeats : int
        How often times are taken; 0: they are not.
    baseline : settings
        Empty if there is none.
    limit : LimitSpec
    seed : int
        Of the experiment.
    folder : Path
        Where the file lies.
    """

    name: str
    title: Text
    measure: Measure
    keys: Mapping[str, Any]
    positions: tuple[Position, ...]
    rule: Rule
    size: int
    vary: Mapping[str, tuple[Plain, ...]]
    variants: tuple[Variant, ...]
    skip: tuple[Settings, ...]
    repeats: int
    baseline: Settings
    limit: LimitSpec
    seed: int
    folder: Path

    @cached_property
    def cells(self) -> list[Cell]:
        """Every combination of what varies."""
        return make_cells(self.vary, self.variants, self.skip)

    @property
    def measured(self) -> dict[str, Any]:
        """All that measuring depends on, as JSON knows it."""
        return {
            "name": self.name,
            "measure": self.measure.name,
            "keys": dict(self.keys),
            "positions": [position.measured for position in self.positions],
            "rule": [self.rule.name, self.size],
            "vary": [[name, list(values)] for name, values in self.vary.items()],
            "variants": [[one.label, dict(one.settings)] for one in self.variants],
            "cells": [cell.name for cell in self.cells],
            "repeats": self.repeats,
            "limit": asdict(self.limit),
            # Of matches it says who meets whom.
            "baseline": {} if self.measure.takes else dict(self.baseline),
        }

    @property
    def setting_names(self) -> tuple[str, ...]:
        """The columns that say which cell a result is of."""
        return (*((VARIANT,) if self.variants else ()), *self.vary)

    def columns(self, derived: str = "") -> dict[str, Column]:
        """The columns of results that are measured, those made of them included, by name."""
        own = self.measure.derived[derived] if derived else self.measure.columns
        found: dict[str, Column] = {}
        for column in own:
            found[column.name] = column
            if column.compared and self.baseline and not derived:
                for end, label in RATIOS.items():
                    name = column.name + end
                    found[name] = Column(name, label, column.timed, format=".3g")
        return found


RATIOS: Final = {
    "_ratio": N_("{what}, as a part of the baseline's"),
    "_gain": N_("{what}: how many times less than the baseline"),
}
"""What is made of a column that is compared with a baseline, by the end of its name."""


def read_part(fields: Fields, seed: int, folder: Path) -> Part:
    """A part as the file has it.

    Raises
    ------
    ParseError
        At the first thing that is wrong.
    """
    name = fields.word("name")
    measure = measure_named(fields.word("measure", among=MEASURES))
    fields.only((*COMMON_KEYS, *(key.name for key in measure.keys)))
    try:
        rule = parse_rule(fields.word("rule", "freestyle"))
    except WuziError as error:
        raise fields.at(error) from None
    size = fields.whole("size", 15, 5, 26)
    for key in ("positions", "repeats", "limit"):
        if key in fields and key not in measure.takes:
            raise fields.refuse(
                "lab.not_taken", N_("the measure {name} takes no {key}"), name=measure.name, key=key
            )
    if "positions" in measure.takes and not fields.items("positions"):
        raise fields.refuse("lab.missing", N_("the key '{key}' is missing"), key="positions")
    part = Part(
        name=name,
        title=fields.text("title", Text(name)),
        measure=measure,
        keys={key.name: _own(fields, key) for key in measure.keys},
        positions=read_positions(fields, rule, size, folder),
        rule=rule,
        size=size,
        vary=_vary(fields),
        variants=_variants(fields),
        skip=tuple(_some(fields, "skip")),
        repeats=fields.whole("repeats", 0, 0, 10_000),
        baseline=fields.table("baseline").plain(),
        limit=_limit(fields.table("limit")),
        seed=seed,
        folder=folder,
    )
    _check(fields, part)
    return part


def _own(fields: Fields, key: Key) -> Any:
    if key.kind == "word":
        return fields.word(key.name, key.default, key.among)
    if key.kind == "whole":
        return fields.whole(key.name, key.default, key.least, key.most)
    if key.kind == "number":
        return fields.number(key.name, key.default)
    if key.kind == "names":
        return fields.names(key.name)
    if key.kind == "settings":
        return fields.table(key.name).plain()
    return fields.items(key.name)


def _vary(fields: Fields) -> dict[str, tuple[Plain, ...]]:
    table = fields.table("vary")
    axes = {}
    for name, values in table.values.items():
        values = values if isinstance(values, list) else [values]  # noqa: PLW2901
        if not values or not all(isinstance(v, (str, int, float, bool)) for v in values):
            raise table.wrong(name, N_("a list of values"))
        if len(set(map(str, values))) < len(values):
            raise table.refuse("lab.value_twice", N_("{key} has one value twice"), key=name)
        axes[name] = tuple(values)
    return axes


def _variants(fields: Fields) -> tuple[Variant, ...]:
    found = []
    for one in fields.tables("variants", "variant"):
        rest = {key: value for key, value in one.values.items() if key != "label"}
        settings = Fields(rest, one.file, one.place).plain()
        title = one.text("label", Text(settings_text(settings)))
        found.append(Variant(title.en, settings, title))
    labels = [one.label for one in found]
    for label in labels:
        if labels.count(label) > 1:
            raise fields.refuse(
                "lab.label_twice", N_("two variants have the label '{label}'"), label=label
            )
    return tuple(found)


def _some(fields: Fields, key: str) -> list[dict[str, Plain]]:
    return [one.plain() for one in fields.tables(key, key)]


def _limit(table: Fields) -> LimitSpec:
    table.only(("seconds", "nodes"))
    return LimitSpec(
        table.number("seconds") if "seconds" in table else None,
        table.whole("nodes") if "nodes" in table else None,
    )


def _check(fields: Fields, part: Part) -> None:
    """Refuse what contradicts itself."""
    for variant in part.variants:
        for key in variant.settings:
            if key in part.vary:
                raise fields.refuse(
                    "lab.varied_twice",
                    N_("{key} varies, and the variant '{label}' sets it, too"),
                    key=key,
                    label=variant.label,
                )
    labels = tuple(variant.label for variant in part.variants)
    axes = {**part.vary, VARIANT: labels}
    for key, settings in (("baseline", part.baseline), *(("skip", one) for one in part.skip)):
        for name, value in settings.items():
            if name not in part.setting_names:
                raise fields.at(unknown(N_("setting that varies"), name, part.setting_names))
            # A budget may have taken away the values that are to be skipped.
            must_be = key == "baseline" or name == VARIANT
            if must_be and not any(same(one, value) for one in axes[name]):
                raise fields.refuse(
                    "lab.no_value",
                    N_("{key}: {name} is never {value}"),
                    key=key,
                    name=name,
                    value=shown(value),
                )
    if not part.cells or len(part.cells) > MOST_CELLS:
        raise fields.refuse(
            "lab.cells",
            N_("there are {count} combinations: 1 to {most} can be measured"),
            count=len(part.cells),
            most=MOST_CELLS,
        )
