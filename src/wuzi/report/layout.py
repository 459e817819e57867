"""Where everything of a figure goes, before anything is drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from wuzi.report.figure import Figure, Series
from wuzi.report.fonts import width
from wuzi.report.scales import Span, decade_below, number, span

WIDTH: Final = 6.4
_HEIGHT: Final = 3.9
_EM: Final = 9 / 72
"""In inches, as matplotlib measures figures."""

_DODGE: Final = 0.014
"""Error bars of several lines stand beside each other: by this part of the axis."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A figure's places, in the coordinates of its axes.

    Attributes
    ----------
    series : tuple of Series
    categories : tuple of str or None
        Their names where x is no number; they stand at 0, 1, 2 ...
    places : tuple of tuples of float
        Of each series its places along the x axis.
    along, across : Span
        The axis of x and that of y, wherever they are drawn.
    base : float
        Where bars stand, on the axis of y.
    slot : float
        What the bars of one x have together, on the axis of x.
    crowded : bool
        Whether the names of the categories would run into each other.
    horizontal : bool
        Whether x is drawn from the top down.
    width, height : float
        Of the picture, in inches.
    legend_columns : int
    """

    series: tuple[Series, ...]
    categories: tuple[str, ...] | None
    places: tuple[tuple[float, ...], ...]
    along: Span
    across: Span
    base: float
    slot: float
    crowded: bool
    horizontal: bool
    width: float
    height: float
    legend_columns: int


def arrange(figure: Figure) -> Layout:
    """Find every place.

    Examples
    --------
    >>> names = ["minimax", "alpha-beta", "alpha-beta with a table and an ordering of moves"]
    >>> layout = arrange(Figure("bar", "", "", "", [Series("", names, [9, 3, 1])]))
    >>> layout.horizontal, layout.places, layout.base
    (True, ((0, 1, 2),), 0.0)
    """
    series = tuple(figure.series)
    categories = _categories(figure)
    places = _places(series, categories)
    across, base = _across(figure)
    crowded = categories is not None and _is_crowded(categories)
    horizontal = crowded and figure.kind == "bar"
    columns, rows = _legend(series)
    slot = 0.8 if categories is not None else _bin_width(places)
    bars = len(categories or ()) * (0.13 + 0.19 * max(1, len(series)))
    height = max(1.2, bars) + 1.2 if horizontal else _HEIGHT
    if figure.kind == "line" and len(series) > 1 and any(each.has_bars for each in series):
        places = _dodged(places, categories, log=figure.log_x)
    return Layout(
        series=series,
        categories=categories,
        places=places,
        along=_along(figure, categories, places, slot, horizontal=horizontal),
        across=across,
        base=base,
        slot=slot,
        crowded=crowded,
        horizontal=horizontal,
        width=WIDTH,
        height=height + 0.2 * rows,
        legend_columns=columns,
    )


def _categories(figure: Figure) -> tuple[str, ...] | None:
    """Names in the order in which they come; numbers under bars in their own order."""
    values = list(dict.fromkeys(x for series in figure.series for x in series.x))
    numbers = [x for x in values if not isinstance(x, str)]
    if len(numbers) < len(values):
        return tuple(dict.fromkeys(map(_name, values)))
    return tuple(map(_name, sorted(numbers))) if figure.kind == "bar" else None


def _name(x: float | str) -> str:
    return x if isinstance(x, str) else number(x)


def _places(
    series: Sequence[Series], categories: Sequence[str] | None
) -> tuple[tuple[float, ...], ...]:
    if categories is None:
        return tuple(tuple(x for x in each.x if not isinstance(x, str)) for each in series)
    index = {name: place for place, name in enumerate(categories)}
    return tuple(tuple(index[_name(x)] for x in each.x) for each in series)


def _is_crowded(categories: Sequence[str]) -> bool:
    room = (WIDTH - 1) / max(1, len(categories))
    return any((width(name) + 1) * _EM > room for name in categories)


def _bin_width(places: Sequence[Sequence[float]]) -> float:
    """The width of a histogram's bins: the least distance of two of their middles."""
    middles = sorted({place for each in places for place in each})
    return min((right - left for left, right in pairwise(middles)), default=1.0)


def _across(figure: Figure) -> tuple[Span, float]:
    """The axis of y, and where bars stand on it."""
    values = [y for series in figure.series for y in series.y if not math.isnan(y)]
    ends = [end for series in figure.series for pair in series.ends() for end in pair]
    log = figure.log_y and all(value > 0 for value in values)
    known = [*values, *(end for end in ends if end is not None and (end > 0 or not log))]
    if figure.reference is not None and (figure.reference > 0 or not log):
        known.append(figure.reference)
    finite = [value for value in known if math.isfinite(value)]
    if figure.kind not in ("bar", "histogram"):
        return span(known, log=log), 0.0
    if not log or not finite:
        return span(known, log=False, floor=0.0), 0.0
    if figure.reference is not None and figure.reference > 0:
        return span(known, log=True), figure.reference
    base = decade_below(min(finite))
    shown = span(known, log=True)
    return Span(base, shown.end, log=True), base


def _along(
    figure: Figure,
    categories: Sequence[str] | None,
    places: Sequence[Sequence[float]],
    slot: float,
    *,
    horizontal: bool,
) -> Span:
    """The axis of x; from the top down where bars lie on their side."""
    if categories is not None:
        start, end = -0.5, max(1, len(categories)) - 0.5
        return Span(end, start, log=False) if horizontal else Span(start, end, log=False)
    numbers = [place for each in places for place in each]
    if figure.kind == "histogram" and numbers:
        half = 0.55 * slot
        return Span(min(numbers) - half, max(numbers) + half, log=False)
    return span(numbers, log=figure.log_x)


def _dodged(
    places: Sequence[Sequence[float]], categories: Sequence[str] | None, *, log: bool
) -> tuple[tuple[float, ...], ...]:
    """Places moved a little to one side, so that error bars do not cover each other."""
    numbers = [place for each in places for place in each]
    if log or not numbers:
        return tuple(map(tuple, places))
    extent = len(categories) if categories is not None else max(numbers) - min(numbers)
    middle = (len(places) - 1) / 2
    return tuple(
        tuple(place + (index - middle) * _DODGE * extent for place in each)
        for index, each in enumerate(places)
    )


def _legend(series: Sequence[Series]) -> tuple[int, int]:
    """Columns and rows of the legend: none where there is one series."""
    if len(series) < 2:
        return 1, 0
    for columns in range(len(series), 0, -1):
        rows, longer = divmod(len(series), columns)  # the first columns have one row more
        starts = [i * rows + min(i, longer) for i in range(columns + 1)]
        widest = (
            max(width(each.name) for each in series[start:end]) for start, end in pairwise(starts)
        )
        if columns == 1 or sum(wide + 6 for wide in widest) * _EM <= WIDTH - 1:
            return columns, math.ceil(len(series) / columns)
    raise AssertionError("one column is always taken")
