"""One engine program in a child process: lines in and out, and its certain end.

The guard (see :mod:`wuzi.protocol.guard`) starts the program. We hold one end of a socket,
the *leash*; when it closes, whether we close it or die, the guard kills the program and
all it has started.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Literal, cast

from wuzi.errors import N_, EngineError
from wuzi.protocol.wire import LineSplitter

Mark = Literal["<", ">", "!"]
"""Where a line comes from: the engine's output, us, the engine's error output."""

LAST_WORDS: Final = 20
"""Lines that are remembered for an error's sentence."""
WORD_LENGTH: Final = 300
KILL_PATIENCE: Final = 2.0
"""Seconds for a guard that has been told to end; then it is killed itself."""
PIPE_PATIENCE: Final = 0.5
"""Seconds that the output may stay open when the program has ended."""
_GUARDED: Final = os.name == "posix"
_EOL: Final = b"\r\n" if os.name == "nt" else b"\n"
_GUARD: Final = Path(__file__).with_name("guard.py")


class Child(asyncio.SubprocessProtocol):
    """A running program. Everything that happens is told by callbacks on the event loop.

    Parameters
    ----------
    on_line : callable
        Takes a mark (``"<"`` or ``"!"``) and a line of output.
    on_data : callable
        Takes the number of bytes of each piece of output, before its lines.
    on_gone : callable
        Called once, when the program has ended and all its output has been told.

    Attributes
    ----------
    pid : int
        Of the program itself.
    killed : bool
        Whether we ended it by force.
    last_words : deque of str
        The last lines it wrote, errors too.
    """

    def __init__(
        self,
        on_line: Callable[[Mark, str], None],
        on_data: Callable[[int], None],
        on_gone: Callable[[], None],
    ) -> None:
        self.pid = 0
        self.killed = False
        self.last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self._on_line = on_line
        self._on_data = on_data
        self._on_gone = on_gone
        self._splitters = {1: LineSplitter(), 2: LineSplitter()}
        self._transport: asyncio.SubprocessTransport | None = None
        self._leash: socket.socket | None = None
        self._heard = b""  # on the leash
        self._is_gone = False
        self._loop = asyncio.get_running_loop()
        self._gone: asyncio.Future[None] = self._loop.create_future()
        self._started: asyncio.Future[None] = self._loop.create_future()
        self._last_resort: asyncio.TimerHandle | None = None

    async def spawn(
        self, argv: Sequence[str], cwd: str | os.PathLike[str] | None, name: str, limit: float
    ) -> None:
        """Start the program.

        Raises
        ------
        EngineError
            ``engine.missing`` if there is no such program or it cannot be run.
        """
        try:
            async with asyncio.timeout(limit):
                await self._spawn(argv, cwd, name)
        except BaseException:
            self.kill()
            await self.wait_gone()
            self._drop_leash()
            raise

    async def _spawn(
        self, argv: Sequence[str], cwd: str | os.PathLike[str] | None, name: str
    ) -> None:
        if not _GUARDED:
            await self._exec(argv, cwd, name, ())
            assert self._transport is not None
            self.pid = self._transport.get_pid() or 0
            return
        self._leash, theirs = socket.socketpair()
        self._leash.setblocking(False)
        self._loop.add_reader(self._leash, self._read_leash)
        with theirs:
            fd = theirs.fileno()
            guard = (sys.executable, "-I", "-S", str(_GUARD), str(fd), str(os.getpid()), "--")
            await self._exec((*guard, *argv), cwd, name, (fd,))
        await self._started
        word, number = (self._heard.decode().split() or ["", "0"])[:2]
        if word != "pid":
            code = int(number)
            raise _missing(name, os.strerror(code) if code else "its guard failed")
        self.pid = int(number)

    async def _exec(
        self,
        argv: Sequence[str],
        cwd: str | os.PathLike[str] | None,
        name: str,
        fds: tuple[int, ...],
    ) -> None:
        try:
            if _GUARDED:
                # A session of its own: the terminal's Ctrl-C is for us, not for engines.
                await self._loop.subprocess_exec(
                    lambda: self, *argv, cwd=cwd, pass_fds=fds, start_new_session=True
                )
            else:
                await self._loop.subprocess_exec(lambda: self, *argv, cwd=cwd)
        except OSError as error:
            raise _missing(name, error.strerror or str(error)) from error

    # Talking

    def write(self, line: str) -> None:
        """Send one line; silently nothing if the program does not read any more."""
        transport = self._transport and self._transport.get_pipe_transport(0)
        if transport is not None and not transport.is_closing():
            cast("asyncio.WriteTransport", transport).write(line.encode("utf-8", "replace") + _EOL)

    # Ending

    @property
    def alive(self) -> bool:
        """Whether the program may still run."""
        return self._transport is not None and not self._is_gone

    def kill(self) -> None:
        """End the program and all it started, by force. Returns at once."""
        if not self.alive:
            return
        self.killed = True
        assert self._transport is not None
        if self._leash is None:
            with contextlib.suppress(ProcessLookupError):
                self._transport.kill()
            return
        with contextlib.suppress(OSError):
            self._leash.shutdown(socket.SHUT_WR)
        if self._last_resort is None:
            self._last_resort = self._loop.call_later(KILL_PATIENCE, self._kill_guard)

    def _kill_guard(self) -> None:
        if self.alive and self._transport is not None:
            self._kill_group()
            with contextlib.suppress(ProcessLookupError):
                self._transport.kill()

    def _kill_group(self) -> None:
        if self.pid > 1:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)

    async def wait_gone(self, seconds: float | None = None) -> bool:
        """Wait for the end; whether it has come.

        Without ``seconds`` the wait cannot be cancelled, and should follow :meth:`kill`.
        """
        if self._transport is None:
            return True
        if seconds is not None:
            await asyncio.wait([self._gone], timeout=seconds)
            return self._is_gone
        cancelled = False
        while not self._is_gone:
            try:
                await asyncio.shield(self._gone)
            except asyncio.CancelledError:
                cancelled = True
        if cancelled:
            raise asyncio.CancelledError
        return True

    @property
    def status(self) -> int | None:
        """The exit status, negative for a signal; ``None`` while it runs."""
        return self._transport.get_returncode() if self._transport else None

    @property
    def status_text(self) -> str:
        """The exit status in words: ``exit status 3``, ``signal 11 (SIGSEGV)``."""
        return status_text(self.status)

    @property
    def words(self) -> str:
        """The last lines as one, for an error's sentence."""
        unfinished = [splitter.peek() for splitter in self._splitters.values()]
        lines = [*self.last_words, *(line for line in unfinished if line)]
        return " | ".join(line[:WORD_LENGTH] for line in lines[-3:]) or "-"

    # asyncio's callbacks

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember the process's transport."""
        self._transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Cut output into lines and tell them."""
        self._on_data(len(data))
        for line in self._splitters[fd].feed(data):
            self._tell(fd, line)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Tell a last line without an end."""
        if fd in self._splitters and (line := self._splitters[fd].rest()):
            self._tell(fd, line)

    def _tell(self, fd: int, line: str) -> None:
        self.last_words.append(line[:WORD_LENGTH])
        self._on_line("<" if fd == 1 else "!", line)

    def _read_leash(self) -> None:
        """Take in what the guard says: first whether the program runs, at last that it is done."""
        if self._leash is None:
            return
        try:
            data = self._leash.recv(256)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._leash)
        self._heard += data
        if (not data or b"\n" in self._heard) and not self._started.done():
            self._started.set_result(None)

    def _drop_leash(self) -> None:
        if self._leash is not None:
            self._loop.remove_reader(self._leash)
            self._leash.close()
            self._leash = None

    def process_exited(self) -> None:
        """Kill what a guard that was itself killed has left, and see that the pipes close."""
        if self._leash is not None:
            self._read_leash()
            if not self._started.done():
                self._started.set_result(None)
            if b"done" not in self._heard:
                self._kill_group()
            self._drop_leash()
        if self._last_resort is not None:
            self._last_resort.cancel()
        if self._transport is not None:
            stdin = self._transport.get_pipe_transport(0)
            if stdin is not None:
                stdin.close()
            # A descendant that escaped may hold the other pipes open for ever.
            self._last_resort = self._loop.call_later(PIPE_PATIENCE, self._transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended, and its output too."""
        self._is_gone = True
        if self._last_resort is not None:
            self._last_resort.cancel()
        if self._transport is not None:
            self._transport.close()
        if not self._gone.done():
            self._gone.set_result(None)
        self._on_gone()


def status_text(status: int | None) -> str:
    """An exit status in words.

    Examples
    --------
    >>> status_text(3), status_text(-11), status_text(None)
    ('exit status 3', 'signal 11 (SIGSEGV)', 'running')
    """
    return str(status_words(status))


def status_words(status: int | None) -> EngineError:
    """An exit status as a part of an error's sentence, which faces translate with it."""
    if status is None:
        return EngineError("engine.running", N_("running"))
    if status >= 0:
        return EngineError("engine.exited", N_("exit status {status}"), status=status)
    try:
        name = f"{-status} ({signal.Signals(-status).name})"
    except ValueError:
        name = str(-status)
    return EngineError("engine.signal", N_("signal {signal}"), signal=name)


def _missing(name: str, why: str) -> EngineError:
    return EngineError(
        "engine.missing", N_("engine {engine} cannot be started: {why}"), engine=name, why=why
    )
