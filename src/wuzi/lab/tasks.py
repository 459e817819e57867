"""Doing one task: what workers are given."""

from __future__ import annotations

from wuzi.lab.measures import measure_named
from wuzi.lab.measures.interface import Help, Task
from wuzi.lab.results import Record


def do_task(task: Task, help: Help) -> Record:
    """Measure, in whatever process and thread this is."""
    return measure_named(task.measure).run(task, help)
