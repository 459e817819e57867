"""What a format's reader is given: the bytes of a file and how to treat faults in them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from wuzi.errors import N_, RecordError
from wuzi.records.encoding import codec_name, decode, guess


@dataclass(frozen=True, slots=True)
class RecordWarning:
    """Something in a file that was passed over or put right.

    Attributes
    ----------
    id : str
        A stable dotted name.
    template : str
        One English sentence with ``{named}`` fields; faces translate it like that of a
        :class:`~wuzi.errors.WuziError`.
    fields : dict of str to object
    line : int
        The line of the file, from 1; 0 if it concerns no one line.
    name : str
        The file, as far as known.
    """

    id: str
    template: str
    fields: dict[str, Any] = field(default_factory=dict)
    line: int = 0
    name: str = ""

    def __str__(self) -> str:
        return self.template.format(**self.fields)


@dataclass(frozen=True, slots=True)
class Source:
    """A file in memory, and how to read it.

    Attributes
    ----------
    data : bytes
    name : str
        For messages; may be empty.
    encoding : str or None
        Of the text; ``None`` to find it out.
    strict : bool
        Whether a fault refuses the file.
    warn : callable or None
        Is told of what was passed over.
    """

    data: bytes
    name: str = ""
    encoding: str | None = None
    strict: bool = True
    warn: Callable[[RecordWarning], None] | None = None

    def fault(self, id: str, template: str, **fields: Any) -> None:
        """Refuse the file by a :class:`~wuzi.errors.RecordError`; when lenient, only warn."""
        if self.strict:
            raise RecordError(id, template, **fields)
        self.note(id, template, **fields)

    def note(self, id: str, template: str, **fields: Any) -> None:
        """Warn, strict or not."""
        if self.warn is not None:
            self.warn(RecordWarning(id, template, fields, fields.get("line", 0), self.name))

    def text(self, declared: str | None = None) -> str:
        """The file as text, without a byte order mark.

        Parameters
        ----------
        declared : str, optional
            The encoding that the file itself names. It is tried first, unless the caller
            of :func:`~wuzi.records.read` named another; bytes that contradict it are guessed.
        """
        if self.encoding is not None:
            codec = codec_name(self.encoding)
            if codec is None:
                raise RecordError(
                    "encoding.unknown",
                    N_("there is no encoding '{token}': try utf-8, gb18030, big5, shift_jis"),
                    token=self.encoding[:40],
                )
            return self._decoded(codec)
        codec = codec_name(declared) if declared else None
        if codec is not None:
            text, damage = decode(self.data, codec)
            if damage is None:
                return text
        found = guess(self.data)
        if declared:
            self.note(
                "encoding.declared",
                N_("the file says its encoding is '{token}', but it is not: taken for {codec}"),
                token=declared,
                codec=found,
            )
        return self._decoded(found)

    def _decoded(self, codec: str) -> str:
        text, damage = decode(self.data, codec)
        if damage is not None:
            self.fault(
                "encoding.damaged",
                N_("byte {byte} is not {codec} text: name the encoding of the file"),
                byte=damage,
                codec=codec,
            )
        return text


def load(source: str | os.PathLike[str] | bytes | BinaryIO) -> tuple[bytes, str]:
    """The bytes of ``source`` and its name (empty if it has none).

    Raises
    ------
    RecordError
        If the file cannot be read.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source), ""
    if isinstance(source, str | os.PathLike):
        try:
            return Path(source).read_bytes(), os.fspath(source)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path
            raise RecordError(
                "record.unreadable",
                N_("{name} cannot be read: {why}"),
                name=os.fspath(source),
                why=getattr(error, "strerror", None) or str(error),
            ) from None
    name = getattr(source, "name", "")
    return source.read(), name if isinstance(name, str) else ""
