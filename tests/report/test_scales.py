from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.report.scales import decade_below, few_ticks, number, span

finite = st.floats(-1e12, 1e12)
positive = st.floats(1e-9, 1e12)


@given(st.lists(finite), st.booleans())
def test_an_axis_has_room_for_every_value(values: list[float], log: bool) -> None:
    shown = span(values, log=log)
    assert shown.start < shown.end
    assert all(shown.start <= value <= shown.end for value in values)


@given(st.lists(positive, min_size=1))
def test_only_positive_values_make_a_logarithmic_axis(values: list[float]) -> None:
    assert span(values, log=True).log
    assert not span([*values, 0.0], log=True).log
    assert not span(values, log=False).log


@given(st.lists(finite))
def test_bars_are_seen_from_where_they_stand(values: list[float]) -> None:
    shown = span(values, log=False, floor=0.0)
    assert shown.start <= 0 <= shown.end
    assert shown.start == 0 or min(values) < 0


@given(st.lists(positive, min_size=1), st.booleans())
def test_what_has_no_place_is_clamped_out_of_the_picture(values: list[float], log: bool) -> None:
    shown = span(values, log=log)
    assert shown.clamp(math.inf) > shown.end
    assert shown.clamp(-math.inf) < shown.start
    assert all(shown.clamp(value) == value for value in values)


@given(positive)
def test_a_decade_below_is_the_next(value: float) -> None:
    below = decade_below(value)
    assert below < value <= below * 10 * (1 + 1e-9)


def test_ticks_stand_at_the_values_where_they_are_few() -> None:
    linear = span([1, 30], log=False)
    assert few_ticks([8, 12, 16, 20, 30, 8], linear) == [8, 12, 16, 20, 30]
    assert few_ticks(range(100), linear) is None
    assert few_ticks([1, 2, 3, 1000], span([1, 1000], log=False)) is None
    assert few_ticks([], linear) is None


_POWER = re.compile(r"(.*?)×?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_PLAIN = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789", ",")


def value_of(text: str) -> float:
    """What a number at a tick means."""
    if power := _POWER.fullmatch(text):
        mantissa, exponent = (part.translate(_PLAIN) for part in power.groups())
        return float({"": "1", "-": "-1"}.get(mantissa, mantissa) + "e" + exponent)
    return float(text.translate(_PLAIN))


@given(st.floats(-1e300, 1e300))
def test_a_number_at_a_tick_is_short_and_right(value: float) -> None:
    assert value_of(number(value)) == pytest.approx(value, rel=1e-3)
    assert len(number(value)) <= 16
