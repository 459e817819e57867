"""``wuzi lab``: experiments by a file and one command, and what else a laboratory does."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wuzi.cli import lab_check, lab_compare, lab_tune
from wuzi.cli.lab_ending import ended_as_by_ctrl_c
from wuzi.cli.limits import parse_count
from wuzi.cli.output import make_console, print_json
from wuzi.cli.wrapping import wrap
from wuzi.errors import N_, WuziError
from wuzi.settings.language import _, current_language

if TYPE_CHECKING:
    from wuzi.lab.experiment import Budget, Experiment, Heading
    from wuzi.lab.runner import Event, Run
    from wuzi.lab.words import Reader

HELP = N_("Measure: experiments with figures and reports, comparisons, checks and tuning.")

EXIT_OK: Final = 0
EXIT_INTERRUPTED: Final = 130
_EVERY: Final = 60.0
"""Seconds between two lines of progress where there is no terminal."""


def root(context: typer.Context) -> int:
    """Show what there is."""
    if context.invoked_subcommand is None:
        print(context.get_help(), end="")
    return EXIT_OK


# What there is


def list_experiments(
    *,
    json: Annotated[bool, typer.Option("--json", help=N_("Print one line of JSON"))] = False,
) -> int:
    """List the shipped experiments."""
    from wuzi.lab.experiment import headings  # noqa: PLC0415

    found = list(headings())
    if json:
        print_json([_heading_json(one) for one in found])
        return EXIT_OK
    console = make_console()
    for one in found:
        console.print(f"{one.name}: {one.title.read(current_language())}", soft_wrap=True)
        teaches = " ".join(one.teaches.read(current_language()).split())
        for line in wrap(teaches, max(20, min(console.width, 100) - 4)):
            console.print(f"    {line}", soft_wrap=True)
        console.print("    " + ", ".join(map(_budget_words, one.budgets)), soft_wrap=True)
    return EXIT_OK


def _budget_words(budget: Budget) -> str:
    if budget.minutes is None:
        return f"--budget {budget.name}"
    text = _("--budget {name}: about {minutes} min on 2 cores")
    return text.format(name=budget.name, minutes=f"{budget.minutes:g}")


def _heading_json(heading: Heading) -> dict[str, Any]:
    return {
        "name": heading.name,
        "title": {"en": heading.title.en, **heading.title.others},
        "budgets": {budget.name: budget.minutes for budget in heading.budgets},
        "file": str(heading.path),
    }


# Running one


def run(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME|FILE", help=N_("One of 'wuzi lab list', or a TOML file")),
    ],
    *,
    out: Annotated[
        str,
        typer.Option("--out", metavar="DIR", help=N_("The folder of results; NAME-BUDGET if none")),
    ] = "",
    budget: Annotated[
        str,
        typer.Option("--budget", metavar="NAME", help=N_("How much to measure: small or full")),
    ] = "full",
    resume: Annotated[
        bool, typer.Option("--resume", help=N_("Go on with the run in the folder, if there is one"))
    ] = False,
    workers: Annotated[
        str,
        typer.Option("--workers", metavar="N", help=N_("Processes; by default one a core")),
    ] = "",
    no_times: Annotated[
        bool,
        typer.Option("--no-times", help=N_("Leave out of the CSV what is another in every run")),
    ] = False,
    no_report: Annotated[
        bool, typer.Option("--no-report", help=N_("Write the CSV only: no figures, no report"))
    ] = False,
) -> int:
    """Measure an experiment, and write results, figures and a report."""
    many = parse_count("--workers", workers, 1024) if workers else _cores()
    from wuzi.lab.experiment import find, load  # noqa: PLC0415
    from wuzi.lab.journal import NAME as JOURNAL  # noqa: PLC0415
    from wuzi.lab.render import check_installed  # noqa: PLC0415
    from wuzi.lab.runner import run as measure  # noqa: PLC0415

    if not no_report:
        check_installed()
    experiment = load(find(name), budget)
    if any(part.measure.needs_engine(part) for part in experiment.parts):
        from wuzi.cli.kernels import ready_kernels  # noqa: PLC0415

        ready_kernels()
    folder = Path(out or f"{experiment.name}-{budget}")
    again = _again(name, folder, budget)
    if experiment.budget.minutes is not None and not resume:
        _note(_budget_words(experiment.budget))
    try:
        with ended_as_by_ctrl_c(), _progress(experiment) as show:
            done = measure(experiment, folder, workers=many, resume=resume, on_event=show)
    except WuziError as error:
        refused = error.id in ("lab.exists", "lab.other_run", "lab.locked", "lab.no_journal")
        if not refused and (folder / JOURNAL).is_file():
            _note(_("what was measured is kept; go on with: {command}").format(command=again))
        raise
    _write(done, times=not no_times, report=not no_report)
    if not done.complete:
        print(_("Stopped; go on with: {command}").format(command=again), file=sys.stderr)
        return EXIT_INTERRUPTED
    return EXIT_OK


def _cores() -> int:
    """What this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _again(name: str, folder: Path, budget: str) -> str:
    words = ["wuzi", "lab", "run", name, "--budget", budget, "--out", str(folder), "--resume"]
    return shlex.join(words)


