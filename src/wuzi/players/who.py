"""WHO texts: how a player is named on the command line, in settings and in files of matches.

======================================  ====================================================
``human``                               somebody at the board
``level:N``                             one of :func:`wuzi.players.levels.levels`;
                                        ``level:N,seed=S`` always plays alike
``textbook:NAME,key=value,...``         a search of :mod:`wuzi.textbook` with its switches
``engine:NAME``                         a program of the engine list
``wuzi,key=value,...``                  our own engine (:mod:`.wuzi_thinker`)
``NAME,key=value,...``                  a thinker of another package (:mod:`.plugins`)
anything else                           a command line, split as a shell would, with no shell
======================================  ====================================================
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from wuzi.errors import N_, ParseError
from wuzi.players.levels import levels
from wuzi.players.plugins import plugin_names
from wuzi.settings import split_command

Kind = Literal["human", "level", "textbook", "engine", "wuzi", "command", "plugin"]

PREFIXES: Final[tuple[Kind, ...]] = ("level", "textbook", "engine")


@dataclass(frozen=True, slots=True)
class Who:
    """A player, named. Nothing is started and nothing heavy loaded by naming one.

    Attributes
    ----------
    kind : {"human", "level", "textbook", "engine", "wuzi", "command", "plugin"}
    text : str
        The WHO text in its plain form: ``parse_who(who.text) == who``.
    name : str
        What stands behind the kind: the number of a level, the name of a search, an engine
        or a plugin, the whole command line of a command; empty for a human.
    options : mapping of str to str
        The ``key=value`` words, in their order.
    """

    kind: Kind
    text: str
    name: str = ""
    options: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return self.text


def parse_who(text: str) -> Who:
    """Read a WHO text.

    Whether a search knows the options, or an engine is in the list, only
    :func:`~wuzi.players.registry.check_who` finds out.

    Raises
    ------
    ParseError
        If it names nothing: the sentence says which word, and what there is.

    Examples
    --------
    >>> who = parse_who("Textbook:alphabeta, depth=3")
    >>> who.kind, who.name, dict(who.options), who.text
    ('textbook', 'alphabeta', {'depth': '3'}, 'textbook:alphabeta,depth=3')
    >>> parse_who("'/opt/my engine' --fast").kind
    'command'
    >>> parse_who("levle:2")
    Traceback (most recent call last):
    wuzi.errors.ParseError: 'levle:2' names no player: did you mean level?
    """
    text = text.strip()
    if not text:
        raise ParseError(
            "who.empty",
            N_(
                "a player is missing: write human, level:N, textbook:NAME, engine:NAME, wuzi"
                " or a command"
            ),
        )
    if text.lower() == "human":
        return Who("human", "human")
    head, colon, rest = text.partition(":")
    kind = head.strip().lower()
    if colon and kind == "level":
        return _level(rest.strip())
    if colon and kind == "textbook":
        return _with_options("textbook", "textbook:", rest)
    if colon and kind == "engine":
        return _engine(rest.strip())
    word = text.partition(",")[0].strip()
    if word.lower() == "wuzi":
        return _with_options("wuzi", "", word.lower() + text.partition(word)[2])
    if word in plugin_names():
        return _with_options("plugin", "", text)
    return _command(text)


def _level(rest: str) -> Who:
    number, comma, options = (part.strip() for part in rest.partition(","))
    known = {str(level.number) for level in levels()}
    plain = number.lstrip("0") if number.isascii() else number
    if plain not in known:
        raise ParseError(
            "who.level",
            N_("there is no level '{token}': choose from {choices}"),
            token=number[:40],
            choices=", ".join(sorted(known, key=int)),
        )
    return _with_options("level", "level:", plain + comma + options)


def _engine(name: str) -> Who:
    if not name:
        raise ParseError(
            "who.engine",
            N_("'engine:' lacks a name: write engine:NAME; 'wuzi engines' lists the names"),
        )
    return Who("engine", f"engine:{name}", name)


def _with_options(kind: Kind, prefix: str, rest: str) -> Who:
    name, *words = (word.strip() for word in rest.split(","))
    if not name or "=" in name:
        raise ParseError(
            "who.name",
            N_("'{token}' lacks a name: write {form}"),
            token=f"{prefix}{rest}"[:40],
            form=f"{prefix}NAME,key=value",
        )
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = (part.strip() for part in word.partition("="))
        if not (key and equals and value):
            raise ParseError(
                "who.option",
                N_("'{token}' is not an option of {name}: write key=value, such as depth=3"),
                token=word[:40],
                name=name,
            )
        if key in options:
            raise ParseError(
                "who.option_twice", N_("{name} is given '{key}' twice"), name=name, key=key
            )
        options[key] = value
    text = ",".join([prefix + name, *(f"{key}={value}" for key, value in options.items())])
    return Who(kind, text, name, options)


def _command(text: str) -> Who:
    try:
        words = split_command(text)
    except ValueError:
        raise ParseError(
            "who.quote",
            N_("a quotation mark is not closed in the command: {token}"),
            token=text[:80],
        ) from None
    if not words or not words[0]:
        raise ParseError(
            "who.unknown",
            N_(
                "'{token}' names no player: write human, level:N, textbook:NAME, engine:NAME"
                " or wuzi"
            ),
            token=text[:40],
        )
    if len(words) == 1:
        _refuse_typing_slips(words[0])
    return Who("command", text, text)


def _refuse_typing_slips(word: str) -> None:
    """Refuse what is no program and nearly the name of a player, such as ``humna``."""
    head = re.split("[:,]", word, maxsplit=1)[0]
    if not re.fullmatch(r"\w+", head):
        return  # a path, or a name with blanks: nobody mistypes a player so
    similar = closest(head, ("human", "wuzi", *PREFIXES, *plugin_names()))
    if similar and shutil.which(word) is None:
        raise ParseError(
            "who.similar",
            N_("'{token}' names no player: did you mean {similar}?"),
            token=word[:40],
            similar=similar,
        )


def closest(word: str, names: Iterable[str]) -> str | None:
    """The name spelt most like ``word``, if any is alike.

    >>> closest("Alhpabeta", ["greedy", "alphabeta"])
    'alphabeta'
    """
    from difflib import get_close_matches  # noqa: PLC0415  # wanted only for a misspelt name

    folded = {name.casefold(): name for name in names}
    found = get_close_matches(word.casefold(), folded, 1)
    return folded[found[0]] if found else None
