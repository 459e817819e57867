"""Who plays in a part of matches, who meets whom, and under what."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Final

from wuzi.arena.adjudication import Adjudication
from wuzi.arena.openings import BUILTIN, builtin_sets
from wuzi.arena.plan import MatchSpec, PlayerSpec
from wuzi.errors import N_, ParseError
from wuzi.lab.cells import VARIANT, Cell, Settings, baseline_of, settings_text, word
from wuzi.lab.parts import Part
from wuzi.lab.players import SWITCHED, options_of, with_settings
from wuzi.play.clock import TimeControl
from wuzi.players import check_who, parse_who
from wuzi.rules import parse_rule

PAIRINGS: Final = ("round-robin", "baseline", "neighbours", "opponent", "self")
OF_MATCH: Final = ("rule", "size", "openings", "plies")
"""Settings of a match; all others are a player's."""
EMPTY_BOARD: Final = "empty"


class Entrant:
    """A player of a part: a cell, or the opponent of all."""

    def __init__(self, part: Part, cell: Cell, scratch: Path, who: str = "") -> None:
        self.cell = cell
        own = {key: value for key, value in cell.applied.items() if key not in OF_MATCH}
        shown = {key: value for key, value in cell.shown.items() if key not in OF_MATCH}
        limits = {k: own.pop(k, part.keys[k]) for k in ("tc", "nodes", "threads")}
        base = parse_who(str(own.get("player", who or part.keys["player"])))
        if not (base.kind == "textbook" and "depth" in own):
            limits["depth"] = own.pop("depth", part.keys["depth"])
        text = with_settings(who or part.keys["player"], own, part.folder, scratch)
        check_who(parse_who(text))
        self.name = who or _label(shown) or text
        tc = TimeControl.parse(str(limits["tc"]))
        limited = str(tc) != "none" or limits["nodes"] or limits.get("depth")
        if not limited and not _ends_by_itself(text):
            raise ParseError(
                "lab.endless_player",
                N_("nothing ends the searches of {name}: give nodes, depth or tc"),
                name=self.name,
            )
        self.spec = PlayerSpec(
            text,
            self.name,
            tc,
            nodes=_limit("nodes", limits["nodes"]),
            depth=_limit("depth", limits.get("depth", 0)),
            threads=_limit("threads", limits["threads"]),
        )

    @property
    def repeatable(self) -> bool:
        """Whether the player always plays alike."""
        who = parse_who(self.spec.who)
        ours = who.kind in ("textbook", "wuzi") or SWITCHED in who.text
        seeded = who.kind == "level" and "seed" in who.options
        one_thread = (self.spec.threads or 1) == 1 and options_of(who).get("threads", "1") == "1"
        return (ours or seeded) and one_thread and str(self.spec.tc) == "none"


def in_order(part: Part, names: Iterable[str]) -> list[str]:
    """Players' names in the order of the part's cells; others last."""
    labels = [
        _label({key: value for key, value in cell.shown.items() if key not in OF_MATCH})
        for cell in part.cells
    ]
    places = {label: place for place, label in reversed(list(enumerate(labels)))}
    return sorted(names, key=lambda name: places.get(name, len(labels)))


def _ends_by_itself(text: str) -> bool:
    """Whether a player's searches end without any limit."""
    who = parse_who(text)
    own = any(options_of(who).get(key, "0") != "0" for key in ("nodes", "depth"))
    return who.kind in ("textbook", "level", "plugin") or own


def _label(shown: Settings) -> str:
    """What a player is called: its variant, and its value on each axis."""
    rest = {key: value for key, value in shown.items() if key != VARIANT}
    words = [str(shown[VARIANT])] if VARIANT in shown else []
    return ",".join([*words, *([settings_text(rest)] if rest else [])])


def _limit(key: str, value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ParseError(
            "lab.player_limit",
            N_("{key} cannot be {value}: write a whole number; 0 is no limit"),
            key=key,
            value=value,
        )
    return value or None


def check(part: Part) -> None:
    """Refuse what does not come together."""
    pairing, opponent = part.keys["pairing"], part.keys["opponent"]
    if (pairing == "opponent") != bool(opponent):
        raise ParseError(
            "lab.opponent", N_('pairing = "opponent" and opponent = "WHO" come together')
        )
    if (pairing == "baseline") != bool(part.baseline):
        raise ParseError("lab.baseline", N_('pairing = "baseline" and a baseline come together'))


def settings_of_match(settings: Settings) -> dict[str, Any]:
    """Those that a match itself varies."""
    return {key: value for key, value in settings.items() if key in OF_MATCH}


def match_key(cell: Cell) -> tuple[str, ...]:
    """The same for players who meet."""
    return tuple(f"{key}={word(value)}" for key, value in settings_of_match(cell.applied).items())


def pairs(part: Part, players: list[Entrant], scratch: Path) -> Iterable[tuple[Entrant, Entrant]]:
    """Who meets whom."""
    pairing = part.keys["pairing"]
    if pairing == "round-robin":
        return combinations(players, 2)
    if pairing == "neighbours":
        return [(later, earlier) for earlier, later in pairwise(players)]
    if pairing == "self":
        return [(one, one) for one in players]
    if pairing == "opponent":
        fixed = Entrant(part, Cell({}, {}), scratch, part.keys["opponent"])
        return [(one, fixed) for one in players]
    by_name = {settings_text(one.cell.shown): one for one in players}
    bases = [by_name.get(settings_text(baseline_of(p.cell.shown, part.baseline))) for p in players]
    return [
        (one, base)
        for one, base in zip(players, bases, strict=True)
        if base is not None and base is not one
    ]


def match_between(part: Part, one: Entrant, other: Entrant) -> MatchSpec:
    """The match of two players, its openings read."""
    settings = {
        "rule": part.rule.name,
        "size": part.size,
        "openings": part.keys["openings"],
        "plies": part.keys["plies"],
    } | settings_of_match(one.cell.applied)
    rule, size = parse_rule(str(settings["rule"])), settings["size"]
    if not isinstance(size, int) or isinstance(size, bool):
        raise ParseError(
            "lab.player_limit",
            N_("{key} cannot be {value}: write a whole number; 0 is no limit"),
            key="size",
            value=size,
        )
    spec = MatchSpec(
        one.spec,
        other.spec,
        rule=rule,
        size=size,
        openings=_openings(part, str(settings["openings"]), rule.name, size),
        opening_plies=_limit("plies", settings["plies"]),
        seed=part.seed,
        games=part.keys["games"],
        adjudication=Adjudication(part.keys["max_moves"] or None),
    )
    spec.load_openings()
    return spec


def _openings(part: Part, wanted: str, rule: str, size: int) -> str:
    """The set as a match names it."""
    if wanted == EMPTY_BOARD:
        return ""
    if not wanted:
        ours = f"{rule}{size}"
        if ours not in builtin_sets():
            raise ParseError(
                "lab.openings",
                N_(
                    'no openings come for {rule} on {size} lines: write openings = "FILE" or "{no}"'
                ),
                rule=rule,
                size=size,
                no=EMPTY_BOARD,
            )
        return BUILTIN + ours
    return wanted if wanted.startswith(BUILTIN) else str(part.folder / wanted)
