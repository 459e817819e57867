"""What the words of ``wuzi match`` ask for: a :class:`~wuzi.arena.plan.MatchSpec`."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from wuzi.arena.adjudication import Adjudication, DrawRule, ResignRule
from wuzi.arena.journal import read_journal
from wuzi.arena.openings import (
    BUILTIN,
    builtin_sets,
    load_openings,
    random_opening,
    unique_openings,
)
from wuzi.arena.plan import MatchSpec, PlayerSpec
from wuzi.arena.statistics import EloModel, Sprt
from wuzi.cli.position import Words
from wuzi.cli.words import listed
from wuzi.errors import N_, ParseError, RecordError
from wuzi.files import write_atomically
from wuzi.play.clock import TimeControl
from wuzi.players import check_who, parse_who
from wuzi.rules import FREESTYLE, Rule
from wuzi.settings.language import _

__all__ = ["Wanted"]

GAMES: Final = 40
SPRT_GAMES: Final = 20_000
"""Games after which a test gives up."""
RANDOM_OPENINGS: Final = 100
"""Whatever the number of games, so that a match can be made longer and go on."""
RANDOM_PLIES: Final = 5

_OPTIONS: Final = {"only_a": "--a", "only_b": "--b", "no_transforms": "--no-transforms"}
"""Options that are not called as their field is."""

EMPTY_BOARD: Final = "empty"
RANDOM: Final = "random"


@dataclass(frozen=True)
class Wanted:
    """The command line: texts as typed, empty where nothing was said.

    Attributes
    ----------
    each, only_a, only_b : mapping of str to str, or words KEY=VALUE
        Settings of both players, and those of one of them, which win.
    """

    a: str
    b: str
    each: Mapping[str, str]
    only_a: Sequence[str]
    only_b: Sequence[str]
    games: str
    rule: str
    size: str
    openings: str
    order: str
    seed: str
    plies: str
    no_transforms: bool
    concurrency: str
    sprt: str
    maxmoves: str
    resign: str
    draw: str
    journal: str
    resume: bool

    def journal_to_read(self) -> Path:
        """The journal that must be there.

        Raises
        ------
        ParseError
            If none is named.
        """
        if not self.journal:
            raise ParseError(
                "match.nothing",
                N_("name two players A and B to play, or --journal FILE to see a match"),
            )
        return Path(self.journal)

    def journal_to_write(self) -> Path:
        """The journal named, or one named after the time of day."""
        return Path(self.journal or f"match-{datetime.now():%Y%m%d-%H%M%S}.jsonl")

    def processes(self) -> int:
        """How many games are played at the same time."""
        return whole("--concurrency", self.concurrency) if self.concurrency else 1

    # The match

    def resumed(self) -> MatchSpec:
        """The match of the journal, with more or fewer games if so wanted.

        Raises
        ------
        WuziError
            If the journal cannot be read, or the command line would change its match.
        """
        path = self.journal_to_read()
        free = ("games", "sprt", "concurrency", "journal", "resume")
        said = [word for f in fields(self) if f.name not in free for word in self._typed(f.name)]
        if said:
            raise ParseError(
                "match.resumed",
                N_(
                    "the journal says how its match is played: give only --games, --sprt and"
                    " --concurrency beside it, not {names}"
                ),
                names=listed(said),
            )
        spec = read_journal(path).spec
        if self.sprt:
            spec = replace(spec, sprt=parse_sprt(self.sprt))
        return replace(spec, games=whole("--games", self.games)) if self.games else spec

    def _typed(self, name: str) -> list[str]:
        """The words of the command line that gave the field ``name`` a value."""
        value = getattr(self, name)
        if isinstance(value, Mapping):
            return [f"--{key}" for key, text in value.items() if text]
        if not value:
            return []
        return [name.upper() if name in ("a", "b") else _OPTIONS.get(name, f"--{name}")]

    def new(self, journal: Path) -> MatchSpec:
        """The match that the command line describes.

        Raises
        ------
        WuziError
            At the first word that makes no sense.
        """
        words = Words.parse(self.rule, self.size)
        rule, size = words.rule or FREESTYLE, words.size or 15
        order = self.order or "sequential"
        if order not in ("sequential", "random"):
            raise ParseError(
                "match.order",
                N_("--order cannot be '{token}': write sequential or random"),
                token=order[:40],
            )
        seed = whole("--seed", self.seed) if self.seed else 0
        sprt = parse_sprt(self.sprt) if self.sprt else None
        games = SPRT_GAMES if sprt else GAMES
        spec = MatchSpec(
            a=self._player(self.a, self.only_a, "--a"),
            b=self._player(self.b, self.only_b, "--b"),
            rule=rule,
            size=size,
            opening_plies=whole("--plies", self.plies) if self.plies else None,
            transforms=not self.no_transforms,
            seed=seed if order == "random" else None,
            games=whole("--games", self.games) if self.games else games,
            adjudication=Adjudication(
                whole("--maxmoves", self.maxmoves) if self.maxmoves else None,
                parse_resign(self.resign) if self.resign else None,
                parse_draw(self.draw) if self.draw else None,
            ),
            sprt=sprt,
        )
        openings = choose_openings(self.openings, rule, size, seed, journal)
        return replace(spec, openings=openings)

    def _player(self, who: str, own: Sequence[str], option: str) -> PlayerSpec:
        if not who:
            raise ParseError("match.one", N_("a match needs two players: A and B"))
        named = parse_who(who)
        check_who(named)
        values = {key: value for key, value in self.each.items() if value}
        for word in own:
            key, equals, value = word.partition("=")
            if not equals:
                raise ParseError(
                    "match.key",
                    N_("{option} cannot be '{token}': write KEY=VALUE, such as depth=3"),
                    option=option,
                    token=word[:40],
                )
            values[key] = value
        return player_spec(named.text, values)


def player_spec(who: str, values: Mapping[str, str]) -> PlayerSpec:
    """A player of settings as they are typed.

    Examples
    --------
    >>> player = player_spec("textbook:greedy", {"tc": "60+1", "memory": "1G", "option.x": "7"})
    >>> str(player.tc), player.max_memory, player.options
    ('60+1', 1073741824, (('x', '7'),))
    """
    known: dict[str, Any] = {}
    options = []
    for key, text in values.items():
        if key.startswith("option."):
            options.append((key.removeprefix("option."), text))
        elif key in ("nodes", "depth", "threads"):
            known[key] = whole(key, text)
        elif key in ("name", "restart"):
            known[key] = text
        elif key == "tc":
            known[key] = TimeControl.parse(text)
        elif key == "memory":
            known["max_memory"] = parse_memory(text)
        else:
            raise ParseError(
                "match.setting",
                N_(
                    "a player has no setting '{token}': there are tc, nodes, depth, threads,"
                    " memory, restart, name and option.KEY"
                ),
                token=key[:40],
            )
    return PlayerSpec(who, options=tuple(options), **known)


# Openings


def choose_openings(wanted: str, rule: Rule, size: int, seed: int, journal: Path) -> str:
    """The set of openings as a match names it; random ones are written beside the journal."""
    if wanted == EMPTY_BOARD:
        return ""
    ours = f"{rule.name}{size}"
    if not wanted and ours in builtin_sets():
        note(_("the openings are {name}").format(name=BUILTIN + ours))
        return BUILTIN + ours
    if wanted and wanted != RANDOM:
        name = wanted if wanted.startswith(BUILTIN) else str(Path(wanted).absolute())
        load_openings(name, size, rule)  # refused now, in one sentence
        return name
    return _random_openings(rule, size, seed, journal)


def _random_openings(rule: Rule, size: int, seed: int, journal: Path) -> str:
    path = journal.absolute().with_suffix(".openings.txt")
    drawn = unique_openings(
        random_opening(rule, size, RANDOM_PLIES, seed * RANDOM_OPENINGS + i)
        for i in range(RANDOM_OPENINGS)
    )
    head = f"# Random openings: {rule.name}, {size} lines, {RANDOM_PLIES} stones, seed {seed}.\n"
    data = (head + "".join(f"{opening}\n" for opening in drawn)).encode()
    try:
        if path.exists() and path.read_bytes() != data:  # those of another match, perhaps
            raise RecordError(
                "openings.others",
                N_(
                    "{file} holds other openings: take the --seed they were made with, or name"
                    " another journal"
                ),
                file=str(path),
            )
        write_atomically(path, data)
    except OSError as error:
        raise RecordError(
            "record.unwritable",
            N_("{name} cannot be written: {why}"),
            name=str(path),
            why=error.strerror or str(error),
        ) from None
    text = _("the openings are {n} random ones (seed {seed}), written to {file}")
    note(text.format(n=len(drawn), seed=seed, file=path.name))
    return str(path)


def note(text: str) -> None:
    """Tell something worth knowing on standard error, where it spoils no result."""
    print(f"wuzi: {_('note: {text}').format(text=text)}", file=sys.stderr)


# Words


def whole(option: str, text: str) -> int:
    """A whole number as typed.

    >>> whole("--games", "forty")
    Traceback (most recent call last):
    wuzi.errors.ParseError: --games cannot be 'forty': write a whole number
    """
    word = text.strip()
    if not re.fullmatch(r"-?[0-9]{1,15}", word):
        raise ParseError(
            "match.whole",
            N_("{option} cannot be '{token}': write a whole number"),
            option=option,
            token=text[:40],
        )
    return int(word)


_UNITS: Final = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def parse_memory(text: str) -> int:
    """Bytes.

    >>> parse_memory("512M"), parse_memory("2g")
    (536870912, 2147483648)
    """
    found = re.fullmatch(r"([0-9]{1,9})([kmg])i?b?", text.strip().lower())
    if found is None:
        raise ParseError(
            "match.memory",
            N_("'{token}' is no amount of memory: write a number and K, M or G, such as 512M"),
            token=text[:40],
        )
    return int(found[1]) * _UNITS[found[2]]


def parse_sprt(text: str) -> Sprt:
    """A test.

    >>> parse_sprt("0,10"), parse_sprt("-3,1,0.1,0.1,normalized").model
    (Sprt(elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05, model=<EloModel.LOGISTIC: 'logistic'>),
     <EloModel.NORMALISED: 'normalized'>)
    """
    *numbers, last = text.split(",")
    word = last.strip().lower().replace("normalised", "normalized")
    model = EloModel.LOGISTIC
    if word in tuple(EloModel):
        model = EloModel(word)
    else:
        numbers.append(last)
    if len(numbers) in (2, 4) and all(map(_NUMBER.fullmatch, numbers)):
        elo0, elo1, *rates = map(float, numbers)
        alpha, beta = rates or (0.05, 0.05)
        return Sprt(elo0, elo1, alpha, beta, model)
    raise ParseError(
        "match.sprt",
        N_(
            "--sprt cannot be '{token}': write ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, and perhaps"
            " ,logistic or ,normalized"
        ),
        token=text[:40],
    )


_NUMBER: Final = re.compile(r"\s*[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)\s*")


def parse_resign(text: str) -> ResignRule:
    """When a side has lost.

    >>> parse_resign("2000,3,twosided")
    ResignRule(count=3, score=2000, twosided=True)
    """
    words = text.split(",")
    twosided = len(words) == 3 and words.pop().strip() == "twosided"
    if len(words) != 2:
        raise ParseError(
            "match.resign",
            N_("--resign cannot be '{token}': write SCORE,COUNT or SCORE,COUNT,twosided"),
            token=text[:40],
        )
    score, count = (whole("--resign", word) for word in words)
    return ResignRule(count, score, twosided)


def parse_draw(text: str) -> DrawRule:
    """When a game is drawn.

    >>> parse_draw("40,10,5")
    DrawRule(number=40, count=5, score=10)
    """
    words = text.split(",")
    if len(words) != 3:
        raise ParseError(
            "match.draw",
            N_("--draw cannot be '{token}': write MOVE,SCORE,COUNT"),
            token=text[:40],
        )
    number, score, count = (whole("--draw", word) for word in words)
    return DrawRule(number, count, score)
