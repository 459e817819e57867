"""Lines of English and Chinese."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from wuzi.cli.wrapping import wrap

texts = st.text(st.sampled_from("ab1 五子棋，。（）“”、/-"), max_size=60)
widths = st.integers(2, 30)


@given(texts, widths)
def test_nothing_is_lost_and_no_line_is_too_wide(text, width) -> None:
    lines = wrap(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= width for line in lines)
    assert lines
    assert all(line == line.rstrip() for line in lines)


@given(st.lists(st.sampled_from(["五", "子（连）", "黑，", "h8。", "ab "]), max_size=30))
def test_no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one(words) -> None:
    for line in wrap("".join(words), 10):
        assert line[:1] not in ("，", "。", "）")
        assert line[-1:] != "（"


@given(
    st.lists(st.text(st.sampled_from("ab"), min_size=1, max_size=8), max_size=20),
    st.integers(8, 30),
)
def test_a_line_takes_every_word_that_fits(words, width) -> None:
    for line, following in pairwise(wrap(" ".join(words), width)):
        assert len(line) + 1 + len(following.split(" ")[0]) > width


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 10, [""]),
        ("   ", 10, [""]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("用 `wuzi engines` 添加。", 10, ["用 `wuzi", "engines`", "添加。"]),
        ("每手用时（秒）", 8, ["每手用时", "（秒）"]),
        ("level:N、human 或命令", 9, ["level:N、", "human 或", "命令"]),
    ],
)
def test_cases(text, width, lines) -> None:
    assert wrap(text, width) == lines
