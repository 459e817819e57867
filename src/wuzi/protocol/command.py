"""What a driver of engines gives and gets: how to start one, its replies, its end."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from wuzi.errors import EngineError
from wuzi.rules import Move
from wuzi.thinking import Info


@dataclass(frozen=True)
class EngineCommand:
    """How to start an engine.

    Attributes
    ----------
    argv : tuple of str
        The program and its arguments; no shell sees them. A relative path is looked up
        from ``cwd``.
    name : str
        What to call it; if empty, what it calls itself, or the program's name.
    cwd : path, optional
        The folder to start it in.
    info : mapping of str to str
        Further INFO keys and values, sent at the start of each game.
    restart : {"auto", "on", "off"}
        Whether a further game begins by RESTART in the same process: tried once, always,
        or never (a new process for each game).
    """

    argv: tuple[str, ...]
    name: str = ""
    cwd: str | os.PathLike[str] | None = None
    info: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    restart: str = "auto"


@dataclass(frozen=True, slots=True)
class Reply:
    """An engine's answer.

    Attributes
    ----------
    move : Move
        A legal move but for renju's forbidden points, of which the referee judges. A pass
        if there is nothing else, which the engine is not asked for.
    elapsed : float
        Seconds from the command to the answer.
    info : Info or None
        What it told about its search.
    messages : tuple of str
        What it wrote as MESSAGE, the latest 200.
    """

    move: Move
    elapsed: float
    info: Info | None = None
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExitReport:
    """How an engine ended.

    Attributes
    ----------
    status : str
        ``"exit status 0"``, ``"signal 9 (SIGKILL)"``, ...
    error : EngineError or None
        ``engine.hang_at_exit`` if it did not end after END though it was idle,
        ``engine.crash_at_exit`` if it did, but with a status other than 0.
    """

    status: str
    error: EngineError | None = None
