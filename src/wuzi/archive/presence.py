"""Which programs are using an archive: one small locked file each, beside it.

The system lifts a lock when its program ends, however it ends. So a game that a program had
under way, whose lock is open, was cut off; a game of a program that still runs was not.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from wuzi.files import try_lock


class Presence:
    """The mark that this program leaves while it uses the archive at ``path``.

    Parameters
    ----------
    path : Path
        Its folder exists.

    Attributes
    ----------
    token : str
        This user's name among those of the archive.

    Raises
    ------
    OSError
        If no file can be made there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        while True:
            self.token = secrets.token_hex(6)
            self._file = self._mark(self.token)
            self._handle = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            try_lock(self._handle)
            if self._file.exists():  # nobody took it for a dead one's before it was locked
                return
            os.close(self._handle)

    def _mark(self, token: str) -> Path:
        return self._path.with_name(f"{self._path.name}.user-{token}")

    def is_here(self, token: str) -> bool:
        """Whether the program that goes by ``token`` still uses the archive."""
        if token == self.token:
            return True
        try:
            handle = os.open(self._mark(token), os.O_RDWR)
        except FileNotFoundError:
            return False
        except OSError:
            return True  # Windows: it is open there, and may not be opened here
        try:
            return not try_lock(handle)  # where there are no locks nobody is taken for dead
        finally:
            os.close(handle)

    def clear(self) -> bool:
        """Remove the marks of programs that are gone; whether there were any."""
        found = False
        for mark in self._path.parent.glob(f"{self._path.name}.user-*"):
            if not self.is_here(mark.name.rpartition("-")[2]):
                found = True
                with contextlib.suppress(OSError):
                    mark.unlink()
        return found

    def leave(self) -> None:
        """Take the mark away; may be repeated."""
        if self._handle < 0:
            return
        with contextlib.suppress(OSError):
            self._file.unlink()
        os.close(self._handle)
        self._handle = -1
        with contextlib.suppress(OSError):  # Windows removes no open file
            self._file.unlink(missing_ok=True)
