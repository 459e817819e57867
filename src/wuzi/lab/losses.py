"""What finished games say about defence: which threat was left, which open threes were stopped.

**A loss** is told by the last threat that the loser left though a reply would have stopped it.
From the end of the game backwards, each move of the loser is held against its other replies:

* it left the winner a threat (:mod:`wuzi.lab.dangers`) where another reply would have left
  none as grave: that threat is the cause;
* every reply would have left one as grave: the game was lost already, and the move before is
  looked at;
* it left no threat at all: the win came from further back than one stone, by fours alone
  (``fours``) or by quieter moves (``nothing``), and there was nothing plain to answer.

**An open three** that the opponent's last move has made is *blocked* if the reply leaves none of
its straight fours, met *by a four* if the reply makes a four of its own, else *ignored*; one that
no single stone could stop is *hopeless* and does not count.

Only the board is looked at. A threat that was left is named though it might have come too late
against a counter-attack that nobody tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from wuzi.arena.record import GameRecord
from wuzi.errors import N_
from wuzi.lab.dangers import Danger, dangers, gravest, on_lines_of
from wuzi.rules import (
    BLACK,
    EMPTY,
    WHITE,
    Board,
    Colour,
    Game,
    Point,
    Reason,
    on_board,
    opponent,
)

__all__ = ["CAUSE_WORDS", "Cause", "Defence", "Loss", "Threes", "classify", "loss_of", "threes_of"]


class Cause(StrEnum):
    """Why a game was lost: the last threat left unanswered, gravest first."""

    OWN_FIVE = "own_five"
    """Its own five was on the board and it played elsewhere."""
    FOUR = "four"
    OPEN_THREE = "open_three"
    DOUBLE_FOUR = "double_four"
    """A point where the winner made two fours at once."""
    FOUR_THREE = "four_three"
    DOUBLE_THREE = "double_three"
    FOURS = "fours"
    """A win by fours alone, from further back than one stone."""
    NOTHING = "nothing"
    """No plain threat was left that could have been answered."""
    FORBIDDEN = "forbidden"
    """Renju: black played a forbidden point."""
    OTHER = "other"
    """Not on the board: time, a crash, an illegal move, resignation, adjudication."""


CAUSE_WORDS: Final[dict[Cause, str]] = {
    Cause.OWN_FIVE: N_("overlooked a five of its own"),
    Cause.FOUR: N_("left a four"),
    Cause.OPEN_THREE: N_("left an open three"),
    Cause.DOUBLE_FOUR: N_("left a double four"),
    Cause.FOUR_THREE: N_("left a four-three"),
    Cause.DOUBLE_THREE: N_("left a double three"),
    Cause.FOURS: N_("lost to a row of fours"),
    Cause.NOTHING: N_("nothing plain to answer"),
    Cause.FORBIDDEN: N_("played a forbidden point"),
    Cause.OTHER: N_("not on the board"),
}
"""For people; faces translate them."""

_CAUSES: Final = {danger: Cause(danger.name.lower()) for danger in Danger if danger}


@dataclass(frozen=True, slots=True)
class Loss:
    """Why a game was lost.

    Attributes
    ----------
    loser : Colour
    cause : Cause
    ply : int or None
        The move that left the threat, from 0 at the first of the game; ``None`` where there
        was none to answer.
    """

    loser: Colour
    cause: Cause
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class Threes:
    """How one player met the open threes that its opponents had just made.

    Attributes
    ----------
    blocked, by_four, ignored : int
    hopeless : int
        Those that no single stone could stop, such as two at once.

    Examples
    --------
    >>> met = Threes(blocked=3, ignored=1) + Threes(by_four=1, hopeless=2)
    >>> met.faced, met.share
    (5, 0.8)
    """

    blocked: int = 0
    by_four: int = 0
    ignored: int = 0
    hopeless: int = 0

    @property
    def faced(self) -> int:
        """Those that could have been met."""
        return self.blocked + self.by_four + self.ignored

    @property
    def share(self) -> float | None:
        """The part of them that was blocked or met by a four; ``None`` if there were none."""
        return (self.blocked + self.by_four) / self.faced if self.faced else None

    def __add__(self, other: Threes) -> Threes:
        return Threes(
            self.blocked + other.blocked,
            self.by_four + other.by_four,
            self.ignored + other.ignored,
            self.hopeless + other.hopeless,
        )


@dataclass(slots=True)
class Defence:
    """What many games say about one player's defence.

    Attributes
    ----------
    games, wins, draws : int
        Games without any result are left out.
    losses : Counter of Cause
    threes : Threes
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: Counter[Cause] = field(default_factory=Counter)
    threes: Threes = field(default_factory=Threes)


