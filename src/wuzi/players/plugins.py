"""Thinkers of other packages, found by the entry point group ``wuzi.players``.

A package offers one in its ``pyproject.toml``::

    [project.entry-points."wuzi.players"]
    mybot = "mypackage:make"

where ``make(options: dict[str, str])`` returns a :class:`wuzi.thinking.Thinker`, or raises a
:class:`wuzi.errors.SettingsError` about an option. Then ``mybot,key=value`` is a WHO text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from wuzi.errors import N_, EngineError, ParseError, WuziError
from wuzi.thinking import Thinker

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "wuzi.players"


@cache
def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # noqa: PLC0415  # 20 ms, not wanted by every WHO

    return {point.name: point for point in entry_points(group=GROUP)}


def plugin_names() -> tuple[str, ...]:
    """The names that other packages offer, in alphabetical order."""
    return tuple(sorted(_entry_points()))


def make_plugin(name: str, options: Mapping[str, str]) -> Thinker:
    """The thinker that another package makes.

    Raises
    ------
    ParseError
        If no package offers that name.
    EngineError
        If the package fails to make it; the cause is kept.
    """
    point = _entry_points().get(name)
    if point is None:
        raise ParseError(
            "plugin.unknown", N_("no installed package offers the player '{token}'"), token=name
        )
    try:
        thinker = point.load()(dict(options))
    except WuziError:
        raise
    except Exception as error:  # other people's code may raise anything; the cause is kept
        raise EngineError(
            "plugin.broken",
            N_("the player {name} ({value}) cannot be made: {why}"),
            name=name,
            value=point.value,
            why=f"{type(error).__name__}: {error}",
        ) from error
    if not (callable(getattr(thinker, "think", None)) and hasattr(thinker, "name")):
        raise EngineError(
            "plugin.no_thinker",
            N_("the player {name} ({value}) is not a thinker: it lacks a name or think()"),
            name=name,
            value=point.value,
        )
    made: Thinker = thinker
    return made
