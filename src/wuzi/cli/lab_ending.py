"""How long commands of the laboratory are ended."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ended_as_by_ctrl_c() -> Iterator[None]:
    """Take SIGTERM, which ``kill`` and schedulers send, as Ctrl-C: what is there is kept."""
    try:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:  # not in the main thread, which alone is told of signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
