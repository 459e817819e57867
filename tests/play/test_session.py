"""Two people, and fake engines in process."""

import asyncio

import pytest

from tests.play.seats import (
    FakeSeat,
    HandClock,
    game_of,
    heard,
    humans,
    kinds,
    moves,
    play,
    settle,
    until,
)
from wuzi.errors import N_, EngineError, IllegalMove, RecordError
from wuzi.play import (
    AcceptDraw,
    DrawAnswered,
    EngineSaid,
    GameOver,
    HumanSeat,
    MovePlayed,
    Play,
    Resign,
    SeatFailed,
    Session,
    TimeControl,
    TurnBegan,
)
from wuzi.rules import (
    BLACK,
    EMPTY,
    PASS,
    RENJU,
    WHITE,
    Board,
    Game,
    Outcome,
    Reason,
    parse_point,
    parse_position,
)
from wuzi.thinking import Info, Limit, Score

FIVE = "h8a1i8b1j8c1k8d1l8"


def refused(id):
    """Expect a sentence."""
    return pytest.raises(IllegalMove, match=r"\w \w") if id is None else _Refused(id)


class _Refused:
    def __init__(self, id):
        self.id = id

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        assert isinstance(error, IllegalMove), f"not refused: {error!r}"
        assert error.id == self.id
        assert str(error)
        return True


# People


async def test_two_people_play_to_a_five():
    async with humans() as session:
        events = heard(session)
        play(session, FIVE)
        outcome = await session.finished()
    assert (outcome.winner, outcome.reason) == (BLACK, Reason.FIVE)
    assert session.phase == "over"
    assert session.game.outcome == outcome
    assert (session.game.black.name, session.game.white.who) == ("Ann", "human")
    played = [e for e in events if isinstance(e, MovePlayed)]
    assert [e.colour for e in played] == [BLACK, WHITE] * 4 + [BLACK]
    assert isinstance(events[-1], GameOver)


async def test_what_cannot_be_played_changes_nothing():
    async with humans() as session:
        play(session, "h8")
        generation = session.generation
        with refused("move.occupied"):
            session.offer(parse_point("h8"))
        with refused("move.off_board"):
            session.offer(parse_point("p1", 16))
        assert (moves(session), session.generation) == ("h8", generation)
        play(session, "a1i8b1j8c1k8d1l8")
        with refused("move.over"):
            session.offer(parse_point("a5"))


async def test_two_passes_are_a_draw():
    async with humans() as session:
        session.offer(PASS)
        session.offer(PASS)
        assert (await session.finished()).reason == Reason.PASSES


async def test_a_full_board_without_a_five_is_a_draw():
    rows = ["xoxox", "xoxox", "oxoxo", "oxoxo", "xoxox"]
    points = {"x": [], "o": []}
    for row, text in enumerate(rows, 1):
        for col, stone in zip("abcde", text, strict=True):
            points[stone].append(f"{col}{row}")
    order = [p for pair in zip(points["x"], [*points["o"], None], strict=True) for p in pair if p]
    async with humans(Board(5)) as session:
        play(session, "".join(order))
        assert (await session.finished()) == Outcome(EMPTY, Reason.FULL)


async def test_forbidden_moves_are_refused_or_lose_by_option():
    setting = "g8i8h7h9/a1c1e1g1"
    async with humans(parse_position(setting, rule=RENJU)) as session:
        with refused("move.forbidden"):
            play(session, "h8")
        assert session.outcome is None
    async with humans(parse_position(setting, rule=RENJU, forbidden_loses=True)) as session:
        play(session, "h8")
        assert session.outcome.winner == WHITE
        assert session.outcome.reason == Reason.FORBIDDEN


async def test_commands_work_before_the_loop_runs_and_after_it_has_ended():
    session = humans()
    assert session.phase == "idle"
    play(session, "h8i9")
    assert session.undo() == 1
    async with session:
        await settle(session)
        assert session.phase == "waiting"
    assert (session.phase, moves(session)) == ("idle", "h8")


