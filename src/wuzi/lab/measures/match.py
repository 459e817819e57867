"""``match``: players against each other, as ``wuzi match`` lets them play."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from statistics import fmean
from typing import Any, ClassVar, Final

from wuzi.arena.plan import MatchSpec
from wuzi.arena.record import GameRecord
from wuzi.arena.runner import GameFinished, MatchBegan, MatchEvent, Stop, run_match
from wuzi.arena.statistics import (
    Estimate,
    Pentanomial,
    Trinomial,
    bradley_terry,
    elo_estimate,
    score_estimate,
)
from wuzi.arena.summary import Summary, summarise
from wuzi.errors import N_, ParseError
from wuzi.lab.cells import settings_text
from wuzi.lab.measures.entrants import (
    PAIRINGS,
    Entrant,
    check,
    in_order,
    match_between,
    match_key,
    pairs,
    settings_of_match,
)
from wuzi.lab.measures.interface import Column, Help, Key, Measure, Place, Task
from wuzi.lab.parts import Part
from wuzi.lab.results import Record, Row, Value, rounded
from wuzi.rules import BLACK, EMPTY, Reason

FOLDER: Final = "matches"
_FAULTS: Final = frozenset(
    {Reason.START_UP, Reason.CRASH, Reason.TIME, Reason.GARBAGE, Reason.ILLEGAL}
)


class MatchMeasure(Measure):
    """Scores, differences in strength, and time a move."""

    name = "match"
    about = N_(
        "Players met in pairs of games: each opening was played twice with colours alternating."
        " Elo is the logistic difference in strength that the score of the pairs stands for; its"
        " bars cover the true one with 95 %. A rating is by maximum likelihood over all games"
        " (Bradley and Terry). The bars of black's score are by pairs, too: from one opening black"
        " may score alike in both games, and does where a player without chance meets itself,"
        " whose two games are then one and the same."
    )
    keys = (
        Key("player", "word", "textbook:alphabeta"),
        Key("pairing", "word", "round-robin", PAIRINGS),
        Key("opponent", "word", ""),
        Key("games", "whole", 20, least=2, most=1_000_000),
        Key("openings", "word", ""),
        Key("plies", "whole", 0, least=0, most=100),
        Key("tc", "word", "none"),
        Key("nodes", "whole", 0, least=0),
        Key("depth", "whole", 0, least=0, most=1000),
        Key("threads", "whole", 0, least=0, most=256),
        Key("max_moves", "whole", 0, least=0, most=1000),
    )
    columns = (
        Column("games", N_("games played")),
        Column("wins", N_("games won")),
        Column("draws", N_("games drawn")),
        Column("losses", N_("games lost")),
        Column("score", N_("score of the games"), format=".1%"),
        Column("elo", N_("Elo"), format="+.0f"),
        Column("elo_low", N_("Elo, at least"), format="+.0f"),
        Column("elo_high", N_("Elo, at most"), format="+.0f"),
        Column("black_score", N_("score of black"), format=".1%"),
        Column("moves_a_game", N_("moves a game"), format=".1f"),
        Column("faults", N_("games lost by a fault")),
        Column("nodes_a_move", N_("nodes a move"), format=",.0f"),
        Column("depth_a_move", N_("depth a move"), format=".1f"),
        Column("seconds_a_move", N_("seconds a move"), timed=True, format=".3g"),
        Column("opponent_seconds_a_move", N_("the opponent's"), timed=True, format=".3g"),
    )
    derived: ClassVar = {
        "ratings": (
            Column("rating", N_("rating"), format="+.0f"),
            Column("rating_low", N_("rating, at least"), format="+.0f"),
            Column("rating_high", N_("rating, at most"), format="+.0f"),
            Column("games", N_("games played")),
            Column("score", N_("score of the games"), format=".1%"),
            Column("nodes_a_move", N_("nodes a move"), format=",.0f"),
            Column("seconds_a_move", N_("seconds a move"), timed=True, format=".3g"),
        )
    }
    takes = ()

    def place(self, part: Part) -> Place:
        """The arena deals games out itself."""
        return Place.HERE

    def needs_engine(self, part: Part) -> bool:
        """If our engine plays, or its first games would be played by the stand-in."""
        names = [part.keys["player"], part.keys["opponent"]]
        names += [str(cell.applied.get("player", "")) for cell in part.cells]
        return any(name.strip().lower().startswith(("wuzi", "level")) for name in names)

    def more_settings(self, part: Part) -> tuple[str, ...]:
        """Where a player meets several others, who it was."""
        return ("opponent",) if part.keys["pairing"] == "round-robin" else ()

    # What is played

    def tasks(self, part: Part, scratch: Path) -> list[Task]:
        """A match for each pairing, the same for each of what a match itself varies."""
        check(part)
        found: list[Task] = []
        for _, group in groupby(sorted(part.cells, key=match_key), key=match_key):
            players = [Entrant(part, cell, scratch) for cell in group]
            for one, other in pairs(part, players, scratch):
                spec = match_between(part, one, other)
                shown = {**one.cell.shown, "opponent": other.name}
                key = "|".join(
                    (
                        part.name,
                        settings_text(settings_of_match(one.cell.shown)),
                        one.name,
                        other.name,
                    )
                )
                names = (one.name, other.name)
                number = len(found)
                job = {"spec": spec, "number": number, "names": names, "other": other.cell.shown,
                       "repeatable": one.repeatable and other.repeatable}  # fmt: skip
                found.append(Task(key, part.name, self.name, "", shown, job))
        if not found:
            raise ParseError("lab.alone", N_("there is one player only, and nobody to meet"))
        return found

    def run(self, task: Task, help: Help) -> Record:
        """Play the match, or the rest of it."""
        spec: MatchSpec = task.job["spec"]
        path = journal_of(task, help.out)
        path.parent.mkdir(parents=True, exist_ok=True)
        done = 0

        def tell(event: MatchEvent) -> None:
            nonlocal done
            if isinstance(event, MatchBegan):
                done = len(event.records)
            elif isinstance(event, GameFinished):
                done += 1
            help.tell(done, spec.games)

        result = run_match(
            spec,
            path,
            executor=help.executor,
            concurrency=help.workers,
            resume=True,
            on_event=tell,
        )
        if result.stop is Stop.INTERRUPTED:
            raise KeyboardInterrupt
        summary = summarise(spec, result.records, result.incidents)
        black = score_of_black(result.records)
        return record_of(summary, black, repeatable=task.job["repeatable"])

    # What follows from all matches of a part

    def derive(
        self, part: Part, done: Sequence[tuple[Task, Record]], out: Path
    ) -> Iterator[tuple[str, Row]]:
        """A rating for every player, among those it can be compared with."""
        for of_match, group in groups_of(done):
            results: dict[tuple[str, str], Trinomial] = {}
            for task, record in group:
                counts = [int(record.values[key] or 0) for key in ("wins", "draws", "losses")]
                one, other = task.job["names"]
                if one != other:
                    results[one, other] = Trinomial(*counts)
            anchor = _anchor(part, results)
            shown = {one: task.shown for task, _ in group for one in [task.job["names"][0]]}
            shown |= {
                other: {**of_match, **task.job["other"]}
                for task, _ in group
                for other in [task.job["names"][1]]
                if other not in shown and task.job["other"]
            }
            ratings = {
                one.name: one for one in bradley_terry(results, anchor=anchor, prior_draws=1.0)
            }
            for name in in_order(part, ratings):
                rating = ratings[name]
                if rating.name in shown:
                    settings = {k: v for k, v in shown[rating.name].items() if k != "opponent"}
                    moves, timed = _use_of(rating.name, group)
                    values: dict[str, Value] = {
                        **_bars("rating", Estimate(rating.elo, rating.low, rating.high)),
                        "games": rating.games,
                        "score": rounded(rating.score),
                        "nodes_a_move": moves,
                    }
                    repeatable = all(record.repeatable for _, record in group)
                    row = Row(f"{part.name}.ratings", "", settings, values, timed, repeatable)
                    yield "ratings", row


# What came of it


def journal_of(task: Task, out: Path) -> Path:
    """The journal of a match, below the folder of the run."""
    return out / FOLDER / f"{task.part}-{task.job['number'] + 1:02d}.jsonl"


def score_of_black(records: Sequence[GameRecord]) -> Estimate:
    """What black scored, whoever it was, by pairs: their two games have one opening.

    Where no pair is complete it is by games.
    """
    pairs: dict[int, list[float]] = {}
    for record in records:
        if not record.is_void:
            score = {BLACK: 1.0, EMPTY: 0.5}.get(record.winner_colour, 0.0)
            pairs.setdefault(record.pair, []).append(score)
    whole = [(scores[0], scores[1]) for scores in pairs.values() if len(scores) == 2]
    if whole:
        return score_estimate(Pentanomial.of(whole))
    return score_estimate(Trinomial.of(score for scores in pairs.values() for score in scores))


def record_of(summary: Summary, black: Estimate, *, repeatable: bool) -> Record:
    """A match as a record; ``black`` is what black scored."""
    games, use = summary.games, summary.use
    faults = sum(count for (reason, _), count in summary.reasons.items() if reason in _FAULTS)
    values: dict[str, Value] = {
        "games": games.games,
        "wins": games.wins,
        "draws": games.draws,
        "losses": games.losses,
        **_bars("score", score_estimate(summary.best)),
        **_bars("elo", elo_estimate(summary.best)),
        **_bars("black_score", black),
        "moves_a_game": rounded(fmean(summary.plies)) if summary.plies else None,
        "faults": faults,
        "nodes_a_move": _known(use["A"].nodes),
        "opponent_nodes_a_move": _known(use["B"].nodes),
        "depth_a_move": _known(use["A"].depth),
    }
    timed = {
        "seconds_a_move": [use["A"].time.mean],
        "opponent_seconds_a_move": [use["B"].time.mean],
    }
    return Record(values, timed, repeatable)


def _known(value: float | None) -> float | None:
    return None if value is None else rounded(value)


def _bars(name: str, estimate: Estimate) -> dict[str, Value]:
    """A value and the ends of its interval; what is infinite is left out."""
    ends = {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    return {key: rounded(v) if math.isfinite(v) else None for key, v in ends.items()}


def groups_of(
    done: Sequence[tuple[Task, Record]],
) -> Iterator[tuple[dict[str, Any], list[tuple[Task, Record]]]]:
    """The matches by what a match itself varies."""
    groups: dict[str, list[tuple[Task, Record]]] = {}
    for task, record in done:
        groups.setdefault(settings_text(settings_of_match(task.shown)), []).append((task, record))
    for group in groups.values():
        yield settings_of_match(group[0][0].shown), group


def _anchor(part: Part, results: Mapping[tuple[str, str], Trinomial]) -> str | None:
    """Whose rating is 0: all met the same one, or nobody in particular."""
    others = {other for _, other in results}
    one_only = part.keys["pairing"] in ("baseline", "opponent") and len(others) == 1
    return others.pop() if one_only else None


def _use_of(name: str, group: Sequence[tuple[Task, Record]]) -> tuple[Value, dict[str, Value]]:
    """Nodes and seconds a move of one player, the mean over its matches."""
    nodes: list[float] = []
    seconds: list[float] = []
    for task, record in group:
        for own, end in zip(task.job["names"], ("", "opponent_"), strict=True):
            if own == name:
                told = record.values.get(f"{end}nodes_a_move")
                nodes += [float(told)] if isinstance(told, int | float) else []
                seconds += record.timed.get(f"{end}seconds_a_move", [])
    timed: dict[str, Value] = {"seconds_a_move": rounded(fmean(seconds)) if seconds else None}
    return (rounded(fmean(nodes)) if nodes else None), timed


MEASURE: Final = MatchMeasure()
