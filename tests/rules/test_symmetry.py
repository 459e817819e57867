from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records.games import games
from tests.rules.strategies import played_boards, set_up_boards, sizes
from wuzi.rules import (
    PASS,
    SYMMETRIES,
    all_points,
    canonical,
    col_of,
    inverse,
    position_text,
    row_of,
    transform,
    transform_board,
    transform_game,
)


@given(sizes, st.sampled_from(SYMMETRIES))
def test_each_is_undone_by_its_inverse_and_moves_every_point_once(size, s):
    points = all_points(size)
    images = [transform(p, s, size) for p in points]
    assert sorted(images) == sorted(points)
    assert [transform(p, inverse(s), size) for p in images] == list(points)
    assert transform(PASS, s, size) == PASS


@given(sizes)
def test_they_are_eight_and_a_group(size):
    points = all_points(size)
    tables = {tuple(transform(p, s, size) for p in points) for s in SYMMETRIES}
    assert len(tables) == 8
    for a in SYMMETRIES:
        for b in SYMMETRIES:
            assert tuple(transform(transform(p, a, size), b, size) for p in points) in tables


@given(sizes, st.sampled_from(SYMMETRIES), st.data())
def test_distances_are_kept(size, s, data):
    def squared(p, q):
        return (col_of(p) - col_of(q)) ** 2 + (row_of(p) - row_of(q)) ** 2

    p, q = data.draw(st.tuples(*[st.sampled_from(all_points(size))] * 2))
    assert squared(p, q) == squared(transform(p, s, size), transform(q, s, size))


@given(set_up_boards(), st.sampled_from(SYMMETRIES))
def test_equal_positions_share_the_canonical_form(board, s):
    key, to_canonical = canonical(board)
    turned = transform_board(board, s)
    assert canonical(turned)[0] == key
    assert canonical(transform_board(board, to_canonical)) == (key, 0)


@given(set_up_boards(), set_up_boards())
def test_different_positions_do_not(one, other):
    same = any(
        position_text(transform_board(one, s)) == position_text(other) for s in SYMMETRIES
    ) and (one.size, one.rule, one.turn) == (other.size, other.rule, other.turn)
    assert (canonical(one)[0] == canonical(other)[0]) == same


@given(played_boards(max_moves=20), st.sampled_from(SYMMETRIES))
def test_a_turned_board_turns_back(board, s):
    assert transform_board(transform_board(board, s), inverse(s)).cells == board.cells


@settings(deadline=None, max_examples=40)
@given(games(), st.sampled_from(SYMMETRIES))
def test_a_turned_game_has_the_turned_positions_and_turns_back(game, s):
    twin, nodes = transform_game(game, s)
    assert len(nodes) == sum(1 for _ in game.nodes()) == sum(1 for _ in twin.nodes())
    for node in game.nodes():
        there = transform_board(game.board(node), s)
        here = twin.board(nodes[id(node)])
        assert canonical(here) == canonical(there)
        assert bytes(here.cells) == bytes(there.cells)
    back, _ = transform_game(twin, inverse(s))
    assert [(n.move, n.notes) for n in back.nodes()] == [(n.move, n.notes) for n in game.nodes()]
    assert (back.black, back.white, back.tags) == (game.black, game.white, game.tags)
    assert (back.outcome, back.rule, back.size) == (game.outcome, game.rule, game.size)
