"""The manager's lines, read by a thread: END and YXSTOP are seen while a search runs."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Iterator
from typing import BinaryIO, Final

from wuzi.protocol.wire import LineSplitter

SCRIPT_PATIENCE: Final = 10.0
"""Seconds for what was asked before END was read, when a script asked it all at once."""


def first_word(line: str) -> str:
    """The command word of a line, in capitals."""
    return line.split(maxsplit=1)[0].upper() if line.strip() else ""


class Intake:
    """Numbers the manager's lines, hands them out in order, and knows what they stop.

    Parameters
    ----------
    stdin : binary file
    patience : float or None
        Seconds that a command which was running when END or the end of input came may
        take to return before the process is ended by force. ``None``: for ever.

    Notes
    -----
    A script that pipes everything in at once (``START 15``, ``BEGIN``, ``END``) sends END
    before the search has begun. Its searches begin stopped: they answer with what they
    have at once, and are given :data:`SCRIPT_PATIENCE` to do so.
    """

    def __init__(self, stdin: BinaryIO, patience: float | None) -> None:
        # Unbuffered: a thread that waits inside a buffered reader would hold its lock
        # while the interpreter shuts down.
        self._source = getattr(stdin, "raw", stdin)
        self._patience = patience
        self._lines: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        self._count = 0
        self._obeying = 0
        self._stopped_before = 0
        self._finished = threading.Event()
        self.ended = False
        self._thread = threading.Thread(target=self._read, name="wuzi-intake", daemon=True)

    def __iter__(self) -> Iterator[str]:
        """The lines before END and the end of input; a line counts as obeyed at the next."""
        self._thread.start()
        while True:
            self._obeying = 0
            number, line = self._lines.get()
            if first_word(line) in ("END", ""):
                return
            self._obeying = number
            yield line

    def finish(self) -> None:
        """Say that the process ends by itself."""
        self._finished.set()

    def stop(self) -> IntakeStop:
        """The stop of a search begun by the line being obeyed."""
        return IntakeStop(self, self._obeying)

    def stops(self, number: int) -> bool:
        """Whether a line after line ``number`` asked to stop."""
        return self._stopped_before > number

    def _read(self) -> None:
        splitter = LineSplitter()
        while not self.ended:
            try:
                data = self._source.read(1 << 16)
            except OSError:
                data = b""
            if data:
                self._take(splitter.feed(data))
            else:
                rest = splitter.rest()
                self._take([rest, ""] if rest else [""])
        self._see_to_the_end()

    def _take(self, lines: list[str]) -> None:
        """Queue lines read together (``""`` is the end of input), first noting what they stop."""
        numbered = list(enumerate(lines, self._count + 1))
        self._count += len(lines)
        for number, line in numbered:
            word = first_word(line)
            if word in ("END", "YXSTOP", ""):
                self._stopped_before = number
            if word in ("END", ""):
                self.ended = True
                break
        for item in numbered:
            self._lines.put(item)

    def _see_to_the_end(self) -> None:
        """End the process by force if a thinker does not heed its stop."""
        if self._patience is None:
            return
        # A manager waits for answers: if more commands than END are queued, a script wrote.
        running = self._obeying
        if running and running >= self._stopped_before - 1:
            deadline = time.monotonic() + self._patience
            while self._obeying == running and not self._finished.is_set():
                if time.monotonic() >= deadline:
                    os._exit(0)
                self._finished.wait(0.01)
        if not self._finished.wait(SCRIPT_PATIENCE):
            os._exit(0)


class IntakeStop:
    """The :class:`~wuzi.thinking.Stop` of one search."""

    def __init__(self, intake: Intake, number: int) -> None:
        self._intake = intake
        self._number = number
        self.from_the_start = self.is_set()

    def is_set(self) -> bool:
        """Whether the search is to end now."""
        return self._intake.stops(self._number)
