"""What a search says about itself: ``Info`` as MESSAGE text and back.

We write one line, with exact numbers::

    MESSAGE Depth 3-5 | Eval +120 | Node 1234 | Time 20ms | Bestline H8 I9

with ``Line 2 |`` before it if it is about the second-best move, and ``WinRate 56.2%`` and
``Speed 61700`` (nodes a second) where the thinker tells them. We read that as well as what
other engines write in the same manner: on several lines, with ``126K`` nodes, ``+M15`` for a
forced win, in any order, and Rapfi's ``(2) 120 | 12-19 | H8 I9`` of several lines.

Points in a ``Bestline`` have a letter and a number, but engines do not agree whether
numbers count from the bottom, as ours do, or from the top, as Rapfi's. The line begins
with the move that the engine then plays, which tells; and a line that would play on a stone
is read the wrong way. :class:`InfoReader` remembers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from wuzi.rules import EMPTY, PASS, Board, Move, Score, point, point_name
from wuzi.thinking import Info

FORCED: Final = 1_000_000
"""The value given to a forced end of which an engine tells only the distance."""


def info_text(info: Info) -> str:
    """``info`` as the text of a MESSAGE.

    Examples
    --------
    >>> from wuzi.rules import parse_moves
    >>> info_text(Info(tuple(parse_moves("h8i9")), Score(120), 3, 5, 1234, 0.02))
    'Depth 3-5 | Eval +120 | Node 1234 | Time 20ms | Bestline H8 I9'
    >>> counts = {"win_rate": 5620, "nodes_per_second": 61700}
    >>> info_text(Info(tuple(parse_moves("h8")), Score(90), 3, 5, 9, 1, line=2, counts=counts))
    'Line 2 | Depth 3-5 | Eval +90 | WinRate 56.2% | Node 9 | Speed 61700 | Time 1000ms
     | Bestline H8'
    """
    rate, speed = info.counts.get("win_rate"), info.counts.get("nodes_per_second")
    parts = [
        f"Line {info.line}" if info.line > 1 else "",
        f"Depth {info.depth}-{max(info.depth, info.selective_depth)}",
        f"Eval {info.score}",
        "" if rate is None else f"WinRate {rate / 100:g}%",
        f"Node {info.nodes}",
        "" if speed is None else f"Speed {speed}",
        f"Time {round(info.time * 1000)}ms",
        "Bestline " + " ".join(point_name(move).upper() for move in info.pv),
    ]
    return " | ".join(part for part in parts if part)


_FIELD = re.compile(
    r"""\b(?:
        line \s+ (?P<number>\d{1,4})
      | depth \s+ (?P<depth>\d{1,6}) (?: - (?P<selective>\d{1,6}) )?
      | eval \s+ (?P<eval> [+-]? (?: [MW]\s?\d{1,6} | \d{1,12} ) )
      | win \s? rate \s+ (?P<rate> \d{1,3} (?: \.\d{1,6} )? ) \s? %
      | nodes? \s+ (?P<nodes> \d{1,18} (?: \.\d{1,6} )? [KMGBT]? )
      | speed \s+ (?P<speed> \d{1,18} (?: \.\d{1,6} )? [KMGBT]? )
      | time \s+ (?P<time> \d{1,12} (?: \.\d{1,6} )? ) \s? (?P<unit> ms | s )?
      | (?: bestline | pv ) \s+ (?P<line> (?: (?: [a-z]\d{1,2} | pass ) \b \s* )+ )
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"""\( (?P<number>\d{1,4}) \) \s* (?P<eval> [+-]? (?: [MW]\s?\d{1,6} | \d{1,12} ) )
      \s* \| \s* (?P<depth>\d{1,6}) - (?P<selective>\d{1,6})
      \s* \| \s* (?P<line> (?: [a-z]\d{1,2} \b \s* )+ )""",
    re.VERBOSE | re.IGNORECASE,
)
_MULTIPLES = {"K": 10**3, "M": 10**6, "G": 10**9, "B": 10**9, "T": 10**12}


def _score(text: str) -> Score:
    text = text.upper().replace(" ", "")
    sign = -1 if text.startswith("-") else 1
    text = text.lstrip("+-")
    if text[0] in "MW":
        plies = int(text[1:])
        return Score(sign * (FORCED - plies), sign * plies if plies else None)
    return Score(sign * int(text))


