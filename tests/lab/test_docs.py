"""docs/lab.md: its examples can be run, and what it says there is, there is."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from wuzi.cli.lab import COMMANDS
from wuzi.engine.control import SWITCHES
from wuzi.errors import WuziError
from wuzi.lab.experiment import headings, load, shipped
from wuzi.lab.measures import MEASURES, measure_named
from wuzi.lab.parts import COMMON_KEYS
from wuzi.lab.views import AGGREGATES, CLAIM_KEYS, FIGURE_KEYS, TABLE_KEYS
from wuzi.textbook import describe
from wuzi.textbook.scores import SHAPES

DOCS = Path(__file__).parents[2] / "docs" / "lab.md"
TEXT = DOCS.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", TEXT, flags=re.DOTALL)
WHOLE = [block for block in BLOCKS if block.startswith("title =")]
PARTS = [block for block in BLOCKS if block.startswith("[[part]]")]
CAPPED = PARTS[0]
VIEWS = [block for block in BLOCKS if re.match(r"\[\[(figure|table|claim)\]\]|\[budgets", block)]


@pytest.mark.parametrize("text", WHOLE, ids=range(len(WHOLE)))
def test_whole_examples_are_experiments(text: str, write: Callable[[str], Path]) -> None:
    assert load(write(text)).parts


@pytest.mark.parametrize("text", PARTS, ids=range(len(PARTS)))
def test_parts_are_parts(text: str, write: Callable[[str], Path]) -> None:
    assert load(write('title = "t"\n' + text)).parts


@pytest.mark.parametrize("text", VIEWS, ids=range(len(VIEWS)))
def test_views_and_budgets_go_with_the_part_they_name(
    text: str, write: Callable[[str], Path]
) -> None:
    part = CAPPED.replace("skip = ", "# ")
    experiment = load(write(f'title = "t"\n{part}\n{text}'))
    shown = (*experiment.figures, *experiment.tables, *experiment.claims)
    assert shown or len(experiment.heading.budgets) > 1


def test_there_are_examples_of_all_kinds() -> None:
    assert len(WHOLE) >= 4
    assert len(PARTS) >= 3
    assert len(VIEWS) >= 4


def test_every_key_and_column_is_told_of() -> None:
    names = {*COMMON_KEYS, *FIGURE_KEYS, *TABLE_KEYS, *CLAIM_KEYS, *AGGREGATES, *MEASURES, *SHAPES}
    for name in MEASURES:
        measure = measure_named(name)
        names |= {key.name for key in measure.keys}
        names |= {column.name for column in measure.columns}
        names |= {column.name for columns in measure.derived.values() for column in columns}
        names |= set(measure.derived)
    names |= {option.name for player in ("alphabeta", "greedy", "random")
              for option in describe(player)}  # fmt: skip
    names |= {name for name in SWITCHES if name.startswith("use_")}
    names -= {f"cut_{place}" for place in range(2, 10)}
    assert sorted(name for name in names if f"`{name}" not in TEXT) == []


def test_shipped_experiments_are_in_two_languages_and_say_their_time() -> None:
    found = list(headings())
    assert {one.name for one in found} == set(shipped())
    for one in found:
        for text in (one.title, one.teaches, one.expect):
            assert text.read("zh_CN") != text.en
        assert all(budget.minutes for budget in one.budgets)
        assert {budget.name for budget in one.budgets} >= {"small", "full"}


@pytest.mark.parametrize("name", sorted(shipped()))
def test_shipped_experiments_can_be_run_by_each_budget(name: str) -> None:
    for budget in ("small", "full"):
        assert load(shipped()[name], budget).budget.name == budget


def test_every_experiment_and_every_command_is_told_of() -> None:
    assert sorted(name for name in shipped() if f"| `{name}` |" not in TEXT) == []
    section = TEXT.split("## The shipped experiments")[1].split("## A first")[0]
    assert len(re.findall(r"^\| `[a-z-]+` \|", section, flags=re.MULTILINE)) == len(shipped())
    for name, _, _ in COMMANDS:
        assert f"wuzi lab {name} " in TEXT


def test_a_list_of_values_in_where_is_refused_as_told(write: Callable[[str], Path]) -> None:
    view = "[[figure]]\nx = 'depth'\ny = 'nodes'\nby = 'ordering'\nwhere = { depth = [1, 2] }\n"
    with pytest.raises(WuziError, match="depth"):
        load(write(f'title = "t"\n{CAPPED}\n{view}'))


def test_whom_a_baseline_means_is_as_told(write: Callable[[str], Path], tmp_path: Path) -> None:
    part = """
title = "t"
[[part]]
name = "p"
measure = "match"
vary = { depth = [1, 2], cap = [5, 10] }
pairing = "baseline"
baseline = """
    partial = load(write(part + "{ depth = 1 }")).tasks(tmp_path)
    assert [task.job["names"] for task in partial] == [
        ("depth=2,cap=5", "depth=1,cap=5"),
        ("depth=2,cap=10", "depth=1,cap=10"),
    ]
    full = load(write(part + "{ depth = 1, cap = 5 }")).tasks(tmp_path)
    assert [task.job["names"][1] for task in full] == ["depth=1,cap=5"] * 3
