import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from wuzi.settings import cache_dir, config_dir, data_dir, settings_path


def test_all_lies_under_wuzi_home(home: Path) -> None:
    assert config_dir() == home
    assert settings_path() == home / "settings.toml"
    assert data_dir().parent == cache_dir().parent == home
    assert data_dir() != cache_dir()


def test_asking_makes_no_folder(home: Path) -> None:
    data_dir(), cache_dir(), settings_path()
    assert not home.exists()


def test_a_relative_home_means_the_same_after_the_folder_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WUZI_HOME", "stick")
    assert config_dir() == tmp_path / "stick"


@pytest.mark.parametrize("unset", [True, False])
def test_without_it_the_system_says_where(monkeypatch: pytest.MonkeyPatch, unset: bool) -> None:
    if unset:
        monkeypatch.delenv("WUZI_HOME")
    else:
        monkeypatch.setenv("WUZI_HOME", "")
    assert config_dir() == platformdirs.user_config_path("wuzi", appauthor=False)
    assert data_dir() == platformdirs.user_data_path("wuzi", appauthor=False)
    assert cache_dir() == platformdirs.user_cache_path("wuzi", appauthor=False)


def test_importing_the_room_loads_no_dependency() -> None:
    code = (
        "import sys, wuzi.settings, wuzi.settings.language, wuzi.players\n"
        "print([n for n in ('tomlkit', 'platformdirs', 'numpy', 'wuzi.textbook', 'difflib')"
        " if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
