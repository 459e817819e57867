"""A level at the board: our engine, held back so that people have an even game.

Three things make it weaker, each a number of :class:`~wuzi.players.levels.Level`: it looks
at few positions, it takes by chance one of several moves that look good to it, and some of
the opponent's rows it does not see. Time is none of them, and it never waits on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp
from random import Random
from time import perf_counter
from typing import Final

from wuzi.errors import N_, EngineError, SettingsError
from wuzi.players.blind_spots import hidden, overlooked, rows, without
from wuzi.players.levels import Level
from wuzi.players.wuzi_thinker import WuziThinker
from wuzi.rules import EMPTY, Board, Point, Score, opponent
from wuzi.thinking import Info, Limit, Stop

SURE: Final = 4000.0
"""What a forced win is worth that a level recognises, in units of the evaluation."""
GOOD: Final = 1000.0
"""What one is worth that lies beyond its foresight: it looks good, no more."""
MOST: Final = 2000.0
"""No undecided position is worth more."""
UNLIMITED: Final = 2_000_000
"""Positions for a move of the full engine where neither a clock nor anything else limits it."""
STAND_IN_DEPTH: Final = 2
STAND_IN_SECONDS: Final = 2.0
"""What the textbook searches, at most, while the engine is being compiled."""
OWN: Final = {"memory": "16", "network": "0"}
"""Options of the engine behind a level that is held back: a small table for few positions, and
the plain evaluation, so that another network makes no level another."""


class LevelThinker:
    """Plays as strong as its level.

    Parameters
    ----------
    level : Level
    seed : int or str, optional
        The same seed and position give the same move. By default, every game is another.
    compiler : sequence of str, optional
        As for :class:`~wuzi.players.wuzi_thinker.WuziThinker`, which thinks behind it.

    Examples
    --------
    >>> from wuzi.players import levels
    >>> from wuzi.rules import parse_position, point_name
    >>> from wuzi.thinking import answer
    >>> thinker = LevelThinker(levels()[8], seed=1)
    >>> thinker.engine.wait()
    >>> point_name(answer(thinker, parse_position("h8a1i8b1j8c1k8"), Limit()).move) in ("g8", "l8")
    True
    """

    def __init__(
        self, level: Level, seed: int | str | None = None, compiler: Sequence[str] | None = None
    ) -> None:
        self.level = level
        self.seed = seed
        self.engine = WuziThinker({} if level.is_full else OWN, compiler)

    @property
    def name(self) -> str:
        """As people read it."""
        return f"Level {self.level.number}"

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """Think about the side to move; see :class:`wuzi.thinking.Thinker`.

        Raises
        ------
        ValueError
            If the game is over.
        """
        if board.outcome is not None:
            raise ValueError("the game is over: there is nothing to choose")
        if not self.engine.has_engine(board):
            return self._stand_in(board, limit, stop)
        if self.level.is_full:
            endless = limit.time is limit.clock is limit.nodes is limit.depth is None
            return self.engine.think(board, Limit(nodes=UNLIMITED) if endless else limit, stop)
        return iter((self._choose(board, limit, stop),))

    def _stand_in(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """What the textbook plays at once, until the engine is there."""
        depth = min(limit.depth or STAND_IN_DEPTH, STAND_IN_DEPTH)
        time = STAND_IN_SECONDS if limit.time is limit.clock is None else limit.time
        return self.engine.think(board, replace(limit, depth=depth, time=time), stop)

    def _choose(self, board: Board, limit: Limit, stop: Stop) -> Info:
        random = self._random(board)
        nodes = min(self.level.nodes, limit.nodes or self.level.nodes)
        within = Limit(nodes=nodes, depth=limit.depth)
        stop = _InTime(stop, limit)
        legal = set(board.legal_points())
        fives = {p for p in legal if board.wins_at(p, board.turn)}
        if fives and random.random() >= self.level.overlooks.get("own_five", 0.0):
            return self._lines(board, Limit(nodes=1), stop, 1, legal)[0]
        missed = overlooked(rows(board, opponent(board.turn)), self.level.overlooks, random)
        seen = without(board, hidden(missed)) if missed else board
        wanted = legal - fives
        if seen.outcome is None and wanted:
            try:
                lines = self._lines(seen, within, stop, self.level.lines, wanted)
            except EngineError as error:
                if error.id != "engine.nothing_left":
                    raise
                # Black would be forbidden all that is left, as he sees the board.
                lines = self._lines(board, within, stop, self.level.lines, legal)
        else:  # hiding a stone of an overline left a five
            lines = self._lines(board, within, stop, self.level.lines, legal)
        return pick(lines, self.level, random)

    def _lines(
        self, board: Board, limit: Limit, stop: Stop, lines: int, allowed: set[Point]
    ) -> list[Info]:
        """The best moves among those allowed, as far as the search came."""
        exclude = [p for p in board.stones(EMPTY) if p not in allowed]
        found: list[Info] = []
        for info in self.engine.analyse(board, limit, stop, lines=lines, exclude=exclude):
            if info.line == 1:
                found = []
            found.append(info)
        return found

    def _random(self, board: Board) -> Random:
        if self.seed is None:
            return Random()
        return Random(f"{self.seed} {board.turn} {board.cells.hex()}")

    # What a resident thinker may be told (see wuzi.players.resident)

    def prepare(self) -> None:
        """Load the engine, or begin to compile it."""
        self.engine.prepare()

    def configure(self, key: str, value: int) -> bool:
        """Take an option of the protocol's INFO; more threads make no level stronger."""
        if key == "thread_num" and not self.level.is_full:
            return True
        return self.engine.configure(key, value)

    def notices(self) -> Sequence[str]:
        """What has happened since the last call."""
        return self.engine.notices()

    def close(self) -> None:
        """Give back what was taken."""
        self.engine.close()


