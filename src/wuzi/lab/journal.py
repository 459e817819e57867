"""The journal of a run: one line a finished task, safe against crashes at any moment.

A journal is JSON Lines. The first line is the header, ``{"wuzi-lab": 1, ...}``; every other is
``{"task": KEY, ...}`` with a record. A line counts once its line end is on the disk: what a
crash has torn off is cut away when the run is gone on with, and that task is done again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import wuzi
from wuzi.errors import N_, RecordError
from wuzi.files import try_lock
from wuzi.lab.results import Record

VERSION: Final = 1
NAME: Final = "journal.jsonl"
_BEGINNING: Final = b'{"wuzi-lab":'


@dataclass(frozen=True, slots=True)
class Header:
    """What a run is of.

    Attributes
    ----------
    experiment, budget : str
    digest : str
        Of what is measured (:attr:`wuzi.lab.experiment.Experiment.digest`).
    wuzi : str
        The version of the program: another may count otherwise.
    machine : mapping of str to object
        That it began on (:meth:`wuzi.report.Machine.to_json`). It may be gone on with on
        another.
    """

    experiment: str
    budget: str
    digest: str
    wuzi: str = wuzi.__version__
    machine: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The first line."""
        return {
            "wuzi-lab": VERSION,
            "experiment": self.experiment,
            "budget": self.budget,
            "digest": self.digest,
            "wuzi": self.wuzi,
            "machine": dict(self.machine),
        }


class Journal:
    """A journal open for writing. Make one with :meth:`open`.

    Parameters
    ----------
    file : FileIO
        Unbuffered, at its end.
    name : str
        For errors.
    header : Header
        With the machine that it began on.
    records : dict of str to Record
        What stands in it, by the keys of tasks.
    length : int
        Bytes up to the end of the last whole line.
    """

    def __init__(
        self, file: FileIO, name: str, header: Header, records: dict[str, Record], length: int
    ) -> None:
        self.header = header
        self.records = records
        self.name = name
        self._file = file
        self._length = length

    @classmethod
    def open(cls, folder: Path, header: Header, *, resume: bool = False) -> Self:
        """Begin a journal in ``folder``, or go on with the one that is there.

        Raises
        ------
        RecordError
            If it cannot be written, another program is writing it, it is there though
            ``resume`` is false, or it is of another run.
        """
        path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = FileIO(path, "a+" if resume else "x+")
        except FileExistsError:
            if not path.exists():  # the folder is a file
                raise _unwritable(str(folder), "Not a directory") from None
            raise RecordError(
                "lab.exists",
                N_("{folder} has a run already: add --resume to go on with it, or name another"),
                folder=str(folder),
            ) from None
        except OSError as error:
            raise _unwritable(str(path), error.strerror or str(error)) from None
        try:
            _lock(file, path)
            header, records, length = _read(path, header)
            file.truncate(length)
            journal = cls(file, str(path), header, records, length)
            if not length:
                journal.write(header.to_json())
        except BaseException:
            file.close()
            raise
        return journal

    def add(self, key: str, record: Record) -> None:
        """Write a record down; it is on the disk when this returns.

        Raises
        ------
        RecordError
            If the disk takes no more. What was written of the line has been taken back.
        """
        self.write({"task": key, **record.to_json()})
        self.records[key] = record

    def write(self, line: dict[str, Any]) -> None:
        """Write a line; see :meth:`add`."""
        data = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        rest = data
        try:
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(self._length)
            raise _unwritable(self.name, error.strerror or str(error)) from error
        self._length += len(data)

    def close(self) -> None:
        """Let others write to it."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _unwritable(name: str, why: str) -> RecordError:
    return RecordError(
        "lab.unwritable",
        N_("{file} cannot be written: {why}; what was measured before is kept"),
        file=name,
        why=why,
    )


def _lock(file: FileIO, path: Path) -> None:
    """Keep others from writing."""
    if try_lock(file.fileno()) is False:
        raise RecordError(
            "lab.locked",
            N_("another program is writing {file}: wait for it, or end it"),
            file=str(path),
        )


def _read(path: Path, header: Header) -> tuple[Header, dict[str, Record], int]:
    """The header and the records of a journal, and the length of its whole lines.

    Raises
    ------
    RecordError
        If it is no journal, is of another run, or has a damaged line.
    """
    data = path.read_bytes()
    length = data.rfind(b"\n") + 1
    if not length and data[: len(_BEGINNING)] == _BEGINNING[: len(data)]:
        return header, {}, 0  # new, or torn off in its first line
    first, *lines = data[:length].splitlines() or [data]
    header = _old_header(path, first, header)
    records: dict[str, Record] = {}
    for number, line in enumerate(lines, 2):
        try:
            found = json.loads(line)
            records[str(found["task"])] = Record.from_json(found)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise RecordError(
                "lab.line",
                N_("{file}, line {line} is damaged: delete it to have it measured again"),
                file=str(path),
                line=number,
            ) from None
    return header, records, length


def _old_header(path: Path, line: bytes, header: Header) -> Header:
    """The header that stands there, which must be of the same run."""
    try:
        head = json.loads(line)
        old = {key: head[key] for key in header.to_json()}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RecordError(
            "lab.no_journal", N_("{file} is no journal of an experiment"), file=str(path)
        ) from None
    same = replace(header, machine=old["machine"])
    differing = [key for key, value in same.to_json().items() if old[key] != value]
    if differing:
        raise RecordError(
            "lab.other_run",
            N_(
                "{file} is of another run ({fields} differ): go on with the same experiment and"
                " budget, or name another folder"
            ),
            file=str(path),
            fields=", ".join(differing),
        )
    return same
