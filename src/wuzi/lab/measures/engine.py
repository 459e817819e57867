"""``engine``: our engine on each position, with ideas of its search on or off."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any, Final

from wuzi.errors import N_, ParseError
from wuzi.lab.cells import Cell
from wuzi.lab.measures.interface import Column, Help, Key, Measure, Task
from wuzi.lab.measures.repeating import agreed
from wuzi.lab.parts import Part
from wuzi.lab.reader import unknown
from wuzi.lab.results import Record, Value
from wuzi.rules import point_name
from wuzi.thinking import Limit

NUMBERS: Final = {"depth": 60, "most_nodes": 10**12, "threads": 256, "memory": 1 << 20}
"""Settings that are numbers, and the largest of each; 0 is no limit of depth or nodes."""
WORDS: Final = ("weights", "network")
"""Settings that name files."""


class EngineMeasure(Measure):
    """Nodes and time of our engine to a depth, or to a number of nodes."""

    name = "engine"
    about = N_(
        "Our engine searched each position to the depth or the number of nodes given, with an"
        " empty table of positions. On one thread its counts are the same on every machine, and"
        " times, where they are given, are medians of repeated searches, each done while nothing"
        " else was measured. On several threads chance has a part in all of them."
    )
    keys = (
        Key("depth", "whole", 0, least=0, most=60),
        Key("most_nodes", "whole", 0, least=0),
        Key("threads", "whole", 1, most=256),
        Key("memory", "whole", 64, most=1 << 20),
        Key("switches", "settings"),
    )
    columns = (
        Column("finished", N_("search finished")),
        Column("nodes", N_("nodes"), compared=True),
        Column("search_nodes", N_("nodes of the search"), compared=True),
        Column("solver_nodes", N_("nodes of the solver"), compared=True),
        Column("reached", N_("depth reached")),
        Column("move", N_("move"), format=""),
        Column("value", N_("value")),
        Column("win_rate", N_("chance to win"), format=".1%"),
        Column("seconds", N_("seconds"), timed=True, compared=True, format=".3g"),
        Column("nodes_per_second", N_("nodes/s"), timed=True, compared=True),
    )

    def needs_engine(self, part: Part) -> bool:
        """It does."""
        return True

    def job(self, part: Part, cell: Cell, scratch: Path) -> dict[str, Any]:
        """The settings, each known and possible."""
        from wuzi.engine.control import SWITCHES  # noqa: PLC0415  # loads NumPy

        settings: dict[str, Any] = {key: part.keys[key] for key in NUMBERS}
        settings |= part.keys["switches"] | cell.applied
        names = [*NUMBERS, *WORDS, *SWITCHES]
        for key, value in settings.items():
            if key not in names:
                raise unknown(N_("setting"), key, names)
            if key not in WORDS and (
                not isinstance(value, int) or abs(value) > NUMBERS.get(key, 10**6)
            ):
                raise ParseError(
                    "lab.switch",
                    N_("{key} cannot be {value}: write a whole number, or true or false"),
                    key=key,
                    value=value,
                )
        limit = part.limit
        if not (settings["depth"] or settings["most_nodes"] or limit.seconds or limit.nodes):
            raise ParseError(
                "lab.endless", N_("nothing ends the search: give a depth, most_nodes or a limit")
            )
        for key in WORDS:
            if key in settings and (part.folder / str(settings[key])).is_file():
                settings[key] = str(part.folder / str(settings[key]))
        return {"settings": settings, "limit": limit, "repeats": part.repeats}

    def run(self, task: Task, help: Help) -> Record:
        """Search, and search again for the time."""
        from wuzi.engine.control import SWITCHES  # noqa: PLC0415  # loads Numba
        from wuzi.engine.engine import Engine  # noqa: PLC0415

        job = task.job
        settings, limits = job["settings"], job["limit"]
        board = job["position"].board()
        nodes = [n for n in (settings["most_nodes"], limits.nodes) if n]
        limit = Limit(limits.seconds, min(nodes, default=None), settings["depth"] or None)
        threads = max(1, settings["threads"])
        engine = Engine(
            threads=threads,
            memory=settings["memory"] << 20,
            switches={key: int(settings[key]) for key in settings if key in SWITCHES},
            **{key: settings[key] for key in WORDS if key in settings},
        )
        engine.play(board, Limit(nodes=20_000))  # links the kernels and makes the tables

        def once() -> tuple[dict[str, Value], dict[str, float]]:
            engine.clear()
            started = perf_counter()
            info = engine.play(board, limit)
            seconds = perf_counter() - started
            done = not settings["depth"] or info.depth >= settings["depth"]
            values: dict[str, Value] = {
                "finished": int(done or info.score.win_in is not None),
                "nodes": info.nodes,
                "search_nodes": info.counts.get("search_nodes", 0),
                "solver_nodes": info.counts.get("solver_nodes", 0),
                "reached": info.depth,
                "move": point_name(info.move),
                "value": info.score.value,
                "win_rate": info.counts.get("win_rate", 0) / 10_000,
            }
            return values, {"seconds": seconds, "nodes_per_second": info.nodes / max(seconds, 1e-9)}

        clock = limits.seconds is not None
        return agreed(task, once, job["repeats"], clock=clock, chance=threads > 1)


MEASURE: Final = EngineMeasure()
