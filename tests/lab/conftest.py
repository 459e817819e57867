"""What the tests of experiments share: files written from text, a small experiment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

SMALL = """
title = "Small"
[[part]]
name = "nodes"
measure = "search"
player = "textbook:alphabeta,radius=1,cap=5"
positions = ["h8i9g7", { name = "two", position = "h8h9" }]
vary = { depth = [1, 2], ordering = ["none", "point"] }
baseline = { ordering = "none" }
[[figure]]
title = "Nodes"
x = "depth"
y = "nodes"
by = "ordering"
[[table]]
title = "Nodes"
rows = "ordering"
columns = "depth"
value = "nodes"
"""
"""Eight quick tasks."""


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write an experiment's file."""

    def to_file(text: str, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return to_file


@pytest.fixture
def small(write: Callable[[str], Path]) -> Path:
    return write(SMALL)
