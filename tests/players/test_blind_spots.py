"""What can be overlooked is what is there, alike in every direction; hidden, it is gone."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.players.blind_spots import KINDS, Row, hidden, overlooked, rows, without
from wuzi.rules import (
    BLACK,
    EMPTY,
    RULES,
    SYMMETRIES,
    WHITE,
    Board,
    all_points,
    opponent,
    parse_position,
    point_name,
    transform_board,
)


@st.composite
def crowded(draw: st.DrawFn) -> Board:
    """A small board with many stones, and no five yet."""
    size = draw(st.integers(5, 9))
    rule = draw(st.sampled_from(list(RULES.values())))
    order = draw(st.permutations(list(all_points(size))))
    board = Board(size, rule, forbidden_loses=False)
    for p in order[: draw(st.integers(0, size * size * 2 // 3))]:
        if board.is_legal(p) and not board.wins_at(p, board.turn):
            board.push(p)
    return board


def names(found: tuple[Row, ...]) -> list[tuple[str, ...]]:
    return sorted(row.kinds for row in found)


@given(crowded())
def test_a_four_is_where_a_five_is_to_be_made(board: Board) -> None:
    for colour in (BLACK, WHITE):
        fours = [row for row in rows(board, colour) if len(row.stones) == 4]
        gaps = set()
        for row in fours:
            assert all(board[p] == colour for p in row.stones)
            ends = {row.stones[0] - row.step, row.stones[-1] + row.step}
            gaps |= ends if not row.is_broken else {
                p for p in range(row.stones[0], row.stones[-1], row.step) if p not in row.stones
            }  # fmt: skip
        fives = {p for p in board.stones(EMPTY) if board.wins_at(p, colour)}
        assert fives <= gaps
        if board.rule.name == "freestyle":
            assert {p for p in gaps if board[p] == EMPTY} == fives


@given(crowded(), st.sampled_from(SYMMETRIES))
def test_all_directions_are_seen_alike(board: Board, symmetry: int) -> None:
    turned = transform_board(board, symmetry)
    for colour in (BLACK, WHITE):
        assert names(rows(turned, colour)) == names(rows(board, colour))


@given(crowded())
def test_what_was_overlooked_is_not_on_the_board_that_is_thought_about(board: Board) -> None:
    missed = rows(board, opponent(board.turn))
    seen = without(board, hidden(missed))
    assert (seen.turn, seen.size, seen.rule) == (board.turn, board.size, board.rule)
    assert seen.stone_count == board.stone_count - len(hidden(missed))
    assert list(seen.stones(board.turn)) == list(board.stones(board.turn))
    assert not {row.stones for row in rows(seen, opponent(board.turn))} & {
        row.stones for row in missed
    }


@pytest.mark.parametrize(
    ("position", "kinds"),
    [
        ("h8i8j8/", [("three",)]),
        ("h8i9j10/", [("diagonal_three",)]),
        ("h8i8k8/", [("broken_three",)]),
        ("h8i9k11/", [("diagonal_three", "broken_three")]),
        ("h8i8j8/g8", []),  # three, but stopped: no more than a four can come of it
        ("h8i8j8/f8l8", []),
        ("h8i8j8/f8", [("three",)]),
        ("a1b1c1/", []),
        ("h8j8l8/", []),
        ("h8i8j8k8/", [("four",)]),
        ("h8i8j8k8/g8", [("four",)]),
        ("h8i8j8k8/g8l8", []),
        ("h8h9h10h12/", [("broken_four",)]),
        ("h8g9f10e11/", [("diagonal_four",)]),
        ("h8g9f10d12/", [("diagonal_four", "broken_four")]),
        ("h8i8j8k8h9h10/", [("four",), ("three",)]),
        ("h8i8/", []),
    ],
)
def test_rows_by_name(position: str, kinds: list[tuple[str, ...]]) -> None:
    board = parse_position(position)
    assert names(rows(board, BLACK)) == sorted(kinds)
    assert rows(board, WHITE) == ()


def test_two_stones_of_a_row_stay() -> None:
    board = parse_position("h8i8j8k8/c3c4c5")
    assert {point_name(p) for p in hidden(rows(board, BLACK))} == {"i8", "j8"}
    assert {point_name(p) for p in hidden(rows(board, WHITE))} == {"c4"}


def test_the_harder_of_two_reasons_counts() -> None:
    found = rows(parse_position("h8i9k11/"), BLACK)
    assert overlooked(found, {}, Random(1)) == ()
    assert overlooked(found, {"three": 1.0, "four": 1.0}, Random(1)) == ()
    assert overlooked(found, {"diagonal_three": 1.0}, Random(1)) == found
    chances = {"diagonal_three": 0.2, "broken_three": 0.7}
    random = Random(1)
    met = Counter(len(overlooked(found, chances, random)) for _ in range(2000))
    assert met[1] == pytest.approx(1400, abs=80)
    assert {kind for row in found for kind in row.kinds} <= set(KINDS)
