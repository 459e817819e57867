from pathlib import Path

import pytest

from wuzi.errors import RecordError
from wuzi.records import detect, dumps, read
from wuzi.rules import BLACK, RENJU, WHITE, Reason, moves_text, position_text


def games(text, **options):
    return list(read(text.encode(), format="position", **options))


def test_a_game_a_line():
    found = games(
        "# openings\n\nh8i9g7\n H8_I9, g7  # three\n"
        "h8g7/i9 side=black rule=renju size=19\nsize=20\n"
    )
    assert [position_text(game.board()) for game in found] == ["h8i9g7", "h8i9g7", "g7h8/i9", ""]
    assert [game.size for game in found] == [15, 15, 19, 20]
    assert found[1].root.notes.comment == "three"
    assert (found[2].rule, found[2].rule_known) == (RENJU, True)
    assert found[2].board().turn == BLACK
    assert not found[0].rule_known
    again = list(read(dumps(found, "position")))
    assert [position_text(game.board()) for game in again] == [
        position_text(game.board()) for game in found
    ]
    assert again[1].root.notes.comment == "three"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("h8p1", "line 2: move 2: p1 is off the board"),
        ("h8h8", "line 2, move 2: h8 already holds a stone"),
        ("hello", "line 2: move 1: 'h' is not a point"),
        ("h8 size=99999999999999999999", "line 2: size="),
        ("h8 size=27", "line 2: a board of 27 lines"),
        ("h8 rule=chess", "line 2: there is no rule 'chess'"),
        ("h8 side=green", "line 2: 'green' is not a side"),
        ("h8 side=black", "line 2: after these moves white is to move"),
        ("h8/h8", "line 2: the set-up puts two stones on h8"),
        ("h8/i9/j10", "line 2: a set-up has one '/'"),
        ("a1a2b1b2c1c2d1d2e1h8", "line 2, move 10: the game is over"),
    ],
)
def test_a_broken_line(line, message):
    text = f"a1\n{line}\nb2\n"
    with pytest.raises(RecordError) as caught:
        games(text)
    assert str(caught.value).startswith(message)
    warnings = []
    found = games(text, strict=False, warn=warnings.append)
    assert [warning.line for warning in warnings] == [2]
    ends = [moves_text(game.moves()) for game in found]
    assert (ends[0], ends[-1]) == ("a1", "b2")


def test_lenient_reading_keeps_what_could_be_played():
    [game] = games("h8i9h8g7", strict=False)
    assert moves_text(game.moves()) == "h8i9"


def test_a_forbidden_move_is_the_losing_last_one():
    [game] = games("f8a1g8a3h6a5h7a7h8 rule=renju")
    assert (game.outcome.winner, game.outcome.reason) == (WHITE, Reason.FORBIDDEN)


@pytest.mark.parametrize("text", ["h8", "# c\n\nh8i9", "/i9", "h8 , i9", "\ufeffh8", "size=15"])
def test_detection(text):
    assert detect(text.encode()).name == "position"


@pytest.mark.parametrize(
    "text", ["aaa\n", "7,7,1\n", "hello h8", "BOARD\n7,7,1\nDONE\n", "x" * 10**6]
)
def test_what_is_no_position(text):
    with pytest.raises(RecordError):
        detect(text.encode(), str(Path("x.txt")))
