"""The engine list: programs of other people, by a short name, as window and arena share it."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from wuzi.errors import N_, SettingsError

RESTARTS: Final = ("auto", "on", "off")
"""Whether an engine can go on to a new game (``on``), must be started anew, or is tried."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """One engine of the list; making one checks it.

    Attributes
    ----------
    name : str
        What ``engine:NAME`` calls it; capitals do not matter.
    command : str
        The command line, split by :func:`split_command`; no shell sees it.
    cwd : str or None
        The folder it is started in.
    info : mapping of str to str
        ``INFO`` keys of the Gomocup protocol that it is sent at the start.
    restart : {"auto", "on", "off"}

    Raises
    ------
    SettingsError
        If a field cannot be used.

    Examples
    --------
    >>> EngineEntry("mine", "'/opt/my engine/pbrain' --fast").argv
    ['/opt/my engine/pbrain', '--fast']
    """

    name: str
    command: str
    cwd: str | None = None
    info: Mapping[str, str] = field(default_factory=dict, hash=False)
    restart: str = "auto"

    def __post_init__(self) -> None:
        if not self.name or self.name != self.name.strip() or _CONTROL.search(self.name):
            raise SettingsError(
                "engine.name",
                N_("'{token}' cannot name an engine: write a short word, such as rapfi"),
                token=_visible(self.name),
            )
        _check_line(self.name, "command", self.command)
        _check_line(self.name, "cwd", self.cwd or "")
        _check_command(self.name, self.command)
        for key, value in self.info.items():
            _check_line(self.name, f"info.{key}", value)
            if not key or key.split() != [key] or _CONTROL.search(key):
                raise SettingsError(
                    "engine.info",
                    N_("engine {name}: '{token}' is not an INFO key: write one word"),
                    name=self.name,
                    token=_visible(key),
                )
        if self.restart not in RESTARTS:
            raise SettingsError(
                "engine.restart",
                N_("engine {name}: restart cannot be '{token}': choose from {choices}"),
                name=self.name,
                token=_visible(self.restart),
                choices=", ".join(RESTARTS),
            )

    @property
    def argv(self) -> list[str]:
        """The program and its arguments."""
        return split_command(self.command)


def split_command(text: str, *, windows: bool = os.name == "nt") -> list[str]:
    r"""Split a command line into words as a shell would, with no shell.

    Parameters
    ----------
    windows : bool
        Whether a backslash is an ordinary character, as in ``C:\engines\a.exe``.

    Raises
    ------
    ValueError
        If a quotation mark is not closed.

    Examples
    --------
    >>> split_command("'my engine' --level=3", windows=False)
    ['my engine', '--level=3']
    >>> split_command(r"C:\engines\a.exe -v", windows=True)
    ['C:\\engines\\a.exe', '-v']
    """
    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = ""
    if windows:
        words.escape = ""
    return list(words)


def find_engine(engines: Sequence[EngineEntry], name: str) -> EngineEntry:
    """The engine of that name.

    Raises
    ------
    SettingsError
        If there is none; the sentence names those there are, or one that is spelt alike.

    Examples
    --------
    >>> engines = [EngineEntry("Rapfi", "/opt/rapfi")]
    >>> find_engine(engines, "rapfi").command
    '/opt/rapfi'
    """
    at = _position(engines, name)
    if at is not None:
        return engines[at]
    raise _unknown(engines, name)


def add_engine(
    engines: Sequence[EngineEntry], entry: EngineEntry, *, replace: bool = False
) -> tuple[EngineEntry, ...]:
    """The list with ``entry`` at its end, or in the place of the one it replaces.

    Raises
    ------
    SettingsError
        If the name is taken and ``replace`` is false.
    """
    at = _position(engines, entry.name)
    if at is None:
        return (*engines, entry)
    if not replace:
        raise SettingsError(
            "engine.twice",
            N_("there is an engine named {name} already: remove it first, or choose another name"),
            name=engines[at].name,
        )
    return (*engines[:at], entry, *engines[at + 1 :])


def remove_engine(engines: Sequence[EngineEntry], name: str) -> tuple[EngineEntry, ...]:
    """The list without the engine of that name.

    Raises
    ------
    SettingsError
        If there is none.
    """
    at = _position(engines, name)
    if at is None:
        raise _unknown(engines, name)
    return (*engines[:at], *engines[at + 1 :])


def _position(engines: Sequence[EngineEntry], name: str) -> int | None:
    wanted = name.strip().casefold()
    return next((i for i, e in enumerate(engines) if e.name.casefold() == wanted), None)


def _unknown(engines: Sequence[EngineEntry], name: str) -> SettingsError:
    from difflib import get_close_matches  # noqa: PLC0415  # wanted only for a misspelt name

    token = _visible(name)
    names = {entry.name.casefold(): entry.name for entry in engines}
    if not names:
        return SettingsError(
            "engine.none",
            N_(
                "there is no engine '{token}', the list is empty: add one with 'wuzi engines add',"
                " or write its command line"
            ),
            token=token,
        )
    alike = get_close_matches(name.casefold(), names, 1)
    if alike:
        return SettingsError(
            "engine.unknown",
            N_("there is no engine '{token}': did you mean {similar}?"),
            token=token,
            similar=names[alike[0]],
        )
    return SettingsError(
        "engine.unknown",
        N_("there is no engine '{token}' in the list: choose from {choices}"),
        token=token,
        choices=", ".join(names.values()),
    )


def _check_line(name: str, key: str, text: str) -> None:
    """Refuse line ends and the like: what an engine is sent is one line a command."""
    if _CONTROL.search(text):
        raise SettingsError(
            "engine.line",
            N_("engine {name}: {key} holds a character that cannot be written: '{token}'"),
            name=name,
            key=_visible(key),
            token=_visible(text),
        )


def _check_command(name: str, command: str) -> None:
    try:
        words = split_command(command)
    except ValueError:
        raise SettingsError(
            "engine.quote",
            N_("engine {name}: a quotation mark is not closed in the command: {token}"),
            name=name,
            token=_visible(command),
        ) from None
    if not words or not words[0]:
        raise SettingsError(
            "engine.command",
            N_("engine {name} has no command: write the program and its arguments"),
            name=name,
        )


def _visible(text: str) -> str:
    """The start of ``text``, with what cannot be printed written out."""
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text[:60])
