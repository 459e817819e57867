"""One number made of many, and how sure one may be of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist, fmean, geometric_mean, median, quantiles, stdev
from typing import Final

from wuzi.lab.views import Aggregate, ErrorBars

_STUDENT: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""The 97.5 % points of Student's distribution with 1 to 30 degrees of freedom."""
_NORMAL: Final = NormalDist().inv_cdf(0.975)


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

    >>> aggregate([1, 4], "geomean"), aggregate([1, 10, 100], "median")
    (2.0, 10)
    """
    return values[0] if len(values) == 1 else _WAYS[way](values)


def interval(
    values: Sequence[float], way: Aggregate, error: ErrorBars
) -> tuple[float, float] | None:
    """The ends of the error bar of ``aggregate(values, way)``; ``None`` if there is none.

    Notes
    -----
    ``quartiles`` are those of the values. ``ci`` covers the true mean, geometric mean or sum
    with 95 % (Student's); of a median it is the interval between two of the
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
    n = len(values)
    reach = (_STUDENT[n - 2] if n - 2 < len(_STUDENT) else _NORMAL) * stdev(values) / math.sqrt(n)
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
