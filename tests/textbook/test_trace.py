import json
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.searches import WIN_IN_2, boards
from wuzi.errors import SettingsError
from wuzi.rules import parse_position, point_name
from wuzi.textbook import Search, SearchOptions, SearchThinker, Trace, to_dot, to_json, to_svg
from wuzi.textbook.alphabeta import alphabeta
from wuzi.textbook.alphabeta_table import alphabeta_with_table
from wuzi.textbook.minimax import minimax
from wuzi.textbook.samples import MIDDLE_GAME
from wuzi.textbook.table import Bound
from wuzi.textbook.trace import Kind, Step
from wuzi.thinking import Limit, answer

SVG = "{http://www.w3.org/2000/svg}"


def recorded(board, depth, run=alphabeta, trace=None, **options):
    trace = Trace() if trace is None else trace
    search = Search(board, SearchOptions(**({"cap": 4} | options)), observer=trace)
    trace.begin(depth, board.turn)
    value, line = run(search, depth)
    return trace, search, value, line


@given(boards(), st.sampled_from([minimax, alphabeta]), st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_the_record_is_the_search(board, run, depth):
    trace, search, value, line = recorded(board, depth, run)
    assert len(trace) == search.counters.nodes
    assert trace.complete
    assert (trace.value[0], trace.line()) == (value, line)
    kinds = [Kind(kind) for kind in trace.kind]
    assert kinds.count(Kind.LEAF) == search.counters.leaves
    assert kinds.count(Kind.END) == search.counters.ends
    assert sum(count > 0 for count in trace.cut_count) <= sum(search.counters.cuts.values())
    below = trace.children()
    for node in range(len(trace)):
        if below[node]:  # a node is worth its best move
            assert trace.value[node] == max(-trace.value[child] for child in below[node])
            tried = {trace.move[child] for child in below[node]}
            assert not tried & set(trace.cut_off(node))


@given(boards())
@settings(max_examples=15, deadline=None)
def test_moves_tried_and_moves_cut_off_are_all_the_candidates(board):
    trace, _, _, _ = recorded(board, 2)
    full, _, _, _ = recorded(board, 2, minimax)
    below, all_below = trace.children(), full.children()
    by_move = {full.move[node]: node for node in all_below[0]}
    for node in below[0]:
        tried = [trace.move[child] for child in below[node]]
        candidates = [full.move[child] for child in all_below[by_move[trace.move[node]]]]
        assert tried + trace.cut_off(node) == candidates


@given(boards())
@settings(max_examples=15, deadline=None)
def test_a_bound_is_one(board):
    trace, _, _, _ = recorded(board, 2)
    full, _, _, _ = recorded(board, 2, minimax)
    true = {full.move[node]: full.value_for_root(node) for node in full.children()[0]}
    for node in trace.children()[0]:
        value = trace.value_for_root(node)
        expected = true[trace.move[node]]
        bound = trace.bound(node)
        assert {
            Bound.EXACT: value == expected,
            Bound.LOWER: value <= expected,
            Bound.UPPER: value >= expected,
        }[bound]


@given(boards(), st.data())
@settings(max_examples=15, deadline=None)
def test_a_replay_backwards_is_the_replay_forwards(board, data):
    trace, _, _, _ = recorded(board, 3)
    replay = trace.replay()
    states = [(list(replay.path), replay.best(0), replay.window(0))]
    steps = []
    while (step := replay.forward()) is not None:
        steps.append(step)
        states.append((list(replay.path), replay.best(0), replay.window(0)))
    assert len(steps) == len(replay) == replay.at
    assert (replay.path, replay.best(0)) == ([], trace.value[0])
    assert all(map(replay.is_finished, range(len(trace))))
    to = data.draw(st.integers(0, len(replay)))
    replay.seek(to)
    assert (list(replay.path), replay.best(0), replay.window(0)) == states[to]
    while (step := replay.backward()) is not None:
        to -= 1
        assert step == steps[to]
        assert (list(replay.path), replay.best(0), replay.window(0)) == states[to]
    assert not any(map(replay.is_finished, range(len(trace))))


def test_a_replay_shows_alpha_rise_and_moves_cut_off():
    board = parse_position(MIDDLE_GAME)
    trace, _, value, _ = recorded(board, 2)
    replay = trace.replay()
    alphas, cuts = [], 0
    for step in replay:
        if step == Step.CUT:
            cuts += 1
            node = replay.path[-1]
            alpha, beta = replay.window(node)
            assert alpha >= beta
            assert replay.moves == [trace.move[n] for n in replay.path[1:]]
        if replay.path:
            alphas.append(replay.window(0)[0])
    assert alphas == sorted(alphas)
    assert alphas[-1] == value
    assert cuts > 0


@given(boards(), st.integers(0, 2), st.integers(1, 30))
@settings(max_examples=20, deadline=None)
def test_limits_leave_out_what_is_below(board, max_ply, max_nodes):
    full, _, _, _ = recorded(board, 3)
    trace, search, value, _ = recorded(board, 3, trace=Trace(max_ply=max_ply, max_nodes=max_nodes))
    assert len(trace) <= max_nodes
    assert max(trace.ply) <= max_ply
    assert len(trace) + trace.unrecorded == search.counters.nodes == len(full)
    assert trace.complete == (trace.unrecorded == 0)
    assert trace.value[0] == value
    list(trace.replay())  # every step fits the nodes
    to_svg(trace)


def test_the_table_s_answers_are_told():
    board = parse_position(MIDDLE_GAME)
    trace, search, value, _ = recorded(board, 4, alphabeta_with_table, table=True, ordering="none")
    assert list(trace.kind).count(Kind.HIT) == search.counters.table_hits > 0
    assert trace.value[0] == value


def test_a_thinker_s_last_depth_is_recorded_and_an_unfinished_one_is_open():
    board = parse_position(MIDDLE_GAME)
    trace = Trace()
    info = answer(SearchThinker(SearchOptions(depth=3, cap=5), trace), board, Limit())
    assert (trace.depth, trace.line(), trace.complete) == (3, info.pv, True)
    broken = answer(SearchThinker(SearchOptions(depth=3, cap=5), trace), board, Limit(nodes=40))
    assert (broken.depth, trace.depth, trace.complete) == (2, 3, False)
    assert json.loads(to_json(trace))["nodes"][0]["value"] is None
    assert ">?<" in to_svg(trace)
    assert "\\n?" in to_dot(trace)


def test_json_tells_it_all():
    trace, search, value, line = recorded(parse_position(WIN_IN_2), 3)
    told = json.loads(to_json(trace))
    names = [point_name(move) for move in line]
    assert (told["depth"], told["turn"], told["line"]) == (3, "black", names)
    nodes = told["nodes"]
    assert len(nodes) == search.counters.nodes
    assert nodes[0] == nodes[0] | {"parent": None, "move": None, "alpha": None, "value": value}
    assert [node["move"] for node in nodes if node["decides"]] == [None, *names]
    assert any(node["cut"] for node in nodes)
    assert nodes[-1]["parent"] is not None


def test_dot_tells_the_line_and_the_cuts():
    trace, search, _, line = recorded(parse_position(MIDDLE_GAME), 2)
    dot = to_dot(trace)
    assert dot.count("{") == dot.count("}") == 1
    assert dot.count(" -> n") == search.counters.nodes - 1
    assert dot.count("[style=bold, penwidth=3]") == len(line)
    assert dot.count("[style=dashed]") == sum(count > 0 for count in trace.cut_count) > 0
    assert "shape=box" in dot
    assert "shape=ellipse" in dot


def test_svg_tells_the_line_and_the_cuts_without_colour():
    trace, search, _, line = recorded(parse_position(MIDDLE_GAME), 3)
    root = ElementTree.fromstring(to_svg(trace))
    boxes = root.findall(f".//{SVG}rect[@class='box']")
    assert len(boxes) == search.counters.nodes
    decided = [e for e in root.iter(f"{SVG}path") if e.get("class") == "edge decides"]
    assert len(decided) == len(line) + 1  # and one in the key
    cut = root.findall(f"{SVG}g[@class='cut']")
    assert len(cut) == sum(count > 0 for count in trace.cut_count) > 0
    assert all("cut:" in group.find(f"{SVG}text").text for group in cut)
    style = root.find(f"{SVG}style").text
    assert "stroke-dasharray" in style
    assert "stroke-width: 4" in style


@given(boards(), st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_svg_boxes_do_not_overlap(board, depth):
    trace, _, _, _ = recorded(board, depth)
    root = ElementTree.fromstring(to_svg(trace))
    height = float(root.get("height"))
    columns = {}
    for box in root.findall(f".//{SVG}rect[@class='box']"):
        columns.setdefault(box.get("x"), []).append(float(box.get("y")))
    assert len(columns) == max(trace.ply) + 1
    for tops in columns.values():
        assert tops == sorted(tops)
        assert all(b - a >= 19 for a, b in pairwise(tops))
        assert tops[-1] + 19 < height


def test_a_tree_too_big_for_a_picture_is_refused():
    trace = Trace()
    recorded(parse_position(MIDDLE_GAME), 3, minimax, trace, cap=13)
    with pytest.raises(SettingsError, match="record at most 2000"):
        to_svg(trace)


def test_an_empty_trace_can_be_drawn():
    trace = Trace()
    assert (trace.line(), trace.complete, trace.replay().forward()) == ((), False, None)
    assert json.loads(to_json(trace))["nodes"] == []
    ElementTree.fromstring(to_svg(trace))
