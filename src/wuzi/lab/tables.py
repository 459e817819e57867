"""From the rows of a run to the tables and claims of the experiment, and to its CSV files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from wuzi.errors import N_
from wuzi.lab.aggregate import aggregate
from wuzi.lab.cells import word
from wuzi.lab.figures import CUT_OFF, HOW, chosen
from wuzi.lab.parts import Part
from wuzi.lab.results import Row
from wuzi.lab.views import Claim, TableSpec
from wuzi.lab.words import Reader
from wuzi.report import Column, Table
from wuzi.report.table import Cell

CLOSE: Final = 0.05
"""No time is known more closely: two measurements of the same differ by so much."""


def make_table(spec: TableSpec, rows: Sequence[Row], part: Part, reader: Reader) -> Table | None:
    """The table; ``None`` if there is nothing to show yet."""
    found, cut_off = chosen(spec, rows)
    if not found:
        return None
    derived = spec.part.partition(".")[2]
    formats = {name: column.format for name, column in part.columns(derived).items()}
    columns = [Column(reader.column(part, derived, key), "left") for key in spec.rows]
    if spec.columns:
        heads = list(dict.fromkeys(word(row[spec.columns]) for row in found))
        named = {word(row[spec.columns]): row[spec.columns] for row in found}
        what = reader.setting(spec.columns)
        columns += [
            Column(_head(what, spec.columns, named[head], part, reader), "right",
                   formats.get(spec.values[0], ""))
            for head in heads
        ]  # fmt: skip
        places = [(spec.values[0], head) for head in heads]
    else:
        columns += [
            Column(
                reader.column(part, derived, name),
                "right" if formats.get(name) else None,
                formats.get(name, ""),
            )
            for name in spec.values
        ]
        places = [(name, "") for name in spec.values]
    keys = dict.fromkeys(tuple(word(row[key] or "") for key in spec.rows) for row in found)
    body: list[list[Cell]] = []
    counts = set()
    for key in keys:
        own = [row for row in found if tuple(word(row[k] or "") for k in spec.rows) == key]
        line: list[Cell] = [reader.value(part, k, own[0][k]) for k in spec.rows]
        for name, head in places:
            here = [row for row in own if not head or word(row[spec.columns]) == head]
            line.append(_one(spec, [row[name] for row in here]))
            counts.add(len(here))
        body.append(line)
    return Table(reader.text(spec.title), columns, body, _note(spec, max(counts), cut_off, reader))


def _head(what: str, name: str, value: Any, part: Part, reader: Reader) -> str:
    shown = reader.value(part, name, value)
    return f"{what} {shown}" if isinstance(value, int | float) or shown in ("on", "off") else shown


def _one(spec: TableSpec, values: Sequence[Any]) -> Cell:
    """What stands in a cell for the values there."""
    known = [value for value in values if value is not None]
    if not known:
        return None
    if all(isinstance(value, int | float) for value in known):
        return aggregate(known, spec.aggregate)
    return str(known[0]) if len(set(known)) == 1 else ", ".join(dict.fromkeys(map(str, known)))


def _note(spec: TableSpec, count: int, cut_off: int, reader: Reader) -> str:
    words = [reader.text(spec.note)] if spec.note else []
    if count > 1:
        words.append(reader.translate(HOW[spec.aggregate]).format(count=count))
    if cut_off:
        words.append(reader.translate(CUT_OFF).format(count=cut_off))
    return reader.notes(words)


def ours(claim: Claim, rows: Sequence[Row], *, timed: bool) -> tuple[float, float, float] | None:
    """Our figure to hold against a claim, and between which ends it is known.

    Parameters
    ----------
    claim : Claim
    rows : sequence of Row
        All of the run.
    timed : bool
        Whether it is a matter of time: then it is not known more closely than to
        :data:`CLOSE`.

    Returns
    -------
    tuple of float or None
        The figure and its ends: made of the quartiles of the repeats, or of the intervals of
        matches, as the figure is of the values; ``None`` if it is not measured yet.
    """
    known = [row for row in chosen(claim, rows)[0] if row[claim.value] is not None]
    if not known:
        return None
    found, low, high = (
        aggregate([_end(row, claim.value, end) for row in known], claim.aggregate)
        for end in ("", "_low", "_high")
    )
    margin = CLOSE * abs(found) if timed else 0.0
    return found, min(low, found - margin), max(high, found + margin)


def _end(row: Row, name: str, end: str) -> float:
    """An end of the error bar of a value; the value itself where it has none."""
    value = row[name + end]
    return float(row[name] if value is None else value)


def claims_table(
    claims: Sequence[Claim], rows: Sequence[Row], parts: dict[str, Part], reader: Reader
) -> Table:
    """What was claimed beside what was measured."""
    names = (N_("claim"), N_("source"), N_("it says"), N_("ours"), N_("holds"), N_("why"))
    body: list[list[Cell]] = []
    for claim in claims:
        part, _, derived = claim.part.partition(".")
        column = parts[part].columns(derived)[claim.value]
        found = ours(claim, rows, timed=column.timed)
        value = None if found is None else found[0]
        body.append(
            [
                reader.text(claim.title),
                reader.text(claim.source),
                reader.text(claim.says),
                Column("", None, column.format).show(value, reader.translate),
                None if found is None else _verdict(claim.holds(*found[1:]), reader),
                reader.text(claim.why),
            ]
        )
    columns = [Column(reader.translate(name), "left") for name in names]
    return Table(reader.translate(N_("What is claimed, and what we measured")), columns, body)


def _verdict(holds: bool | None, reader: Reader) -> Cell:
    return reader.translate(N_("too close to tell")) if holds is None else holds
