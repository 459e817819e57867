"""One position, searched with and without each idea: what every switch is worth there.

:func:`compare_textbook` turns the switches of a textbook search one at a time,
:func:`compare_engine` the ``use_`` switches of our engine. The first row is the baseline.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from wuzi.errors import N_, ParseError
from wuzi.players import Who
from wuzi.rules import PASS, Board, Move, Score, point_name
from wuzi.thinking import Info, Limit, Stop

if TYPE_CHECKING:
    from wuzi.textbook.options import Option, SearchOptions
    from wuzi.textbook.search import DepthSearch

__all__ = [
    "BASELINE",
    "Row",
    "compare_engine",
    "compare_textbook",
    "textbook_options",
    "variations",
]

BASELINE: Final = ""
"""The label of the row that the others are compared with."""
_WARMING: Final = 6
"""Plies of the search before the first row of the engine."""
_CAPS: Final = (10, 20)
"""Candidates kept, where the baseline keeps all."""


@dataclass(frozen=True, slots=True)
class Row:
    """One search.

    Attributes
    ----------
    label : str
        What is other than in the baseline, as a WHO text or a list of switches writes it.
    nodes : int
        Positions visited.
    seconds : float
    move : Move or None
        ``None`` if the search was cut off.
    score : Score or None
        For the side to move.
    finished : bool
        Whether the search came to its end; else its figures are lower bounds.
    counts : mapping of str to int
        ``cuts`` and ``first_cuts`` (by the first move tried) of a textbook search,
        ``solver_nodes`` of the engine.
    """

    label: str
    nodes: int
    seconds: float
    move: Move | None = None
    score: Score | None = None
    finished: bool = True
    counts: Mapping[str, int] | None = None

    def nodes_ratio(self, base: Row) -> float | None:
        """Nodes as a multiple of the baseline's; ``None`` where that is not known."""
        return self.nodes / base.nodes if base.finished and base.nodes else None

    def time_ratio(self, base: Row) -> float | None:
        """Seconds as a multiple of the baseline's; likewise."""
        return self.seconds / base.seconds if base.finished and base.seconds > 0 else None

    def same(self, base: Row) -> tuple[bool, bool] | None:
        """Whether move and value are the baseline's; ``None`` if a search was cut off."""
        if not (self.finished and base.finished):
            return None
        return self.move == base.move, self.score == base.score

    def to_json(self, base: Row) -> dict[str, Any]:
        """For programs; the bounds of a search that was cut off are told by ``finished``."""
        same = self.same(base)
        ratios = self.nodes_ratio(base), self.time_ratio(base)
        return {
            "switch": self.label,
            "finished": self.finished,
            "nodes": self.nodes,
            **(self.counts or {}),
            "seconds": round(self.seconds, 4),
            "nodes_ratio": None if ratios[0] is None else round(ratios[0], 4),
            "time_ratio": None if ratios[1] is None else round(ratios[1], 4),
            "move": None if self.move is None else point_name(self.move),
            "score": None if self.score is None else self.score.value,
            "win_in": None if self.score is None else self.score.win_in,
            "same_move": None if same is None else same[0],
            "same_score": None if same is None else same[1],
        }


class _Deadline:
    """A stop that comes when its time is up or another one comes."""

    def __init__(self, seconds: float, stop: Stop) -> None:
        self._end = perf_counter() + seconds
        self._stop = stop
        self.came = False

    def is_set(self) -> bool:
        """Whether to end now."""
        self.came = self.came or self._stop.is_set() or perf_counter() >= self._end
        return self.came


# The textbook


def textbook_options(who: Who, depth: int | None = None) -> SearchOptions:
    """The switches of a search of the textbook.

    Parameters
    ----------
    who : Who
    depth : int, optional
        Plies, instead of those of ``who``.

    Raises
    ------
    ParseError
        If ``who`` is no search of the textbook.
    SettingsError
        If one of its options is not possible.
    """
    from wuzi.textbook.options import SearchOptions  # noqa: PLC0415  # loads NumPy

    name = who.name.lower()
    if who.kind != "textbook" or name not in ("alphabeta", "minimax"):
        raise ParseError(
            "compare.who",
            N_(
                "'{token}' has no switches to compare: name textbook:alphabeta or"
                " textbook:minimax, or say --engine"
            ),
            token=who.text[:60],
        )
    options = SearchOptions.parse(dict(who.options), pruning=name == "alphabeta")
    return options if depth is None else replace(options, depth=depth)


def compare_textbook(
    board: Board, base: SearchOptions, seconds: float, stop: Stop
) -> Iterator[Row | str]:
    """Search with every switch turned, one at a time.

    Parameters
    ----------
    board : Board
        The game must not be over.
    base : SearchOptions
        The baseline.
    seconds : float
        A search that takes longer is cut off.
    stop : Stop
        Ends it all; the search that was under way is left out.

    Yields
    ------
    str
        The label of the search that begins.
    Row
        What came of it.

    Examples
    --------
    >>> from wuzi.rules import parse_position
    >>> from wuzi.textbook.options import SearchOptions
    >>> from wuzi.thinking import NeverStop
    >>> told = compare_textbook(parse_position("h8i9g7"), SearchOptions(depth=2), 60, NeverStop())
    >>> base, minimax = [next(told) for _ in range(4)][1::2]
    >>> minimax.label, minimax.nodes > base.nodes, minimax.same(base)
    ('minimax', True, (True, True))
    """
    # A first search loads modules and fills caches: no row is to pay for it.
    _search(board, BASELINE, replace(base, depth=1), seconds, stop)
    for label, options in variations(base):
        yield label
        row = _search(board, label, options, seconds, stop)
        if stop.is_set():
            return
        yield row


