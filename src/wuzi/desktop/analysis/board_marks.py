"""What an analysis draws on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from wuzi.desktop.analysis.chances import SCALE, has_score, score_text, tells_rate, win_rate
from wuzi.desktop.analysis.threats import Makes
from wuzi.desktop.board.marks import Candidate, Ghost, Marks
from wuzi.rules import PASS, Board, Colour, Move, Point, opponent
from wuzi.thinking import Info

FALL: Final = 0.25
"""A move whose chance is so much less than the best one's is drawn as faintly as can be."""


def candidates(infos: Sequence[Info], scale: float = SCALE) -> tuple[Candidate, ...]:
    """The moves that are considered, with their chances, or scores where none are told.

    Examples
    --------
    >>> from wuzi.rules import Score, parse_moves
    >>> h8, i9 = parse_moves("h8i9")
    >>> won = Info((h8,), Score(9000, win_in=5), depth=4)
    >>> even = Info((i9,), Score(12), depth=4, line=2)
    >>> [(c.text, c.rank, c.share) for c in candidates([won, even])]
    [('+W5', 1, 1.0), ('+12', 2, 0.0)]
    """
    known = [win_rate(info, scale) for info in infos if has_score(info)]
    best = max(known, default=0.0)
    made = []
    for info in infos:
        if not info.pv or info.move == PASS:
            continue
        share = (
            1.0 if info.line == 1 or not has_score(info) else _share(win_rate(info, scale), best)
        )
        made.append(Candidate(info.move, _text(info), info.line, share))
    return tuple(made)


def _share(rate: float, best: float) -> float:
    return max(0.0, min(1.0, 1 - (best - rate) / FALL))


def _text(info: Info) -> str:
    if not has_score(info):
        return ""
    if info.score.win_in is not None or not tells_rate(info):
        return score_text(info.score)
    return f"{win_rate(info):.0%}"


def ghosts(line: Sequence[Move], turn: Colour) -> tuple[Ghost, ...]:
    """A line of play as numbered stones; ``turn`` begins.

    Examples
    --------
    >>> from wuzi.rules import BLACK, parse_moves
    >>> [(g.number, g.colour) for g in ghosts(parse_moves("h8i9"), BLACK)]
    [(1, 1), (2, 2)]
    """
    made = []
    for number, move in enumerate(line, 1):
        if move != PASS:
            made.append(Ghost(move, turn, number))
        turn = opponent(turn)
    return tuple(made)


def playable(board: Board, line: Sequence[Move]) -> tuple[Move, ...]:
    """The part of a line that can be played on ``board``: engines' lines are not to be trusted."""
    taken: set[Move] = set()
    for count, move in enumerate(line):
        if move != PASS and (board[move] or move in taken):
            return tuple(line[:count])
        taken.add(move)
    return tuple(line)


def threat_marks(found: Mapping[Colour, Mapping[Point, Makes]]) -> Marks:
    """What either colour could make, the stronger where both could."""
    best: dict[Point, Makes] = {}
    for points in found.values():
        for p, made in points.items():
            best[p] = max(made, best.get(p, Makes.NOTHING))
    return Marks(threats={p: made.kind for p, made in best.items()})
