"""``wuzi bench``: figures that are equal on every run, and others that are not."""

from __future__ import annotations

import json

import pytest
from rich.cells import cell_len

KEYS = ("signature", "nodes", "seconds", "of a later version")

pytestmark = pytest.mark.usefixtures("compiled")


def test_the_signature_is_equal_on_every_run_and_tells_the_depth(wuzi) -> None:
    first, again, deeper = (
        json.loads(wuzi("bench", "--depth", depth, "--json")[1]) for depth in ("3", "3", "4")
    )
    assert first["signature"] == again["signature"] != deeper["signature"]
    assert first["nodes"] == again["nodes"] < deeper["nodes"]
    assert first["nodes"] == first["search_nodes"] + first["solver_nodes"]
    assert first["nodes_per_second"] > 0
    assert first["pairs_per_second"] > 0


def test_figures_for_people(wuzi) -> None:
    status, out, err = wuzi("bench", "--depth", "2")
    assert (status, err) == (0, "")
    assert "signature" in out
    assert "make/unmake pairs/s" in out


def test_figures_stand_in_line_in_chinese(wuzi, monkeypatch) -> None:
    monkeypatch.setattr("wuzi.engine.bench.bench", lambda _: dict.fromkeys(KEYS, 777))
    monkeypatch.setattr("wuzi.cli.bench._", lambda text: f"中文{text[:9]}")
    lines = wuzi("bench")[1].splitlines()
    assert len(lines) == len(KEYS)
    assert {cell_len(line[: line.index("777")]) for line in lines} == {25}


def test_a_depth_that_is_none(wuzi) -> None:
    assert "--depth cannot be '0'" in wuzi("bench", "--depth", "0")[2]
