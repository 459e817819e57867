"""Evaluation weights: a versioned data file for each rule, checked when it is read.

A file is JSON: what it is for, and for each colour and each code of ``threats.CODES`` two
integers: ``value``, what an empty point with that code adds to the evaluation of that
colour, and ``order``, how promising a stone there is (0 to 4,095). ``sha256`` seals them.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wuzi.engine.patterns import Line
from wuzi.engine.threats import CODES, Threat, threat_of
from wuzi.errors import N_, SettingsError
from wuzi.rules import BLACK, WHITE, Rule

FORMAT: Final = "wuzi-weights"
VERSION: Final = 1
VALUE_LIMIT: Final = 2**15 - 1
ORDER_LIMIT: Final = 2**12 - 1


@dataclass(frozen=True)
class Weights:
    """The weights of one rule.

    Attributes
    ----------
    rule : str
    origin : str
        The command and the data that made them.
    value, order : arrays of int32, shape (2, 2380)
        By colour (black, white) and code.
    """

    rule: str
    origin: str
    value: NDArray[np.int32]
    order: NDArray[np.int32]

    def digest(self) -> str:
        """The seal of the numbers and their rule."""
        numbers = self.value.astype("<i4").tobytes() + self.order.astype("<i4").tobytes()
        return hashlib.sha256(self.rule.encode() + numbers).hexdigest()

    def to_json(self) -> str:
        """The text of the file."""
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "rule": self.rule,
                "origin": self.origin,
                "sha256": self.digest(),
                "value": self.value.tolist(),
                "order": self.order.tolist(),
            },
            separators=(",", ":"),
        )


def read_weights(text: str, name: str, rule: Rule) -> Weights:
    """The weights in ``text``, which came from the file ``name``.

    Raises
    ------
    SettingsError
        If they are damaged, of another version, or for another rule.
    """

    def refuse(why: str) -> SettingsError:
        return SettingsError(
            "weights.damaged",
            N_("the weights {file} cannot be used ({why}): reinstall them or name other ones"),
            file=name,
            why=why,
        )

    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise refuse(N_("not JSON")) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise refuse(N_("not a file of weights"))
    if data.get("version") != VERSION:
        raise refuse(N_("another version"))
    if data.get("rule") != rule.name:
        raise refuse(N_("for another rule"))
    arrays = []
    for key, low, high in (("value", -VALUE_LIMIT, VALUE_LIMIT), ("order", 0, ORDER_LIMIT)):
        try:
            array = np.array(data.get(key), dtype=np.int32)
        except (ValueError, TypeError, OverflowError):
            raise refuse(N_("numbers missing")) from None
        if array.shape != (2, len(CODES)) or array.min() < low or array.max() > high:
            raise refuse(N_("numbers missing or out of range"))
        arrays.append(array)
    weights = Weights(rule.name, str(data.get("origin", "")), arrays[0], arrays[1])
    if data.get("sha256") != weights.digest():
        raise refuse(N_("its checksum does not agree"))
    return weights


def load_weights(rule: Rule, path: str | Path | None = None) -> Weights:
    """The shipped weights of ``rule``, or those of a file.

    Raises
    ------
    SettingsError
        If the file is missing, damaged or for another rule.
    """
    file = (
        files("wuzi.engine") / "data" / f"weights_{rule.name}.json" if path is None else Path(path)
    )
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            "weights.unreadable",
            N_("the weights {file} cannot be read: {why}"),
            file=str(file),
            why=getattr(error, "strerror", None) or str(error),
        ) from None
    return read_weights(text, str(file), rule)


# The values come from a logistic regression of results on the counts of lines and threats:
# 31,236 undecided positions of 1,400 games that the engine, with a first guess of these
# numbers, played against itself at 2,500 nodes a move. They beat the guess by 137 Elo
# (40 pairs, python benchmarks/engine_switches.py). The unit is arbitrary.
_LINE_VALUE: Final = {
    Line.DEAD: 0, Line.ONE: 0, Line.OPEN_ONE: 5, Line.TWO: 4, Line.OPEN_TWO: 77, Line.FREE_TWO: 86,
    Line.THREE: 69, Line.OPEN_THREE: 43, Line.FREE_THREE: 48, Line.FOUR: 60,
    Line.STRAIGHT_FOUR: 200, Line.FIVE: 400, Line.OVERLINE: 0, Line.DOUBLE_FOUR: 0,
}  # fmt: skip

_THREAT_VALUE: Final = {
    Threat.OPEN_TWO: -74, Threat.THREE: -48, Threat.TWO_TWOS: -110, Threat.THREE_TWO: -111,
    Threat.OPEN_THREE_PLUS: 12, Threat.DOUBLE_THREE: 120, Threat.FOUR: 10, Threat.FOUR_PLUS: 4,
    Threat.FOUR_THREE: 200, Threat.STRAIGHT_FOUR: 200, Threat.SUSPECT: 20,
}  # fmt: skip
"""Added once: a first open two is worth next to nothing, a second one much."""

_LINE_ORDER: Final = {
    Line.DEAD: 0, Line.ONE: 2, Line.OPEN_ONE: 6, Line.TWO: 12, Line.OPEN_TWO: 36, Line.FREE_TWO: 48,
    Line.THREE: 44, Line.OPEN_THREE: 130, Line.FREE_THREE: 160, Line.FOUR: 150,
    Line.STRAIGHT_FOUR: 900, Line.FIVE: 2000, Line.OVERLINE: 0, Line.DOUBLE_FOUR: 0,
}  # fmt: skip


_THREAT_ORDER: Final = {
    Threat.TWO_TWOS: 36, Threat.THREE_TWO: 60, Threat.OPEN_THREE_PLUS: 75,
    Threat.DOUBLE_THREE: 360, Threat.FOUR_PLUS: 60, Threat.FOUR_THREE: 540,
    Threat.STRAIGHT_FOUR: 600, Threat.SUSPECT: 60,
}  # fmt: skip


def hand_made(rule: Rule) -> Weights:
    """The seed of all fitted weights: values by line, and something on top by threat."""
    value = np.zeros((2, len(CODES)), dtype=np.int32)
    order = np.zeros((2, len(CODES)), dtype=np.int32)
    for at, colour in enumerate((BLACK, WHITE)):
        for index, code in enumerate(CODES):
            threat = threat_of(code, rule, colour)
            if threat is Threat.FORBIDDEN:
                continue
            worth = sum(_LINE_VALUE[Line(line)] for line in code) + _THREAT_VALUE.get(threat, 0)
            value[at, index] = max(worth, 0)
            total = sum(_LINE_ORDER[Line(line)] for line in code) + _THREAT_ORDER.get(threat, 0)
            order[at, index] = min(total, ORDER_LIMIT)
    return Weights(rule.name, "hand-made: python tools/make_weights.py", value, order)
