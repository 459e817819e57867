"""From values to axes: where they begin and end, which are logarithmic, how numbers are written."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from wuzi.report.needs import need

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Span:
    """The part of an axis that is shown.

    Attributes
    ----------
    start, end : float
    log : bool
        Whether the axis is logarithmic.
    """

    start: float
    end: float
    log: bool

    def clamp(self, value: float) -> float:
        """``value``, or a point well outside of the picture where the axis has no place for it."""
        far = 10 * (self.end - self.start)
        if self.log:
            return max(value, self.start / 1e3) if value < self.end * 1e3 else self.end * 1e3
        return min(max(value, self.start - far), self.end + far)


def span(values: Iterable[float], *, log: bool, floor: float | None = None) -> Span:
    """An axis with room for ``values``.

    Parameters
    ----------
    values : iterable of float
        What is not finite takes no room.
    log : bool
        Wanted logarithmic; it will not be where a value is not positive.
    floor : float, optional
        Where bars stand: the axis begins there if all values are on one side of it.

    Examples
    --------
    >>> span([0, 100], log=False)
    Span(start=-5.0, end=105.0, log=False)
    >>> span([10, 100], log=False, floor=0)
    Span(start=0, end=105.0, log=False)
    """
    known = [value for value in values if math.isfinite(value)]
    if log and known and min(known) > 0:
        low, high = math.log10(min(known)), math.log10(max(known))
        margin = 0.05 * (high - low) or 0.3
        return Span(10 ** (low - margin), 10 ** (high + margin), log=True)
    if floor is not None:
        known.append(floor)
    low, high = min(known, default=0.0), max(known, default=1.0)
    margin = 0.05 * (high - low) or 0.5
    start = low if low == floor else low - margin
    end = high if high == floor and start < high else high + margin
    return Span(start, end, log=False)


def decade_below(value: float) -> float:
    """The greatest power of ten that is less than a positive ``value``.

    Examples
    --------
    >>> decade_below(80), decade_below(100)
    (10.0, 10.0)
    """
    return float(10.0 ** (math.ceil(math.log10(value)) - 1))


def few_ticks(values: Iterable[float], shown: Span) -> list[float] | None:
    """The values themselves as ticks, where they are few and do not crowd.

    Examples
    --------
    >>> few_ticks([1, 2, 4, 8], span([1, 8], log=True))
    [1, 2, 4, 8]
    >>> few_ticks([1, 2, 300], span([1, 300], log=False)) is None
    True
    """
    ticks = sorted({value for value in values if math.isfinite(value)})
    places = [math.log10(tick) for tick in ticks] if shown.log else ticks
    gaps = [right - left for left, right in pairwise(places)]
    crowded = gaps and min(gaps) < 0.08 * (places[-1] - places[0])
    return ticks if 0 < len(ticks) <= 10 and not crowded else None


def apply(axis: Any, shown: Span, *, whole: bool, ticks: list[float] | None = None) -> None:
    """Give one matplotlib axis its scale, limits and ticks.

    Parameters
    ----------
    axis : matplotlib.axis.Axis
    shown : Span
    whole : bool
        Whether all values are whole numbers, so that ticks between them mean nothing.
    ticks : list of float, optional
        Where ticks stand; by default at round numbers.
    """
    ticker = need("matplotlib.ticker")
    axes, name = axis.axes, axis.axis_name
    if shown.log:
        getattr(axes, f"set_{name}scale")("log")
        axis.set_minor_formatter(ticker.NullFormatter())
    if ticks is not None:
        axis.set_major_locator(ticker.FixedLocator(ticks))
        axis.set_minor_locator(ticker.NullLocator())
    elif shown.log and (digits := _first_digits(shown)):
        axis.set_major_locator(ticker.LogLocator(subs=digits, numticks=10))
    else:
        axis.set_major_locator(
            ticker.MaxNLocator("auto", integer=whole, steps=[1, 2, 5, 10], min_n_ticks=1)
        )
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: number(value)))
    getattr(axes, f"set_{name}lim")(shown.start, shown.end)


def _first_digits(shown: Span) -> tuple[float, ...]:
    """What the numbers at the ticks of a logarithmic axis begin with; nothing on a short one."""
    decades = math.log10(shown.end / shown.start)
    if decades > 2:
        return (1.0,)
    if decades > 0.8:
        return (1.0, 2.0, 5.0)
    return (1.0, 1.5, 2.0, 3.0, 5.0, 7.0) if decades > 0.4 else ()


def number(value: float) -> str:
    """A number at a tick.

    Examples
    --------
    >>> [number(v) for v in (0, 0.25, -20, 1_000_000, 1e9, 2e-5)]
    ['0', '0.25', '−20', '1,000,000', '10⁹', '2×10⁻⁵']
    """
    if value != 0 and not 1e-4 <= abs(value) < 1e9:
        mantissa, _, power = f"{value:.3e}".partition("e")
        digits = mantissa.rstrip("0").rstrip(".").replace("-", "−")
        tens = "10" + str(int(power)).translate(_SUPERSCRIPTS)
        return tens if digits == "1" else f"{digits}×{tens}"
    return f"{value:,.10g}".replace("-", "−")