# Undo and redo


async def test_after_an_undo_the_next_stone_has_the_colour_of_its_turn():
    async with humans() as session:
        play(session, "h8i9")
        session.undo()
        play(session, "j10")
        assert session.board[parse_point("j10")] == WHITE
        assert session.turn == BLACK


async def test_an_undo_against_an_engine_goes_back_to_ones_own_move():
    engine = FakeSeat("h8", "h9", "h10")
    async with Session(None, engine, HumanSeat()) as session:
        for point in ("a1", "a3"):
            await until(lambda: session.phase == "waiting")
            play(session, point)
        await until(lambda: session.phase == "waiting")
        assert moves(session) == "h8a1h9a3h10"
        assert session.undo() == 2
        assert moves(session) == "h8a1h9"
        assert session.turn == WHITE
        assert session.redo() == 2
        assert moves(session) == "h8a1h9a3h10"


async def test_an_undo_while_the_engine_thinks_takes_back_ones_own_move_alone():
    engine = FakeSeat("h9", held=True)
    async with Session(None, HumanSeat(), engine) as session:
        play(session, "h8")
        await until(lambda: engine.in_flight)
        assert session.undo() == 1
        assert moves(session) == ""
        await until(lambda: not engine.in_flight)
        play(session, "a1")
        engine.release()
        await until(lambda: session.phase == "waiting")
        assert moves(session) == "a1h9"
    assert engine.most_in_flight == 1


async def test_redo_after_an_undo_while_the_engine_thought_asks_it_again():
    engine = FakeSeat("h9", held=True)
    async with Session(None, HumanSeat(), engine) as session:
        play(session, "h8")
        await until(lambda: engine.in_flight)
        session.undo()
        assert session.redo() == 1
        engine.release()
        await until(lambda: moves(session) == "h8h9")


async def test_an_answer_that_comes_after_an_undo_is_dropped():
    engine = FakeSeat("h9", "k11", held=True, stubborn=True)
    async with Session(None, HumanSeat(), engine) as session:
        events = heard(session)
        play(session, "h8")
        await until(lambda: engine.in_flight)
        session.undo()
        await settle(session)
        assert moves(session) == ""
        assert session.outcome is None
        engine.release()
        play(session, "a1")
        await until(lambda: moves(session) == "a1k11")
    assert kinds(events).count("MovePlayed") == 3


async def test_an_error_that_comes_after_an_undo_is_dropped():
    crash = EngineError("engine.crash", N_("it crashed"))
    engine = FakeSeat(crash, held=True, stubborn=True)
    async with Session(None, HumanSeat(), engine) as session:
        events = heard(session)
        play(session, "h8")
        await until(lambda: engine.in_flight)
        session.undo()
        await settle(session)
        assert session.outcome is None
    assert "SeatFailed" not in kinds(events)


async def test_undo_after_the_winning_move_opens_the_game_again():
    async with humans() as session:
        events = heard(session)
        play(session, FIVE)
        outcome = await session.finished()
        assert session.undo() == 1
        assert session.outcome is session.game.outcome is None
        await until(lambda: session.phase == "waiting" and kinds(events)[-1] == "TurnBegan")
        assert session.redo() == 1
        assert await session.finished() == outcome
        session.undo()
        play(session, "m8")
        assert session.outcome is None
        assert len(session.game.root.children) == 1
        assert [child.move for child in session.node.parent.children] == [
            parse_point("m8"),
            parse_point("l8"),
        ]


async def test_undo_after_a_set_up_with_its_own_side_to_move_keeps_the_colours():
    board = parse_position("h8h9h10/a1", size=13, turn=BLACK)
    async with humans(board) as session:
        play(session, "k12k13")
        session.undo()
        assert session.board[parse_point("k12")] == BLACK
        assert session.board[parse_point("k13")] == EMPTY
        assert session.turn == WHITE
        session.undo()
        assert session.board == board
        with refused("undo.none"):
            session.undo()


