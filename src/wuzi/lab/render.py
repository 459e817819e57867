"""What is left of a run: CSV files, figures, tables and the report, made of its records."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from wuzi.errors import N_, RecordError
from wuzi.files import write_atomically
from wuzi.lab.cells import word
from wuzi.lab.figures import make_figure
from wuzi.lab.parts import Part
from wuzi.lab.results import Row, to_csv
from wuzi.lab.rows import rows_of
from wuzi.lab.runner import Run
from wuzi.lab.tables import claims_table, make_table
from wuzi.lab.words import Reader
from wuzi.report import (
    FORMATS,
    Block,
    Figure,
    Page,
    Section,
    Table,
    draw,
    machine_section,
    render,
    repeat_section,
)
from wuzi.report.needs import need

RESULTS: Final = "results.csv"
REPORT: Final = "report.html"
_ENGLISH: Final = Reader("en", lambda text: text)


def check_installed() -> None:
    """Find out before hours of measuring whether figures and reports can be made.

    Raises
    ------
    ReportError
        If a library is missing, with the command that installs it.
    """
    need("jinja2")
    need("matplotlib")


def write_results(run: Run, *, times: bool = True) -> list[Row]:
    """Write ``results.csv``, and a file ``results-NAME.csv`` for each kind of derived results.

    Parameters
    ----------
    run : Run
    times : bool, default True
        Without, all that is another in every run is left out.

    Returns
    -------
    list of Row
        All that there are.

    Raises
    ------
    RecordError
        If a file cannot be written.
    """
    rows = rows_of(run)
    files: dict[str, list[Row]] = {RESULTS: []}
    for row in rows:
        derived = row.part.partition(".")[2]
        files.setdefault(f"results-{derived}.csv" if derived else RESULTS, []).append(row)
    for name, own in files.items():
        _write(run.out / name, to_csv(own, times=times).encode())
    return rows


def write_report(run: Run, rows: Sequence[Row], reader: Reader) -> Path:
    """Write figures, tables and the report; its path.

    Raises
    ------
    ReportError
        If a library is missing, or a font.
    RecordError
        If a file cannot be written.
    """
    blocks: list[Block] = []
    for name, figure in _figures(run, rows, reader):
        for fmt in FORMATS:
            _write(run.out / "figures" / f"{name}.{fmt}", draw(figure, fmt, reader.language))
        blocks.append(figure)
    for name, table in _tables(run, rows, reader):
        _write(run.out / "tables" / f"{name}.md", table.to_markdown(reader.translate).encode())
        _write(run.out / "tables" / f"{name}.tex", table.to_latex(reader.translate).encode())
        blocks.append(table)
    page = _page(run, blocks, reader)
    path = run.out / REPORT
    _write(path, render(page, reader.translate).encode())
    return path


def _figures(run: Run, rows: Sequence[Row], reader: Reader) -> Iterator[tuple[str, Figure]]:
    parts = {part.name: part for part in run.experiment.parts}
    for spec in run.experiment.figures:
        part = parts[spec.part.partition(".")[0]]
        figure = make_figure(spec, rows, part, reader)
        if figure is not None:
            yield spec.name, replace(figure, english=make_figure(spec, rows, part, _ENGLISH))


def _tables(run: Run, rows: Sequence[Row], reader: Reader) -> Iterator[tuple[str, Table]]:
    parts = {part.name: part for part in run.experiment.parts}
    for spec in run.experiment.tables:
        table = make_table(spec, rows, parts[spec.part.partition(".")[0]], reader)
        if table is not None:
            yield spec.name, table
    if run.experiment.claims:
        yield "claims", claims_table(run.experiment.claims, rows, parts, reader)


def _page(run: Run, results: list[Block], reader: Reader) -> Page:
    experiment, translate = run.experiment, reader.translate
    sections = []
    if not run.complete:
        text = translate(N_("Not all is measured yet: {done} of {wanted}. This is what there is."))
        done = sum(task.key in run.records for task in run.tasks)
        told = text.format(done=done, wanted=len(run.tasks))
        sections.append(Section(translate(N_("Not finished yet")), [told]))
    if experiment.heading.expect:
        expected = [reader.text(experiment.heading.expect)]
        sections.append(Section(translate(N_("What to expect")), expected))
    nothing = translate(N_("There is nothing to show yet."))
    sections.append(Section(translate(N_("What was found")), results or [nothing]))
    sections.append(Section(translate(N_("Method")), _method(run, reader)))
    sections.append(machine_section(run.machine, translate))
    sections.append(repeat_section(command_of(run), translate))
    return Page(
        title=reader.text(experiment.heading.title),
        sections=sections,
        language=reader.language,
        lead=reader.text(experiment.heading.teaches),
    )


def command_of(run: Run) -> str:
    """The command that measures the same again."""
    name = run.experiment.name
    if run.experiment.heading.path.parent.name != "experiments":
        name = run.experiment.heading.path.name
    return f"wuzi lab run {shlex.quote(name)} --budget {run.experiment.budget.name}"


def _method(run: Run, reader: Reader) -> list[Block]:
    translate = reader.translate
    blocks: list[Block] = []
    told: set[str] = set()
    for part in run.experiment.parts:
        if part.measure.name not in told:
            told.add(part.measure.name)
            blocks.append(translate(part.measure.about))
        rows = [[what, value] for what, value in _facts(part, run, reader) if value]
        blocks.append(Table(reader.text(part.title), ["", ""], rows))
    return blocks


def _facts(part: Part, run: Run, reader: Reader) -> Iterator[tuple[str, str]]:
    """What was varied on what, and how often it was measured."""
    translate = reader.translate
    yield translate(N_("measure")), part.measure.name
    for key, value in part.keys.items():
        if value not in ("", "none", 0, (), [], {}, None):  # 0 and none: there is no limit
            yield reader.setting(key), value if isinstance(value, str) else _listed(value, reader)
    if part.positions:
        shown = [f"{one.read(reader.language)} ({one.text})" for one in part.positions[:12]]
        more = len(part.positions) - len(shown)
        yield translate(N_("measured on")), reader.listed([*shown, *([f"+{more}"] if more else [])])
    for name, values in part.vary.items():
        yield reader.setting(name), reader.listed(map(word, values))
    for variant in part.variants:
        settings = reader.listed(f"{key}={word(value)}" for key, value in variant.settings.items())
        yield reader.text(variant.title), settings or "–"
    base = (
        f"{reader.setting(key)} {reader.value(part, key, value)}"
        for key, value in part.baseline.items()
    )
    yield translate(N_("baseline")), reader.listed(base)
    yield translate(N_("repeats")), str(part.repeats or "")
    limit = [f"{part.limit.seconds:g} s"] if part.limit.seconds is not None else []
    if part.limit.nodes is not None:
        limit.append(translate(N_("{count} nodes")).format(count=part.limit.nodes))
    yield translate(N_("limit of a cell")), reader.listed(limit)
    yield translate(N_("seed")), str(part.seed)


def _listed(value: object, reader: Reader) -> str:
    if isinstance(value, dict):
        return reader.listed(f"{key}={one}" for key, one in value.items())
    return reader.listed(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
    except OSError as error:
        raise RecordError(
            "record.unwritable",
            N_("{name} cannot be written: {why}"),
            name=str(path),
            why=error.strerror or str(error),
        ) from None
