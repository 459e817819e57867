import gc
import pickle
import tracemalloc

import pytest

from wuzi.rules import (
    BLACK,
    PASS,
    RENJU,
    WHITE,
    Game,
    IllegalMove,
    Node,
    Outcome,
    Reason,
    Score,
    SetUp,
    moves_text,
    parse_moves,
    parse_position,
    position_text,
)


def game_of(text, **options):
    game = Game(**options)
    game.extend(parse_moves(text))
    return game


def test_variations_keep_their_order_and_can_be_promoted():
    game = game_of("h8i9g7")
    h8 = game.root.children[0]
    other = h8.play(parse_moves("g9")[0])
    assert h8.play(parse_moves("g9")[0]) is other
    assert [moves_text([n.move]) for n in h8.children] == ["i9", "g9"]
    h8.promote(other)
    assert moves_text(game.moves()) == "h8g9"
    assert moves_text(game.moves(h8.children[1].children[0])) == "h8i9g7"
    h8.remove(other)
    assert moves_text(game.moves()) == "h8i9g7"
    assert other.parent is None


def test_walk_gives_each_parent_before_its_children_and_the_main_line_first():
    game = game_of("h8i9g7")
    game.root.children[0].add(parse_moves("a1")[0])
    order = [moves_text(game.moves(node)) for node in game.nodes()]
    assert order == ["", "h8", "h8i9", "h8i9g7", "h8a1"]


def test_boards_at_any_node_with_set_ups_on_the_way():
    game = game_of("h8i9", rule=RENJU)
    game.end.add().notes.set_up = SetUp(
        black=(parse_moves("a1")[0],), empty=(parse_moves("h8")[0],), turn=WHITE
    )
    game.extend(parse_moves("b2"))
    board = game.board()
    assert position_text(board) == "a1/b2i9"
    assert board.turn == BLACK
    assert board.rule is RENJU


def test_a_set_up_with_a_move_on_the_same_node_comes_first():
    game = Game()
    node = game.root.add(parse_moves("c1")[0])
    node.notes.set_up = SetUp(turn=WHITE)
    assert position_text(game.board()) == "/c1"


def test_an_illegal_move_in_a_game_is_reported_by_the_board():
    with pytest.raises(IllegalMove, match="already holds"):
        game_of("h8h8").board()


def test_from_board_keeps_set_up_turn_and_outcome():
    board = parse_position("h8i8j8k8/a1b1c1", turn=WHITE)
    board.push(PASS)
    board.push(board.point("l8"))
    game = Game.from_board(board)
    assert game.outcome.winner == BLACK
    assert game.board() == board


def test_pickles_keep_everything():
    game = game_of("h8i9g7", rule=RENJU)
    game.root.children[0].add(PASS).notes.comment = "先手 passes?"
    game.end.notes.score = Score(-12, win_in=-4)
    game.black.name = "Ke"
    game.outcome = Outcome(WHITE, Reason.RESIGNATION)
    game.tags["event"] = "Gomocup"
    again = pickle.loads(pickle.dumps(game))
    assert [(n.move, n._notes) for n in again.nodes()] == [(n.move, n._notes) for n in game.nodes()]
    assert again.root.children[0].children[1].parent is again.root.children[0]
    for name in ("size", "rule", "rule_known", "black", "white", "outcome", "tags"):
        assert getattr(again, name) == getattr(game, name)


def test_notes_are_made_when_asked_for():
    node = Node()
    assert not node.has_notes
    assert node.notes.comment == ""
    assert not node.has_notes
    node.notes.comment = "good"
    assert node.has_notes


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_million_nodes_fit_in_400_MB_and_survive_copying_and_the_end():
    tracemalloc.start()
    game = Game()
    node = game.root
    for k in range(500_000):
        node.add(200 + k % 500)
        node = node.add(201 + k % 500)
        node.parent.promote(node)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"a million nodes: {used / 1e6:.0f} MB")
    assert used < 400e6
    assert sum(1 for _ in game.nodes()) == 1_000_001
    copy = pickle.loads(pickle.dumps(game))
    assert len(copy.moves()) == 500_000
    del game, node, copy
    gc.collect()