async def test_nothing_to_take_back_or_make_again_is_a_sentence():
    async with humans() as session:
        with refused("undo.none"):
            session.undo()
        with refused("redo.none"):
            session.redo()
    async with Session(None, FakeSeat("h8"), HumanSeat()) as session:
        await until(lambda: moves(session) == "h8")
        with refused("undo.none_yours"):
            session.undo()
        assert moves(session) == "h8"


async def test_moves_of_a_game_from_a_file_can_be_taken_back():
    game = game_of("h8i9g7")
    async with humans(game, time_control=TimeControl(60)) as session:
        session.undo()
        play(session, "a1")
    assert [node.move for node in game.end.path()[1:]] == [
        parse_point(p) for p in ("h8", "i9", "a1")
    ]
    assert len(game.end.parent.children) == 2


async def test_a_session_may_start_in_the_middle_of_a_finished_game():
    game = game_of(FIVE)
    game.outcome = Outcome(BLACK, Reason.FIVE)
    middle = game.root.children[0].children[0]
    async with humans(game, node=middle) as session:
        assert session.outcome is None
        assert session.redo() == 1
        assert moves(session) == "h8a1i8"


# Ends that the board does not see


async def test_resigning():
    async with humans() as session:
        play(session, "h8")
        session.resign()
        assert await session.finished() == Outcome(BLACK, Reason.RESIGNATION)
        with refused("move.over"):
            session.resign()
    async with Session(None, HumanSeat(), FakeSeat(held=True)) as session:
        play(session, "h8")
        session.resign()
        assert session.outcome.winner == WHITE
    async with Session(None, FakeSeat(held=True), FakeSeat(held=True)) as session:
        with refused("session.no_person"):
            session.resign()
        session.resign(BLACK)
        assert session.outcome.winner == WHITE


async def test_moves_taken_back_are_no_part_of_a_game_that_is_resigned():
    async with humans() as session:
        play(session, "h8i9g7")
        session.undo()
        session.resign()
        assert [parse_point("h8"), parse_point("i9")] == session.game.moves()
        session.undo()
        assert session.outcome is None
        assert (session.redo(), session.redo()) == (1, 1)
        assert moves(session) == "h8i9g7"


async def test_a_resignation_before_the_first_move_can_be_taken_back():
    async with humans() as session:
        session.resign()
        assert session.undo() == 0
        assert session.outcome is None
        play(session, "h8")


async def test_people_agree_on_a_draw():
    async with humans() as session:
        play(session, "h8")
        with refused("draw.none"):
            session.accept_draw()
        session.offer_draw()
        assert session.draw_offered_by == WHITE
        with refused("draw.offered"):
            session.offer_draw(WHITE)
        session.decline_draw()
        assert session.draw_offered_by is None
        session.offer_draw()
        session.accept_draw()
        assert await session.finished() == Outcome(EMPTY, Reason.AGREEMENT)


async def test_a_draw_offer_stands_until_the_other_side_moves():
    async with humans() as session:
        events = heard(session)
        session.offer_draw()
        play(session, "h8")
        assert session.draw_offered_by == BLACK
        play(session, "i9")
        assert session.draw_offered_by is None
        assert DrawAnswered(WHITE, accepted=False) in events
        session.offer_draw(BLACK)
        session.offer_draw(WHITE)
        assert session.outcome.reason == Reason.AGREEMENT


@pytest.mark.parametrize("draws", [True, False])
async def test_an_engine_answers_an_offer_at_once(draws):
    async with Session(None, HumanSeat(), FakeSeat(draws=draws)) as session:
        events = heard(session)
        session.offer_draw()
        assert DrawAnswered(WHITE, accepted=draws) in events
        assert (session.outcome is not None) == draws
        assert session.draw_offered_by is None


