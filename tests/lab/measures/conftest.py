"""What the tests of measures share: experiments that are really measured."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from wuzi.lab.experiment import load
from wuzi.lab.results import Row
from wuzi.lab.rows import rows_of
from wuzi.lab.runner import run

Measured = Callable[[str], list[Row]]


@pytest.fixture
def measured(tmp_path: Path) -> Measured:
    """Measure a part, written as TOML, on a thread; the rows."""

    def rows(part: str) -> list[Row]:
        path = tmp_path / "mine.toml"
        path.write_text(f'title = "t"\n[[part]]\nname = "p"\n{part}')
        with ThreadPoolExecutor(1) as executor:
            done = run(load(path), tmp_path / "out", executor=executor, resume=True)
        assert done.complete
        return rows_of(done)

    return rows
