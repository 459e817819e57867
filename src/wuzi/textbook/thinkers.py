"""The textbook's thinkers by name: what ``textbook:alphabeta,depth=3`` stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from time import perf_counter
from typing import Final

from wuzi.errors import N_, SettingsError
from wuzi.rules import PASS, Board, Move, Score
from wuzi.textbook.alphabeta import alphabeta
from wuzi.textbook.alphabeta_table import alphabeta_with_table
from wuzi.textbook.deepening import search_depths
from wuzi.textbook.greedy import GreedyThinker
from wuzi.textbook.minimax import minimax
from wuzi.textbook.observer import SILENT, Observer
from wuzi.textbook.options import (
    AUTO,
    MAX_DEPTH,
    SCORES,
    SEARCH_OPTIONS,
    Option,
    SearchOptions,
    parse_options,
)
from wuzi.textbook.ordering import best_static_move
from wuzi.textbook.position import Position
from wuzi.textbook.scores import check, load_scores
from wuzi.textbook.search import DepthSearch, Line, Search
from wuzi.textbook.values import is_decided
from wuzi.thinking import Info, Limit, Stop, Thinker


class SearchThinker:
    """Minimax or alpha-beta with its switches, as a player.

    Parameters
    ----------
    options : SearchOptions, optional
    observer : Observer, optional
        Watches every search, such as a :class:`~wuzi.textbook.trace.Trace`.

    Examples
    --------
    >>> from wuzi.rules import parse_position, point_name
    >>> from wuzi.thinking import answer
    >>> thinker = SearchThinker(SearchOptions(depth=3))
    >>> info = answer(thinker, parse_position("h8a1i8b1j8a2"), Limit())
    >>> point_name(info.move), str(info.score), info.depth
    ('g8', '+W3', 3)
    """

    def __init__(
        self,
        options: SearchOptions = SearchOptions(),  # noqa: B008 - frozen
        observer: Observer = SILENT,
    ) -> None:
        self.options = options
        self.observer = observer

    @property
    def name(self) -> str:
        """As people read it."""
        return "alphabeta" if self.options.pruning else "minimax"

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """Yield the result of every depth finished; of none, the best static point.

        Without a limit in time the same position gives the same move, always. With one the
        last depth finished is played. If not even the first was, that is the point that
        looks best without search.

        Raises
        ------
        ValueError
            If the game is over.
        """
        search = Search(board, self.options, limit, stop, self.observer)
        return self._infos(search, board, limit)

    def _infos(self, search: Search, board: Board, limit: Limit) -> Iterator[Info]:
        depth = self.options.depth if limit.depth is None else limit.depth
        depth = max(1, min(depth, MAX_DEPTH))
        finished = False
        for found in search_depths(search, self._search(), depth, deepening=self.options.deepening):
            finished = True
            yield _info(search, found.line, _score(found.value, found.line), found.depth)
        if not finished:
            move = best_static_move(Position(board, self.options))
            yield _info(search, (move,), Score(0), depth=0)

    def _search(self) -> DepthSearch:
        if not self.options.pruning:
            return minimax
        return alphabeta_with_table if self.options.table else alphabeta


def _info(search: Search, line: Line, score: Score, depth: int) -> Info:
    return Info(
        pv=line,
        score=score,
        depth=depth,
        selective_depth=max(depth, len(line)),
        nodes=search.counters.nodes,
        time=search.budget.elapsed,
        counts=search.counts(),
    )


def _score(value: int, line: Line) -> Score:
    """The score of a value: of a win the line is the way to it, move by move."""
    if not is_decided(value):
        return Score(value)
    return Score(value, win_in=len(line) if value > 0 else -len(line))


class RandomThinker:
    """Plays any legal point, each as likely as another.

    Parameters
    ----------
    seed : int, default 0
        The same seed chooses the same point in the same position.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @property
    def name(self) -> str:
        """As people read it."""
        return "random"

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """Draw a point; there is nothing to limit.

        Raises
        ------
        ValueError
            If the game is over.
        """
        if board.outcome is not None:
            raise ValueError("the game is over: there is nothing to choose")
        started = perf_counter()
        move = self._draw(board)
        return iter([Info((move,), nodes=1, time=perf_counter() - started)])

    def _draw(self, board: Board) -> Move:
        points = list(board.legal_points())
        if not points:
            return PASS
        position = bytes(board.cells).hex()
        return Random(f"{self.seed}:{board.turn}:{position}").choice(points)


