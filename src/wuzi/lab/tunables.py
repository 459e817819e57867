"""What is tuned: numbers of a player between two bounds, and how they become a WHO text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wuzi.errors import N_, ParseError
from wuzi.lab.players import SCORES, with_settings
from wuzi.players import Who, parse_who

__all__ = ["Parameter", "Point", "parse_parameter", "player_of", "settings_of", "start_of"]

Point = tuple[float, ...]
"""A value of each parameter, in their order; of whole parameters an int."""

GRID: Final = 5
"""Values of a grid whose step was not given."""
_DECADE: Final = 10.0
_NUMBER: Final = r"[-+]?(?:[0-9]{1,12}\.?[0-9]{0,12}|\.[0-9]{1,12})"
_FORM: Final = re.compile(
    rf"\s*([\w.]+)\s*=\s*({_NUMBER})\s*:\s*({_NUMBER})\s*(?::\s*({_NUMBER})\s*)?"
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number between two bounds.

    A search moves in units: 0 is the lower bound, 1 the upper one. Where these are a decade or
    more apart, as scores may be, units are logarithmic.

    Attributes
    ----------
    name : str
        An option of the player, ``scores.SHAPE``, or a switch of our engine's search.
    low, high : float
    step : float or None
        Between the values of its grid; other values are not tried.
    whole : bool

    Examples
    --------
    >>> defence = Parameter("defence", 0.5, 1.3, step=0.2)
    >>> defence.values()
    (0.5, 0.7, 0.9, 1.1, 1.3)
    >>> Parameter("scores.open_three", 100, 10_000, whole=True).at(0.5)
    1000
    """

    name: str
    low: float
    high: float
    step: float | None = None
    whole: bool = False

    @property
    def logarithmic(self) -> bool:
        """Whether units are."""
        return self.step is None and self.low > 0 and self.high >= _DECADE * self.low

    def values(self) -> tuple[float, ...]:
        """The grid, lowest first: by its step, or a few values evenly spread."""
        if self.step is None:
            return tuple(dict.fromkeys(self.at(i / (GRID - 1)) for i in range(GRID)))
        count = math.floor((self.high - self.low) / self.step + 1e-9)
        return tuple(self._rounded(self.low + i * self.step) for i in range(count + 1))

    def at(self, unit: float) -> float:
        """The value in units, within the bounds and as fine as its step or four digits."""
        unit = min(1.0, max(0.0, unit))
        value: float = self.low + unit * (self.high - self.low)
        if self.logarithmic:
            value = self.low * (self.high / self.low) ** unit
        if self.step is not None:
            grid = self.values()
            return grid[min(len(grid) - 1, round((value - self.low) / self.step))]
        return min(self.high, max(self.low, self._rounded(float(f"{value:.4g}"))))

    def unit(self, value: float) -> float:
        """A value in units, 0 to 1."""
        value = min(self.high, max(self.low, value))
        if self.logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    @property
    def resolution(self) -> float:
        """The least distance of two values that differ, in units; 0 if there is none."""
        least = self.step or (1.0 if self.whole else 0.0)
        if self.logarithmic:
            return math.log1p(least / self.low) / math.log(self.high / self.low)
        return least / (self.high - self.low)

    def _rounded(self, value: float) -> float:
        return round(value) if self.whole else round(value, 10)


def parse_parameter(text: str) -> Parameter:
    """A parameter as typed: ``KEY=LOW:HIGH`` or ``KEY=LOW:HIGH:STEP``.

    Whole bounds and steps stand for whole numbers; write ``1.0`` for others.

    Raises
    ------
    ParseError
        If it is not of this form, the bounds are no range or the step does not fit.

    Examples
    --------
    >>> parse_parameter("defence=0.5:1.2:0.1")
    Parameter(name='defence', low=0.5, high=1.2, step=0.1, whole=False)
    >>> parse_parameter("cap=8:30")
    Parameter(name='cap', low=8, high=30, step=None, whole=True)
    >>> parse_parameter("defence=1.2:0.5")
    Traceback (most recent call last):
    wuzi.errors.ParseError: --tune cannot be 'defence=1.2:0.5': 1.2 is not below 0.5
    """
    found = _FORM.fullmatch(text)
    if found is None:
        raise ParseError(
            "tune.form",
            N_("--tune cannot be '{token}': write KEY=LOW:HIGH or KEY=LOW:HIGH:STEP"),
            token=text[:40],
        )
    name, *numbers = found.groups()
    words = [word for word in numbers if word is not None]
    whole = not any("." in word for word in words)
    low, high, *rest = ((int if whole else float)(word) for word in words)
    step = rest[0] if rest else None
    if not low < high:
        raise ParseError(
            "tune.bounds",
            N_("--tune cannot be '{token}': {low} is not below {high}"),
            token=text[:40],
            low=low,
            high=high,
        )
    if step is not None and not 0 < step <= high - low:
        raise ParseError(
            "tune.step",
            N_("--tune cannot be '{token}': a step is above 0, and no more than from {low} to"
               " {high}"),
            token=text[:40],
            low=low,
            high=high,
        )  # fmt: skip
    return Parameter(name, low, high, step, whole)


