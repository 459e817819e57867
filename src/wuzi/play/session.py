"""The one loop that asks the seats in turn, used by window, terminal, web and arena.

The loop compares generations before it believes an answer: what an engine says about a
position that is gone, after an undo for instance, is dropped.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from types import TracebackType
from typing import Final, Literal, Self

from wuzi.errors import N_, EngineError, IllegalMove, WuziError
from wuzi.play.clock import UNLIMITED, Now, TimeControl
from wuzi.play.events import Event, SaveFailed, SeatFailed, TurnBegan
from wuzi.play.progress import GameInProgress
from wuzi.play.seat import AcceptDraw, Choice, Play, Resign, Seat, State
from wuzi.play.store import GameStore
from wuzi.rules import BLACK, WHITE, Board, Colour, Game, Node, Outcome, Reason, opponent
from wuzi.thinking import Limit

Phase = Literal["idle", "thinking", "waiting", "paused", "over"]
"""``thinking``: an engine is asked; ``waiting``: for a person; ``idle``: no loop runs."""

_FIRST_WORD: Final = 0.5
"""Seconds the loop leaves an engine's seat to say itself that the time is up, and how."""

_REASONS = {
    "engine.missing": Reason.START_UP,
    "engine.start_up": Reason.START_UP,
    "engine.time": Reason.TIME,
    "engine.crash": Reason.CRASH,
    "engine.garbage": Reason.GARBAGE,
    "engine.illegal": Reason.ILLEGAL,
    "move.forbidden": Reason.FORBIDDEN,
}


