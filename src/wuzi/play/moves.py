"""The moves of a game in progress: made, taken back, made again, and how they end.

Beside the moves, :mod:`wuzi.play.progress` has what the players agree and arrange.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable

from wuzi.errors import N_, IllegalMove
from wuzi.play.clock import UNLIMITED, Clock, ClockState, Now, TimeControl
from wuzi.play.cursor import Cursor
from wuzi.play.events import (
    Bulletin,
    DrawAnswered,
    EngineSaid,
    EngineThinks,
    Event,
    GameOver,
    Jumped,
    Listener,
    MovePlayed,
    Redone,
    Undone,
)
from wuzi.play.seat import Play, Seat
from wuzi.players import parse_who, title
from wuzi.rules import (
    BLACK,
    COLOUR_NAMES,
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

_game_numbers = itertools.count(1)


class Moves:
    """The moves of a game between two seats, its clock and its listeners.

    Every change raises :attr:`generation`. Commands that cannot be followed raise one
    sentence and change nothing.

    Parameters
    ----------
    game, black, white, node, time_control, white_time_control, margin, now
        As for :class:`~wuzi.play.session.Session`.
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
        margin: float = 1.0,
        now: Now = time.monotonic,
    ) -> None:
        self.clock = Clock(time_control, now, white=white_time_control)
        self._seats: dict[Colour, Seat] = {BLACK: black, WHITE: white}
        self._margin = margin
        self._bulletin = Bulletin()
        self._generation = 0
        self._paused = False
        self._draw_from: Colour | None = None  # whose offer of a draw stands
        for seat in (black, white):
            self._listen_to(seat)
        self._begin(game, node)

    def _listen_to(self, seat: Seat) -> None:
        def colour() -> Colour:
            return BLACK if self._seats[BLACK] is seat else WHITE

        seat.on_line = lambda line: self._bulletin.post(EngineSaid(colour(), line))
        seat.on_info = lambda info: self._bulletin.post(EngineThinks(colour(), info))

    def _begin(self, game: Game | Board | None, node: Node | None) -> None:
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
        controls = dict.fromkeys(map(str, self.clock.controls.values()))
        if list(controls) != [str(UNLIMITED)]:
            game.tags["time_control"] = " : ".join(controls)

    def _name_players(self) -> None:
        self.game.black = _player(self._seats[BLACK], self.game.black)
        self.game.white = _player(self._seats[WHITE], self.game.white)

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
                name=_called(seat, self.turn),
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
        elapsed = timed if choice.elapsed is None or self._is_timed(colour) else choice.elapsed
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

    def _is_timed(self, colour: Colour) -> bool:
        return self.clock.controls[colour] != UNLIMITED

    def _arrive(self, *events: Event) -> None:
        """Take note that the game stands at another node, tell, and let the loop look."""
        self.game.outcome = self.board.outcome
        if self.board.outcome is not None:
            self._draw_from = None
            events = (*events, GameOver(self.board.outcome))
            self._note_over()
        self._changed(*events)

    def _note_over(self) -> None:
        """The game has just got a result; :class:`Session` has it kept."""

    def _changed(self, *events: Event) -> None:
        self._generation += 1
        if self.outcome is not None:
            self._paused = False
        self._bulletin.post(*events)

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
        self._cursor.take_up()  # also when nothing but a resignation is taken back
        for _ in range(plies):
            self._cursor.back()
        self._turn_back(self.clock.full())
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

    @property
    def can_undo(self) -> bool:
        """Whether :meth:`undo` has something to take back."""
        try:
            self._plies_back()
        except IllegalMove:
            return False
        return True

    @property
    def can_redo(self) -> bool:
        """Whether :meth:`redo` has something to make again."""
        return self._cursor.ahead() is not None

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
        self._turn_back(self.clock.state())
        self._arrive(Redone(self.node, plies))
        return plies

    def go(self, node: Node) -> None:
        """Play on from ``node``, any node of the game's tree: its line becomes the main one.

        What was played elsewhere stays as a variation. The clock stands as it did when the
        game was at ``node``, or anew where it never was.

        Raises
        ------
        WuziError
            If a move on the way to ``node`` is not allowed; nothing has changed then.
        """
        assert node.path()[0] is self.game.root, "a node of this game"
        if node is self.node and self.outcome is None:
            return
        self._cursor.go(node)
        self._turn_back(self.clock.full())
        self._arrive(Jumped(node))

    def _turn_back(self, otherwise: ClockState) -> None:
        """The clock as it stood when this session first came to the node, and no offers."""
        self._draw_from = None
        self.clock.restore(self._times.get(self.node, otherwise))

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
        self._note_over()
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
        left = self.until_flag(colour)
        if left is None or left > 0:
            return False
        self._end(Outcome(opponent(colour), Reason.TIME))
        return True

    def until_flag(self, colour: Colour) -> float | None:
        """Seconds until ``colour`` loses by time, an engine's margin included; or ``None``."""
        left = self.clock.remaining(colour)
        if left is None or self.seat(colour).is_human:
            return left
        return left + self._margin


def _called(seat: Seat, colour: Colour) -> str:
    """What a sentence calls a player: a level by its title, others by their own names."""
    if seat.who.startswith("level:"):
        return title(parse_who(seat.who))
    return seat.name or COLOUR_NAMES[colour]


def _player(seat: Seat, known: Player) -> Player:
    """The seat's player; ``known`` itself, with its rating, if that is the same one."""
    same = (known.name, known.who) == (seat.name, seat.who)
    return known if same else Player(seat.name, seat.who)
