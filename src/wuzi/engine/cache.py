"""The folder of compiled kernels and generated tables, and whether it can be trusted.

Every state of the engine's sources has a folder of its own, named by :func:`stamp`. When
all of it is there, :func:`seal` writes down the checksum of each file; a folder is *ready*
if it is sealed and the checksums agree. Nobody has to delete anything: what is damaged is
removed when it is met and made again, and :func:`remove_old` keeps the newest folders only.

The folders lie in the user's cache, or where the variable ``WUZI_KERNELS`` says.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from llvmlite.binding import get_host_cpu_name  # type: ignore[import-untyped]

from wuzi.files import write_atomically
from wuzi.settings.paths import cache_dir

VARIABLE: Final = "WUZI_KERNELS"
KEPT: Final = 2
"""Folders that stay: this engine's, and one more for another installation beside it."""
_SEAL: Final = "sealed.json"
_NAME: Final = re.compile(r"[0-9a-f]{16}")


class State(StrEnum):
    """What is known of a folder of kernels."""

    READY = "ready"
    MISSING = "missing"
    """Nothing is there, or not all."""
    DAMAGED = "damaged"
    UNWRITABLE = "unwritable"
    """Not ready, and no file can be made there."""


@lru_cache(maxsize=1)
def stamp() -> str:
    """A name for this very engine on this very kind of processor.

    Numba looks at the file of a kernel only: not at the functions it calls in other files.
    So the name is a hash of all sources of the engine, and of what compiles them, for which
    Numba itself need not be loaded.
    """
    cpu = os.environ.get("NUMBA_CPU_NAME") or get_host_cpu_name()
    digest = hashlib.sha256(f"{version('numba')} {sys.version_info[:2]} {cpu}".encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:16]


def use_folder(folder: Path) -> None:
    """Look for kernels in ``folder`` from now on, in this process and its children."""
    os.environ[VARIABLE] = str(folder)


def kernels_dir() -> Path:
    """The folder that holds the folders of every state of the engine."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else cache_dir() / "kernels"


def kernel_cache() -> Path:
    """Where compiled kernels and generated tables of this engine are kept."""
    return kernels_dir() / stamp()


def state() -> State:
    """Look at this engine's folder. Every file is read once: some ten milliseconds."""
    folder = kernel_cache()
    sums = _sealed(folder)
    if sums is None:
        return State.MISSING if is_writable() else State.UNWRITABLE
    damaged = [name for name, digest in sums.items() if _digest(folder / name) != digest]
    if not damaged:
        return State.READY
    return State.DAMAGED if is_writable() else State.UNWRITABLE


def is_writable() -> bool:
    """Whether files can be made in this engine's folder, which need not exist yet."""
    folder = kernel_cache()
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK)


def seal() -> None:
    """Write down that everything is there.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    folder = kernel_cache()
    sums = {path.name: _digest(path) for path in sorted(_files(folder))}
    write_atomically(folder / _SEAL, json.dumps(sums, indent=0).encode())


def mend() -> None:
    """Remove what does not agree with the seal, and the seal, so that it is made again.

    Without a seal nothing is removed: a run that was killed goes on where it was.

    Raises
    ------
    OSError
        If it cannot be removed.
    """
    folder = kernel_cache()
    sums = _sealed(folder)
    if sums is not None:
        for path in list(_files(folder)):
            if sums.get(path.name) != _digest(path):
                path.unlink(missing_ok=True)
    (folder / _SEAL).unlink(missing_ok=True)


def forget_kernel(module: str, function: str) -> None:
    """Remove the files of one kernel, if they are there and can be removed."""
    for path in list(_files(kernel_cache())):
        if path.name.startswith(f"{module}.{function}-"):
            with contextlib.suppress(OSError):
                path.unlink()


def remove_old(keep: int = KEPT) -> list[Path]:
    """Remove the folders of other states of the engine but the newest; which they were.

    Call it while holding the lock of :mod:`wuzi.engine.warm`: no other process then fills one.
    """
    others = []
    for folder in kernels_dir().iterdir():
        if _NAME.fullmatch(folder.name) and folder.name != stamp() and folder.is_dir():
            with contextlib.suppress(OSError):
                others.append((folder.stat().st_mtime, folder))
    gone = [folder for _, folder in sorted(others, reverse=True)[max(keep - 1, 0) :]]
    for folder in gone:
        shutil.rmtree(folder, ignore_errors=True)
    return gone


def _files(folder: Path) -> Iterator[Path]:
    """What a seal covers: kernels and tables, not what is half written."""
    if folder.is_dir():
        for path in folder.iterdir():
            if path.suffix in (".nbi", ".nbc", ".table"):
                yield path


def _sealed(folder: Path) -> dict[str, str] | None:
    """The checksums of a sealed folder."""
    try:
        sums = json.loads((folder / _SEAL).read_bytes())
    except (OSError, ValueError):
        return None
    return sums if isinstance(sums, dict) else None


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