def _write(done: Run, *, times: bool, report: bool) -> None:
    """Write what came of it, and say where."""
    from wuzi.lab.render import RESULTS, write_report, write_results  # noqa: PLC0415

    console = make_console()
    rows = write_results(done, times=times)
    files = _("results: {file}").format(file=shlex.quote(str(done.out / RESULTS)))
    console.print(files, soft_wrap=True)
    if report:
        path = write_report(done, rows, reader())
        console.print(_("report: {file}").format(file=shlex.quote(str(path))), soft_wrap=True)


def reader() -> Reader:
    """Whoever reads what this command writes."""
    from wuzi.lab.words import Reader  # noqa: PLC0415

    return Reader(current_language(), _)


def _note(text: str) -> None:
    print(f"wuzi: {_('note: {text}').format(text=text)}", file=sys.stderr)


@contextmanager
def _progress(experiment: Experiment) -> Iterator[Callable[[Event], None]]:
    """Shows how far it is: a bar on a terminal, else a line a minute and at the end."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    state = _State()
    if console.is_terminal:
        columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            number = bar.add_task("", total=None)

            def show(event: Event) -> None:
                state.take(event)
                bar.update(
                    number,
                    total=state.wanted,
                    completed=state.done,
                    description=f"{state.sentence()} {state.now}",
                )

            yield show
        return
    last = time.monotonic()

    def tell(event: Event) -> None:
        nonlocal last
        state.take(event)
        if time.monotonic() - last >= _EVERY:
            last = time.monotonic()
            print(f"{state.sentence()} {state.now}", file=sys.stderr, flush=True)

    yield tell
    print(state.sentence(), file=sys.stderr, flush=True)


class _State:
    """How far a run is."""

    def __init__(self) -> None:
        self.done = 0
        self.wanted = 0
        self.now = ""

    def take(self, event: Event) -> None:
        """Count what has happened."""
        from wuzi.lab.runner import Advanced  # noqa: PLC0415

        if isinstance(event, Advanced):
            self.now = f"({event.task.key}: {event.done}/{event.wanted})"
            return
        self.done, self.wanted = event.done, event.wanted
        self.now = f"({event.task.key})" if hasattr(event, "task") else ""

    def sentence(self) -> str:
        """In words."""
        return _("{done} of {wanted} measured").format(done=self.done, wanted=self.wanted)


COMMANDS: Final[tuple[tuple[str, Callable[..., int], str], ...]] = (
    ("list", list_experiments, N_("List the experiments that come with Wuzi.")),
    ("run", run, N_("Measure an experiment: CSV, figures, tables and a report.")),
    ("compare", lab_compare.compare, lab_compare.HELP),
    ("check", lab_check.check, lab_check.HELP),
    ("tune", lab_tune.tune, lab_tune.HELP),
)
