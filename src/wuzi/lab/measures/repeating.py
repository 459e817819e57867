"""Measuring again and again: times are taken each time, counts must agree each time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median

from wuzi.errors import N_, SettingsError
from wuzi.lab.measures.interface import Task
from wuzi.lab.results import Record, Value

Once = Callable[[], tuple[dict[str, Value], dict[str, float]]]
"""One measurement: what it counted, and what it timed."""


def agreed(
    task: Task, once: Once, repeats: int, *, clock: bool = False, chance: bool = False
) -> Record:
    """The record of a measurement that is done ``repeats`` times.

    Parameters
    ----------
    task : Task
    once : callable
    repeats : int
        0: it is done once, and its times are not kept.
    clock : bool
        Whether a limit in seconds may cut it off; then it is done once only, and what it
        counted is not repeatable.
    chance : bool
        Whether the counts may differ: those of the middle one in time are kept.

    Raises
    ------
    SettingsError
        If two measurements counted differently, which none should: a fault of Wuzi.
    """
    found = [once()]
    cut_off = clock and not found[0][0].get("finished", 1)
    while not cut_off and len(found) < repeats:
        found.append(once())
    first = found[0][0]
    for values, _ in found[1:]:
        if values != first and not chance and not clock:
            raise _differ(task, first, values)
    timed = {name: [times[name] for _, times in found] for name in found[0][1]} if repeats else {}
    values = _middle(found) if chance else first
    return Record(values, timed, repeatable=not (chance or cut_off))


def _middle(found: list[tuple[dict[str, Value], dict[str, float]]]) -> dict[str, Value]:
    """The counts of the measurement whose time is nearest the median."""
    seconds = [times["seconds"] for _, times in found]
    half = median(seconds)
    return min(found, key=lambda one: abs(one[1]["seconds"] - half))[0]


def _differ(task: Task, one: Mapping[str, Value], other: Mapping[str, Value]) -> SettingsError:
    names = [name for name in one if one[name] != other.get(name)]
    return SettingsError(
        "lab.differ",
        N_("{task} counted otherwise the second time ({names}): please report this"),
        task=task.key,
        names=", ".join(names),
    )
