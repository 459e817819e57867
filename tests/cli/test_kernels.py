"""Compiling before a command: progress on standard error, a note where it cannot be kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wuzi.cli.kernels import ready_kernels
from wuzi.engine import cache
from wuzi.players import registry


@pytest.fixture(autouse=True)
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kernels"))
    script = tmp_path / "compiler.py"
    script.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close(); print('2/2 x')")
    monkeypatch.setattr(registry, "compiler", lambda: (sys.executable, str(script)))
    return tmp_path / "kernels"


def test_what_is_not_compiled_is_compiled_by_a_child(tmp_path: Path, capfd) -> None:
    ready_kernels()
    assert (tmp_path / "ran").exists()
    out, err = capfd.readouterr()
    assert out == "", "standard output belongs to the result"
    assert err == "wuzi: note: compiling the engine, once\n"


def test_what_is_ready_is_left_alone(tmp_path: Path, capfd) -> None:
    cache.kernel_cache().mkdir(parents=True)
    cache.seal()
    ready_kernels()
    assert not (tmp_path / "ran").exists()
    assert capfd.readouterr() == ("", "")


def test_damage_is_told(tmp_path: Path, capfd) -> None:
    folder = cache.kernel_cache()
    folder.mkdir(parents=True)
    (folder / "x.nbc").touch()
    cache.seal()
    (folder / "x.nbc").write_bytes(b"x")
    ready_kernels()
    assert (tmp_path / "ran").exists()
    assert "was damaged and is made again" in capfd.readouterr().err


def test_where_nothing_can_be_kept_it_says_how_to_mend_that(
    tmp_path: Path, kernels: Path, capfd
) -> None:
    kernels.write_text("a file where a folder should be")
    ready_kernels()
    assert not (tmp_path / "ran").exists()
    err = capfd.readouterr().err
    assert "cannot be written" in err
    assert err.count("\n") == 1


def test_without_jit_nothing_is_compiled(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    ready_kernels()
    assert not (tmp_path / "ran").exists()
