"""Scores as chances, and both as a few letters."""

from __future__ import annotations

from math import exp
from typing import Final

from wuzi.rules import BLACK, Colour, Game, Node, Score, opponent
from wuzi.thinking import Info

SCALE: Final = 585.0
"""What our own engine's scores are divided by, see :mod:`wuzi.engine.win_rate` (which would
load the engine)."""
TEXTBOOK: Final = 4000.0
"""The same of the textbook, whose scores count tens of thousands for a four: a guess."""
FOREIGN: Final = 200.0
"""The same of other engines. It is Rapfi's; those that tell their chances are believed."""


def rate_of(score: Score, scale: float = SCALE) -> float:
    """The chance to win that a score stands for, 0 to 1, of the side whose view it is.

    Examples
    --------
    >>> rate_of(Score(0)), round(rate_of(Score(585)), 2), rate_of(Score(-9000, win_in=-4))
    (0.5, 0.73, 0.0)
    """
    if score.win_in is not None:
        return 1.0 if score.win_in > 0 else 0.0
    return 1 / (1 + exp(-min(max(score.value / scale, -50.0), 50.0)))


def scale_of(who: str) -> float:
    """What the scores of a player are to be divided by.

    >>> [scale_of(who) for who in ("wuzi,threads=2", "textbook:minimax", "engine:Rapfi")]
    [585.0, 4000.0, 200.0]
    """
    if who.startswith("textbook:"):
        return TEXTBOOK
    return SCALE if who.startswith(("wuzi", "level:")) or who in ("", "human") else FOREIGN


def has_score(info: Info) -> bool:
    """Whether an engine told more than its move."""
    return info.depth > 0 or info.nodes > 0 or "win_rate" in info.counts


def tells_rate(info: Info) -> bool:
    """Whether an engine told a chance, or a forced end, and not only a score in its own units."""
    return info.score.win_in is not None or "win_rate" in info.counts


def win_rate(info: Info, scale: float = SCALE) -> float:
    """The chance of the side to move, as the engine tells it or as its score says."""
    if info.score.win_in is None and "win_rate" in info.counts:
        return info.counts["win_rate"] / 10_000
    return rate_of(info.score, scale)


def for_black(rate: float, colour: Colour) -> float:
    """Black's chance, where ``rate`` is that of ``colour``."""
    return rate if colour == BLACK else 1 - rate


def noted_rates(game: Game, line: list[Node]) -> list[float | None]:
    """Black's chance at every node of a line from the root, by the scores in its notes.

    A score is taken to be in the units of the player who made the move.

    Examples
    --------
    >>> from wuzi.rules import Game, parse_moves
    >>> game = Game()
    >>> end = game.extend(parse_moves("h8i9"))
    >>> end.notes.score = Score(-900, win_in=-4)  # white, who moved last, loses
    >>> noted_rates(game, end.path())
    [None, None, 1.0]
    """
    rates: list[float | None] = []
    turn = BLACK
    for node in line:
        if node.has_notes and node.notes.set_up is not None and node.notes.set_up.turn is not None:
            turn = node.notes.set_up.turn
        if node.move is not None:
            turn = opponent(turn)
        score, mover = node.notes.score if node.has_notes else None, opponent(turn)
        scale = scale_of(game.player(mover).who)
        rates.append(None if score is None else for_black(rate_of(score, scale), mover))
    return rates


def rate_text(rate: float) -> str:
    """A chance in three figures at most.

    >>> [rate_text(rate) for rate in (0, 0.0004, 0.0213, 0.5, 0.9996, 1)]
    ['0%', '0.0%', '2.1%', '50.0%', '100%', '100%']
    """
    return f"{rate:.0%}" if rate == 0 or rate > 0.9995 - 1e-9 else f"{rate:.1%}"


def score_text(score: Score) -> str:
    """A score in a few letters, with a true minus sign.

    >>> score_text(Score(120)), score_text(Score(9, win_in=5)), score_text(Score(-9, win_in=-4))
    ('+120', '+W5', '−W4')
    """
    return str(score).replace("-", "−")


def short_count(number: int) -> str:
    """A large number in a few letters.

    >>> [short_count(n) for n in (0, 999, 12345, 1_234_567, 2_500_000_000)]
    ['0', '999', '12.3k', '1.23M', '2.5G']
    """
    for unit, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= unit:
            return f"{number / unit:.3g}{letter}"
    return str(number)


def clock_text(seconds: float) -> str:
    """A duration.

    >>> [clock_text(s) for s in (0.234, 12.34, 75, 3700)]
    ['0.2 s', '12.3 s', '1:15', '1:01:40']
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
