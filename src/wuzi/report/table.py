"""A table as data, and as CSV, Markdown, LaTeX and HTML.

CSV is for programs: the values as they are. The others are for people: each column has a
format.
"""

from __future__ import annotations

import csv
import html
import io
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wuzi.errors import N_
from wuzi.report.latex import Align, latex_table

Cell = str | int | float | bool | None
Translate = Callable[[str], str]

ABSENT: Final = "–"
"""What people see where there is no value."""

_YES, _NO = N_("yes"), N_("no")
_RULERS: Final = {"left": "---", "right": "---:", "center": ":---:"}


def identity(text: str) -> str:
    """``text`` as it is: the translation into English."""
    return text


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    name : str
        Its heading.
    align : {"left", "right", "center"}, optional
        By default columns of numbers stand right, others left.
    format : str
        How a number is shown, as :func:`format` takes it: ``",d"``, ``".2f"``, ``".1%"``.
    """

    name: str
    align: Align | None = None
    format: str = ""

    def show(self, cell: Cell, translate: Translate = identity) -> str:
        """A cell as people read it.

        Examples
        --------
        >>> nodes, share = Column("nodes", format=",d"), Column("share", format=".1%")
        >>> nodes.show(1234567), nodes.show(12.6), share.show(-0.125), share.show(None)
        ('1,234,567', '13', '−12.5%', '–')
        """
        if isinstance(cell, str):
            return cell
        if cell is None or math.isnan(cell):
            return ABSENT
        if isinstance(cell, bool):
            return translate(_YES if cell else _NO)
        if math.isinf(cell):
            return "∞" if cell > 0 else "−∞"
        number = round(cell) if self.format.endswith("d") else cell
        return format(number, self.format).replace("-", "−")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values under headings.

    Attributes
    ----------
    title : str
    columns : sequence of Column or str
        A text is a column of that name.
    rows : sequence of sequences of str, int, float, bool or None
        As long as there are columns. ``None`` is a value that there is not.
    note : str
        A line below.

    Examples
    --------
    >>> table = Table("Nodes", ["player", Column("nodes", format=",d")], [["minimax", 520000]])
    >>> print(table.to_markdown(), end="")
    **Nodes**
    <BLANKLINE>
    | player | nodes |
    | --- | ---: |
    | minimax | 520,000 |
    """

    title: str
    columns: Sequence[Column | str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", tuple(self.columns))
        object.__setattr__(self, "rows", tuple(map(tuple, self.rows)))
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.title}: {len(self.columns)} columns, a row of {len(row)}")

    @property
    def heads(self) -> list[Column]:
        """The columns, each with its alignment settled."""
        return [self._head(i, column) for i, column in enumerate(self.columns)]

    @property
    def has_headings(self) -> bool:
        """Whether any column has a name; where none has, only Markdown shows that row."""
        return any(head.name for head in self.heads)

    def _head(self, index: int, column: Column | str) -> Column:
        if isinstance(column, str):
            column = Column(column)
        if column.align is not None:
            return column
        cells = [row[index] for row in self.rows if row[index] is not None]
        numeric = bool(cells) and not any(isinstance(cell, str | bool) for cell in cells)
        return Column(column.name, "right" if numeric else "left", column.format)

    def shown(self, translate: Translate = identity) -> list[list[str]]:
        """All cells as people read them."""
        heads = self.heads
        return [
            [head.show(cell, translate) for head, cell in zip(heads, row, strict=True)]
            for row in self.rows
        ]

    def to_csv(self) -> str:
        r"""Headings and values as RFC 4180 has them, with ``\n`` at the ends of lines.

        Values are exact: floats read back as the same floats; what is absent is empty.
        Title and note are left out.

        Examples
        --------
        >>> Table("", ["who", "share"], [["a, b", 1 / 3], ["c", None]]).to_csv()
        'who,share\n"a, b",0.3333333333333333\nc,\n'
        """
        rows = [[head.name for head in self.heads], *(map(_raw, row) for row in self.rows)]
        return "".join(map(_csv_line, rows))

    def to_markdown(self, translate: Translate = identity) -> str:
        """As GitHub's Markdown has tables."""
        heads = self.heads
        lines = [f"**{_markdown(self.title)}**", ""] if self.title else []
        lines.append(_markdown_row([head.name for head in heads]))
        lines.append("| " + " | ".join(_RULERS[head.align or "left"] for head in heads) + " |")
        lines += map(_markdown_row, self.shown(translate))
        if self.note:
            lines += ["", _markdown(self.note)]
        return "\n".join(lines) + "\n"

    def to_latex(self, translate: Translate = identity) -> str:
        r"""As a ``table`` for a document that uses the package booktabs.

        Chinese text takes XeLaTeX or LuaLaTeX with the package ctex.
        """
        heads = self.heads
        return latex_table(
            title=self.title,
            heads=[head.name for head in heads] if self.has_headings else [],
            aligns=[head.align or "left" for head in heads],
            rows=self.shown(translate),
            note=self.note,
        )

    def to_html(self, translate: Translate = identity) -> str:
        """As an element ``table``, every text escaped.

        Examples
        --------
        >>> Table("a < b", ["n"], [[1]]).to_html().splitlines()[1]
        '<caption>a &lt; b</caption>'
        """
        heads = self.heads
        lines = ["<table>"]
        if self.title:
            lines.append(f"<caption>{html.escape(self.title)}</caption>")
        if self.has_headings:
            lines.append("<thead>" + _html_row("th", heads, [h.name for h in heads]) + "</thead>")
        lines.append("<tbody>")
        lines += [_html_row("td", heads, row) for row in self.shown(translate)]
        lines += ["</tbody>", "</table>"]
        return "\n".join(lines) + "\n"


def _raw(cell: Cell) -> str | int | float:
    """A cell for programs."""
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return cell


def _csv_line(cells: Iterable[str | int | float]) -> str:
    """A line of CSV. The module quotes only what could be a line's end, so both ends are named."""
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().removesuffix("\r\n") + "\n"


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_markdown, cells)) + " |"


def _markdown(text: str) -> str:
    """``text`` where it neither ends the cell nor means anything to Markdown."""
    for sign in "\\`*_|<[#$":
        text = text.replace(sign, "\\" + sign)
    return " ".join(text.split())


def _html_row(tag: str, heads: Sequence[Column], cells: Sequence[str]) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    return (
        "<tr>"
        + "".join(
            f'<{tag}{scope} class="{head.align}">{html.escape(cell)}</{tag}>'
            for head, cell in zip(heads, cells, strict=True)
        )
        + "</tr>"
    )
