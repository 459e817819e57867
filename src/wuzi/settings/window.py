"""What the window remembers: how it looks, where it stood, which keys do what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

LOOKS: Final = ("system", "light", "dark")
"""How the window as a whole is coloured."""

MOST_LINES: Final = 10
"""Variations that an analysis shows at most."""


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """How the window looks and behaves.

    Attributes
    ----------
    look : str
        One of :data:`LOOKS`; ``system`` follows the system's.
    board : str
        The theme of the board, by its name in ``desktop``; an unknown one is the first.
    coordinates, numbers, ghost, forbidden : bool
        Whether the board shows coordinates, move numbers, a stone under the pointer,
        renju's forbidden points.
    confirm : bool
        Whether a move needs a second click.
    colour_blind : bool
        Whether marks are drawn in colours that few people confuse.
    pace : int
        Milliseconds between two moves where only engines play.
    geometry, layout : str
        Size and place of the window and its parts, as Qt tells them (base64).
    shortcuts : mapping of str to str
        Keys that are not the default, by the name of the action; empty for none.
    """

    look: str = "system"
    board: str = "wood"
    coordinates: bool = True
    numbers: bool = False
    ghost: bool = True
    forbidden: bool = True
    confirm: bool = False
    colour_blind: bool = False
    pace: int = 400
    geometry: str = ""
    layout: str = ""
    shortcuts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)


@dataclass(frozen=True, slots=True)
class AnalysisDefaults:
    """What the window analyses with.

    Attributes
    ----------
    who : str
        The WHO text of the analyst.
    lines : int
        Variations shown, 1 to :data:`MOST_LINES`.
    threads : int
        For our own engine; 1 or more.
    """

    who: str = "wuzi"
    lines: int = 3
    threads: int = 1
