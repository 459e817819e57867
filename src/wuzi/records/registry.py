"""Reading and writing games: one face over all formats."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from wuzi.errors import N_, RecordError
from wuzi.files import write_atomically
from wuzi.records.source import RecordWarning, Source, load
from wuzi.rules import Game


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of games.

    Attributes
    ----------
    name : str
        The word of the command line: ``"psq"``.
    title : str
        English text for people; faces translate it.
    extensions : tuple of str
        Ends of file names, with the dot, lower case; the first is the usual one.
    read : callable
        From a :class:`~wuzi.records.Source` to games, one after another.
    write : callable or None
        From games to bytes; ``None`` for a format that is only read.
    sniff : callable
        From the bytes of a file to how sure it is that they are of this format, 0 (no) to
        100 (no doubt).
    """

    name: str
    title: str
    extensions: tuple[str, ...]
    read: Callable[[Source], Iterator[Game]]
    write: Callable[[Iterable[Game]], bytes] | None
    sniff: Callable[[bytes], int]


FORMATS: dict[str, Format] = {}
"""Every known format by its name."""


def register(format: Format) -> Format:
    """Add a format to :data:`FORMATS` and return it."""
    assert format.name not in FORMATS, format.name
    FORMATS[format.name] = format
    return format


def detect(data: bytes, name: str = "") -> Format:
    """The format that ``data`` is in, by its content; ``name`` only decides between equals.

    Raises
    ------
    RecordError
        If it is none that is known here.

    Examples
    --------
    >>> detect(b"(;GM[4]SZ[15];B[hh])", "game.psq").name
    'sgf'
    """
    if not data.strip():
        raise RecordError("record.empty", N_("there is nothing in the file{of}"), of=_of(name))
    if data.startswith(b"!<arch>"):
        raise RecordError(
            "record.archive",
            N_("this is a library of a compiler, not of games{of}: choose another file"),
            of=_of(name),
        )
    best = max(
        FORMATS.values(),
        key=lambda format: (format.sniff(data), name.lower().endswith(format.extensions)),
    )
    if best.sniff(data) == 0 and name.lower().endswith(best.extensions):
        raise RecordError(
            "record.misnamed",
            N_("{name} is called {format}, but nothing in it is: choose another file"),
            name=name,
            format=best.name,
        )
    if best.sniff(data) == 0:
        raise RecordError(
            "record.unknown",
            N_("this is no file of games that can be read here{of}: the formats are {formats}"),
            of=_of(name),
            formats=", ".join(FORMATS),
        )
    return best


def _of(name: str) -> str:
    return f" ({name})" if name else ""


def find_format(name: str) -> Format:
    """The format of that name.

    Raises
    ------
    RecordError
        If there is none.
    """
    if name not in FORMATS:
        raise RecordError(
            "format.unknown",
            N_("there is no format '{token}': choose from {formats}"),
            token=name[:40],
            formats=", ".join(FORMATS),
        )
    return FORMATS[name]


def read(
    source: str | os.PathLike[str] | bytes | BinaryIO,
    *,
    format: str | None = None,
    encoding: str | None = None,
    strict: bool = True,
    warn: Callable[[RecordWarning], None] | None = None,
    name: str = "",
) -> Iterator[Game]:
    r"""The games of a file, one after another.

    Parameters
    ----------
    source : str, path, bytes or binary file
        A string is a path; the content of a file is bytes.
    format : str, optional
        Its name; found out from the content by default.
    encoding : str, optional
        Of the text; found out by default.
    strict : bool, default True
        Refuse a broken file at its first fault. Otherwise keep what can be read.
    warn : callable, optional
        Is told of what was passed over, in either case.
    name : str, optional
        What to call the source in messages; a path by default.

    Raises
    ------
    RecordError
        At once if the source cannot be read or its format is unknown; when the broken game
        is reached if one is. It says where, what was wrong, and what to do.

    Examples
    --------
    >>> [game] = read(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,120\n-1\n")
    >>> game
    <Game 15x15 freestyle 2 moves *>
    """
    data, path = load(source)
    name = name or path
    chosen = find_format(format) if format is not None else detect(data, name)
    return chosen.read(Source(data, name, encoding, strict, warn))


def dumps(games: Iterable[Game] | Game, format: str) -> bytes:
    r"""The bytes of a file of ``games``.

    Raises
    ------
    WuziError
        If the format is not written here or cannot hold these games.

    Examples
    --------
    >>> from wuzi.rules import Game, parse_moves
    >>> game = Game(rule_known=False)
    >>> end = game.extend(parse_moves("h8i9"))
    >>> dumps(game, "position")
    b'h8i9\n'
    """
    chosen = find_format(format)
    if chosen.write is None:
        raise RecordError(
            "format.read_only",
            N_("{format} is only read here, not written: choose another format"),
            format=chosen.name,
        )
    return chosen.write([games] if isinstance(games, Game) else games)


def write(
    games: Iterable[Game] | Game, path: str | os.PathLike[str], format: str | None = None
) -> None:
    """Write a file of ``games``, whole or not at all.

    The bytes go to a file beside it which then takes its place, so that whatever happens
    ``path`` holds the old games or the new ones.

    Parameters
    ----------
    path : str or path
    format : str, optional
        By the end of the file's name if not given.

    Raises
    ------
    WuziError
        As :func:`dumps`; also if the name ends in nothing known or the file cannot be written.
    """
    write_bytes(path, dumps(games, format or format_of(path)))


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    RecordError
        If it cannot be written.
    """
    try:
        write_atomically(path, data)
    except (OSError, ValueError) as error:
        raise RecordError(
            "record.unwritable",
            N_("{name} cannot be written: {why}"),
            name=os.fspath(path),
            why=getattr(error, "strerror", None) or str(error),
        ) from None


def format_of(path: str | os.PathLike[str]) -> str:
    """The name of the format that a file's name ends in.

    Raises
    ------
    RecordError
        If it ends in none.
    """
    path = os.fspath(path)
    for format in FORMATS.values():
        if path.lower().endswith(format.extensions):
            return format.name
    raise RecordError(
        "format.extension",
        N_("the name {name} does not tell the format: end it in one of {extensions}"),
        name=path,
        extensions=" ".join(ext for format in FORMATS.values() for ext in format.extensions),
    )
