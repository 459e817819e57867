"""The runner of an experiment: deals tasks out to workers and writes down what they find.

There is one coordinator, which alone writes the journal; the workers are those of any
``concurrent.futures.Executor``, by default of a pool of processes of our own.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from wuzi.arena.worker import be_worker
from wuzi.errors import N_, EngineError
from wuzi.lab.experiment import Experiment
from wuzi.lab.journal import Header, Journal
from wuzi.lab.measures.interface import Help, Place, Task
from wuzi.lab.results import Record
from wuzi.lab.tasks import do_task
from wuzi.report.machine import Machine, this_machine

SCRATCH: Final = "players"
"""The folder of a run for files that players need."""
_OUTSTANDING: Final = 2
"""Tasks given out for each worker: one to do, one that waits, so that none is idle."""


@dataclass(frozen=True, slots=True)
class Began:
    """The journal is open; ``done`` of ``wanted`` tasks stand in it already."""

    done: int
    wanted: int


@dataclass(frozen=True, slots=True)
class Advanced:
    """A long task has done ``done`` of ``wanted`` pieces."""

    task: Task
    done: int
    wanted: int


@dataclass(frozen=True, slots=True)
class Measured:
    """A task is done and stands in the journal."""

    task: Task
    record: Record
    done: int
    wanted: int


Event = Began | Advanced | Measured


@dataclass(frozen=True)
class Run:
    """What a run has come to.

    Attributes
    ----------
    experiment : Experiment
    out : Path
    tasks : sequence of Task
        All of the experiment, in order.
    records : mapping of str to Record
        Of those that are done, by their keys.
    machine : Machine
        On which it began.
    """

    experiment: Experiment
    out: Path
    tasks: Sequence[Task]
    records: Mapping[str, Record]
    machine: Machine

    @property
    def complete(self) -> bool:
        """Whether all is measured."""
        return all(task.key in self.records for task in self.tasks)


def run(
    experiment: Experiment,
    out: Path,
    *,
    executor: Executor | None = None,
    workers: int = 1,
    resume: bool = False,
    on_event: Callable[[Event], None] | None = None,
) -> Run:
    """Measure an experiment, or what is left of it.

    Parameters
    ----------
    experiment : Experiment
    out : Path
        The folder of the run, made if it is not there.
    executor : Executor, optional
        Whose workers measure; it is left open. By default processes of our own, which die
        with this one, however it dies.
    workers : int, default 1
        How many there are, or are to be made.
    resume : bool, default False
        Go on with the run in ``out``, if there is one.
    on_event : callable, optional
        Is told what happens, in the thread of the caller.

    Returns
    -------
    Run
        Also after Ctrl-C: then it is not complete.

    Raises
    ------
    WuziError
        If the journal cannot be used, or something could not be measured. What was measured
        before stands in the journal.
    """
    tell = on_event or (lambda event: None)
    here = this_machine()
    header = Header(
        experiment.name, experiment.budget.name, experiment.digest, machine=here.to_json()
    )
    with Journal.open(out, header, resume=resume) as journal:
        tasks = experiment.tasks(out / SCRATCH)
        left = deque(task for task in tasks if task.key not in journal.records)
        tell(Began(len(tasks) - len(left), len(tasks)))
        try:
            if left:
                with _workers(executor, workers) as crew:
                    _Coordinator(experiment, tasks, journal, tell).do(left, crew, Help(
                        out, workers, executor
                    ))  # fmt: skip
        except BrokenExecutor:
            raise EngineError(
                "lab.workers",
                N_(
                    "a worker has died, perhaps for want of memory: the same command with"
                    " --resume goes on"
                ),
            ) from None
        except KeyboardInterrupt:
            pass  # the run is not complete
        machine = _machine(journal.header.machine) or here
        return Run(experiment, out, tasks, dict(journal.records), machine)


def _machine(data: Mapping[str, Any]) -> Machine | None:
    """The machine that a journal names; ``None`` if it names none that can be read."""
    try:
        return Machine(**{**data, "date": date.fromisoformat(data["date"])})
    except (KeyError, TypeError, ValueError):
        return None


@contextmanager
def _workers(executor: Executor | None, count: int) -> Iterator[Executor]:
    """Somebody's executor, or processes of our own, which are ended whatever they are doing."""
    if executor is not None:
        yield executor
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy Numba's threads
    theirs, leash = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, context, initializer=be_worker, initargs=(theirs,))
    try:
        yield pool
        pool.shutdown()
    finally:
        leash.close()
        pool.shutdown(cancel_futures=True)
        theirs.close()


class _Coordinator:
    """Gives tasks out, and lands what comes back."""

    def __init__(
        self,
        experiment: Experiment,
        tasks: Sequence[Task],
        journal: Journal,
        tell: Callable[[Event], None],
    ) -> None:
        self._places = {part.name: part.measure.place(part) for part in experiment.parts}
        self._wanted = len(tasks)
        self._done = sum(task.key in journal.records for task in tasks)
        self._journal = journal
        self._tell = tell
        self._flying: dict[Future[Record], Task] = {}

    def do(self, left: deque[Task], crew: Executor, help: Help) -> None:
        """Do all tasks that are left, in order as far as workers go beside each other."""
        worker_help = Help(help.out)
        try:
            while left:
                place = self._places[left[0].part]
                most = _OUTSTANDING * help.workers if place is Place.POOL else 1
                self._land_until(most - 1 if place is Place.POOL else 0)
                task = left.popleft()
                if place is Place.HERE:
                    self._write(task, do_task(task, self._telling(task, help)))
                    continue
                self._flying[crew.submit(do_task, task, worker_help)] = task
                if place is Place.ALONE:
                    self._land_until(0)
            self._land_until(0)
        finally:
            for future in self._flying:
                future.cancel()

    def _telling(self, task: Task, help: Help) -> Help:
        def tell(done: int, wanted: int) -> None:
            self._tell(Advanced(task, done, wanted))

        return Help(help.out, help.workers, help.executor, tell)

    def _land_until(self, count: int) -> None:
        """Wait until no more than ``count`` tasks are out."""
        while len(self._flying) > count:
            done, _ = wait(self._flying, return_when=FIRST_COMPLETED)
            for future in [given for given in self._flying if given in done]:
                self._write(self._flying.pop(future), future.result())

    def _write(self, task: Task, record: Record) -> None:
        self._journal.add(task.key, record)
        self._done += 1
        self._tell(Measured(task, record, self._done, self._wanted))
