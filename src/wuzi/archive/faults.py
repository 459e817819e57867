"""What can be wrong with an archive, each in one sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from wuzi.errors import N_, WuziError

DAMAGED: Final = "archive.damaged"


class ArchiveError(WuziError):
    """The archive, or one game in it, cannot be read or written."""


_SENTENCES: Final = {
    "SQLITE_BUSY": (
        "archive.busy",
        N_("the archive {file} is held by another program: end that one, and try again"),
    ),
    "SQLITE_LOCKED": (
        "archive.busy",
        N_("the archive {file} is held by another program: end that one, and try again"),
    ),
    "SQLITE_FULL": (
        "archive.full",
        N_("there is no room for the archive {file}: make some, or games will not be kept"),
    ),
    "SQLITE_READONLY": (
        "archive.unwritable",
        N_("the archive {file} cannot be written: make it and its folder writable"),
    ),
    "SQLITE_PERM": (
        "archive.unwritable",
        N_("the archive {file} cannot be written: make it and its folder writable"),
    ),
    "SQLITE_CANTOPEN": (
        "archive.unwritable",
        N_("the archive {file} cannot be written: make it and its folder writable"),
    ),
    "SQLITE_CORRUPT": (DAMAGED, N_("the archive {file} is damaged ({why})")),
    "SQLITE_NOTADB": (DAMAGED, N_("the archive {file} is damaged ({why})")),
}
"""By SQLite's words for the fault, without what it adds (``SQLITE_IOERR_WRITE``)."""

_OTHER: Final = (
    "archive.failed",
    N_("the archive {file} cannot be used ({why}): look at its folder and disk"),
)


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise inside into one sentence about ``path``.

    Raises
    ------
    ArchiveError
    """
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorname", "")
        id, template = next(
            (words for name, words in _SENTENCES.items() if code.startswith(name)), _OTHER
        )
        raise ArchiveError(id, template, file=str(path), why=str(error)) from error
    except OSError as error:
        id, template = _OTHER
        why = error.strerror or str(error)
        raise ArchiveError(id, template, file=str(path), why=why) from error


def damaged(path: Path, why: str) -> ArchiveError:
    """The complaint that the file at ``path`` is no archive any more."""
    id, template = _SENTENCES["SQLITE_CORRUPT"]
    return ArchiveError(id, template, file=str(path), why=why)
