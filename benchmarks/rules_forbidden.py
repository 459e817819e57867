"""All forbidden points of a renju position: ``python benchmarks/rules_forbidden.py``.

The positions are the first 40, 60, 100 and 150 moves of the full-board games in tests/data.
"""

import json
from pathlib import Path
from statistics import median
from time import perf_counter

from wuzi.rules import RENJU, Board, parse_moves

GAMES = Path(__file__).parents[1] / "tests" / "data" / "full_board_draws.jsonl"

if __name__ == "__main__":
    games = [json.loads(line) for line in GAMES.read_text().splitlines()]
    for stones in (40, 60, 100, 150):
        times = []
        for game in games:
            moves = parse_moves("".join(game["moves"]))[:stones]
            board = Board.from_moves(moves, game["size"], RENJU)
            for _ in range(20):
                start = perf_counter()
                board.forbidden_points()
                times.append((perf_counter() - start) * 1000)
        print(f"{stones:4d} stones: median {median(times):.2f} ms, first {max(times):.2f} ms")
