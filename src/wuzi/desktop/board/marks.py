"""What is drawn on a board beside its stones: plain data, no Qt.

Whoever has something to show (the game, an analysis, a search) makes a :class:`Marks`; the
window puts several on top of each other with :func:`merged` and hands one to the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from wuzi.rules import Colour, Point

FORBIDDEN_KINDS: Final = ("double_three", "double_four", "overline")
"""The kinds of :attr:`Marks.forbidden`, in the words of :class:`wuzi.rules.Forbidden`."""

THREAT_KINDS: Final = ("five", "straight_four", "four", "three")
"""The kinds of :attr:`Marks.threats`, the strongest first."""


@dataclass(frozen=True)
class Candidate:
    """A move that an analysis considers.

    Attributes
    ----------
    point : Point
    text : str
        Its score in a few letters: ``"56%"``, ``"+W5"``.
    rank : int
        1 for the best move; that one is emphasised.
    share : float
        0 to 1: how good it is compared with the best. Better ones are larger and denser.
    """

    point: Point
    text: str
    rank: int
    share: float


@dataclass(frozen=True)
class Ghost:
    """A stone that is not there: one move of a line that is previewed.

    Attributes
    ----------
    point : Point
    colour : Colour
    number : int
        1 for the first move of the line.
    """

    point: Point
    colour: Colour
    number: int


@dataclass(frozen=True)
class Marks:
    """Everything drawn on a board beside its stones.

    Attributes
    ----------
    last : Point, optional
        The stone played last.
    numbers : mapping of Point to int
        Numbers on stones. They are shown whatever the view's options say.
    winning : tuple of Point
        The row that won, from end to end.
    forbidden : mapping of Point to str
        Points forbidden to black, with a kind of :data:`FORBIDDEN_KINDS`.
    candidates : tuple of Candidate
    line : tuple of Ghost
        A line of play to preview.
    threats : mapping of Point to str
        What a stone there would make, a kind of :data:`THREAT_KINDS`.
    region : frozenset of Point, optional
        The points that remain open; all others are dimmed. ``None``: the whole board.
    hint : Point, optional
        A move that is recommended.

    Examples
    --------
    >>> from wuzi.rules import parse_point, point_name
    >>> both = merged([Marks(last=parse_point("h8")), Marks(hint=parse_point("i9"))])
    >>> point_name(both.last), point_name(both.hint)
    ('h8', 'i9')
    """

    last: Point | None = None
    numbers: Mapping[Point, int] = field(default_factory=dict)
    winning: tuple[Point, ...] = ()
    forbidden: Mapping[Point, str] = field(default_factory=dict)
    candidates: tuple[Candidate, ...] = ()
    line: tuple[Ghost, ...] = ()
    threats: Mapping[Point, str] = field(default_factory=dict)
    region: frozenset[Point] | None = None
    hint: Point | None = None


NO_MARKS: Final = Marks()
"""A board without marks."""


def merged(layers: Iterable[Marks]) -> Marks:
    """One set of marks out of several, the later on top.

    Mappings are joined point by point; of everything else the last layer that says
    something is taken.
    """
    said: dict[str, object] = {}
    for layer in layers:
        for one in fields(Marks):
            value = getattr(layer, one.name)
            if isinstance(value, Mapping):
                said[one.name] = {**said.get(one.name, {}), **value}  # type: ignore[dict-item]
            elif value is not None and value != ():
                said[one.name] = value
    return Marks(**said)  # type: ignore[arg-type]
