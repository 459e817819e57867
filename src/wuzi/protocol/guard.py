"""A small program between us and an engine, so that no engine outlives us.

``python -I -S guard.py FD PARENT -- PROGRAM ARGUMENTS...`` starts the program in a process
group of its own, on the guard's own standard input, output and error (the guard is not in
the path of the data), and waits for whichever comes first:

* the program ends: the rest of its group and its descendants are killed, and the guard
  ends with the same status, by the same signal if it was one;
* the socket FD is closed at the other end, or PARENT is no longer the parent: we are gone,
  however we died. Then the program and all its descendants are killed.

On the socket the guard says ``pid N`` when the program runs, or ``error ERRNO`` when it
cannot be started, and ``done`` when nothing of it is left.

On Linux the guard adopts descendants whose parents died (``PR_SET_CHILD_SUBREAPER``), so
that daemons are found too, and the program is killed by the kernel if the guard itself is
(``PR_SET_PDEATHSIG``). Elsewhere on POSIX, what leaves the process group escapes. On
Windows there is no guard.

The standard library only, and little of it: this starts before every engine.
"""

# mypy: disable-error-code="attr-defined, unused-ignore"
from __future__ import annotations

import os
import select
import signal
import sys
import time

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
CHECK_PARENT_EVERY = 1.0
"""Seconds. A forked copy of the parent may hold the socket open; the parent's death shows here."""
KILL_FOR = 1.0
"""Seconds of chasing descendants that multiply."""
NOT_STARTED = 127


def prctl(option: int, value: int) -> None:
    """Linux's prctl; nothing elsewhere."""
    if LINUX:
        import ctypes  # noqa: PLC0415  # not on other systems

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def start(argv: list[str]) -> int:
    """Start the program and return its process id.

    Raises
    ------
    OSError
        If it cannot be started.
    """
    guard = os.getpid()
    failed_out, failed_in = os.pipe()  # closed by a successful exec
    pid = os.fork()
    if pid == 0:
        try:
            os.setpgid(0, 0)
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these
                signal.signal(number, signal.SIG_DFL)
            if os.getppid() == guard:
                os.execvp(argv[0], argv)
        except OSError as error:
            os.write(failed_in, str(error.errno).encode())
        finally:
            os._exit(NOT_STARTED)
    os.close(failed_in)
    errno = os.read(failed_out, 16)
    os.close(failed_out)
    if errno:
        os.waitpid(pid, 0)
        raise OSError(int(errno), "")
    return pid


def children() -> list[int]:
    """The processes whose parent is this one (Linux)."""
    mine = []
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                    # The command name, in brackets, may itself hold blanks and brackets.
                    parent = int(file.read().rpartition(b")")[2].split()[1])
            except OSError:
                continue  # it has ended meanwhile
            if parent == os.getpid():
                mine.append(int(name))
    return mine


def reap() -> dict[int, int]:
    """The wait statuses of the children that have ended."""
    ended: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended[pid] = status


def kill(pid: int, number: int = signal.SIGKILL) -> None:
    """Kill a process (or with a negative number a group) that may be gone."""
    try:  # noqa: SIM105  # contextlib costs more to import than all of this
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def kill_all(group: int) -> dict[int, int]:
    """Kill the program's group, then all descendants as they become our children."""
    kill(-group)
    ended = reap()
    deadline = time.monotonic() + KILL_FOR
    while time.monotonic() < deadline:
        left = children() if LINUX else []
        for pid in left:
            kill(pid)
        ended.update(reap())
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return ended
        time.sleep(0.001)
    return ended


def end_like(status: int) -> None:
    """End with a program's wait status."""
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        try:
            import resource  # noqa: PLC0415  # rarely needed

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # its own dump is enough
            signal.signal(-code, signal.SIG_DFL)
        except (OSError, ValueError):
            pass  # SIGKILL and SIGSTOP are not to be set
        os.kill(os.getpid(), -code)
    os._exit(code)


def watch(line: int, parent: int, program: int) -> int | None:
    """Wait; the program's wait status, or ``None`` if the parent is gone."""
    wake_out, wake_in = os.pipe()
    os.set_blocking(wake_in, False)
    os.set_blocking(wake_out, False)
    signal.set_wakeup_fd(wake_in, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ended = reap()
        if program in ended:
            return ended[program]
        if os.getppid() != parent:
            return None
        ready, _, _ = select.select([line, wake_out], [], [], CHECK_PARENT_EVERY)
        if line in ready:
            return None
        if wake_out in ready:
            os.read(wake_out, 4096)


def main() -> None:
    """Guard one program."""
    line, parent = int(sys.argv[1]), int(sys.argv[2])
    os.set_inheritable(line, False)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    try:
        program = start(sys.argv[4:])
    except OSError as error:
        say(line, f"error {error.errno}")
        os._exit(NOT_STARTED)
    say(line, f"pid {program}")
    # Only the program's ends of the pipes count: we must neither keep them open nor read.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    signal.signal(signal.SIGTERM, lambda *_: (kill_all(program), os._exit(143)))
    status = watch(line, parent, program)
    ended = kill_all(program)
    say(line, "done")
    end_like(ended.get(program, signal.SIGKILL) if status is None else status)


def say(line: int, text: str) -> None:
    """Tell the parent, if there is one."""
    try:  # noqa: SIM105
        os.write(line, f"{text}\n".encode())
    except OSError:
        pass


if __name__ == "__main__":
    main()
