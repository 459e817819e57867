"""What tells series apart, and the few colours of everything else.

Every series has a colour and, for eyes and printers that see none, a marker and a dash of its
own, or as a bar a hatch. The colours are those of Okabe and Ito, "Color Universal Design"
(2008), without the yellow, which is hard to see on white paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

INK: Final = "#1f2328"
MUTED: Final = "#5b636c"
RULE: Final = "#d8dde3"
PAPER: Final = "#ffffff"
"""Text, lesser text, lines of the grid, background. A page replaces them by its own."""

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK)

_MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h", "*")

_DASHES: Final = ((), (5.0, 1.8), (1.2, 1.5), (6.0, 1.6, 1.2, 1.6), (9.0, 3.0))

_HATCHES: Final = ("", "////", "\\\\\\\\", "xxxx", "----", "||||", "++++", "//--", "\\\\||", "..")
"""The first is a full area, the others are drawn on a tint. Dots make large files."""

TINT: Final = 0.18


@dataclass(frozen=True, slots=True)
class Look:
    """How one series looks.

    Attributes
    ----------
    colour : str
    marker, hatch : str
        In matplotlib's words.
    dash : tuple of float
        Lengths of strokes and gaps in widths of the line; empty for a full line.
    """

    colour: str
    marker: str
    dash: tuple[float, ...]
    hatch: str

    @property
    def linestyle(self) -> Any:
        """The dash in matplotlib's words."""
        return (0, self.dash) if self.dash else "-"


def look(index: int) -> Look:
    """The look of the series of that index.

    Marker and dash together repeat after 55 series; hatches have circles laid over them after
    every ten, more each time.

    Examples
    --------
    >>> look(0)
    Look(colour='#0072b2', marker='o', dash=(), hatch='')
    >>> look(1).marker, look(1).hatch
    ('s', '////')
    """
    rounds, step = divmod(index, len(_HATCHES))
    return Look(
        colour=COLOURS[index % len(COLOURS)],
        marker=_MARKERS[index % len(_MARKERS)],
        dash=_DASHES[index % len(_DASHES)],
        hatch=_HATCHES[step] + "o" * rounds,
    )


SETTINGS: Final[dict[str, Any]] = {
    "axes.axisbelow": True,
    "axes.edgecolor": MUTED,
    "axes.facecolor": "none",
    "axes.labelcolor": INK,
    "axes.labelsize": 9.5,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "errorbar.capsize": 3,
    "figure.facecolor": PAPER,
    "figure.constrained_layout.h_pad": 0.06,
    "figure.constrained_layout.w_pad": 0.06,
    "font.size": 9,
    "grid.color": RULE,
    "grid.linewidth": 0.7,
    "hatch.linewidth": 0.7,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "legend.handlelength": 2.8,
    "lines.linewidth": 1.6,
    "lines.markersize": 5.5,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "none",
    "svg.hashsalt": "wuzi",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "xtick.minor.size": 1.8,
    "ytick.minor.size": 1.8,
}
"""Everything that is not drawn by us, in matplotlib's words, over its own defaults."""