async def test_engines_resign_and_offer_and_accept_draws():
    async with Session(None, FakeSeat(Resign()), HumanSeat()) as session:
        assert await session.finished() == Outcome(WHITE, Reason.RESIGNATION)
    offering = FakeSeat(Play(parse_point("h8"), offers_draw=True))
    async with Session(None, offering, HumanSeat()) as session:
        await until(lambda: session.draw_offered_by == BLACK)
        session.accept_draw()
    async with Session(None, HumanSeat(), FakeSeat(AcceptDraw(), draws=None)) as session:
        session.offer_draw()
        play(session, "h8")
        assert await session.finished() == Outcome(EMPTY, Reason.AGREEMENT)
    async with Session(None, FakeSeat(AcceptDraw()), HumanSeat()) as session:
        assert (await session.finished()).reason == Reason.GARBAGE


async def test_a_verdict_from_outside_ends_the_game():
    verdict = Outcome(EMPTY, Reason.ADJUDICATION, detail="100 moves")
    async with Session(None, FakeSeat(), FakeSeat()) as session:

        def judge(event):
            if isinstance(event, MovePlayed) and len(session.board.moves) == 4:
                session.adjudicate(verdict)

        session.subscribe(judge)
        assert await session.finished() == verdict
        await settle(session)
        assert len(session.board.moves) == 4


# Engines that fail


@pytest.mark.parametrize(
    ("id", "reason"),
    [
        ("engine.missing", Reason.START_UP),
        ("engine.start_up", Reason.START_UP),
        ("engine.time", Reason.TIME),
        ("engine.crash", Reason.CRASH),
        ("engine.garbage", Reason.GARBAGE),
        ("engine.illegal", Reason.ILLEGAL),
    ],
)
async def test_a_failure_of_an_engine_is_a_result(id, reason):
    error = EngineError(id, N_("{name} failed"), name="Botch")
    async with Session(None, FakeSeat("h8"), FakeSeat(error)) as session:
        events = heard(session)
        outcome = await session.finished()
    assert (outcome.winner, outcome.reason, outcome.detail) == (BLACK, reason, "Botch failed")
    assert SeatFailed(WHITE, error) in events


async def test_after_a_crash_the_game_can_go_on():
    crash = EngineError("engine.crash", N_("it crashed"))
    engine = FakeSeat("a1", crash, "a2", "a3")
    async with Session(None, HumanSeat(), engine) as session:
        play(session, "h8")
        await until(lambda: session.phase == "waiting")
        play(session, "h9")
        assert (await session.finished()).reason == Reason.CRASH
        assert session.undo() == 1
        play(session, "h10")
        await until(lambda: session.phase == "waiting")
        assert moves(session) == "h8a1h10a2"
        assert session.game.outcome is None


async def test_an_illegal_move_of_an_engine_loses():
    async with Session(None, HumanSeat(), FakeSeat("h8")) as session:
        play(session, "h8")
        outcome = await session.finished()
        assert (outcome.winner, outcome.reason) == (BLACK, Reason.ILLEGAL)
        assert "h8" in outcome.detail
        assert moves(session) == "h8"


async def test_a_forbidden_move_of_an_engine_loses():
    board = parse_position("g8i8h7h9/a1c1e1g1", rule=RENJU)
    async with Session(board, FakeSeat("h8"), HumanSeat()) as session:
        outcome = await session.finished()
        assert (outcome.winner, outcome.reason) == (WHITE, Reason.FORBIDDEN)


async def test_a_bug_in_a_seat_is_not_hidden():
    session = Session(None, FakeSeat(ZeroDivisionError()), HumanSeat())
    with pytest.raises(ZeroDivisionError):
        await session.play_to_end()
    with pytest.raises(ZeroDivisionError):
        async with Session(None, FakeSeat(ZeroDivisionError()), HumanSeat()) as session:
            assert await session.finished() is None


# Time


