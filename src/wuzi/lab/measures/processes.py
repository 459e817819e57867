"""``processes``: the same work by one worker, two, and so on: what more of them gain."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Final

from wuzi.arena.worker import be_worker
from wuzi.errors import N_, ParseError
from wuzi.lab.cells import Cell
from wuzi.lab.measures.interface import Column, Help, Key, Measure, Place, Task
from wuzi.lab.measures.search import WARMING
from wuzi.lab.parts import Part
from wuzi.lab.players import with_settings
from wuzi.lab.positions import Position
from wuzi.lab.results import Record, Value
from wuzi.players import make_thinker, parse_who
from wuzi.thinking import Limit, answer

KINDS: Final = ("processes", "threads")


class ProcessesMeasure(Measure):
    """Seconds that workers take for the same searches together."""

    name = "processes"
    about = N_(
        "So many searches of one position by a textbook thinker were given to the workers, each"
        " search to whoever was free; the time is from the first to the end of the last, when all"
        " workers had been started already. What starting them takes is told apart. Threads of"
        " one Python process share one interpreter, and run Python one at a time."
    )
    keys = (
        Key("player", "word", "textbook:alphabeta,depth=2"),
        Key("pieces", "whole", 16, most=100_000),
        Key("kind", "word", "processes", KINDS),
        Key("workers", "whole", 1, most=256),
    )
    columns = (
        Column("nodes", N_("nodes")),
        Column("seconds", N_("seconds"), timed=True, compared=True, format=".3g"),
        Column("nodes_per_second", N_("nodes/s"), timed=True, compared=True),
        Column("start_seconds", N_("seconds to start the workers"), timed=True, format=".3g"),
    )

    takes = ("positions", "repeats")

    def place(self, part: Part) -> Place:
        """The workers are its own."""
        return Place.HERE

    def job(self, part: Part, cell: Cell, scratch: Path) -> dict[str, Any]:
        """The player, and the workers."""
        own = ("pieces", "kind", "workers")
        settings: dict[str, Any] = {key: cell.applied.get(key, part.keys[key]) for key in own}
        for key in ("pieces", "workers"):
            if isinstance(settings[key], bool) or not isinstance(settings[key], int):
                raise _impossible(key, settings[key])
            if not 1 <= settings[key] <= (256 if key == "workers" else 100_000):
                raise _impossible(key, settings[key])
        if settings["kind"] not in KINDS:
            raise _impossible("kind", settings["kind"])
        rest = {key: value for key, value in cell.applied.items() if key not in own}
        who = with_settings(part.keys["player"], rest, part.folder, scratch)
        make_thinker(parse_who(who))
        return {**settings, "who": who, "repeats": part.repeats or 3}

    def run(self, task: Task, help: Help) -> Record:
        """Give the work out, again and again."""
        job = task.job
        seconds: list[float] = []
        nodes = 0
        started = perf_counter()
        with _pool(job["kind"], job["workers"]) as pool:
            whos, positions = ([job[key]] * job["workers"] for key in ("who", "position"))
            list(pool.map(_warm_up, whos, positions))
            start = perf_counter() - started
            for done in range(job["repeats"]):
                began = perf_counter()
                counts = pool.map(
                    _search, [job["who"]] * job["pieces"], [job["position"]] * job["pieces"]
                )
                nodes = sum(counts)
                seconds.append(perf_counter() - began)
                help.tell(done + 1, job["repeats"])
        values: dict[str, Value] = {"nodes": nodes}
        timed = {
            "seconds": seconds,
            "nodes_per_second": [nodes / max(one, 1e-9) for one in seconds],
            "start_seconds": [start],
        }
        return Record(values, timed)


def _impossible(key: str, value: object) -> ParseError:
    return ParseError(
        "lab.workers_value",
        N_("{key} cannot be {value}: pieces and workers are whole numbers, kind is {kinds}"),
        key=key,
        value=value,
        kinds=", ".join(KINDS),
    )


@contextmanager
def _pool(kind: str, count: int) -> Iterator[Executor]:
    """Workers that end with this process, however it ends."""
    if kind == "threads":
        with ThreadPoolExecutor(count) as threads:
            yield threads
        return
    context = multiprocessing.get_context("spawn")
    theirs, leash = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, context, initializer=be_worker, initargs=(theirs,))
    try:
        yield pool
        pool.shutdown()
    finally:
        leash.close()
        pool.shutdown(cancel_futures=True)
        theirs.close()


def _warm_up(who: str, position: Position) -> None:
    """Search a little, to load what it takes; the pause leaves the next one to another worker."""
    _search(who, position, Limit(nodes=WARMING))
    sleep(0.2)


def _search(who: str, position: Position, limit: Limit = Limit()) -> int:  # noqa: B008 - frozen
    """Search once; the nodes."""
    return answer(make_thinker(parse_who(who)), position.board(), limit).nodes


MEASURE: Final = ProcessesMeasure()
