"""No test sees the user's engines or installed plugins, nor leaves its own behind."""

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from wuzi.players import plugins
from wuzi.settings import language

Install = Callable[..., None]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("WUZI_HOME", str(tmp_path / "home"))
    yield tmp_path / "home"
    language.set_language("en")


@pytest.fixture(autouse=True)
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Pretends that packages offer players: ``install(name="module:attribute")``."""
    offered: dict[str, EntryPoint] = {}

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [*offered.values()] if group == "wuzi.players" else []

    def install(**players: str) -> None:
        points: Mapping[str, EntryPoint] = {
            name: EntryPoint(name, value, "wuzi.players") for name, value in players.items()
        }
        offered.update(points)
        plugins._entry_points.cache_clear()

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    plugins._entry_points.cache_clear()
    yield install
    plugins._entry_points.cache_clear()