def classify(
    games: Iterable[Game | GameRecord],
    name: Callable[[Game, Colour], str] = lambda game, colour: game.player(colour).name,
) -> dict[str, Defence]:
    """What finished games say about the defence of each player.

    Parameters
    ----------
    games : iterable of Game or GameRecord
        Main lines are looked at. Of a record, moves of its opening are nobody's fault.
    name : callable, optional
        By which name a colour of a game is counted; by default the player's.

    Returns
    -------
    dict of str to Defence
        In the order in which the names come up, black's first.

    Raises
    ------
    WuziError
        If the moves of a game cannot be played.

    Examples
    --------
    >>> from wuzi.rules import Board, Game, Player, parse_moves
    >>> game = Game.from_board(Board.from_moves(parse_moves("h8a1i8c1j8e1k8g1l8")))
    >>> game.black, game.white = Player("eager"), Player("blind")
    >>> found = classify([game])
    >>> found["eager"].wins, dict(found["blind"].losses), found["blind"].threes.share
    (1, {<Cause.OPEN_THREE: 'open_three'>: 1}, 0.0)
    """
    found: dict[str, Defence] = {}
    for one in games:
        opening = one.opening_plies if isinstance(one, GameRecord) else 0
        game = one.as_game() if isinstance(one, GameRecord) else one
        outcome = game.outcome
        if outcome is None:
            continue
        loss = loss_of(game, opening)
        met = threes_of(game, opening)
        for colour in (BLACK, WHITE):
            defence = found.setdefault(name(game, colour), Defence())
            defence.games += 1
            defence.threes += met[colour]
            defence.draws += loss is None
            if loss is not None and loss.loser == colour:
                defence.losses[loss.cause] += 1
            elif loss is not None:
                defence.wins += 1
    return found


# Losses


def loss_of(game: Game, opening_plies: int = 0) -> Loss | None:
    """Why the loser of a finished game lost; ``None`` of a draw or a game without a result.

    Parameters
    ----------
    game : Game
    opening_plies : int
        So many moves at its beginning were given, and are nobody's fault.

    Raises
    ------
    WuziError
        If the moves of the game cannot be played.

    Examples
    --------
    >>> from wuzi.rules import Board, Game, parse_moves
    >>> game = Game.from_board(Board.from_moves(parse_moves("h8a1i8c1j8e1k8g1l8")))
    >>> loss = loss_of(game)
    >>> str(loss.cause), loss.ply  # e1 was the last chance: g1 could stop nothing any more
    ('open_three', 5)
    """
    outcome = game.outcome
    if outcome is None or outcome.is_draw:
        return None
    winner = outcome.winner
    loser = opponent(winner)
    board = game.board()
    if outcome.reason is Reason.FORBIDDEN:
        return Loss(loser, Cause.FORBIDDEN, len(board.moves) - 1)
    if board.outcome is None or board.outcome.reason is not Reason.FIVE or not board.moves:
        return Loss(loser, Cause.OTHER)
    board.pop()
    fours_only = True
    while len(board.moves) > opening_plies and board.turn == winner:
        left = gravest(dangers(board, winner))
        board.pop()
        ply = len(board.moves)
        if _has_five(board, loser):
            return Loss(loser, Cause.OWN_FIVE, ply)
        if not left:
            return Loss(loser, Cause.FOURS if fours_only else Cause.NOTHING)
        if _could_leave_less(board, winner, left):
            return Loss(loser, _CAUSES[left], ply)
        fours_only = fours_only and _has_five(board, winner)
        if len(board.moves) <= opening_plies:
            break
        board.pop()
    return Loss(loser, Cause.NOTHING)