_GREEDY_OPTIONS: Final = (
    Option(
        "defence",
        "number",
        0.8,
        N_("How much a point weighs that the opponent could use, against one's own use of it."),
        least=0.0,
        most=2.0,
        other_names=("greedy.defence",),
    ),
    SCORES,
)
_RANDOM_OPTIONS: Final = (
    Option(
        "seed",
        "int",
        0,
        N_("Chooses another sequence of random moves."),
        least=0,
        most=2**63 - 1,
    ),
)


def _make_search(pruning: bool) -> Callable[[Mapping[str, str]], Thinker]:
    return lambda texts: SearchThinker(SearchOptions.parse(texts, pruning=pruning))


def _make_greedy(texts: Mapping[str, str]) -> Thinker:
    values = parse_options(_GREEDY_OPTIONS, texts)
    scores = values.pop("scores", AUTO)
    return GreedyThinker(None if scores == AUTO else load_scores(scores), **values)


def _make_random(texts: Mapping[str, str]) -> Thinker:
    return RandomThinker(**parse_options(_RANDOM_OPTIONS, texts))


_THINKERS: Final[dict[str, tuple[Callable[[Mapping[str, str]], Thinker], tuple[Option, ...]]]] = {
    "alphabeta": (_make_search(pruning=True), SEARCH_OPTIONS),
    "minimax": (_make_search(pruning=False), SEARCH_OPTIONS),
    "greedy": (_make_greedy, _GREEDY_OPTIONS),
    "random": (_make_random, _RANDOM_OPTIONS),
}

NAMES: Final = tuple(_THINKERS)
"""The names of the thinkers."""


def make(name: str, options: Mapping[str, str]) -> Thinker:
    """The thinker of that name with those options, both as a WHO text writes them.

    Raises
    ------
    SettingsError
        If the name, an option's key or its value is not possible, with the choices.

    Examples
    --------
    >>> make("alphabeta", {"depth": "3", "ordering": "point"}).options.depth
    3
    >>> make("alphabeta", {"ordering": "best"})
    Traceback (most recent call last):
    wuzi.errors.SettingsError: ordering=best is not possible: choose none, worst, ...
    """
    return _known(name)[0](options)


def doubts(name: str, options: Mapping[str, str]) -> list[SettingsError]:
    """What is possible but doubtful about a thinker: warnings of its score table.

    Raises
    ------
    SettingsError
        As :func:`make`.

    Examples
    --------
    >>> [doubt.id for doubt in doubts("greedy", {"scores": "course"})]
    ['scores.ten_fours']
    >>> doubts("greedy", {})
    []
    """
    scores = parse_options(_known(name)[1], options).get(SCORES.name, AUTO)
    return [] if scores == AUTO else check(load_scores(scores))


def describe(name: str) -> tuple[Option, ...]:
    """The options of the thinker of that name, for help pages and dialogs.

    >>> [option.name for option in describe("greedy")]
    ['defence', 'scores']
    """
    return _known(name)[1]


def _known(name: str) -> tuple[Callable[[Mapping[str, str]], Thinker], tuple[Option, ...]]:
    thinker = _THINKERS.get(name.strip().lower())
    if thinker is None:
        raise SettingsError(
            "textbook.unknown",
            N_("there is no textbook thinker '{name}': choose from {choices}"),
            name=name[:40],
            choices=", ".join(NAMES),
        )
    return thinker
