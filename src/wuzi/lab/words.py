"""What people read of columns and settings: labels, in their language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from wuzi.errors import N_
from wuzi.lab.cells import VARIANT, word
from wuzi.lab.parts import RATIOS, Part
from wuzi.lab.texts import Text

CAUSE: Final = "cause"
Translate = Callable[[str], str]

SETTINGS: Final = {
    "position": N_("position"),
    "variant": N_("variant"),
    "depth": N_("depth"),
    "ordering": N_("ordering"),
    "radius": N_("radius"),
    "cap": N_("cap"),
    "bonus": N_("bonus for an earlier win"),
    "table": N_("table"),
    "evaluation": N_("evaluation"),
    "grid": N_("board"),
    "defence": N_("weight of defence"),
    "scores": N_("scores"),
    "threads": N_("threads"),
    "processes": N_("processes"),
    "rule": N_("rule"),
    "size": N_("lines of the board"),
    "tc": N_("time control"),
    "place": N_("place of the move that cut"),
    "opponent": N_("opponent"),
    "way": N_("way of evaluation"),
    "work": N_("work"),
}
"""Names of settings that are words of our own; others are shown as they are written."""


@dataclass(frozen=True)
class Reader:
    """Who reads: the language of the experiment's texts, and the translation of our words.

    Attributes
    ----------
    language : str
    translate : callable of str to str
    """

    language: str
    translate: Translate

    def text(self, text: Text) -> str:
        """A text of the experiment."""
        return text.read(self.language)

    def column(self, part: Part, derived: str, name: str) -> str:
        """What a column is called on an axis or over a column of a table."""
        columns = part.columns(derived)
        for end, label in RATIOS.items():
            base = name.removesuffix(end)
            if base != name and name in columns and base in columns:
                what = self.translate(columns[base].label)
                return self.translate(label).format(what=what)
        if name in columns:
            return self.translate(columns[name].label or name)
        return self.setting(name)

    def setting(self, name: str) -> str:
        """What a setting is called."""
        return self.translate(SETTINGS[name]) if name in SETTINGS else name

    def value(self, part: Part, name: str, value: Any) -> str:
        """A value of a setting."""
        if name == VARIANT:
            titles = {variant.label: variant.title for variant in part.variants}
            return self.text(titles[value]) if value in titles else str(value)
        if name == CAUSE:
            from wuzi.lab.losses import CAUSE_WORDS, Cause  # noqa: PLC0415  # only of quality

            return self.translate(CAUSE_WORDS[Cause(value)])
        return "" if value is None else word(value)
