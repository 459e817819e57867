"""Trying an engine out: does it start, what does it call itself, how long does it take."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wuzi.protocol.client import EngineCommand, EngineProcess, Mark
from wuzi.rules import FREESTYLE, Board, Move
from wuzi.settings import EngineEntry
from wuzi.thinking import Limit

THINKING: Final = 1.0
"""Seconds it is told to take for its move."""
ALLOWED: Final = 10.0
"""Seconds after which one waits no longer for its move."""

_ABOUT: Final = re.compile(r'\b(name|author|version)\s*=\s*"([^"]*)"')


@dataclass(frozen=True, slots=True)
class TestResult:
    """What an engine did when it was tried out.

    Attributes
    ----------
    name, version, author : str
        As it tells them; empty where it does not.
    started : float
        Seconds from its start to its readiness.
    move : Move
        With which it opens on an empty board of 15 lines.
    thought : float
        Seconds it took for that move.
    exit : str
        Its exit status in words, after it was told to end.
    """

    __test__ = False  # for pytest: this is no test

    name: str
    version: str
    author: str
    started: float
    move: Move
    thought: float
    exit: str


async def try_engine(
    entry: EngineEntry, on_line: Callable[[Mark, str], None] | None = None
) -> TestResult:
    """Start an engine, ask it for a move, and end it; nothing of it is left in any case.

    Parameters
    ----------
    entry : EngineEntry
    on_line : callable, optional
        Takes every line to and from it, and its mark.

    Raises
    ------
    EngineError
        If it cannot be started or does anything wrong, in one sentence.
    """
    told: dict[str, str] = {}

    def hear(mark: Mark, line: str) -> None:
        if mark == "<":
            for key, value in _ABOUT.findall(line):
                told.setdefault(key, value)
        if on_line is not None:
            on_line(mark, line)

    limit = Limit(time=THINKING)
    command = EngineCommand(
        tuple(entry.argv), entry.name, entry.cwd, dict(entry.info), entry.restart
    )
    begun = time.perf_counter()
    engine = await EngineProcess.start(command, on_line=hear)
    try:
        await engine.new_game(15, FREESTYLE, limit)
        started = time.perf_counter() - begun
        reply = await engine.choose(Board(), limit, allowed=ALLOWED)
    finally:
        report = await engine.close()
    if report.error is not None:
        raise report.error
    return TestResult(
        told.get("name", ""),
        told.get("version", ""),
        told.get("author", ""),
        started,
        reply.move,
        reply.elapsed,
        report.status,
    )
