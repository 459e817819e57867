"""What the tests of the commands share: settings of their own, English, snapshots."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wuzi.cli import main
from wuzi.settings import language

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("WUZI_HOME", str(tmp_path / "home"))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    yield
    language.set_language("en")


@pytest.fixture(scope="session")
def compiled() -> None:
    """The engine, compiled for all tests before the first that needs it says so."""
    from wuzi.cli.kernels import ready_kernels  # noqa: PLC0415

    ready_kernels()


@pytest.fixture
def wuzi(capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run ``wuzi`` in this process: its status, output and complaints."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        out, err = capfd.readouterr()
        return status, out, err

    return run


@pytest.fixture
def snapshot() -> Callable[[str, str], None]:
    """Compare with a kept text; ``WUZI_UPDATE_SNAPSHOTS=1`` keeps the new one."""

    def check(name: str, text: str) -> None:
        path = SNAPSHOTS / f"{name}.txt"
        text = "\n".join(line.rstrip() for line in text.splitlines()) + "\n"
        if os.environ.get("WUZI_UPDATE_SNAPSHOTS"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check