async def test_the_flag_of_a_person_falls():
    now = HandClock()
    async with humans(time_control=TimeControl.parse("60"), now=now) as session:
        await settle(session)
        now.time += 20
        play(session, "h8")
        await settle(session)
        now.time += 59
        assert not session.check_time()
        now.time += 1
        assert session.check_time()
        assert await session.finished() == Outcome(BLACK, Reason.TIME)


async def test_a_move_after_the_flag_has_fallen_comes_too_late():
    now = HandClock()
    async with humans(time_control=TimeControl.parse("/5"), now=now) as session:
        await settle(session)
        now.time += 5
        with refused("move.over"):
            play(session, "h8")
        assert session.outcome == Outcome(WHITE, Reason.TIME)


async def test_the_loop_sees_the_flag_fall_by_itself():
    async with humans(time_control=TimeControl.parse("0.01")) as session:
        async with asyncio.timeout(10):
            assert await session.finished() == Outcome(WHITE, Reason.TIME)


async def test_an_engine_has_the_margin_beside_its_time():
    now = HandClock()
    engine = FakeSeat("h8", "h9", held=True)
    control = TimeControl.parse("10")
    async with Session(
        None, engine, FakeSeat("a1"), time_control=control, margin=2, now=now
    ) as session:
        await until(lambda: engine.in_flight)
        assert engine.states[0].allowed == 12
        assert engine.states[0].limit == Limit(clock=10)
        now.time += 11
        assert not session.check_time()
        engine.release()
        await until(lambda: len(engine.states) == 2)
        assert engine.states[1].limit.clock == -1
    engine = FakeSeat("h8", held=True)
    async with Session(
        None, engine, HumanSeat(), time_control=control, margin=2, now=now
    ) as session:
        await until(lambda: engine.in_flight)
        now.time += 12
        engine.release()
        assert await session.finished() == Outcome(WHITE, Reason.TIME)


async def test_notes_of_every_move():
    now = HandClock()
    info = Info((parse_point("i9"),), Score(-7), depth=4, nodes=99)
    engine = FakeSeat(Play(parse_point("i9"), info))
    async with Session(
        None, HumanSeat(), engine, time_control=TimeControl.parse("60+2"), now=now
    ) as session:
        await settle(session)
        now.time += 10
        play(session, "h8")
        await until(lambda: session.phase == "waiting")
    first, second = (node.notes for node in session.node.path()[1:])
    assert (first.time, first.clock, first.score, first.depth) == (10, 52, None, None)
    assert (second.clock, second.score, second.depth, second.nodes) == (62, Score(-7), 4, 99)
    assert session.game.tags["time_control"] == "60+2"


async def test_undo_and_redo_set_both_clocks_back():
    now = HandClock()
    async with humans(time_control=TimeControl.parse("60+2"), now=now) as session:
        for point in ("h8", "i9", "j10"):
            await settle(session)
            now.time += 10
            play(session, point)
        await settle(session)
        now.time += 30
        assert session.clock.remaining(WHITE) == 22
        session.undo()
        assert (session.clock.remaining(BLACK), session.clock.remaining(WHITE)) == (52, 52)
        await settle(session)
        now.time += 5
        assert session.clock.remaining(BLACK) == 47
        session.redo()
        assert (session.clock.remaining(BLACK), session.clock.remaining(WHITE)) == (44, 52)


async def test_after_the_flag_has_fallen_an_undo_gives_the_time_back():
    now = HandClock()
    async with humans(time_control=TimeControl.parse("60"), now=now) as session:
        play(session, "h8")
        await settle(session)
        now.time += 100
        assert session.check_time()
        session.undo()
        await settle(session)
        assert (session.phase, session.clock.remaining(WHITE)) == ("waiting", 60)