def _has_five(board: Board, colour: Colour) -> bool:
    return any(board.wins_at(p, colour) for p in board.stones(EMPTY))


def _could_leave_less(board: Board, winner: Colour, left: Danger) -> bool:
    """Whether some reply leaves no threat of the tier of ``left``."""
    grave = [p for p, danger in dangers(board, winner).items() if danger.tier >= left.tier]
    if not grave:
        return True
    return any(
        gravest(_after(board, reply, winner)).tier < left.tier
        for reply in _replies(board, grave[0])
    )


def _replies(board: Board, p: Point) -> list[Point]:
    """The legal replies that can matter to a threat on ``p``, each once, in board order."""
    if not board.rule.forbidden:
        near = {q for q in on_lines_of(p) if on_board(q, board.size) and board[q] == EMPTY}
        return sorted(near)
    # A stone anywhere may decide, through other points, whether black may play on p.
    forbidden = board.forbidden_points() if board.turn == BLACK else ()
    return [q for q in board.stones(EMPTY) if q not in forbidden]


def _after(board: Board, reply: Point, colour: Colour) -> dict[Point, Danger]:
    """What ``colour`` threatens after a reply."""
    board.push(reply)
    found = dangers(board, colour)
    board.pop()
    return found


# Open threes


def threes_of(game: Game, opening_plies: int = 0) -> dict[Colour, Threes]:
    """How both colours of a game met the open threes of the other.

    Parameters
    ----------
    game : Game
    opening_plies : int
        Replies before that were given.

    Notes
    -----
    An open three counts when the move before has made it, when that move is no four as well,
    and when the player has no five of its own to make.

    Examples
    --------
    >>> from wuzi.rules import WHITE, Board, Game, parse_moves
    >>> game = Game.from_board(Board.from_moves(parse_moves("h8a1i8c1j8g8")))
    >>> threes_of(game)[WHITE]
    Threes(blocked=1, by_four=0, ignored=0, hopeless=0)
    """
    met = {BLACK: Threes(), WHITE: Threes()}
    end = game.board()
    moves = end.moves[:]
    board = end
    while board.moves:
        board.pop()
    before = {colour: dangers(board, colour) for colour in (BLACK, WHITE)}
    for ply, move in enumerate(moves):
        player = board.turn
        foe = opponent(player)
        now = before if not ply else {colour: dangers(board, colour) for colour in (BLACK, WHITE)}
        fresh = _open_threes(now[foe].items()) - _open_threes(before[foe].items())
        counts = fresh and Danger.FOUR not in (gravest(now[foe]), gravest(now[player]))
        if counts and ply >= opening_plies:
            met[player] += _meeting(board, move, fresh)
        board.push(move)
        before = now
    return met


def _open_threes(found: Iterable[tuple[Point, Danger]]) -> set[Point]:
    return {p for p, danger in found if danger is Danger.OPEN_THREE}


def _meeting(board: Board, move: Point, fresh: Collection[Point]) -> Threes:
    """How ``move`` meets open threes whose straight fours are on the points ``fresh``."""
    player = board.turn
    foe = opponent(player)

    def stops(reply: Point) -> bool:
        return _open_threes(_after(board, reply, foe).items()).isdisjoint(fresh)

    if stops(move):
        return Threes(blocked=1)
    if Danger.FOUR in _after(board, move, player).values():
        return Threes(by_four=1)
    if any(map(stops, _replies(board, min(fresh)))):
        return Threes(ignored=1)
    return Threes(hopeless=1)
