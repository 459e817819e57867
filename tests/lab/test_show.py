"""Figures, tables, claims and CSV: what is shown is what was measured."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lab.conftest import SMALL
from wuzi.lab.aggregate import aggregate, interval
from wuzi.lab.experiment import Experiment, load
from wuzi.lab.figures import make_figure
from wuzi.lab.measures import MEASURES, measure_named
from wuzi.lab.measures.engine import NUMBERS, WORDS
from wuzi.lab.measures.entrants import OF_MATCH
from wuzi.lab.render import REPORT, write_report, write_results
from wuzi.lab.results import Record, Row, to_csv
from wuzi.lab.rows import rows_of
from wuzi.lab.runner import Run
from wuzi.lab.tables import claims_table, make_table, ours
from wuzi.lab.texts import NO_TEXT
from wuzi.lab.views import Claim
from wuzi.lab.words import Reader
from wuzi.report.machine import this_machine
from wuzi.textbook import describe
from wuzi.textbook.scores import SHAPES

ENGLISH = Reader("en", lambda text: text)
VALUES = st.lists(st.floats(0.01, 1e6), min_size=1, max_size=20)


def faked(experiment: Experiment, out: Path, nodes: Callable[[int, str, str], int]) -> Run:
    """A run with nodes made up from depth, ordering and position."""
    tasks = experiment.tasks(out)
    records = {
        task.key: Record(
            {"finished": 1, "nodes": nodes(*task.shown.values(), task.position)},  # type: ignore[arg-type]
            {"seconds": [1.0, 3.0, 2.0]},
        )
        for task in tasks
    }
    return Run(experiment, out, tasks, records, this_machine())


def counted(depth: int, ordering: str, position: str) -> int:
    return 10**depth * (3 if ordering == "none" else 1) * (2 if position == "two" else 4)


@pytest.fixture
def run(small: Path, tmp_path: Path) -> Run:
    return faked(load(small), tmp_path / "out", counted)


# Numbers


@given(VALUES, st.sampled_from(["median", "mean", "geomean", "least", "most"]))
def test_an_aggregate_lies_among_its_values(values: list[float], way: str) -> None:
    found = aggregate(values, way)  # type: ignore[arg-type]
    assert min(values) * (1 - 1e-9) <= found <= max(values) * (1 + 1e-9)


@given(VALUES, st.sampled_from(["median", "mean", "geomean", "sum"]))
def test_an_interval_holds_its_aggregate(values: list[float], way: str) -> None:
    ends = interval(values, way, "ci")  # type: ignore[arg-type]
    if ends is None:
        assert len(values) < 6
        return
    slack = 1e-6 * max(values)
    assert ends[0] - slack <= aggregate(values, way) <= ends[1] + slack  # type: ignore[arg-type]


def test_students_interval_is_that_of_the_textbooks() -> None:
    low, high = interval([1.0, 2.0, 3.0, 4.0, 5.0], "mean", "ci") or (0, 0)
    assert (low, high) == pytest.approx((3 - 2.776 * math.sqrt(0.5), 3 + 2.776 * math.sqrt(0.5)))


def test_nothing_has_no_geometric_mean() -> None:
    assert math.isnan(aggregate([0, 4], "geomean"))
    assert interval([0.0, 4.0], "geomean", "ci") is None


# Rows


def test_rows_have_ratios_to_the_baseline(run: Run) -> None:
    row = next(r for r in rows_of(run) if r["ordering"] == "point")
    assert row["nodes_ratio"] == pytest.approx(1 / 3)
    assert row["nodes_gain"] == pytest.approx(3)
    assert (row["seconds"], row["seconds_low"], row["seconds_high"]) == (2.0, 1.5, 2.5)
    assert (row["seconds_gain_low"], row["seconds_gain_high"]) == pytest.approx((0.8, 4 / 3))


def test_what_was_cut_off_has_no_ratio_and_is_in_no_figure(run: Run) -> None:
    key = run.tasks[0].key
    records = {**run.records, key: Record({"finished": 0, "nodes": 7})}
    cut = Run(run.experiment, run.out, run.tasks, records, run.machine)
    rows = rows_of(cut)
    assert rows[0]["nodes"] == 7
    assert rows[0]["nodes_ratio"] is None
    figure = make_figure(run.experiment.figures[0], rows, run.experiment.parts[0], ENGLISH)
    assert figure is not None
    assert figure.note.endswith("cut them off: 1")
    assert figure.series[0].y[0] == 60  # the other position's alone


def test_csv_is_read_back_and_times_can_be_left_out(run: Run) -> None:
    rows = [row for row in rows_of(run) if row.part == "nodes"]
    found = list(csv.DictReader(io.StringIO(to_csv(rows))))
    assert [int(line["nodes"]) for line in found] == [row["nodes"] for row in rows]
    assert [line["ordering"] for line in found] == [row["ordering"] for row in rows]
    without = to_csv(rows, times=False)
    assert "seconds" not in without.splitlines()[0]
    other = [
        Row(r.part, r.position, r.settings, {**r.values, "nodes": 0}, r.timed, False) for r in rows
    ]
    assert [line["nodes"] for line in csv.DictReader(io.StringIO(to_csv(other, times=False)))] == [
        ""
    ] * 8


# Figures and tables


def test_a_figure_has_a_series_for_each_and_medians_over_positions(run: Run) -> None:
    figure = make_figure(run.experiment.figures[0], rows_of(run), run.experiment.parts[0], ENGLISH)
    assert figure is not None
    assert [series.name for series in figure.series] == ["none", "point"]
    assert figure.series[0].x == (1, 2)
    expected = [median(counted(d, "none", p) for p in ("two", "h8i9g7")) for d in (1, 2)]
    assert list(figure.series[0].y) == expected
    assert figure.note == "median of 2 values"


def test_a_table_has_the_same_numbers_as_the_figure(run: Run) -> None:
    table = make_table(run.experiment.tables[0], rows_of(run), run.experiment.parts[0], ENGLISH)
    assert table is not None
    assert [column.name for column in table.heads] == ["ordering", "depth 1", "depth 2"]
    assert table.rows == (("none", 90, 900), ("point", 30, 300))


def test_a_histogram_counts_every_row(write: Callable[[str], Path], tmp_path: Path) -> None:
    text = SMALL + '[[figure]]\nkind = "histogram"\nx = "nodes"\nby = "ordering"\nbins = 3\n'
    run = faked(load(write(text)), tmp_path / "out", counted)
    figure = make_figure(run.experiment.figures[1], rows_of(run), run.experiment.parts[0], ENGLISH)
    assert figure is not None
    assert [sum(series.y) for series in figure.series] == [4, 4]


def test_claims_hold_or_not(write: Callable[[str], Path], tmp_path: Path) -> None:
    claim = (
        '[[claim]]\ntitle = "c"\nvalue = "nodes_gain"\nwhere = {depth = 2, ordering = "point"}\n'
    )
    text = SMALL + claim + "at_least = 2.9\n" + claim + "at_most = 2.9\n"
    run = faked(load(write(text)), tmp_path / "out", counted)
    write_report(run, write_results(run), ENGLISH)
    table = (tmp_path / "out/tables/claims.md").read_text().splitlines()
    assert "| 3 | yes |" in table[-2]
    assert "| 3 | no |" in table[-1]


RATIOS = """
[[claim]]
title = "c"
value = "seconds_gain"
where = { depth = 2, ordering = "point" }
"""


@pytest.mark.parametrize(
    ("own", "bound", "word"),
    [
        ([1.0, 1.0, 1.0], "at_least = 1.9", "yes"),
        ([1.0, 1.0, 1.0], "at_least = 1.95", "too close to tell"),  # within 5 %
        ([1.0, 1.0, 1.0], "at_most = 1.89", "no"),
        ([0.8, 1.0, 1.3], "at_least = 1.8", "too close to tell"),  # quartiles of 1.74 and 2.22
        ([0.8, 1.0, 1.3], "at_least = 2.2", "too close to tell"),
        ([0.8, 1.0, 1.3], "at_least = 2.3", "no"),
        ([0.8, 1.0, 1.3], "at_most = 2.3", "yes"),
        ([1.0], "at_most = 1.99", "too close to tell"),
        ([1.0], "at_least = 1.5\nat_most = 2.2", "yes"),
    ],
)
def test_what_is_too_close_to_tell(
    write: Callable[[str], Path], tmp_path: Path, own: list[float], bound: str, word: str
) -> None:
    experiment = load(write(SMALL.replace("vary =", "repeats = 3\nvary =") + RATIOS + bound))
    tasks = experiment.tasks(tmp_path)
    records = {
        task.key: Record({"finished": 1}, {"seconds": [2.0] if none else own})
        for task in tasks
        for none in [task.shown["ordering"] == "none"]
    }
    run = Run(experiment, tmp_path, tasks, records, this_machine())
    part = experiment.parts[0]
    table = claims_table(experiment.claims, rows_of(run), {part.name: part}, ENGLISH)
    assert table.rows[0][4] == {"yes": True, "no": False}.get(word, word)


def test_a_score_of_games_is_known_between_the_ends_of_its_interval() -> None:
    claim = Claim(NO_TEXT, "p", {}, "median", NO_TEXT, NO_TEXT, NO_TEXT, "elo", 0, None, NO_TEXT)
    rows = [Row("p", "", {}, {"elo": 20, "elo_low": -5, "elo_high": 45})]
    found = ours(claim, rows, timed=False)
    assert found == (20, -5, 45)
    assert claim.holds(*found[1:]) is None
    assert ours(claim, [], timed=False) is None


# Words


def test_every_setting_but_switches_has_words() -> None:
    marked = Reader("zh_CN", lambda text: f"<{text}>")
    names = {option.name for player in ("alphabeta", "greedy", "random")
             for option in describe(player)}  # fmt: skip
    names |= {other for player in ("alphabeta", "greedy") for option in describe(player)
              for other in option.other_names}  # fmt: skip
    names |= {key.name for name in MEASURES for key in measure_named(name).keys}
    names |= {*OF_MATCH, *NUMBERS, *WORDS, *(f"scores.{shape}" for shape in SHAPES)}
    names |= {"part", "position", "variant", "player"}
    assert [name for name in sorted(names) if not marked.setting(name).startswith("<")] == []


def test_positions_are_called_in_the_readers_language(
    write: Callable[[str], Path], tmp_path: Path
) -> None:
    text = SMALL.replace('name = "two"', 'name = { en = "two", zh_CN = "二子" }')
    text = text.replace('by = "ordering"', 'by = ["position", "ordering"]')
    run = faked(load(write(text)), tmp_path / "out", counted)
    for reader, name in ((ENGLISH, "two"), (CHINESE, "二子")):
        figure = make_figure(
            run.experiment.figures[0], rows_of(run), run.experiment.parts[0], reader
        )
        assert figure is not None
        assert f"{name}, ordering none" in [series.name for series in figure.series]


def test_every_column_has_words(small: Path) -> None:
    marked = Reader("zh_CN", lambda text: f"<{text}>")
    part = load(small).parts[0]
    for name in MEASURES:
        whole = replace(part, measure=measure_named(name))
        for derived in ("", *whole.measure.derived):
            for column in whole.columns(derived):
                assert marked.column(whole, derived, column).startswith("<")
    assert ENGLISH.column(part, "", "cut_3") == "cut-offs by move 3"
    assert ENGLISH.column(part, "", "cut_later") == "cut-offs by later moves"


# Everything


CHINESE = Reader("zh_CN", lambda text: {"nodes": "节点数", "depth": "深度"}.get(text, text))


def test_all_files_are_there_in_chinese(write: Callable[[str], Path], tmp_path: Path) -> None:
    text = SMALL.replace('title = "Nodes"', 'title = { en = "Nodes", zh_CN = "节点" }')
    text = text.replace(
        "vary =", 'variants = [{ label = { en = "a", zh_CN = "甲" } }, { label = "b" }]\nvary ='
    ).replace('by = "ordering"', 'by = ["variant", "ordering"]')
    text = text.replace('rows = "ordering"', 'rows = ["variant", "ordering"]')
    experiment = load(write(text))
    tasks = experiment.tasks(tmp_path)
    records = {task.key: Record({"finished": 1, "nodes": 5}) for task in tasks[:-1]}
    run = Run(experiment, tmp_path / "out", tasks, records, this_machine())
    path = write_report(run, write_results(run), CHINESE)
    page = path.read_text(encoding="utf-8")
    assert path.name == REPORT
    assert 'lang="zh-CN"' in page
    assert "甲, ordering none" in page
    assert "15 of 16" in page
    names = {p.relative_to(tmp_path / "out").as_posix() for p in (tmp_path / "out").rglob("*.*")}
    assert names == {
        "results.csv", "results-cuts.csv", "report.html", "tables/table-1.md",
        "tables/table-1.tex", "figures/figure-1.svg", "figures/figure-1.png",
        "figures/figure-1.pdf",
    }  # fmt: skip


def test_a_report_of_nothing_says_so(small: Path, tmp_path: Path) -> None:
    experiment = load(small)
    run = Run(experiment, tmp_path / "out", experiment.tasks(tmp_path), {}, this_machine())
    page = write_report(run, write_results(run), ENGLISH).read_text()
    assert "0 of 8" in page
    assert "There is nothing to show yet." in page
