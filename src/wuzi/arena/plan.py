"""What a match is: two players, what they play under, and the pairs of games to be played.

Everything here is plain data that can be pickled. The unit of work is a :class:`Pair`: two
games from one opening, with colours swapped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from wuzi.arena.adjudication import NO_ADJUDICATION, Adjudication, DrawRule, ResignRule
from wuzi.arena.openings import Opening, load_openings, openings_cycle
from wuzi.arena.statistics import EloModel, Sprt
from wuzi.errors import N_, SettingsError
from wuzi.play.clock import UNLIMITED, TimeControl
from wuzi.players import command, parse_who
from wuzi.rules import FREESTYLE, Rule, check_size, parse_rule

__all__ = ["LABELS", "Label", "MatchSpec", "Pair", "PlayerSpec", "black_of", "other"]

Label = Literal["A", "B"]
"""The two players of a match, in the order of the command line."""
LABELS: Final[tuple[Label, Label]] = ("A", "B")

RESTARTS: Final = ("auto", "on", "off")


def other(label: Label) -> Label:
    """The opponent of ``label``."""
    return "B" if label == "A" else "A"


def black_of(game: int) -> Label:
    """Who has black in the game of that number, from 0: A in the first of each pair."""
    return LABELS[game % 2]


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """One player and what it may use.

    Attributes
    ----------
    who : str
        ``level:N``, ``textbook:NAME,...``, ``engine:NAME`` or a command line.
    name : str
        As people read it; if empty, made of ``who``.
    tc : TimeControl
        The two players' may differ.
    nodes, depth : int or None
        Limits of each search, beside the time.
    threads : int or None
        How many it is told to use (``INFO thread_num``); ``None`` says nothing.
    max_memory : int
        Bytes it is told it may use; 0 says nothing.
    restart : {"auto", "on", "off"}
        Whether one process plays several games: as the engine list says, always, or never.
    options : tuple of (str, str)
        Further INFO keys and values, sent at the start of each game.

    Raises
    ------
    WuziError
        If the text names no program, or a value makes no sense.

    Examples
    --------
    >>> player = PlayerSpec("textbook:greedy", tc=TimeControl.parse("60+1"), nodes=1000)
    >>> player.title, PlayerSpec.from_json(player.to_json()) == player
    ('textbook:greedy', True)
    """

    who: str
    name: str = ""
    tc: TimeControl = UNLIMITED
    nodes: int | None = None
    depth: int | None = None
    threads: int | None = None
    max_memory: int = 0
    restart: str = "auto"
    options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if parse_who(self.who).kind == "human":
            raise SettingsError(
                "match.human", N_("a match is played by programs: a human plays with 'wuzi play'")
            )
        for what in ("nodes", "depth", "threads"):
            value = getattr(self, what)
            if value is not None:
                _check_least(what, value, 1)
        _check_least("max_memory", self.max_memory, 0)
        if self.restart not in RESTARTS:
            raise SettingsError(
                "match.restart", N_("restart is auto, on or off, not '{value}'"), value=self.restart
            )
        for key, value in self.options:
            if len(key.split()) != 1 or not value.isprintable():
                raise SettingsError(
                    "match.option",
                    N_("'{key}={value}' cannot be sent as INFO: write one word, = and one line"),
                    key=key[:40],
                    value=value[:40],
                )

    @property
    def title(self) -> str:
        """Its name, or what its WHO text calls it."""
        if self.name:
            return self.name
        try:
            return command(parse_who(self.who)).name
        except SettingsError:  # an engine that is not in this machine's list
            return self.who

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON knows them."""
        return asdict(self) | {"tc": str(self.tc), "options": dict(self.options)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PlayerSpec:
        """The inverse of :meth:`to_json`."""
        options = tuple((str(key), str(value)) for key, value in data["options"].items())
        return cls(**{**data, "tc": TimeControl.parse(data["tc"]), "options": options})


def _check_least(what: str, value: float, least: float) -> None:
    if not value >= least:
        raise SettingsError(
            "match.number",
            N_("{what} is {least} or more, not {value}"),
            what=what,
            least=least,
            value=value,
        )


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """All that a match depends on.

    Attributes
    ----------
    a, b : PlayerSpec
    rule : Rule
    size : int
        Lines of the board.
    forbidden_loses : bool
        In renju: whether a forbidden move is put on the board before it loses, as
        tournaments do, or refused and lost.
    openings : str
        A file or ``builtin:NAME``; empty for games from the empty board.
    opening_plies : int or None
        Moves taken of each opening at most; ``None`` as ``load_openings`` does.
    transforms : bool
        Whether openings are turned and mirrored.
    seed : int or None
        Shuffles the openings; ``None`` takes them in their order.
    games : int
        An even number: two for each opening.
    adjudication : Adjudication
    margin : float
        Seconds by which the time may be overstepped before it is lost.
    start_limit : float
        Seconds an engine may take to start.
    patience : float
        Seconds after which a move without any time control is lost on time.
    sprt : Sprt or None
        Stops the match when it has decided.

    Raises
    ------
    WuziError
        If a value makes no sense.

    Examples
    --------
    >>> greedy = PlayerSpec("textbook:greedy")
    >>> spec = MatchSpec(greedy, PlayerSpec("textbook:alphabeta,depth=1"), games=4)
    >>> spec.names
    {'A': 'textbook:greedy', 'B': 'textbook:alphabeta,depth=1'}
    >>> [pair.games for pair in spec.pairs(spec.load_openings())]
    [(0, 1), (2, 3)]
    """

    a: PlayerSpec
    b: PlayerSpec
    rule: Rule = FREESTYLE
    size: int = 15
    forbidden_loses: bool = True
    openings: str = ""
    opening_plies: int | None = None
    transforms: bool = True
    seed: int | None = None
    games: int = 2
    adjudication: Adjudication = NO_ADJUDICATION
    margin: float = 0.5
    start_limit: float = 30.0
    patience: float = 600.0
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        check_size(self.size)
        if self.games < 2 or self.games % 2:
            raise SettingsError(
                "match.games",
                N_("a match has an even number of games, two for each opening, not {value}"),
                value=self.games,
            )
        if self.opening_plies is not None:
            _check_least("opening_plies", self.opening_plies, 1)
        _check_least("margin", self.margin, 0)
        for what in ("start_limit", "patience"):
            value = getattr(self, what)
            if not value > 0:
                raise SettingsError(
                    "match.seconds",
                    N_("{what} is more than 0 seconds, not {value}"),
                    what=what,
                    value=value,
                )

    def player(self, label: Label) -> PlayerSpec:
        """Player A or B."""
        return self.a if label == "A" else self.b

    @property
    def names(self) -> dict[Label, str]:
        """What to call the players; two of the same name are told apart by their letters."""
        a, b = self.a.title, self.b.title
        return {"A": a, "B": b} if a != b else {"A": f"{a} (A)", "B": f"{b} (B)"}

    def load_openings(self) -> list[Opening]:
        """The openings to choose from; one without moves when none are named.

        Raises
        ------
        WuziError
            If they cannot be read or played.
        """
        if not self.openings:
            return [Opening((), self.size, self.rule)]
        return load_openings(self.openings, self.size, self.rule, plies=self.opening_plies)

    def pairs(self, openings: list[Opening]) -> list[Pair]:
        """The work of the whole match; a longer match begins as a shorter one."""
        dealt = openings_cycle(
            openings, self.games // 2, transforms=self.transforms, seed=self.seed
        )
        return [
            Pair(number, opening, self, (2 * number, 2 * number + 1))
            for number, opening in enumerate(dealt)
        ]

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON knows them."""
        plain = asdict(replace(self, a=_NOBODY, b=_NOBODY))
        return plain | {
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "rule": self.rule.name,
            "sprt": None if self.sprt is None else asdict(self.sprt),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MatchSpec:
        """The inverse of :meth:`to_json`."""
        ending = data["adjudication"]
        resign, draw, sprt = ending["resign"], ending["draw"], data["sprt"]
        read = {
            "a": PlayerSpec.from_json(data["a"]),
            "b": PlayerSpec.from_json(data["b"]),
            "rule": parse_rule(data["rule"]),
            "adjudication": Adjudication(
                ending["max_moves"],
                None if resign is None else ResignRule(**resign),
                None if draw is None else DrawRule(**draw),
            ),
            "sprt": None if sprt is None else Sprt(**{**sprt, "model": EloModel(sprt["model"])}),
        }
        return cls(**{**data, **read})


_NOBODY: Final = PlayerSpec("textbook:greedy")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games from one opening, with colours swapped.

    Attributes
    ----------
    number : int
        From 0.
    opening : Opening
        As both games begin with it.
    spec : MatchSpec
    games : tuple of int
        Which of the games ``2 * number`` and ``2 * number + 1`` are to be played: both, or
        the one that a journal still lacks.
    """

    number: int
    opening: Opening
    spec: MatchSpec
    games: tuple[int, ...]
