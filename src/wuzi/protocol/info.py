"""What a search says about itself: ``Info`` as MESSAGE text and back.

We write one line, with exact numbers::

    MESSAGE Depth 3-5 | Eval +120 | Node 1234 | Time 20ms | Bestline H8 I9

and read that as well as what other engines write in the same manner: on several lines,
with ``126K`` nodes, ``+M15`` for a forced win, in any order.

Points in a ``Bestline`` have a letter and a number, but engines do not agree whether
numbers count from the bottom, as ours do, or from the top, as Rapfi's. The line begins
with the move that the engine then plays, which tells; :class:`InfoReader` remembers.
"""

from __future__ import annotations

import re
from typing import Final

from wuzi.rules import PASS, Move, Score, point, point_name
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
    """
    line = " ".join(point_name(move).upper() for move in info.pv)
    return (
        f"Depth {info.depth}-{max(info.depth, info.selective_depth)} | Eval {info.score}"
        f" | Node {info.nodes} | Time {round(info.time * 1000)}ms | Bestline {line}"
    )


_FIELD = re.compile(
    r"""\b(?:
        depth \s+ (?P<depth>\d{1,6}) (?: - (?P<selective>\d{1,6}) )?
      | eval \s+ (?P<eval> [+-]? (?: [MW]\s?\d{1,6} | \d{1,12} ) )
      | nodes? \s+ (?P<nodes> \d{1,18} (?: \.\d{1,6} )? [KMGBT]? )
      | time \s+ (?P<time> \d{1,12} (?: \.\d{1,6} )? ) \s? (?P<unit> ms | s )?
      | (?: bestline | pv ) \s+ (?P<line> (?: (?: [a-z]\d{1,2} | pass ) \b \s* )+ )
    )""",
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


def _nodes(text: str) -> int:
    unit = _MULTIPLES.get(text[-1].upper())
    return int(float(text[:-1]) * unit) if unit else int(float(text))


class InfoReader:
    """Gathers an :class:`~wuzi.thinking.Info` from the messages of one engine.

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
        self.begin(size)

    def begin(self, size: int) -> None:
        """Forget the numbers of the last search; another begins, on a board of ``size`` lines."""
        self.size = size
        self._line: tuple[str, ...] = ()
        self._score = Score(0)
        self._depth = self._selective = self._node_count = 0
        self._time = 0.0
        self._anything = False

    def feed(self, text: str) -> bool:
        """Take a message in; whether it told anything."""
        told = False
        for match in _FIELD.finditer(text):
            told = True
            if match["depth"]:
                self._depth = int(match["depth"])
                self._selective = int(match["selective"] or match["depth"])
            elif match["eval"]:
                self._score = _score(match["eval"])
            elif match["nodes"]:
                self._node_count = _nodes(match["nodes"])
            elif match["time"]:
                in_seconds = (match["unit"] or "ms").lower() == "s"
                self._time = float(match["time"]) / (1 if in_seconds else 1000)
            else:
                self._line = tuple(match["line"].lower().split())
        self._anything |= told
        return told

    def info(self, move: Move | None = None) -> Info | None:
        """What was told, or ``None`` if nothing was.

        Parameters
        ----------
        move : Move, optional
            The move that the engine played in the end. It becomes the first of the
            principal variation; without it, a line must have been told.
        """
        if not self._anything or (move is None and not self._line):
            return None
        pv = self._pv(move)
        if not pv:
            return None
        return Info(pv, self._score, self._depth, self._selective, self._node_count, self._time)

    def _pv(self, move: Move | None) -> tuple[Move, ...]:
        for from_top in (self._from_top, not self._from_top):
            pv = self._moves(from_top)
            if pv and (move is None or pv[0] == move):
                self._from_top = from_top
                return pv
        return () if move is None else (move,)

    def _moves(self, from_top: bool) -> tuple[Move, ...]:
        """The line as moves, up to the first that is no point of the board."""
        moves: list[Move] = []
        for name in self._line:
            if name == "pass":
                moves.append(PASS)
                continue
            col, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
            if not (col < self.size and 0 <= row < self.size):
                break
            moves.append(point(col, self.size - 1 - row if from_top else row))
        return tuple(moves)
