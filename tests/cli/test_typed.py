"""What may be typed during a game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.cli.play.typed import ORDERS, Order, read_typed
from wuzi.errors import ParseError
from wuzi.rules import PASS, all_points, col_of, parse_point, point, point_name, row_of


@given(st.integers(5, 26).flatmap(lambda n: st.tuples(st.just(n), st.sampled_from(all_points(n)))))
def test_a_point_by_name_and_by_the_numbers_the_board_prints(case: tuple[int, int]) -> None:
    size, p = case
    name = point_name(p)
    spellings = [
        name,
        name.upper(),
        f" {name[0]} {name[1:]} ",
        f"{col_of(p) + 1} {row_of(p) + 1}",
        f"{col_of(p) + 1},{row_of(p) + 1}",
        f"{name[0]}-{name[1:]}",
    ]
    assert {read_typed(text, size) for text in spellings} == {p}


@given(st.integers(5, 26), st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 9))
def test_two_numbers_are_a_point_only_if_both_are_lines(size, column, row, width) -> None:
    text = f"{column:0{width}} {row:0{width}}"
    if 1 <= column <= size and 1 <= row <= size:
        assert read_typed(text, size) == point(column - 1, row - 1)
    else:
        with pytest.raises(ParseError, match="off the board"):
            read_typed(text, size)


@pytest.mark.parametrize("text", ["00133 8", "8 00133", "1" + "0" * 9000 + "8 8"])
def test_numbers_that_once_went_around_the_board(text: str) -> None:
    with pytest.raises(ParseError, match="off the board"):
        read_typed(text, 15)


@given(st.text(max_size=60))
def test_any_line_is_a_move_an_order_or_one_sentence(text: str) -> None:
    try:
        typed = read_typed(text, 15)
    except ParseError:
        return
    assert isinstance(typed, Order) or typed == PASS or typed in all_points(15)


def test_every_word_in_every_spelling() -> None:
    for word in ORDERS:
        argument = "a b.sgf" if word.argument else ""
        wanted = PASS if word.name == "pass" else Order(word.name, argument)
        for spelling in (word.name, word.name.upper(), *word.others):
            assert read_typed(f"{spelling} {argument}", 15) == wanted, spelling


@pytest.mark.parametrize(
    ("typed", "name"),
    [("u", "undo"), ("r", "redo"), ("h", "hint"), ("d", "draw"), ("n", "new"), ("q", "quit"),
     ("?", "help"), ("he", "help"), ("res", "resign"), ("sw", "swap"), ("bo", "board")],
)  # fmt: skip
def test_abbreviations(typed: str, name: str) -> None:
    assert read_typed(typed, 15) == Order(name)


def test_one_letter_never_resigns() -> None:
    names = {order.name for letter in "abcdefghijklmnopqrstuvwxyz" if (order := _try(letter))}
    assert "resign" not in names


def _try(text: str) -> Order | None:
    try:
        typed = read_typed(text, 15)
    except ParseError:
        return None
    return typed if isinstance(typed, Order) else None


def test_full_width_letters_and_digits_of_a_chinese_keyboard() -> None:
    assert read_typed("Ｈ８", 15) == read_typed("８　８", 15) == parse_point("h8")
    assert read_typed("ｕ", 15) == Order("undo")


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("p1", "point.off_board"),
        ("h16", "point.off_board"),
        ("16 1", "typed.off_board"),
        ("0 8", "typed.off_board"),
        ("99999999999999999999 1", "typed.off_board"),
        ("8", "typed.unknown"),
        ("hh8", "typed.unknown"),
        ("h8 h9", "typed.unknown"),
        ("8 8 8", "typed.unknown"),
        ("-1 -1", "typed.unknown"),
        ("save", "typed.argument"),
        ("load", "typed.argument"),
        ("undo 3", "typed.extra"),
        ("quit now", "typed.extra"),
    ],
)
def test_what_is_not_understood(text: str, id: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_typed(text, 15)
    assert caught.value.id == id
