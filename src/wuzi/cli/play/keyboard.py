"""Lines that are typed or piped in, awaited without holding up the loop.

A thread does the waiting, since that works for a terminal, a pipe and a file on every
system. It opens the descriptor anew: a thread that waits inside Python's own ``sys.stdin``
holds a lock on which the interpreter chokes when it ends.
"""

from __future__ import annotations

import asyncio
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
        lines = stream
    else:
        lines = os.fdopen(descriptor, encoding=stream.encoding, errors="replace", closefd=False)
    try:
        for line in lines:
            yield line.rstrip("\r\n")
    except OSError:  # the terminal has gone
        return
