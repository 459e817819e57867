"""From the records of a run to the rows of its results: medians, ratios, and what is derived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from wuzi.lab.cells import baseline_of, word
from wuzi.lab.measures.interface import Task
from wuzi.lab.parts import Part
from wuzi.lab.results import Record, Row, Value, middle, rounded
from wuzi.lab.runner import Run

Done = Sequence[tuple[Task, Record]]


def rows_of(run: Run) -> list[Row]:
    """All rows of a run, in the order of the experiment; those derived after their part's."""
    rows: list[Row] = []
    for part in run.experiment.parts:
        done = [
            (task, run.records[task.key])
            for task in run.tasks
            if task.part == part.name and task.key in run.records
        ]
        rows += _measured(part, done)
        rows += _derived(part, done, run.out)
    return rows


def _measured(part: Part, done: Done) -> Iterator[Row]:
    timed = {
        task.key: {k: v for name, values in record.timed.items() for k, v in
                   middle(name, values).items()}
        for task, record in done
    }  # fmt: skip
    by_cell = {(task.position, _cell(task.shown)): (task, record) for task, record in done}
    for task, record in done:
        values, times = dict(record.values), dict(timed[task.key])
        found = by_cell.get((task.position, _cell(baseline_of(task.shown, part.baseline))))
        if part.baseline and found is not None:
            base_task, base = found
            if _finished(record) and _finished(base):
                values |= _ratios(part, record.values, base.values, timed=False)
                times |= _ratios(part, times, timed[base_task.key], timed=True)
        yield Row(part.name, task.position, task.shown, values, times, record.repeatable)


def _cell(shown: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((key, word(value)) for key, value in shown.items()))  # type: ignore[arg-type]


def _finished(record: Record) -> bool:
    return record.values.get("finished", 1) != 0


def _ratios(
    part: Part, own: Mapping[str, Value], base: Mapping[str, Value], *, timed: bool
) -> dict[str, Value]:
    """Ratios to the baseline; the ends of error bars are those of the own repeats."""
    found: dict[str, Value] = {}
    for column in part.measure.columns:
        if not column.compared or column.timed != timed:
            continue
        other = _number(base.get(column.name))
        for end, turned in (("", ""), ("_low", "_high"), ("_high", "_low")):
            value = _number(own.get(column.name + end))
            if value and other:
                found[f"{column.name}_ratio{end}"] = rounded(value / other)
                found[f"{column.name}_gain{turned}"] = rounded(other / value)
    return found


def _number(value: Value) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _derived(part: Part, done: Done, out: Path) -> Iterator[Row]:
    found: dict[str, list[Row]] = {name: [] for name in part.measure.derived}
    for name, row in part.measure.derive(part, done, out):
        found[name].append(row)
    for rows in found.values():
        yield from rows
