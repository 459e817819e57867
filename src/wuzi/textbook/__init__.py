"""Search as a course teaches it, in plain Python: one idea a module, every idea a switch.

Read in this order: :mod:`~wuzi.textbook.scores` and :mod:`~wuzi.textbook.evaluation` (what
is a position worth), :mod:`~wuzi.textbook.greedy` (no look ahead),
:mod:`~wuzi.textbook.candidates` (which moves), :mod:`~wuzi.textbook.minimax`,
:mod:`~wuzi.textbook.alphabeta`, :mod:`~wuzi.textbook.ordering`,
:mod:`~wuzi.textbook.deepening`, :mod:`~wuzi.textbook.table` and
:mod:`~wuzi.textbook.alphabeta_table`. :mod:`~wuzi.textbook.trace` records a search,
:mod:`~wuzi.textbook.trace_export` and :mod:`~wuzi.textbook.trace_svg` draw it.

The names below are loaded when they are first used, and NumPy with them. The searches
themselves are called as their modules: ``from wuzi.textbook.alphabeta import alphabeta``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wuzi.textbook.greedy import GreedyThinker
    from wuzi.textbook.observer import Observer
    from wuzi.textbook.options import Option, SearchOptions
    from wuzi.textbook.search import Search
    from wuzi.textbook.thinkers import (
        NAMES,
        RandomThinker,
        SearchThinker,
        describe,
        doubts,
        make,
    )
    from wuzi.textbook.trace import Trace
    from wuzi.textbook.trace_export import to_dot, to_json
    from wuzi.textbook.trace_svg import to_svg

__all__ = [
    "NAMES",
    "GreedyThinker",
    "Observer",
    "Option",
    "RandomThinker",
    "Search",
    "SearchOptions",
    "SearchThinker",
    "Trace",
    "describe",
    "doubts",
    "make",
    "to_dot",
    "to_json",
    "to_svg",
]

_MODULES = {
    "NAMES": "thinkers",
    "GreedyThinker": "greedy",
    "Observer": "observer",
    "Option": "options",
    "RandomThinker": "thinkers",
    "Search": "search",
    "SearchOptions": "options",
    "SearchThinker": "thinkers",
    "Trace": "trace",
    "describe": "thinkers",
    "doubts": "thinkers",
    "make": "thinkers",
    "to_dot": "trace_export",
    "to_json": "trace_export",
    "to_svg": "trace_svg",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
