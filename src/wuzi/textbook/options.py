"""The switches of a textbook search, as data: what there is, what it means, how it is written.

A player is named in text, ``textbook:alphabeta,depth=3,ordering=point``; what stands behind
the name are these options. :data:`SEARCH_OPTIONS` describes them once, for the parser, for
help pages and for dialogs alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from wuzi.errors import N_, SettingsError
from wuzi.textbook.evaluation import WAYS, default_scores
from wuzi.textbook.grid import GRIDS, GridKind
from wuzi.textbook.scores import ScoreTable, load_scores

Kind = Literal["int", "number", "switch", "choice", "text"]

RADII: Final = ("1", "2", "3", "adaptive", "all")
ORDERINGS: Final = ("none", "worst", "neighbours", "point", "hash+point")
AUTO: Final = "auto"
"""Scores: the table of our own that is made for the evaluation chosen."""
MAX_DEPTH: Final = 60
MAX_BONUS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a thinker, for parsers, help pages and dialogs.

    Attributes
    ----------
    name : str
        As it is written in a WHO text.
    kind : {"int", "number", "switch", "choice", "text"}
    default : object
        An int, float, bool or str, by ``kind``.
    help : str
        One English sentence; faces translate it.
    choices : tuple of str
        The words allowed, of a choice.
    least, most : int or float
        The range, of a number.
    other_names : tuple of str
        Also understood.

    Examples
    --------
    >>> depth = Option("depth", "int", 2, "Plies.", least=1, most=60)
    >>> depth.parse("3"), depth.allowed
    (3, '1 to 60')
    >>> depth.parse("deep")
    Traceback (most recent call last):
    wuzi.errors.SettingsError: depth=deep is not possible: choose 1 to 60
    """

    name: str
    kind: Kind
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    least: float = 0
    most: float = 0
    other_names: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The values allowed, as a phrase."""
        if self.kind == "switch":
            return "on, off"
        if self.kind == "text":
            return "a name"
        return ", ".join(self.choices) if self.choices else f"{self.least} to {self.most}"

    def parse(self, text: str) -> Any:
        """The value that ``text`` writes.

        Raises
        ------
        SettingsError
            Naming the option and what it may be.
        """
        value = _READERS[self.kind](text.strip().lower() if self.kind != "text" else text.strip())
        in_choices = not self.choices or value in self.choices
        is_number = self.kind in ("int", "number")
        if value is None or not in_choices or (is_number and not self._in_range(value)):
            raise SettingsError(
                "option.value",
                _IMPOSSIBLE.get(self.kind, N_("{key}={value} is not possible: choose {choices}")),
                key=self.name,
                value=text[:40],
                choices=self.allowed,
                least=self.least,
                most=self.most,
            )
        return value

    def _in_range(self, value: float) -> bool:
        return self.least <= value <= self.most  # false for "nan", too


_NOT_IN_RANGE: Final = N_("{key}={value} is not possible: choose {least} to {most}")
_IMPOSSIBLE: Final[dict[Kind, str]] = {
    "int": _NOT_IN_RANGE,
    "number": _NOT_IN_RANGE,
    "text": N_("{key}= has no value: write a name"),
}


def _read_int(text: str) -> int | None:
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() else None


def _read_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _read_switch(text: str) -> bool | None:
    words = {"on": True, "yes": True, "true": True, "1": True}
    return words.get(text, False if text in ("off", "no", "false", "0") else None)


_READERS: Final[dict[Kind, Callable[[str], Any]]] = {
    "int": _read_int,
    "number": _read_number,
    "switch": _read_switch,
    "choice": lambda text: text or None,
    "text": lambda text: text or None,
}


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Every switch of the searches. Each may be read about under its name in `SEARCH_OPTIONS`.

    Attributes
    ----------
    pruning : bool
        Alpha-beta rather than plain minimax. Not written in a WHO: the name says it.

    Examples
    --------
    >>> SearchOptions.parse({"depth": "3", "ordering": "point"}).depth
    3
    >>> SearchOptions.parse({"deep": "3"})
    Traceback (most recent call last):
    wuzi.errors.SettingsError: there is no option 'deep': choose from depth, radius, ...
    """

    pruning: bool = True
    depth: int = 2
    radius: str = "2"
    widen: bool = False
    cap: int = 0
    ordering: str = "point"
    bonus: int = 1
    deepening: bool = True
    table: bool = False
    table_exact_depth: bool = True
    table_size: int = 1 << 16
    evaluation: str = "incremental"
    evaluation_cache: bool = False
    grid: GridKind = "sentinel"
    defence: float = 1.0
    scores: str = AUTO

    def __post_init__(self) -> None:
        if self.ordering == "hash+point" and not self.table:
            raise SettingsError(
                "option.needs_table",
                N_("{key}={value} is not possible without table=on: choose {choices}"),
                key="ordering",
                value=self.ordering,
                choices=", ".join(name for name in ORDERINGS if name != self.ordering),
            )

    def score_table(self) -> ScoreTable:
        """The score table chosen.

        Raises
        ------
        SettingsError
            If it is not a preset and no such file can be used.
        """
        return default_scores(self.evaluation) if self.scores == AUTO else load_scores(self.scores)

    @classmethod
    def parse(cls, options: Mapping[str, str], *, pruning: bool = True) -> SearchOptions:
        """The options that a WHO text writes, the others at their defaults.

        Raises
        ------
        SettingsError
            If a key is unknown or a value impossible, naming it and the choices.
        """
        parsed = cls(pruning=pruning, **parse_options(SEARCH_OPTIONS, options))
        parsed.score_table()  # a table that cannot be used is refused here, not in mid-game
        return parsed


