"""The positions of an experiment: written out, from a file of games, from a set, or made."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from wuzi.errors import N_, ParseError, WuziError
from wuzi.lab.reader import Fields, shown, unknown
from wuzi.lab.texts import Text
from wuzi.rules import (
    COLOUR_NAMES,
    FREESTYLE,
    Board,
    Rule,
    parse_colour,
    parse_position,
    parse_rule,
    position_text,
)

BUILTIN: Final = "builtin:"
_TABLE_KEYS: Final = ("name", "position", "file", "move", "samples", "stones", "seed")


@dataclass(frozen=True, slots=True)
class Position:
    """A position that something is measured on.

    Attributes
    ----------
    name : str
        Short; no two of a part have the same.
    text : str
        Moves, or ``BLACKS/WHITES``.
    side : str
        The side to move of ``BLACKS/WHITES``.
    rule : str
    size : int
    names : tuple of (str, str)
        What it is called in other languages, by their codes.

    Examples
    --------
    >>> Position("a", "h8i9", "black", "freestyle", 15).board()
    <Board 15x15 freestyle h8i9 black to move>
    """

    name: str
    text: str
    side: str
    rule: str
    size: int
    names: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    @property
    def measured(self) -> dict[str, Any]:
        """All that measuring depends on."""
        return {key: value for key, value in asdict(self).items() if key != "names"}

    def read(self, language: str) -> str:
        """Its name in that language, or in English where there is none."""
        return dict(self.names).get(language, self.name)

    def called(self, text: Text, end: str = "") -> Position:
        """The same under other names."""
        names = tuple((code, name + end) for code, name in text.others.items())
        return replace(self, name=text.en + end, names=names)

    def board(self) -> Board:
        """The board, made anew."""
        side = parse_colour(self.side) if "/" in self.text else None
        return parse_position(self.text, self.size, parse_rule(self.rule), side)


def read_positions(part: Fields, rule: Rule, size: int, folder: Path) -> tuple[Position, ...]:
    """The positions that a part of an experiment names.

    Parameters
    ----------
    part : Fields
        Its key ``positions`` is a list of texts and tables.
    rule, size
        Where a position does not say its own.
    folder : Path
        Where files are looked for.

    Raises
    ------
    ParseError
        If one cannot be read or the game is over in it, or two have one name.
    """
    found: dict[str, Position] = {}
    for item in part.items("positions"):
        try:
            for position in _read(part, item, rule, size, folder):
                if position.board().outcome is not None:
                    raise ParseError(
                        "lab.over", N_("in position '{name}' the game is over"), name=position.name
                    )
                if found.setdefault(position.name, position) != position:
                    raise ParseError(
                        "lab.position_twice",
                        N_("two positions are called '{name}': give them names of their own"),
                        name=position.name,
                    )
        except WuziError as error:
            raise error if error.id == "lab.place" else part.at(error) from None
    return tuple(found.values())


def _read(part: Fields, item: Any, rule: Rule, size: int, folder: Path) -> Iterable[Position]:
    if isinstance(item, dict):
        fields = Fields(item, part.file, f"{part.place}, positions")
        fields.only((*_TABLE_KEYS, "rule", "size", "side"))
        return _from_table(fields, rule, size, folder)
    if not isinstance(item, str):
        raise ParseError(
            "lab.position",
            N_("{value} is no position: write moves, BLACKS/WHITES, @FILE or {builtin}NAME"),
            value=shown(item),
            builtin=BUILTIN,
        )
    if item.startswith(BUILTIN):
        return builtin_positions(item.removeprefix(BUILTIN))
    if item.startswith("@"):
        return _from_games(folder / item[1:], None, rule)
    return [_position(item, item, rule, size)]


def _from_table(fields: Fields, rule: Rule, size: int, folder: Path) -> Iterable[Position]:
    rule = parse_rule(fields.word("rule", rule.name))
    size = fields.whole("size", size, 5, 26)
    if "file" in fields:
        move = fields.whole("move", 0, 0)
        path = folder / fields.word("file")
        return _named(fields, _from_games(path, move or None, rule))
    if "samples" in fields:
        many = fields.whole("samples", most=10_000)
        stones = fields.whole("stones", most=size * size // 2)
        made = _samples(many, stones, size, rule, fields.whole("seed", 0, 0))
        return _named(fields, made)
    text = fields.word("position")
    return _named(fields, [_position(text, text, rule, size, fields.word("side", ""))])


def _named(fields: Fields, positions: Iterable[Position]) -> list[Position]:
    """The positions by the name that the table gives them, with a number if they are several."""
    found = list(positions)
    if "name" not in fields:
        return found
    name = fields.text("name")
    if not name:
        raise fields.wrong("name", N_("a text that is not empty"))
    if len(found) == 1:
        return [found[0].called(name)]
    return [one.called(name, f"-{number}") for number, one in enumerate(found, 1)]


def _position(name: str, text: str, rule: Rule, size: int, side: str = "") -> Position:
    board = parse_position(text, size, rule, parse_colour(side) if side else None)
    return _of_board(name, board)


def _of_board(name: str, board: Board) -> Position:
    side = COLOUR_NAMES[board.turn]
    return Position(name, position_text(board), side, board.rule.name, board.size)


def _from_games(path: Path, move: int | None, rule: Rule) -> Iterator[Position]:
    """The end of each game of a file, or where it stood after so many moves."""
    from wuzi import records  # noqa: PLC0415  # only who reads games loads their formats

    for number, game in enumerate(records.read(path), 1):
        law = game.rule if game.rule_known else rule
        board = Board.from_moves(game.moves()[:move], game.size, law)
        yield _of_board(f"{path.stem}-{number}", board)


def _samples(many: int, stones: int, size: int, rule: Rule, seed: int) -> Iterator[Position]:
    """Positions as games have them, from seeds."""
    from wuzi.textbook.samples import sample_board  # noqa: PLC0415  # loads NumPy

    for number in range(seed, seed + many):
        yield _of_board(f"s{number}-{stones}", sample_board(number, stones, size, rule))


def builtin_positions(name: str) -> list[Position]:
    """The positions of a set that comes with the project.

    >>> [position.name for position in builtin_positions("middle")]
    ['middle']
    >>> builtin_positions("midle")
    Traceback (most recent call last):
    wuzi.errors.ParseError: there is no set of positions 'midle': did you mean middle?
    """
    sets = _builtin()
    if name not in sets:
        raise unknown(N_("set of positions"), name, sorted(sets))
    return [
        _position(
            item["name"],
            item["position"],
            parse_rule(item["rule"]) if "rule" in item else FREESTYLE,
            item.get("size", 15),
            item.get("side", ""),
        ).called(Text(item["name"], item.get("names", {})))
        for item in sets[name]
    ]


def _builtin() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(files("wuzi.lab").joinpath("data/positions.toml").read_text("utf-8"))
