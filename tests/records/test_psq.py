from pathlib import Path

import pytest

from wuzi.errors import RecordError
from wuzi.records import dumps, read
from wuzi.rules import (
    BLACK,
    FREESTYLE,
    PASS,
    RENJU,
    STANDARD,
    WHITE,
    Board,
    Game,
    Reason,
    moves_text,
    parse_moves,
    point_name,
)

DATA = Path(__file__).parents[1] / "data" / "records"


def psq(*lines, head="Piskvorky 15x15, 0:0, 0", end="-1"):
    return "\n".join([head, *lines, end, ""]).encode()


@pytest.mark.parametrize("path", sorted(DATA.glob("gen_*.psq")), ids=lambda path: path.stem)
def test_games_of_a_match(path):
    [game] = read(path)
    lines = path.read_text().splitlines()
    moves = [line for line in lines[1:] if line.count(",") == 2]
    assert len(game.moves()) == len(moves)
    for move, node, line in zip(game.moves(), list(game.root.line())[1:], moves, strict=True):
        x, y, spent = map(int, line.split(","))
        assert point_name(move) == f"{chr(ord('a') + x - 1)}{game.size + 1 - y}"
        assert node.notes.time == spent / 1000
    assert game.outcome.reason is Reason.FIVE
    assert game.black.name == game.white.name == "pbrain-rapfi"
    assert not game.rule_known
    assert dumps(game, "psq") == path.read_bytes()


def test_a_judges_last_line_names_the_rule():
    [game] = read(DATA / "synthetic_judge_footer.psq")
    assert game.rule_known
    assert game.rule == FREESTYLE
    assert (game.black.name, game.white.name) == ("RAPFI25.zip", "JAX25.zip")
    assert moves_text(game.moves()) == "h8i7g8"
    assert game.tags["psq_footer"] == "0,Freestyle15_1"


def test_the_second_player_began():
    [game] = read(psq("8,8,5", "one", "two", head="Piskvorky 15x15, 0:11, 1", end="0"))
    assert (game.black.name, game.white.name) == ("two", "one")
    assert dumps(game, "psq").splitlines()[0] == b"Piskvorky 15x15, 0:11, 1"
    assert dumps(game, "psq").splitlines()[2:4] == [b"one", b"two"]


def test_junk_after_the_end_is_kept_and_warned_of():
    warnings = []
    [game] = read(DATA / "synthetic_yixinboard_style.psq", warn=warnings.append)
    assert moves_text(game.moves()) == "h8i9g7"
    assert [(w.id, w.line) for w in warnings] == [("psq.footer", 6)]
    assert game.tags["psq_footer"] == "some trailing junk"


def test_coordinates_are_from_one_and_from_the_top():
    [game] = read(psq("20,20,0", "1,1,0", head="Piskvorky 20x20, 0:0, 0"))
    assert moves_text(game.moves()) == "t1a20"


@pytest.mark.parametrize(
    ("data", "line", "kept"),
    [
        (psq("8,8,0", "8,8,0", "9,9,0"), 3, "h8"),
        (psq("8,8,0", "16,8,0", "9,9,0"), 3, "h8"),
        (psq("0,8,0"), 2, ""),
        (psq("8,0,0"), 2, ""),
        (psq("8,8,0", "9,7,0", "-1", "7,7,0"), 5, "h8i9"),
        (psq("8,8,0", "9,"), 3, "h8"),
        (psq("8,8,0", "9,7,", "8,9,0"), 3, "h8"),
        (psq("8,8,0", "9,7,0,0", "-1"), 3, "h8"),
        (psq("8.0,8.0,0", "-1"), 2, ""),
    ],
)
def test_a_broken_move(data, line, kept):
    with pytest.raises(RecordError, match=f"^line {line}: "):
        list(read(data))
    warnings = []
    [game] = read(data, strict=False, warn=warnings.append)
    assert moves_text(game.moves()) == kept
    assert warnings[0].line == line


