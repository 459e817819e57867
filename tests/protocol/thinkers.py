"""Small thinkers for the tests of the brain."""

import time

from wuzi.players.analysing import ForcedWin
from wuzi.rules import PASS, Score
from wuzi.thinking import Info


class First:
    """Plays the first legal point."""

    name = "first"

    def think(self, board, limit, stop):
        yield Info((next(board.legal_points(), PASS),), Score(7), 1, 2, 3, 0.004)


class Deep(First):
    """Looks ever deeper until stopped or out of time, and notes the limits it was given."""

    name = "deep"

    def __init__(self):
        self.limits = []

    def think(self, board, limit, stop):
        self.limits.append(limit)
        started = time.monotonic()
        p = next(board.legal_points(), PASS)
        depth = 1
        yield Info((p,), depth=depth)
        while not stop.is_set():
            elapsed = time.monotonic() - started
            if limit.time is not None and elapsed >= limit.time:
                break
            if limit.depth is not None and depth >= limit.depth:
                break
            time.sleep(0.005)
            depth += 1
            yield Info((p,), depth=depth, nodes=depth, time=elapsed)


class Several(Deep):
    """Knows the value of every legal point, the first the best, and of every game a forced win."""

    name = "several"

    def analyse(self, board, limit, stop, *, lines, exclude):
        points = [p for p in board.legal_points() if p not in exclude][:lines]
        depth = 0
        while depth < (limit.depth or 10**6) and not (depth and stop.is_set()):
            depth += 1
            for line, p in enumerate(points, 1):
                counts = {"win_rate": 9000 - 500 * line, "nodes_per_second": 1000 * line}
                score = Score(100 - line)
                yield Info((p, points[0]), score, depth, 9, depth, 0.5, line, counts)
            time.sleep(0.005)

    def solve(self, board, goal, limit, stop):
        if goal == "vct":
            while not stop.is_set():
                time.sleep(0.005)
            return ForcedWin(goal, "unknown")
        return ForcedWin(goal, "win", tuple(board.legal_points())[:3])


class Deaf(First):
    """Does not heed its stop."""

    def think(self, board, limit, stop):
        time.sleep(600)
        yield Info((PASS,))


class Failing(First):
    def think(self, board, limit, stop):
        yield Info((next(board.legal_points()),))
        raise ZeroDivisionError("no way\nout")


class Cheating(First):
    def think(self, board, limit, stop):
        yield Info((next(p for p in range(len(board.cells)) if board[p] != 0),))


class Passing(First):
    def think(self, board, limit, stop):
        yield Info((PASS,))


def main():
    """``python -m tests.protocol.thinkers NAME``: be an engine."""
    import sys  # noqa: PLC0415

    from wuzi.protocol import brain  # noqa: PLC0415

    kinds = {kind.__name__.lower(): kind for kind in (First, Deep, Several, Deaf, Failing, Passing)}
    sys.exit(brain.run(kinds[sys.argv[1]]))


if __name__ == "__main__":
    main()
