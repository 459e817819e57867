"""The cells of an experiment's part: every combination of what varies.

What varies is said in two ways. An *axis* is one setting and its values; all combinations of
all axes are cells. A *variant* is a name for several settings at once; each variant is combined
with the axes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from wuzi.lab.reader import Plain
from wuzi.lab.texts import Text

VARIANT: Final = "variant"
"""The column and the key by which a variant is named."""

Settings = Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class Variant:
    """Settings with a name.

    Attributes
    ----------
    label : str
        In English: the value of the column ``variant``.
    settings : mapping of str to str, int, float or bool
    title : Text
        The label in all its languages.
    """

    label: str
    settings: Settings
    title: Text


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination.

    Attributes
    ----------
    shown : mapping of str to str, int, float or bool
        What it is called by: its value on each axis, and ``variant``.
    applied : mapping of str to str, int, float or bool
        All its settings.
    """

    shown: Settings
    applied: Settings

    @property
    def name(self) -> str:
        """The settings as a text, the same for the same cell always.

        >>> Cell({"depth": 2, "table": True}, {}).name
        'depth=2,table=on'
        """
        return settings_text(self.shown)


def word(value: Plain) -> str:
    """A setting as a WHO text writes it.

    >>> word(True), word(0.5), word("point"), word(2.0)
    ('on', '0.5', 'point', '2')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def settings_text(settings: Settings) -> str:
    """``depth=2,table=on``."""
    return ",".join(f"{key}={word(value)}" for key, value in settings.items())


def make_cells(
    vary: Mapping[str, Sequence[Plain]],
    variants: Sequence[Variant] = (),
    skip: Iterable[Settings] = (),
) -> list[Cell]:
    """Every combination but those left out, the last axis fastest.

    Examples
    --------
    >>> cells = make_cells({"depth": [1, 2], "cap": [5, 9]}, skip=[{"depth": 2, "cap": 9}])
    >>> [cell.name for cell in cells]
    ['depth=1,cap=5', 'depth=1,cap=9', 'depth=2,cap=5']
    """
    skipped = [dict(one) for one in skip]
    cells = []
    for variant in variants or (None,):
        for values in product(*vary.values()):
            axes = dict(zip(vary, values, strict=True))
            head = {} if variant is None else {VARIANT: variant.label}
            more = {} if variant is None else variant.settings
            cell = Cell(head | axes, axes | dict(more))
            if not any(matches(cell.shown, one) for one in skipped):
                cells.append(cell)
    return cells


def matches(settings: Settings, wanted: Settings) -> bool:
    """Whether ``settings`` are as ``wanted`` says, for the keys it names."""
    return all(key in settings and same(settings[key], value) for key, value in wanted.items())


def same(one: Plain, other: Plain) -> bool:
    """Whether two values are the same setting: ``true`` is ``on``, 2.0 is 2."""
    return word(one) == word(other)


def baseline_of(shown: Settings, baseline: Settings) -> dict[str, Plain]:
    """What the cell is called that a cell is compared with."""
    return dict(shown) | dict(baseline)
