from __future__ import annotations

import csv
import io
import math
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.report import Cell, Column, Table

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
cells: st.SearchStrategy[Cell] = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), words
)


def tables(of: st.SearchStrategy[Cell] = cells) -> st.SearchStrategy[Table]:
    return st.integers(1, 4).flatmap(
        lambda width: st.builds(
            Table,
            title=words,
            columns=st.lists(words, min_size=width, max_size=width),
            rows=st.lists(st.lists(of, min_size=width, max_size=width), max_size=5),
            note=words,
        )
    )


def as_read(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return "" if cell is None else str(cell)


@given(tables())
def test_csv_reads_back(table: Table) -> None:
    text = table.to_csv()
    read = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert read[0] == [column.name for column in table.heads]
    assert read[1:] == [[as_read(cell) for cell in row] for row in table.rows]


@given(st.floats(allow_nan=False))
def test_a_float_in_a_csv_is_the_same_float(value: float) -> None:
    assert float(Table("", ["x"], [[value]]).to_csv().splitlines()[1]) == value


def test_what_is_absent_is_empty_in_a_csv_and_a_dash_elsewhere() -> None:
    table = Table("", ["a", "b"], [[None, math.nan]])
    assert table.to_csv() == "a,b\n,\n"
    assert table.shown() == [["–", "–"]]


def test_csv_ends_its_lines_alike_everywhere() -> None:
    assert Table("", ["a"], [["two\nlines"], ['a "b"']]).to_csv() == 'a\n"two\nlines"\n"a ""b"""\n'


@given(tables())
def test_markdown_has_one_row_a_line_and_one_cell_a_column(table: Table) -> None:
    bare = Table("", table.columns, table.rows)
    lines = bare.to_markdown().rstrip("\n").split("\n")
    assert len(lines) == 2 + len(table.rows)
    for line in lines:
        bars = line.replace("\\\\", "").replace("\\|", "").count("|")
        assert bars == len(table.columns) + 1


def test_markdown_means_nothing_but_the_table() -> None:
    table = Table("*a*", ["x_y"], [["<b>|`c`[d](e)"]], note="# $x$")
    assert table.to_markdown() == (
        "**\\*a\\***\n\n| x\\_y |\n| --- |\n| \\<b>\\|\\`c\\`\\[d](e) |\n\n\\# \\$x\\$\n"
    )


class Reader(HTMLParser):
    """The texts of a table's cells, as a browser would show them."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag in ("td", "th", "caption"):
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if data.strip("\n"):
            self.cells[-1] += data


@given(tables(st.text("<>&\"'ab/!-深", max_size=9)))
def test_html_shows_every_text_as_it_is(table: Table) -> None:
    reader = Reader()
    reader.feed(Table("<i>", table.columns, table.rows).to_html())
    reader.close()
    heads = [column.name for column in table.heads] if table.has_headings else []
    wanted = ["<i>", *heads, *(cell for row in table.shown() for cell in row)]
    assert [" ".join(cell.split()) for cell in reader.cells] == [
        " ".join(cell.split()) for cell in wanted
    ]
    assert reader.tags <= {"table", "caption", "thead", "tbody", "tr", "th", "td"}


def test_numbers_stand_right_and_are_shown_by_their_format() -> None:
    table = Table(
        "",
        ["who", Column("nodes", format=",d"), Column("share", format=".1%"), Column("x", "center")],
        [["a", 1234567.4, 0.5, 1], ["b", None, -0.25, "2"]],
    )
    assert [head.align for head in table.heads] == ["left", "right", "right", "center"]
    assert table.shown() == [["a", "1,234,567", "50.0%", "1"], ["b", "–", "−25.0%", "2"]]
    assert 'class="right">−25.0%' in table.to_html()


def test_yes_and_no_are_in_the_readers_language() -> None:
    table = Table("", ["holds"], [[True], [False]])
    assert table.shown({"yes": "是", "no": "否"}.__getitem__) == [["是"], ["否"]]


def test_infinity_has_a_sign_of_its_own() -> None:
    column = Column("elo", format="+.0f")
    assert [column.show(x) for x in (math.inf, -math.inf, 7.4)] == ["∞", "−∞", "+7"]


def test_a_row_is_as_long_as_there_are_columns() -> None:
    with pytest.raises(ValueError, match="Nodes: 2 columns, a row of 1"):
        Table("Nodes", ["a", "b"], [[1]])
