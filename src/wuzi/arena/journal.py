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
from typing import Any, Final

from wuzi.arena.openings import Opening
from wuzi.arena.plan import MatchSpec
from wuzi.arena.record import GameRecord, Incident
from wuzi.errors import N_, RecordError, WuziError

__all__ = ["JournalContent", "openings_fingerprint", "read_journal"]

VERSION: Final = 1
_FREE: Final = ("games", "sprt")
"""Fields of a match that may be others when it is resumed: when to stop."""


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
