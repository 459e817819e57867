"""From matplotlib's SVG to ours: text in the reader's fonts, nothing that names a place."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from wuzi.report.fonts import STACK
from wuzi.report.style import INK, MUTED, PAPER, RULE

_METADATA: Final = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
_DOCTYPE: Final = re.compile(r"<!DOCTYPE[^>]*>\s*")
_FONT: Final = re.compile(r"(font(?:-family)?: (?:[^;\"']*px )?)'[^;\"]*")
_ROOT: Final = re.compile(r"<svg [^>]*>")
_VIEW_BOX: Final = re.compile(r'viewBox="[^"]*"')
_UNTURNED: Final = re.compile(r' transform="rotate\(-?0 [^"]*"')
_STYLE: Final = re.compile(r"\s*<style[^>]*>.*?</style>", re.DOTALL)
_TITLE: Final = re.compile(r"\s*<title>.*?</title>", re.DOTALL)
_NAMED: Final = re.compile(r'\bid="|url\(#|xlink:href="#')
_VARIABLES: Final = {INK: "--ink", MUTED: "--muted", RULE: "--rule", PAPER: "--paper"}


def tidy(svg: str, language: str) -> str:
    """A picture as a file of its own.

    Parameters
    ----------
    svg : str
        As matplotlib writes it.
    language : str
        Of its texts.
    """
    svg = _DOCTYPE.sub("", _METADATA.sub("", svg))
    svg = _UNTURNED.sub("", svg)
    svg = _FONT.sub(rf"\g<1>{STACK}", svg)
    return svg.replace("<svg ", f'<svg xml:lang="{language.replace("_", "-")}" ', 1)


def inline(svg: str, prefix: str, label: str) -> str:
    """The same picture as a part of a page of HTML.

    Parameters
    ----------
    svg : str
        From :func:`tidy`.
    prefix : str
        Goes before every id, for a page has each only once.
    label : str
        What a screen reader says in place of the picture.
    """
    root = _ROOT.search(svg)
    assert root is not None, "no picture"
    view = _VIEW_BOX.search(root[0])
    assert view is not None, "a picture of no size"
    body = _STYLE.sub("", _TITLE.sub("", svg[root.end() :]))  # the page has these of its own
    body = _NAMED.sub(lambda named: named[0] + prefix, body)
    body = body.replace("xlink:href", "href")
    for colour, variable in _VARIABLES.items():
        body = body.replace(colour, f"var({variable})")
    return f'<svg {view[0]} role="img" aria-label="{escape(label)}">{body.strip()}'
