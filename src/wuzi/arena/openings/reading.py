"""Sets of openings out of files: offset lists, position strings, games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wuzi.arena.openings.opening import Opening
from wuzi.errors import N_, ParseError, RecordError, WuziError
from wuzi.rules import (
    FREESTYLE,
    Move,
    Rule,
    centre,
    check_size,
    col_of,
    parse_moves,
    point,
    row_of,
)

if TYPE_CHECKING:
    from wuzi.records import RecordWarning

BUILTIN: Final = "builtin:"
"""Before the name of a set that ships with the package: ``builtin:freestyle15``."""

GAME_PLIES: Final = 5
"""Moves taken from a game when nothing else is said."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something stands: a line of a list, or a game by its number."""

    file: str
    line: int = 0
    game: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else f"{self.file} (game {self.game})"

    def refusal(self, why: WuziError) -> RecordError:
        """What is wrong here, in one sentence."""
        if self.line:
            template = N_("{file}, line {line}: {why}")
            return RecordError("openings.line", template, file=self.file, line=self.line, why=why)
        template = N_("{file}, game {game}: {why}")
        return RecordError("openings.game", template, file=self.file, game=self.game, why=why)

    def warning(self, error: WuziError) -> RecordWarning:
        """The same as a warning of the room of records."""
        from wuzi.records import RecordWarning  # noqa: PLC0415 - see _from_games

        return RecordWarning(error.id, error.template, error.fields, self.line, self.file)


def load_openings(
    source: str | Path,
    size: int = 15,
    rule: Rule | None = None,
    *,
    plies: int | None = None,
    strict: bool = True,
    warn: Callable[[RecordWarning], None] | None = None,
) -> list[Opening]:
    """Read a set of openings; what kind of file it is, its content tells.

    Parameters
    ----------
    source : str or Path
        A file, or ``builtin:NAME`` for a set that ships with the package.
    size : int, default 15
        Lines of the board they are meant for.
    rule : Rule, optional
        The rule they must be playable under. By default stones must only fit the board.
    plies : int, optional
        Take so many moves of each at most. By default all of a list's, and the first five
        of a game.
    strict : bool, default True
        Whether a bad line or game refuses the file; else it is passed over.
    warn : callable, optional
        Is told of what was passed over, with its line.

    Returns
    -------
    list of Opening
        In the order of the file, with ``source`` naming file and line.

    Raises
    ------
    RecordError
        If the file is missing or has no opening, or a line of it is bad (with the line).
    """
    check_size(size)
    label, data = _content(source)
    parse = _line_parser(data)
    if parse is None:
        items = _from_games(data, label, GAME_PLIES if plies is None else plies, strict, warn)
    else:
        items = _from_lines(data, label, size, plies, parse)
    openings = []
    for place, item in items:
        try:
            if isinstance(item, WuziError):
                raise item
            openings.append(_accepted(item, size, rule))
        except WuziError as error:
            bad = place.refusal(error)
            if strict:
                raise bad from None
            if warn is not None:
                warn(place.warning(bad))
    if not openings:
        raise RecordError(
            "openings.none",
            N_("{file} holds no opening for a board of {size} lines"),
            file=label,
            size=size,
        )
    return openings


def builtin_sets() -> list[str]:
    """Names of the sets that ship with the package, for ``builtin:NAME``."""
    folder = resources.files("wuzi.arena").joinpath("data")
    if not folder.is_dir():
        return []
    names = (re.fullmatch(r"openings_(\w+)\.txt", entry.name) for entry in folder.iterdir())
    return sorted(match[1] for match in names if match)


def _content(source: str | Path) -> tuple[str, bytes]:
    """What errors call the source, and its bytes."""
    if isinstance(source, str) and source.startswith(BUILTIN):
        name = source.removeprefix(BUILTIN)
        if name not in builtin_sets():
            raise RecordError(
                "openings.builtin",
                N_("no openings '{name}' come with the program; these do: {names}"),
                name=name[:40],
                names=", ".join(builtin_sets()) or "-",
            )
        entry = resources.files("wuzi.arena").joinpath("data", f"openings_{name}.txt")
        return source, entry.read_bytes()
    path = Path(source)
    try:
        return path.name, path.read_bytes()
    except OSError as error:
        raise RecordError(
            "openings.unreadable",
            N_("the openings file {file} cannot be read: {why}"),
            file=str(source),
            why=error.strerror or str(error),
        ) from None


