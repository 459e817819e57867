import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import (
    REFUTED,
    SIMPLE_FOUR,
    WIN_IN_1,
    WIN_IN_2,
    boards,
    plain,
    pruned,
    seeded_board,
)
from wuzi.rules import moves_text, parse_position
from wuzi.textbook.alphabeta import alphabeta, max_value
from wuzi.textbook.alphabeta_table import alphabeta_with_table
from wuzi.textbook.minimax import minimax
from wuzi.textbook.options import ORDERINGS, SearchOptions
from wuzi.textbook.samples import MIDDLE_GAME
from wuzi.textbook.search import Search
from wuzi.textbook.thinkers import SearchThinker
from wuzi.textbook.trace import Trace
from wuzi.textbook.values import INFINITY, WIN, is_decided, won
from wuzi.thinking import Limit, answer


def thought(board, depth, **options):
    """The value that the thinker comes to."""
    return answer(SearchThinker(SearchOptions(depth=depth, **options)), board, Limit()).score.value


SWITCHES = [
    *({"ordering": ordering} for ordering in ORDERINGS if ordering != "hash+point"),
    {"table": True, "ordering": "hash+point"},
    {"table": True, "ordering": "none"},
    {"table": True, "table_size": 7},
]


def check_all_switches(board, depth, **options):
    """Minimax's value by every switch; return the table hits at equal depth on the way."""
    expected, nodes = plain(board, depth, **options)
    hits = 0
    for switches in SWITCHES:
        value, fewer = pruned(board, depth, **switches, **options)
        assert (value, fewer <= nodes) == (expected, True), (moves_text(board.moves), switches)
        deepened = thought(board, depth, **switches, **options)
        assert deepened == expected, (moves_text(board.moves), switches)
        hits += check_one_table(board, depth, expected, **switches, **options)
    return hits


def check_one_table(board, depth, expected, **options):
    """Three windows with one table: what one search remembers as a bound the next one meets.

    Within one search of depth 3 no position comes back before its leaves.
    """
    search = Search(board, SearchOptions(**options))
    if not search.options.table:
        return 0
    below, _ = alphabeta_with_table(search, depth, expected - 1, expected)
    above, _ = alphabeta_with_table(search, depth, expected, expected + 1)
    value, _ = alphabeta_with_table(search, depth)
    assert below >= expected >= above
    assert value == expected, (moves_text(board.moves), options)
    return search.counters.table_hits


def test_every_switch_returns_minimax_s_value():
    boards = [seeded_board(seed) for seed in range(0, 200, 10)]
    hits = [check_all_switches(board, 3, cap=4) for board in boards]
    assert sum(hits) > len(boards)


def test_table_hits_within_one_search_return_minimax_s_value():
    hits = 0
    for seed in range(5, 200, 20):
        board = seeded_board(seed)
        search = Search(board, SearchOptions(table=True, ordering="none", cap=4))
        value, _ = alphabeta_with_table(search, 4)
        assert value == plain(board, 4, cap=4)[0]
        hits += search.counters.table_hits
    assert hits > 0


@given(boards(sizes=(5, 6)), st.sampled_from([0, 1, 1000]))
@settings(max_examples=15, deadline=None)
def test_every_switch_returns_minimax_s_value_on_small_boards_uncapped(board, bonus):
    check_all_switches(board, 2, radius="1", bonus=bonus, defence=1.2)


@pytest.mark.slow
def test_every_switch_returns_minimax_s_value_on_200_positions():
    hits = sum(check_all_switches(seeded_board(seed), 3, cap=8) for seed in range(200))
    assert hits > 0


@pytest.mark.slow
def test_every_switch_returns_minimax_s_value_uncapped():
    for seed in range(20):
        check_all_switches(seeded_board(seed, least=8, most=16), 3, radius="1")