class Session(GameInProgress):
    """A game between two seats, and the loop that asks them.

    The commands of :class:`~wuzi.play.progress.GameInProgress` (``offer``, ``undo``,
    ``resign``, ...) act at once, whatever the loop is doing.

    Parameters
    ----------
    game : Game or Board or None
        What to play on from; ``None`` is an empty board, 15x15, freestyle. Of a ``Game``
        the tree is used as it is and grows.
    black, white : Seat
        They may have sat in another session before, if that one has been left.
    node : Node, optional
        Where in ``game`` to start; default: the end of its main line.
    time_control : TimeControl, default UNLIMITED
    white_time_control : TimeControl, optional
        White's, where it is not the same as black's.
    limit : Limit, default no limit
        Nodes and depth for every move of an engine, and a time a move where the time
        control has none.
    margin : float, default 1.0
        Seconds an engine may overstep the time control before it loses by that.
    patience : float, optional
        Seconds after which an engine that has not moved loses, whatever the clock says: for
        games without a time control, where a silent engine would be waited for for ever.
    store : GameStore, optional
        Is given every game that ends or is left.
    now : callable, default time.monotonic
        The source of time of the clock.

    Examples
    --------
    >>> import asyncio
    >>> from wuzi.play import HumanSeat
    >>> from wuzi.rules import parse_moves, moves_text
    >>> async def play():
    ...     async with Session(None, HumanSeat("Ann"), HumanSeat("Bob")) as session:
    ...         for move in parse_moves("h8i9g7"):
    ...             session.offer(move)
    ...         session.undo()
    ...         session.resign()
    ...         return await session.finished(), moves_text(session.board.moves)
    >>> outcome, moves = asyncio.run(play())
    >>> outcome.score, str(outcome.reason), moves
    ('0-1', 'resignation', 'h8i9')
    """

    def __init__(
        self,
        game: Game | Board | None,
        black: Seat,
        white: Seat,
        *,
        node: Node | None = None,
        time_control: TimeControl = UNLIMITED,
        white_time_control: TimeControl | None = None,
        limit: Limit = Limit(),  # noqa: B008  (it is frozen)
        margin: float = 1.0,
        patience: float | None = None,
        store: GameStore | None = None,
        now: Now = time.monotonic,
    ) -> None:
        super().__init__(
            game,
            black,
            white,
            node=node,
            time_control=time_control,
            white_time_control=white_time_control,
            margin=margin,
            now=now,
        )
        self._limit = limit
        self._patience = patience
        self._store = store
        self._unsaved: list[Game] = []
        self._hurried = False
        self._closing = False
        self._running = False
        self._wake = asyncio.Event()  # something has happened that the loop must look at
        self._settled = asyncio.Event()  # there is an outcome, or the loop has ended
        self._ended = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._note_settled()

    @property
    def phase(self) -> Phase:
        """What the session is doing."""
        if self.outcome is not None:
            return "over"
        if self._paused:
            return "paused"
        begun = self._running or self._task is not None
        if self._ended.is_set() or not begun:
            return "idle"
        return "waiting" if self.seat(self.turn).is_human else "thinking"

    def move_now(self) -> None:
        """Have the engine on turn play the best it has found.

        Raises
        ------
        IllegalMove
            If no engine is thinking.
        """
        if self.phase != "thinking":
            raise IllegalMove("session.nobody_thinks", N_("no engine is thinking now"))
        self._hurried = True
        self._wake.set()

    # What the commands report

    def _changed(self, *events: Event) -> None:
        self._hurried = False
        self._wake.set()
        self._note_settled()
        super()._changed(*events)

    def _note_settled(self) -> None:
        if self.outcome is not None:
            self._settled.set()
        elif not self._ended.is_set():
            self._settled.clear()

    def _note_over(self) -> None:
        self._keep()

    def _leave_game(self) -> None:
        if self.outcome is None and self.board.moves:
            super()._leave_game()
            self._keep()

    def _keep(self) -> None:
        if self._store is not None and not any(game is self.game for game in self._unsaved):
            self._unsaved.append(self.game)

    # The loop

    async def run(self) -> None:
        """Ask the seats in turn until :meth:`close`; wait while the game is paused or over.

        What an engine does wrong becomes the result of the game and is not raised.
        """
        assert not self._running, "one loop a session"
        self._running = True
        try:
            while not self._closing:
                self._wake.clear()
                await self._save()
                if self._closing:
                    break
                if self.outcome is not None or self._paused:
                    await self._wake.wait()
                else:
                    await self._ask_and_act()
            self._leave_game()
            await self._save()
        finally:
            self._running = False
            self.clock.pause()
            self._ended.set()
            self._settled.set()

    async def _ask_and_act(self) -> None:
        """Ask the seat on turn once, and do what it says unless the game has changed."""
        colour, seat = self.turn, self.seat(self.turn)
        generation = self._generation
        self._bulletin.post(TurnBegan(colour, generation))
        if self._generation != generation:  # a listener has acted
            return
        request = asyncio.create_task(self._ask(seat, self._state(colour)))
        try:
            await self._attend(request, seat, colour)
        finally:
            if not request.done():
                request.cancel()
                await asyncio.wait({request})
        fault = None if request.cancelled() else request.exception()
        if fault is not None and not isinstance(fault, EngineError):
            raise fault
        if self._generation != generation or self._closing:
            return
        if fault is not None:
            self._seat_failed(colour, fault)
        elif not self.check_time():
            choice = request.result()
            assert choice is not None
            self._act(colour, choice)

    async def _ask(self, seat: Seat, state: State) -> Choice | None:
        """The seat's choice; ``None`` if the game has changed before it was asked."""
        await seat.ready(state)
        if self._generation != state.generation:
            return None
        self.clock.start(state.board.turn)
        self._wake.set()  # the loop must learn how long it may wait now
        return await seat.choose(state)

    def _state(self, colour: Colour) -> State:
        limit = self.clock.limit(colour)
        limit = replace(
            limit,
            nodes=self._limit.nodes,
            depth=self._limit.depth,
            time=self._limit.time if limit.time is None else limit.time,
        )
        waits = [s for s in (self.until_flag(colour), self._patience) if s is not None]
        return State(
            self.board.copy(),
            limit,
            min(waits, default=None),
            self._generation,
            self._number,
            self.clock.controls[colour],
            self._draw_from,
        )

    async def _attend(
        self, request: asyncio.Task[Choice | None], seat: Seat, colour: Colour
    ) -> None:
        """Wait until ``request`` is answered, or overtaken, or its time is up."""
        generation = self._generation
        request.add_done_callback(lambda _: self._wake.set())
        hurried = False
        while True:
            left = self.until_flag(colour) if self.clock.running else None
            if left is not None and not seat.is_human:
                left += _FIRST_WORD
            try:
                async with asyncio.timeout(left):
                    await self._wake.wait()
            except TimeoutError:
                self.check_time()
            self._wake.clear()
            if request.done() or self._generation != generation or self._closing:
                return
            asked = self.clock.running is not None  # else the seat is still getting ready
            if self._hurried and asked and not hurried:
                hurried = True  # once: to a second word the answer would be a second move
                await seat.move_now()

    def _act(self, colour: Colour, choice: Choice) -> None:
        match choice:
            case Resign():
                self._end(Outcome(opponent(colour), Reason.RESIGNATION))
            case AcceptDraw():
                if self._draw_from == opponent(colour):
                    self.accept_draw()
                else:
                    error = N_("it accepted a draw that was not offered")
                    self._seat_failed(colour, EngineError("engine.garbage", error))
            case Play():
                try:
                    self._play(choice)
                except IllegalMove as error:
                    self._seat_failed(colour, error)
                    return
                if choice.offers_draw and self.outcome is None:
                    self.offer_draw(colour)

    def _seat_failed(self, colour: Colour, error: WuziError) -> None:
        reason = _REASONS.get(error.id, Reason.ILLEGAL)
        outcome = Outcome(opponent(colour), reason, detail=str(error))
        self._end(outcome, SeatFailed(colour, error))

    async def _save(self) -> None:
        while self._store is not None and self._unsaved:
            game = self._unsaved.pop(0)
            try:
                await self._store.save(game)
            except WuziError as error:
                self._bulletin.post(SaveFailed(error))

    # Beginning and ending the loop

    async def prepare(self) -> None:
        """Have both seats get ready at the same time, before the game begins.

        Otherwise each does when it is first asked. What an engine does wrong becomes the
        result of the game.
        """
        colours = [] if self.outcome is not None else [BLACK, WHITE]
        faults = await asyncio.gather(
            *(self.seat(colour).ready(self._state(colour)) for colour in colours),
            return_exceptions=True,
        )
        for colour, fault in zip(colours, faults, strict=True):
            if isinstance(fault, EngineError):
                if self.outcome is None:
                    self._seat_failed(colour, fault)
            elif fault is not None:
                raise fault

    async def finished(self) -> Outcome | None:
        """Wait for a result and return it; ``None`` if the session is left without one."""
        while self.outcome is None and not self._ended.is_set():
            await self._settled.wait()
        return self.outcome

    async def play_to_end(self) -> Game:
        """Run the loop until the game has a result, and leave the seats as they are.

        For games that nobody watches: the seats may sit down to another session then, and
        whoever made them closes them.
        """
        runner = asyncio.create_task(self.run())
        try:
            await self.finished()
        finally:
            self._closing = True
            self._wake.set()
            await runner
        return self.game

    async def close(self, *, seats: bool = True) -> None:
        """End the loop, and by default close the seats and their engines. May be repeated."""
        self._closing = True
        self._wake.set()
        if self._running or (self._task is not None and not self._task.done()):
            await self._ended.wait()
        self._ended.set()
        self._settled.set()
        if seats:
            await asyncio.gather(*(seat.close() for seat in self._seats.values()))

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self.run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
        assert self._task is not None
        await self._task
