"""Writing files so that a crash, a full disk or a pulled plug leaves the old one whole."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` to ``path``, so that at any moment it is the old file or the new one.

    The bytes go to a temporary file in the same folder, reach the disk, and then take the
    old file's place in one step. The permissions of an old file are kept; a symbolic link
    stays a link, and what it points at is replaced.

    Parameters
    ----------
    path : path-like
        Its folder must exist.
    data : bytes

    Raises
    ------
    OSError
        If the folder is missing, full or may not be written. ``path`` is then as it was,
        and no temporary file is left.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "note.txt"
    ...     write_atomically(path, b"five")
    ...     path.read_bytes(), len(list(Path(folder).iterdir()))
    (b'five', 1)
    """
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:60]}.", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode(target))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _mode(target: Path) -> int:
    """The permissions of the old file, or those a new one would get (mkstemp's are private)."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the renaming itself last, where the system can open folders (Windows cannot)."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):  # some network file systems refuse; the file is written
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
