"""A page: headings, paragraphs, commands, tables and figures in one file of HTML.

The file needs no network and no other file: its pictures are inline SVG, its style is inline,
and it prints well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wuzi.errors import N_
from wuzi.report.figure import Figure
from wuzi.report.machine import Machine
from wuzi.report.table import Table, Translate, identity


@dataclass(frozen=True, slots=True)
class Code:
    """A command or a text to be read letter for letter.

    Attributes
    ----------
    text : str
    """

    text: str


Block = str | Code | Table | Figure
"""What a section is made of. A text is paragraphs, parted by blank lines."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under a heading of its own.

    Attributes
    ----------
    heading : str
    blocks : sequence of Block
        Texts are paragraphs, parted by blank lines. In every text but headings, what stands
        between backticks is code.
    """

    heading: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Page:
    """What a page says.

    Attributes
    ----------
    title : str
    sections : sequence of Section
    language : str
        A code of ``wuzi.settings.LANGUAGES``.
    lead : str
        What the page is about, under its title; paragraphs, as in a section.
    footer : str
        A line at its end.

    Examples
    --------
    >>> page = Page("Ordering", [Section("Method", ["Each position was searched once."])])
    >>> render(page).splitlines()[0]
    '<!DOCTYPE html>'
    """

    title: str
    sections: Sequence[Section]
    language: str = "en"
    lead: str = ""
    footer: str = ""


def machine_section(machine: Machine, translate: Translate = identity) -> Section:
    """What the measurements of a page ran on."""
    table = replace(machine.table(translate), title="")
    return Section(translate(N_("Machine")), [table])


def repeat_section(commands: str, translate: Translate = identity) -> Section:
    """The command that makes the same page again.

    Examples
    --------
    >>> repeat_section("wuzi lab run ordering").heading
    'How to repeat this'
    """
    return Section(translate(N_("How to repeat this")), [Code(commands)])


def render(page: Page, translate: Translate = identity) -> str:
    """``page`` as one self-contained file of HTML.

    Parameters
    ----------
    page : Page
    translate : callable of str to str
        From our own words, such as "Contents", to those of the page's language.

    Raises
    ------
    ReportError
        If jinja2, or for a page with figures matplotlib, is not installed.
    """
    from wuzi.report.rendering import rendered  # noqa: PLC0415

    return rendered(page, translate)
