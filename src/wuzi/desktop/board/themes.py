"""How a board looks: colours and surfaces as data.

Four themes (``wood``, ``plain``, ``dark``, ``print``) and two palettes for what is drawn on
them. In every palette a mark also has a shape or a text of its own, so that none is told
from another by its colour alone; ``colour_blind`` keeps the colours apart as well, with
those of Okabe and Ito, "Color Universal Design" (2008).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from wuzi.errors import N_


@dataclass(frozen=True)
class Palette:
    """The colours of marks, as ``#rrggbb``.

    Attributes
    ----------
    last, best, candidate, hint, winning, forbidden, threat, cursor : str
    """

    last: str
    best: str
    candidate: str
    hint: str
    winning: str
    forbidden: str
    threat: str
    cursor: str


@dataclass(frozen=True)
class StoneLook:
    """A stone of one colour, lit from the upper left.

    Attributes
    ----------
    gleam, body, rim : str
        From the lit spot over the middle to the edge.
    outline : str
        The thin line around it, ``#aarrggbb``.
    ink : str
        For numbers on it.
    shine : float
        0 to 1: how strong the reflection is.
    """

    gleam: str
    body: str
    rim: str
    outline: str
    ink: str
    shine: float


@dataclass(frozen=True)
class Theme:
    """A board's surface, lines, stones and marks.

    Attributes
    ----------
    name : str
        A stable word: ``"wood"``, ``"plain"``, ``"dark"``, ``"print"``.
    title : str
        For people; English, marked for translation.
    plate, plate_shade : str
        The surface, lit and in the shade.
    edge : str
        The thin line around the surface.
    grain : float
        0 to 1: how strongly the surface is veined.
    line, label : str
        Lines with their stars, and coordinates.
    veil : str
        Laid over what is out of bounds, ``#aarrggbb``.
    black, white : StoneLook
    shadow : float
        0 to 1: how dark the stones' shadows are; 0 for none.
    palette : Palette
    """

    name: str
    title: str
    plate: str
    plate_shade: str
    edge: str
    grain: float
    line: str
    label: str
    veil: str
    black: StoneLook
    white: StoneLook
    shadow: float
    palette: Palette

    def with_palette(self, palette: Palette) -> Theme:
        """The same theme with other colours of marks.

        >>> THEMES["wood"].with_palette(COLOUR_BLIND).palette.best
        '#0072b2'
        """
        return replace(self, palette=palette)


_BLACK: Final = StoneLook(
    gleam="#6a6b70", body="#2b2c30", rim="#0d0d10", outline="#c0000000", ink="#f4f2ec", shine=0.34
)
_WHITE: Final = StoneLook(
    gleam="#ffffff", body="#f5f3ee", rim="#c6c0b3", outline="#b0857c6c", ink="#1d1c1a", shine=0.9
)

STANDARD: Final = Palette(
    last="#e0483c",
    best="#1f8a4c",
    candidate="#3f7fb5",
    hint="#7a4fc9",
    winning="#e3a008",
    forbidden="#c62f2f",
    threat="#b8561b",
    cursor="#1769c2",
)
COLOUR_BLIND: Final = Palette(
    last="#d55e00",
    best="#0072b2",
    candidate="#56b4e9",
    hint="#cc79a7",
    winning="#f0e442",
    forbidden="#d55e00",
    threat="#d55e00",
    cursor="#0072b2",
)
_BRIGHT: Final = Palette(
    last="#ff6b5e",
    best="#3fbf7f",
    candidate="#5aa9e6",
    hint="#b292f5",
    winning="#f5c542",
    forbidden="#ff6f6f",
    threat="#f0954b",
    cursor="#66b3ff",
)
_INK: Final = Palette(
    last="#8a8a8a",
    best="#000000",
    candidate="#6a6a6a",
    hint="#000000",
    winning="#9a9a9a",
    forbidden="#000000",
    threat="#3a3a3a",
    cursor="#000000",
)

WOOD: Final = Theme(
    name="wood",
    title=N_("Wood"),
    plate="#f0cb88",
    plate_shade="#e2b46a",
    edge="#a8732d",
    grain=1.0,
    line="#46300f",
    label="#6b4a1e",
    veil="#66180e00",
    black=_BLACK,
    white=_WHITE,
    shadow=0.55,
    palette=STANDARD,
)
PLAIN: Final = Theme(
    name="plain",
    title=N_("Plain"),
    plate="#f1e3c6",
    plate_shade="#ecdcbb",
    edge="#cdb98f",
    grain=0.0,
    line="#8b7650",
    label="#85724f",
    veil="#4c3a2f1c",
    black=replace(_BLACK, gleam="#4c4d52", body="#2e2f33", rim="#1c1d20", shine=0.12),
    white=replace(_WHITE, body="#fcfbf8", rim="#e9e5dc", outline="#c09a8c70", shine=0.5),
    shadow=0.28,
    palette=STANDARD,
)
DARK: Final = Theme(
    name="dark",
    title=N_("Dark"),
    plate="#30353c",
    plate_shade="#272b31",
    edge="#181b1f",
    grain=0.0,
    line="#737d8a",
    label="#949eab",
    veil="#60000000",
    black=replace(
        _BLACK, gleam="#34363b", body="#17181b", rim="#08090a", outline="#ff8a93a0", shine=0.3
    ),
    white=replace(_WHITE, body="#e9e9e8", rim="#b9bbbd", outline="#90000000"),
    shadow=0.6,
    palette=_BRIGHT,
)
PRINT: Final = Theme(
    name="print",
    title=N_("Print"),
    plate="#ffffff",
    plate_shade="#ffffff",
    edge="#ffffff",
    grain=0.0,
    line="#000000",
    label="#000000",
    veil="#b0ffffff",
    black=StoneLook("#000000", "#000000", "#000000", "#ff000000", "#ffffff", 0.0),
    white=StoneLook("#ffffff", "#ffffff", "#ffffff", "#ff000000", "#000000", 0.0),
    shadow=0.0,
    palette=_INK,
)

THEMES: Final = {theme.name: theme for theme in (WOOD, PLAIN, DARK, PRINT)}
"""The themes by name, the default one first."""

PALETTES: Final = {"standard": STANDARD, "colour_blind": COLOUR_BLIND}
"""Palettes a person can choose; a theme's own is used unless another was chosen."""


def theme_named(name: str, palette: str = "standard") -> Theme:
    """A theme by its name, the default one if there is none of that name.

    Parameters
    ----------
    name : str
        A key of :data:`THEMES`.
    palette : str
        A key of :data:`PALETTES`; ``"standard"`` leaves every theme its own.

    Examples
    --------
    >>> theme_named("dark", "colour_blind").palette == COLOUR_BLIND
    True
    """
    theme = THEMES.get(name, WOOD)
    chosen = PALETTES.get(palette, STANDARD)
    return theme if chosen == STANDARD else theme.with_palette(chosen)
