"""Our own command SOLVE and its answer: whether the side to move wins by force.

The manager says ``SOLVE vcf`` or ``SOLVE vct`` after YXBOARD; the brain answers one line,
``SOLVED win 7,7 8,8 ...``, ``SOLVED none`` (there is no such win) or ``SOLVED unknown``.
Limits come by INFO, and YXSTOP ends the search, as for a move.
"""

from __future__ import annotations

from wuzi.players.analysing import ForcedWin, Goal
from wuzi.protocol.coordinates import point_at, xy_text
from wuzi.protocol.wire import parse_xy
from wuzi.rules import PASS, Move


def solved_text(found: ForcedWin, size: int) -> str:
    """The answer to SOLVE on a board of ``size`` lines.

    Examples
    --------
    >>> from wuzi.rules import parse_moves
    >>> solved_text(ForcedWin("vcf", "win", tuple(parse_moves("h8i8"))), 15)
    'SOLVED win 7,7 8,7'
    """
    moves = ["pass" if move == PASS else xy_text(move, size) for move in found.line]
    return " ".join(["SOLVED", found.result, *moves])


def solved(text: str, goal: Goal, size: int) -> ForcedWin | None:
    """What an answer to ``SOLVE goal`` says, or ``None`` if it makes no sense.

    Examples
    --------
    >>> solved("SOLVED none", "vct", 15)
    ForcedWin(goal='vct', result='none', line=())
    >>> solved("SOLVED win 99,99", "vct", 15) is None
    True
    """
    _, _, rest = text.partition(" ")
    word, *names = rest.lower().split() or [""]
    moves = [_move(name, size) for name in names]
    line = tuple(move for move in moves if move is not None)
    if len(line) < len(moves) or bool(line) != (word == "win"):
        return None
    match word:
        case "win" | "none" | "unknown":
            return ForcedWin(goal, word, line)
    return None


def _move(text: str, size: int) -> Move | None:
    if text == "pass":
        return PASS
    xy = parse_xy(text)
    return None if xy is None else point_at(*xy, size)
