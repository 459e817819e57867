"""Has a search recorded by a child process, and tells what comes of it.

The child is :mod:`wuzi.textbook.trace_recorder`. It is killed when it is no longer wanted,
and ends by itself when this process does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from qtpy.QtCore import QObject, QProcess, Signal

import wuzi
from wuzi.errors import N_, EngineError
from wuzi.textbook.trace_film import Film
from wuzi.textbook.trace_recorder import Compared, Job, Progress, Unpacker, pack

MODULE: Final = "wuzi.textbook.trace_recorder"
END_WAIT: Final = 2000
"""Milliseconds a killed child is waited for; it takes one or two."""


def child_arguments() -> list[str]:
    """The arguments of the interpreter that start the child."""
    # As for engines: the folder the user is in must not come first on the child's path,
    # unless it is where this very package lies.
    found_here = Path(wuzi.__file__).resolve().parent.parent == Path.cwd().resolve()
    return [*([] if found_here else ["-P"]), "-m", MODULE]


class Recorder(QObject):
    """One recording at a time."""

    progressed = Signal(int)
    """Positions recorded so far."""
    filmed = Signal(object)
    """The :class:`~wuzi.textbook.trace_film.Film`."""
    compared = Signal(object)
    """A :class:`~wuzi.textbook.trace_recorder.Compared`, the chosen search first."""
    finished = Signal()
    """All is told."""
    failed = Signal(object)
    """An :class:`~wuzi.errors.EngineError`: the child broke off, or could not be started."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._unpacker = Unpacker()

    @property
    def busy(self) -> bool:
        """Whether a child is at work."""
        return self._process is not None

    def start(self, job: Job) -> None:
        """Record ``job``, in place of what is being recorded."""
        self.cancel()
        self._unpacker = Unpacker()
        process = self._process = QProcess(self)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._end)
        process.errorOccurred.connect(self._error)
        process.start(sys.executable, child_arguments())
        process.write(pack(job))

    def cancel(self) -> None:
        """Break off; nothing more is told of it."""
        process, self._process = self._process, None
        if process is None:
            return
        process.blockSignals(True)
        process.kill()
        process.waitForFinished(END_WAIT)
        process.deleteLater()

    def _read(self) -> None:
        process = self._process
        if process is None:
            return
        for message in self._unpacker.feed(bytes(process.readAllStandardOutput().data())):
            if isinstance(message, Progress):
                self.progressed.emit(message.nodes)
            elif isinstance(message, Film):
                self.filmed.emit(message)
            elif isinstance(message, Compared):
                self.compared.emit(message)
            if self._process is not process:  # whoever was told has had enough
                return

    def _end(self, code: int, status: object) -> None:
        self._read()
        process = self._process
        if process is None:
            return
        words = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip()
        self._process = None
        process.deleteLater()
        if code == 0 and status == QProcess.ExitStatus.NormalExit:
            self.finished.emit()
        else:
            self.failed.emit(_failure(words.splitlines()[-1] if words else f"exit status {code}"))

    def _error(self, error: object) -> None:
        process = self._process
        if process is not None and error == QProcess.ProcessError.FailedToStart:
            self._process = None
            process.deleteLater()
            self.failed.emit(_failure(process.errorString()))


def _failure(why: str) -> EngineError:
    return EngineError("trace.failed", N_("the search could not be recorded: {why}"), why=why)
