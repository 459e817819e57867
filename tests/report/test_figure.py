from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.report import Figure, Series, binned

values = st.floats(-1e6, 1e6)


@given(st.lists(values), st.lists(st.integers(-1000, 1000), min_size=2, max_size=9, unique=True))
def test_every_value_within_the_edges_is_in_one_bin(found: list[float], edges: list[int]) -> None:
    edges.sort()
    series = binned("n", found, edges)
    assert sum(series.y) == sum(edges[0] <= value <= edges[-1] for value in found)
    assert len(series.x) == len(edges) - 1
    for middle, low, high in zip(series.x, edges, edges[1:], strict=False):
        assert isinstance(middle, float)
        assert low < middle < high


def test_a_series_has_as_many_values_everywhere() -> None:
    with pytest.raises(ValueError, match="minimax: 3 values of x, 2 of y"):
        Series("minimax", [1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match="1 of high"):
        Series("minimax", [1, 2], [1, 2], [0, 1], [2])


def test_ends_that_are_not_known_are_no_bars() -> None:
    series = Series("a", [1, 2, 3], [1, 2, 3], low=[0, math.nan, None], high=[2, None, math.inf])
    assert series.ends() == [(0, 2), (None, None), (None, math.inf)]
    assert series.has_bars
    assert not Series("a", [1], [1], low=[math.nan]).has_bars


def test_a_figure_is_of_a_kind_that_there_is() -> None:
    with pytest.raises(ValueError, match="no figure is a 'pie': line, bar, histogram, scatter"):
        Figure("pie", "", "", "", [])  # type: ignore[arg-type]