async def test_a_pause_stops_the_clock_and_the_engine():
    now = HandClock()
    engine = FakeSeat("h8", held=True)
    async with Session(
        None, engine, HumanSeat(), time_control=TimeControl.parse("60/30"), now=now
    ) as session:
        await until(lambda: engine.in_flight)
        now.time += 10
        session.pause()
        session.pause()
        await until(lambda: not engine.in_flight)
        now.time += 1000
        assert (session.phase, session.clock.remaining(BLACK)) == ("paused", 20)
        engine.release()
        await settle(session)
        assert moves(session) == ""
        session.resume()
        await until(lambda: moves(session) == "h8")
        assert engine.states[1].limit == Limit(time=20, clock=50)


async def test_while_paused_no_move_can_be_made_but_one_taken_back():
    async with humans() as session:
        events = heard(session)
        play(session, "h8i9")
        session.pause()
        with refused("session.paused"):
            play(session, "a1")
        session.undo()
        await settle(session)
        assert (session.phase, moves(session)) == ("paused", "h8")
        session.resume()
        play(session, "a1")
    assert [kind for kind in kinds(events) if kind in ("Paused", "Resumed")] == [
        "Paused",
        "Resumed",
    ]


async def test_limits_beside_the_clock_reach_the_engine():
    engine = FakeSeat("h8")
    limit = Limit(time=3, depth=5, nodes=1000)
    async with Session(None, engine, HumanSeat(), limit=limit) as session:
        await until(lambda: session.phase == "waiting")
    assert engine.states[0].limit == limit
    assert engine.states[0].allowed is None


# Arranging


async def test_move_now_hurries_the_engine_once():
    engine = FakeSeat("h8", held=True)
    async with Session(None, engine, HumanSeat()) as session:
        await until(lambda: engine.in_flight)
        session.move_now()
        await until(lambda: moves(session) == "h8")
        await settle(session)
        with refused("session.nobody_thinks"):
            session.move_now()
    assert engine.hurried == 1


async def test_swapping_seats_gives_the_engine_the_other_colour():
    engine = FakeSeat("h8", held=True)
    async with Session(None, HumanSeat("Ann"), engine) as session:
        session.swap_seats()
        assert (session.game.black.name, session.game.white.name) == ("engine", "Ann")
        engine.release()
        await until(lambda: moves(session) == "h8")
        assert session.phase == "waiting"
        session.swap_seats()
        await until(lambda: len(session.board.moves) == 2)
    assert engine.most_in_flight == 1


async def test_restart_begins_a_new_game_and_leaves_the_old_one_alone():
    now = HandClock()
    board = parse_position("h8/i9", size=9 + 6, turn=WHITE)
    engine = FakeSeat("a1", "a2")
    async with Session(
        board, HumanSeat(), engine, time_control=TimeControl.parse("60"), now=now
    ) as session:
        await until(lambda: session.phase == "waiting")
        now.time += 10
        old = session.game
        session.restart()
        assert session.game is not old
        assert session.board == board
        assert len(old.moves()) == 1
        await until(lambda: session.phase == "waiting")
        assert session.clock.remaining(BLACK) == 60
        assert engine.states[0].game != engine.states[1].game


async def test_restart_with_another_game():
    async with humans() as session:
        session.restart(game_of("h8i9", size=19))
        assert (session.board.size, moves(session)) == (19, "h8i9")
        session.restart(game_of(FIVE))
        assert (await session.finished()).winner == BLACK
        session.restart()
        assert (session.phase, moves(session)) == ("waiting", "")


# The loop, its listeners, its store


async def test_listeners_hear_everything_in_order_even_what_a_listener_causes():
    async with humans() as session:

        def answer(event):
            if isinstance(event, MovePlayed) and event.colour == BLACK:
                play(session, "i9")

        session.subscribe(answer)
        events = heard(session)
        play(session, "h8")
    assert [e.colour for e in events if isinstance(e, MovePlayed)] == [BLACK, WHITE]


