"""A game in progress, at rest: what may be done with it, each thing at once or not at all.

Nothing here waits: the loop that asks the seats is :class:`wuzi.play.session.Session`.
"""

from __future__ import annotations

import copy

from wuzi.errors import N_, IllegalMove
from wuzi.play.events import (
    DrawAnswered,
    DrawOffered,
    GameOver,
    Paused,
    Restarted,
    Resumed,
    SeatsSwapped,
)
from wuzi.play.moves import Moves
from wuzi.rules import BLACK, EMPTY, WHITE, Board, Colour, Game, Node, Outcome, Reason, opponent


class GameInProgress(Moves):
    """A game between two seats: its moves, and what the players agree and arrange beside them.

    Parameters
    ----------
    game, black, white, node, time_control, white_time_control, margin, now
        As for :class:`~wuzi.play.session.Session`.
    """

    # Draws by agreement

    @property
    def draw_offered_by(self) -> Colour | None:
        """The side whose offer of a draw stands."""
        return self._draw_from

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
        self._begin(game if game is not None else self._anew(), node)
        over = () if self.outcome is None else (GameOver(self.outcome),)
        self._changed(Restarted(), *over)

    def _anew(self) -> Game:
        """The game again before its first move."""
        old = self.game
        game = Game(old.size, old.rule, rule_known=old.rule_known)
        game.forbidden_loses = old.forbidden_loses
        if old.root.has_notes and old.root.notes.set_up is not None:
            game.root.notes.set_up = old.root.notes.set_up
        return game

    def _leave_game(self) -> None:
        """The game is given up for another one, or for good: it ends where it stands."""
        self._cursor.put_aside()

    def record(self) -> Game:
        """A copy of the game as it stands, to be kept in a file.

        Moves taken back beyond this point are left out, so that the game goes on from here
        when the file is read.
        """
        hide = not self._cursor.has_aside
        if hide:
            self._cursor.put_aside()
        try:
            return copy.deepcopy(self.game)
        finally:
            if hide:
                self._cursor.take_up()
