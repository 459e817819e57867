"""The threats overlay against the engine's tables, which were made by another way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wuzi.desktop.analysis.board_marks import threat_marks
from wuzi.desktop.analysis.threats import Makes, find_threats, line_makes, makes
from wuzi.engine.patterns import Line, line_table, reach_of
from wuzi.rules import BLACK, EMPTY, RULES, WHITE, Board, opponent, parse_moves, point_name

LINES = {
    Line.FIVE: Makes.FIVE,
    Line.STRAIGHT_FOUR: Makes.STRAIGHT_FOUR,
    Line.FOUR: Makes.FOUR,
    Line.OPEN_THREE: Makes.THREE,
    Line.FREE_THREE: Makes.THREE,
}


@settings(deadline=None)  # the first one makes a table
@given(
    st.sampled_from(list(RULES.values())),
    st.sampled_from([BLACK, WHITE]),
    st.lists(st.sampled_from([0, 0, 1, 1, 2, 3]), min_size=10, max_size=10),
)
def test_a_line_is_what_the_engine_takes_it_for(rule, colour, cells):
    """0 empty, 1 own, 2 the opponent's, 3 wall: the reach of the rule on each side."""
    reach = reach_of(rule)
    near = cells[5 - reach : 5 + reach]
    index = sum(cell << (2 * at) for at, cell in enumerate(near))
    wanted = LINES.get(Line(line_table(rule, colour)[index]), Makes.NOTHING)
    codes = bytes((0, colour, opponent(colour), 3)[cell] for cell in cells)
    assert line_makes(codes[:5] + b"\0" + codes[5:], rule, colour) == wanted


def named(points):
    return {point_name(p): made.kind for p, made in points.items()}


async def test_threats_of_both_sides():
    found = await find_threats(Board.from_moves(parse_moves("h8a1i8b1j8a3")))
    assert named(found[WHITE]) == {}
    assert named(found[BLACK]) == {
        "f8": "four", "g8": "straight_four", "k8": "straight_four", "l8": "four",
    }  # fmt: skip
    assert set(threat_marks(found).threats.values()) == {"four", "straight_four"}


async def test_two_fours_at_once_win_but_not_for_black_in_renju():
    for rule, kind in (("freestyle", "straight_four"), ("renju", None)):
        board = Board.from_stones(
            parse_moves("h8i8j8k9k10k11"), parse_moves("g8k12"), WHITE, 15, RULES[rule]
        )
        found = named((await find_threats(board))[BLACK])
        assert found.get("k8") == kind


async def test_threats_are_found_in_slices_and_agree_with_the_referee():
    board = Board.from_moves(parse_moves("h8i9g7i7i8h9j9g8k10l11h7h6j8j7f5"))
    found = await find_threats(board)
    for colour, points in found.items():
        for p in board.stones(EMPTY):
            assert (points.get(p) is Makes.FIVE) == board.wins_at(p, colour)
            assert points.get(p, Makes.NOTHING) == makes(board, p, colour)


@pytest.mark.parametrize("size", [5, 6, 26])
async def test_any_size(size):
    board = Board(size)
    for p in list(board.legal_points())[:3]:
        board.push(p)
    assert set(await find_threats(board)) == {BLACK, WHITE}