def _count(text: str) -> int:
    unit = _MULTIPLES.get(text[-1].upper())
    return int(float(text[:-1]) * unit) if unit else int(float(text))


@dataclass(slots=True)
class _Told:
    """What was told about one line."""

    names: tuple[str, ...] = ()
    score: Score = Score(0)
    depth: int = 0
    selective: int = 0
    nodes: int = 0
    time: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)


class InfoReader:
    """Gathers :class:`~wuzi.thinking.Info` from the messages of one engine.

    Parameters
    ----------
    size : int
        Lines of the board.

    Examples
    --------
    >>> reader = InfoReader(15)
    >>> reader.feed("Speed 276K | Depth 12-19 | Eval -71 | Node 16K | Time 60ms")
    True
    >>> reader.feed("Bestline H7 I4"), reader.feed("good morning")
    (True, False)
    >>> info = reader.info(move=point(7, 8))  # it plays 7,6: H7 counts from the top
    >>> info.depth, info.score.value, info.nodes, [point_name(m) for m in info.pv]
    (12, -71, 16000, ['h9', 'i12'])
    """

    def __init__(self, size: int) -> None:
        self._from_top = False
        self.begin(Board(size))

    def begin(self, board: Board) -> None:
        """Forget what the last search told; another begins, on ``board``."""
        self._board = board
        self._lines: dict[int, _Told] = {}
        self.line = 1  # that the last message told about

    def feed(self, text: str) -> bool:
        """Take a message in; whether it told anything (then :attr:`line` says of which line)."""
        numbered = _NUMBERED.match(text.strip())
        matches = [numbered] if numbered else list(_FIELD.finditer(text))
        if not matches:
            return False
        fields = {key: value for m in matches for key, value in m.groupdict().items() if value}
        self.line = int(fields.get("number", 1))
        _take(self._lines.setdefault(self.line, _Told()), fields)
        return True

    def info(self, move: Move | None = None, line: int = 1) -> Info | None:
        """What was told of a line, or ``None`` if nothing was.

        Parameters
        ----------
        move : Move, optional
            The move that the engine played in the end. It becomes the first of the
            principal variation; without it, a line must have been told.
        line : int, default 1
            1 for the best move, 2 for the next.
        """
        told = self._lines.get(line)
        pv = () if told is None else self._pv(told.names, move)
        if told is None or not pv:
            return None
        counts: Mapping[str, int] = MappingProxyType(dict(told.counts))
        return Info(pv, told.score, told.depth, told.selective, told.nodes, told.time, line, counts)

    def _pv(self, names: tuple[str, ...], move: Move | None) -> tuple[Move, ...]:
        for from_top in (self._from_top, not self._from_top):
            pv = self._moves(names, from_top)
            if pv and (pv[0] == move if move is not None else self._is_free(pv)):
                self._from_top = from_top
                return pv
        return () if move is None else (move,)

    def _is_free(self, pv: tuple[Move, ...]) -> bool:
        return all(move == PASS or self._board[move] == EMPTY for move in pv)

    def _moves(self, names: tuple[str, ...], from_top: bool) -> tuple[Move, ...]:
        """The line as moves, up to the first that is no point of the board."""
        moves: list[Move] = []
        size = self._board.size
        for name in names:
            if name == "pass":
                moves.append(PASS)
                continue
            col, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
            if not (col < size and 0 <= row < size):
                break
            moves.append(point(col, size - 1 - row if from_top else row))
        return tuple(moves)


def _take(told: _Told, fields: Mapping[str, str]) -> None:
    """Note the fields of a message."""
    if "depth" in fields:
        told.depth = int(fields["depth"])
        told.selective = int(fields.get("selective", told.depth))
    if "eval" in fields:
        told.score = _score(fields["eval"])
    if "nodes" in fields:
        told.nodes = _count(fields["nodes"])
    if "rate" in fields:
        told.counts["win_rate"] = min(10_000, round(float(fields["rate"]) * 100))
    if "speed" in fields:
        told.counts["nodes_per_second"] = _count(fields["speed"])
    if "time" in fields:
        in_seconds = fields.get("unit", "ms").lower() == "s"
        told.time = float(fields["time"]) / (1 if in_seconds else 1000)
    if "line" in fields:
        told.names = tuple(fields["line"].lower().split())