async def test_a_listener_that_fails_is_reported_and_the_game_goes_on():
    reports = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reports.append(context))

    def faulty(event):
        raise ZeroDivisionError

    async with humans() as session:
        session.subscribe(faulty)
        events = heard(session)
        await settle(session)
        reports.clear()
        play(session, "h8")
        assert [type(report["exception"]) for report in reports] == [ZeroDivisionError]
        assert kinds(events)[-1] == "MovePlayed"
        await settle(session)
        assert session.phase == "waiting"


async def test_who_has_left_hears_no_more():
    async with humans() as session:
        events = []
        leave = session.subscribe(events.append)
        leave()
        leave()
        play(session, "h8")
    assert events == []


async def test_a_listener_may_undo_what_it_hears_of_as_the_turn_begins():
    async with humans() as session:
        seen = []

        def undo(event):
            if isinstance(event, TurnBegan) and session.board.moves and not seen:
                seen.append(event)
                session.undo()

        session.subscribe(undo)
        play(session, "h8")
        await until(lambda: seen)
        await settle(session)
        assert (session.phase, moves(session)) == ("waiting", "")


@pytest.mark.parametrize(
    ("who", "name", "called"),
    [("level:2", "level:2", "Level 2: "), ("", "Rapfi", "Rapfi"), ("", "", "Black")],
)
async def test_whose_turn_it_is_is_told_by_a_name_for_people(who, name, called):
    engine = FakeSeat(held=True, name=name)
    engine.who = who
    async with Session(None, engine, HumanSeat()) as session:
        await until(lambda: session.phase == "thinking")
        with pytest.raises(IllegalMove) as refusal:
            session.offer(parse_point("h8"))
    assert called.lower() in str(refusal.value).lower()
    assert "level:2" not in str(refusal.value)


async def test_lines_of_an_engine_are_told_with_its_colour():
    engine = FakeSeat(held=True)
    async with Session(None, HumanSeat(), engine) as session:
        events = heard(session)
        engine.on_line("MESSAGE hm")
        session.swap_seats()
        engine.on_line("MESSAGE aha")
    said = [event for event in events if isinstance(event, EngineSaid)]
    assert said == [EngineSaid(WHITE, "MESSAGE hm"), EngineSaid(BLACK, "MESSAGE aha")]


async def test_seats_are_kept_by_a_game_played_to_its_end_and_closed_by_close():
    black, white = FakeSeat(), FakeSeat()
    games = [await Session(Board(5), black, white).play_to_end() for _ in range(2)]
    assert all(game.outcome for game in games)
    assert (black.closed, white.closed) == (0, 0)
    assert len({state.game for state in black.states}) == 2
    session = Session(None, black, white)
    await session.close()
    await session.close(seats=False)
    assert (black.closed, white.closed) == (1, 1)


async def test_closing_while_an_engine_thinks():
    engine = FakeSeat(held=True)
    session = Session(None, engine, HumanSeat())
    task = asyncio.create_task(session.run())
    waiting = asyncio.create_task(session.finished())
    await until(lambda: engine.in_flight)
    await session.close()
    assert engine.in_flight == 0
    assert await waiting is None
    await task


async def test_a_cancelled_loop_cancels_its_request():
    engine = FakeSeat(held=True)
    session = Session(None, engine, HumanSeat())
    task = asyncio.create_task(session.play_to_end())
    await until(lambda: engine.in_flight)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert engine.in_flight == 0


class Shelf:
    def __init__(self, fault=None):
        self.kept = []
        self.fault = fault

    async def save(self, game):
        self.kept.append((game, game.outcome, len(game.moves())))
        await asyncio.sleep(0)
        if self.fault is not None:
            raise self.fault