def variations(base: SearchOptions) -> Iterator[tuple[str, SearchOptions]]:
    """The baseline, and every search that differs from it in one switch, with its label.

    >>> from wuzi.textbook.options import SearchOptions
    >>> [label for label, options in variations(SearchOptions())][:5]
    ['', 'minimax', 'radius=1', 'radius=3', 'radius=adaptive']
    """
    from wuzi.textbook.options import SEARCH_OPTIONS  # noqa: PLC0415

    yield BASELINE, base
    yield ("minimax" if base.pruning else "alphabeta"), replace(base, pruning=not base.pruning)
    for option in SEARCH_OPTIONS:
        for changes in _changes(option, base):
            yield _label(changes), replace(base, **changes)


def _changes(option: Option, base: SearchOptions) -> Iterator[dict[str, Any]]:
    """What to change of the baseline to turn one switch; some make sense beside another only."""
    value = getattr(base, option.name)
    name = option.name
    if name == "table":
        if value:
            by_table = base.ordering == "hash+point"
            yield {"table": False, **({"ordering": "point"} if by_table else {})}
        else:
            yield {"table": True}
            yield {"table": True, "ordering": "hash+point"}
    elif name == "table_exact_depth":
        yield {"table": True, name: not value}
    elif name == "ordering":
        for other in option.choices:
            if other != value and (base.table or other != "hash+point"):
                yield {name: other}
    elif name == "cap":
        yield from ({name: other} for other in ((0,) if value else _CAPS))
    elif name == "bonus":
        yield {name: 0 if value else 1}
    elif option.kind == "switch":
        yield {name: not value}
    elif option.kind == "choice":
        yield from ({name: other} for other in option.choices if other != value)


def _label(changes: Mapping[str, Any]) -> str:
    words = {True: "on", False: "off"}
    return ",".join(
        f"{name}={words[value] if isinstance(value, bool) else value}"
        for name, value in changes.items()
    )


def _search(board: Board, label: str, options: SearchOptions, seconds: float, stop: Stop) -> Row:
    from wuzi.textbook.deepening import search_depths  # noqa: PLC0415
    from wuzi.textbook.search import Search  # noqa: PLC0415
    from wuzi.textbook.values import is_decided  # noqa: PLC0415

    began = perf_counter()
    search = Search(board, options, Limit(time=seconds), stop)
    depths = search_depths(search, _way(options), options.depth, deepening=options.deepening)
    last = next(reversed(list(depths)), None)
    spent = perf_counter() - began
    counters = search.counters
    counts = {"cuts": sum(counters.cuts.values()), "first_cuts": counters.cuts.get(1, 0)}
    if last is None or not (last.depth == options.depth or is_decided(last.value)):
        return Row(label, counters.nodes, spent, finished=False, counts=counts)
    plies = len(last.line) if last.value > 0 else -len(last.line)
    score = Score(last.value, plies if is_decided(last.value) else None)
    return Row(label, counters.nodes, spent, (*last.line, PASS)[0], score, counts=counts)


def _way(options: SearchOptions) -> DepthSearch:
    from wuzi.textbook.alphabeta import alphabeta  # noqa: PLC0415
    from wuzi.textbook.alphabeta_table import alphabeta_with_table  # noqa: PLC0415
    from wuzi.textbook.minimax import minimax  # noqa: PLC0415

    if not options.pruning:
        return minimax
    return alphabeta_with_table if options.table else alphabeta


# The engine


def compare_engine(board: Board, depth: int, seconds: float, stop: Stop) -> Iterator[Row | str]:
    """Search with our engine to a depth, every idea turned off (or on) by itself.

    It takes and yields what :func:`compare_textbook` does; the second row is the search
    without any of its ideas. Where a search is cut off, its figures are those of the last
    depth that it finished.

    Raises
    ------
    EngineError
        At the first row, if the engine does not play on such a board.
    """
    from wuzi.engine.control import PLAIN, SWITCHES  # noqa: PLC0415  # loads Numba
    from wuzi.engine.engine import Engine  # noqa: PLC0415

    searches: list[tuple[str, Mapping[str, int]]] = [(BASELINE, {}), ("use_*=0", PLAIN)]
    for name in PLAIN:
        value = int(not SWITCHES[name])
        searches.append((f"{name}={value}", {name: value}))
    # A first search loads kernels and touches memory: no row is to pay for it.
    Engine().play(board, Limit(depth=min(depth, _WARMING), time=seconds), stop=stop)
    for label, switches in searches:
        yield label
        deadline = _Deadline(seconds, stop)
        began = perf_counter()
        info = Engine(switches=switches).play(board, Limit(depth=depth), stop=deadline)
        spent = perf_counter() - began
        if stop.is_set():
            return
        yield _engine_row(label, info, spent, finished=not deadline.came)


def _engine_row(label: str, info: Info, spent: float, *, finished: bool) -> Row:
    counts = {"solver_nodes": info.counts.get("solver_nodes", 0)}
    if not finished:
        return Row(label, info.nodes, spent, finished=False, counts=counts)
    return Row(label, info.nodes, spent, info.move, info.score, counts=counts)
