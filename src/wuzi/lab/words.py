"""What people read of columns and settings: labels, in their language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from wuzi.errors import N_
from wuzi.lab.cells import VARIANT, word
from wuzi.lab.parts import RATIOS, Part
from wuzi.lab.texts import Text

CAUSE: Final = "cause"
Translate = Callable[[str], str]

_NAMES: Final = {
    "part": N_("part"),
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
    "player": N_("player"),
    "widen": N_("one line further at the beginning"),
    "deepening": N_("iterative deepening"),
    "table_exact_depth": N_("table: values of the very depth only"),
    "table_size": N_("entries of the table"),
    "evaluation_cache": N_("evaluation cache"),
    "seed": N_("seed"),
    "memory": N_("megabytes of the table"),
    "nodes": N_("nodes at most"),
    "most_nodes": N_("nodes at most"),
    "weights": N_("weights"),
    "network": N_("network"),
    "switches": N_("switches"),
    "workers": N_("workers"),
    "kind": N_("kind of workers"),
    "pieces": N_("pieces of work"),
    "pairing": N_("pairing"),
    "games": N_("games of each two players"),
    "openings": N_("openings"),
    "plies": N_("moves of each opening"),
    "max_moves": N_("moves of a game at most"),
}
_OTHER_NAMES: Final = {
    "win_bonus": "bonus",
    "eval": "evaluation",
    "eval.cache": "evaluation_cache",
    "eval.defence": "defence",
    "greedy.defence": "defence",
}
_SHAPES: Final = {
    "five": N_("score of a five"),
    "straight_four": N_("score of a straight four"),
    "four": N_("score of a four"),
    "open_three": N_("score of an open three"),
    "three": N_("score of a three"),
    "open_two": N_("score of an open two"),
    "two": N_("score of a two"),
    "one": N_("score of a single stone"),
}
SETTINGS: Final = {
    **_NAMES,
    **{other: _NAMES[name] for other, name in _OTHER_NAMES.items()},
    **{f"scores.{shape}": words for shape, words in _SHAPES.items()},
}
"""Names of settings that are words of our own; others, the switches of the engine, are shown as
they are written, and so are values, which are typed so."""
CUT: Final = N_("cut-offs by move {place}")
CUT_LATER: Final = N_("cut-offs by later moves")
LIST: Final = N_(", ")
NOTES: Final = N_("; ")


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
        if name in columns and name.startswith("cut_"):
            later = name == "cut_later"
            return self.translate(CUT_LATER if later else CUT).format(place=name[4:])
        if name in columns:
            return self.translate(columns[name].label or name)
        return self.setting(name)

    def listed(self, words: Iterable[str]) -> str:
        """Words beside each other."""
        return self.translate(LIST).join(words)

    def notes(self, notes: Iterable[str]) -> str:
        """Notes beside each other."""
        return self.translate(NOTES).join(notes)

    def setting(self, name: str) -> str:
        """What a setting is called."""
        return self.translate(SETTINGS[name]) if name in SETTINGS else name

    def value(self, part: Part, name: str, value: Any) -> str:
        """A value of a setting."""
        if name == VARIANT:
            titles = {variant.label: variant.title for variant in part.variants}
            return self.text(titles[value]) if value in titles else str(value)
        if name == "position":
            names = {position.name: position.read(self.language) for position in part.positions}
            return names.get(value, str(value))
        if name == CAUSE:
            from wuzi.lab.losses import CAUSE_WORDS, Cause  # noqa: PLC0415  # only of quality

            return self.translate(CAUSE_WORDS[Cause(value)])
        return "" if value is None else word(value)
