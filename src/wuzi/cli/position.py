"""POSITION, the argument of several commands, and the words that may come with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from wuzi.errors import N_, ParseError, RecordError, WuziError
from wuzi.rules import (
    BLACK,
    FREESTYLE,
    WHITE,
    Board,
    Colour,
    Game,
    Outcome,
    Rule,
    check_size,
    parse_colour,
    parse_position,
    parse_rule,
)

POSITION_HELP = N_(
    "@FILE (a game in any record format), moves (h8i9g7), stones BLACKS/WHITES (h8g7/i9),"
    " or - to read one position a line"
)
RULE_HELP = N_("freestyle, standard, renju, caro or caro6")
SIZE_HELP = N_("Lines of the board, 5 to 26")
SIDE_HELP = N_("The side to move of BLACKS/WHITES: black or white")


@dataclass(frozen=True)
class Words:
    """What the words beside a position say; ``None`` where they say nothing.

    Attributes
    ----------
    rule : Rule or None
    size : int or None
    side : Colour or None
    """

    rule: Rule | None = None
    size: int | None = None
    side: Colour | None = None

    @classmethod
    def parse(cls, rule: str = "", size: str = "", side: str = "") -> Words:
        """Read the three words; an empty one says nothing.

        >>> Words.parse(size="19").size
        19
        """
        return cls(
            parse_rule(rule) if rule else None,
            parse_size(size) if size else None,
            parse_colour(side) if side else None,
        )


def parse_size(text: str) -> int:
    """A board size as typed.

    >>> parse_size("4")
    Traceback (most recent call last):
    wuzi.errors.ParseError: a board of 4 lines does not exist here: choose from 5 to 26
    """
    word = text.strip()
    if not (word.isascii() and word.lstrip("-").isdecimal()):
        raise ParseError(
            "size.malformed", N_("'{token}' is not a number of lines"), token=text[:40]
        )
    return check_size(int(word[:9]))


@dataclass(frozen=True)
class Stated:
    """A position and how its game ended.

    Attributes
    ----------
    board : Board
    outcome : Outcome or None
        What the board shows, or else what the file says: a resignation, say.
    """

    board: Board
    outcome: Outcome | None


def read_position(text: str, words: Words, default: Rule) -> Board:
    """The board that ``text`` and ``words`` describe, to play or think on.

    Parameters
    ----------
    text : str
        ``@FILE``, a move string or a set-up.
    words : Words
        Win over what a file says.
    default : Rule
        The rule where neither says one.
    """
    return read_stated(text, words, default).board


def read_stated(text: str, words: Words, default: Rule) -> Stated:
    """As :func:`read_position`, with the result that a file states."""
    if text.startswith("@"):
        return _file_position(Path(text[1:]), words, default)
    board = parse_position(text, words.size or 15, words.rule or default, words.side)
    return Stated(board, board.outcome)


def _file_position(path: Path, words: Words, default: Rule) -> Stated:
    """The end of the main line of the first game in a file."""
    game = first_game(path)
    outcome = game.outcome
    if words.rule is not None:
        if words.rule != game.rule:
            outcome = None  # that was the result by another rule
        game.rule = words.rule
    else:
        assume_rule(game, default)
    if words.size is not None and words.size != game.size:
        raise ParseError(
            "position.file_size",
            N_("the game in {file} is on a board of {actual} lines, not {size}"),
            file=path.name,
            actual=game.size,
            size=words.size,
        )
    board = game.board()
    if words.side is not None and words.side != board.turn:
        outcome = None
        stones = board.stones(BLACK), board.stones(WHITE)
        board = Board.from_stones(*stones, words.side, board.size, board.rule)
    return Stated(board, board.outcome or outcome)


def assume_rule(game: Game, default: Rule) -> None:
    """Take ``default`` for the rule of a game whose file does not say it, if it can be that.

    Where freestyle would not do, the file's reader has found a rule by which the game can be
    played: that stands. Where it would, so does ``default``, unless a move contradicts it.
    """
    if game.rule_known or game.rule != FREESTYLE:
        return
    game.rule = default
    try:
        game.board()
    except WuziError:
        game.rule = FREESTYLE


def first_game(path: Path) -> Game:
    """The first game of a file in any record format.

    Raises
    ------
    RecordError
        If the file cannot be read, is broken before the end of its first game, or holds none.
    """
    from wuzi import records  # noqa: PLC0415

    game = next(records.read(path), None)
    if game is None:
        raise RecordError("file.no_game", N_("there is no game in {file}"), file=str(path))
    return game


def read_line(line: str, words: Words, default: Rule) -> Board:
    """A line of ``-``: a position among its own ``rule=``, ``size=`` and ``side=`` words.

    >>> read_line("h8i9 rule=renju size=19", Words(), FREESTYLE)
    <Board 19x19 renju h8i9 black to move>
    """
    return read_position(*split_line(line, words), default)


def split_line(line: str, words: Words) -> tuple[str, Words]:
    """The position in a line of ``-``, and ``words`` with those of the line in their stead.

    >>> split_line("h8 size=19 i9", Words.parse(size="15"))[0]
    'h8 i9'
    """
    own: dict[str, str] = {}
    rest = []
    for word in line.split():
        key, equals, value = word.partition("=")
        if not equals:
            rest.append(word)
        elif key in ("rule", "size", "side") and value:
            own[key] = value
        else:
            raise ParseError(
                "position.word",
                N_("'{token}' is not understood beside a position: write rule=, size= or side="),
                token=word[:40],
            )
    given = Words.parse(**own)
    merged = replace(words, **{k: v for k, v in vars(given).items() if v is not None})
    return " ".join(rest), merged
