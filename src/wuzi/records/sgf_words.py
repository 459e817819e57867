"""What the properties of SGF mean here, both ways: tables and small translations."""

from __future__ import annotations

import re
from typing import Final

from wuzi.errors import N_, ParseError
from wuzi.rules import (
    BLACK,
    CARO,
    CARO6,
    EMPTY,
    FREESTYLE,
    PASS,
    RENJU,
    STANDARD,
    WHITE,
    Move,
    Outcome,
    Point,
    Reason,
    Rule,
    col_of,
    point,
    row_of,
)

TAGS: Final = {
    "EV": "event",
    "RO": "round",
    "DT": "date",
    "PC": "place",
    "ON": "opening",
    "TM": "time_control",
    "OT": "overtime",
    "GN": "name",
    "GC": "about",
    "SO": "source",
    "AN": "annotator",
    "CP": "copyright",
    "US": "recorder",
    "BT": "black_team",
    "WT": "white_team",
    "AP": "application",
}
"""Game information that becomes :attr:`Game.tags`, by property."""

SHAPES: Final = {"CR": "circle", "SQ": "square", "TR": "triangle", "MA": "cross"}
"""Marks by property."""

GLYPHS: Final = {
    ("BM", ""): "?",
    ("BM", "1"): "?",
    ("BM", "2"): "??",
    ("TE", ""): "!",
    ("TE", "1"): "!",
    ("TE", "2"): "!!",
    ("DO", ""): "?!",
    ("IT", ""): "!?",
}
"""Judgements of a move, by property and value."""

GLYPH_PROPERTIES: Final = {
    "?": ("BM", "1"),
    "??": ("BM", "2"),
    "!": ("TE", "1"),
    "!!": ("TE", "2"),
    "?!": ("DO", ""),
    "!?": ("IT", ""),
}

GO_PASS: Final = "tt"
GO_PASS_SIZE: Final = 19
"""Up to this size ``tt`` is a pass, as in old files of go."""


def parse_point(value: str, size: int) -> Point:
    """The point of two letters: column from the left, row from the top.

    Raises
    ------
    ParseError
        If it is something else, or off the board.
    """
    text = value.strip().lower()
    if len(text) != 2 or not ("a" <= text[0] <= "z" and "a" <= text[1] <= "z"):
        raise ParseError(
            "sgf.point",
            N_("'{token}' is not a point of SGF: two letters, such as hh"),
            token=value[:20],
        )
    col, down = ord(text[0]) - ord("a"), ord(text[1]) - ord("a")
    if col >= size or down >= size:
        raise ParseError(
            "sgf.off_board",
            N_("'{token}' is off the board of {size} lines: points run from aa to {last}"),
            token=text,
            size=size,
            last=chr(ord("a") + size - 1) * 2,
        )
    return point(col, size - 1 - down)


def parse_move(value: str, size: int) -> Move:
    """The move of a value: a point, or a pass (empty, or ``tt`` on boards up to 19 lines)."""
    text = value.strip().lower()
    if text == "" or (text == GO_PASS and size <= GO_PASS_SIZE):
        return PASS
    return parse_point(value, size)


def parse_points(value: str, size: int) -> list[Point]:
    """The points of a value: one, or a rectangle between two corners (``aa:cc``)."""
    first, colon, second = value.partition(":")
    p = parse_point(first, size)
    if not colon:
        return [p]
    q = parse_point(second, size)
    left, right = sorted((col_of(p), col_of(q)))
    low, high = sorted((row_of(p), row_of(q)))
    return [point(c, r) for r in range(high, low - 1, -1) for c in range(left, right + 1)]


def move_text(move: Move, size: int) -> str:
    """The two letters of a point; nothing for a pass."""
    if move == PASS:
        return ""
    return chr(ord("a") + col_of(move)) + chr(ord("a") + size - 1 - row_of(move))


_RULE_WORDS: Final = (
    ("无禁", FREESTYLE),
    ("無禁", FREESTYLE),
    ("有禁", RENJU),
    ("禁手", RENJU),
    ("连珠", RENJU),
    ("連珠", RENJU),
    ("renju", RENJU),
    ("freestyle", FREESTYLE),
    ("free style", FREESTYLE),
    ("standard", STANDARD),
    ("caro6", CARO6),
    ("caro", CARO),
)


def parse_rules(text: str) -> Rule | None:
    """The rule that the free text of RU names, or ``None``.

    ``gomoku`` alone names none: some call freestyle so, some standard.

    >>> parse_rules("Renju (RIF)").name, parse_rules("gomoku")
    ('renju', None)
    """
    low = text.lower()
    return next((rule for word, rule in _RULE_WORDS if word in low), None)


_RESULT = re.compile(r"([BW])\+(.*)", re.IGNORECASE | re.DOTALL)
_RESULT_REASONS: Final = {
    "": Reason.UNKNOWN,
    "r": Reason.RESIGNATION,
    "resign": Reason.RESIGNATION,
    "t": Reason.TIME,
    "time": Reason.TIME,
    "f": Reason.ADJUDICATION,
    "forfeit": Reason.ADJUDICATION,
}
_REASON_LETTERS: Final = {Reason.RESIGNATION: "R", Reason.TIME: "T", Reason.ADJUDICATION: "F"}


def parse_result(text: str) -> Outcome | None:
    """The outcome that RE states; ``None`` if it states none (``?``, ``Void``, other words).

    >>> parse_result("W+T").reason, parse_result("0").score, parse_result("Void")
    (<Reason.TIME: 'time'>, '1/2-1/2', None)
    """
    text = text.strip()
    if text.lower() in ("0", "draw", "jigo", "1/2-1/2"):
        return Outcome(EMPTY, Reason.UNKNOWN)
    match = _RESULT.fullmatch(text)
    if match is None:
        return None
    winner = BLACK if match[1] in "Bb" else WHITE
    words = match[2].strip()
    reason = _RESULT_REASONS.get(words.lower())
    if reason is None:
        return Outcome(winner, Reason.UNKNOWN, detail=text)
    return Outcome(winner, reason)


def result_text(outcome: Outcome) -> str:
    """The value of RE."""
    if outcome.is_draw:
        return "0"
    side = "B" if outcome.winner == BLACK else "W"
    if outcome.reason is Reason.UNKNOWN and parse_result(outcome.detail) == outcome:
        return outcome.detail
    return f"{side}+{_REASON_LETTERS.get(outcome.reason, '')}"


_DATE = re.compile(r"(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?")


def iso_date(text: str) -> str:
    """``text`` as an ISO date if it is a full date, else as it is.

    >>> iso_date("2024年04月25日"), iso_date("spring 1899")
    ('2024-04-25', 'spring 1899')
    """
    match = _DATE.fullmatch(text.strip())
    return f"{match[1]}-{int(match[2]):02d}-{int(match[3]):02d}" if match else text
