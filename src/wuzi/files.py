"""Files that a crash, a full disk or a pulled plug leaves whole, and that one program writes."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import Final

_NO_LOCKS: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""What some network file systems say."""
_LOCKED_BYTE: Final = 1 << 40
"""Far behind the end: Windows lets nobody read a byte that is locked."""


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


def try_lock(handle: int) -> bool | None:
    """Lock an open file against other programs, without waiting.

    The system lifts the lock when the file is closed or the program ends, however it ends.

    Parameters
    ----------
    handle : int
        A file descriptor that may write.

    Returns
    -------
    bool or None
        ``False`` if somebody else holds the lock, ``None`` where files cannot be locked.

    Raises
    ------
    OSError
        If the handle is none.

    Examples
    --------
    >>> with tempfile.NamedTemporaryFile() as file, open(file.name, "ab") as again:
    ...     try_lock(file.fileno()), try_lock(again.fileno())
    (True, False)
    """
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  # of this system only

            os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415  # of these systems only

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return None
        raise
    return True


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
