"""What an experiment shows of its results: figures, tables and claims, as the file has them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from wuzi.errors import N_
from wuzi.lab.cells import Settings, matches
from wuzi.lab.measures.interface import Column
from wuzi.lab.parts import Part
from wuzi.lab.reader import Fields, unknown
from wuzi.lab.texts import Text
from wuzi.report.figure import KINDS, Kind

Aggregate = Literal["sum", "median", "mean", "geomean", "least", "most"]
ErrorBars = Literal["none", "ci", "quartiles"]

AGGREGATES: Final = ("median", "mean", "geomean", "sum", "least", "most")
ERRORS: Final = ("none", "ci", "quartiles")
LOGS: Final = ("", "x", "y", "xy")
PLACES: Final = ("part", "position")
"""Columns that all results have."""


@dataclass(frozen=True)
class View:
    """What all of them say: which results are looked at, and what is made of many.

    Attributes
    ----------
    title : Text
    part : str
        Of derived results ``PART.NAME``.
    where : settings
        Only results of these settings.
    aggregate : str
        What is made of the results of one place in the figure or table.
    note : Text
    """

    title: Text
    part: str
    where: Settings
    aggregate: Aggregate
    note: Text


@dataclass(frozen=True)
class FigureSpec(View):
    """A figure.

    Attributes
    ----------
    name : str
        Of its files.
    kind : str
    x, y : str
        Columns.
    by : tuple of str
        Columns: a series for each combination of their values.
    error : {"none", "ci", "quartiles"}
    log : str
        The axes that are logarithmic.
    x_label, y_label : Text
    reference : float or None
    bins : int
        Of a histogram.
    """

    name: str
    kind: Kind
    x: str
    y: str
    by: tuple[str, ...]
    error: ErrorBars
    log: str
    x_label: Text
    y_label: Text
    reference: float | None
    bins: int


@dataclass(frozen=True)
class TableSpec(View):
    """A table.

    Attributes
    ----------
    name : str
    rows : tuple of str
        Columns whose values name the rows.
    columns : str
        A column whose values head the columns; empty: there is a column for each of ``values``.
    values : tuple of str
    """

    name: str
    rows: tuple[str, ...]
    columns: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Claim(View):
    """A figure that somebody has published, to be held against ours.

    Attributes
    ----------
    source : Text
    says : Text
        The figure, in words.
    value : str
        The column that holds ours.
    at_least, at_most : float or None
        Between which ours must be for the claim to hold.
    why : Text
    """

    source: Text
    says: Text
    value: str
    at_least: float | None
    at_most: float | None
    why: Text

    def holds(self, low: float, high: float) -> bool | None:
        """Whether the claim is true of ours, which lies between two ends.

        ``None`` if it is true of a part of what lies between them: that is too close to tell.
        """
        least = -math.inf if self.at_least is None else self.at_least
        most = math.inf if self.at_most is None else self.at_most
        if high < least or low > most:
            return False
        return True if least <= low and high <= most else None


_COMMON: Final = ("title", "part", "where", "aggregate", "note")
FIGURE_KEYS: Final = (
    *_COMMON, "name", "kind", "x", "y", "by", "error", "log", "x_label", "y_label", "reference",
    "bins",
)  # fmt: skip
TABLE_KEYS: Final = (*_COMMON, "name", "rows", "columns", "value", "values")
CLAIM_KEYS: Final = (*_COMMON, "source", "says", "value", "at_least", "at_most", "why")


class Known:
    """The columns of all parts, for whoever names one."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = {part.name: part for part in parts}
        self._columns: dict[str, Mapping[str, Column]] = {}
        for part in parts:
            self._columns[part.name] = part.columns()
            for derived in part.measure.derived:
                self._columns[f"{part.name}.{derived}"] = part.columns(derived)

    def part(self, fields: Fields, default: str = "") -> str:
        """The part that a view names; the only one need not be named."""
        if len(self.parts) == 1:
            default = next(iter(self.parts))
        name = fields.word("part", default or None)
        if name not in self._columns:
            raise fields.at(unknown(N_("part"), name, list(self._columns)))
        return name

    def settings(self, part: str) -> tuple[str, ...]:
        """The columns that say which cell a result of the part is of."""
        own = self._columns[part]
        base, _, derived = part.partition(".")
        whole = self.parts[base]
        if derived:
            keys = tuple(name for name, column in own.items() if column.format == "key")
            return (*whole.setting_names, *keys)
        return (*whole.setting_names, *whole.measure.more_settings(whole))

    def column(self, fields: Fields, key: str, part: str, name: str) -> str:
        """A column of the part."""
        names = [*PLACES, *self.settings(part), *self._columns[part]]
        if name not in names:
            raise fields.at(unknown(N_("column of results"), name, names))
        return name

    def number(self, fields: Fields, key: str, part: str, name: str) -> str:
        """A column of numbers."""
        self.column(fields, key, part, name)
        if name not in self._columns[part] or self._columns[part][name].format in ("", "key"):
            numbers = [n for n, c in self._columns[part].items() if c.format not in ("", "key")]
            raise fields.at(unknown(N_("column of numbers"), name, numbers))
        return name

    def heading(self, part: str, name: str) -> Column:
        """What a column is, also one that names a setting."""
        return self._columns[part].get(name) or Column(name, name, format="")


