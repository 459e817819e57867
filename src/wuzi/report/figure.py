"""A figure as data: what it shows, and nothing of how it looks.

:func:`draw` makes a picture of it. How that looks is in :mod:`wuzi.report.drawing`.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, get_args

Kind = Literal["line", "bar", "histogram", "scatter"]
Format = Literal["svg", "png", "pdf"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
FORMATS: Final[tuple[Format, ...]] = get_args(Format)


@dataclass(frozen=True, slots=True)
class Series:
    """Values that belong together: one line, or the bars of one colour.

    Attributes
    ----------
    name : str
        As the legend has it.
    x : sequence of float or str
        Numbers, or the names of categories. Of a histogram the middles of its bins.
    y : sequence of float
        As many; NaN leaves a gap, what is infinite runs out of the picture.
    low, high : sequence of float or None, optional
        The ends of the error bars, as values on the y axis. ``None`` or NaN means that
        this value has no bar; an infinite end runs out of the picture.

    Examples
    --------
    >>> Series("alpha-beta", [1, 2, 3], [80, 900, 7000]).x
    (1, 2, 3)
    """

    name: str
    x: Sequence[float | str]
    y: Sequence[float]
    low: Sequence[float | None] | None = None
    high: Sequence[float | None] | None = None

    def __post_init__(self) -> None:
        for field in ("x", "y", "low", "high"):
            values = getattr(self, field)
            if values is not None:
                object.__setattr__(self, field, tuple(values))
                if len(values) != len(self.x):
                    raise ValueError(
                        f"{self.name}: {len(self.x)} values of x, {len(values)} of {field}"
                    )

    @property
    def has_bars(self) -> bool:
        """Whether any value has an error bar."""
        return any(low is not None or high is not None for low, high in self.ends())

    def ends(self) -> list[tuple[float | None, float | None]]:
        """The lower and upper end of each value's error bar."""
        none = (None,) * len(self.x)
        pairs = zip(self.low or none, self.high or none, strict=True)
        return [(_known(low), _known(high)) for low, high in pairs]


def _known(end: float | None) -> float | None:
    return None if end is None or math.isnan(end) else end


def binned(name: str, values: Iterable[float], edges: Sequence[float]) -> Series:
    """The series of a histogram: how many of ``values`` lie in each bin.

    Parameters
    ----------
    name : str
    values : iterable of float
        What lies outside of the edges is left out.
    edges : sequence of float
        One more than there are bins, rising. A bin has its lower edge and not its upper
        one; the last bin has both.

    Examples
    --------
    >>> binned("plies", [1, 2, 2, 5], [0, 2, 4, 6])
    Series(name='plies', x=(1.0, 3.0, 5.0), y=(1, 2, 1), low=None, high=None)
    """
    counts = [0] * (len(edges) - 1)
    for value in values:
        if edges[0] <= value <= edges[-1]:
            counts[min(bisect_right(edges, value) - 1, len(counts) - 1)] += 1
    middles = [(a + b) / 2 for a, b in pairwise(edges)]
    return Series(name, middles, counts)


@dataclass(frozen=True, slots=True)
class Figure:
    """What a figure shows.

    Attributes
    ----------
    kind : {"line", "bar", "histogram", "scatter"}
        Bars lie on their side where the names of the categories need the room.
    title, x_label, y_label : str
    series : sequence of Series
        If any x is a text, all are taken for categories.
    log_x, log_y : bool
        Logarithmic axes; an axis with a value that is not positive stays linear.
    note : str
        A line below the picture: how often it was measured, what the bars mean.
    reference : float, optional
        A thin line at this y: 1 for ratios, 0 for Elo.
    english : Figure, optional
        The same in English, drawn where no font here has the characters of this one.

    Examples
    --------
    >>> figure = Figure(
    ...     kind="line",
    ...     title="Nodes by depth",
    ...     x_label="depth",
    ...     y_label="nodes",
    ...     series=[Series("minimax", [1, 2, 3], [80, 6500, 520_000])],
    ...     log_y=True,
    ... )
    >>> figure.series[0].name
    'minimax'
    """

    kind: Kind
    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    log_x: bool = False
    log_y: bool = False
    note: str = ""
    reference: float | None = None
    english: Figure | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no figure is a {self.kind!r}: {', '.join(KINDS)}")
        object.__setattr__(self, "series", tuple(self.series))

    def texts(self) -> list[str]:
        """Every text of the picture, for whoever looks for a font."""
        words = [self.title, self.x_label, self.y_label, self.note]
        for series in self.series:
            words += [series.name, *(x for x in series.x if isinstance(x, str))]
        return words


def draw(figure: Figure, fmt: Format, language: str = "en") -> bytes:
    """A picture of ``figure``.

    Parameters
    ----------
    figure : Figure
    fmt : {"svg", "png", "pdf"}
    language : str
        Of its texts: which of several forms of a Chinese character is meant.

    Returns
    -------
    bytes
        The file. The same figure drawn twice on one machine is the same file.

    Raises
    ------
    ReportError
        If matplotlib is not installed, or if no font here has the characters of the figure
        and there is none in English. An SVG needs no font: it keeps its text as text.
    """
    from wuzi.report.drawing import picture  # noqa: PLC0415  # loads matplotlib

    return picture(figure, fmt, language)