def parse_options(described: Iterable[Option], texts: Mapping[str, str]) -> dict[str, Any]:
    """The values of the options written, by field name (the option's first name).

    Raises
    ------
    SettingsError
        If a key is unknown, is there twice under two names, or a value is impossible.
    """
    described = tuple(described)
    by_name = {name: option for option in described for name in (option.name, *option.other_names)}
    values: dict[str, Any] = {}
    for key, text in texts.items():
        option = by_name.get(key.strip().lower())
        if option is None:
            raise SettingsError(
                "option.unknown",
                N_("there is no option '{key}': choose from {choices}"),
                key=key[:40],
                choices=", ".join(option.name for option in described) or "-",
            )
        if option.name in values:
            raise SettingsError(
                "option.twice",
                N_("the option {key} is given twice: choose one of its values"),
                key=option.name,
            )
        values[option.name] = option.parse(text)
    return values


_DEFAULTS: Final = SearchOptions()

DEFENCE: Final = Option(
    "defence",
    "number",
    _DEFAULTS.defence,
    N_("How much the opponent's shapes weigh at the leaves, against one's own."),
    least=1.0,
    most=1.2,
    other_names=("eval.defence",),
)
SCORES: Final = Option(
    "scores",
    "text",
    _DEFAULTS.scores,
    N_("The table of pattern scores: auto, a preset's name, or a TOML file."),
)
GRID: Final = Option(
    "grid",
    "choice",
    _DEFAULTS.grid,
    N_("The board inside: nested lists, or an array ringed by sentinels."),
    GRIDS,
)

SEARCH_OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "depth",
        "int",
        _DEFAULTS.depth,
        N_("How many plies to look ahead."),
        least=1,
        most=MAX_DEPTH,
    ),
    Option(
        "radius",
        "choice",
        _DEFAULTS.radius,
        N_(
            "How far from a stone a candidate may lie; adaptive: 2 at first, 1 on a full board;"
            " all: anywhere."
        ),
        RADII,
    ),
    Option(
        "widen",
        "switch",
        _DEFAULTS.widen,
        N_("Look one line further while fewer than five stones are on the board."),
    ),
    Option(
        "cap",
        "int",
        _DEFAULTS.cap,
        N_("Keep only so many candidates, the best by point value; 0 keeps all."),
        least=0,
        most=26 * 26,
    ),
    Option(
        "ordering",
        "choice",
        _DEFAULTS.ordering,
        N_("Which candidates are tried first; worst is point backwards, to see what order saves."),
        ORDERINGS,
    ),
    Option(
        "bonus",
        "int",
        _DEFAULTS.bonus,
        N_("What a win is worth more for every ply it comes earlier; 0: all wins are equal."),
        least=0,
        most=MAX_BONUS,
        other_names=("win_bonus",),
    ),
    Option(
        "deepening",
        "switch",
        _DEFAULTS.deepening,
        N_("Search depth 1, then 2, and so on, so that a move is ready when time runs out."),
    ),
    Option(
        "table",
        "switch",
        _DEFAULTS.table,
        N_("Remember positions in a transposition table."),
    ),
    Option(
        "table_exact_depth",
        "switch",
        _DEFAULTS.table_exact_depth,
        N_("Use a remembered value only at the very depth it was searched to, not a deeper one's."),
    ),
    Option(
        "table_size",
        "int",
        _DEFAULTS.table_size,
        N_("Entries of the transposition table."),
        least=1,
        most=1 << 24,
    ),
    Option(
        "evaluation",
        "choice",
        _DEFAULTS.evaluation,
        N_("How the whole board is evaluated; lines alone sees broken shapes."),
        WAYS,
        other_names=("eval",),
    ),
    Option(
        "evaluation_cache",
        "switch",
        _DEFAULTS.evaluation_cache,
        N_("Keep the values of positions evaluated lately."),
        other_names=("eval.cache",),
    ),
    GRID,
    DEFENCE,
    SCORES,
)