@given(boards(), st.sampled_from([1.0, 1.2]), st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_negamax_and_its_twin_are_equal_node_for_node(board, defence, depth):
    options = SearchOptions(cap=5, defence=defence)
    one, twin = Search(board, options), Search(board, options)
    assert alphabeta(one, depth)[0] == max_value(twin, depth)
    assert one.counters.as_dict() == twin.counters.as_dict()


@given(boards(), st.data())
@settings(max_examples=40, deadline=None)
def test_outside_the_window_the_value_is_a_bound(board, data):
    options = SearchOptions(cap=5)
    true, _ = minimax(Search(board, options), 2)
    near = st.integers(-3, 3).map(lambda offset: true + offset)
    alpha = data.draw(st.one_of(near, st.just(-INFINITY)))
    beta = data.draw(st.one_of(near, st.just(INFINITY)).filter(lambda beta: beta > alpha))
    value, _ = alphabeta(Search(board, options), 2, alpha, beta)
    if value >= beta:
        assert true >= value
    elif value <= alpha:
        assert true <= value
    else:
        assert value == true


@given(boards(), st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_the_line_leads_to_the_value(board, depth):
    search = Search(board, SearchOptions(cap=5))
    value, line = alphabeta(search, depth)
    for move in line:
        search.position.play(move)
    assert search.position.won == is_decided(value)
    if not search.position.won:
        assert value == (0 if search.position.full else search.position.value_for_root())
    else:
        assert abs(value) == won(len(line), bonus=1)


@given(boards(), st.sampled_from(ORDERINGS))
@settings(max_examples=25, deadline=None)
def test_no_value_is_an_open_end(board, ordering):
    trace = Trace()
    options = SearchOptions(cap=4, ordering=ordering, table=ordering == "hash+point", depth=3)
    answer(SearchThinker(options, trace), board, Limit())
    assert trace.complete
    assert all(abs(value) <= WIN for value in trace.value)


def test_a_good_order_cuts_more_and_earlier():
    board = parse_position(MIDDLE_GAME)
    counts = {}
    for ordering in ("point", "none", "worst"):
        search = Search(board, SearchOptions(radius="1", ordering=ordering))
        alphabeta(search, 3)
        counts[ordering] = search.counters
    assert counts["point"].nodes < counts["none"].nodes < counts["worst"].nodes
    share = {name: c.cuts.get(1, 0) / sum(c.cuts.values()) for name, c in counts.items()}
    assert share["point"] > 0.9 > share["worst"]


def test_counts_add_up():
    trace = Trace()
    options = SearchOptions(cap=5)
    search = Search(parse_position(MIDDLE_GAME), options, observer=trace)
    alphabeta(search, 3)
    counts = search.counts()
    places = [counts[name] for name in counts if name.startswith("cut_")]
    assert sum(places) == counts["cuts"] > 0
    inner = sum(kind == 1 for kind in trace.kind)
    assert counts["nodes"] == counts["leaves"] + counts["ends"] + inner == len(trace)


def test_a_known_tree_has_its_known_size():
    """A change that is meant to change no tree must not change these."""
    board = parse_position(MIDDLE_GAME)
    options = {"radius": "1", "scores": "course"}
    sizes = {
        ordering: [pruned(board, depth, ordering=ordering, **options)[1] for depth in (1, 2, 3)]
        for ordering in ("none", "point")
    }
    assert sizes == {"none": [25, 221, 3220], "point": [25, 74, 849]}
    assert [plain(board, depth, **options)[1] for depth in (1, 2)] == [25, 645]


@pytest.mark.parametrize("depth", [2, 3])
def test_depth_2_and_deeper_see_the_refutation(depth):
    board = parse_position(REFUTED[0])
    assert moves_text(alphabeta(Search(board, SearchOptions()), 1)[1]) in ("g8", "k8")
    assert moves_text(alphabeta(Search(board, SearchOptions()), depth)[1][:1]) == "e1"


@pytest.mark.parametrize(("moves", "plies"), [(WIN_IN_1, 1), (WIN_IN_2, 3)])
@pytest.mark.parametrize("more", [0, 1, 2])
def test_deeper_is_not_weaker(moves, plies, more):
    value, line = alphabeta(Search(parse_position(moves), SearchOptions(cap=8)), plies + more)
    assert value == won(plies, bonus=1)
    assert len(line) == plies


@pytest.mark.parametrize("depth", [2, 3])
def test_the_only_move_against_a_four(depth):
    _, line = alphabeta(Search(parse_position(SIMPLE_FOUR), SearchOptions()), depth)
    assert moves_text(line[:1]) == "e7"
