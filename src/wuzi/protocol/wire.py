"""Lines on the wire: cutting bytes into lines, and telling what a line is.

Both sides are lenient readers. Lines may end in CR, LF or both, hold any bytes, be of any
length (what exceeds :data:`MAX_LINE` is dropped), and be padded with blanks; empty lines
mean nothing; words are read in any case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from wuzi.rules import CARO, CARO6, FREESTYLE, RENJU, STANDARD, Rule

MAX_LINE: Final = 1 << 16
"""Bytes of a line that are kept."""

RULE_NUMBERS: Final = {
    FREESTYLE.name: 0,
    STANDARD.name: 1,
    RENJU.name: 4,
    CARO6.name: 8,
    CARO.name: 9,
}
"""What ``INFO rule`` says for each rule."""

_CONTINUOUS: Final = 2
# Bit 2 asks for a continuous game, of which we play the first. Alone it is renju: so say
# Yixin-Board and Rapfi.
_RULES_BY_NUMBER: Final = {
    0: FREESTYLE,
    1: STANDARD,
    4: RENJU,
    8: CARO6,
    9: CARO,
    _CONTINUOUS: RENJU,
    1 + _CONTINUOUS: STANDARD,
    4 + _CONTINUOUS: RENJU,
    8 + _CONTINUOUS: CARO6,
    9 + _CONTINUOUS: CARO,
}


def rule_by_number(number: int) -> Rule | None:
    """The rule that ``INFO rule NUMBER`` asks for, or ``None``.

    Examples
    --------
    >>> [str(rule_by_number(n)) for n in (0, 1, 4, 8, 9, 5)]
    ['freestyle', 'standard', 'renju', 'caro6', 'caro', 'None']
    """
    return _RULES_BY_NUMBER.get(number)


def quoted(text: str) -> str:
    """A stranger's text, cut and cleaned for a sentence of one line.

    Examples
    --------
    >>> quoted("7,7" + chr(7))
    "'7,7?'"
    """
    return "'" + "".join(c if c.isprintable() else "?" for c in text[:40]) + "'"


class LineSplitter:
    r"""Cuts a stream of bytes into lines of text, keeping no more than ``limit`` bytes.

    Examples
    --------
    >>> splitter = LineSplitter()
    >>> splitter.feed(b" OK\r\n\n7,"), splitter.feed(b"7\rMESSAGE"), splitter.rest()
    (['OK'], ['7,7'], 'MESSAGE')
    """

    def __init__(self, limit: int = MAX_LINE) -> None:
        self._limit = limit
        self._pending = b""

    def feed(self, data: bytes) -> list[str]:
        """The lines that ``data`` completes, without blanks around; empty ones left out."""
        parts = data.replace(b"\r", b"\n").split(b"\n")
        parts[0] = self._pending + parts[0]
        self._pending = parts.pop()[: self._limit]
        return [text for part in parts if (text := self._decode(part))]

    def peek(self) -> str:
        """What has come since the last line end."""
        return self._decode(self._pending)

    def rest(self) -> str:
        """What came after the last line end, at the end of the stream; often ``""``."""
        text, self._pending = self._decode(self._pending), b""
        return text

    def _decode(self, part: bytes) -> str:
        return part[: self._limit].decode("utf-8", "replace").strip()


_XY = re.compile(r"([+-]?[0-9]{1,9})\s*,\s*([+-]?[0-9]{1,9})")


def parse_xy(text: str) -> tuple[int, int] | None:
    """Two integers with a comma between, or ``None``.

    Examples
    --------
    >>> parse_xy(" 7 , 8 "), parse_xy("7,8 9,9"), parse_xy("h8")
    ((7, 8), None, None)
    """
    match = _XY.fullmatch(text.strip())
    return (int(match[1]), int(match[2])) if match else None


class Kind(StrEnum):
    """What an engine's line is."""

    MOVE = "move"
    NEARLY_MOVE = "nearly a move"
    """Several moves, or something written where numbers should be."""
    OK = "ok"
    MESSAGE = "message"
    DEBUG = "debug"
    ERROR = "error"
    UNKNOWN = "unknown"
    SUGGEST = "suggest"
    OTHER = "other"


_WORDS = {
    kind.value: kind
    for kind in (Kind.OK, Kind.MESSAGE, Kind.DEBUG, Kind.ERROR, Kind.UNKNOWN, Kind.SUGGEST)
}
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_NEARLY = re.compile(
    r"""[^\s,]{1,12}\s*[,;]\s*[^\s,]{1,12}          # a,b   7;7   7.0,7.0
      | [+-]?\d{1,9}\s*,\s*[+-]?\d{1,9}\b\D{0,3}\d.* # 7,7 8,8
      | \d{1,9}\s+\d{1,9}                            # 7 7
      | [a-z]\d{1,2}                                 # h8
    """,
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class EngineLine:
    """One line of an engine, understood.

    Attributes
    ----------
    kind : Kind
    text : str
        The line; of MESSAGE, DEBUG, ERROR and UNKNOWN, what follows the word.
    xy : (int, int) or None
        Of a move or a suggestion, its coordinates.
    """

    kind: Kind
    text: str
    xy: tuple[int, int] | None = None


def parse_engine_line(line: str) -> EngineLine:
    """Tell what a line of an engine is.

    Examples
    --------
    >>> parse_engine_line(" 7 , 7 ").xy
    (7, 7)
    >>> parse_engine_line("message hello")
    EngineLine(kind=<Kind.MESSAGE: 'message'>, text='hello', xy=None)
    >>> [str(parse_engine_line(t).kind) for t in ("ok", "7,7 8,8", "x,y", "Thinking...")]
    ['ok', 'nearly a move', 'nearly a move', 'other']
    """
    line = line.strip()
    if xy := parse_xy(line):
        return EngineLine(Kind.MOVE, line, xy)
    word = _WORD.match(line)
    kind = _WORDS.get(word[0].lower()) if word else None
    if word and kind:
        rest = line[word.end() :].strip()
        if kind is not Kind.SUGGEST:
            return EngineLine(kind, rest)
        if xy := parse_xy(rest):
            return EngineLine(kind, rest, xy)
    if _NEARLY.fullmatch(line):
        return EngineLine(Kind.NEARLY_MOVE, line)
    return EngineLine(Kind.OTHER, line)


_NAME = re.compile(r"""\bname\s*=\s*(?:"([^"]*)"|'([^']*)'|([^,\s]+))""", re.IGNORECASE)


def about_name(text: str) -> str:
    """The name in an answer to ABOUT; of an old brain's free text, its beginning.

    Examples
    --------
    >>> about_name('name="Rapfi", version="0.43"'), about_name("My first brain, by me")
    ('Rapfi', 'My first brain')
    """
    match = _NAME.search(text)
    if match:
        return next(group for group in match.groups() if group is not None).strip()
    return text.split(",", maxsplit=1)[0].strip()[:40]


def about_text(name: str, version: str, author: str) -> str:
    """An answer to ABOUT.

    Examples
    --------
    >>> about_text("Wuzi", "1.0", "me")
    'name="Wuzi", version="1.0", author="me"'
    """
    fields = {"name": name, "version": version, "author": author}
    return ", ".join(f'{key}="{value}"' for key, value in fields.items())
