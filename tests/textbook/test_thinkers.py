from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import (
    FORBIDDEN_DEFENCE,
    SIMPLE_FOUR,
    boards,
    no_move_board,
    no_winner_board,
)
from wuzi.errors import SettingsError
from wuzi.rules import EMPTY, PASS, RENJU, Board, Reason, parse_position
from wuzi.textbook import NAMES, SearchOptions, SearchThinker, describe, make
from wuzi.textbook.evaluation import WAYS
from wuzi.textbook.grid import GRIDS
from wuzi.textbook.options import SEARCH_OPTIONS
from wuzi.textbook.samples import MIDDLE_GAME
from wuzi.thinking import Limit, answer

QUICK = {"minimax": {"depth": "2", "cap": "5"}, "alphabeta": {"depth": "3", "cap": "6"}}


def thinker(name, **options):
    return make(name, QUICK.get(name, {}) | options)


@pytest.mark.parametrize("name", NAMES)
@given(board=boards())
@settings(max_examples=12, deadline=None)
def test_a_legal_move_the_same_every_time_and_the_board_as_it_was(name, board):
    before = board.copy()
    first, again = (answer(thinker(name), board, Limit()) for _ in range(2))
    assert board == before
    assert board.is_legal(first.move)
    assert (first.pv, first.score, first.nodes, dict(first.counts)) == (
        again.pv,
        again.score,
        again.nodes,
        dict(again.counts),
    )
    assert first.nodes > 0


@given(board=boards(), data=st.data())
@settings(max_examples=25, deadline=None)
def test_every_switch_gives_a_legal_move(board, data):
    options = SearchOptions(
        pruning=data.draw(st.booleans()),
        depth=2,
        radius=data.draw(st.sampled_from(("1", "2", "3", "adaptive", "all"))),
        widen=data.draw(st.booleans()),
        cap=6,
        ordering=data.draw(st.sampled_from(("none", "worst", "neighbours", "point"))),
        bonus=data.draw(st.integers(0, 10)),
        table=data.draw(st.booleans()),
        evaluation=data.draw(st.sampled_from(WAYS)),
        evaluation_cache=data.draw(st.booleans()),
        grid=data.draw(st.sampled_from(GRIDS)),
        defence=data.draw(st.floats(1.0, 1.2)),
        scores=data.draw(st.sampled_from(("auto", "course", "fifty"))),
    )
    assert board.is_legal(answer(SearchThinker(options), board, Limit()).move)


