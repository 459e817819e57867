"""From the rows of a run to the figures that the experiment asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from wuzi.errors import N_
from wuzi.lab.aggregate import aggregate, interval
from wuzi.lab.cells import same, word
from wuzi.lab.parts import Part
from wuzi.lab.results import Row
from wuzi.lab.views import FigureSpec, View
from wuzi.lab.words import Reader
from wuzi.report import Figure, Series

HOW: Final = {
    "median": N_("median of {count} values"),
    "mean": N_("mean of {count} values"),
    "geomean": N_("geometric mean of {count} values"),
    "sum": N_("sum of {count} values"),
    "least": N_("least of {count} values"),
    "most": N_("most of {count} values"),
}
BARS: Final = {
    "quartiles": N_("bars: quartiles"),
    "ci": N_("bars: 95 % of confidence"),
}
NO_VALUE: Final = N_("left out, since they have no value: {count}")
CUT_OFF: Final = N_("left out, since the limit cut them off: {count}")


@dataclass(frozen=True)
class Point:
    """One place of a figure, and the rows that are there."""

    x: Any
    rows: tuple[Row, ...]


def chosen(view: View, rows: Iterable[Row]) -> tuple[list[Row], int]:
    """The rows a view looks at, and how many are left out because a limit cut them off."""
    found = [
        row
        for row in rows
        if row.part == view.part
        and all(row[key] is not None and same(row[key], v) for key, v in view.where.items())
    ]
    whole = [row for row in found if row.finished]
    return whole, len(found) - len(whole)


def make_figure(spec: FigureSpec, rows: Sequence[Row], part: Part, reader: Reader) -> Figure | None:
    """The figure; ``None`` if there is nothing to show yet.

    Parameters
    ----------
    spec : FigureSpec
    rows : sequence of Row
        All of the run.
    part : Part
        That the figure is about.
    reader : Reader
    """
    found, cut_off = chosen(spec, rows)
    derived = spec.part.partition(".")[2]
    name = spec.x if spec.kind == "histogram" else spec.y
    whole = len(found)
    found = [row for row in found if isinstance(row[name], int | float)]
    if not found:
        return None
    series = _histogram(spec, found, part, reader) if spec.kind == "histogram" else [
        _series(spec, key, group, part, reader) for key, group in _groups(spec.by, found)
    ]  # fmt: skip
    count = reader.translate(N_("how many"))
    y_label = count if spec.kind == "histogram" else reader.column(part, derived, spec.y)
    return Figure(
        kind="bar" if spec.kind == "histogram" and spec.by else spec.kind,
        title=reader.text(spec.title),
        x_label=reader.text(spec.x_label) or reader.column(part, derived, spec.x),
        y_label=reader.text(spec.y_label) or y_label,
        series=series,
        log_x="x" in spec.log,
        log_y="y" in spec.log,
        note=_note(spec, found, (cut_off, whole - len(found)), series, reader),
        reference=spec.reference,
    )


def with_english(figure: Figure | None, english: Figure | None) -> Figure | None:
    """The figure, to be drawn in English where there is no font for it."""
    return None if figure is None else replace(figure, english=english)


def _groups(keys: Sequence[str], rows: Sequence[Row]) -> list[tuple[tuple[Any, ...], list[Row]]]:
    """The rows by their values in some columns, in the order in which these first come."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    names: dict[tuple[str, ...], tuple[Any, ...]] = {}
    for row in rows:
        values = tuple(row[key] for key in keys)
        shown = tuple("" if value is None else word(value) for value in values)
        groups.setdefault(shown, []).append(row)
        names.setdefault(shown, values)
    return [(names[shown], group) for shown, group in groups.items()]


def series_name(keys: Sequence[str], values: Sequence[Any], part: Part, reader: Reader) -> str:
    """What a series is called in the legend."""
    words = []
    for key, value in zip(keys, values, strict=True):
        shown = reader.value(part, key, value)
        alone = isinstance(value, str) and len(keys) == 1 and value not in ("on", "off")
        bare = key in ("variant", "position") or alone
        words.append(shown if bare else f"{reader.setting(key)} {shown}")
    return reader.listed(words)


def _series(
    spec: FigureSpec, values: Sequence[Any], rows: Sequence[Row], part: Part, reader: Reader
) -> Series:
    name = series_name(spec.by, values, part, reader)
    if spec.kind == "scatter":
        groups = [Point(row[spec.x], (row,)) for row in rows if row[spec.x] is not None]
    else:
        groups = [
            Point(key[0], tuple(group))
            for key, group in _groups([spec.x], rows)
            if key[0] is not None
        ]
    numeric = (
        all(isinstance(p.x, int | float) and not isinstance(p.x, bool) for p in groups)
        and spec.kind != "bar"
    )
    if numeric:
        groups.sort(key=lambda p: float(p.x))
    x = [_short(p.x) if numeric else reader.value(part, spec.x, p.x) for p in groups]
    y = [aggregate([row[spec.y] for row in p.rows], spec.aggregate) for p in groups]
    ends = [_ends(spec, p.rows) for p in groups]
    return Series(
        name,
        x,
        y,
        None if spec.error == "none" else [end and end[0] for end in ends],
        None if spec.error == "none" else [end and end[1] for end in ends],
    )


def _short(x: float) -> float:
    """A measured x to three digits, as its tick shows it."""
    return float(f"{x:.3g}") if isinstance(x, float) else x


def _ends(spec: FigureSpec, rows: Sequence[Row]) -> tuple[float, float] | None:
    """The error bar: of one row its own, if it has one; of several that of their values."""
    if spec.error == "none":
        return None
    if len(rows) == 1:
        low, high = (rows[0][f"{spec.y}_{end}"] for end in ("low", "high"))
        return None if low is None or high is None else (low, high)
    return interval([row[spec.y] for row in rows], spec.aggregate, spec.error)


def _histogram(spec: FigureSpec, rows: Sequence[Row], part: Part, reader: Reader) -> list[Series]:
    """How many rows have a value in each bin; all series have the same bins."""
    values = [float(row[spec.x]) for row in rows]
    least, most = min(values), max(values)
    width = (most - least) / spec.bins or 1.0
    edges = [least + width * i for i in range(spec.bins + 1)]
    from wuzi.report import binned  # noqa: PLC0415

    return [
        binned(series_name(spec.by, key, part, reader), [float(r[spec.x]) for r in group], edges)
        for key, group in _groups(spec.by, rows)
    ]


def _note(
    spec: FigureSpec,
    rows: Sequence[Row],
    missing: tuple[int, int],
    series: Sequence[Series],
    reader: Reader,
) -> str:
    """What each point is made of, what its bar means, and what is missing."""
    words = [reader.text(spec.note)] if spec.note else []
    if spec.kind in ("line", "bar"):
        counts = {len(group) for _, group in _groups([*spec.by, spec.x], rows)}
        if max(counts) > 1:
            count = str(max(counts)) if len(counts) == 1 else f"{min(counts)}–{max(counts)}"
            words.append(reader.translate(HOW[spec.aggregate]).format(count=count))
        if any(one.has_bars for one in series):
            words.append(reader.translate(BARS[spec.error]))
    for number, text in zip(missing, (CUT_OFF, NO_VALUE), strict=True):
        if number:
            words.append(reader.translate(text).format(count=number))
    return reader.notes(words)
