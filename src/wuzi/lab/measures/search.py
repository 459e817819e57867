"""``search``: a textbook thinker on each position, and what its search counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar, Final

from wuzi.errors import N_, ParseError
from wuzi.lab.cells import Cell
from wuzi.lab.measures.interface import Column, Help, Key, Measure, Task
from wuzi.lab.measures.repeating import agreed
from wuzi.lab.parts import Part
from wuzi.lab.players import with_settings
from wuzi.lab.results import Record, Row, Value, rounded
from wuzi.players import make_thinker, parse_who
from wuzi.rules import point_name
from wuzi.thinking import Info, Limit, answer

PLACES: Final = 10
"""Moves of a list that a cut-off is told of singly; the later ones are counted together."""

WARMING: Final = 2000
"""Nodes of a search before the first that is timed: what a process loads and makes once is there
then."""

COUNTS: Final = (
    "nodes", "leaves", "ends", "cuts", "table_lookups", "table_hits", "cache_lookups",
    "cache_hits",
)  # fmt: skip


class SearchMeasure(Measure):
    """Counts of a textbook search."""

    name = "search"
    about = N_(
        "A search of the textbook, in plain Python, looked for the best move in each position."
        " Its counters are the same on every machine; times, where they are given, are medians"
        " of repeated searches, each done while nothing else was measured."
    )
    keys = (Key("player", "word", "textbook:alphabeta"),)
    columns = (
        Column("finished", N_("search finished")),
        Column("nodes", N_("nodes"), compared=True),
        Column("leaves", N_("leaves"), compared=True),
        Column("ends", N_("ends of games")),
        Column("cuts", N_("cut-offs")),
        Column("first_cuts", N_("cut-offs by the first move")),
        Column("first_cut_share", N_("share of cut-offs by the first move"), format=".1%"),
        *(Column(f"cut_{place}", "") for place in (*range(1, PLACES + 1), "later")),
        Column("table_lookups", N_("positions looked up in the table")),
        Column("table_hits", N_("hits of the table")),
        Column("table_hit_share", N_("share of look-ups that hit"), format=".1%"),
        Column("cache_lookups", N_("positions looked up in the evaluation cache")),
        Column("cache_hits", N_("hits of the evaluation cache")),
        Column("cache_hit_share", N_("share of evaluations that the cache saved"), format=".1%"),
        Column("move", N_("move"), format=""),
        Column("value", N_("value")),
        Column("reached", N_("depth reached")),
        Column("seconds", N_("seconds"), timed=True, compared=True, format=".3g"),
        Column("nodes_per_second", N_("nodes/s"), timed=True),
    )
    derived: ClassVar = {
        "cuts": (
            Column("place", N_("place of the move that cut"), format="key"),
            Column("cuts", N_("cut-offs")),
            Column("share", N_("share of cut-offs"), format=".1%"),
        )
    }

    def job(self, part: Part, cell: Cell, scratch: Path) -> dict[str, Any]:
        """The player, made once to see that it can be."""
        text = with_settings(part.keys["player"], cell.applied, part.folder, scratch)
        who = parse_who(text)
        if who.kind != "textbook":
            raise ParseError(
                "lab.textbook",
                N_("the measure {name} takes a player textbook:NAME, not '{token}'"),
                name=self.name,
                token=text[:60],
            )
        make_thinker(who)
        return {"who": text, "limit": part.limit, "repeats": part.repeats}

    def run(self, task: Task, help: Help) -> Record:
        """Search, and search again for the time."""
        job = task.job
        limit = Limit(time=job["limit"].seconds, nodes=job["limit"].nodes)
        board = job["position"].board()

        def once() -> tuple[dict[str, Value], dict[str, float]]:
            thinker = make_thinker(parse_who(job["who"]))
            started = perf_counter()
            info = answer(thinker, board, limit)
            seconds = perf_counter() - started
            options = getattr(thinker, "options", None)
            wanted = options.depth if options is not None and limit != Limit() else 0
            speed = info.nodes / max(seconds, 1e-9)
            return counted(info, wanted), {"seconds": seconds, "nodes_per_second": speed}

        if job["repeats"]:
            answer(make_thinker(parse_who(job["who"])), board, Limit(nodes=WARMING))
        return agreed(task, once, job["repeats"], clock=limit.time is not None)

    def derive(
        self, part: Part, done: Sequence[tuple[Task, Record]], out: Path
    ) -> Iterator[tuple[str, Row]]:
        """Of each search how many cut-offs the first, second, third move made."""
        for task, record in done:
            cuts = {place: record.values.get(_cut(place)) or 0 for place in range(1, PLACES + 2)}
            total = sum(int(count) for count in cuts.values())
            for place, count in cuts.items():
                name = str(place) if place <= PLACES else f"{place}+"
                values: dict[str, Value] = {
                    "finished": record.values["finished"],
                    "cuts": count,
                    "share": rounded(int(count) / total) if total else None,
                }
                settings = {**task.shown, "place": name}
                where = f"{part.name}.cuts"
                row = Row(where, task.position, settings, values, repeatable=record.repeatable)
                yield "cuts", row


def _cut(place: int) -> str:
    return f"cut_{place}" if place <= PLACES else "cut_later"


def counted(info: Info, depth: int) -> dict[str, Value]:
    """What a search counted, under the names of the columns; ``depth`` is what was asked for."""
    counts: Mapping[str, int] = {"nodes": info.nodes, **info.counts}
    values: dict[str, Value] = {
        "finished": int(info.depth >= depth or info.score.win_in is not None)
    }
    values |= {name: counts[name] for name in COUNTS if name in counts}
    by_place = {int(k[4:]): n for k, n in counts.items() if k[:4] == "cut_" and k[4:].isdigit()}
    values["first_cuts"] = by_place.get(1, 0)
    for part, whole, share in (
        ("first_cuts", "cuts", "first_cut_share"),
        ("table_hits", "table_lookups", "table_hit_share"),
        ("cache_hits", "cache_lookups", "cache_hit_share"),
    ):
        if values.get(whole):
            values[share] = rounded(_count(values[part]) / _count(values[whole]))
    values |= {
        "move": point_name(info.move),
        "value": info.score.value,
        "reached": info.depth,
    }
    for place in range(1, PLACES + 1):
        values[_cut(place)] = by_place.get(place, 0)
    values["cut_later"] = sum(n for place, n in by_place.items() if place > PLACES)
    return values


def _count(value: Value) -> int:
    assert isinstance(value, int)
    return value


MEASURE: Final = SearchMeasure()
