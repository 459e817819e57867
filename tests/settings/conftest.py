"""Every test has a home of its own, no language in its environment, and leaves English behind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wuzi.settings import language


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "home"
    monkeypatch.setenv("WUZI_HOME", str(folder))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("wuzi.settings.language_codes._system_locale", lambda: "")
    yield folder
    language.set_language("en")
