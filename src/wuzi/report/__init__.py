"""Figures, tables and self-contained pages for arena, lab and records.

Describe with :class:`Figure`, :class:`Table` and :class:`Page`; make files with :func:`draw`,
the table's ``to_csv``, ``to_markdown``, ``to_latex`` and ``to_html``, and :func:`render`.
matplotlib and jinja2 are loaded only then, and a missing one is one sentence.
"""

from wuzi.report.figure import FORMATS, KINDS, Figure, Format, Kind, Series, binned, draw
from wuzi.report.machine import Machine, this_machine
from wuzi.report.needs import ReportError
from wuzi.report.page import (
    Block,
    Code,
    Page,
    Section,
    machine_section,
    render,
    repeat_section,
)
from wuzi.report.table import Cell, Column, Table

__all__ = [
    "FORMATS",
    "KINDS",
    "Block",
    "Cell",
    "Code",
    "Column",
    "Figure",
    "Format",
    "Kind",
    "Machine",
    "Page",
    "ReportError",
    "Section",
    "Series",
    "Table",
    "binned",
    "draw",
    "machine_section",
    "render",
    "repeat_section",
    "this_machine",
]
