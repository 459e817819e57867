"""What a kind of measurement is: the keys it takes, what it records, and how it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from wuzi.lab.cells import Cell
from wuzi.lab.reader import Plain
from wuzi.lab.results import Record, Row

if TYPE_CHECKING:
    from wuzi.lab.parts import Part

KeyKind = Literal["word", "whole", "number", "names", "settings", "players"]


class Place(Enum):
    """Where a task is done.

    POOL: on any worker, beside others. ALONE: on a worker, and nothing else meanwhile, since
    its time is taken. HERE: by the one who runs the experiment, since it deals its work out
    itself.
    """

    POOL = "pool"
    ALONE = "alone"
    HERE = "here"


@dataclass(frozen=True, slots=True)
class Key:
    """A key that parts of one measure have.

    Attributes
    ----------
    name : str
    kind : {"word", "whole", "number", "names", "settings", "players"}
    default : object
        ``None``: the key must be there.
    among : tuple of str
        What a word can be.
    least, most : int
        Of a whole number.
    """

    name: str
    kind: KeyKind
    default: Any = None
    among: tuple[str, ...] = ()
    least: int = 1
    most: int = 10**12


@dataclass(frozen=True, slots=True)
class Column:
    """A column of results.

    Attributes
    ----------
    name : str
        As in ``results.csv``, and in ``x``, ``y``, ``value`` of figures and tables.
    label : str
        For people, in English; faces translate it.
    timed : bool
        Whether it is a matter of time, memory or chance: another in every run.
    compared : bool
        Whether it is given as a ratio to the baseline, too.
    format : str
        How tables show it (:class:`wuzi.report.table.Column`).
    """

    name: str
    label: str
    timed: bool = False
    compared: bool = False
    format: str = ",d"


@dataclass(frozen=True, slots=True)
class Task:
    """One cell on one position: what a worker is given. It can be pickled.

    Attributes
    ----------
    key : str
        No two tasks of an experiment have the same, and it is the same in every run.
    part, measure, position : str
    shown : mapping of str to str, int, float or bool
        The settings that the cell is called by.
    job : mapping of str to object
        All that :meth:`Measure.run` needs.
    """

    key: str
    part: str
    measure: str
    position: str
    shown: Mapping[str, Plain]
    job: Mapping[str, Any]


def nobody(done: int, wanted: int) -> None:
    """Listen to no progress."""


@dataclass(frozen=True, slots=True)
class Help:
    """What a task that is done HERE may use.

    Attributes
    ----------
    out : Path
        The folder of the run.
    workers : int
    executor : Executor or None
        Somebody else's workers; ``None`` for processes of our own.
    tell : callable of (int, int)
        How many pieces of it are done, of how many.
    """

    out: Path
    workers: int = 1
    executor: Executor | None = None
    tell: Callable[[int, int], None] = nobody


class Measure:
    """One kind of measurement. Each is a module of this package that has one as ``MEASURE``.

    Attributes
    ----------
    name : str
        As a part names it: ``measure = "search"``.
    about : str
        A paragraph on the method for reports, in English; faces translate it.
    keys : tuple of Key
        Beside those that all parts have.
    columns : tuple of Column
    derived : mapping of str to tuple of Column
        Further results, made of the records: ``PART.NAME``, such as ``capped.cuts``.
    settings : str
        What may be varied, for errors and help.
    takes : tuple of str
        Which of ``positions``, ``repeats`` and ``limit`` a part may have.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    keys: ClassVar[tuple[Key, ...]]
    columns: ClassVar[tuple[Column, ...]]
    derived: ClassVar[Mapping[str, tuple[Column, ...]]] = {}
    takes: ClassVar[tuple[str, ...]] = ("positions", "repeats", "limit")

    def place(self, part: Part) -> Place:
        """Where the tasks of a part are done."""
        return Place.ALONE if part.repeats else Place.POOL

    def needs_engine(self, part: Part) -> bool:
        """Whether the engine must be compiled first."""
        return False

    def more_settings(self, part: Part) -> tuple[str, ...]:
        """Columns beside those of the cells that say what a result is of."""
        return ()

    def tasks(self, part: Part, scratch: Path) -> list[Task]:
        """The tasks of a part, checked.

        Parameters
        ----------
        part : Part
        scratch : Path
            A folder for files that players need, such as score tables.

        Raises
        ------
        WuziError
            If a setting is unknown or a value impossible.
        """
        return [
            self.task(part, cell, position.name, job | {"position": position})
            for cell in part.cells
            for job in [self.job(part, cell, scratch)]
            for position in part.positions
        ]

    def task(self, part: Part, cell: Cell, position: str, job: Mapping[str, Any]) -> Task:
        """A task, with its key."""
        key = "|".join(word for word in (part.name, position, cell.name) if word)
        return Task(key, part.name, self.name, position, cell.shown, job)

    def job(self, part: Part, cell: Cell, scratch: Path) -> dict[str, Any]:
        """What :meth:`run` is given for a cell, without the position; checked."""
        raise NotImplementedError

    def run(self, task: Task, help: Help) -> Record:
        """Do a task. On a worker only ``help.out`` is of use."""
        raise NotImplementedError

    def derive(
        self, part: Part, done: Sequence[tuple[Task, Record]], out: Path
    ) -> Iterator[tuple[str, Row]]:
        """The derived results of a part, each with the name of what it belongs to."""
        return iter(())
