"""``wuzi doctor``."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from wuzi.engine import cache


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
    assert all(package["version"] for package in facts["packages"] if not package["extra"])


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


def test_the_compiled_engine(wuzi, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("WUZI_KERNELS", str(tmp_path / "kernels"))

    def told() -> tuple[int, str, dict]:
        status, out, _ = wuzi("doctor")
        return status, " ".join(out.split()), json.loads(wuzi("doctor", "--json")[1])["kernels"]

    status, text, facts = told()
    assert (status, facts["state"]) == (0, "missing")
    assert "-- engine not compiled yet: `wuzi engine --compile` compiles it" in text
    assert not (tmp_path / "kernels").exists(), "an examination changes nothing"
    folder = cache.kernel_cache()
    folder.mkdir(parents=True)
    (folder / "x.nbc").touch()
    cache.seal()
    status, text, facts = told()
    assert (status, facts) == (0, {"state": "ready", "folder": str(folder), "mend": None})
    assert "ok engine compiled, in" in text
    (folder / "x.nbc").write_bytes(b"damaged")
    status, text, facts = told()
    assert (status, facts["state"]) == (0, "damaged")
    assert "-- engine damaged, which mends itself" in text
    shutil.rmtree(tmp_path / "kernels")
    (tmp_path / "kernels").touch()
    status, text, facts = told()
    assert (status, facts["state"]) == (0, "unwritable")
    assert "!! engine cannot be kept in" in text
