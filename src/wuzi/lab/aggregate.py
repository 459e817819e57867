"""One number made of many, and how sure one may be of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist, fmean, geometric_mean, median, quantiles, stdev
from typing import Final

from wuzi.lab.views import Aggregate, ErrorBars

_Z: Final = NormalDist().inv_cdf(0.975)


def _geomean(values: Sequence[float]) -> float:
    """The geometric mean; not a number if one is not positive."""
    return geometric_mean(values) if min(values) > 0 else math.nan


_WAYS: Final[dict[Aggregate, Callable[[Sequence[float]], float]]] = {
    "median": median,
    "mean": fmean,
    "geomean": _geomean,
    "sum": math.fsum,
    "least": min,
    "most": max,
}


def aggregate(values: Sequence[float], way: Aggregate) -> float:
    """One number made of ``values``, which are not empty.

    >>> aggregate([1, 10, 100], "geomean"), aggregate([1, 10, 100], "median")
    (10.0, 10)
    """
    return values[0] if len(values) == 1 else _WAYS[way](values)


def interval(
    values: Sequence[float], way: Aggregate, error: ErrorBars
) -> tuple[float, float] | None:
    """The ends of the error bar of ``aggregate(values, way)``; ``None`` if there is none.

    Notes
    -----
    ``quartiles`` are those of the values. ``ci`` covers the true mean, geometric mean or sum
    with 95 %, by the normal approximation; of a median it is the interval between two of the
    values that covers it with at least 95 % (the binomial one; fewer than six have none).

    Examples
    --------
    >>> interval([1, 2, 3, 4, 5], "median", "quartiles")
    (2.0, 4.0)
    >>> interval([1, 2, 3, 4, 5, 6], "median", "ci")
    (1, 6)
    """
    if error == "none" or len(values) < 2:
        return None
    if error == "quartiles":
        low, _, high = quantiles(values, method="inclusive")
        return low, high
    if way == "median":
        return _median_interval(values)
    if way == "geomean":
        ends = _mean_interval([math.log(v) for v in values]) if min(values) > 0 else None
        return None if ends is None else (math.exp(ends[0]), math.exp(ends[1]))
    if way in ("mean", "sum"):
        low, high = _mean_interval(values)
        many = len(values) if way == "sum" else 1
        return low * many, high * many
    return None


def _mean_interval(values: Sequence[float]) -> tuple[float, float]:
    reach = _Z * stdev(values) / math.sqrt(len(values))
    return fmean(values) - reach, fmean(values) + reach


def _median_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """The narrowest symmetric pair of order statistics that covers with at least 95 %."""
    ordered, n = sorted(values), len(values)
    outside, best = 0.0, None
    for rank in range((n + 1) // 2):
        outside += 2 * math.comb(n, rank) / 2**n
        if outside > 0.05:
            break
        best = ordered[rank], ordered[n - 1 - rank]
    return best
