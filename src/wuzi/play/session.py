"""One game in progress: the one loop that asks the seats, referees, keeps time and undoes.

Commands (:meth:`Session.offer`, :meth:`Session.undo`, ...) act at once, or raise a
sentence and change nothing. The loop (:meth:`Session.run`) asks the seat on turn. Each
change raises the generation, which the loop compares before it believes an answer: what
an engine says about a position that is gone is dropped.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Literal, Self

from wuzi.errors import N_, EngineError, IllegalMove, WuziError
from wuzi.play.clock import UNLIMITED, Clock, ClockState, Now, TimeControl
from wuzi.play.cursor import Cursor
from wuzi.play.events import (
    Bulletin,
    DrawAnswered,
    DrawOffered,
    EngineSaid,
    Event,
    GameOver,
    Listener,
    MovePlayed,
    Paused,
    Redone,
    Restarted,
    Resumed,
    SaveFailed,
    SeatFailed,
    SeatsSwapped,
    TurnBegan,
    Undone,
)
from wuzi.play.seat import AcceptDraw, Choice, Play, Resign, Seat, State
from wuzi.play.store import GameStore
from wuzi.rules import (
    BLACK,
    COLOUR_NAMES,
    EMPTY,
    WHITE,
    Board,
    Colour,
    Game,
    Move,
    Node,
    Outcome,
    Player,
    Reason,
    opponent,
)
from wuzi.thinking import Limit

Phase = Literal["idle", "thinking", "waiting", "paused", "over"]
"""``thinking``: an engine is asked; ``waiting``: for a person; ``idle``: no loop runs."""

_game_numbers = itertools.count(1)

_REASONS = {
    "engine.missing": Reason.START_UP,
    "engine.start_up": Reason.START_UP,
    "engine.time": Reason.TIME,
    "engine.crash": Reason.CRASH,
    "engine.garbage": Reason.GARBAGE,
    "engine.illegal": Reason.ILLEGAL,
    "move.forbidden": Reason.FORBIDDEN,
}


class Session:
    """A game between two seats.

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
    limit : Limit, default no limit
        Nodes and depth for every move of an engine, and a time a move where the time
        control has none.
    margin : float, default 1.0
        Seconds an engine may overstep its time before it loses by that.
    store : GameStore, optional
        Is given every game that ends or is left.
    now : callable, default time.monotonic
        The source of time of the clock.

    Attributes
    ----------
    game : Game
        The tree. Moves taken back stay in it.
    clock : Clock

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
        limit: Limit = Limit(),  # noqa: B008  (frozen)
        margin: float = 1.0,
        store: GameStore | None = None,
        now: Now = time.monotonic,
    ) -> None:
        self.clock = Clock(time_control, now)
        self._seats: dict[Colour, Seat] = {BLACK: black, WHITE: white}
        self._limit = limit
        self._margin = margin
        self._store = store
        self._bulletin = Bulletin()
        self._generation = 0
        self._paused = False
        self._draw_from: Colour | None = None
        self._hurried = False
        self._closing = False
        self._running = False
        self._wake = asyncio.Event()  # something has happened that the loop must look at
        self._settled = asyncio.Event()  # there is an outcome, or the loop has ended
        self._ended = asyncio.Event()
        self._unsaved: list[Game] = []
        self._task: asyncio.Task[None] | None = None
        self._listen_to_seats()
        self._set_up(game, node)

    def _listen_to_seats(self) -> None:
        for seat in self._seats.values():
            seat.on_line = self._line_listener(seat)

    def _line_listener(self, seat: Seat) -> Callable[[str], None]:
        def say(line: str) -> None:
            colour = BLACK if self._seats[BLACK] is seat else WHITE
            self._bulletin.post(EngineSaid(colour, line))

        return say

    def _set_up(self, game: Game | Board | None, node: Node | None) -> None:
        """Begin with ``game`` at ``node``."""
        if not isinstance(game, Game):
            game = Game() if game is None else Game.from_board(game)
        outcome = game.outcome if node is None or node is game.end else None
        self._cursor = Cursor(game, node)
        self._number = next(_game_numbers)
        self.clock.reset()
        self._times: dict[Node, ClockState] = {self.node: self.clock.state()}
        self._draw_from = None
        game.outcome = self.board.outcome or outcome
        self._name_players()
        if self.clock.control != UNLIMITED:
            game.tags["time_control"] = str(self.clock.control)
        self._note_settled()

    def _name_players(self) -> None:
        black, white = self._seats[BLACK], self._seats[WHITE]
        self.game.black = Player(black.name, black.who)
        self.game.white = Player(white.name, white.who)

    # Looking

    @property
    def game(self) -> Game:
        """The tree of the game; another object after :meth:`restart`."""
        return self._cursor.game

    @property
    def node(self) -> Node:
        """Where in the tree the game stands."""
        return self._cursor.node

    @property
    def board(self) -> Board:
        """The position; look, and leave it as it is."""
        return self._cursor.board

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return self.board.turn

    @property
    def outcome(self) -> Outcome | None:
        """The result, or ``None`` while the game goes on."""
        return self.game.outcome

    @property
    def generation(self) -> int:
        """Grows with every change of what is played, asked or agreed."""
        return self._generation

    @property
    def draw_offered_by(self) -> Colour | None:
        """The side whose offer of a draw stands."""
        return self._draw_from

    @property
    def phase(self) -> Phase:
        """What the session is doing."""
        if self.outcome is not None:
            return "over"
        if self._paused:
            return "paused"
        if not self._running:
            return "idle"
        return "waiting" if self.seat(self.turn).is_human else "thinking"

    def seat(self, colour: Colour) -> Seat:
        """Who plays ``colour``."""
        return self._seats[colour]

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell ``listener`` every event from now on; the function returned ends that.

        A listener that raises is reported to the loop's exception handler; the game and
        the other listeners go on.
        """
        return self._bulletin.subscribe(listener)

    def _humans(self) -> list[Colour]:
        return [colour for colour, seat in self._seats.items() if seat.is_human]

    # Moving

    def offer(self, move: Move) -> Node:
        """Make a move (a point or ``PASS``) for the person on turn; its node.

        Raises
        ------
        IllegalMove
            If the game is over or paused, an engine is to move, or the move is illegal.
        """
        self.check_time()
        self._require_playing()
        seat = self.seat(self.turn)
        if not seat.is_human:
            raise IllegalMove(
                "session.not_your_turn",
                N_("it is the turn of {name}: wait for its move, or take one back"),
                name=seat.name or COLOUR_NAMES[self.turn],
            )
        return self._play(Play(move))

    def _require_playing(self) -> None:
        if self.outcome is not None:
            raise IllegalMove(
                "move.over", N_("the game is over: take a move back or start a new one")
            )
        if self._paused:
            raise IllegalMove("session.paused", N_("the game is paused: resume it first"))

    def _play(self, choice: Play) -> Node:
        colour = self.turn
        node = self._cursor.play(choice.move)
        timed = self.clock.press()
        elapsed = timed if choice.elapsed is None or self._is_timed() else choice.elapsed
        notes = node.notes
        notes.time = round(elapsed, 3)
        notes.clock = self.clock.match_left(colour)
        if choice.info is not None:
            notes.score = choice.info.score
            notes.depth = choice.info.depth or None
            notes.nodes = choice.info.nodes or None
        self._times[node] = self.clock.state()
        events: list[Event] = [MovePlayed(node, colour, choice.move, choice.info, elapsed)]
        if self._draw_from == opponent(colour):
            self._draw_from = None
            events.append(DrawAnswered(colour, accepted=False))
        self._arrive(*events)
        return node

    def _is_timed(self) -> bool:
        return self.clock.control != UNLIMITED

    def _arrive(self, *events: Event) -> None:
        """Take note that the game stands at another node, tell, and let the loop look."""
        self.game.outcome = self.board.outcome
        if self.board.outcome is not None:
            self._draw_from = None
            events = (*events, GameOver(self.board.outcome))
        self._changed(*events)

    def _changed(self, *events: Event) -> None:
        self._generation += 1
        self._note_settled()
        self._wake.set()
        self._bulletin.post(*events)

    def _note_settled(self) -> None:
        if self.outcome is not None:
            self._paused = False
            self._settled.set()
            if self._store is not None and not any(g is self.game for g in self._unsaved):
                self._unsaved.append(self.game)
        elif not self._ended.is_set():
            self._settled.clear()

    def undo(self) -> int:
        """Take moves back; how many.

        Between two people (or two engines) the last one; against an engine back to the
        person's own move, also while the engine thinks. After the end the game is open
        again; a resignation before one's first move is just taken back (0).

        Raises
        ------
        IllegalMove
            If there is nothing to take back.
        """
        plies = self._plies_back()
        self._cursor.take_up()
        for _ in range(plies):
            self._cursor.back()
        self._return()
        self._arrive(Undone(self.node, plies))
        return plies

    def _plies_back(self) -> int:
        """How many moves an undo takes back."""
        made = len(self.board.moves)
        humans = self._humans()
        plies = 2 if len(humans) == 1 and humans[0] == self.turn else 1
        if plies <= made:
            return plies
        if self.outcome is not None and self.board.outcome is None:
            return 0
        if made == 0:
            raise IllegalMove("undo.none", N_("there is no move to take back"))
        raise IllegalMove("undo.none_yours", N_("there is no move of yours to take back"))

    def redo(self) -> int:
        """Make moves again that were taken back, as far as one :meth:`undo` goes; how many.

        Raises
        ------
        IllegalMove
            If there are none.
        """
        if self._cursor.ahead() is None:
            raise IllegalMove("redo.none", N_("there is no move to make again"))
        humans = self._humans()
        plies = 0
        while self._cursor.forward() is not None:
            plies += 1
            if len(humans) != 1 or self.turn == humans[0] or self.board.outcome is not None:
                break
        self._return()
        self._arrive(Redone(self.node, plies))
        return plies

    def _return(self) -> None:
        """The clock and the offers as they stood when the game first came to this node."""
        self._draw_from = None
        state = self._times.get(self.node)
        if state is None:  # a node that was there before the session
            self.clock.reset()
        else:
            self.clock.restore(state)

    # Ending

    def resign(self, colour: Colour | None = None) -> None:
        """Give the game up for ``colour``.

        By default for the person on turn, or else the only person at the board.

        Raises
        ------
        IllegalMove
            If the game is over, or nobody at the board is a person.
        """
        self._require_open()
        colour = self._speaker(colour)
        self._end(Outcome(opponent(colour), Reason.RESIGNATION))

    def adjudicate(self, outcome: Outcome) -> None:
        """End the game by a verdict from outside, such as an arena's rule for long games.

        Raises
        ------
        IllegalMove
            If the game is over.
        """
        self._require_open()
        self._end(outcome)

    def _require_open(self) -> None:
        if self.outcome is not None:
            self._require_playing()

    def _speaker(self, colour: Colour | None) -> Colour:
        """Who speaks: ``colour`` if given, else the person on turn or the only person."""
        humans = self._humans()
        if colour is not None:
            return colour
        if self.turn in humans:
            return self.turn
        if len(humans) == 1:
            return humans[0]
        raise IllegalMove(
            "session.no_person", N_("nobody plays here who could say that: two engines play")
        )

    def _end(self, outcome: Outcome, *before: Event) -> None:
        """End the game otherwise than by the board."""
        self.clock.pause()
        self._draw_from = None
        self._cursor.put_aside()
        self.game.outcome = outcome
        self._changed(*before, GameOver(outcome))

    def check_time(self) -> bool:
        """Look at the clock: end the game if the flag of the side on move has fallen.

        The loop does so by itself when the time has come; a face may at any moment.

        Returns
        -------
        bool
            Whether the flag has fallen now.
        """
        colour = self.clock.running
        if self.outcome is not None or colour is None:
            return False
        left = self._patience(colour)
        if left is None or left > 0:
            return False
        self._end(Outcome(opponent(colour), Reason.TIME))
        return True

    def _patience(self, colour: Colour) -> float | None:
        """Seconds until ``colour`` loses by time; ``None`` for never."""
        left = self.clock.remaining(colour)
        if left is None or self.seat(colour).is_human:
            return left
        return left + self._margin

    # Draws by agreement

    def offer_draw(self, colour: Colour | None = None) -> None:
        """Offer a draw for ``colour`` (default as in :meth:`resign`).

        An engine answers at once (see ``EngineSeat.answers_draw``). A person answers by
        :meth:`accept_draw` or :meth:`decline_draw`; a move declines. To offer what has
        just been offered is to accept.

        Raises
        ------
        IllegalMove
            If the game is over or paused, or the same side's offer stands already.
        """
        self._require_playing()
        colour = self._speaker(colour)
        if self._draw_from == opponent(colour):
            self.accept_draw()
            return
        if self._draw_from == colour:
            raise IllegalMove(
                "draw.offered", N_("a draw is offered already: wait for the answer, or play on")
            )
        other = opponent(colour)
        answer = self.seat(other).answers_draw(self.board.copy(), other)
        if answer:
            agreed = DrawOffered(colour), DrawAnswered(other, accepted=True)
            self._end(Outcome(EMPTY, Reason.AGREEMENT), *agreed)
        elif answer is None:
            self._draw_from = colour
            self._changed(DrawOffered(colour))
        else:
            self._bulletin.post(DrawOffered(colour), DrawAnswered(other, accepted=False))

    def accept_draw(self) -> None:
        """Take the draw that is offered.

        Raises
        ------
        IllegalMove
            If none is.
        """
        other = self._answerer()
        self._end(Outcome(EMPTY, Reason.AGREEMENT), DrawAnswered(other, accepted=True))

    def decline_draw(self) -> None:
        """Play on instead of the draw that is offered.

        Raises
        ------
        IllegalMove
            If none is.
        """
        other = self._answerer()
        self._draw_from = None
        self._changed(DrawAnswered(other, accepted=False))

    def _answerer(self) -> Colour:
        self._require_playing()
        if self._draw_from is None:
            raise IllegalMove("draw.none", N_("no draw is offered"))
        return opponent(self._draw_from)

    # Arranging

    def pause(self) -> None:
        """Stop the clock and ask nobody until :meth:`resume`; nothing if paused already.

        Raises
        ------
        IllegalMove
            If the game is over.
        """
        self.check_time()
        self._require_open()
        if not self._paused:
            self._paused = True
            self.clock.pause()
            self._changed(Paused())

    def resume(self) -> None:
        """Go on after :meth:`pause`; nothing if the game is not paused."""
        if self._paused:
            self._paused = False
            self._changed(Resumed())

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

    def swap_seats(self) -> None:
        """Let black's and white's players change places; the clock stays with the colours.

        Raises
        ------
        IllegalMove
            If the game is over: its record names who won.
        """
        self._require_open()
        self._seats = {BLACK: self._seats[WHITE], WHITE: self._seats[BLACK]}
        self._draw_from = None
        self._name_players()
        self.clock.pause()
        self._changed(SeatsSwapped())

    def restart(self, game: Game | Board | None = None, *, node: Node | None = None) -> None:
        """Begin a new game between the same seats, paused or not as before.

        Parameters
        ----------
        game : Game or Board, optional
            What to play on from, as in the constructor. By default an empty board of the
            same size and rule, or the same set-up.
        node : Node, optional
            Where in ``game``.
        """
        self._leave_game()
        self._set_up(game if game is not None else self._anew(), node)
        self._changed(Restarted())
        if self.outcome is not None:
            self._bulletin.post(GameOver(self.outcome))

    def _anew(self) -> Game:
        """The game again before its first move."""
        old = self.game
        game = Game(old.size, old.rule, rule_known=old.rule_known)
        game.forbidden_loses = old.forbidden_loses
        if old.root.has_notes and old.root.notes.set_up is not None:
            game.root.notes.set_up = old.root.notes.set_up
        return game

    def _leave_game(self) -> None:
        """Remember an unfinished game for the store."""
        if self._store is not None and self.outcome is None and self.board.moves:
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
        self._hurried = False
        self._bulletin.post(TurnBegan(colour, generation))
        if self._generation != generation:  # a listener has acted
            return
        request = asyncio.create_task(self._ask(seat, colour))
        try:
            await self._attend(request, seat, colour)
        finally:
            request.cancel()
            await asyncio.wait({request})
        fault = None if request.cancelled() else request.exception()
        if fault is not None and not isinstance(fault, EngineError):
            raise fault
        if self._generation != generation or self._closing or request.cancelled():
            return
        if fault is not None:
            self._seat_failed(colour, fault)
        elif not self.check_time():
            self._act(colour, request.result())

    async def _ask(self, seat: Seat, colour: Colour) -> Choice:
        await seat.ready(self._state(colour))
        self.clock.start(colour)
        self._wake.set()  # the loop must learn how long it may wait now
        return await seat.choose(self._state(colour))

    def _state(self, colour: Colour) -> State:
        limit = self.clock.limit(colour)
        limit = replace(
            limit,
            nodes=self._limit.nodes,
            depth=self._limit.depth,
            time=self._limit.time if limit.time is None else limit.time,
        )
        return State(
            self.board.copy(),
            limit,
            self._patience(colour),
            self._generation,
            self._number,
            self.clock.control,
            self._draw_from,
        )

    async def _attend(self, request: asyncio.Task[Choice], seat: Seat, colour: Colour) -> None:
        """Wait until ``request`` is answered, or overtaken, or its time is up."""
        generation = self._generation
        request.add_done_callback(lambda _: self._wake.set())
        while True:
            running = self.clock.running is not None
            try:
                async with asyncio.timeout(self._patience(colour) if running else None):
                    await self._wake.wait()
            except TimeoutError:
                self.check_time()
            self._wake.clear()
            if request.done() or self._generation != generation or self._closing:
                return
            if self._hurried:
                self._hurried = False
                await seat.move_now()

    def _act(self, colour: Colour, choice: Choice) -> None:
        match choice:
            case Resign():
                self._end(Outcome(opponent(colour), Reason.RESIGNATION))
            case AcceptDraw():
                if self._draw_from == opponent(colour):
                    self.accept_draw()
                else:
                    self._seat_failed(colour, _no_draw())
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
        if self._running:
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


def _no_draw() -> EngineError:
    return EngineError("engine.garbage", N_("it accepted a draw that was not offered"))
