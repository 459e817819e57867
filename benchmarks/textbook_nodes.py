"""What each idea of the textbook saves, in nodes; and that none of them changes the value.

    python benchmarks/textbook_nodes.py             the tables of node counts
    python benchmarks/textbook_nodes.py --values    minimax's value by every switch

The tables are Markdown. Node counts are the same on every machine, seconds are not.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from wuzi.rules import Board, parse_position
from wuzi.textbook.alphabeta import alphabeta
from wuzi.textbook.alphabeta_table import alphabeta_with_table
from wuzi.textbook.deepening import search_depths
from wuzi.textbook.minimax import minimax
from wuzi.textbook.options import ORDERINGS, SearchOptions
from wuzi.textbook.samples import MIDDLE_GAME, sample_board
from wuzi.textbook.search import DepthSearch, Search

DEPTHS = (1, 2, 3, 4)
SETTINGS: dict[str, dict[str, Any]] = {
    "uncapped, radius 1": {"radius": "1"},
    "capped at 10, radius 2": {"radius": "2", "cap": 10},
}


@dataclass(frozen=True)
class Way:
    """A row of a table: a search with its switches."""

    title: str
    run: DepthSearch
    switches: dict[str, Any]
    deepening: bool = False


def ways() -> Iterator[Way]:
    """Every row, one idea after another."""
    yield Way("minimax", minimax, {"pruning": False})
    for ordering in ("worst", "none", "neighbours", "point"):
        yield Way(f"alpha-beta, ordering {ordering}", alphabeta, {"ordering": ordering})
    for ordering in ("none", "point"):
        switches = {"ordering": ordering, "table": True}
        yield Way(f"with a table, ordering {ordering}", alphabeta_with_table, switches)
    yield Way("deepening, ordering point", alphabeta, {"ordering": "point"}, deepening=True)
    for exact in (True, False):
        title = "deepening, table, ordering hash+point" + ("" if exact else ", deeper hits too")
        switches = {"ordering": "hash+point", "table": True, "table_exact_depth": exact}
        yield Way(title, alphabeta_with_table, switches, deepening=True)


def measure(board: Board, way: Way, depth: int, settings: dict[str, Any]) -> tuple[Search, int]:
    """Search once; the search with its counters, and the value."""
    search = Search(board, SearchOptions(**settings, **way.switches))
    value = 0
    for finished in search_depths(search, way.run, depth, deepening=way.deepening):
        value = finished.value
    return search, value


def print_counts() -> None:
    """The tables: nodes by switch for depths 1 to 4."""
    board = parse_position(MIDDLE_GAME)
    print(f"Position `{MIDDLE_GAME}` (freestyle, 15x15, {board.stone_count} stones).")
    print("Nodes to each depth; deepening counts the smaller depths too. The last columns are of")
    print("depth 4: share of the cut-offs made by the first move tried, seconds, nodes a second.")
    for name, settings in SETTINGS.items():
        print(f"\n### {name}\n")
        print("| search | " + " | ".join(f"depth {d}" for d in DEPTHS) + " | first | s | nodes/s |")
        print("|---|" + "---:|" * (len(DEPTHS) + 3))
        expected: list[int] = []
        for way in ways():
            print_row(board, way, settings, expected)


def print_row(board: Board, way: Way, settings: dict[str, Any], expected: list[int]) -> None:
    """One search to all depths; every one of them must find the first row's values."""
    nodes, values = [], []
    for depth in DEPTHS:
        began = perf_counter()
        search, value = measure(board, way, depth, settings)
        seconds = perf_counter() - began
        nodes.append(search.counters.nodes)
        values.append(value)
    expected.extend(values if not expected else [])
    if way.switches.get("table_exact_depth", True):
        assert values == expected, f"{way.title}: {values} are not {expected}"
    cuts = search.counters.cuts
    first = f"{cuts.get(1, 0) / sum(cuts.values()):.0%}" if cuts else "-"
    figures = " | ".join(f"{n:,}" for n in nodes)
    rate = nodes[-1] / seconds
    print(f"| {way.title} | {figures} | {first} | {seconds:.1f} | {rate:,.0f} |", flush=True)


def check_values(positions: int) -> None:
    """Minimax's value at depth 3 on many positions, by every switch, and the table hits."""
    print(f"{positions} positions of 8 to 40 stones, radius 2, cap 8, depth 3:")
    check("capped", [seeded(seed, 40) for seed in range(positions)], {"cap": 8})
    few = max(1, positions // 10)
    print(f"{few} positions of 8 to 16 stones, radius 1, uncapped, depth 3:")
    check("uncapped", [seeded(seed, 16) for seed in range(few)], {"radius": "1"})


def seeded(seed: int, most: int) -> Board:
    """A position of 8 to ``most`` stones."""
    return sample_board(seed, 8 + seed * 7 % (most - 7))


def check(name: str, boards: list[Board], settings: dict[str, Any]) -> None:
    """Print how many values agree with minimax's, by switch; stop at the first that does not."""
    plain = Way("minimax", minimax, {"pruning": False})
    expected = [measure(board, plain, 3, settings)[1] for board in boards]
    for ordering in ORDERINGS:
        for table in (False, True):
            for deepening in (False, True):
                if ordering == "hash+point" and not table:
                    continue
                run = alphabeta_with_table if table else alphabeta
                switches = {"ordering": ordering, "table": table}
                way = Way("", run, switches, deepening)
                hits = 0
                for board, value in zip(boards, expected, strict=True):
                    found, more = three_windows(board, way, settings, value)
                    assert found == value, f"{name}: {board!r} {switches}: {found} is not {value}"
                    hits += more
                words = f"ordering {ordering}, table {table}, deepening {deepening}"
                print(f"  {words}: {len(boards)} of {len(boards)} agree, {hits} table hits")


def three_windows(
    board: Board, way: Way, settings: dict[str, Any], expected: int
) -> tuple[int, int]:
    """The value, and the table's hits at equal depth.

    A search of depth 3 comes to no position twice before its leaves. With a table the value
    is therefore asked for three times, first whether it is at least, then whether it is
    at most what is expected: bounds that the last search meets.
    """
    search, value = measure(board, way, 3, settings)
    if way.run is not alphabeta_with_table or value != expected:
        return value, search.counters.table_hits
    search = Search(board, search.options)
    below, _ = alphabeta_with_table(search, 3, expected - 1, expected)
    above, _ = alphabeta_with_table(search, 3, expected, expected + 1)
    assert below >= expected >= above
    value, _ = alphabeta_with_table(search, 3)
    return value, search.counters.table_hits


def main() -> None:
    """Print what is asked for, and the time it took."""
    parser = argparse.ArgumentParser(description="Node counts of the textbook's searches.")
    parser.add_argument("--values", action="store_true", help="compare values with minimax's")
    parser.add_argument("--positions", type=int, default=200, help="how many, with --values")
    options = parser.parse_args()
    began = perf_counter()
    task: Callable[[], None] = (
        (lambda: check_values(options.positions)) if options.values else print_counts
    )
    task()
    print(f"\nTook {perf_counter() - began:.0f} s.")


if __name__ == "__main__":
    main()
