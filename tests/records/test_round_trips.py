import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wuzi.records import FORMATS, detect, dumps, read
from wuzi.rules import (
    RENJU,
    SYMMETRIES,
    Game,
    Outcome,
    Reason,
    all_points,
    moves_text,
    transform_moves,
)

from .games import facts, games

ROUNDS = settings(max_examples=50, deadline=None)


@ROUNDS
@given(games())
def test_json_keeps_everything(game):
    data = dumps(game, "wuzi")
    assert detect(data).name == "wuzi"
    [again] = read(data)
    assert facts(again) == facts(game)


@ROUNDS
@given(games())
def test_sgf_keeps_everything(game):
    data = dumps(game, "sgf")
    assert detect(data).name == "sgf"
    warnings = []
    [again] = read(data, warn=warnings.append)
    assert not warnings
    assert facts(again) == facts(game, turns_told=True)
    assert dumps(again, "sgf") == data


@ROUNDS
@given(st.lists(games(), max_size=3))
def test_collections(played):
    for format in ("sgf", "wuzi"):
        again = list(read(dumps(played, format), format=format, strict=bool(played)))
        assert [moves_text(g.moves()) for g in again] == [moves_text(g.moves()) for g in played]


@ROUNDS
@given(games(variations=False, set_up=False, passes=False, noted=False), st.data())
def test_psq_keeps_the_main_line_and_its_times(game, data):
    for node in game.nodes():
        if node.move is not None:
            node.notes.time = data.draw(st.integers(0, 10**9)) / 1000
    game.black.name = data.draw(st.sampled_from(["", "pbrain-a.exe", "5", "8,8", "9,", "五子"]))
    game.white.name = data.draw(st.sampled_from(["", "homo-1", "a b"]))
    [again] = read(dumps(game, "psq"))
    assert again.moves() == game.moves()
    assert [n.notes.time for n in again.nodes()] == [n.notes.time for n in game.nodes()]
    assert again.size == game.size
    assert again.rule_known == game.rule_known
    if game.rule_known:
        assert (again.rule, again.outcome) == (game.rule, game.outcome)
    assert again.black.name.strip("'") == game.black.name
    assert again.white.name == game.white.name


@ROUNDS
@given(games(variations=False, noted=False))
def test_position_text_keeps_the_position(game):
    [again] = read(dumps(game, "position"), format="position")
    before, after = game.board(), again.board()
    assert after.cells == before.cells
    assert after.turn == before.turn
    assert again.rule_known == game.rule_known
    if game.rule_known:
        assert again.rule == game.rule


@pytest.mark.parametrize("size", range(5, 27))
@pytest.mark.parametrize("format", ["psq", "sgf", "position", "wuzi"])
def test_every_point_of_every_size_in_every_symmetry(format, size):
    # Every point once, scattered so that no five comes about by any rule.
    points = all_points(size)
    order = sorted(points, key=lambda p: (p * 7919) % 1009)
    for symmetry in SYMMETRIES:
        game = Game(size, rule_known=False)
        board = game.board()
        for move in transform_moves(order, symmetry, size):
            if board.is_legal(move) and not board.wins_at(move, board.turn):
                board.push(move)
        game.extend(board.moves)
        [again] = read(dumps(game, format))
        assert again.moves() == game.moves()
        assert again.size == size
    assert len(game.moves()) > size * size // 2


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_survives(reason):
    for winner in (0, 1, 2):
        game = Game(rule=RENJU)
        game.outcome = Outcome(winner, reason, (), "how it was")
        for format in ("sgf", "wuzi"):
            [again] = read(dumps(game, format))
            assert again.outcome == game.outcome


def test_every_format_is_found_by_its_own_files():
    game = Game()
    game.extend(all_points(15)[:3])
    for name, format in FORMATS.items():
        assert detect(format.write([game]), "misleading.sgf").name == name


@pytest.mark.parametrize("blank", ["", " ", "\t", " x ", "renju "])
@pytest.mark.parametrize("key", ["rules", "result", "event", "date", "source", "own"])
@pytest.mark.parametrize("known", [True, False])
def test_sgf_keeps_what_is_blank_or_begins_or_ends_so(key, blank, known):
    game = Game(rule_known=known)
    game.tags[key] = blank
    [again] = read(dumps(game, "sgf"))
    assert again.tags == {key: blank}
    assert again.rule_known == known
