"""What may be typed during a game: a point, or a word of :data:`ORDERS`."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from wuzi.errors import N_, ParseError
from wuzi.rules import PASS, Move, Point, parse_point, point


@dataclass(frozen=True)
class Word:
    """A word that can be typed.

    Attributes
    ----------
    name : str
        The word; its beginning does as well.
    help : str
        English text for people.
    others : tuple of str
        Further spellings, Chinese ones first.
    argument : str
        The name of what follows it; empty if nothing does.
    least : int
        Letters that must be typed: more than one where a slip would cost the game.
    """

    name: str
    help: str
    others: tuple[str, ...] = ()
    argument: str = ""
    least: int = 1


ORDERS: Final = (
    Word("undo", N_("take your last move back"), ("悔棋", "悔")),
    Word("redo", N_("play it again"), ("重做", "恢复")),
    Word("hint", N_("ask for advice"), ("提示",)),
    Word("draw", N_("offer a draw, or take the one offered"), ("和棋", "求和", "和")),
    Word("pass", N_("leave this move out"), ("停一手", "弃权")),
    Word("swap", N_("change sides"), ("交换", "换边"), least=2),
    Word("save", N_("save the game"), ("保存", "存"), argument="FILE"),
    Word("load", N_("go on with a saved game"), ("读取", "载入"), argument="FILE"),
    Word("board", N_("draw the board again"), ("棋盘",), least=2),
    Word("new", N_("start a new game"), ("新局", "重新开始")),
    Word("resign", N_("give the game up"), ("认输", "投降"), least=3),
    Word("quit", N_("leave"), ("退出", "离开", "exit")),
    Word("help", N_("show this list"), ("帮助", "?", "？"), least=2),
)


@dataclass(frozen=True)
class Order:
    """A word that was typed, in full, and what followed it."""

    name: str
    argument: str = ""


_NUMBERS = re.compile(r"([0-9]+)(?:\s*[,;]\s*|\s+)([0-9]+)")
_POINT = re.compile(r"([a-z])\s*[,-]?\s*([0-9]+)", re.IGNORECASE)


def read_typed(text: str, size: int) -> Move | Order:
    """A move or an order.

    Parameters
    ----------
    text : str
        One line. Full-width letters and digits of a Chinese keyboard do as well.
    size : int

    Raises
    ------
    ParseError
        If it is neither; the sentence says what is possible.

    Examples
    --------
    >>> read_typed("8 8", 15) == read_typed("H8", 15) == read_typed("ｈ８", 15)
    True
    >>> read_typed("悔棋", 15), read_typed("sav my game.sgf", 15)
    (Order(name='undo', argument=''), Order(name='save', argument='my game.sgf'))
    """
    line = text.strip()
    plain = unicodedata.normalize("NFKC", line)
    numbers = _NUMBERS.fullmatch(plain)
    if numbers:
        return _by_numbers(numbers[1], numbers[2], size)
    named = _POINT.fullmatch(plain)
    if named:
        return parse_point(named[1] + named[2], size)
    head, _, argument = line.partition(" ")
    word = _find(unicodedata.normalize("NFKC", head).casefold())
    if word is None:
        raise ParseError(
            "typed.unknown",
            N_("'{token}' is neither a point such as h8 nor one of these words: {words}"),
            token=line[:40],
            words=", ".join(word.name for word in ORDERS),
        )
    return _order(word, argument.strip())


def _by_numbers(column: str, row: str, size: int) -> Point:
    # Three digits are off every board, and Python reads no number of thousands of them.
    col, up = (int(text.lstrip("0")[:3] or "0") for text in (column, row))
    if not (1 <= col <= size and 1 <= up <= size):
        raise ParseError(
            "typed.off_board",
            N_("column {column}, row {row} is off the board: both run from 1 to {size}"),
            column=column[:9],
            row=row[:9],
            size=size,
        )
    return point(col - 1, up - 1)


def _find(head: str) -> Word | None:
    for word in ORDERS:
        if head == word.name or head in word.others:
            return word
    for word in ORDERS:
        if len(head) >= word.least and word.name.startswith(head):
            return word
    return None


def _order(word: Word, argument: str) -> Move | Order:
    if word.argument and not argument:
        raise ParseError(
            "typed.argument",
            N_("'{word}' needs the name of a file: type {word} FILE"),
            word=word.name,
        )
    if argument and not word.argument:
        raise ParseError(
            "typed.extra",
            N_("'{word}' stands alone: '{token}' after it is not understood"),
            word=word.name,
            token=argument[:40],
        )
    return PASS if word.name == "pass" else Order(word.name, argument)
