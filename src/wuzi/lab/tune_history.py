"""The history of a tuning: JSON Lines, one line a duel, safe against crashes at any moment.

The first line is the header, ``{"wuzi-tune": 1, ...}``, with all that the tuning depends on. A
line counts once its line end is on the disk; what a crash has torn off is cut away.
"""

from __future__ import annotations

import json
import os
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from wuzi.errors import N_, RecordError
from wuzi.files import try_lock

VERSION: Final = 1
NAME: Final = "tune.jsonl"
_BEGINNING: Final = b'{"wuzi-tune":'


class History:
    """A history open for writing. Make one with :meth:`open`.

    Attributes
    ----------
    name : str
        Its file.
    lines : list of dict
        The duels that stood in it when it was opened.
    """

    def __init__(self, file: FileIO, name: str, lines: list[dict[str, Any]], length: int) -> None:
        self.name = name
        self.lines = lines
        self._file = file
        self._length = length

    @classmethod
    def open(cls, folder: Path, head: dict[str, Any], *, resume: bool = False) -> Self:
        """Begin a history in ``folder``, or go on with the one that is there.

        Raises
        ------
        RecordError
            If it cannot be written, another program is writing it, it is there though
            ``resume`` is false, it is of another tuning, or it has a damaged line.
        """
        path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = FileIO(path, "a+" if resume else "x+")
        except FileExistsError:
            raise RecordError(
                "tune.exists",
                N_(
                    "{folder} has a tuning already: add --resume to go on with it, or name"
                    " another folder"
                ),
                folder=str(folder),
            ) from None
        except OSError as error:
            raise _unwritable(path, error) from None
        try:
            if try_lock(file.fileno()) is False:
                raise RecordError(
                    "lab.locked",
                    N_("another program is writing {file}: wait for it, or end it"),
                    file=str(path),
                )
            lines, length = _read(path, head)
            file.truncate(length)
            history = cls(file, str(path), lines, length)
            if not length:
                history.add({"wuzi-tune": VERSION, **head})
        except BaseException:
            file.close()
            raise
        return history

    def add(self, line: dict[str, Any]) -> None:
        """Write a line; it is on the disk when this returns.

        Raises
        ------
        RecordError
            If the disk takes no more. What was written of the line has been taken back.
        """
        data = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        rest = data
        try:
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(self._length)
            raise _unwritable(Path(self.name), error) from error
        self._length += len(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def _unwritable(path: Path, error: OSError) -> RecordError:
    return RecordError(
        "record.unwritable",
        N_("{name} cannot be written: {why}"),
        name=str(path),
        why=error.strerror or str(error),
    )


def _read(path: Path, head: dict[str, Any]) -> tuple[list[dict[str, Any]], int]:
    """The duels of a history, and the length of its whole lines."""
    data = path.read_bytes()
    length = data.rfind(b"\n") + 1
    if not length and data[: len(_BEGINNING)] == _BEGINNING[: len(data)]:
        return [], 0  # new, or torn off in its first line
    first, *lines = data[:length].splitlines() or [data]
    _check(path, first, head)
    found = []
    for number, line in enumerate(lines, 2):
        try:
            value = json.loads(line)
            counts = [value[key] for key in ("step", "wins", "draws", "losses")]
            sound = all(type(n) is int and n >= 0 for n in counts)
            sound = sound and isinstance(value["a"], dict) and isinstance(value["b"], dict)
        except (ValueError, KeyError, TypeError, RecursionError):
            sound = False
        if not sound:
            raise RecordError(
                "tune.line",
                N_("{file}, line {line} is damaged: cut the file off there to go on"),
                file=str(path),
                line=number,
            )
        found.append(value)
    return found, length


def _check(path: Path, line: bytes, head: dict[str, Any]) -> None:
    try:
        old = json.loads(line)
        version = old.pop("wuzi-tune")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        version = None
    if version != VERSION:
        raise RecordError("tune.no_history", N_("{file} is no history of a tuning"), file=str(path))
    new = json.loads(json.dumps(head))
    differing = [key for key in {**new, **old} if old.get(key) != new.get(key)]
    if differing:
        raise RecordError(
            "tune.other",
            N_(
                "{file} is of another tuning ({fields} differ): go on with the same settings,"
                " or name another folder"
            ),
            file=str(path),
            fields=", ".join(differing),
        )
