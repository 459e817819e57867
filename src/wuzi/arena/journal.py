"""The journal of a match: one line a finished game, safe against crashes at any moment.

A journal is JSON Lines. The first line is the header, ``{"wuzi-match": 1, ...}``, with the
match and a fingerprint of its openings; every other line is ``{"game": ...}`` or
``{"incident": ...}``. A line counts once its line end is on the disk: what a crash has torn
off is cut away when the match is resumed, and that game is played again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import wuzi
from wuzi.arena.openings import Opening
from wuzi.arena.plan import MatchSpec
from wuzi.arena.record import GameRecord, Incident
from wuzi.errors import N_, RecordError, WuziError
from wuzi.files import try_lock

__all__ = ["Journal", "JournalContent", "openings_fingerprint", "read_journal"]

VERSION: Final = 1
_FREE: Final = ("games", "sprt")
"""Fields of a match that may be others when it is resumed: when to stop."""
_BEGINNING: Final = b'{"wuzi-match":'


@dataclass(slots=True)
class JournalContent:
    """What a journal holds.

    Attributes
    ----------
    spec : MatchSpec
    openings : str
        Fingerprint of the openings (see :func:`openings_fingerprint`).
    records : list of GameRecord
        The finished games, in the order in which they ended.
    incidents : list of Incident
    wuzi : str
        The version of the program that began it.
    length : int
        Bytes up to the end of the last whole line.
    """

    spec: MatchSpec
    openings: str
    records: list[GameRecord] = field(default_factory=list)
    incidents: list[Incident] = field(default_factory=list)
    wuzi: str = ""
    length: int = 0


def openings_fingerprint(openings: Iterable[Opening]) -> str:
    """A text that two sets share only if they hold the same openings in the same order."""
    return hashlib.sha256("\n".join(map(str, openings)).encode()).hexdigest()[:32]


def read_journal(path: str | os.PathLike[str]) -> JournalContent:
    """Read a journal, also while its match is running.

    Raises
    ------
    RecordError
        If there is no such file, it is no journal, or a line of it is damaged (with its
        number). A torn last line is none and is passed over.
    """
    name = os.fspath(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise RecordError(
            "journal.unreadable",
            N_("the journal {file} cannot be read: {why}"),
            file=name,
            why=error.strerror or str(error),
        ) from None
    length = data.rfind(b"\n") + 1
    lines = data[:length].splitlines()
    if not lines:
        raise RecordError("journal.empty", N_("{file} is no journal of a match"), file=name)
    content = _header(name, lines[0])
    content.length = length
    seen: set[int] = set()
    for number, line in enumerate(lines[1:], 2):
        try:
            _read_line(content, seen, _json(line))
        except WuziError as error:
            raise RecordError(
                "journal.line",
                N_("the journal {file}, line {line}: {why}"),
                file=name,
                line=number,
                why=error,
            ) from None
    return content


def _json(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise RecordError("journal.json", N_("this is no JSON object"))
    return value


def _header(name: str, line: bytes) -> JournalContent:
    try:
        head = _json(line)
        version = head["wuzi-match"]
        if version == VERSION:
            spec = MatchSpec.from_json(head["spec"])
            return JournalContent(spec, str(head["openings"]), wuzi=str(head["wuzi"]))
    except (KeyError, TypeError, ValueError, AttributeError, WuziError) as error:
        raise RecordError(
            "journal.header",
            N_("{file} is no journal of a match, or its first line is damaged: {why}"),
            file=name,
            why=error,
        ) from None
    raise RecordError(
        "journal.version",
        N_("the journal {file} is of version {version}, which this program does not know"),
        file=name,
        version=version,
    )


def _read_line(content: JournalContent, seen: set[int], line: dict[str, Any]) -> None:
    match line:
        case {"game": dict(data)}:
            record = GameRecord.from_json(data)
            if record.game in seen:
                raise RecordError(
                    "journal.twice", N_("game {game} stands here again"), game=record.game
                )
            seen.add(record.game)
            content.records.append(record)
        case {"incident": dict(data)}:
            content.incidents.append(Incident.from_json(data))
        case _:
            raise RecordError("journal.kind", N_("this is neither a game nor an incident"))


class Journal:
    """A journal open for writing; nobody else can write to it meanwhile.

    Make one with :meth:`open`.

    Attributes
    ----------
    path : Path
    content : JournalContent
        What stands in it, what has been added included.
    """

    def __init__(self, path: Path, content: JournalContent, handle: int) -> None:
        self.path = path
        self.content = content
        self._games = {record.game for record in content.records}
        self._handle = handle

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        spec: MatchSpec,
        openings: Iterable[Opening],
        *,
        resume: bool = False,
    ) -> Self:
        """Begin a journal, or go on with one.

        Parameters
        ----------
        path : path-like
        spec : MatchSpec
        openings : iterable of Opening
            All that the match chooses from.
        resume : bool, default False
            Go on with what is there, if anything is. The match must be the same but for
            its number of games and its SPRT.

        Raises
        ------
        RecordError
            If the file cannot be written, another program is writing it, it exists though
            ``resume`` is false, or it belongs to another match.
        """
        path = Path(path)
        fresh = JournalContent(spec, openings_fingerprint(openings), wuzi=wuzi.__version__)
        handle = _open(path, resume)
        try:
            _lock(handle, path)
            journal = cls(path, _standing(path, fresh), handle)
            os.ftruncate(handle, journal.content.length)
            if not journal.content.length:
                journal._write(
                    {
                        "wuzi-match": VERSION,
                        "wuzi": fresh.wuzi,
                        "spec": spec.to_json(),
                        "openings": fresh.openings,
                    }
                )
        except BaseException:
            os.close(handle)
            raise
        return journal

    @property
    def games(self) -> frozenset[int]:
        """The numbers of the games that stand in it."""
        return frozenset(self._games)

    def add(self, record: GameRecord) -> bool:
        """Write a game down; it is on the disk when this returns.

        Returns
        -------
        bool
            False if a game of that number stands there already: nothing was written.

        Raises
        ------
        RecordError
            If the disk takes no more. What was written of the line has been taken back.
        """
        if record.game in self._games:
            return False
        self._write({"game": record.to_json()})
        self._games.add(record.game)
        self.content.records.append(record)
        return True

    def note(self, incident: Incident) -> None:
        """Write down what went wrong beside the games; raises as :meth:`add` does."""
        self._write({"incident": incident.to_json()})
        self.content.incidents.append(incident)

    def _write(self, value: dict[str, Any]) -> None:
        data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        rest = data
        try:
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            os.fsync(self._handle)
        except OSError as error:
            os.ftruncate(self._handle, self.content.length)
            raise RecordError(
                "journal.unwritable",
                N_("the journal {file} cannot be written: {why}"),
                file=str(self.path),
                why=error.strerror or str(error),
            ) from error
        self.content.length += len(data)

    def close(self) -> None:
        """Let others write to it."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _open(path: Path, resume: bool) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    try:
        return os.open(path, flags if resume else flags | os.O_EXCL, 0o666)
    except FileExistsError:
        raise RecordError(
            "journal.exists",
            N_("the journal {file} exists already: resume its match, or name another file"),
            file=str(path),
        ) from None
    except OSError as error:
        raise RecordError(
            "journal.unwritable",
            N_("the journal {file} cannot be written: {why}"),
            file=str(path),
            why=error.strerror or str(error),
        ) from None


