import copy
import json

import pytest

from wuzi.errors import RecordError
from wuzi.records import dumps, read
from wuzi.rules import (
    BLACK,
    RENJU,
    WHITE,
    Board,
    Game,
    Outcome,
    Reason,
    Rule,
    moves_text,
    parse_moves,
)

GAME = {
    "size": 15,
    "rule": "renju",
    "rule_known": True,
    "forbidden_loses": False,
    "black": {"name": "A", "who": "human", "rating": ""},
    "white": {},
    "outcome": {"winner": "white", "reason": "time", "points": [], "detail": ""},
    "tags": {"event": "Cup"},
    "nodes": [
        {"comment": "start"},
        {"move": "h8", "time": 1.5, "marks": {"h8": "circle"}},
        {"move": "i9", "score": {"value": 3, "win_in": 5}},
        {"move": "pass", "parent": 1},
    ],
}


def read_game(game, **options):
    data = json.dumps({"wuzi": 1, "games": [game]}).encode()
    return list(read(data, format="wuzi", **options))


def test_a_file_written_by_hand():
    [game] = read_game(GAME)
    assert moves_text(game.moves()) == "h8i9"
    assert game.rule == RENJU
    assert game.outcome == Outcome(WHITE, Reason.TIME)
    assert game.black.who == "human"
    first = game.root.children[0]
    assert [child.move for child in first.children] == parse_moves("i9 pass")
    assert game.end.notes.score.win_in == 5


def changed(path, value):
    game = copy.deepcopy(GAME)
    here = game
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return game


BROKEN_PARTS = [
    (("rule_known",), 1, "games[0].rule_known: true or false is expected"),
    (("black",), [], "games[0].black: an object is expected"),
    (("black", "name"), 3, "games[0].black.name: text is expected"),
    (("black", "age"), "3", "games[0].black.age: nothing is expected"),
    (("tags", "event"), None, "games[0].tags.event: text is expected"),
    (("outcome", "winner"), "green", 'games[0].outcome.winner: "black" | "white" | "draw"'),
    (("outcome", "points"), ["p1"], "games[0].outcome.points: p1 is off the board"),
    (("extra",), 1, "games[0].extra: nothing is expected"),
    (("nodes", 1, "move"), "p1", "games[0].nodes[1].move: p1 is off the board"),
    (("nodes", 1, "move"), 8, "games[0].nodes[1].move: text is expected"),
    (("nodes", 2, "move"), "h8", "games[0].nodes[2].move: h8 already holds"),
    (("nodes", 1, "time"), "1", "games[0].nodes[1].time: a number is expected"),
    (("nodes", 1, "time"), 10**400, "games[0].nodes[1].time: a number is expected"),
    (("nodes", 1, "depth"), 1.5, "games[0].nodes[1].depth: a whole number is expected"),
    (("nodes", 1, "depth"), True, "games[0].nodes[1].depth: a whole number is expected"),
    (("nodes", 1, "marks"), {"zz": "circle"}, "games[0].nodes[1].marks: 'zz' is not a point"),
    (("nodes", 1, "other"), {"X": "x"}, "games[0].nodes[1].other.X: a list of texts is expected"),
    (("nodes", 1, "set_up"), {"turn": "x"}, 'games[0].nodes[1].set_up.turn: "black" | "white"'),
    (("nodes", 1, "set_up"), {"black": ["a1", "a1"]}, "games[0].nodes[1].set_up: the set-up puts"),
    (("nodes", 1, "wat"), 1, "games[0].nodes[1].wat: nothing is expected"),
    (("nodes", 1, "comment"), "\ud800", "games[0].nodes[1].comment: text is expected"),
    (("nodes", 2, "score"), {"value": "x"}, "games[0].nodes[2].score.value: a whole number"),
    (("nodes", 3, "parent"), 3, "games[0].nodes[3].parent: the index of a node before"),
    (("nodes", 3, "parent"), -1, "games[0].nodes[3].parent: the index of a node before"),
    (("nodes", 3), 3, "games[0].nodes[3]: an object is expected"),
    (("nodes",), [], "games[0].nodes: a list of at least one node"),
]


@pytest.mark.parametrize(("path", "value", "message"), BROKEN_PARTS)
def test_a_broken_part(path, value, message):
    with pytest.raises(RecordError) as caught:
        read_game(changed(path, value))
    assert str(caught.value).startswith(message)
    warnings = []
    [game] = read_game(changed(path, value), strict=False, warn=warnings.append)
    assert str(warnings[0]).startswith(message)
    game.board()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("size",), 4, "games[0]: a board of 4 lines"),
        (("size",), "15", "games[0].size: a whole number"),
        (("rule",), "chess", "games[0]: there is no rule 'chess'"),
    ],
)
def test_a_game_of_which_nothing_can_be_kept(path, value, message):
    with pytest.raises(RecordError) as caught:
        read_game(changed(path, value))
    assert str(caught.value).startswith(message)
    assert read_game(changed(path, value), strict=False) == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"wuzi": 1, "games": [', "line 1, column"),
        (b'{"wuzi": 2, "games": []}', "the file is of version 2"),
        (b'{"wuzi": true, "games": []}', "this JSON is none of ours"),
        (b'{"games": []}', "this JSON is none of ours"),
        (b'{"wuzi": 1}', "games: a list"),
        (b"[1]", "the JSON is not an object"),
        (b'{"wuzi": NaN}', "the JSON holds a number"),
        (b'{"wuzi": ' + b"9" * 5000 + b"}", "the JSON holds a number"),
        (b'{"wuzi": ' + b"[" * 200_000, "the JSON is nested too deep"),
        (b'{"wuzi": 1, "games": [3]}', "games[0]: an object is expected"),
    ],
)
def test_what_is_no_file_of_ours(data, message):
    with pytest.raises(RecordError) as caught:
        list(read(data, format="wuzi"))
    assert str(caught.value).startswith(message)


def test_a_forbidden_move_by_the_game_s_own_word():
    board = Board.from_moves(parse_moves("f8a1g8a3h6a5h7a7h8"), rule=RENJU, forbidden_loses=True)
    game = Game.from_board(board)
    assert next(read(dumps(game, "wuzi"))).outcome == game.outcome
    game.forbidden_loses = False
    with pytest.raises(RecordError, match=r"games\[0\].nodes\[9\].move: h8 is a double-three"):
        list(read(dumps(game, "wuzi")))


def test_what_cannot_be_written():
    game = Game(rule=Rule("mine", "mine", True, True))
    for format in ("wuzi", "sgf"):
        with pytest.raises(RecordError, match="the rule 'mine'"):
            dumps(game, format)
    game = Game()
    game.root.notes.time = float("nan")
    with pytest.raises(RecordError, match="finite"):
        dumps(game, "wuzi")


def test_deep_games():
    game = Game()
    node = game.root
    for _ in range(20_000):
        node = node.add()
    [again] = read(dumps(game, "wuzi"))
    assert sum(1 for _ in again.nodes()) == 20_001
    assert again.board().turn == BLACK