async def test_games_are_kept_when_they_end_and_when_they_are_left():
    shelf = Shelf()
    async with humans(store=shelf) as session:
        play(session, FIVE)
        won = session.game
        await until(lambda: shelf.kept)
        session.undo()
        session.resign()
        await until(lambda: len(shelf.kept) == 2)
        session.restart()
        session.restart()
        play(session, "h8")
        left = session.game
    assert [(game, outcome and outcome.reason) for game, outcome, _ in shelf.kept] == [
        (won, Reason.FIVE),
        (won, Reason.RESIGNATION),
        (left, None),
    ]


async def test_a_store_that_fails_does_not_end_the_session():
    shelf = Shelf(RecordError("archive.full", N_("the disk is full")))
    async with humans(store=shelf) as session:
        events = heard(session)
        session.resign()
        await until(lambda: "SaveFailed" in kinds(events))
        session.restart()
        play(session, "h8")


async def test_a_game_from_a_file_that_is_over_is_over():
    game = Game()
    game.outcome = Outcome(BLACK, Reason.RESIGNATION)
    async with humans(game) as session:
        assert (await session.finished()).reason == Reason.RESIGNATION
        session.undo()
        play(session, "h8")


class SlowToGetReady(FakeSeat):
    """Is ready when another one is getting ready, too; or fails to be."""

    def __init__(self, together, *, fault=None):
        super().__init__()
        self.together = together
        self.fault = fault

    async def ready(self, state):
        if not self.together.broken:
            await self.together.wait()
        if self.fault is not None:
            raise self.fault


async def test_both_seats_get_ready_at_the_same_time():
    together = asyncio.Barrier(2)
    session = Session(Board(5), SlowToGetReady(together), SlowToGetReady(together))
    async with asyncio.timeout(20):
        await session.prepare()
    await together.abort()
    assert (session.outcome, session.clock.running) == (None, None)
    assert (await session.play_to_end()).outcome is not None


@pytest.mark.parametrize(("colour", "winner"), [(BLACK, WHITE), (WHITE, BLACK)])
async def test_a_seat_that_does_not_get_ready_has_lost(colour, winner):
    together = asyncio.Barrier(2)
    fault = EngineError("engine.start_up", N_("it does not start"))
    faults = {colour: fault}
    seats = [SlowToGetReady(together, fault=faults.get(side)) for side in (BLACK, WHITE)]
    session = Session(Board(5), *seats)
    events = heard(session)
    await session.prepare()
    assert (session.outcome.winner, session.outcome.reason) == (winner, Reason.START_UP)
    assert events[0] == SeatFailed(colour, fault)
    game = await session.play_to_end()
    assert game.moves() == []
    await session.prepare()  # nothing to get ready for


def test_the_game_goes_on_from_any_node_and_keeps_what_was_played():
    clock = HandClock()
    session = humans(game_of(""), time_control=TimeControl.parse("60"), now=clock)
    play(session, FIVE)
    first = session.game.root.children[0]
    events = heard(session)
    session.go(first)
    assert (moves(session), session.outcome) == ("h8", None)
    session.offer(parse_point("i9"))
    assert [child.move for child in first.children] == [parse_point("i9"), parse_point("a1")]
    assert len(list(session.game.nodes())) == 11
    assert kinds(events) == ["Jumped", "MovePlayed"]


async def test_going_elsewhere_stops_an_engine_and_brings_the_clock_back():
    clock = HandClock()
    engine = FakeSeat(held=True)
    control = TimeControl.parse("60")
    async with Session(None, HumanSeat(), engine, time_control=control, now=clock) as session:
        session.offer(parse_point("h8"))
        await until(lambda: engine.in_flight == 1)
        clock.time += 7
        session.go(session.game.root)
        assert (session.clock.remaining(BLACK), session.clock.remaining(WHITE)) == (60, 60)
        await until(lambda: engine.in_flight == 0)
        assert session.phase == "waiting"


def test_going_where_the_game_stands_changes_nothing_unless_it_is_over():
    session = humans(game_of("h8i9"))
    generation = session.generation
    session.go(session.node)
    assert session.generation == generation
    session.resign()
    session.go(session.node)
    assert session.outcome is None
