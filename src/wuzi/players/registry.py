"""From a named player to one that plays: a thinker in this process, or a program to start."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import wuzi
from wuzi.errors import N_, EngineError, ParseError
from wuzi.players.levels import levels
from wuzi.players.plugins import make_plugin
from wuzi.players.who import Who
from wuzi.settings import EngineEntry, find_engine, load, split_command
from wuzi.thinking import Thinker

OURS: Final = ("level", "textbook", "wuzi", "plugin")
"""The kinds that are thinkers of Python, and run in process or behind ``wuzi engine``."""


@dataclass(frozen=True, slots=True)
class Command:
    """How to start a player as a child process that speaks the Gomocup protocol.

    Attributes
    ----------
    argv : tuple of str
        The program and its arguments; no shell is to see them.
    name : str
        For records and tables, in English.
    cwd : Path or None
        The folder to start in, if not ours.
    info : mapping of str to str
        ``INFO`` keys to send at the start.
    restart : {"auto", "on", "off"}
    """

    argv: tuple[str, ...]
    name: str
    cwd: Path | None = None
    info: Mapping[str, str] = field(default_factory=dict, hash=False)
    restart: str = "auto"


def make_thinker(who: Who) -> Thinker:
    """The thinker behind a name, to run in this process.

    Raises
    ------
    ParseError
        If ``who`` is a human or a program, or is not known.
    SettingsError
        If a thinker refuses its options.
    EngineError
        If another package fails to make its thinker.

    Examples
    --------
    >>> from wuzi.players import parse_who
    >>> make_thinker(parse_who("human"))
    Traceback (most recent call last):
    wuzi.errors.ParseError: a human is no program: choose a level, a textbook thinker or an engine
    """
    if who.kind == "textbook":
        from wuzi.textbook.thinkers import make  # noqa: PLC0415  # loads NumPy

        return make(who.name, dict(who.options))
    if who.kind == "wuzi":
        from wuzi.players.wuzi_thinker import WuziThinker  # noqa: PLC0415  # loads NumPy

        return WuziThinker(who.options, compiler())
    if who.kind == "level":
        from wuzi.players.level_thinker import LevelThinker, read_seed  # noqa: PLC0415  # loads NumPy

        seed = read_seed(who.options, who.text)
        return LevelThinker(levels()[int(who.name) - 1], seed, compiler())
    if who.kind == "plugin":
        return make_plugin(who.name, who.options)
    if who.kind == "human":
        raise _human()
    raise ParseError(
        "who.program",
        N_("'{token}' is a program of its own: it cannot think inside Wuzi, but it can be played"),
        token=who.text[:80],
    )


def command(who: Who, engines: Sequence[EngineEntry] | None = None) -> Command:
    """How to start a player as a child process, from source, a wheel or a frozen program.

    Parameters
    ----------
    who : Who
    engines : sequence of EngineEntry, optional
        The engine list; by default that of the settings, read only for ``engine:NAME``.

    Raises
    ------
    ParseError
        If ``who`` is a human.
    SettingsError
        If the engine is not in the list, or the settings are damaged.

    Examples
    --------
    >>> from wuzi.players import parse_who
    >>> command(parse_who("textbook:greedy")).argv[-3:]
    ('engine', '--player', 'textbook:greedy')
    >>> command(parse_who("./pbrain-x --fast")).argv
    ('./pbrain-x', '--fast')
    """
    if who.kind == "human":
        raise _human()
    if who.kind in OURS:
        return Command((*ourselves(), "engine", "--player", who.text), who.text)
    if who.kind == "engine":
        entry = find_engine(load().engines if engines is None else engines, who.name)
        return Command(
            tuple(entry.argv),
            entry.name,
            Path(entry.cwd).expanduser() if entry.cwd else None,
            dict(entry.info),
            entry.restart,
        )
    argv = tuple(split_command(who.name))
    return Command(argv, program_name(argv))


def compiler() -> tuple[str, ...]:
    """The command that compiles our engine (:mod:`wuzi.engine.warm`) in a child process."""
    return (*ourselves(), "engine", "--compile")


def ourselves() -> tuple[str, ...]:
    """The command that starts Wuzi, from source, wheel or frozen program, as we were started."""
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    # -P: the folder the user is in may hold a wuzi.py or random.py of his own, and must not
    # come first on the child's path, unless it is where this very package lies.
    found_here = Path(wuzi.__file__).resolve().parent.parent == Path.cwd().resolve()
    return (sys.executable, *(() if found_here else ("-P",)), "-m", "wuzi")


_RUNNERS: Final = re.compile(r"(python|pypy|java|mono|wine|node|bash|sh|env|nice)[0-9.]*")


def program_name(argv: Sequence[str]) -> str:
    """What to call the program of a command line: of an interpreter, what it runs.

    Examples
    --------
    >>> program_name(["/opt/pbrain-rapfi.exe", "-v"]), program_name(["python3", "-u", "bots/a.py"])
    ('pbrain-rapfi', 'a')
    """
    program = Path(argv[0]).stem
    if _RUNNERS.fullmatch(program):
        words = (Path(word).stem for word in argv[1:] if not word.startswith("-"))
        return next(words, program) or program
    return program


def check_who(who: Who, engines: Sequence[EngineEntry] | None = None) -> None:
    """Find out before a game whether ``who`` can play: thinkers are made, programs looked for.

    Raises
    ------
    ParseError, SettingsError, EngineError
        If not; the sentence says what is wrong and what to do.
    """
    if who.kind == "human":
        return
    if who.kind in OURS:
        make_thinker(who)
        return
    found = command(who, engines)
    if found.cwd is not None and not found.cwd.is_dir():
        raise EngineError(
            "engine.folder",
            N_("the folder of engine {name} is missing: {folder}"),
            name=found.name,
            folder=str(found.cwd),
        )
    if not _is_program(found.argv[0], found.cwd):
        raise EngineError(
            "engine.missing",
            N_("there is no program '{program}': check its path, and that it may be executed"),
            program=found.argv[0],
        )


def _is_program(program: str, cwd: Path | None) -> bool:
    """Whether the system would find the program, as seen from the folder it is started in."""
    if cwd is not None and Path(program).name != program:
        program = str(cwd / program)
    return shutil.which(program) is not None


def _human() -> ParseError:
    return ParseError(
        "who.human",
        N_("a human is no program: choose a level, a textbook thinker or an engine"),
    )
