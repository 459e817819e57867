import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.strategies import played_boards, set_up_boards, sizes
from wuzi.errors import WuziError
from wuzi.rules import (
    BLACK,
    FREESTYLE,
    PASS,
    WHITE,
    Board,
    ParseError,
    all_points,
    centre,
    col_of,
    moves_text,
    parse_colour,
    parse_moves,
    parse_point,
    parse_position,
    parse_rule,
    point_name,
    position_text,
    row_of,
    star_points,
)


@given(sizes)
def test_names_and_points_are_each_others_inverse(size):
    names = [point_name(p) for p in all_points(size)]
    assert len(set(names)) == size * size
    assert [parse_point(name.upper(), size) for name in names] == list(all_points(size))


def test_the_letter_i_is_used():
    assert point_name(parse_point("i8")) == "i8"
    assert col_of(parse_point("j8")) == 9


@given(sizes, st.data())
def test_move_strings_round_trip_with_any_separators_and_case(size, data):
    moves = data.draw(st.lists(st.sampled_from([*all_points(size), PASS]), max_size=30))
    separator = data.draw(st.sampled_from(["", " ", ",", "_", ", ", "\n"]))
    text = separator.join(map(point_name, moves))
    assert parse_moves(text, size) == moves
    assert parse_moves(text.upper(), size) == moves
    assert parse_moves(moves_text(moves), size) == moves


def test_numbers_take_all_their_digits():
    assert [point_name(m) for m in parse_moves("a11b1")] == ["a11", "b1"]
    assert [point_name(m) for m in parse_moves("a1o15a15o1h8")] == ["a1", "o15", "a15", "o1", "h8"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("h8x9", "move 2: x9 is off the board"),
        ("h8i0", "move 2: i0 is off the board"),
        ("h8i99999999999", "move 2: 'i99999999999' is not a point"),
        ("h8i", "move 2: 'i' is not a point"),
        ("h8 8", "move 2: '8' is not a point"),
        ("h8-i9", "move 2: '-' is not a point"),
        ("h8é9", "move 2: 'é9' is not a point"),
        ("passenger", "move 2: 'e' is not a point"),
        ("h8h8", "move 2 .h8. cannot be played: h8 already holds a stone"),
        ("h8/i9/g7", "one '/'"),
        ("h8/pass", "stones only"),
        ("h8/h8", "two stones on h8"),
        ("h8a1i8b1j8c1k8d1l8o15", "move 10 .o15. cannot be played: the game is over"),
    ],
)
def test_each_error_names_the_token_and_why(text, message):
    with pytest.raises(ParseError, match=message):
        parse_position(text)


@given(st.text(max_size=40))
def test_any_text_is_a_position_or_one_sentence(text):
    try:
        board = parse_position(text)
    except WuziError as error:
        board = None
        sentence = str(error)
        name = error.id
    if board is None:
        assert name.partition(".")[0] in ("point", "position", "set_up")
        assert 10 < len(sentence) < 200
    else:
        assert isinstance(board, Board)


@given(played_boards(max_moves=30))
def test_played_positions_round_trip(board):
    again = parse_position(
        position_text(board), board.size, board.rule, forbidden_loses=board.forbidden_loses
    )
    assert again == board


@given(set_up_boards())
def test_set_ups_round_trip(board):
    again = parse_position(position_text(board), board.size, board.rule, board.turn)
    assert again.cells == board.cells
    assert (again.turn, again.outcome) == (board.turn, board.outcome)


def test_the_side_to_move():
    assert parse_position("h8g7/i9").turn == WHITE
    assert parse_position("h8/i9").turn == BLACK
    assert parse_position("h8", turn=WHITE).turn == WHITE
    with pytest.raises(ParseError, match="white is to move"):
        parse_position("h8", turn=BLACK)
    assert parse_colour("White") == WHITE
    assert parse_colour("x") == BLACK
    with pytest.raises(ParseError, match="'green' is not a side"):
        parse_colour("green")


def test_a_bad_rule_or_point_is_a_sentence():
    assert parse_rule(" FreeStyle ") is FREESTYLE
    for text in ("", "8h", "h", "8 8", "h8 i9", "h-8"):
        with pytest.raises(ParseError, match="is not a point"):
            parse_point(text)


def test_the_centre_is_piskvorks():
    assert [point_name(centre(n)) for n in (5, 15, 19, 20)] == ["c3", "h8", "j10", "k10"]


@given(sizes)
def test_star_points_are_symmetric(size):
    points = {(col_of(p), row_of(p)) for p in star_points(size)}
    assert {(size - 1 - c, r) for c, r in points} == points
    assert {(r, c) for c, r in points} == points
