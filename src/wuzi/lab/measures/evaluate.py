"""``evaluate``: what it costs to know what a position is worth, and to keep a board."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from wuzi.errors import N_, ParseError
from wuzi.lab.cells import Cell
from wuzi.lab.measures.interface import Column, Help, Key, Measure, Place, Task
from wuzi.lab.parts import Part
from wuzi.lab.reader import Fields
from wuzi.lab.results import Record
from wuzi.rules import BLACK, EMPTY, WHITE, Board

WAYS: Final = ("runs", "bitboard", "incremental", "lines", "engine")
GRIDS: Final = ("list", "sentinel")
WORKS: Final = ("totals", "leaf", "again", "wins", "points")
"""``totals``: both colours' totals of a board that nothing is known of. ``leaf``: a stone is
put, both totals asked, and it is taken away, as a search does. ``again``: as ``leaf`` with a
cache, which has met the position. ``wins``, ``points``: whether each colour wins at each empty
point, what each point is worth to each."""

_LEAST: Final = 0.02
"""Seconds that are timed together at least, so that the clock's own steps do not show."""

Work = Callable[[], object]


class EvaluateMeasure(Measure):
    """Time of one evaluation, and memory of the board, by way and grid."""

    name = "evaluate"
    about = N_(
        "An evaluation was done again and again on each position: the time of one is that of"
        " many together, divided by their number, and its median over the repeats is given. The"
        " bytes are those that the board and what the evaluation keeps take in memory."
    )
    keys = (
        Key("way", "word", "incremental", WAYS),
        Key("grid", "word", "sentinel", GRIDS),
        Key("work", "word", "leaf", WORKS),
    )
    columns = (
        Column("seconds", N_("seconds"), timed=True, compared=True, format=".3g"),
        Column("microseconds", N_("microseconds"), timed=True, format=",.1f"),
        Column("bytes", N_("bytes"), timed=True, compared=True),
        Column("grid_bytes", N_("bytes of the board"), timed=True, compared=True),
    )

    takes = ("positions", "repeats")

    def place(self, part: Part) -> Place:
        """Times are all it takes."""
        return Place.ALONE

    def needs_engine(self, part: Part) -> bool:
        """If the engine's own evaluation is asked for."""
        return any(self._settings(part, cell)["way"] == "engine" for cell in part.cells)

    @staticmethod
    def _settings(part: Part, cell: Cell) -> dict[str, Any]:
        return {**part.keys, **cell.applied}

    def job(self, part: Part, cell: Cell, scratch: Path) -> dict[str, Any]:
        """Way, grid and work, each a known word."""
        fields = Fields(self._settings(part, cell), "", "")
        try:
            fields.only(("way", "grid", "work"))
            settings = {key.name: fields.word(key.name, among=key.among) for key in self.keys}
        except ParseError as error:
            raise error.fields["why"] from None
        if settings["way"] == "engine" and settings["work"] != "leaf":
            raise ParseError(
                "lab.engine_work", N_("the way engine does the work leaf only, not {token}"),
                token=settings["work"],
            )  # fmt: skip
        return {**settings, "repeats": part.repeats or 5}

    def run(self, task: Task, help: Help) -> Record:
        """Time the work."""
        job = task.job
        board = job["position"].board()
        if job["way"] == "engine":
            seconds = [_engine_pair(board) for _ in range(job["repeats"] + 1)][1:]
            return _record(seconds, 0, 0)
        work = _work(board, job["way"], job["grid"], job["work"])
        many = 1
        while many * _per_call(work, many) < _LEAST:
            many *= 2
        seconds = [_per_call(work, many) for _ in range(job["repeats"])]
        return _record(seconds, *_bytes(board, job["way"], job["grid"]))


def _record(seconds: list[float], kept: int, grid: int) -> Record:
    timed = {"seconds": seconds, "microseconds": [1e6 * one for one in seconds]}
    if kept:
        timed |= {"bytes": [float(kept)], "grid_bytes": [float(grid)]}
    return Record({}, timed, repeatable=False)


def _per_call(work: Work, many: int = 1) -> float:
    started = perf_counter()
    for _ in range(many):
        work()
    return max((perf_counter() - started) / many, 1e-9)


def _work(board: Board, way: str, grid_kind: Any, work: str) -> Work:
    from wuzi.textbook.evaluation import (  # noqa: PLC0415  # loads NumPy
        CachedEvaluation,
        Evaluation,
        default_scores,
        make_evaluation,
    )
    from wuzi.textbook.grid import make_grid  # noqa: PLC0415
    from wuzi.textbook.point_value import point_value  # noqa: PLC0415

    grid = make_grid(grid_kind, board)
    scores = default_scores(way)
    empty = list(board.stones(EMPTY))
    p = empty[len(empty) // 2]
    kept: Evaluation = make_evaluation(way, grid, scores)
    if work == "again":
        kept = CachedEvaluation(kept, grid)

    def totals() -> None:
        fresh = make_evaluation(way, grid, scores)
        fresh.total(BLACK)
        fresh.total(WHITE)

    def leaf() -> None:
        grid.place(p, BLACK)
        kept.placed(p, BLACK)
        kept.total(BLACK)
        kept.total(WHITE)
        grid.remove(p)
        kept.removed(p, BLACK)

    def wins() -> None:
        for q in empty:
            grid.wins_at(q, BLACK)
            grid.wins_at(q, WHITE)

    def points() -> None:
        for q in empty:
            point_value(grid, q, BLACK, scores)
            point_value(grid, q, WHITE, scores)

    return {"totals": totals, "leaf": leaf, "again": leaf, "wins": wins, "points": points}[work]


def _bytes(board: Board, way: str, grid_kind: Any) -> tuple[int, int]:
    """What grid and evaluation take in memory together, and the grid alone."""
    from wuzi.textbook.evaluation import default_scores, make_evaluation  # noqa: PLC0415
    from wuzi.textbook.grid import make_grid  # noqa: PLC0415

    scores = default_scores(way)
    make_evaluation(way, make_grid(grid_kind, board), scores)  # what is made once for all
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        grid = make_grid(grid_kind, board)
        middle = tracemalloc.get_traced_memory()[0]
        evaluation = make_evaluation(way, grid, scores)
        evaluation.total(BLACK)
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return after - before, middle - before


def _engine_pair(board: Board) -> float:
    """Seconds in which the engine puts a stone, with all it keeps of the lines, and takes it."""
    import numpy as np  # noqa: PLC0415

    from wuzi.engine.bench import shuffle_pairs  # noqa: PLC0415  # loads Numba
    from wuzi.engine.tables import make_state, tables_of  # noqa: PLC0415

    tables = tables_of(board.rule)
    state: Any = make_state(board, tables)
    near = state["near"]
    moves = [p for p in board.stones(EMPTY) if near[p] > 0][:8]
    points = np.array(moves, np.int64)
    started = perf_counter()
    done = shuffle_pairs(state, tables, points, 20_000)
    return float((perf_counter() - started) / done)


MEASURE: Final = EvaluateMeasure()
