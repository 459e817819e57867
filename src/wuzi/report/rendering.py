"""How pages look: blocks become HTML, and a template puts them together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from wuzi.errors import N_
from wuzi.report.figure import Figure, draw
from wuzi.report.needs import need
from wuzi.report.svg import inline
from wuzi.report.table import Table, Translate

if TYPE_CHECKING:
    from wuzi.report.page import Block, Page

_MANY_SECTIONS: Final = 4
"""From so many sections on a page begins with a list of them."""

_CODE: Final = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True, slots=True)
class Shown:
    """A block as the template takes it.

    Attributes
    ----------
    kind : {"text", "code", "table", "figure"}
    html : str
        The block itself, all that is not ours escaped.
    label, title, note : str
        Of a table or figure: what it is called by, and its words. A table without a title
        is not called by anything.
    """

    kind: str
    html: str
    label: str = ""
    title: str = ""
    note: str = ""


def rendered(page: Page, translate: Translate) -> str:
    """``page`` as HTML: see :func:`wuzi.report.page.render`."""
    tables, figures = count(1), count(1)

    def shown(block: Block) -> Shown:
        if isinstance(block, Table):
            label = ""
            if block.title:
                label = translate(N_("Table {number}")).format(number=next(tables))
            bare = replace(block, title="").to_html(translate)
            return Shown("table", bare, label, block.title, block.note)
        if isinstance(block, Figure):
            return _figure(block, next(figures), page.language, translate)
        if isinstance(block, str):
            return Shown("text", "\n".join(_paragraphs(block)))
        return Shown("code", escape(block.text.strip("\n")))

    sections = [
        (section.heading, [shown(block) for block in section.blocks]) for section in page.sections
    ]
    html: str = _template("page.html.j2").render(
        page=page,
        language=page.language.replace("_", "-"),
        lead="\n".join(_paragraphs(page.lead)),
        style=_data("page.css"),
        sections=sections,
        contents=translate(N_("Contents")) if len(sections) >= _MANY_SECTIONS else "",
    )
    return html


def _figure(figure: Figure, number: int, language: str, translate: Translate) -> Shown:
    """A figure whose words stand beside it, where they are as large as the page's."""
    picture = draw(replace(figure, title="", note=""), "svg", language).decode()
    html = inline(picture, prefix=f"f{number}-", label=figure.title)
    label = translate(N_("Figure {number}")).format(number=number)
    return Shown("figure", html, label, figure.title, figure.note)


def _paragraphs(text: str) -> Iterator[str]:
    """Each paragraph of a text."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        yield f"<p>{_spans(paragraph.strip())}</p>"


def _spans(text: str) -> str:
    """A text on one line, escaped; between backticks is code."""
    return _CODE.sub(r"<code>\1</code>", escape(text))


def _template(name: str) -> Any:
    jinja2 = need("jinja2")
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_data),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["spans"] = lambda text: need("markupsafe").Markup(_spans(text))
    return environment.get_template(name)


def _data(name: str) -> str:
    return files("wuzi.report").joinpath("data", name).read_text(encoding="utf-8")
