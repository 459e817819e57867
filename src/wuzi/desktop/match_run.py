"""A match in a child process: what is asked of it, and what it has come to so far.

The child is ``wuzi match``, which deals the games out to workers and keeps a journal. Each
time it says something we read what is new in the journal. The child, its workers and their
engines are gone when it is stopped, or when we are, however we end.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from wuzi.arena.plan import MatchSpec
from wuzi.arena.record import GameRecord, Incident
from wuzi.arena.standing import Standing
from wuzi.errors import N_, EngineError
from wuzi.play.priority import NICENESS, lower_priority
from wuzi.players.registry import ourselves
from wuzi.protocol.child import Child, Mark
from wuzi.settings import data_dir
from wuzi.settings.language import current_language

_PREFIX: Final = "wuzi: "
"""Before what ``wuzi`` says on its error output."""


@dataclass(frozen=True, slots=True)
class MatchOrder:
    """What match is wanted.

    Attributes
    ----------
    a, b : str
        WHO texts of two programs.
    rounds : int
        Pairs of games: both from one opening, with colours swapped.
    rule : str
        A name of :data:`wuzi.rules.RULES`.
    size : int
    clock : str
        A time control as the command line takes it; empty for none.
    openings : str
        Empty for those that ship with Wuzi, ``random`` or ``empty``.
    at_once : int
        Games that are played at the same time.
    """

    a: str
    b: str
    rounds: int = 10
    rule: str = "freestyle"
    size: int = 15
    clock: str = ""
    openings: str = ""
    at_once: int = 1

    def arguments(self, journal: Path) -> tuple[str, ...]:
        """Of ``wuzi``, to play it.

        Examples
        --------
        >>> order = MatchOrder("level:1", "textbook:random", rounds=2)
        >>> order.arguments(Path("j"))[:5]
        ('match', 'level:1', 'textbook:random', '--games', '4')
        """
        words = ["match", self.a, self.b, "--games", str(2 * self.rounds)]
        words += ["--rule", self.rule, "--size", str(self.size)]
        words += ["--concurrency", str(self.at_once), "--journal", str(journal)]
        for option, text in (("--tc", self.clock), ("--openings", self.openings)):
            if text:
                words += [option, text]
        return (*words, "--lang", current_language())


class MatchRun:
    """One match: run it as a task, look at it meanwhile.

    Parameters
    ----------
    order : MatchOrder
    on_change : callable
        Called on the loop when there is anything new to look at.
    folder : Path, optional
        Of the journal, by default ``matches`` in the user's data.

    Attributes
    ----------
    journal : Path
    spec : MatchSpec or None
        What is really played, once the match has begun.
    records : list of GameRecord
        The finished games, as they ended.
    standing : Standing or None
    note : str
        What the match said last of itself, in the reader's language.
    """

    def __init__(
        self, order: MatchOrder, on_change: Callable[[], None], *, folder: Path | None = None
    ) -> None:
        self.order = order
        folder = folder or data_dir() / "matches"
        self.journal = folder / f"{datetime.now():%Y%m%d-%H%M%S-%f}.jsonl"
        self.spec: MatchSpec | None = None
        self.records: list[GameRecord] = []
        self.standing: Standing | None = None
        self.note = ""
        self.stopped = False
        self._on_change = on_change
        self._said: list[str] = []
        self._news = asyncio.Event()
        self._read = 0
        self._over = False

    async def run(self) -> None:
        """Play the match to its end, or until it is stopped or this task is cancelled.

        Raises
        ------
        EngineError
            If it breaks off, in the words of ``wuzi match``.
        """
        await asyncio.to_thread(self.journal.parent.mkdir, parents=True, exist_ok=True)
        child = Child(self._hear, lambda _bytes: None, self._end)
        try:
            argv = (*ourselves(), *self.order.arguments(self.journal))
            await child.spawn(argv, None, "wuzi match", 10.0)
            lower_priority(child.pid, NICENESS)
            while not (self._over or self.stopped):
                await self._news.wait()
                self._news.clear()
                await self._look()
            await self._look()
        finally:
            child.kill()
            await child.wait_gone()
        if child.status != 0 and not self.stopped:
            raise EngineError(
                "match.broke_off",
                N_("the match broke off: {said}"),
                said=self._said[-1] if self._said else child.status_text,
            )

    def stop(self) -> None:
        """End it at once; what was played stays in the journal."""
        self.stopped = True
        self._news.set()

    def _hear(self, mark: Mark, line: str) -> None:
        if mark == "!" and line.startswith(_PREFIX):
            self.note = line.removeprefix(_PREFIX)
            self._said.append(self.note)
        self._news.set()

    def _end(self) -> None:
        self._over = True
        self._news.set()

    async def _look(self) -> None:
        """Take in what is new in the journal."""
        rows, self._read = await asyncio.to_thread(_read_rows, self.journal, self._read)
        for row in rows:
            self._take(row)
        self._on_change()

    def _take(self, row: dict[str, Any]) -> None:
        if "spec" in row:
            self.spec = MatchSpec.from_json(row["spec"])
            self.standing = Standing(self.spec)
        elif self.standing is not None and "game" in row:
            record = GameRecord.from_json(row["game"])
            self.records.append(record)
            self.standing.count(record)
        elif self.standing is not None and "incident" in row:
            self.standing.note(Incident.from_json(row["incident"]))


def _read_rows(path: Path, start: int) -> tuple[Sequence[dict[str, Any]], int]:
    """The whole lines of a journal from byte ``start`` on, and where to go on from."""
    try:
        with path.open("rb") as file:
            file.seek(start)
            data = file.read()
    except FileNotFoundError:
        return (), start
    whole = data[: data.rfind(b"\n") + 1]
    return [json.loads(line) for line in whole.splitlines()], start + len(whole)
