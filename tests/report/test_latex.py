from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.report import Column, Table
from wuzi.report.latex import escape

_COMMAND = re.compile(r"\\(?:[a-zA-Z]+(?:\{\})?|[{}$&%#_])|\$\\?[a-zA-Z-]+\$|-\{\}")


@given(st.text('\\{}$&%#_~^<>|`"-−–—×≤∞…αab深 ', max_size=20))
def test_no_special_character_is_left_bare(text: str) -> None:
    assert not set(_COMMAND.sub("", escape(text))) & set("\\{}$&%#_~^<>|`")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a & b", r"a \& b"),
        ("100%", r"100\%"),
        ("C:\\x", r"C:\textbackslash{}x"),
        ("~^", r"\textasciitilde{}\textasciicircum{}"),
        ("−5 ± 2", r"$-$5 $\pm$ 2"),
        ("--depth", "-{}-depth"),
        ("活三", "活三"),
    ],
)
def test_specials(text: str, wanted: str) -> None:
    assert escape(text) == wanted


def test_a_table_is_whole() -> None:
    table = Table(
        "Share in %",
        ["order_by", Column("n", format=",d")],
        [["[point]", -1200], ["*", None]],
        note="A & B",
    )
    assert table.to_latex() == (
        "\\begin{table}[htbp]\n"
        "  \\centering\n"
        "  \\caption{Share in \\%}\n"
        "  \\smallskip\n"
        "  \\begin{tabular}{lr}\n"
        "    \\toprule\n"
        "    order\\_by & n \\\\\n"
        "    \\midrule\n"
        "    {[point]} & $-$1,200 \\\\\n"
        "    {*} & \\textendash{} \\\\\n"
        "    \\bottomrule\n"
        "  \\end{tabular}\n"
        "\n"
        "  \\smallskip{\\footnotesize A \\& B}\n"
        "\\end{table}\n"
    )


def test_without_headings_there_is_no_rule_below_them() -> None:
    assert "midrule" not in Table("", ["", ""], [["a", "b"]]).to_latex()
