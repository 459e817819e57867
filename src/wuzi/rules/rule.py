"""The rules of five in a row, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wuzi.errors import N_, ParseError
from wuzi.rules.point import BLACK, WHITE, Colour


@dataclass(frozen=True, slots=True)
class Rule:
    """What wins, and what is forbidden.

    Exactly five in a row always wins, but for :attr:`needs_open_end`.

    Attributes
    ----------
    name : str
        The word of the command line: ``"freestyle"``, ``"renju"``, ...
    title : str
        English text for people; faces translate it.
    black_overline, white_overline : bool
        Whether six or more in a row win for that colour.
    needs_open_end : bool
        Caro: an exact five does not win when opponent's stones stop it at both ends
        (the edge of the board stops nothing). Overlines, where they win, always win.
    forbidden : bool
        Renju: black may not make an overline, a double-four or a double-three.

    Notes
    -----
    Sources: the RIF rules (renju.net) for renju; Piskvork's and Gomocup's description of
    rules 8 and 9 for the two kinds of caro.
    """

    name: str
    title: str
    black_overline: bool
    white_overline: bool
    needs_open_end: bool = False
    forbidden: bool = False

    def wins(self, colour: Colour, length: int, stopped: bool) -> bool:
        """Whether an unbroken row wins.

        Parameters
        ----------
        colour : Colour
            Whose row it is.
        length : int
            Stones in the row.
        stopped : bool
            Whether both ends meet opponent's stones.

        Examples
        --------
        >>> RENJU.wins(BLACK, 6, stopped=False), RENJU.wins(WHITE, 6, stopped=False)
        (False, True)
        """
        if length == 5:
            return not (self.needs_open_end and stopped)
        return length > 5 and self.overline_wins(colour)

    def overline_wins(self, colour: Colour) -> bool:
        """Whether six or more win for ``colour``."""
        return self.black_overline if colour == BLACK else self.white_overline

    def __str__(self) -> str:
        return self.name


FREESTYLE: Final = Rule("freestyle", N_("freestyle"), True, True)
STANDARD: Final = Rule("standard", N_("standard"), False, False)
RENJU: Final = Rule("renju", N_("renju"), False, True, forbidden=True)
CARO: Final = Rule("caro", N_("caro"), False, False, needs_open_end=True)
CARO6: Final = Rule("caro6", N_("caro with overlines"), True, True, needs_open_end=True)

RULES: Final[dict[str, Rule]] = {
    rule.name: rule for rule in (FREESTYLE, STANDARD, RENJU, CARO, CARO6)
}
assert all(rule.overline_wins(WHITE) or not rule.overline_wins(BLACK) for rule in RULES.values())


_OTHER_NAMES: Final = {"caro5": "caro"}


def parse_rule(text: str) -> Rule:
    """The rule of that name; ``caro5`` is understood for caro.

    >>> parse_rule("Renju").forbidden
    True
    """
    word = text.strip().lower()
    rule = RULES.get(_OTHER_NAMES.get(word, word))
    if rule is None:
        raise ParseError(
            "rule.unknown",
            N_("there is no rule '{token}': choose from {rules}"),
            token=text[:40],
            rules=", ".join(RULES),
        )
    return rule
