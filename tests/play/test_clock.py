import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.seats import HandClock
from wuzi.errors import ParseError
from wuzi.play import UNLIMITED, Clock, TimeControl
from wuzi.rules import BLACK, WHITE
from wuzi.thinking import Limit

seconds = st.floats(0.001, 1e9, allow_nan=False)


@given(st.none() | seconds, st.none() | seconds, st.just(0.0) | seconds)
def test_a_time_control_is_read_as_it_is_written(match, move, increment):
    control = TimeControl(match, move, increment if match is not None else 0.0)
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300/10+2", TimeControl(300, 10, 2)),
        ("/5", TimeControl(None, 5)),
        ("300", TimeControl(300)),
        ("300+2", TimeControl(300, None, 2)),
        ("0.5/.25", TimeControl(0.5, 0.25)),
        (" 60 ", TimeControl(60)),
        ("60+0", TimeControl(60)),
        ("none", UNLIMITED),
        ("None", UNLIMITED),
        ("", UNLIMITED),
    ],
)
def test_time_controls(text, control):
    assert TimeControl.parse(text) == control


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("five minutes", "time.malformed"),
        ("5:00", "time.malformed"),
        ("-5", "time.malformed"),
        ("5 5", "time.malformed"),
        ("/", "time.malformed"),
        ("1e3", "time.malformed"),
        ("inf", "time.malformed"),
        ("0", "time.zero"),
        ("60/0", "time.zero"),
        ("/5+2", "time.increment"),
        ("+2", "time.increment"),
    ],
)
def test_what_is_no_time_control(text, id):
    with pytest.raises(ParseError) as caught:
        TimeControl.parse(text)
    assert caught.value.id == id
    assert text in str(caught.value)


def test_one_side_runs_and_the_increment_comes_after_the_move():
    now = HandClock()
    clock = Clock(TimeControl.parse("60+2"), now)
    clock.start(BLACK)
    now.time += 10
    assert (clock.remaining(BLACK), clock.remaining(WHITE), clock.running) == (50, 60, BLACK)
    assert clock.press() == 10
    assert (clock.match_left(BLACK), clock.running) == (52, None)
    clock.start(WHITE)
    now.time += 70
    assert (clock.remaining(WHITE), clock.match_left(BLACK)) == (-10, 52)


def test_a_pause_keeps_what_the_move_has_taken():
    now = HandClock()
    clock = Clock(TimeControl.parse("60/20"), now)
    clock.start(BLACK)
    now.time += 5
    clock.pause()
    now.time += 1000
    assert clock.remaining(BLACK) == 15
    clock.start(BLACK)
    now.time += 6
    assert clock.limit(BLACK) == Limit(time=9, clock=49)
    assert clock.press() == 11


def test_the_time_of_a_move_begins_anew_with_each_move():
    now = HandClock()
    clock = Clock(TimeControl.parse("/10"), now)
    for colour in (BLACK, WHITE, BLACK):
        clock.start(colour)
        now.time += 9
        assert clock.remaining(colour) == 1
        clock.press()
    assert (clock.remaining(BLACK), clock.match_left(BLACK)) == (10, None)


def test_starting_twice_counts_once():
    now = HandClock()
    clock = Clock(TimeControl.parse("60"), now)
    clock.start(BLACK)
    now.time += 5
    clock.start(BLACK)
    now.time += 5
    assert clock.press() == 10


def test_restoring_forgets_what_was_spent_since():
    now = HandClock()
    clock = Clock(TimeControl.parse("60+1"), now)
    before = clock.state()
    for colour in (BLACK, WHITE):
        clock.start(colour)
        now.time += 20
        clock.press()
    clock.start(BLACK)
    now.time += 7
    clock.restore(before)
    assert (clock.remaining(BLACK), clock.remaining(WHITE), clock.running) == (60, 60, None)
    assert clock.press() == 0


def test_without_a_limit_there_is_nothing_to_run_out():
    now = HandClock()
    clock = Clock(now=now)
    clock.start(BLACK)
    now.time += 1e6
    assert clock.remaining(BLACK) is None
    assert clock.limit(BLACK) == Limit()
    assert clock.press() == 1e6


def test_the_sides_may_have_different_times():
    now = HandClock()
    clock = Clock(TimeControl.parse("60+2"), now, white=TimeControl.parse("/5"))
    clock.start(BLACK)
    now.time += 10
    clock.press()
    clock.start(WHITE)
    now.time += 3
    assert (clock.match_left(BLACK), clock.match_left(WHITE)) == (52, None)
    assert clock.limit(WHITE) == Limit(time=2)
    assert clock.limit(BLACK) == Limit(clock=52, increment=2)
    clock.reset()
    assert (clock.remaining(BLACK), clock.remaining(WHITE)) == (60, 5)
