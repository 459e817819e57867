"""The folder of kernels: its states, its damage, its age. Nothing is compiled here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wuzi.engine import cache
from wuzi.engine.cache import State


@pytest.fixture(autouse=True)
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def fill() -> Path:
    folder = cache.kernel_cache()
    folder.mkdir(parents=True)
    for name in ("position.make-1.nbi", "position.make-1.1.nbc", "lines_renju.table"):
        (folder / name).write_bytes(name.encode() * 100)
    cache.seal()
    return folder


def test_looking_leaves_no_folder_behind(kernels: Path) -> None:
    assert cache.state() is State.MISSING
    assert not kernels.exists()


def test_a_sealed_folder_is_ready() -> None:
    folder = fill()
    assert cache.state() is State.READY
    (folder / "half.nbc.tmp.123").write_bytes(b"half written")
    assert cache.state() is State.READY


@pytest.mark.parametrize("damage", ["flipped", "cut", "gone"])
def test_damage_is_seen_and_only_what_is_damaged_is_made_again(damage: str) -> None:
    folder = fill()
    file = folder / "position.make-1.1.nbc"
    if damage == "gone":
        file.unlink()
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:-1])
    else:
        file.write_bytes(b"P" + file.read_bytes()[1:])
    assert cache.state() is State.DAMAGED
    cache.mend()
    assert cache.state() is State.MISSING
    left = sorted(path.name for path in folder.iterdir())
    assert left == ["lines_renju.table", "position.make-1.nbi"]


@pytest.mark.parametrize("seal", [b"", b"{", b"[]", b"\xff\xfe", b"17"])
def test_a_damaged_seal_seals_nothing(seal: bytes) -> None:
    folder = fill()
    (folder / "sealed.json").write_bytes(seal)
    assert cache.state() is State.MISSING
    cache.mend()
    assert (folder / "position.make-1.nbi").exists(), "what may be sound is tried"


def test_a_place_that_cannot_be_written(kernels: Path) -> None:
    kernels.write_text("a file where a folder should be")
    assert cache.state() is State.UNWRITABLE


def test_files_of_one_kernel_are_forgotten() -> None:
    folder = fill()
    cache.forget_kernel("position", "make")
    assert [path.name for path in folder.glob("*.nb?")] == []
    assert (folder / "lines_renju.table").exists()


def test_old_folders_go_and_nothing_else(kernels: Path) -> None:
    fill()
    names = [f"{n:016x}" for n in range(5)]
    for age, name in enumerate(names):
        (kernels / name).mkdir()
        (kernels / name / "a.nbc").write_bytes(b"old")
        os.utime(kernels / name, (1e9 - age, 1e9 - age))
    (kernels / "notes").mkdir()
    (kernels / "lock").touch()
    gone = cache.remove_old()
    assert sorted(path.name for path in gone) == names[1:]
    left = sorted(path.name for path in kernels.iterdir())
    assert left == sorted([names[0], cache.stamp(), "lock", "notes"])


def test_the_stamp_depends_on_every_source_of_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "engine" / "kernels"
    sources.mkdir(parents=True)
    for file in (sources.parent / "jit.py", sources / "position.py"):
        file.write_text("1")
    monkeypatch.setattr(cache, "__file__", str(sources.parent / "cache.py"))
    stamps = set()
    for text in ("1", "2"):
        (sources / "position.py").write_text(text)
        cache.stamp.cache_clear()
        stamps.add(cache.stamp())
    monkeypatch.setattr(cache, "get_host_cpu_name", lambda: "another")
    cache.stamp.cache_clear()
    stamps.add(cache.stamp())
    monkeypatch.undo()
    cache.stamp.cache_clear()
    stamps.add(cache.stamp())
    assert len(stamps) == 4
    assert all(len(stamp) == 16 for stamp in stamps)
