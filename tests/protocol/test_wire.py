"""Coordinates, lines, limits and search information: what goes over the wire."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.protocol.coordinates import point_at, xy_of, xy_text
from wuzi.protocol.info import FORCED, InfoReader, info_text
from wuzi.protocol.limits import NO_TIME_LEFT, NO_TURN_LIMIT, info_limit, limit_info
from wuzi.protocol.wire import (
    RULE_NUMBERS,
    Kind,
    LineSplitter,
    about_name,
    about_text,
    parse_engine_line,
    parse_xy,
    rule_by_number,
)
from wuzi.rules import RULES, Board, Score, all_points, centre, parse_moves
from wuzi.thinking import Info, Limit

SIZES = st.integers(5, 26)


@given(SIZES, st.data())
def test_coordinates_and_points_are_one_to_one(size, data):
    p = data.draw(st.sampled_from(all_points(size)))
    x, y = xy_of(p, size)
    assert 0 <= x < size
    assert 0 <= y < size
    assert point_at(x, y, size) == p
    assert parse_xy(xy_text(p, size)) == (x, y)


@pytest.mark.parametrize("size", range(5, 27))
def test_the_corners_and_the_centre(size):
    # Piskvork's brains open at size/2,size/2.
    assert xy_of(centre(size), size) == (size // 2, size // 2)
    assert point_at(0, 0, size) == all_points(size)[-size]
    for x, y in ((-1, 0), (0, -1), (size, 0), (0, size)):
        assert point_at(x, y, size) is None


LINE = st.text(st.characters(exclude_characters="\r\n"), max_size=20)


@given(st.lists(st.tuples(LINE, st.sampled_from(["\n", "\r", "\r\n"]))), st.data())
def test_lines_are_the_same_however_the_bytes_arrive(pieces, data):
    stream = "".join(line + end for line, end in pieces).encode("utf-8", "replace")
    expected = [s for line, _ in pieces if (s := line.encode("utf-8", "replace").decode().strip())]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    splitter = LineSplitter()
    found = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += splitter.feed(stream[start:end])
    assert found == expected
    assert splitter.rest() == ""


def test_a_long_line_is_cut_and_the_next_is_whole():
    splitter = LineSplitter(limit=10)
    found = []
    for _ in range(1000):
        found += splitter.feed(b"x" * 100)
    assert found == []
    assert len(splitter.peek()) == 10
    assert splitter.feed(b"yyy\n7,7\n") == ["x" * 10, "7,7"]


@given(st.text())
def test_any_line_is_something(text):
    line = parse_engine_line(text)
    assert (line.xy is not None) == (line.kind in (Kind.MOVE, Kind.SUGGEST))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("7,7", Kind.MOVE),
        (" 7 ,\t7 ", Kind.MOVE),
        ("-1,+3", Kind.MOVE),
        ("7,7 8,8", Kind.NEARLY_MOVE),
        ("7,7, 8,8", Kind.NEARLY_MOVE),
        ("7;7", Kind.NEARLY_MOVE),
        ("7 7", Kind.NEARLY_MOVE),
        ("h8", Kind.NEARLY_MOVE),
        ("x,7", Kind.NEARLY_MOVE),
        ("7.5,7", Kind.NEARLY_MOVE),
        ("٧,٧", Kind.NEARLY_MOVE),
        ("ok - ready", Kind.OK),
        ("OKAY", Kind.OTHER),
        ("MESSAGE", Kind.MESSAGE),
        ("MESSAGE 7,7", Kind.MESSAGE),
        ("Error: x", Kind.ERROR),
        ("unknown command", Kind.UNKNOWN),
        ("suggest 3,4", Kind.SUGGEST),
        ("suggest something", Kind.OTHER),
        ('name="Rapfi", version="0.43"', Kind.OTHER),
        ("7,7 is my move", Kind.OTHER),
    ],
)
def test_kinds_of_lines(text, kind):
    assert parse_engine_line(text).kind is kind


def test_rules_have_numbers_and_back():
    assert RULE_NUMBERS.keys() == RULES.keys()
    for name, number in RULE_NUMBERS.items():
        assert rule_by_number(number).name == name
        assert rule_by_number(number | 2).name == name or number == 0
    assert rule_by_number(2).name == "renju"  # Yixin-Board
    assert rule_by_number(5) is rule_by_number(-1) is rule_by_number(16) is None


def test_names():
    assert about_name(about_text("Wuzi", "1", "x")) == "Wuzi"
    assert about_name("NAME = 'a b' , version=1") == "a b"
    assert about_name("name=Pela,version=1") == "Pela"
    assert about_name("My brain") == "My brain"


MS = st.integers(0, 10**7).map(lambda ms: ms / 1000)
LIMITS = st.builds(
    Limit,
    time=MS,
    nodes=st.none() | st.integers(1, 10**7),
    depth=st.none() | st.integers(1, 300),
    clock=st.none() | st.integers(1, 10**7).map(lambda ms: ms / 1000),
    increment=MS,
)


@given(LIMITS)
def test_a_limit_survives_the_wire(limit):
    back = info_limit(limit_info(limit))
    assert (back.nodes, back.depth) == (limit.nodes, limit.depth)
    assert back.clock == pytest.approx(limit.clock, abs=0.0011)
    assert back.increment == pytest.approx(limit.increment, abs=0.0011)
    # A thinker that looks at its move's time only does not overstep the clock.
    expected = limit.time if limit.clock is None else min(limit.time, limit.clock)
    assert back.time == pytest.approx(expected, abs=0.0011)


def test_no_limits_and_odd_ones():
    assert limit_info(Limit())["timeout_turn"] == NO_TURN_LIMIT
    assert limit_info(Limit())["time_left"] == NO_TIME_LEFT
    assert info_limit(limit_info(Limit())) == Limit()
    assert info_limit({"max_depth": 3}) == Limit(depth=3)
    assert info_limit({"max_depth": 0, "max_node": -1, "timeout_turn": 1000}) == Limit(time=1.0)
    assert info_limit({"timeout_turn": 0}) == Limit(time=0.0)
    assert info_limit({"timeout_turn": -7}) == Limit(time=0.0)
    assert info_limit({"time_left": -7}) == Limit(time=0.0, clock=-0.007)
    assert info_limit({"timeout_match": 5000}) == Limit(clock=5.0)
    assert limit_info(Limit(clock=-1.5))["time_left"] == -1500


SCORES = st.integers(-(10**9), 10**9).map(Score) | st.integers(1, 400).flatmap(
    lambda n: st.sampled_from([Score(FORCED - n, n), Score(n - FORCED, -n)])
)


COUNTS = st.dictionaries(st.sampled_from(["win_rate", "nodes_per_second"]), st.integers(0, 10_000))


@given(SIZES, st.data(), SCORES, st.integers(0, 10**12), COUNTS)
def test_info_survives_the_wire(size, data, score, nodes, counts):
    line = data.draw(st.integers(1, 9))
    points = st.lists(st.sampled_from(all_points(size)), min_size=1, max_size=8)
    info = Info(tuple(data.draw(points)), score, 3, 5, nodes, 1.234, line, counts)
    reader = InfoReader(size)
    assert reader.feed(info_text(info))
    assert reader.line == line
    assert reader.info(line=line) == info
    assert reader.info(info.move, line) == info
    assert reader.info(line=line + 1) is None


@given(st.text())
def test_any_message_can_be_read(text):
    reader = InfoReader(15)
    told = reader.feed(text)
    assert (reader.info(parse_moves("h8")[0], reader.line) is not None) == told


def test_messages_of_other_engines():
    reader = InfoReader(15)
    assert reader.feed("Speed 1.2M | Depth 26 | Eval -M4 | Node 1.5M | Time 2.5s")
    assert reader.info() is None  # no move yet
    (h8,) = parse_moves("h8")
    info = reader.info(h8)
    assert (info.depth, info.selective_depth, info.nodes, info.time) == (26, 26, 1_500_000, 2.5)
    assert info.score == Score(4 - FORCED, -4)
    reader.begin(Board(15))
    assert reader.info(h8) is None
    assert reader.feed("bestline H8 Z30 A1")
    assert reader.info().pv == (h8,)


def test_several_lines_of_other_engines():
    reader = InfoReader(15)
    assert reader.feed("(2) -70 | 12-19 | H7 I4")
    assert reader.feed("(1) +M5 | 12-19 | G7 I4 I5")
    best, next_best = reader.info(), reader.info(line=2)
    assert (best.score.win_in, best.depth, best.selective_depth, len(best.pv)) == (5, 12, 19, 3)
    assert (next_best.line, next_best.score, next_best.pv) == (2, Score(-70), parse("h7i4"))


def test_a_line_on_a_stone_is_read_the_other_way():
    reader = InfoReader(15)
    reader.begin(Board.from_moves(parse_moves("h8i7")))
    reader.feed("Bestline G8 I7")  # from the bottom there is a stone on i7
    assert reader.info().pv == parse("g8i9")
    reader.begin(Board(15))
    reader.feed("Bestline I7")
    assert reader.info().pv == parse("i9")


def parse(text):
    return tuple(parse_moves(text))