@pytest.mark.parametrize(
    ("head", "id"),
    [
        ("header", "psq.header"),
        ("Piskvorky 15x15, 0:0", "psq.header"),
        ("Piskvorky 15x15, 0:0, 2", "psq.header"),
        ("Piskvorky 15x15, 0:0, 0, 0", "psq.header"),
        ("Piskvorky 30x20, 0:0, 1", "psq.rectangle"),
        ("Piskvorky 4x4, 0:0, 0", "size.range"),
        ("Piskvorky 999999999x999999999, 0:0, 0", "size.range"),
        (f"Piskvorky {'9' * 5000}x15, 0:0, 0", "psq.header"),
    ],
)
def test_a_header_that_is_none(head, id):
    for strict in (True, False):
        with pytest.raises(RecordError, match="line 1: ") as caught:
            list(read(psq("8,8,0", head=head), format="psq", strict=strict))
        assert caught.value.id == id


def test_more_digits_than_a_time_has():
    with pytest.raises(RecordError, match="line 2"):
        list(read(psq(f"8,8,{'9' * 5000}", "9,9,0")))


FIVE = [f"{x},1,0" for pair in zip(range(1, 6), range(1, 6), strict=True) for x in pair]
FIVE[1::2] = [f"{x},15,0" for x in (1, 3, 5, 7, 9)]


def test_a_five_ends_the_game():
    [game] = read(psq(*FIVE[:9]))
    assert game.outcome.winner == BLACK
    assert game.outcome.reason is Reason.FIVE
    assert dumps(game, "psq").splitlines()[-1] == b"0"


def test_moves_after_a_five_by_every_rule_are_refused_or_cut_off():
    data = psq(*FIVE, "8,8,0")
    with pytest.raises(RecordError, match=r"line 11: .* over before this move"):
        list(read(data))
    [game] = read(data, strict=False)
    assert len(game.moves()) == 9


def test_a_game_that_goes_on_after_an_overline_was_not_freestyle():
    # faults.jsonl, bug07: a sixth stone in the column, and play goes on.
    moves = ["2,10,0", "5,10,0", "6,11,1", "7,9,0", "6,10,1", "8,8,884", "6,8,2506", "7,7,784",
             "6,7,696", "9,10,560", "6,12,1379", "17,5,2470", "6,9,0"]  # fmt: skip
    head = "Piskvorky 20x20, 0:0, 0"
    [won] = read(psq(*moves, head=head))
    assert won.rule == FREESTYLE
    assert len(won.outcome.points) == 6
    [goes_on] = read(psq(*moves, "1,1,0", head=head))
    assert (goes_on.rule, goes_on.rule_known, goes_on.outcome) == (STANDARD, False, None)
    with pytest.raises(RecordError, match="line 15"):
        list(read(psq(*moves, "1,1,0", head=head, end="0\n0,Freestyle20_1")))


def test_a_forbidden_move_loses_when_the_rule_is_renju():
    board = Board.from_moves(parse_moves("f8a1g8a3h6a5h7a7h8"), rule=RENJU, forbidden_loses=True)
    [game] = read(dumps(Game.from_board(board), "psq"))
    assert game.outcome.winner == WHITE
    assert game.outcome.reason is Reason.FORBIDDEN


def test_what_psq_cannot_hold():
    game = Game()
    game.extend([PASS])
    with pytest.raises(RecordError, match="pass"):
        dumps(game, "psq")
    with pytest.raises(RecordError, match="set up"):
        dumps(Game.from_board(Board.from_stones([], [], WHITE)), "psq")
    with pytest.raises(RecordError, match="one game, not 2"):
        dumps([Game(), Game()], "psq")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bad_header", "bad_header.psq is called psq, but nothing in it is"),
        ("bad_duplicate_move", "line 3: h8 already holds a stone"),
        ("bad_out_of_board", "line 3: 16,8 is off the board"),
        ("synthetic_rect_30x20", "line 1: the board is 30x20, and boards here are square"),
    ],
)
def test_broken_files(name, message):
    with pytest.raises(RecordError, match=message):
        list(read(DATA / f"{name}.psq"))
