"""The history of a tuning in two figures: where the best values went, and how each duel ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from wuzi.errors import N_, RecordError
from wuzi.files import write_atomically
from wuzi.lab.tunables import settings_of
from wuzi.lab.tune_spec import Tuned
from wuzi.report import Figure, Series, draw

__all__ = ["figures_of", "write_figures"]

_VALUES: Final = N_("Best values after each duel")
_SCORES: Final = N_("Score of each duel")
_UNITS: Final = N_("place between the bounds")


def _same(text: str) -> str:
    return text


def figures_of(tuned: Tuned, translate: Callable[[str], str] = _same) -> dict[str, Figure]:
    """The figures by the stems of their files.

    Parameters
    ----------
    tuned : Tuned
        With a duel at least.
    translate : callable
        From English to the reader's language.

    Returns
    -------
    dict of str to Figure
        ``values``: one line a parameter, in its own numbers if there is but one, else from 0 at
        its lower bound to 1 at its upper one. ``scores``: the first player's share of the
        points, with 95 % intervals; by the value of a single parameter, unless both sides of a
        duel are new each time (SPSA), else by duel.
    """
    return {
        name: replace(figure(tuned, translate), english=figure(tuned, _same))
        for name, figure in (("values", _values), ("scores", _scores))
    }


def _values(tuned: Tuned, translate: Callable[[str], str]) -> Figure:
    space = tuned.spec.parameters
    course = [settings_of(space, tuned.start), *(step.best for step in tuned.steps)]
    alone = len(space) == 1
    series = [
        Series(
            one.name,
            range(len(course)),
            [point[one.name] if alone else one.unit(point[one.name]) for point in course],
        )
        for one in space
    ]
    label = space[0].name if alone else translate(_UNITS)
    return Figure("line", translate(_VALUES), translate(N_("duel")), label, series)


def _scores(tuned: Tuned, translate: Callable[[str], str]) -> Figure:
    name = tuned.spec.parameters[0].name
    alone = len(tuned.spec.parameters) == 1 and tuned.spec.method != "spsa"
    estimates = [step.estimate for step in tuned.steps]
    series = Series(
        translate(N_("first player")),
        [step.a[name] if alone else step.number for step in tuned.steps],
        [one.value for one in estimates],
        [one.low for one in estimates],
        [one.high for one in estimates],
    )
    return Figure(
        "scatter",
        translate(_SCORES),
        name if alone else translate(N_("duel")),
        translate(N_("score")),
        [series],
        note=translate(N_("{n} games a duel; bars: 95 % intervals")).format(n=tuned.spec.games),
        reference=0.5,
    )


def write_figures(
    tuned: Tuned, folder: Path, translate: Callable[[str], str] = _same, language: str = "en"
) -> list[Path]:
    """Draw the figures into SVG files of a folder.

    Raises
    ------
    WuziError
        If matplotlib is not installed or a file cannot be written.
    """
    written = []
    for name, figure in figures_of(tuned, translate).items():
        path = folder / f"{name}.svg"
        try:
            write_atomically(path, draw(figure, "svg", language))
        except OSError as error:
            raise RecordError(
                "record.unwritable",
                N_("{name} cannot be written: {why}"),
                name=str(path),
                why=error.strerror or str(error),
            ) from None
        written.append(path)
    return written
