"""How pages look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wuzi.report.figure import Figure, draw
from wuzi.report.needs import need
from wuzi.report.table import Table, Translate

if TYPE_CHECKING:
    from wuzi.report.page import Block, Page

_TEMPLATE = """<!DOCTYPE html>
<html lang="{{ language }}"><meta charset="utf-8"><title>{{ page.title }}</title>
<h1>{{ page.title }}</h1><p>{{ page.lead }}</p>
{% for heading, blocks in sections %}<h2>{{ heading }}</h2>{% for block in blocks %}{{ block }}
{% endfor %}{% endfor %}</html>
"""


def rendered(page: Page, translate: Translate) -> str:
    """``page`` as HTML: see :func:`wuzi.report.page.render`."""
    jinja2 = need("jinja2")
    markup = need("markupsafe").Markup

    def html(block: Block) -> str:
        if isinstance(block, Table):
            return str(markup(block.to_html(translate)))
        if isinstance(block, Figure):
            svg = draw(block, "svg", page.language).decode()
            return str(markup(svg[svg.index("<svg") :]))
        if isinstance(block, str):
            return str(markup("<p>{}</p>").format(block))
        return str(markup("<pre>{}</pre>").format(block.text))

    sections = [
        (section.heading, [markup(html(block)) for block in section.blocks])
        for section in page.sections
    ]
    template = jinja2.Environment(autoescape=True).from_string(_TEMPLATE)
    return str(
        template.render(page=page, language=page.language.replace("_", "-"), sections=sections)
    )
