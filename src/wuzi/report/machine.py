"""What a measurement ran on, so that others know what its times mean."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from datetime import date
from importlib import metadata
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
        return Table(translate(N_("Machine")), ["", " "], rows)

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
        processor=platform.processor() or platform.machine(),
        cores=os.cpu_count() or 1,
        memory=None,
        system=platform.platform(),
        python=platform.python_version(),
        libraries={name: metadata.version(name) for name in LIBRARIES},
        wuzi=wuzi.__version__,
        date=date.today(),
    )
