"""How figures look: quiet axes, and series that differ in more than colour."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Sequence
from typing import Any, Final

from wuzi.errors import N_
from wuzi.report import fonts, scales
from wuzi.report.figure import Figure, Format, Kind
from wuzi.report.layout import Layout, arrange
from wuzi.report.needs import ReportError, need
from wuzi.report.style import INK, MUTED, PAPER, SETTINGS, TINT, Look, look
from wuzi.report.svg import tidy

_RESOLUTION: Final = 200


def picture(figure: Figure, fmt: Format, language: str) -> bytes:
    """A picture of ``figure``: see :func:`wuzi.report.figure.draw`."""
    figure, chain = _in_a_font(figure, fmt)
    matplotlib = need("matplotlib")
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()  # no reader's own style gets in
        matplotlib.rcParams.update(SETTINGS | {"font.family": list(chain)})
        warnings.filterwarnings("ignore", "Glyph .* missing")  # an SVG has no glyphs
        canvas = _canvas(figure)
        file = io.BytesIO()
        canvas.savefig(file, format=fmt, dpi=_RESOLUTION, metadata=_metadata(figure, fmt))
    if fmt == "svg":
        return tidy(file.getvalue().decode(), language).encode()
    return file.getvalue()


def _metadata(figure: Figure, fmt: Format) -> dict[str, str | None]:
    """The title, and nothing that would make two files of one figure differ."""
    if fmt == "png":
        return {"Software": None}
    names = {"svg": ("Creator", "Date", "Format", "Type")}
    absent = dict.fromkeys(names.get(fmt, ("Creator", "Producer", "CreationDate")))
    return {**absent, **({"Title": figure.title} if figure.title else {})}


def _in_a_font(figure: Figure, fmt: Format) -> tuple[Figure, tuple[str, ...]]:
    """The figure, or its English form, and fonts with all its characters."""
    for version in (figure, figure.english):
        if version is not None and (chain := fonts.families(version.texts())):
            return version, chain
        if fmt == "svg":
            return figure, (fonts.LATIN,)
    raise ReportError(
        "report.font",
        N_(
            "no font here has the characters of the figure '{title}': install Noto Sans CJK,"
            " or draw it as SVG or in English"
        ),
        title=figure.title,
    )


def _canvas(figure: Figure) -> Any:
    """A matplotlib figure with everything on it."""
    layout = arrange(figure)
    canvas = need("matplotlib.figure").Figure(
        figsize=(layout.width, layout.height), layout="constrained"
    )
    axes = canvas.subplots()
    _set_axes(axes, figure, layout)
    _draw_reference(axes, figure, layout)
    handles = [_draw(axes, figure.kind, layout, index) for index in range(len(figure.series))]
    _write(canvas, axes, figure, layout)
    if len(handles) > 1:
        axes.legend(
            handles,
            [series.name for series in figure.series],
            loc="lower left",
            bbox_to_anchor=(0, 1.01),
            ncols=layout.legend_columns,
            borderaxespad=0,
            columnspacing=1.8,
        )
    return canvas


def _set_axes(axes: Any, figure: Figure, layout: Layout) -> None:
    """Scales, ticks and the grid."""
    along, across = (axes.yaxis, axes.xaxis) if layout.horizontal else (axes.xaxis, axes.yaxis)
    values = [y for series in figure.series for y in series.y]
    scales.apply(across, layout.across, whole=_are_whole(values))
    across.grid(visible=True)
    if layout.categories is None:
        numbers = [x for series in figure.series for x in series.x if not isinstance(x, str)]
        ticks = scales.few_ticks(numbers, layout.along)
        scales.apply(along, layout.along, whole=_are_whole(numbers), ticks=ticks)
    else:
        getattr(axes, f"set_{along.axis_name}lim")(layout.along.start, layout.along.end)
        turned = {"rotation": 30, "ha": "right", "rotation_mode": "anchor"}
        along.set_ticks(
            range(len(layout.categories)),
            [fonts.wrap(name, 28) for name in layout.categories],
            **(turned if layout.crowded and not layout.horizontal else {}),
        )
        along.set_tick_params(length=0)


def _draw_reference(axes: Any, figure: Figure, layout: Layout) -> None:
    """The line that was asked for, and the one on which bars stand up and hang down."""
    line = axes.axvline if layout.horizontal else axes.axhline
    if figure.kind in ("bar", "histogram") and layout.across.start < layout.base:
        line(layout.base, color=MUTED, linewidth=0.8, zorder=2.5)
    if figure.reference is not None:
        line(figure.reference, color=MUTED, linewidth=1, linestyle=(0, (4, 3)), zorder=1.5)


def _are_whole(values: Sequence[float]) -> bool:
    return all(value == round(value) for value in values if math.isfinite(value))


def _draw(axes: Any, kind: Kind, layout: Layout, index: int) -> Any:
    """Draw one series with its error bars; return what stands for it in the legend."""
    if kind in ("bar", "histogram"):
        return _draw_bars(axes, layout, index)
    return _draw_points(axes, layout, index, joined=kind == "line")


def _draw_points(axes: Any, layout: Layout, index: int, *, joined: bool) -> Any:
    series, shape = layout.series[index], look(index)
    places = layout.places[index]
    (line,) = axes.plot(
        places,
        [layout.across.clamp(y) for y in series.y],
        color=shape.colour,
        linestyle=shape.linestyle if joined else "none",
        marker=shape.marker,
        markeredgecolor=PAPER,
        markeredgewidth=0.7,
        markevery=max(1, len(places) // 15) if joined else None,
        gid=f"series-{index}",
    )
    _draw_ends(axes, layout, index, places, shape.colour)
    return line


def _draw_bars(axes: Any, layout: Layout, index: int) -> Any:
    series, shape = layout.series[index], look(index)
    count = len(layout.series)
    thickness = layout.slot / count
    places = [x + (index - (count - 1) / 2) * thickness for x in layout.places[index]]
    draw, size = (axes.barh, "height") if layout.horizontal else (axes.bar, "width")
    lengths = [layout.across.clamp(y) - layout.base for y in series.y]
    sizes = {size: 0.94 * thickness, "left" if layout.horizontal else "bottom": layout.base}
    coats = _coats(shape)
    for coat in coats:
        bars = draw(places, lengths, **sizes, **coat)
    for number, bar in enumerate(bars):
        bar.set_gid(f"series-{index}-{number}")
    _draw_ends(axes, layout, index, places, INK)
    patch = need("matplotlib.patches").Patch
    return tuple(patch(**coat) for coat in coats)


def _coats(shape: Look) -> list[dict[str, Any]]:
    """What bars are painted with, the lowest first: in an SVG no hatch has a tint of its own."""
    full = {"facecolor": shape.colour, "edgecolor": shape.colour, "linewidth": 0.8}
    if not shape.hatch:
        return [full]
    tint = {"facecolor": (shape.colour, TINT), "edgecolor": "none"}
    return [tint, {**full, "facecolor": "none", "hatch": shape.hatch}]


def _draw_ends(axes: Any, layout: Layout, index: int, places: Sequence[float], ink: str) -> None:
    """The error bars of one series, each from its lower to its upper end."""
    series, clamp = layout.series[index], layout.across.clamp
    found = [
        (place, clamp(y if low is None else low), clamp(y if high is None else high))
        for place, y, (low, high) in zip(places, series.y, series.ends(), strict=True)
        if (low, high) != (None, None)
    ]
    if not found:
        return
    middles = [(low + high) / 2 for _, low, high in found]
    halves = [abs(high - low) / 2 for _, low, high in found]
    at = [place for place, _, _ in found]
    values = (middles, at) if layout.horizontal else (at, middles)
    drawn = axes.errorbar(
        *values,
        **{"xerr" if layout.horizontal else "yerr": halves},
        fmt="none",
        ecolor=ink,
        elinewidth=1.1,
        capthick=1.1,
    )
    _, _, (sticks,) = drawn.lines
    sticks.set_gid(f"error-bars-{index}")


def _write(canvas: Any, axes: Any, figure: Figure, layout: Layout) -> None:
    """Title, labels of the axes, and the note."""
    labels = (figure.x_label, figure.y_label)
    x_label, y_label = reversed(labels) if layout.horizontal else labels
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    ems = 72 * layout.width - 20
    if figure.title:
        title = fonts.wrap(figure.title, ems / 12)
        canvas.suptitle(title, x=0.014, ha="left", fontsize=11.5, fontweight="bold")
    if figure.note:
        note = fonts.wrap(figure.note, ems / 8)
        canvas.supxlabel(note, x=0.014, ha="left", fontsize=8, color=MUTED)