_OFFSETS_BEGIN = re.compile(r"[-+0-9]")
_POINTS_BEGIN = re.compile(r"[a-zA-Z][0-9]")


def _text_lines(data: bytes) -> Iterator[tuple[int, str, str]]:
    """Number, text and comment of each line that says something."""
    text = data.decode("utf-8-sig", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        body, _, comment = line.partition("#")
        if body.strip():
            yield number, body.strip(), comment.strip()


LineParser = Callable[[str, int], list[Move]]
Item = tuple["Place", Opening | WuziError]


def _line_parser(data: bytes) -> LineParser | None:
    """How to read the lines of a list; ``None`` if it is not a list but a file of games.

    The first line tells, by how it begins. None of the formats of games begins so.
    """
    _, first, _ = next(_text_lines(data), (0, "", ""))
    if _OFFSETS_BEGIN.match(first):
        return parse_offsets
    if _POINTS_BEGIN.match(first) or not first:
        return parse_moves
    return None


def _from_lines(
    data: bytes, label: str, size: int, plies: int | None, parse: LineParser
) -> Iterator[Item]:
    for number, text, comment in _text_lines(data):
        place = Place(label, line=number)
        try:
            moves = tuple(parse(text, size)[:plies])
        except WuziError as error:
            yield place, error
            continue
        yield place, Opening(moves, size, name=comment, source=f"{label}:{number}")


def _from_games(
    data: bytes,
    label: str,
    plies: int,
    strict: bool,
    warn: Callable[[RecordWarning], None] | None,
) -> Iterator[Item]:
    # Lists need no formats of games: only who reads games loads them.
    from wuzi.records import read  # noqa: PLC0415

    for number, game in enumerate(read(data, strict=strict, warn=warn, name=label), 1):
        place = Place(label, game=number)
        if any(node.has_notes and node.notes.set_up for node in game.root.line()):
            yield (
                place,
                ParseError(
                    "opening.set_up",
                    N_("this game begins from a set-up: an opening is played from the empty board"),
                ),
            )
            continue
        name = game.tags.get("opening") or game.tags.get("event", "")
        yield place, Opening(tuple(game.moves()[:plies]), game.size, None, name, str(place))


def parse_offsets(text: str, size: int) -> list[Move]:
    """The moves of a line of Piskvork's offset list.

    Raises
    ------
    ParseError
        If it holds anything but whole numbers, an odd count of them, or a stone that lies
        off a board of ``size`` lines.

    Examples
    --------
    >>> from wuzi.rules import moves_text
    >>> moves_text(parse_offsets("0,0, 1,0, 1,3", 15))
    'h8i8i5'
    """
    words = [word for word in re.split(r"[,\s]+", text) if word]
    for word in words:
        if not re.fullmatch(r"[-+]?[0-9]{1,3}", word):
            raise ParseError(
                "opening.offset",
                N_("'{token}' is not an offset: write whole numbers, two for each stone"),
                token=word[:40],
            )
    if len(words) % 2:
        raise ParseError(
            "opening.odd",
            N_("{count} numbers are there, but each stone takes two"),
            count=len(words),
        )
    return [
        _offset_point(int(x), int(y), size) for x, y in zip(words[::2], words[1::2], strict=True)
    ]


def _offset_point(right: int, down: int, size: int) -> Move:
    middle = centre(size)
    col, row = col_of(middle) + right, row_of(middle) - down
    if not (0 <= col < size and 0 <= row < size):
        raise ParseError(
            "opening.off_board",
            N_("the stone at offset {right},{down} lies off the board of {size} lines"),
            right=right,
            down=down,
            size=size,
        )
    return point(col, row)


def _accepted(opening: Opening, size: int, rule: Rule | None) -> Opening:
    if opening.size != size:
        raise ParseError(
            "opening.size",
            N_("this game is on a board of {actual} lines, not {size}"),
            actual=opening.size,
            size=size,
        )
    if not opening.moves:
        raise ParseError("opening.empty", N_("there is no move"))
    if rule is not None:
        return opening.checked(rule)
    opening.board(FREESTYLE)  # a stone twice on a point, or a pass, is wrong by any rule
    return opening
