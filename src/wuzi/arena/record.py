"""What is kept of a finished game, and of what went wrong beside the games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from wuzi.arena.plan import LABELS, Label, black_of, other
from wuzi.errors import N_, RecordError, WuziError
from wuzi.rules import (
    BLACK,
    EMPTY,
    WHITE,
    Board,
    Colour,
    Game,
    Outcome,
    Player,
    Reason,
    Rule,
    Score,
    check_size,
    parse_moves,
    parse_rule,
)

__all__ = ["GameRecord", "Incident", "pair_scores"]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One finished game.

    Attributes
    ----------
    game : int
        Its number in the match, from 0.
    opening : str
        The moves that were given, as a move string.
    size : int
    rule : Rule
    black_name, white_name : str
    moves : str
        All moves from the empty board, those of the opening included.
    times : tuple of float
        Seconds of each move after the opening.
    nodes, depths : tuple of int or None
        What the engine told of the search for each of these moves.
    scores : tuple of Score or None
        Likewise, each from the view of who made the move.
    winner : {"A", "B", None}
        ``None`` for a draw, and for a game without a result (see :attr:`is_void`).
    reason : Reason
    detail : str
        English words, such as what was wrong with an engine.
    start : str
        When it began: ISO 8601, UTC.
    seconds : float
        How long it took, the start of engines included.
    forbidden_loses : bool

    Examples
    --------
    >>> from wuzi.rules import FREESTYLE
    >>> record = GameRecord(1, "h8", 15, FREESTYLE, "x", "y", "h8i9", times=(0.5,),
    ...     nodes=(None,), depths=(None,), scores=(Score(3),), winner="B", reason=Reason.TIME)
    >>> record.pair, record.black, record.score("A"), record.outcome.score, record.opening_plies
    (0, 'B', 0.0, '1-0', 1)
    >>> GameRecord.from_json(record.to_json()) == record
    True
    """

    game: int
    opening: str
    size: int
    rule: Rule
    black_name: str
    white_name: str
    moves: str
    times: tuple[float, ...]
    nodes: tuple[int | None, ...]
    depths: tuple[int | None, ...]
    scores: tuple[Score | None, ...]
    winner: Label | None
    reason: Reason
    detail: str = ""
    start: str = ""
    seconds: float = 0.0
    forbidden_loses: bool = False

    # Who and what

    @property
    def pair(self) -> int:
        """The number of its pair, from 0."""
        return self.game // 2

    @property
    def black(self) -> Label:
        """Who had black."""
        return black_of(self.game)

    @property
    def white(self) -> Label:
        """Who had white."""
        return other(self.black)

    @property
    def opening_plies(self) -> int:
        """How many moves were given."""
        return len(parse_moves(self.opening, self.size))

    @property
    def plies(self) -> int:
        """How many moves the game has, those of the opening included."""
        return self.opening_plies + len(self.times)

    def mover(self, ply: int) -> Label:
        """Who made the move of that number, from 0 at the first of the opening."""
        return self.white if ply % 2 else self.black

    # Results

    @property
    def is_void(self) -> bool:
        """Whether there is no result: the game broke off through no fault of the players."""
        return self.reason is Reason.UNKNOWN

    def score(self, label: Label) -> float:
        """1 for a win, 1/2 for a draw, 0 for a loss. A void game has none: leave it out."""
        return 0.5 if self.winner is None else float(self.winner == label)

    @property
    def winner_colour(self) -> Colour:
        """The winner as a colour; ``EMPTY`` if nobody won."""
        if self.winner is None:
            return EMPTY
        return BLACK if self.winner == self.black else WHITE

    @property
    def outcome(self) -> Outcome:
        """The result without the winning row, which :meth:`as_game` finds again."""
        return Outcome(self.winner_colour, self.reason, detail=self.detail)

    # Whole games

    def board(self) -> Board:
        """The last position.

        Raises
        ------
        WuziError
            If the moves cannot be played.
        """
        return Board.from_moves(
            parse_moves(self.moves, self.size),
            self.size,
            self.rule,
            forbidden_loses=self.forbidden_loses,
        )

    def as_game(self) -> Game:
        """The game with all that is known of its moves, to be written in any format."""
        board = self.board()
        game = Game.from_board(board)
        game.outcome = board.outcome or (None if self.is_void else self.outcome)
        game.black, game.white = Player(self.black_name), Player(self.white_name)
        game.tags["round"] = f"{self.pair + 1}.{self.game % 2 + 1}"
        if self.start:
            game.tags["date"] = self.start[:10]
        played = list(game.root.line())[1 + self.opening_plies :]
        for i, node in enumerate(played):
            node.notes.time = self.times[i]
            node.notes.nodes = self.nodes[i]
            node.notes.depth = self.depths[i]
            node.notes.score = self.scores[i]
        return game

    # JSON

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON knows them; a score is ``value`` or ``[value, win_in]``."""
        plain = asdict(self)
        return plain | {
            "black": self.black,
            "rule": self.rule.name,
            "scores": [_score_json(score) for score in self.scores],
            "reason": self.reason.value,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameRecord:
        """The inverse of :meth:`to_json`, checked.

        Raises
        ------
        RecordError
            If a field is missing or makes no sense, with its name. Whether the moves can
            be played only :meth:`board` finds out.
        """
        values = {name: _field(data, name, read) for name, read in _FIELDS.items()}
        record = cls(**values)
        counts = {len(record.times), len(record.nodes), len(record.depths), len(record.scores)}
        moves = len(_field(data, "moves", lambda text: parse_moves(text, record.size)))
        if counts != {moves - _field(data, "opening", lambda _: record.opening_plies)}:
            raise RecordError(
                "record.lengths",
                N_(
                    "the game's moves, times, nodes, depths and scores are not as many as they must"
                ),
            )
        return record


def _field(data: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    try:
        return read(data[name])
    except (KeyError, TypeError, ValueError, WuziError) as error:
        if isinstance(error, KeyError):
            raise RecordError(
                "record.field", N_("the field '{name}' of the game is missing"), name=name
            ) from None
        raise RecordError(
            "record.field",
            N_("the field '{name}' of the game is wrong: {value}"),
            name=name,
            value=str(data[name])[:40],
        ) from None


def _score_json(score: Score | None) -> int | list[int] | None:
    if score is None:
        return None
    return score.value if score.win_in is None else [score.value, score.win_in]


def _score(value: Any) -> Score | None:
    if value is None:
        return None
    if isinstance(value, list):
        worth, win_in = value
        return Score(_whole(worth), _whole(win_in))
    return Score(_whole(value))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _count(value: Any) -> int | None:
    if value is not None and _whole(value) < 0:
        raise ValueError
    return value  # type: ignore[no-any-return]


def _number(value: Any) -> int:
    if _whole(value) < 0:
        raise ValueError
    return _whole(value)


def _seconds(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < float("inf"):
        raise ValueError
    return float(value)


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _label(value: Any) -> Label | None:
    if value is None:
        return None
    return LABELS[LABELS.index(value)]


def _each(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read_all(values: Any) -> tuple[Any, ...]:
        if not isinstance(values, list | tuple):
            raise TypeError
        return tuple(map(read, values))

    return read_all


_FIELDS: dict[str, Callable[[Any], Any]] = {
    "game": _number,
    "opening": _text,
    "size": lambda value: check_size(_whole(value)),
    "rule": lambda value: parse_rule(_text(value)),
    "black_name": _text,
    "white_name": _text,
    "moves": _text,
    "times": _each(_seconds),
    "nodes": _each(_count),
    "depths": _each(_count),
    "scores": _each(_score),
    "winner": _label,
    "reason": Reason,
    "detail": _text,
    "start": _text,
    "seconds": _seconds,
    "forbidden_loses": _truth,
}


@dataclass(frozen=True, slots=True)
class Incident:
    """What a player did wrong when no game depended on it, such as not ending at END.

    Attributes
    ----------
    player : {"A", "B"}
    id : str
        The error's id, such as ``"engine.hang_at_exit"``.
    detail : str
        One English sentence.
    """

    player: Label
    id: str
    detail: str

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON knows them."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Incident:
        """The inverse of :meth:`to_json`; raises ``RecordError`` as that of a game does."""
        player = _field(data, "player", lambda value: LABELS[LABELS.index(value)])
        return cls(player, _field(data, "id", _text), _field(data, "detail", _text))


def pair_scores(records: Iterable[GameRecord]) -> Iterator[tuple[float, float]]:
    """What A scored in both games of each pair that is complete, for ``Pentanomial.of``.

    Pairs with a void game are left out.
    """
    waiting: dict[int, GameRecord] = {}
    for record in records:
        twin = waiting.pop(record.pair, None)
        if twin is None:
            waiting[record.pair] = record
        elif not (record.is_void or twin.is_void):
            yield twin.score("A"), record.score("A")
