"""Small thinkers for the tests of the brain."""

import time

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

    kinds = {kind.__name__.lower(): kind for kind in (First, Deep, Deaf, Failing, Passing)}
    sys.exit(brain.run(kinds[sys.argv[1]]))


if __name__ == "__main__":
    main()
