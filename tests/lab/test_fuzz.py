"""Whatever stands anywhere in a file: it is an experiment, or refused in one sentence."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lab.conftest import SMALL
from wuzi.errors import WuziError
from wuzi.lab.experiment import load
from wuzi.settings.language import Translator

WHOLE = (
    SMALL
    + """
[[part]]
name = "games"
measure = "match"
player = "textbook:alphabeta"
variants = [{ label = { en = "a", zh_CN = "b" }, depth = 1 }, { "scores.three" = 900 }]
pairing = "baseline"
baseline = { variant = "a" }
games = 2
tc = "none"
[[part]]
name = "engine"
measure = "engine"
positions = [{ samples = 1, stones = 4 }]
switches = { use_lmr = 0 }
vary = { depth = [2, 3] }
repeats = 2
limit = { seconds = 5, nodes = 100 }
[[part]]
name = "time"
measure = "evaluate"
positions = ["h8/i9"]
vary = { way = ["runs", "engine"] }
[[part]]
name = "crowd"
measure = "processes"
positions = ["h8"]
vary = { workers = [1, 2] }
[[claim]]
part = "nodes"
value = "nodes_gain"
where = { depth = 1, ordering = "point" }
at_least = 2
[budgets.small]
minutes = 1
parts.nodes.vary.depth = [1]
"""
).replace('[[figure]]\n', '[[figure]]\npart = "nodes"\n').replace(
    '[[table]]\n', '[[table]]\npart = "nodes"\n'
)  # fmt: skip

Path_ = tuple[str | int, ...]


def places(value: Any, at: Path_ = ()) -> list[Path_]:
    """Where anything stands."""
    found: list[Path_] = [at] if at else []
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            found += places(one, (*at, key))
    return found


TREE = tomllib.loads(WHOLE)
WORDS = [
    "",
    "h8",
    "on",
    "nodes",
    "textbook:alphabeta,depth=2",
    "wuzi",
    "level:1",
    "@x",
    "\x00",
    "é",
]
LEAVES = (
    st.booleans()
    | st.sampled_from([0, 1, -1, 2**40, 3])
    | st.sampled_from([0.5, float("inf"), float("nan"), -2.0])
    | st.sampled_from(WORDS)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "depth", "position", "en", "x"]), inner, max_size=3
        )
    ),
    max_leaves=5,
)


def put(tree: Any, at: Path_, value: Any) -> None:
    for key in at[:-1]:
        tree = tree[key]
    tree[at[-1]] = value


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(places(TREE)), VALUES)
def test_any_value_anywhere(
    tmp_path_factory: pytest.TempPathFactory, at: Path_, value: Any
) -> None:
    tree = copy.deepcopy(TREE)
    put(tree, at, value)
    check(tmp_path_factory.mktemp("fuzz") / "mine.toml", tree)


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from([at for at in places(TREE) if isinstance(at[-1], str)]),
    st.text("adehnopt_.", max_size=6),
)
def test_any_key_anywhere(tmp_path_factory: pytest.TempPathFactory, at: Path_, key: str) -> None:
    tree = copy.deepcopy(TREE)
    inside = tree
    for one in at[:-1]:
        inside = inside[one]
    inside[key] = inside.pop(at[-1])
    check(tmp_path_factory.mktemp("fuzz") / "mine.toml", tree)


def check(path: Path, tree: Any) -> None:
    path.write_text(tomlkit.dumps(tree), encoding="utf-8")
    error = None
    try:
        assert load(path).parts
    except WuziError as refused:
        error = refused
    if error is not None:
        assert Translator().translate(error) == str(error)
        assert "\n" not in str(error)


def test_the_whole_is_an_experiment(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(tomlkit.dumps(TREE), encoding="utf-8")
    assert len(load(path).parts) == 5
