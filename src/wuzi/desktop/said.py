"""What an engine says beside its moves, as far as a player wants to know."""

from __future__ import annotations

import re
from typing import Final

from wuzi.desktop.words import _, ngettext
from wuzi.errors import N_
from wuzi.settings.phrases import score_words
from wuzi.thinking import Info

_COMPILING: Final = re.compile(
    r"the engine is being compiled(?: \((?P<done>\d+) of (?P<parts>\d+)\))?:"
)
_READY: Final = "the engine is ready"
_OF_ITSELF: Final = re.compile(r"the (?:engine|textbook|compiled engine|folder of compiled)\b")


def notice_of(line: str) -> str | None:
    """What a line of an engine means for a player; ``None`` where it is for a log only.

    Our engine says in this way that the textbook plays while it is being compiled.

    >>> notice_of("MESSAGE the engine is being compiled (3 of 9): until it is ready the ...")
    'The engine is being compiled (3 of 9): until it is ready, a textbook search plays.'
    >>> notice_of("MESSAGE depth 3") is None
    True
    """
    word, _blank, text = line.partition(" ")
    if word.upper() != "MESSAGE":
        return None
    found = _COMPILING.match(text)
    if found is not None:
        if found["done"] is None:
            return _("The engine is being compiled: until it is ready, a textbook search plays.")
        return _(
            "The engine is being compiled ({done} of {parts}): until it is ready,"
            " a textbook search plays."
        ).format(done=found["done"], parts=found["parts"])
    if text.startswith(_READY):
        return _("The engine is ready and plays from now on.")
    return text if _OF_ITSELF.match(text) else None


def is_ready(line: str) -> bool:
    """Whether our engine says that it plays from now on, which soon goes without saying."""
    return line.partition(" ")[2].startswith(_READY)


def count_text(count: int) -> str:
    """A large count in a few figures: ``812``, ``12 k``, ``3.4 M``.

    >>> count_text(812), count_text(12_345), count_text(3_400_000)
    ('812', '12 k', '3.4 M')
    """
    if count < 10_000:
        return str(count)
    return f"{count // 1000} k" if count < 1_000_000 else f"{count / 1_000_000:.1f} M"


_DEPTH: Final = N_("depth {depth}")


def thought_words(info: Info) -> str:
    """What a search has found so far, in a few words.

    >>> from wuzi.rules import Score
    >>> thought_words(Info((231,), Score(40), depth=6, nodes=12_000))
    'depth 6 · +40 · 12 k positions'
    """
    words = []
    if info.depth:
        words.append(_(_DEPTH).format(depth=info.depth))
        words.append(score_words(info.score))
    if info.nodes:
        counted = ngettext("{count} position", "{count} positions", info.nodes)
        words.append(counted.format(count=count_text(info.nodes)))
    return " · ".join(words)
