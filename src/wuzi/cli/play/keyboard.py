"""Lines that are typed or piped in, awaited without holding up the loop.

A thread does the waiting, since that works for a terminal, a pipe and a file on every
system. Where it can, it reads the descriptor itself: a thread that waits inside Python's
own ``sys.stdin`` holds a lock on which the interpreter chokes when it ends.
"""

from __future__ import annotations

import asyncio
import codecs
import io
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TextIO


class Keyboard:
    """The lines of standard input.

    Parameters
    ----------
    stream : text stream, optional
        Default: standard input.

    Attributes
    ----------
    interactive : bool
        Whether a person sits at a terminal, so that lines come as they are typed.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream: TextIO = stream or sys.stdin or io.StringIO()
        self.interactive = self._stream.isatty()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._ended = False

    def start(self) -> None:
        """Begin to read; call it once, with the loop running."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(loop,), name="keyboard", daemon=True).start()

    async def next(self) -> str | None:
        """The next line without its end; ``None`` at the end of input, again and again."""
        if self._ended:
            return None
        line = await self._lines.get()
        self._ended = line is None
        return line

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in _lines_of(self._stream):
            if not _post(loop, self._lines.put_nowait, line):
                return
        _post(loop, self._lines.put_nowait, None)


def _post(
    loop: asyncio.AbstractEventLoop, put: Callable[[str | None], None], line: str | None
) -> bool:
    """Hand a line to the loop; False if the loop has ended meanwhile."""
    try:
        loop.call_soon_threadsafe(put, line)
    except RuntimeError:
        return False
    return True


def _lines_of(stream: TextIO) -> Iterator[str]:
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):  # a stream in memory
        descriptor = -1
    if descriptor < 0 or os.name == "nt":
        for line in stream:
            yield line.rstrip("\r\n")
        return
    yield from _split(_chunks(descriptor), stream.encoding or "utf-8")


def _chunks(descriptor: int) -> Iterator[bytes]:
    while True:
        try:
            chunk = os.read(descriptor, 1 << 16)
        except OSError:  # the terminal has gone
            return
        if not chunk:
            return
        yield chunk


def _split(chunks: Iterator[bytes], encoding: str) -> Iterator[str]:
    r"""Decode and cut at line ends; a last line without one counts.

    >>> list(_split(iter([b"h8\r\ni", b"9\nq"]), "utf-8"))
    ['h8', 'i9', 'q']
    """
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    rest = ""
    for chunk in chunks:
        *lines, rest = (rest + decoder.decode(chunk)).split("\n")
        for line in lines:
            yield line.rstrip("\r")
    if rest:
        yield rest
