"""The engine's face: answers always legal, limits kept, lines, restrictions, determinism."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from tests.engine.searching import dense_boards
from wuzi.engine.bench import bench
from wuzi.engine.engine import Engine
from wuzi.engine.weights import hand_made
from wuzi.errors import EngineError, SettingsError
from wuzi.rules import (
    BLACK,
    FREESTYLE,
    PASS,
    RENJU,
    RULES,
    WHITE,
    Board,
    Rule,
    all_points,
    parse_moves,
    parse_position,
    parse_rule,
    point_name,
)
from wuzi.rules.symmetry import transform_board
from wuzi.thinking import Info, Limit

FAULT = "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10"
MIDDLE = "h8h9i8g8i10i9j9k10h7j7"


@pytest.fixture
def engine() -> Engine:
    return Engine(memory=1 << 20)


def names(moves: tuple[int, ...]) -> list[str]:
    return [point_name(move) for move in moves]


def assert_legal(board: Board, info: Info) -> None:
    """The whole line is legal, move by move, and a pass only where nothing else is."""
    assert info.pv
    if info.pv == (PASS,):
        assert not list(board.legal_points())
        return
    twin = Board.from_stones(
        board.stones(BLACK), board.stones(WHITE), board.turn, board.size, board.rule
    )
    for move in info.pv:
        assert move != PASS
        twin.push(move)


def random_board(random: Random, rule: Rule, size: int) -> Board:
    """Any number of stones anywhere, nobody having won."""
    points = list(all_points(size))
    while True:
        random.shuffle(points)
        count = random.choice((0, 1, 2, 5, 12, 30, len(points) // 2, len(points) - 1))
        count = min(count, len(points) - 1)
        board = Board.from_stones(
            points[: count // 2], points[count // 2 : count], random.choice((1, 2)), size, rule
        )
        if board.outcome is None:
            return board


def play_randomly(count: int, seed: int) -> None:
    random = Random(seed)
    engine = Engine(memory=1 << 20)
    rules = list(RULES.values())
    for number in range(count):
        # Rule and size change seldom, as they do in life.
        rule, size = rules[number // 8 % 5], 5 + number // 4 % 18
        board = random_board(random, rule, size)
        limit = random.choice(
            (Limit(time=0.01), Limit(nodes=300), Limit(depth=2), Limit(time=0), Limit(clock=-1.0))
        )
        before = bytes(board.cells)
        for info in engine.analyse(board, limit, lines=random.choice((1, 1, 3))):
            assert_legal(board, info)
        assert_legal(board, engine.play(board, limit))
        assert bytes(board.cells) == before


def test_answers_to_random_positions_are_legal() -> None:
    play_randomly(150, 1)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_answers_to_ten_thousand_random_positions_are_legal() -> None:
    play_randomly(10_000, 2)


@pytest.mark.parametrize("name", RULES)
def test_answers_to_dense_positions_are_legal(engine: Engine, name: str) -> None:
    for board in dense_boards(RULES[name], 9, 15, seed=7):
        for info in engine.analyse(board, Limit(depth=5, nodes=3000), lines=2):
            assert_legal(board, info)


def test_the_fault_position_is_answered_on_e7(engine: Engine) -> None:
    info = engine.play(parse_position(FAULT), Limit(depth=6))
    assert point_name(info.move) == "e7"


@pytest.mark.parametrize(
    ("position", "answers"),
    [
        ("h8g7h9g8h10g9h11", "h7 h12"),  # black has a straight four: one of its ends
        ("g7h8a1h9a3h10o15h11h12", "h7"),  # four, stopped at one end
        ("h8a1i8a15j8", "g8 k8"),  # open three
        ("h8a1i8b1j8c1k8a3", "g8 l8"),  # five at once
    ],
)
def test_simple_threats_are_met_and_made(engine: Engine, position: str, answers: str) -> None:
    for limit in (Limit(depth=5), Limit(nodes=2000), Limit(time=0.05), Limit(time=0)):
        info = engine.play(parse_position(position), limit)
        assert point_name(info.move) in answers.split(), limit


def test_a_win_by_fours_is_seen_at_the_root(engine: Engine) -> None:
    board = parse_position("h8g7h9a1i10a3j11a5f9a7g9o1d10o3d11", size=15)
    info = engine.play(board, Limit(depth=1))
    if info.score.win_in is None:
        pytest.fail(f"no win seen: {info}")
    assert info.score.win_in > 0


def test_the_answer_is_the_same_at_fixed_nodes_and_depth(engine: Engine) -> None:
    for limit in (Limit(nodes=20_000), Limit(depth=5), Limit(nodes=333, depth=8)):
        seen = []
        for other in (engine, engine, Engine(memory=1 << 20)):
            infos = list(other.analyse(parse_position(MIDDLE), limit))
            seen.append(
                [(i.pv, i.score, i.nodes, i.depth, i.counts["solver_nodes"]) for i in infos]
            )
        assert seen[0] == seen[1] == seen[2]
        engine.play(parse_position(FAULT), Limit(nodes=5000))
        assert [i.pv for i in engine.analyse(parse_position(MIDDLE), limit)] == [
            pv for pv, *_ in seen[0]
        ]


def test_limits_in_nodes_and_depth_are_kept(engine: Engine) -> None:
    infos = list(engine.analyse(parse_position(MIDDLE), Limit(nodes=10_000)))
    assert infos[-1].nodes <= 10_100
    infos = list(engine.analyse(parse_position(MIDDLE), Limit(depth=4)))
    assert [i.depth for i in infos] == [1, 2, 3, 4]
    assert all(i.selective_depth >= i.depth for i in infos)
    assert [i.nodes for i in infos] == sorted(i.nodes for i in infos)


def test_a_stop_from_outside_ends_the_search(engine: Engine) -> None:
    stop = threading.Event()
    infos = []
    for info in engine.analyse(parse_position(MIDDLE), Limit(), stop=stop):
        infos.append(info)
        if info.depth == 4:
            stop.set()
    assert infos[-1].depth < 64
    assert_legal(parse_position(MIDDLE), infos[-1])


def test_a_stop_set_before_still_gives_a_legal_move(engine: Engine) -> None:
    stop = threading.Event()
    stop.set()
    assert_legal(parse_position(MIDDLE), engine.play(parse_position(MIDDLE), Limit(), stop=stop))


def test_an_analysis_given_up_ends_its_threads(engine: Engine) -> None:
    for _ in engine.analyse(parse_position(MIDDLE), Limit(time=60)):
        break
    infos = engine.analyse(parse_position(MIDDLE), Limit(time=60))
    next(infos)
    infos.close()  # type: ignore[attr-defined]
    left = [t.name for t in threading.enumerate() if t.name.startswith("wuzi-")]
    assert left == []


def test_several_lines_begin_with_different_moves(engine: Engine) -> None:
    board = parse_position(MIDDLE)
    last = {i.line: i for i in engine.analyse(board, Limit(depth=5), lines=4)}
    assert sorted(last) == [1, 2, 3, 4]
    assert len({i.move for i in last.values()}) == 4
    assert all(i.depth == 5 for i in last.values())
    assert last[1].score.value >= last[4].score.value


def test_only_the_points_asked_for_are_played(engine: Engine) -> None:
    board = parse_position(MIDDLE)
    few = parse_moves("a1o15c3")
    for limit in (Limit(depth=3), Limit(time=0)):
        assert engine.play(board, limit, restrict=few).move in few
    best = engine.play(board, Limit(depth=4)).move
    assert engine.play(board, Limit(depth=4), exclude=[best]).move != best
    won = parse_position("h8a1i8b1j8c1k8a3")
    assert point_name(engine.play(won, Limit(depth=3), restrict=parse_moves("g8a5")).move) == "g8"
    assert engine.play(won, Limit(depth=3), restrict=parse_moves("a5")).move == parse_moves("a5")[0]


def test_an_empty_board_begins_in_the_middle(engine: Engine) -> None:
    for size, middle in ((15, "h8"), (19, "j10"), (20, "k10"), (5, "c3")):
        assert point_name(engine.play(Board(size), Limit(nodes=100)).move) == middle


def test_black_passes_in_renju_only_without_a_legal_point(engine: Engine) -> None:
    """The last empty point of this board is an overline of black's."""
    rows = ["XXX.XX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO"]
    stones: dict[str, list[int]] = {"X": [], "O": [], ".": []}
    for p in all_points(6):
        stones[rows[p // 32 - 6][p % 32]].append(p)
    board = Board.from_stones(stones["X"], stones["O"], BLACK, 6, RENJU)
    assert board.outcome is None
    assert list(board.legal_points()) == []
    for limit in (Limit(depth=2), Limit(time=0.01), Limit(time=0)):
        assert engine.play(board, limit).pv == (PASS,)
    board = Board.from_stones(stones["X"], stones["O"], WHITE, 6, RENJU)
    assert engine.play(board, Limit(depth=2)).move == stones["."][0]


@pytest.mark.parametrize(
    ("board", "id"),
    [
        (Board(23), "engine.size"),
        (parse_position("h8a1i8b1j8c1k8d1l8"), "engine.over"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(engine: Engine, board: Board, id: str) -> None:
    with pytest.raises(EngineError) as caught:
        engine.play(board, Limit(depth=1))
    assert caught.value.id == id
    assert "\n" not in str(caught.value)


def test_a_full_board_is_one_sentence(engine: Engine) -> None:
    rows = ["XXOOX", "OOXXO", "XXOOX", "OOXXO", "XXOOX"]
    stones = {"X": [], "O": []}  # type: dict[str, list[int]]
    for p in all_points(5):
        stones[rows[p // 32 - 6][p % 32]].append(p)
    with pytest.raises(EngineError):
        engine.play(Board.from_stones(stones["X"], stones["O"], BLACK, 5), Limit(depth=1))


def test_nothing_left_to_play_is_one_sentence(engine: Engine) -> None:
    board = parse_position(MIDDLE)
    with pytest.raises(EngineError) as caught:
        engine.play(board, Limit(depth=1), restrict=parse_moves("h8"))
    assert "h8" in str(caught.value)


def test_a_table_larger_than_memory_is_one_sentence() -> None:
    with pytest.raises(EngineError) as caught:
        Engine(memory=1 << 55)
    assert "MB" in str(caught.value)


def test_an_unknown_switch_is_one_sentence() -> None:
    with pytest.raises(SettingsError) as caught:
        Engine(switches={"use_magic": 1})
    assert "use_magic" in str(caught.value)


def test_other_weights_are_used_and_checked(tmp_path: Path) -> None:
    weights = hand_made(FREESTYLE)
    file = tmp_path / "flat.json"
    file.write_text(replace(weights, value=weights.value * 0).to_json())
    flat = Engine(memory=1 << 20, weights=file, switches={"use_vcf": 0, "tempo": 7})
    board = parse_position(MIDDLE)
    assert flat.play(board, Limit(depth=2)).score.value == 7
    with pytest.raises(SettingsError):
        flat.play(Board(15, RENJU), Limit(depth=2))
    file.write_text(file.read_text().replace('"value":[[0', '"value":[[1'))
    with pytest.raises(SettingsError):
        Engine(memory=1 << 20, weights=file).play(board, Limit(depth=2))


def test_the_table_takes_what_it_is_given() -> None:
    engine = Engine(memory=3 << 20, threads=2)
    assert engine.memory == 2 << 20
    engine.resize(memory=1 << 18, threads=1)
    assert engine.memory == 1 << 18
    assert engine.threads == 1
    assert_legal(Board(), engine.play(parse_position("h8"), Limit(depth=3)))


def test_two_threads_agree_on_a_forced_win_and_answer_legally() -> None:
    engine = Engine(memory=1 << 20, threads=2)
    board = parse_position(MIDDLE)
    for info in engine.analyse(board, Limit(depth=6)):
        assert_legal(board, info)
    won = engine.play(parse_position("h7a1h8o1i9a15j9o15"), Limit(depth=4))
    assert won.score.win_in is not None
    assert won.score.win_in > 0


@pytest.mark.parametrize("name", RULES)
def test_the_line_of_a_forced_win_is_played_to_its_end(engine: Engine, name: str) -> None:
    wins = 0
    for board in dense_boards(RULES[name], 10, 40, seed=8):
        info = engine.play(board, Limit(depth=4, nodes=20_000))
        if info.score.win_in is None:
            continue
        wins += 1
        winner = board.turn if info.score.win_in > 0 else 3 - board.turn
        twin = Board.from_stones(
            board.stones(BLACK), board.stones(WHITE), board.turn, board.size, board.rule
        )
        for move in info.pv:
            twin.push(move)
        if twin.outcome is None:  # renju: black has no legal reply to a five
            assert twin.turn == BLACK != winner
            assert any(twin.wins_at(p, WHITE) for p in twin.stones(0))
        else:
            assert twin.outcome.winner == winner
            assert len(info.pv) <= abs(info.score.win_in)
    assert wins > 10


def test_a_losing_move_is_told_as_a_loss(engine: Engine) -> None:
    info = engine.play(parse_position("h8a1i8b1j8c1k8"), Limit(depth=4))
    assert info.score.win_in == -2
    assert info.counts["win_rate"] == 0


def test_the_search_plays_on_with_what_it_learnt(engine: Engine) -> None:
    board = parse_position(MIDDLE)
    started = perf_counter()
    for _ in range(4):
        info = engine.play(board, Limit(time=0.05, clock=60.0))
        assert_legal(board, info)
        board.push(info.move)
    assert perf_counter() - started < 20  # it returned at all


def test_the_signature_is_the_same_on_every_run() -> None:
    one, two = bench(3), bench(3)
    for key in ("signature", "nodes", "search_nodes", "solver_nodes"):
        assert one[key] == two[key]
    assert one["nodes"] == int(one["search_nodes"]) + int(one["solver_nodes"])
    assert bench(4)["signature"] != one["signature"]


@pytest.mark.parametrize("moves", ["h8i9g7", "h8i9g7i7", "h8h9i8g8i10i9"])
def test_lines_come_best_first_at_every_depth(moves):
    board = parse_position(moves)
    depths = {}
    for info in Engine(memory=1 << 20).analyse(board, Limit(depth=7), lines=4):
        depths.setdefault(info.depth, []).append(info)
    for infos in depths.values():
        assert [info.line for info in infos] == [1, 2, 3, 4]
        values = [info.score.value for info in infos]
        assert values == sorted(values, reverse=True)
        assert len({info.move for info in infos}) == 4


CUT_SHORT = "g5e3f4f2h6d1f6d4c5d5e7d8d6f8e5c7e6g6e8"
"""White to move on 9 lines: the first move tried at the new depth loses, others do not."""


@pytest.mark.parametrize("nodes", [100, 400, 750, 800, 850, 900, 2000])
def test_a_search_cut_short_calls_nothing_lost_that_has_moves_left(nodes: int) -> None:
    """It once did: when its first move lost and the nodes ended before the second was done."""
    board = Board.from_moves(parse_moves(CUT_SHORT, 9), 9, parse_rule("caro6"))
    for number in range(8):
        turned = transform_board(board, number)
        info = Engine(memory=1 << 20).play(turned, Limit(nodes=nodes))
        assert info.score.win_in is None or info.score.win_in > 0
