"""What is said between us and the engines, remembered from the first line on."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from typing import Final

from qtpy.QtCore import QObject, Signal

from wuzi.desktop.desk import Desk

KEPT: Final = 10_000
"""Lines that are remembered, the latest."""
SIGNS: Final = {">": "→", "<": "←", "!": "!"}
"""To the engine, from it, and from its error output."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line, when and by whom.

    Attributes
    ----------
    clock : str
        Time of day.
    engine : str
    mark : str
        ``>`` to the engine, ``<`` from it, ``!`` from its error output.
    text : str
    """

    clock: str
    engine: str
    mark: str
    text: str

    def __str__(self) -> str:
        return f"{self.clock}  {self.engine}  {SIGNS[self.mark]} {self.text}"


class Traffic(QObject):
    """The lines to and from all engines of a window, whether or not somebody looks at them.

    Parameters
    ----------
    desk : Desk
        Its signal ``traffic`` is what is remembered.
    parent : QObject, optional

    Attributes
    ----------
    lines : deque of LogLine
        The latest :data:`KEPT`.
    """

    heard = Signal(object)
    """A :class:`LogLine` has come in."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: deque[LogLine] = deque(maxlen=KEPT)
        desk.traffic.connect(self.hear)

    def hear(self, engine: str, mark: str, text: str) -> None:
        """Take a line: who, ``<``, ``>`` or ``!``, and what."""
        now = time.time()
        clock = time.strftime("%H:%M:%S", time.localtime(now)) + f".{int(now % 1 * 1000):03}"
        line = LogLine(clock, engine, mark, text)
        self.lines.append(line)
        self.heard.emit(line)