def _common(fields: Fields, known: Known) -> dict[str, object]:
    part = known.part(fields)
    where = fields.table("where").plain()
    for name in where:
        known.column(fields, "where", part, name)
    return {
        "title": fields.text("title"),
        "part": part,
        "where": where,
        "aggregate": fields.word("aggregate", "median", AGGREGATES),
        "note": fields.text("note"),
    }


def _columns(fields: Fields, key: str, known: Known, part: str) -> tuple[str, ...]:
    return tuple(known.column(fields, key, part, name) for name in fields.names(key))


def _all_told(
    fields: Fields, known: Known, common: Mapping[str, object], used: Sequence[str]
) -> None:
    """Refuse to throw results of different settings together unnoticed."""
    part, where = str(common["part"]), common["where"]
    assert isinstance(where, dict)
    cells = known.parts[part.partition(".")[0]].cells
    left = [cell.shown for cell in cells if matches(cell.shown, where)]
    for name in known.settings(part):
        values = {str(shown.get(name)) for shown in left}
        always = name not in known.parts[part.partition(".")[0]].setting_names
        if name not in used and name not in where and (len(values) > 1 or always):
            raise fields.refuse(
                "lab.mixed",
                N_("{name} varies in part '{part}', too: name it in {keys}, or in where"),
                name=name,
                part=part,
                keys=", ".join(key for key in ("x", "by", "rows", "columns") if key in fields)
                or "by",
            )


def read_figure(fields: Fields, known: Known, number: int) -> FigureSpec:
    """A ``[[figure]]``."""
    fields.only(FIGURE_KEYS)
    common = _common(fields, known)
    part = str(common["part"])
    kind = fields.word("kind", "line", KINDS)
    x = known.column(fields, "x", part, fields.word("x"))
    by = _columns(fields, "by", known, part)
    if kind == "histogram":
        known.number(fields, "x", part, x)
        y = ""
    else:
        y = known.number(fields, "y", part, fields.word("y"))
    if kind not in ("histogram", "scatter"):
        _all_told(fields, known, common, (x, *by))
    return FigureSpec(
        **common,  # type: ignore[arg-type]
        name=fields.word("name", f"figure-{number}"),
        kind=kind,  # type: ignore[arg-type]
        x=x,
        y=y,
        by=by,
        error=fields.word("error", "none", ERRORS),  # type: ignore[arg-type]
        log=fields.word("log", "", LOGS),
        x_label=fields.text("x_label"),
        y_label=fields.text("y_label"),
        reference=fields.number("reference", least=-1e12) if "reference" in fields else None,
        bins=fields.whole("bins", 20, 1, 1000),
    )


def read_table(fields: Fields, known: Known, number: int) -> TableSpec:
    """A ``[[table]]``."""
    fields.only(TABLE_KEYS)
    common = _common(fields, known)
    part = str(common["part"])
    rows = _columns(fields, "rows", known, part)
    if not rows:
        raise fields.refuse("lab.missing", N_("the key '{key}' is missing"), key="rows")
    head = fields.word("columns", "")
    values = fields.names("values") or (fields.word("value"),)
    if head:
        known.column(fields, "columns", part, head)
        if len(values) > 1:
            raise fields.refuse(
                "lab.one_value", N_("a table with 'columns' has one 'value', not several")
            )
    _all_told(fields, known, common, (*rows, head))
    return TableSpec(
        **common,  # type: ignore[arg-type]
        name=fields.word("name", f"table-{number}"),
        rows=rows,
        columns=head,
        values=tuple(known.column(fields, "value", part, name) for name in values),
    )


def read_claim(fields: Fields, known: Known) -> Claim:
    """A ``[[claim]]``."""
    fields.only(CLAIM_KEYS)
    common = _common(fields, known)
    part = str(common["part"])
    _all_told(fields, known, common, ())
    ends = {
        key: fields.number(key, least=-1e12) if key in fields else None
        for key in ("at_least", "at_most")
    }
    if ends["at_least"] is None and ends["at_most"] is None:
        raise fields.refuse(
            "lab.claim", N_("at_least or at_most is missing: when does the claim hold?")
        )
    return Claim(
        **common,  # type: ignore[arg-type]
        source=fields.text("source"),
        says=fields.text("says"),
        value=known.number(fields, "value", part, fields.word("value")),
        at_least=ends["at_least"],
        at_most=ends["at_most"],
        why=fields.text("why"),
    )
