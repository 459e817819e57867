from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.report.figures import CHINESE, figure
from wuzi.report import (
    Code,
    Page,
    Section,
    Table,
    machine_section,
    render,
    repeat_section,
    this_machine,
)

VOID = {"meta"}


class Reader(HTMLParser):
    """Elements, attributes and texts of a page; it counts what is opened and closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def values(self, name: str) -> list[str]:
        return [value for _, known, value in self.attributes if known == name]

    def said_by(self, tag: str) -> list[str]:
        return [text for known, text in self.texts if known == tag]


def page(**changes: str) -> Page:
    fields = {"title": "A & <b>", "lead": "lead", "footer": "footer", **changes}
    return Page(
        sections=[
            Section("Words <i>", ["One <u>.\n\nTwo `a < b`.", Code("wuzi lab run <x> && y\n")]),
            Section("Numbers", [Table("T <1>", ["a<"], [["<td>"]], note="n `x<y`"), figure()]),
            Section("Pictures", [figure("bar", title='"quoted" & <t>', note="a <n>"), CHINESE]),
            machine_section(this_machine()),
            repeat_section("wuzi lab run ordering"),
        ],
        **fields,
    )


@pytest.fixture(scope="module")
def html() -> str:
    return render(page())


@pytest.fixture(scope="module")
def read(html: str) -> Reader:
    return Reader(html)


def test_every_text_is_shown_as_it_is(html: str, read: Reader) -> None:
    for tag in ("<u>", "<i>", "<b>.", "<x>", "<td>\n<", "<t>", "<n>", "T <1>"):
        assert tag not in html
    assert "A & <b>" in read.said_by("h1") + read.said_by("title")
    assert "Words <i>" in read.said_by("h2")
    assert "One <u>." in read.said_by("p")
    assert "wuzi lab run <x> && y" in read.said_by("code")
    assert "<td>" in read.said_by("td")
    assert 'quoted" & <t>' in "".join(read.said_by("figcaption"))


def test_backticks_are_code(read: Reader) -> None:
    assert {"a < b", "x<y"} <= set(read.said_by("code"))


def test_the_page_reaches_for_nothing_outside(html: str, read: Reader) -> None:
    assert "://" not in html
    assert "@import" not in html
    tags = {tag for tag, _, _ in read.attributes}
    assert not tags & {"script", "link", "img", "iframe", "object", "image"}
    assert all(link.startswith("#") for link in read.values("href"))
    assert not read.values("src")
    assert set(re.findall(r"url\((.)", html)) <= {"#"}


def test_every_id_is_there_once_and_every_reference_has_its_own(html: str, read: Reader) -> None:
    ids = read.values("id")
    assert len(ids) > 20
    assert len(set(ids)) == len(ids)
    references = {link[1:] for link in read.values("href")}
    references |= set(re.findall(r"url\(#(.*?)\)", html))
    assert references <= set(ids)


def test_tables_and_figures_are_numbered_each_by_itself(read: Reader) -> None:
    labels = [text for tag, text in read.texts if tag == "b"]
    assert labels == ["Table 1", "Figure 1", "Figure 2", "Figure 3"]


def test_a_figure_has_its_words_beside_it(html: str) -> None:
    svg = html[html.index("<svg") : html.index("</svg>")]
    assert 'aria-label="A title"' in svg
    assert ">A title<" not in svg


def test_colours_of_figures_follow_the_page(html: str) -> None:
    svg = html[html.index("<svg") : html.rindex("</svg>")]
    assert "#1f2328" not in svg
    assert "#ffffff" not in svg
    assert svg.count("var(--ink)") > 10
    for variable in set(re.findall(r"var\((--\w+)\)", html)):
        assert html.count(f"{variable}: #") >= 2, f"{variable} is not both light and dark"


def test_it_is_the_page_of_its_language() -> None:
    words = {"Contents": "目录", "Figure {number}": "图 {number}", "Machine": "测试环境"}

    def translate(text: str) -> str:
        return words.get(text, text)

    chinese = Page(
        "结点数",
        [
            Section("结果", ["活三、冲四。", CHINESE]),
            Section("二", []),
            Section("三", []),
            machine_section(this_machine(), translate),
        ],
        language="zh_CN",
    )
    read = Reader(render(chinese, translate))
    assert ("html", "lang", "zh-CN") in read.attributes
    assert {"目录", "结果", "测试环境"} <= set(read.said_by("h2"))
    assert "图 1" in read.said_by("b")
    assert "活三、冲四。" in read.said_by("p")
    assert {"深度", "按点分"} <= set(read.said_by("text"))


def test_a_short_page_has_no_contents() -> None:
    short = render(Page("A", [Section("B", ["c"])]))
    assert "<nav>" not in short
    assert "<footer>" not in short


def test_the_same_page_is_the_same_file(html: str) -> None:
    assert render(page()) == html


def test_a_template_ends_as_files_do(html: str) -> None:
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">\n')
    assert html.endswith("</html>\n")


def test_a_lead_can_have_paragraphs() -> None:
    read = Reader(render(Page("A", [], lead="One <b>.\n\nTwo.")))
    assert read.said_by("p") == ["One <b>.", "Two."]
