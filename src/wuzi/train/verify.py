"""Whether new weights play better than old ones: a match of the arena, ended by an SPRT."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from wuzi.arena.plan import MatchSpec, PlayerSpec
from wuzi.arena.statistics import Sprt
from wuzi.engine.weights import load_weights
from wuzi.errors import N_, RecordError, SettingsError
from wuzi.files import write_atomically
from wuzi.play.clock import TimeControl
from wuzi.rules import moves_text, parse_rule
from wuzi.train.player import Player
from wuzi.train.selfplay import SelfPlay, balanced_opening, deep

OPENINGS: Final = 200
DEFAULT_TEST: Final = Sprt(0.0, 15.0)


def verification(
    new: Path,
    old: Path | None,
    task: SelfPlay,
    openings: Path,
    *,
    games: int,
    seconds: float | None = None,
    sprt: Sprt = DEFAULT_TEST,
) -> MatchSpec:
    """The match that decides.

    Parameters
    ----------
    new, old : Path
        Files of weights for the rule of ``task``; without ``old``, the shipped ones.
    task : SelfPlay
        Rule, size, nodes of each move, and the seed of the openings.
    openings : Path
        Where balanced random openings are written; those of another seed must not be there.
    games : int
        At most; an even number.
    seconds : float, optional
        Of each move, instead of nodes.
    sprt : Sprt

    Raises
    ------
    WuziError
        If the weights cannot be used, or a number makes no sense.
    """
    for path in (new, old):
        if path is not None:
            load_weights(parse_rule(task.rule), path)
    write_openings(task, OPENINGS, openings)
    limits = {"nodes": task.nodes} if seconds is None else {"tc": TimeControl.parse(f"/{seconds}")}
    return MatchSpec(
        PlayerSpec(_who(new), "new", **limits),
        PlayerSpec("wuzi" if old is None else _who(old), "old", **limits),
        rule=parse_rule(task.rule),
        size=task.size,
        openings=str(openings.absolute()),
        games=games,
        sprt=sprt,
    )


def _who(weights: Path) -> str:
    """The WHO text of our engine with these weights."""
    text = str(weights.absolute())
    if "," in text:
        raise SettingsError(
            "train.comma",
            N_("the name of {file} has a comma, which parts the options of a player: rename it"),
            file=text,
        )
    return f"wuzi,weights={text}"


def write_openings(task: SelfPlay, count: int, path: Path) -> None:
    """Write so many different balanced openings, one a line.

    Raises
    ------
    RecordError
        If the file is there with something else in it, or cannot be written.
    """
    rule = parse_rule(task.rule)
    player = Player(rule, task.size, task.weights)

    def find() -> dict[str, None]:
        found: dict[str, None] = {}
        number = 0
        while len(found) < count and number < 10 * count:
            dice = random.Random(f"openings {task.seed} {number}")
            found[moves_text(balanced_opening(player, dice, rule, task))] = None
            number += 1
        return found

    head = f"# Balanced openings: {task.rule}, {task.size} lines, seed {task.seed}.\n"
    data = (head + "".join(f"{opening}\n" for opening in deep(find))).encode()
    try:
        if path.exists() and path.read_bytes() != data:
            raise RecordError(
                "train.openings",
                N_("{name} has other openings: delete it, or name another journal"),
                name=str(path),
            )
        write_atomically(path, data)
    except OSError as error:
        raise RecordError(
            "record.unwritable",
            N_("{name} cannot be written: {why}"),
            name=str(path),
            why=error.strerror or str(error),
        ) from None
