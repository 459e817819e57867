"""Anything anybody may do in any order: what always holds."""

import asyncio
import contextlib

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from tests.play.seats import FakeSeat, HandClock, heard, settle
from wuzi.errors import N_, EngineError, IllegalMove
from wuzi.play import (
    GameOver,
    HumanSeat,
    Jumped,
    MovePlayed,
    Redone,
    Session,
    TimeControl,
    Undone,
)
from wuzi.rules import BLACK, STANDARD, WHITE, Board, all_points, moves_text


class AnyGame(RuleBasedStateMachine):
    """A 5x5 game, so that it often ends, between people and engines of any sort."""

    @initialize(
        seats=st.tuples(st.sampled_from(["human", "prompt", "held", "stubborn"]), st.booleans()),
        control=st.sampled_from(["none", "60", "/10", "60/10+2"]),
    )
    def begin(self, seats, control):
        kind, engine_is_black = seats
        self.loop = asyncio.new_event_loop()  # our own: pytest-asyncio has the current one
        self.now = HandClock()
        other = (
            HumanSeat("Bob")
            if kind == "human"
            else FakeSeat(held=kind != "prompt", stubborn=kind == "stubborn")
        )
        both = [HumanSeat("Ann"), other]
        if engine_is_black:
            both.reverse()
        self.engine = None if kind == "human" else other
        self.loop.run_until_complete(self._start(both, TimeControl.parse(control)))
        self.generation = 0

    async def _start(self, seats, control):
        self.session = Session(
            Board(5, STANDARD), *seats, time_control=control, margin=0, now=self.now
        )
        self.events = heard(self.session)
        self.task = asyncio.create_task(self.session.run())

    def attempt(self, command, *arguments):
        """Whether it was accepted; what is refused changes nothing."""

        async def act():
            self.before = self.session.board.copy()
            # Looked at here: an engine may move before this task has its turn.
            self.could = self.session.can_undo, self.session.can_redo
            before = self.summary()
            try:
                command(*arguments)
            except IllegalMove:
                if not (self.events and isinstance(self.events[-1], GameOver)):
                    assert before == self.summary()  # unless the flag fell as one looked
                return False
            return True

        return self.loop.run_until_complete(act())

    def summary(self):
        session = self.session
        return (
            session.generation,
            moves_text(session.board.moves),
            session.outcome,
            session.draw_offered_by,
            session.phase,
        )

    @rule(index=st.integers(0, 24))
    def offer(self, index):
        self.attempt(self.session.offer, all_points(5)[index])

    @rule()
    def undo(self):
        done = self.attempt(self.session.undo)
        assert done == self.could[0]
        if done:
            board = self.before
            undone = [event for event in self.events if isinstance(event, Undone)][-1]
            for _ in range(undone.plies):
                board.pop()
            assert undone.node is self.session.node
            assert self.session.board == board
            assert self.session.outcome is None

    @rule()
    def redo(self):
        assert self.attempt(self.session.redo) == self.could[1]

    @rule()
    def undo_and_redo(self):
        if not self.attempt(self.session.undo) or self.session.board == self.before:
            return
        before = self.before
        assert self.attempt(self.session.redo)
        if self.engine is None:
            assert self.session.board == before
        else:  # further, perhaps: to the person's own turn
            assert self.session.board.moves[: len(before.moves)] == before.moves

    @rule(data=st.data())
    def go(self, data):
        node = data.draw(st.sampled_from(list(self.session.game.nodes())))
        assert self.attempt(self.session.go, node)
        if self.engine is None:
            assert self.session.node is node
        else:  # further, perhaps, if it is on turn there
            assert node in self.session.node.path()
        assert self.session.outcome == self.session.board.outcome

    @rule()
    def resign(self):
        self.attempt(self.session.resign)

    @rule(colour=st.sampled_from([None, BLACK, WHITE]))
    def offer_draw(self, colour):
        self.attempt(self.session.offer_draw, colour)

    @rule(accept=st.booleans())
    def answer_draw(self, accept):
        self.attempt(self.session.accept_draw if accept else self.session.decline_draw)

    @rule()
    def pause(self):
        self.attempt(self.session.pause)

    @rule()
    def resume(self):
        self.attempt(self.session.resume)

    @rule()
    def restart(self):
        self.attempt(self.session.restart)

    @rule()
    def swap(self):
        self.attempt(self.session.swap_seats)

    @rule()
    def move_now(self):
        self.attempt(self.session.move_now)

    @rule(seconds=st.floats(0.1, 15))
    def time_passes(self, seconds):
        self.now.time += seconds
        self.attempt(self.session.check_time)

    @precondition(lambda self: self.engine is not None)
    @rule(crash=st.booleans())
    def engine_answers(self, crash):
        if crash:
            self.engine.script = [EngineError("engine.crash", N_("it crashed"))]
        self.engine.release()
        self.let_the_loop_run()
        self.engine.script = []
        self.engine.hold()

    @rule()
    def let_the_loop_run(self):
        self.loop.run_until_complete(settle(self.session))

    @invariant()
    def holds(self):
        session = self.session
        assert session.board == session.game.board(session.node)
        assert session.board.cells == Board.from_moves(session.board.moves, 5, STANDARD).cells
        assert session.generation >= self.generation
        self.generation = session.generation
        assert session.game.outcome == session.outcome
        assert (session.phase == "over") == (session.outcome is not None)
        if session.board.outcome is not None:
            assert session.outcome == session.board.outcome
        if session.outcome is not None:
            assert session.game.end is session.node
            assert session.clock.running is None
        assert list(session.game.root.line())[: len(session.node.path())] == session.node.path()
        if self.engine is not None:
            assert self.engine.most_in_flight <= 1
        assert not self.task.done()

    @invariant()
    def events_tell_the_whole_story(self):
        """The moves on the board are those the events tell of."""
        plies = 0
        for event in self.events:
            match event:
                case MovePlayed():
                    plies += 1
                case Redone():
                    plies += event.plies
                case Undone():
                    plies -= event.plies
                case Jumped():
                    plies = len(self.session.game.moves(event.node))
                case _ if type(event).__name__ == "Restarted":
                    plies = 0
        assert plies == len(self.session.board.moves)

    def teardown(self):
        if not hasattr(self, "loop"):
            return
        self.loop.run_until_complete(self._leave())
        self.loop.close()

    async def _leave(self):
        async with asyncio.timeout(10):
            await self.session.close()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task
        assert asyncio.all_tasks() == {asyncio.current_task()}


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAnyGame.pytestmark = [pytest.mark.timeout(110)]
