"""Budgets: never more than there is, never less than nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wuzi.engine.timing import budget_of
from wuzi.thinking import Limit

seconds = st.floats(-10, 10_000, allow_subnormal=False)  # a tenth of the least one is nothing


@given(
    time=st.none() | seconds,
    clock=st.none() | seconds,
    increment=st.floats(0, 60),
    stones=st.integers(0, 484),
)
def test_a_budget_stays_within_every_limit(
    time: float | None, clock: float | None, increment: float, stones: int
) -> None:
    budget = budget_of(Limit(time=time, clock=clock, increment=increment), stones)
    assert (budget.hard is None) == (time is None and clock is None)
    if budget.hard is not None:
        if time is not None:
            assert budget.hard <= max(time, 0)
        if clock is not None:
            assert budget.hard <= max(clock, 0)
            assert budget.target is not None
            assert budget.target <= budget.hard
        none_left = (time is not None and time <= 0) or (clock is not None and clock <= 0)
        assert budget.over == none_left


@given(clock=st.floats(1, 600), increment=st.floats(0, 5))
def test_a_clock_is_never_played_out(clock: float, increment: float) -> None:
    """However badly every move uses all it may, the flag stays up for a long game."""
    left = clock
    for stones in range(10, 210, 2):
        budget = budget_of(Limit(clock=left, increment=increment), stones)
        assert budget.hard is not None
        left -= max(budget.hard, 0)
        assert left > 0
        left += increment


def test_without_a_clock_no_time_is_saved() -> None:
    assert not budget_of(Limit(time=5), 10).enough(4.9, 3, 0, 0)
    assert not budget_of(Limit(), 10).enough(1000, 3, 0, 0)


@given(
    elapsed=st.floats(0, 10),
    last=st.floats(0, 10),
    changes=st.floats(0, 2),
    fall=st.floats(0, 1),
)
def test_trouble_never_shortens_a_search(
    elapsed: float, last: float, changes: float, fall: float
) -> None:
    budget = budget_of(Limit(clock=60), 20)
    if budget.enough(elapsed, last, changes, fall):
        assert budget.enough(elapsed, last, 0, 0)
        assert budget.enough(elapsed + 1, last, changes, fall)


def test_a_faster_clock_gives_less() -> None:
    slow, fast = budget_of(Limit(clock=60), 20), budget_of(Limit(clock=6), 20)
    assert slow.target is not None
    assert fast.target is not None
    assert fast.target < slow.target
