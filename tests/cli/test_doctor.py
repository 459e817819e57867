"""``wuzi doctor``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest


def test_a_sound_installation(wuzi) -> None:
    status, out, err = wuzi("doctor")
    assert (status, err) == (0, "")
    assert "All is well." in out
    for word in ("Wuzi", "Python", "numpy", "terminal", "engines"):
        assert word in out


def test_facts_for_programs_are_english(wuzi) -> None:
    status, out, _ = wuzi("doctor", "--json", "--lang", "zh_CN")
    facts = json.loads(out)
    assert status == 0
    assert facts["healthy"] is True
    assert facts["language"] == "zh_CN"
    assert {folder["use"] for folder in facts["folders"]} == {"settings", "games", "cache"}
    assert all(package["version"] for package in facts["packages"])


def test_a_missing_package_is_named_with_its_cure(wuzi, monkeypatch) -> None:
    needs = ["rich>=13", "no-such-package>=1", "other-absent; extra == 'window'"]
    monkeypatch.setattr("importlib.metadata.requires", lambda _: needs)
    status, out, _ = wuzi("doctor")
    assert status == 1
    assert "missing: pip install no-such-package" in out
    out = " ".join(out.split())
    assert "missing, and only needed for window: pip install other-absent" in out
    assert "should be mended" in out


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def test_damaged_settings(wuzi, home) -> None:
    (home / "settings.toml").write_text("language = 3")
    status, out, _ = wuzi("doctor")
    assert status == 1
    assert "settings file" in out
    assert json.loads(wuzi("doctor", "--json")[1])["settings_error"]


def test_a_folder_that_cannot_be_written(wuzi, home, monkeypatch) -> None:
    (home / "data").write_text("a file where a folder should be")
    status, out, _ = wuzi("doctor")
    assert status == 1
    assert "cannot be written" in out


def test_engines_that_are_there_and_that_are_not(wuzi) -> None:
    wuzi("engines", "add", "here", f"'{sys.executable}' engine.py")
    wuzi("engines", "add", "gone", "/no/such/engine")
    status, out, _ = wuzi("doctor")
    assert status == 0, "an engine that is missing does not make Wuzi ill"
    text = " ".join(out.split())
    assert "ok here" in text
    assert "!! gone there is no program '/no/such/engine'" in text
    engines = json.loads(wuzi("doctor", "--json")[1])["engines"]
    assert [engine["error"] is None for engine in engines] == [True, False]
