"""Cells: every combination once, but those left out."""

from __future__ import annotations

from math import prod

from hypothesis import given
from hypothesis import strategies as st

from wuzi.lab.cells import Variant, make_cells, matches, settings_text
from wuzi.lab.texts import Text

AXES = st.dictionaries(
    st.sampled_from("abcd"),
    st.lists(st.integers(0, 9), min_size=1, max_size=3, unique=True),
    max_size=3,
)


@given(AXES, st.integers(0, 3))
def test_all_combinations_are_there_once(axes: dict[str, list[int]], many: int) -> None:
    variants = [Variant(f"v{i}", {"x": i}, Text(f"v{i}")) for i in range(many)]
    cells = make_cells(axes, variants)
    assert len(cells) == prod(map(len, axes.values())) * max(1, many)
    assert len({cell.name for cell in cells}) == len(cells)


@given(AXES, st.data())
def test_what_is_skipped_is_gone_and_nothing_else(
    axes: dict[str, list[int]], data: st.DataObject
) -> None:
    skip = [
        {name: data.draw(st.sampled_from(values)) for name, values in axes.items()}
        for _ in range(data.draw(st.integers(0, 3)))
    ]
    whole = make_cells(axes)
    left = make_cells(axes, skip=skip)
    gone = [cell for cell in whole if any(matches(cell.shown, one) for one in skip)]
    assert [cell.name for cell in whole if cell not in gone] == [cell.name for cell in left]


def test_on_is_true_and_two_is_two() -> None:
    assert matches({"table": True, "depth": 2}, {"table": "on", "depth": 2.0})
    assert not matches({"table": True}, {"table": False})
    assert not matches({}, {"table": False})
    assert settings_text({"table": False, "defence": 0.5}) == "table=off,defence=0.5"


def test_variants_apply_what_they_do_not_show() -> None:
    variant = Variant("all", {"table": True}, Text("all"))
    cell = make_cells({"depth": [3]}, [variant])[0]
    assert cell.shown == {"variant": "all", "depth": 3}
    assert cell.applied == {"depth": 3, "table": True}