def worth(score: Score, foresight: int) -> float:
    """What a level takes a score for, in units of the evaluation.

    Examples
    --------
    >>> worth(Score(120), 4), worth(Score(29997, 3), 4) > MOST, worth(Score(29991, 9), 4)
    (120.0, True, 1000.0)
    """
    if score.win_in is None:
        return max(-MOST, min(MOST, float(score.value)))
    plies = abs(score.win_in)
    value = SURE - plies if not foresight or plies <= foresight else GOOD
    return value if score.win_in > 0 else -value


def pick(lines: Sequence[Info], level: Level, random: Random) -> Info:
    """One of the lines: the better it looks, the likelier (a softmax over their worth).

    Examples
    --------
    >>> from wuzi.players import Level
    >>> lines = [Info((1,), Score(50)), Info((2,), Score(0), line=2)]
    >>> chosen = [pick(lines, Level(1, "", temperature=50), Random(n)).move for n in range(1000)]
    >>> 680 < chosen.count(1) < 780  # 1 / (1 + 1/e) = 73 %
    True
    """
    values = [worth(info.score, level.foresight) for info in lines]
    best = max(values)
    if level.temperature <= 0:
        return replace(lines[values.index(best)], line=1)
    weights = [exp((value - best) / level.temperature) for value in values]
    return replace(random.choices(lines, weights)[0], line=1)


def read_seed(options: Mapping[str, str], text: str) -> str | None:
    """The seed among the options of a WHO text such as ``level:3,seed=7``.

    Raises
    ------
    SettingsError
        If there is another option.
    """
    for key in options:
        if key != "seed":
            raise SettingsError(
                "level.option",
                N_("{who} has no option '{key}': a level knows only seed"),
                who=text,
                key=key[:40],
            )
    return options.get("seed")


class _InTime:
    """A stop that comes at the latest when the time is over; only a hopeless clock brings it."""

    def __init__(self, stop: Stop, limit: Limit) -> None:
        self._stop = stop
        seconds = [limit.time, None if limit.clock is None else limit.clock / 4]
        least = min((s for s in seconds if s is not None), default=None)
        self._end = None if least is None else perf_counter() + 0.8 * least

    def is_set(self) -> bool:
        over = self._end is not None and perf_counter() >= self._end
        return over or self._stop.is_set()
