"""Matches of mock engines for these tests, and the processes that must not outlive them."""

import os
import shlex
import sys
import time
import uuid
from concurrent.futures import Executor, Future
from pathlib import Path

import psutil

from wuzi.arena.adjudication import Adjudication
from wuzi.arena.plan import MatchSpec, PlayerSpec
from wuzi.arena.record import GameRecord
from wuzi.rules import FREESTYLE, Reason

MOCK = Path(__file__).parents[1] / "mock_engine.py"
MARK = "WUZI_TEST_MARK"
HELPER = "multiprocessing.resource_tracker"  # of this very process, and ends with it


def mock(*options, name="mock", **player):
    """A player that is the mock engine with these options."""
    argv = (sys.executable, "-S", str(MOCK), *map(str, options))
    return PlayerSpec(shlex.join(argv), name=name, **player)


def sound_match(*options, games=2, max_moves=8, **match):
    """Two sound engines, whose games are drawn after a few moves."""
    return MatchSpec(
        mock(*options, name="first"),
        mock(name="second"),
        games=games,
        adjudication=Adjudication(max_moves=max_moves),
        **match,
    )


def record(game=0, winner="A", reason=Reason.FIVE, **fields):
    """A record of a game that was hardly played."""
    values = {
        "opening": "h8",
        "size": 15,
        "rule": FREESTYLE,
        "black_name": "first",
        "white_name": "second",
        "moves": "h8i9j10",
        "times": (0.5, 1.0),
        "nodes": (10, None),
        "depths": (2, None),
        "scores": (None, None),
    }
    return GameRecord(game=game, winner=winner, reason=reason, **(values | fields))


class Inline(Executor):
    """An executor that does everything at once, where it is asked."""

    def submit(self, job, /, *args, **kwargs):
        future = Future()
        try:
            future.set_result(job(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future


class Marked:
    """Marks all processes that are started meanwhile, and finds those that still run."""

    def __enter__(self):
        self.mark = uuid.uuid4().hex
        os.environ[MARK] = self.mark
        return self

    def __exit__(self, *_):
        del os.environ[MARK]

    def running(self):
        return [process for process in psutil.process_iter() if self._is_marked(process)]

    def _is_marked(self, process):
        try:
            return (
                process.pid != os.getpid()
                and process.status() != psutil.STATUS_ZOMBIE
                and process.environ().get(MARK) == self.mark
                and HELPER not in " ".join(process.cmdline())
            )
        except (psutil.NoSuchProcess, psutil.AccessDenied, OSError):
            return False

    def left(self, seconds=2.0):
        """What still runs after so long; returns as soon as nothing does."""
        until = time.monotonic() + seconds
        while (found := self.running()) and time.monotonic() < until:
            time.sleep(0.02)
        return [(process.pid, process.cmdline()) for process in found if process.is_running()]
