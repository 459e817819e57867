"""The drawn board: straight on every terminal, and clear without colour."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from wuzi.cli.drawing import drawing_of, picture
from wuzi.rules import (
    BLACK,
    EMPTY,
    RENJU,
    WHITE,
    Board,
    all_points,
    col_of,
    parse_point,
    parse_position,
    point,
    row_of,
)

FORBIDDEN = parse_position("g8i8h7h9/a1c1e1g1", rule=RENJU)


@st.composite
def positions(draw: st.DrawFn) -> Board:
    size = draw(st.integers(5, 26))
    board = Board(size)
    for p in draw(st.lists(st.sampled_from(all_points(size)), unique=True, max_size=30)):
        if board.outcome is None:
            board.push(p)
    return board


@given(positions(), st.booleans())
def test_every_stone_stands_where_its_coordinates_say(board: Board, ascii_only: bool) -> None:
    lines = picture(board, ascii=ascii_only).splitlines()
    glyphs = {BLACK: "●x"[ascii_only], WHITE: "○o"[ascii_only]}
    letters = lines[-1]
    rows = {
        int(line[:2]): line for line in lines if line[:2].strip().isdigit() and line[3:].strip()
    }
    rows = {n: line for n, line in rows.items() if line.rstrip().endswith(str(n))}
    for p in all_points(board.size):
        at = letters.index(chr(ord("a") + col_of(p)))
        shown = rows[row_of(p) + 1][at]
        if board[p] == EMPTY:
            assert shown not in glyphs.values()
        else:
            assert shown == glyphs[board[p]]


@given(positions())
def test_ascii_is_ascii_and_no_line_is_too_long(board: Board) -> None:
    text = picture(board, ascii=True)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 2 * board.size + 7
    closed_up = picture(board, width=2 * board.size)
    assert max(map(len, closed_up.splitlines())) == board.size + 3


@given(positions())
def test_on_a_terminal_every_cell_is_put_at_its_own_column(board: Board) -> None:
    """What a terminal shows is the same whether it draws stones one or two columns wide."""
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, color_system=None, width=80)
    console.print(drawing_of(board))
    for wide in (False, True):
        for line in stream.getvalue().splitlines():
            if "\x1b[" not in line:
                continue
            shown = _terminal(line, wide=wide)
            row = int(line[:2]) - 1
            for col in range(board.size):
                assert (shown[4 + 2 * col] in "●○") == (board[point(col, row)] != EMPTY)


def _terminal(line: str, *, wide: bool) -> dict[int, str]:
    """What stands in which column after ``line`` was printed by a terminal."""
    shown: dict[int, str] = {}
    at = 0
    for code, char in re.findall(r"\x1b\[(\d+)G|(.)", line):
        if code:
            at = int(code) - 1
        else:
            shown[at] = char
            at += 2 if wide and not char.isascii() else 1
    return shown


def test_the_last_stone_and_the_winning_row_are_marked_without_colour() -> None:
    assert "(○)" in picture(parse_position("h8i9"))
    assert "[●=●=●=●=●]" in picture(parse_position("a1a2b1b2c1c2d1d2e1"))
    diagonal = picture(parse_position("a1a2b2b1c3c2d4d2e5"))
    assert diagonal.count("[●]") == 5


@pytest.mark.parametrize("ascii_only", [False, True])
def test_forbidden_points_and_marks(ascii_only: bool) -> None:
    text = picture(FORBIDDEN, forbidden=FORBIDDEN.forbidden_points(), ascii=ascii_only)
    assert text.count("#" if ascii_only else "×") == 1
    hint = parse_point("k10")
    assert picture(FORBIDDEN, marks={hint: "?"}, ascii=ascii_only).count("?") == 1


@pytest.mark.parametrize(
    ("name", "board", "options"),
    [
        ("board_empty_9", Board(9), {}),
        ("board_last", parse_position("h8i9g7"), {}),
        ("board_won", parse_position("h8a1i8b1j8c1k8d1l8"), {}),
        ("board_forbidden", FORBIDDEN, {"forbidden": FORBIDDEN.forbidden_points()}),
        ("board_ascii", parse_position("h8i9g7"), {"ascii": True}),
        ("board_narrow", parse_position("h8i9g7"), {"width": 30}),
        ("board_26", parse_position("z26a1", size=26), {}),
    ],
)
def test_pictures(snapshot, name, board, options) -> None:
    snapshot(name, picture(board, **options))


def test_colours_bring_their_own_background(snapshot) -> None:
    """Black is black and white is white on any terminal that has enough colours."""
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, color_system="truecolor", width=80)
    console.print(drawing_of(parse_position("c3d4c2", size=5)))
    text = stream.getvalue()
    assert "38;2;0;0;0" in text
    assert "38;2;255;255;255" in text
    snapshot("board_colours", text)
