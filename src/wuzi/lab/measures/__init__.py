"""The kinds of measurement, a module each; a part of an experiment names one.

Each is imported when it is first asked for, since some load Numba.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from wuzi.lab.measures.interface import Measure

MEASURES: Final = ("search", "engine", "evaluate", "processes", "match", "quality")
"""The names: each is a module here."""


def measure_named(name: str) -> Measure:
    """The measure of that name, which must be one of :data:`MEASURES`.

    >>> measure_named("search").name
    'search'
    """
    found: Measure = import_module(f"{__name__}.{name}").MEASURE
    return found
