"""Players of experiments: a WHO text, and settings laid over it."""

from __future__ import annotations

import hashlib
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from wuzi.errors import N_, ParseError, SettingsError
from wuzi.files import write_atomically
from wuzi.lab.cells import Settings, settings_text, word
from wuzi.lab.reader import unknown
from wuzi.players import Who, parse_who

SCORES: Final = "scores."
"""Before the name of a shape: its score in a table of the experiment's own."""
FILES: Final = ("scores", "weights", "network")
"""Options that may name a file, which is looked for beside the experiment's."""
SWITCHED: Final = "wuzi.lab.engine_player"
"""The program that our engine with switches is."""


def with_settings(base: str, settings: Settings, folder: Path, scratch: Path) -> str:
    """The WHO text of a player with its options changed.

    Parameters
    ----------
    base : str
        A WHO text. ``player`` among the settings is taken in its place.
    settings : mapping of str to str, int, float or bool
        Options of the player; for ``wuzi`` the switches of its search, too; and
        ``scores.open_three`` and the like for a score table with that score changed.
    folder : Path
        Where files that options name are looked for.
    scratch : Path
        Where score tables are written.

    Raises
    ------
    WuziError
        If the text names nobody or the player has no such setting.

    Examples
    --------
    >>> here = Path()
    >>> with_settings("textbook:alphabeta,depth=3", {"depth": 4, "table": True}, here, here)
    'textbook:alphabeta,depth=4,table=on'
    >>> with_settings("textbook:alphabeta", {"dept": 4}, here, here)
    Traceback (most recent call last):
    wuzi.errors.ParseError: there is no setting 'dept': did you mean depth?
    """
    rest = dict(settings)
    who = parse_who(str(rest.pop("player", base)))
    shapes = {key: rest.pop(key) for key in list(rest) if key.startswith(SCORES)}
    switches = {key: rest.pop(key) for key in list(rest) if _is_switch(who, key)}
    options = dict(who.options)
    for key, value in rest.items():
        options[_known(who, key)] = word(value)
    for key in FILES:
        if (folder / options.get(key, "")).is_file():
            options[key] = _plain(folder / options[key])
    if shapes:
        _known(who, "scores")
        options["scores"] = _score_table(who, options.get("scores", "auto"), shapes, scratch)
    if switches:
        return _switched(options, switches)
    text = ",".join([_head(who), *(f"{key}={value}" for key, value in options.items())])
    return parse_who(text).text


def _head(who: Who) -> str:
    if who.kind in ("textbook", "level"):
        return f"{who.kind}:{who.name}"
    return who.name if who.options else who.text


def _known(who: Who, key: str) -> str:
    """The plain name of an option that the player has."""
    names = {name: option for option, others in _options(who).items() for name in (option, *others)}
    if key not in names:
        if not names:
            raise ParseError(
                "lab.no_settings",
                N_("the player {name} has no setting '{token}'"),
                name=who.text,
                token=key,
            )
        shown = [*_options(who), *(["scores.SHAPE"] if "scores" in names else [])]
        raise unknown(N_("setting"), key, shown)
    return names[key]


def _options(who: Who) -> Mapping[str, tuple[str, ...]]:
    """The options of a player, and what else they are called."""
    if who.kind == "textbook":
        from wuzi.textbook import describe  # noqa: PLC0415  # loads NumPy

        return {option.name: option.other_names for option in describe(who.name)}
    if who.kind == "wuzi":
        from wuzi.players.wuzi_thinker import OPTIONS  # noqa: PLC0415  # loads NumPy

        return {option.name: option.other_names for option in OPTIONS}
    return {"seed": ()} if who.kind == "level" else {}


def _is_switch(who: Who, key: str) -> bool:
    if who.kind != "wuzi":
        return False
    from wuzi.engine.control import SWITCHES  # noqa: PLC0415  # loads NumPy

    return key in SWITCHES


def options_of(who: Who) -> Mapping[str, str]:
    """The options of a player, also of our engine with switches, which is a command.

    >>> options_of(parse_who(with_settings("wuzi,nodes=9", {"use_lmr": 0}, Path(), Path())))
    {'nodes': '9', 'use_lmr': '0'}
    """
    if SWITCHED not in who.text:
        return who.options
    words = (word.partition("=") for word in shlex.split(who.text) if "=" in word)
    return {key: value for key, _, value in words}


def _switched(options: Mapping[str, str], switches: Settings) -> str:
    """The command of our engine with switches of its search (:mod:`.engine_player`)."""
    for key in options:
        if key not in ("threads", "memory", "nodes", "depth"):
            raise ParseError(
                "lab.switch_option",
                N_("an engine with switches has no setting '{token}'"),
                token=key,
            )
    if getattr(sys, "frozen", False):
        raise SettingsError(
            "lab.frozen", N_("engines with switches play from an installation by pip only")
        )
    words = [f"{key}={value}" for key, value in options.items()]
    words += [f"{key}={int(value)}" for key, value in switches.items()]
    return shlex.join([sys.executable, "-P", "-m", SWITCHED, *words])


def _plain(path: Path) -> str:
    """A path that can stand in a WHO text."""
    text = str(path.absolute())
    if "," in text:
        raise SettingsError(
            "lab.comma",
            N_("the name of {file} has a comma, which parts the options of a player: rename it"),
            file=text,
        )
    return text


def _score_table(who: Who, base: str, changes: Settings, scratch: Path) -> str:
    """The file of a score table like ``base`` but for some shapes."""
    from wuzi.textbook.evaluation import default_scores  # noqa: PLC0415  # loads NumPy
    from wuzi.textbook.scores import SHAPES, ScoreTable, load_scores  # noqa: PLC0415

    way = who.options.get("evaluation", who.options.get("eval", "incremental"))
    way = "lines" if who.name == "greedy" else way
    table = default_scores(way) if base == "auto" else load_scores(base)
    scores = {shape: getattr(table, shape) for shape in SHAPES}
    for key, value in changes.items():
        shape = key.removeprefix(SCORES)
        if shape not in scores:
            raise unknown(N_("shape"), shape, SHAPES)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ParseError("lab.score", N_("{key} is a whole number, not {value}"), key=key,
                             value=value)  # fmt: skip
        scores[shape] = value
    ScoreTable(**scores, name=settings_text(changes))  # refused now if it is out of order
    text = "".join(f"{shape} = {value}\n" for shape, value in scores.items())
    path = scratch / f"scores-{hashlib.sha256(text.encode()).hexdigest()[:10]}.toml"
    found = _plain(path)
    scratch.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.encode())
    return found
