"""What a measurement ran on, so that others know what its times mean."""

from __future__ import annotations

import contextlib
import importlib
import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import wuzi
from wuzi.errors import N_
from wuzi.report.table import Cell, Table, Translate, identity

LIBRARIES: Final = ("numpy", "numba")
"""Those whose version can change a time that we measure."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine and what is installed on it.

    Attributes
    ----------
    processor : str
        As its maker calls it; empty if the system does not say.
    cores : int
        What this process may use.
    memory : int or None
        Bytes.
    system, python : str
    libraries : mapping of str to str
        Versions by name, of those that are installed.
    wuzi : str
        The version of Wuzi.
    date : date
        When it was described.
    """

    processor: str
    cores: int
    memory: int | None
    system: str
    python: str
    libraries: dict[str, str]
    wuzi: str
    date: date

    def table(self, translate: Translate = identity) -> Table:
        """The same for people."""
        memory = None if self.memory is None else f"{self.memory / 2**30:.1f} GiB"
        rows: list[tuple[str, Cell]] = [
            (translate(N_("processor")), self.processor or None),
            (translate(N_("cores")), str(self.cores)),
            (translate(N_("memory")), memory),
            (translate(N_("system")), self.system),
            ("Python", self.python),
            *self.libraries.items(),
            ("Wuzi", self.wuzi),
            (translate(N_("date")), self.date.isoformat()),
        ]
        note = translate(N_("Times are those of this machine; counts are the same on every one."))
        return Table(translate(N_("Machine")), ["", ""], rows, note)

    def to_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "processor": self.processor,
            "cores": self.cores,
            "memory": self.memory,
            "system": self.system,
            "python": self.python,
            "libraries": self.libraries,
            "wuzi": self.wuzi,
            "date": self.date.isoformat(),
        }


def this_machine() -> Machine:
    """The machine that runs this, today. It tells no name of host or user.

    Examples
    --------
    >>> this_machine().cores > 0
    True
    """
    return Machine(
        processor=_processor(),
        cores=_cores(),
        memory=_memory(),
        system=_system(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        libraries=_versions(),
        wuzi=wuzi.__version__,
        date=date.today(),
    )


def _processor() -> str:
    """The processor's name: each system keeps it somewhere else."""
    name = ""
    if sys.platform == "linux":
        name = _linux_processor()
    elif sys.platform == "darwin":
        name = _mac_processor()
    elif sys.platform == "win32":
        name = _windows_processor()
    return " ".join((name or platform.processor() or platform.machine()).split())


def _linux_processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return processor_of(text)


def processor_of(cpuinfo: str) -> str:
    r"""The name in Linux's ``/proc/cpuinfo``; ARM's has none.

    Examples
    --------
    >>> processor_of("processor\t: 0\nmodel name\t: A Fast One @ 3 GHz\n")
    'A Fast One @ 3 GHz'
    """
    for line in cpuinfo.splitlines():
        key, _, value = line.partition(":")
        if key.strip() in ("model name", "Model", "cpu model"):
            return value.strip()
    return ""


def _mac_processor() -> str:
    try:
        asked = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def _windows_processor() -> str:
    winreg = importlib.import_module("winreg")
    place = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"
    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, place) as key:
            return str(winreg.QueryValueEx(key, "ProcessorNameString")[0])
    except OSError:
        return ""


def _cores() -> int:
    """Those that this process may run on, which can be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _memory() -> int | None:
    """Bytes of memory, if the system says."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return _windows_memory() if sys.platform == "win32" else None


def _windows_memory() -> int | None:
    ctypes = importlib.import_module("ctypes")
    kibibytes = ctypes.c_ulonglong()
    told = ctypes.windll.kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kibibytes))
    return kibibytes.value * 1024 if told else None


def _system() -> str:
    """Name and release of the system."""
    if sys.platform == "linux":
        try:
            name = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
        except OSError:
            name = "Linux"
        return f"{name}, {platform.machine()}"
    return f"{platform.system()} {platform.release()}, {platform.machine()}"


def _versions() -> dict[str, str]:
    """Versions of the libraries, found without loading them."""
    found = {}
    for name in LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found