def settings_of(parameters: Iterable[Parameter], point: Point) -> dict[str, float]:
    """The values by name."""
    return {one.name: value for one, value in zip(parameters, point, strict=True)}


def start_of(who: str, parameters: Iterable[Parameter]) -> Point:
    """The values that a player has now, those outside of the bounds moved to them.

    Raises
    ------
    WuziError
        If it is nobody, or has no number of such a name.

    Examples
    --------
    >>> three = parse_parameter("scores.open_three=100:50000")
    >>> start_of("textbook:greedy,defence=0.6", [parse_parameter("defence=0.2:1.2"), three])
    (0.6, 10000)
    """
    player = parse_who(who)
    return tuple(
        min(one.high, max(one.low, _present(player, one.name, whole=one.whole)))
        for one in parameters
    )


def player_of(who: str, parameters: Iterable[Parameter], point: Point, tables: Path) -> str:
    """The WHO text of a player with the values of a point.

    Parameters
    ----------
    who : str
    parameters : iterable of Parameter
    point : Point
    tables : Path
        The folder of score tables. In such a table no shape is worth more than a better one:
        what would be is worth as much.

    Raises
    ------
    WuziError
        If the player has no such options or takes no such values.
    """
    settings = settings_of(parameters, point)
    if any(name.startswith(SCORES) for name in settings):
        settings = _whole_table(parse_who(who), settings)
    text = with_settings(who, settings, Path(), tables)
    from wuzi.players import check_who  # noqa: PLC0415

    check_who(parse_who(text))
    return text


def _whole_table(who: Who, settings: Mapping[str, float]) -> dict[str, float]:
    """Settings with the score of every shape, in order from the best shape down."""
    found = {key: value for key, value in settings.items() if not key.startswith(SCORES)}
    most = math.inf
    for shape, score in _scores(who).items():
        most = min(most, settings.get(SCORES + shape, score))
        found[SCORES + shape] = most
    for key, value in settings.items():
        found.setdefault(key, value)  # a shape that there is not: it is told so
    return found


def _scores(who: Who) -> dict[str, int]:
    """The score table of a player of the textbook, best shape first; of others none."""
    from wuzi.textbook import GreedyThinker, SearchThinker, make  # noqa: PLC0415  # loads NumPy
    from wuzi.textbook.scores import SHAPES  # noqa: PLC0415

    if who.kind != "textbook":
        return {}
    thinker = make(who.name, dict(who.options))
    if isinstance(thinker, SearchThinker):
        table = thinker.options.score_table()
    elif isinstance(thinker, GreedyThinker):
        table = thinker.scores
    else:
        return {}
    return {shape: getattr(table, shape) for shape in SHAPES}


def _present(who: Who, name: str, *, whole: bool) -> float:
    """The number that an option of the player is now."""
    present = _numbers(who)
    if name not in present:
        raise ParseError(
            "tune.unknown",
            N_("{name} has no number '{token}' to tune: choose from {choices}"),
            name=who.text,
            token=name[:40],
            choices=", ".join(present) or "-",
        )
    value, is_whole = present[name]
    if is_whole and not whole:
        raise ParseError(
            "tune.whole", N_("{token} is a whole number: write its bounds so"), token=name
        )
    return value


def _numbers(who: Who) -> dict[str, tuple[float, bool]]:
    """Every number of a player that can be tuned: its value now, and whether it is whole."""
    if who.kind == "textbook":
        from wuzi.textbook import describe  # noqa: PLC0415  # loads NumPy

        options = describe(who.name)
    elif who.kind == "wuzi":
        from wuzi.players.wuzi_thinker import OPTIONS  # noqa: PLC0415  # loads NumPy

        options = OPTIONS
    else:
        return {}
    found: dict[str, tuple[float, bool]] = {}
    for option in options:
        names = (option.name, *option.other_names)
        if option.kind in ("int", "number"):
            texts = [who.options[name] for name in names if name in who.options]
            value = option.parse(texts[0]) if texts else option.default
            found |= dict.fromkeys(names, (value, option.kind == "int"))
    found |= {SCORES + shape: (score, True) for shape, score in _scores(who).items()}
    if who.kind == "wuzi":
        from wuzi.engine.control import SWITCHES  # noqa: PLC0415  # loads NumPy

        found |= {name: (value, True) for name, value in SWITCHES.items()}
    return found
