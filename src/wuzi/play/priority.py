"""An engine's share of the processor: a window lowers it, so that it stays smooth itself."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Final

NICENESS: Final = 5
"""How much nicer than we are an engine beside a window is (POSIX: 0 to 19)."""

_SET_INFORMATION: Final = 0x0200
_BELOW_NORMAL: Final = 0x4000


def lower_priority(pid: int, niceness: int = NICENESS) -> None:
    """Let the process group of ``pid`` give way to others; nothing if it is gone.

    Parameters
    ----------
    pid : int
        A process that leads its group, as those started by :mod:`wuzi.protocol.child` do.
    niceness : int, default NICENESS
        Where the system counts so (POSIX). On Windows: below normal.
    """
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415  # nowhere else wanted

        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(_SET_INFORMATION, False, pid)
        if handle:
            kernel.SetPriorityClass(handle, _BELOW_NORMAL)
            kernel.CloseHandle(handle)
        return
    with contextlib.suppress(OSError):  # it has ended, or was nicer already
        own = os.getpriority(os.PRIO_PROCESS, 0)
        os.setpriority(os.PRIO_PGRP, pid, min(own + niceness, 19))