def _lock(handle: int, path: Path) -> None:
    """Keep others from writing."""
    if try_lock(handle) is False:
        raise RecordError(
            "journal.locked",
            N_("another program is writing the journal {file}: wait for it, or end it"),
            file=str(path),
        )


def _standing(path: Path, fresh: JournalContent) -> JournalContent:
    """What the file at ``path`` holds of the match ``fresh``, which may be nothing yet."""
    data = path.read_bytes()
    if b"\n" not in data and data[: len(_BEGINNING)] == _BEGINNING[: len(data)]:
        return fresh  # new, or torn off in its first line
    old = read_journal(path)
    differing = _difference(old, fresh)
    if differing:
        raise RecordError(
            "journal.other_match",
            N_(
                "the journal {file} belongs to another match ({fields} differ): resume it with"
                " the same players and settings, or name another file"
            ),
            file=str(path),
            fields=", ".join(differing),
        )
    old.spec = fresh.spec
    return old


def _difference(old: JournalContent, new: JournalContent) -> list[str]:
    """The names of what differs and must not."""
    before, now = old.spec.to_json(), new.spec.to_json()
    names = [name for name in now if name not in _FREE and before[name] != now[name]]
    if old.openings != new.openings and "openings" not in names:
        names.append("openings")
    return names
