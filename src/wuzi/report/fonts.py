"""Which fonts a figure's texts take: the one that comes with matplotlib, or one for Chinese.

A font that lacks a character draws a box, and no figure of ours shall have one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from wuzi.report.needs import need

LATIN: Final = "DejaVu Sans"
"""It comes with matplotlib, so that English figures are the same everywhere."""

CHINESE: Final = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans GB",
    "Heiti SC",
    "STHeiti",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "SimHei",
    "Droid Sans Fallback",
    "Arial Unicode MS",
    "Noto Sans CJK JP",  # the one face of the collection that older versions of matplotlib see
    "Noto Serif CJK SC",
    "Source Han Serif SC",
    "SimSun",
    "AR PL UMing CN",
)
"""Families with Chinese characters, the best first."""

STACK: Final = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', 'PingFang SC', "
    "'Microsoft YaHei', 'Noto Sans CJK SC', 'WenQuanYi Micro Hei', sans-serif"
)
"""The families of pictures that keep their text as text, as CSS lists them."""


def families(texts: Iterable[str]) -> tuple[str, ...] | None:
    """The fonts that have every character of ``texts``, to be tried in this order.

    Returns
    -------
    tuple of str or None
        ``None`` if none here, nor any of the Chinese ones with the Latin one, has them all.
    """
    wanted = frozenset("".join(texts)) - frozenset(" \n\t")
    chains = [(LATIN,), *((name, LATIN) for name in CHINESE if name in _installed())]
    for chain in chains:
        if wanted <= frozenset().union(*map(_characters, chain)):
            return chain
    return None


@lru_cache(maxsize=1)
def _installed() -> frozenset[str]:
    manager = need("matplotlib.font_manager").fontManager
    return frozenset(entry.name for entry in manager.ttflist)


@lru_cache(maxsize=32)
def _characters(family: str) -> frozenset[str]:
    """Every character that a font has."""
    manager = need("matplotlib.font_manager")
    path = manager.findfont(manager.FontProperties(family=[family]), fallback_to_default=False)
    return frozenset(map(chr, manager.get_font(path).get_charmap()))


def width(text: str) -> float:
    """About how wide ``text`` is, in heights of its font.

    Examples
    --------
    >>> width("结点") == 2, width("node") > width("no")
    (True, True)
    """
    return sum(1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.54 for sign in text)


def wrap(text: str, limit: float) -> str:
    r"""``text`` in lines no wider than ``limit``: parted at spaces, Chinese anywhere.

    Examples
    --------
    >>> wrap("medians of five runs", 7)
    'medians of\nfive runs'
    >>> wrap("五次运行的中位数", 5)
    '五次运行的\n中位数'
    """
    lines = [""]
    for piece in _pieces(text):
        if lines[-1] and width(lines[-1] + piece.rstrip()) > limit:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return "\n".join(line.rstrip() for line in lines)


def _pieces(text: str) -> list[str]:
    """What must not be parted: words with the space after them, and single wide characters.

    Chinese punctuation that closes something stays with what is before it.
    """
    pieces = [""]
    for sign in text:
        wide = unicodedata.east_asian_width(sign) in "WF"
        closes = unicodedata.category(sign) in ("Pe", "Pf", "Po")
        if (wide and not closes) or (pieces[-1].endswith(" ") and sign != " "):
            pieces.append("")
        pieces[-1] += sign
    return pieces
