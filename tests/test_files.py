import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wuzi.files import write_atomically


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.binary(max_size=200), min_size=1, max_size=4))
def test_the_last_bytes_written_are_there_and_nothing_else(
    tmp_path: Path, versions: list[bytes]
) -> None:
    path = tmp_path / "file"
    for data in versions:
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert names(tmp_path) == ["file"]


def test_a_failure_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


def test_a_missing_folder_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "no" / "file", b"")


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o640])
def test_permissions_are_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(mode)
    before = path.stat().st_mode  # what the system made of it: Windows knows read-only alone
    write_atomically(path, b"new")
    assert path.stat().st_mode == before


def test_a_new_file_gets_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    write_atomically(tmp_path / "ours", b"")
    (tmp_path / "plain").write_bytes(b"")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles"
    target.write_bytes(b"old")
    link = tmp_path / "file"
    try:
        link.symlink_to(target)
    except OSError:
        assert sys.platform == "win32"  # only there must links be allowed first
        return
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
