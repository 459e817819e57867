"""The archive without a loop: every question that is put to it, as SQL, in one thread."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from wuzi.archive.entry import (
    ANY,
    FAILURES,
    ONE_HUMAN,
    OPPONENT,
    OPPONENT_NAME,
    RESULTS,
    Entry,
    Filters,
    Tally,
    moment,
)
from wuzi.archive.faults import DAMAGED, ArchiveError, telling
from wuzi.archive.presence import Presence
from wuzi.archive.schema import connect, copy_database, put_aside, writing
from wuzi.archive.snapshot import pack, unpack
from wuzi.errors import N_
from wuzi.rules import BLACK, WHITE, Game, Player

_COLUMNS: Final = (
    "id, began, changed, owner, rule, size, black_name, black_who, white_name, white_who,"
    " result, reason, moves"
)
_BATCH: Final = 100
"""Games opened at a time when all are read."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with an archive, or with one game in it.

    Attributes
    ----------
    game : int or None
        The game's number; ``None`` for the file as a whole.
    why : str
        English words, SQLite's for the file.
    """

    game: int | None
    why: str


class Database:
    """An open archive. Use it in one thread, and close it.

    Parameters
    ----------
    path : Path
        The file; it and its folder are made if they are not there.

    Attributes
    ----------
    notice : ArchiveError or None
        That the file was damaged and has been put aside, in one sentence for the user.
    life : int
        Grows when the file is put aside and a new one begun: numbers of games given out
        before count no more.

    Raises
    ------
    ArchiveError
        If it cannot be used, or is of a newer Wuzi.

    Examples
    --------
    >>> import tempfile
    >>> from wuzi.rules import parse_moves
    >>> game = Game()
    >>> end = game.extend(parse_moves("h8i9"))
    >>> with tempfile.TemporaryDirectory() as folder, Database(Path(folder) / "a") as archive:
    ...     id = archive.put(None, game)
    ...     archive.load(id), archive.count()
    (<Game 15x15 freestyle 2 moves *>, 1)
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice: ArchiveError | None = None
        self.life = 0
        with telling(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._presence = Presence(path)
        try:
            with telling(path):
                suspicious = self._presence.clear()
            self._connection = self._connect(suspicious)
        except BaseException:
            self._presence.leave()
            raise

    def _connect(self, suspicious: bool) -> sqlite3.Connection:
        try:
            return connect(self.path, suspicious=suspicious)
        except ArchiveError as error:
            if error.id != DAMAGED:
                raise
            return self._begin_anew(error)

    def _begin_anew(self, damage: ArchiveError) -> sqlite3.Connection:
        """Put the file aside and open a new one in its place."""
        aside = put_aside(self.path)
        self.life += 1
        self.notice = ArchiveError(
            "archive.put_aside",
            N_(
                "the archive of games was damaged ({why}): it is kept as {file}, and a new one"
                " has been begun"
            ),
            file=str(aside),
            why=damage.fields["why"],
        )
        return connect(self.path)

    def renew(self, damage: ArchiveError) -> ArchiveError:
        """Put the file aside, whose damage has come out while it was used; the notice of it.

        Raises
        ------
        ArchiveError
            If it cannot be put aside; the archive is closed then.
        """
        with suppress(sqlite3.Error):
            self._connection.close()
        self._connection = self._begin_anew(damage)
        assert self.notice is not None
        return self.notice

    def close(self) -> None:
        """Close it; games that this program had under way count as left. May be repeated."""
        try:
            with suppress(sqlite3.Error):  # closed, or damaged: no game is lost by it
                self._connection.execute(
                    "UPDATE games SET owner = NULL WHERE owner = ?", [self._presence.token]
                )
            with suppress(sqlite3.Error):
                self._connection.close()
        finally:
            self._presence.leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Keeping

    def put(self, id: int | None, game: Game, *, playing: bool = False) -> int:
        """Keep ``game`` as the one numbered ``id``, or as a new one; its number.

        Parameters
        ----------
        id : int or None
        game : Game
        playing : bool, default False
            Whether it is under way in this program.

        Raises
        ------
        WuziError
            If it cannot be kept. The archive is then as it was.
        """
        now = time.time()
        row = _row(game) | {
            "changed": now,
            "owner": self._presence.token if playing and game.outcome is None else None,
            "record": pack(game),
        }
        with telling(self.path), writing(self._connection):
            if id is not None:
                names = ", ".join(f"{name} = :{name}" for name in row)
                cursor = self._execute(f"UPDATE games SET {names} WHERE id = :id", row | {"id": id})
                if cursor.rowcount:
                    return id
            row["began"] = now
            names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
            cursor = self._execute(f"INSERT INTO games ({names}) VALUES ({places})", row)
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def discard(self, id: int) -> None:
        """Remove a game for good; nothing if it is gone already."""
        with telling(self.path), writing(self._connection):
            self._execute("DELETE FROM games WHERE id = ?", [id])

    def dismiss(self, id: int) -> None:
        """Keep a game that was cut off, but offer it no more."""
        with telling(self.path), writing(self._connection):
            self._execute("UPDATE games SET owner = NULL WHERE id = ?", [id])

    def _execute(self, statement: str, values: Any = ()) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    # Looking

    def games(self, limit: int = -1, offset: int = 0, filters: Filters = ANY) -> list[Entry]:
        """The games that ``filters`` lets through, the one kept last first.

        Parameters
        ----------
        limit : int, default -1
            At most so many; -1 for all.
        offset : int, default 0
            So many are passed over.
        filters : Filters
        """
        where, values = filters.sql()
        with telling(self.path):
            rows = self._execute(
                f"SELECT {_COLUMNS} FROM games WHERE {where} ORDER BY changed DESC, id DESC"
                " LIMIT ? OFFSET ?",
                [*values, limit, offset],
            ).fetchall()
        return [self._entry(row) for row in rows]

    def count(self, filters: Filters = ANY) -> int:
        """How many games ``filters`` lets through."""
        where, values = filters.sql()
        with telling(self.path):
            found = self._execute(f"SELECT count(*) FROM games WHERE {where}", values)
            return int(found.fetchone()[0])

    def unfinished(self) -> list[Entry]:
        """The games that were cut off when their program died, the one kept last first."""
        with telling(self.path):
            rows = self._execute(
                f"SELECT {_COLUMNS} FROM games WHERE owner IS NOT NULL ORDER BY changed DESC"
            ).fetchall()
        return [entry for row in rows if (entry := self._entry(row)).state == "cut off"]

    def load(self, id: int) -> Game:
        """The game of that number.

        Raises
        ------
        ArchiveError
            If there is none, or it is damaged.
        """
        with telling(self.path):
            row = self._execute("SELECT record FROM games WHERE id = ?", [id]).fetchone()
        if row is None:
            raise ArchiveError(
                "archive.no_game", N_("there is no game {number} in the archive"), number=id
            )
        return unpack(row[0], id, self.path)

    def read(self, filters: Filters = ANY) -> Iterator[Game]:
        """The games themselves that ``filters`` lets through, the one kept first first.

        Raises
        ------
        ArchiveError
            When a damaged one is reached.
        """
        for id, data in self._records(filters):
            yield unpack(data, id, self.path)

    def _records(self, filters: Filters) -> Iterator[tuple[int, bytes]]:
        where, values = filters.sql()
        last = 0
        while True:
            with telling(self.path):
                rows = self._execute(
                    f"SELECT id, record FROM games WHERE id > ? AND {where} ORDER BY id LIMIT ?",
                    [last, *values, _BATCH],
                ).fetchall()
            yield from rows
            if not rows:
                return
            last = rows[-1][0]

    def _entry(self, row: tuple[Any, ...]) -> Entry:
        id, began, changed, owner, rule, size, *players, result, reason, moves = row
        black_name, black_who, white_name, white_who = players
        return Entry(
            id,
            moment(began),
            moment(changed),
            rule,
            size,
            Player(black_name, black_who),
            Player(white_name, white_who),
            None if result is None else RESULTS[result],
            reason or "",
            moves,
            self._state(result, owner),
        )

    def _state(self, result: str | None, owner: str | None) -> Any:
        if result is not None:
            return "over"
        if owner is None:
            return "left"
        return "playing" if self._presence.is_here(owner) else "cut off"

    # Counting

    def statistics(self, filters: Filters = ANY) -> list[Tally]:
        """How the human fared, by opponent and colour: the finished games of one human.

        Games that a failing program lost are not counted. Levels come first, in their
        order, then whoever was played most.
        """
        where, values = filters.sql()
        failures = ", ".join("?" * len(FAILURES))
        with telling(self.path):
            rows = self._execute(
                f"""
                SELECT {OPPONENT}, {OPPONENT_NAME}, black_who = 'human' AS human_black,
                    sum(result = iif(black_who = 'human', '1-0', '0-1')),
                    sum(result = '1/2-1/2'),
                    sum(result = iif(black_who = 'human', '0-1', '1-0')),
                    max(changed)
                FROM games
                WHERE result IS NOT NULL AND {ONE_HUMAN}
                    AND reason NOT IN ({failures}) AND {where}
                GROUP BY {OPPONENT}, human_black
                """,  # beside max() SQLite takes the other columns from the row of the maximum
                [*map(str, FAILURES), *values],
            ).fetchall()
        tallies = [
            Tally(who, name, BLACK if black else WHITE, won, drawn, lost, moment(last))
            for who, name, black, won, drawn, lost, last in rows
        ]
        played: dict[str, int] = {}
        for tally in tallies:
            played[tally.opponent] = played.get(tally.opponent, 0) + tally.games

        def order(tally: Tally) -> tuple[Any, ...]:
            level = tally.level
            return level is None, level or -played[tally.opponent], tally.opponent, tally.colour

        return sorted(tallies, key=order)

    # Looking after it

    def check(self) -> Iterator[Finding]:
        """Look through the whole file and open every game; what is wrong."""
        with telling(self.path):
            for (why,) in self._execute("PRAGMA integrity_check"):
                if why != "ok":
                    yield Finding(None, why)
        for id, data in self._records(ANY):
            try:
                game = unpack(data, id, self.path)
            except ArchiveError as error:
                yield Finding(id, str(error.fields["why"]))
                continue
            columns = ", ".join(_row(game))
            told = self._execute(f"SELECT {columns} FROM games WHERE id = ?", [id]).fetchone()
            if told is not None and told != tuple(_row(game).values()):
                yield Finding(id, "the list says something else of it than its record")

    def backup(self, target: Path) -> None:
        """Copy the archive into one file, also while games are being kept.

        Raises
        ------
        ArchiveError
            If there is such a file already, or it cannot be written. No half of it is left.
        """
        if target.exists():
            raise ArchiveError(
                "archive.backup_exists",
                N_("{file} exists already: name another file for the backup"),
                file=str(target),
            )
        half = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            with telling(target):
                copy_database(self._connection, half)
                half.replace(target)
        finally:
            half.unlink(missing_ok=True)


def _row(game: Game) -> dict[str, Any]:
    """What the list tells of a game."""
    outcome = game.outcome
    return {
        "rule": game.rule.name,
        "size": game.size,
        "black_who": game.black.who,
        "black_name": game.black.name,
        "white_who": game.white.who,
        "white_name": game.white.name,
        "result": None if outcome is None else outcome.score,
        "reason": None if outcome is None else outcome.reason.value,
        "moves": len(game.moves()),
    }
