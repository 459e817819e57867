"""``quality``: a match, and what its games say about how the players defend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Final

from wuzi.arena.journal import read_journal
from wuzi.arena.record import GameRecord
from wuzi.errors import N_
from wuzi.lab.losses import CAUSE_WORDS, Defence, classify
from wuzi.lab.measures.entrants import in_order
from wuzi.lab.measures.interface import Column, Task
from wuzi.lab.measures.match import MatchMeasure, groups_of, journal_of
from wuzi.lab.parts import Part
from wuzi.lab.results import Record, Row, Value, rounded


class QualityMeasure(MatchMeasure):
    """Why games were lost, and how open threes were met."""

    name = "quality"
    about = N_(
        "Players met as in a match. A loss is told by the last threat that the loser left though"
        " a reply would have stopped it. An open three that the opponent has just made is blocked,"
        " met by a four, or ignored; those that no single stone could stop do not count."
    )
    derived: ClassVar = {
        **MatchMeasure.derived,
        "losses": (
            Column("cause", N_("why it was lost"), format="key"),
            Column("losses", N_("games lost")),
            Column("share", N_("share of losses"), format=".1%"),
        ),
        "threes": (
            Column("faced", N_("open threes faced")),
            Column("blocked", N_("blocked")),
            Column("by_four", N_("met by a four")),
            Column("ignored", N_("ignored")),
            Column("hopeless", N_("beyond stopping")),
            Column("met_share", N_("share blocked or met by a four"), format=".1%"),
        ),
    }

    def derive(
        self, part: Part, done: Sequence[tuple[Task, Record]], out: Path
    ) -> Iterator[tuple[str, Row]]:
        """Ratings, losses by cause, and open threes, of each player over all its games."""
        yield from super().derive(part, done, out)
        for _, group in groups_of(done):
            yield from _defences(part, group, out)


def _defences(
    part: Part, done: Sequence[tuple[Task, Record]], out: Path
) -> Iterator[tuple[str, Row]]:
    """What the games of players who met say about each of them."""
    records: list[GameRecord] = []
    shown = {}
    for task, _ in done:
        records += read_journal(journal_of(task, out)).records
        one, other = task.job["names"]
        shown[one] = {k: v for k, v in task.shown.items() if k != "opponent"}
        shown.setdefault(other, task.job["other"])
    repeatable = all(record.repeatable for _, record in done)
    found = classify(records, lambda game, colour: _plain(game.player(colour).name))
    for name in in_order(part, found):
        defence = found[name]
        settings = shown.get(name)
        if not settings:  # the opponent of all is no player of the part
            continue
        for kind, values in _told(defence):
            more = {"cause": values.pop("cause")} if kind == "losses" else {}
            row = Row(f"{part.name}.{kind}", "", {**settings, **more}, values,
                      repeatable=repeatable)  # fmt: skip
            yield kind, row


def _plain(name: str) -> str:
    """The name of a player who played against itself."""
    return name.removesuffix(" (A)").removesuffix(" (B)")


def _told(defence: Defence) -> Iterator[tuple[str, dict[str, Value]]]:
    total = sum(defence.losses.values())
    for cause in CAUSE_WORDS:
        count = defence.losses.get(cause, 0)
        share = rounded(count / total) if total else None
        yield "losses", {"cause": str(cause), "losses": count, "share": share}
    threes = defence.threes
    yield (
        "threes",
        {
            "faced": threes.faced,
            "blocked": threes.blocked,
            "by_four": threes.by_four,
            "ignored": threes.ignored,
            "hopeless": threes.hopeless,
            "met_share": None if threes.share is None else rounded(threes.share),
        },
    )


MEASURE: Final = QualityMeasure()
