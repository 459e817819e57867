"""Filling the cache: all kernels compiled and all line tables made, once, in a child process.

``python -m wuzi.engine.warm`` does it and prints a line ``done/all name`` for every kernel
and table. It is safe to kill at any moment: every file is put in place whole, and the next
run goes on where this one was. Two runs do not do the same work twice: the second waits
for the first. :class:`Compilation` is such a run as a child of this process, which ends
when its standard input is closed, so that it never outlives us.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from wuzi.engine import cache
from wuzi.engine.cache import State
from wuzi.files import try_lock

Report = Callable[[int, int, str], None]
"""Takes how many parts are done, how many there are, and the name of the last one."""

_LOOK_EVERY: Final = 0.2
"""Seconds between two attempts to get the lock."""
UNTIL_CLOSED: Final = "WUZI_UNTIL_CLOSED"
"""Set in the environment of a child that is to end when its standard input is closed."""
PRIVATE: Final = "WUZI_KERNELS_PRIVATE"
"""Set, too, if nobody else uses the folder, so that the child is to remove it then."""
NOT_KEPT: Final = 3
"""Exit status: everything can be compiled, but it cannot be kept."""
_PLAIN_ERRORS: Final = {"NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING": "1"}
"""Numba would colour every guess at a type that fails, seen by nobody; it asks when loaded."""
_LINE: Final = re.compile(r"([0-9]+)/([0-9]+) (\w+)")


def fill(report: Report = lambda done, parts, name: None) -> None:
    """Compile and make everything that is not there yet, and seal the cache.

    Raises
    ------
    OSError
        If the cache cannot be written.
    """
    with _lock():
        if cache.state() is State.READY:
            return
        cache.kernel_cache().mkdir(exist_ok=True)
        cache.mend()
        _make_everything(report)
        cache.seal()
        cache.remove_old()


def _make_everything(report: Report) -> None:
    from wuzi.engine import jit, kernels  # noqa: PLC0415  # jit looks at the cache when loaded
    from wuzi.engine.lean import make_numba_lean  # noqa: PLC0415  # loads Numba
    from wuzi.rules import RULES  # noqa: PLC0415

    parts = count_kernels() + len(RULES)
    done = 0

    def one_more(name: str) -> None:
        nonlocal done
        done += 1
        report(done, parts, name)

    jit.compiled = one_more
    make_numba_lean()
    gc.disable()  # there is little garbage, and looking for it is a tenth of the work
    for module in pkgutil.iter_modules(kernels.__path__):
        importlib.import_module(f"{kernels.__name__}.{module.name}")
    from wuzi.engine.line_cache import kept_pair_table  # noqa: PLC0415

    for rule in RULES.values():
        kept_pair_table(rule)
        one_more(rule.name)


def count_kernels() -> int:
    """How many kernels will be kept, found out without compiling one: all that are not inner."""
    sources = (Path(__file__).parent / "kernels").glob("*.py")
    text = "".join(source.read_text("utf-8") for source in sources)
    return len(re.findall(r"^@kernel\(", text, re.M)) - text.count("inner=True")


@contextlib.contextmanager
def _lock() -> Iterator[None]:
    """Hold the lock of all folders of kernels; the system releases it when a process dies.

    Raises
    ------
    OSError
        If the file of the lock cannot be made.
    """
    cache.kernels_dir().mkdir(parents=True, exist_ok=True)
    with (cache.kernels_dir() / "lock").open("a+b") as file:
        while try_lock(file.fileno()) is False:
            time.sleep(_LOOK_EVERY)
        yield


class Compilation:
    """A child process that fills the cache, and what it has said so far.

    Parameters
    ----------
    argv : sequence of str, optional
        The command that calls :func:`main` in the child, which a frozen program has to
        name; by default this Python's.
    private : bool
        Whether the folder of kernels is to be removed if we die.

    Raises
    ------
    OSError
        If it cannot be started.

    Attributes
    ----------
    done, parts : int
        Kernels and tables made, of how many; 0 of 0 until the child has said it.
    """

    def __init__(self, argv: Sequence[str] | None = None, *, private: bool = False) -> None:
        self.done = self.parts = 0
        environment = {**os.environ, UNTIL_CLOSED: "1", **_PLAIN_ERRORS}
        if private:
            environment[PRIVATE] = "1"
        self._child = subprocess.Popen(
            argv or [sys.executable, "-P", "-m", "wuzi.engine.warm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        self._reader = threading.Thread(target=self._read, name="wuzi-compilation", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            if match := _LINE.match(line):
                self.done, self.parts = int(match[1]), int(match[2])

    def wait(self) -> int:
        """Wait for its end: 0 if all is there now, :data:`NOT_KEPT`, or another status."""
        status = self._child.wait()
        self._reader.join()
        for pipe in (self._child.stdin, self._child.stdout):
            assert pipe is not None
            pipe.close()
        return status

    def watch(self, look: Callable[[], None], every: float = 0.2) -> int:
        """:meth:`wait`, and call ``look`` every so often; it is killed if that is interrupted."""
        try:
            while self._child.poll() is None:
                look()
                self._reader.join(every)
        except BaseException:
            self.kill()
            raise
        finally:
            status = self.wait()
        return status

    def kill(self) -> None:
        """End it if it has not ended by itself; :meth:`wait` returns then."""
        self._child.kill()


def main() -> int:
    """Fill the cache, saying so line by line; :data:`NOT_KEPT` if it cannot be written."""
    if os.environ.get(UNTIL_CLOSED):
        _end_with_standard_input()
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays meanwhile comes first
    try:
        fill(lambda done, parts, name: print(f"{done}/{parts} {name}", flush=True))
    except OSError as error:
        print(f"the folder of kernels cannot be written: {error}", flush=True)
        return NOT_KEPT
    print(f"{cache.state()} {cache.kernel_cache()}", flush=True)
    return 0


def _end_with_standard_input() -> None:
    def watch() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 1024):
                pass
        if os.environ.get(PRIVATE):
            shutil.rmtree(cache.kernels_dir(), ignore_errors=True)
        os._exit(1)

    threading.Thread(target=watch, name="wuzi-parent", daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
