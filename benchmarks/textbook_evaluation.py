"""Times the textbook's evaluations: medians in milliseconds, by way, position and grid.

    python benchmarks/textbook_evaluation.py [--json] [--repeats N]

For each way of evaluating the whole board:

* ``both totals``: black's and white's total, as after a change that nobody told of: for
  ``incremental`` and ``lines``, which count as stones come, this is making them anew;
* ``a stone more``: place a stone, both totals, take it away: what a search's leaf costs.
  It is one stone again and again, so ``incremental`` and ``lines`` remember its lines.

For each grid: asking all empty points whether either colour wins there, and the greedy
value of all of them. The random positions come from fixed seeds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from wuzi.rules import BLACK, EMPTY, WHITE, Board, all_points, parse_moves
from wuzi.textbook.evaluation import WAYS, default_scores, make_evaluation
from wuzi.textbook.grid import GRIDS, make_grid
from wuzi.textbook.point_value import point_value

MIDDLE_GAME = "h8i9g7i7i8g8h7h9j9k10j7j8g10f11l7k7"


def scattered(size: int, stones: int) -> Board:
    """A board with stones anywhere, half of them black, from a fixed seed."""
    points = Random(f"{size}/{stones}").sample(all_points(size), stones)
    return Board.from_stones(points[::2], points[1::2], size=size)


def positions() -> dict[str, Board]:
    """The boards that are timed, by name."""
    return {
        "15x15, empty": Board(15),
        "15x15, a game's 16 stones": Board.from_moves(parse_moves(MIDDLE_GAME)),
        "15x15, 60 scattered stones": scattered(15, 60),
        "19x19, 100 scattered stones": scattered(19, 100),
        "26x26, 200 scattered stones": scattered(26, 200),
    }


def milliseconds(work: Callable[[], object], repeats: int) -> float:
    """The median time of one call, after one that warms caches up."""
    work()
    times = []
    for _ in range(repeats):
        started = perf_counter()
        work()
        times.append(perf_counter() - started)
    return median(times) * 1e3


def time_way(way: str, board: Board, repeats: int) -> dict[str, float]:
    """The two figures of one way on one board."""
    grid = make_grid("sentinel", board)
    scores = default_scores(way)
    kept = make_evaluation(way, grid, scores)
    empty = list(grid.empty_points())
    p = empty[len(empty) // 2]

    def both_totals() -> None:
        asked = make_evaluation(way, grid, scores) if way in ("incremental", "lines") else kept
        asked.total(BLACK)
        asked.total(WHITE)

    def a_stone_more() -> None:
        grid.place(p, BLACK)
        kept.placed(p, BLACK)
        kept.total(BLACK)
        kept.total(WHITE)
        grid.remove(p)
        kept.removed(p, BLACK)

    return {
        "both totals": milliseconds(both_totals, repeats),
        "a stone more": milliseconds(a_stone_more, repeats),
    }


def time_grid(kind: Any, board: Board, repeats: int) -> dict[str, float]:
    """The two figures of one kind of grid on one board."""
    grid = make_grid(kind, board)
    scores = default_scores("lines")
    empty = list(board.stones(EMPTY))

    def wins() -> None:
        for p in empty:
            grid.wins_at(p, BLACK)
            grid.wins_at(p, WHITE)

    def values() -> None:
        for p in empty:
            point_value(grid, p, BLACK, scores)
            point_value(grid, p, WHITE, scores)

    return {"wins": milliseconds(wins, repeats), "values": milliseconds(values, repeats)}


def measure(repeats: int) -> list[dict[str, Any]]:
    """One record a figure."""
    records = []
    for name, board in positions().items():
        for way in WAYS:
            for what, figure in time_way(way, board, repeats).items():
                records.append({"position": name, "of": way, "what": what, "ms": figure})
        for kind in GRIDS:
            for what, figure in time_grid(kind, board, max(3, repeats // 10)).items():
                records.append({"position": name, "of": f"{kind} grid", "what": what, "ms": figure})
    return records


def main() -> None:
    """Print the figures as a table or as one JSON document."""
    parser = argparse.ArgumentParser(description="Time the textbook's evaluations.")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--repeats", type=int, default=200, help="calls a figure (200)")
    options = parser.parse_args()
    records = measure(max(1, options.repeats))
    if options.json:
        print(json.dumps(records, indent=2))
        return
    print(f"{'position':30}{'of':15}{'what':15}{'median ms':>10}")
    for record in records:
        print("{position:30}{of:15}{what:15}{ms:10.4f}".format(**record))


if __name__ == "__main__":
    main()
