"""The tables of an archive, how an old one becomes a new one, and how one is opened."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from wuzi.archive.faults import ArchiveError, damaged, telling
from wuzi.errors import N_
from wuzi.settings import data_dir

APPLICATION: Final = 0x57555A49
"""``WUZI``: SQLite's mark of whose database this is (``PRAGMA application_id``)."""

BUSY: Final = 5.0
"""Seconds to wait for another program that is writing."""

MIGRATIONS: Final = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        began REAL NOT NULL,
        changed REAL NOT NULL,
        owner TEXT,
        rule TEXT NOT NULL,
        size INTEGER NOT NULL,
        black_who TEXT NOT NULL,
        black_name TEXT NOT NULL,
        white_who TEXT NOT NULL,
        white_name TEXT NOT NULL,
        result TEXT,
        reason TEXT,
        moves INTEGER NOT NULL,
        record BLOB NOT NULL
    );
    CREATE INDEX games_changed ON games (changed);
    CREATE INDEX games_owner ON games (owner) WHERE owner IS NOT NULL;
    CREATE INDEX games_black ON games (black_who, white_who, result);
    """,
)
"""Statements: the n-th list makes version n + 1 of version n. None is ever changed once published.

Times are seconds since 1970, UTC. ``owner`` is the token of the program in which the game is
under way; ``result`` is ``1-0``, ``0-1``, ``1/2-1/2`` or nothing; ``record`` is the game as
Wuzi's JSON, packed by zlib, which makes it a tenth.
"""

VERSION: Final = len(MIGRATIONS)


def archive_path() -> Path:
    """Where the user's archive lies, whether or not it exists."""
    return data_dir() / "games.sqlite"


def connect(path: Path, *, suspicious: bool = False) -> sqlite3.Connection:
    """Open the archive at ``path``, made or brought up to date if need be.

    Parameters
    ----------
    path : Path
        Its folder exists.
    suspicious : bool, default False
        Look through all of it, since a program that used it has died.

    Raises
    ------
    ArchiveError
        ``archive.damaged``, ``archive.newer``, ``archive.foreign`` or why it cannot be used.
    """
    with telling(path):
        connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
        try:
            _check_whose(connection, path)
            connection.execute("PRAGMA journal_mode = WAL")  # some network folders stay as they are
            connection.execute("PRAGMA foreign_keys = ON")
            if suspicious:
                _check_whole(connection, path)
            _migrate(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def _check_whose(connection: sqlite3.Connection, path: Path) -> None:
    application = _pragma(connection, "application_id")
    if application == APPLICATION:
        return
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application or tables:
        raise ArchiveError(
            "archive.foreign",
            N_("{file} is a database of another program: move it away, or choose another place"),
            file=str(path),
        )


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    [why] = connection.execute("PRAGMA quick_check(1)").fetchone()
    if why != "ok":
        raise damaged(path, why)


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    version = _pragma(connection, "user_version")
    if version > VERSION:
        raise ArchiveError(
            "archive.newer",
            N_("the archive {file} was made by a newer Wuzi (version {version}): update this one"),
            file=str(path),
            version=version,
        )
    if version == VERSION:
        return
    with writing(connection):
        version = _pragma(connection, "user_version")  # another program may have been faster
        for script in MIGRATIONS[version:]:
            for statement in filter(str.strip, script.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {max(version, VERSION)}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """What is done inside is done as one, or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def put_aside(path: Path) -> Path:
    """Rename a damaged archive, so that it is in nobody's way and nothing of it is lost.

    Raises
    ------
    ArchiveError
        If it cannot be renamed.
    """
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged{number}")).exists():
        number += 1
    with telling(path):
        path.rename(aside)
        for end in ("-wal", "-shm"):  # what was written last may lie there still
            beside = path.with_name(path.name + end)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + end))
    return aside


def copy_database(connection: sqlite3.Connection, target: Path) -> None:
    """Copy all of an open database into a file that does not exist yet, while others write it."""
    with closing(sqlite3.connect(target)) as copy:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, that can be carried about