@given(board=boards(), depth=st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_grid_way_and_cache_change_nothing_but_the_time(board, depth):
    results = set()
    for grid in GRIDS:
        for way in ("runs", "bitboard", "incremental"):
            for cache in (False, True):
                options = SearchOptions(
                    depth=depth, cap=4, grid=grid, evaluation=way, evaluation_cache=cache
                )
                info = answer(SearchThinker(options), board, Limit())
                results.add((info.pv, info.score, info.nodes))
    assert len(results) == 1


def test_the_cache_is_counted():
    options = SearchOptions(depth=3, radius="1", evaluation_cache=True)
    counts = answer(SearchThinker(options), parse_position(MIDDLE_GAME), Limit()).counts
    assert counts["cache_lookups"] > counts["cache_hits"] > 0


@pytest.mark.parametrize(("black", "white"), [("alphabeta", "greedy"), ("random", "minimax")])
def test_a_whole_game(black, white):
    board = Board(9)
    seats = (thinker(black), thinker(white))
    while board.outcome is None:
        board.push(answer(seats[len(board.moves) % 2], board, Limit()).move)
    assert board.outcome.reason in (Reason.FIVE, Reason.FULL)


@pytest.mark.parametrize("name", NAMES)
def test_where_nobody_can_win_any_more_it_still_moves(name):
    empty = ("a1", "f6", "c3", "d4", "b5", "e2")
    board = no_winner_board(empty, turn=1)
    while board.outcome is None:
        info = answer(thinker(name, **({"depth": "4"} if name in QUICK else {})), board, Limit())
        board.push(info.move)
    assert board.outcome.winner == EMPTY
    assert len(board.moves) == len(empty)


@pytest.mark.parametrize("options", [{}, {"depth": "3"}, {"depth": "2", "radius": "1"}])
def test_the_only_move_against_a_four(options):
    board = parse_position(SIMPLE_FOUR)
    for name in ("minimax", "alphabeta"):
        assert answer(thinker(name, **options), board, Limit()).move == board.point("e7")
    assert answer(thinker("alphabeta"), board, Limit(time=0)).move == board.point("e7")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("limit", [Limit(), Limit(time=0)])
def test_where_every_defence_is_forbidden_it_still_moves(name, limit):
    board = parse_position(FORBIDDEN_DEFENCE, rule=RENJU)
    info = answer(thinker(name), board, limit)
    assert board.is_legal(info.move)
    assert board[info.move] == EMPTY


@pytest.mark.parametrize("name", NAMES)
def test_black_without_a_legal_point_passes(name):
    assert answer(thinker(name), no_move_board(), Limit()).move == PASS


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_is_refused(name):
    board = parse_position("h8a1i8b1j8c1k8d1l8")
    with pytest.raises(ValueError, match="the game is over"):
        answer(thinker(name), board, Limit())


def test_random_draws_by_its_seed():
    board = parse_position("h8")
    moves = {answer(make("random", {"seed": str(seed)}), board, Limit()).move for seed in range(20)}
    assert len(moves) > 10


def test_greedy_takes_its_options():
    made = make("greedy", {"greedy.defence": "0.5", "scores": "course"})
    assert (made.defence, made.scores.name) == (0.5, "course")


def test_minimax_and_alphabeta_are_what_they_are_called():
    board = parse_position(MIDDLE_GAME)
    infos = [answer(make(name, {"cap": "6"}), board, Limit()) for name in ("minimax", "alphabeta")]
    assert infos[0].score == infos[1].score
    assert infos[0].nodes > infos[1].nodes
    assert infos[0].counts["cuts"] == 0 < infos[1].counts["cuts"]
    assert [make(name, {}).name for name in NAMES] == list(NAMES)


# Options


def test_the_description_is_of_every_switch():
    described = {option.name: option for option in SEARCH_OPTIONS}
    switches = {field.name: field for field in fields(SearchOptions) if field.name != "pruning"}
    assert described.keys() == switches.keys()
    for name, option in described.items():
        assert option.default == switches[name].default
        assert option.help.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_defaults_may_be_written_out(name):
    words = {True: "on", False: "off"}
    written = {
        option.name: words[option.default] if option.kind == "switch" else str(option.default)
        for option in describe(name)
    }
    made, default = make(name, written), make(name, {})
    if isinstance(made, SearchThinker):
        assert made.options == default.options
    else:
        assert vars(made) == vars(default)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("deep", "3", ["deep", "depth", "ordering"]),
        ("depth", "0", ["depth=0", "1 to 60"]),
        ("depth", "three", ["depth=three", "1 to 60"]),
        ("depth", "", ["depth=", "1 to 60"]),
        ("depth", "٣", ["depth", "1 to 60"]),
        ("radius", "4", ["radius=4", "1, 2, 3, adaptive"]),
        ("ordering", "best", ["ordering=best", "none, worst, neighbours, point, hash+point"]),
        ("ordering", "hash+point", ["ordering=hash+point", "table=on"]),
        ("table", "maybe", ["table=maybe", "on, off"]),
        ("defence", "0.5", ["defence=0.5", "1.0 to 1.2"]),
        ("eval.defence", "nan", ["defence=nan", "1.0 to 1.2"]),
        ("evaluation", "magic", ["evaluation=magic", "runs, bitboard, incremental, lines"]),
        ("scores", "no_such_table", ["no_such_table"]),
    ],
)
def test_what_is_not_possible_is_refused_in_one_sentence(key, value, words):
    with pytest.raises(SettingsError) as raised:
        make("alphabeta", {key: value})
    sentence = str(raised.value)
    assert all(word in sentence for word in words), sentence
    assert "\n" not in sentence


def test_an_option_given_twice_is_refused():
    with pytest.raises(SettingsError, match="defence is given twice"):
        make("alphabeta", {"defence": "1.1", "eval.defence": "1.2"})


def test_a_thinker_that_does_not_exist_is_refused():
    with pytest.raises(SettingsError, match="'deepblue': choose from alphabeta, minimax"):
        make("deepblue", {})


def test_values_are_read_as_people_write_them():
    made = make("alphabeta", {" Depth ": " 3 ", "TABLE": "On", "ordering": "Hash+Point"})
    assert (made.options.depth, made.options.table) == (3, True)
