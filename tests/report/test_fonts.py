from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wuzi.report.fonts import CHINESE, LATIN, families, width, wrap


def test_english_takes_the_font_that_is_everywhere() -> None:
    assert families(["Nodes, α-β, −1 × 10⁻⁵ ± 3 %", "two\nlines"]) == (LATIN,)


def test_chinese_takes_a_chinese_font_or_none() -> None:
    found = families(["深度", "nodes"])
    assert found is None or (found[0] in CHINESE and found[1] == LATIN)


def test_a_character_of_no_font_has_none() -> None:
    assert families(["\U0010fffd"]) is None


@given(st.text(st.sampled_from("ab c深度，。（）"), max_size=60), st.integers(4, 30))
def test_wrapping_loses_nothing_but_spaces(text: str, limit: int) -> None:
    wrapped = wrap(text, limit)
    assert wrapped.replace("\n", "").replace(" ", "") == text.replace(" ", "")


@given(st.lists(st.text("ab", min_size=1, max_size=5), min_size=1), st.integers(4, 30))
def test_lines_keep_within_the_limit(words: list[str], limit: int) -> None:
    assert all(width(line) <= limit for line in wrap(" ".join(words), limit).split("\n"))
