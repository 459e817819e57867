"""Runs: broken off anywhere and gone on with, they come to what an unbroken one does."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.lab.conftest import SMALL
from wuzi.errors import RecordError, WuziError
from wuzi.lab import journal as journal_module
from wuzi.lab.experiment import Experiment, load
from wuzi.lab.journal import NAME, Header, Journal
from wuzi.lab.results import Record, to_csv
from wuzi.lab.rows import rows_of
from wuzi.lab.runner import Began, Event, Measured, run


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Experiment:
    path = tmp_path_factory.mktemp("file") / "mine.toml"
    path.write_text(SMALL)
    return load(path)


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


@pytest.fixture(scope="module")
def unbroken(
    experiment: Experiment, threads: Executor, tmp_path_factory: pytest.TempPathFactory
) -> tuple[bytes, str]:
    """The journal and the CSV of a run in one go."""
    out = tmp_path_factory.mktemp("whole")
    done = run(experiment, out, executor=threads, workers=2)
    assert done.complete
    return (out / NAME).read_bytes(), to_csv(rows_of(done), times=False)


def csv_of(experiment: Experiment, out: Path, executor: Executor) -> tuple[str, list[Event]]:
    events: list[Event] = []
    done = run(experiment, out, executor=executor, workers=2, resume=True, on_event=events.append)
    assert done.complete
    return to_csv(rows_of(done), times=False), events


@settings(max_examples=40)
@given(st.floats(0, 1))
@example(0.0)
@example(1.0)
def test_a_journal_cut_anywhere_is_gone_on_with(
    experiment: Experiment,
    threads: Executor,
    unbroken: tuple[bytes, str],
    tmp_path_factory: pytest.TempPathFactory,
    part: float,
) -> None:
    journal, csv = unbroken
    torn = journal[: round(part * len(journal))]
    out = tmp_path_factory.mktemp("torn")
    (out / NAME).write_bytes(torn)
    again, events = csv_of(experiment, out, threads)
    assert again == csv
    kept = max(0, torn.count(b"\n") - 1)
    assert events[0] == Began(kept, 8)
    assert sum(isinstance(event, Measured) for event in events) == 8 - kept
    assert sorted((out / NAME).read_bytes().splitlines()) == sorted(journal.splitlines())


@settings(max_examples=30)
@given(st.integers(0, 7), st.binary(min_size=1, max_size=30))
def test_a_damaged_line_is_told_with_its_number(
    experiment: Experiment,
    unbroken: tuple[bytes, str],
    tmp_path_factory: pytest.TempPathFactory,
    index: int,
    rubbish: bytes,
) -> None:
    lines = unbroken[0].splitlines(keepends=True)
    lines[1 + index] = rubbish.replace(b"\n", b"?").replace(b"\r", b"?") + b"{\n"
    out = tmp_path_factory.mktemp("damaged")
    (out / NAME).write_bytes(b"".join(lines))
    with pytest.raises(RecordError, match=f"line {2 + index} is damaged"):
        run(experiment, out, resume=True)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_will_do(
    experiment: Experiment, unbroken: tuple[bytes, str], tmp_path: Path, pool: Any
) -> None:
    if pool is ProcessPoolExecutor:
        done = run(experiment, tmp_path / "out", workers=1)  # our own, spawned
        assert to_csv(rows_of(done), times=False) == unbroken[1]
        return
    with pool(1) as executor:
        assert csv_of(experiment, tmp_path / "out", executor)[0] == unbroken[1]


# What is refused


def test_a_run_is_not_begun_twice(
    experiment: Experiment, threads: Executor, tmp_path: Path
) -> None:
    run(experiment, tmp_path, executor=threads)
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(RecordError, match="add --resume"):
        run(experiment, tmp_path, executor=threads)
    assert (tmp_path / NAME).read_bytes() == before


@pytest.mark.parametrize("field", ["experiment", "budget", "digest", "wuzi"])
def test_a_journal_of_another_run_is_refused(
    experiment: Experiment, unbroken: tuple[bytes, str], tmp_path: Path, field: str
) -> None:
    (tmp_path / NAME).write_bytes(unbroken[0])
    own = Header(experiment.name, experiment.budget.name, experiment.digest)
    with pytest.raises(RecordError, match=f"another run \\({field} differ\\)"):
        Journal.open(tmp_path, replace(own, **{field: "other"}), resume=True)
    assert (tmp_path / NAME).read_bytes() == unbroken[0]


@pytest.mark.parametrize("data", [b"hello\n", b"[1]\n", b"3", b'{"wuzi-match":1}\n', b"\n"])
def test_what_is_no_journal_is_left_alone(
    experiment: Experiment, tmp_path: Path, data: bytes
) -> None:
    (tmp_path / NAME).write_bytes(data)
    with pytest.raises(RecordError, match="is no journal of an experiment"):
        run(experiment, tmp_path, resume=True)
    assert (tmp_path / NAME).read_bytes() == data


def test_two_runs_do_not_share_a_folder(experiment: Experiment, tmp_path: Path) -> None:
    header = Header(experiment.name, experiment.budget.name, experiment.digest)
    with (
        Journal.open(tmp_path, header),
        pytest.raises(RecordError, match="another program is writing"),
    ):
        run(experiment, tmp_path, resume=True)


def test_a_folder_that_is_a_file_is_told(experiment: Experiment, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(RecordError, match="cannot be written"):
        run(experiment, tmp_path / "out")


class FullDisk(FileIO):
    """A file on a disk that is full after so many bytes."""

    room = 0

    def write(self, data: Any) -> int:
        """Write what there is room for."""
        if len(data) > FullDisk.room:
            head = bytes(data)[: FullDisk.room]
            FullDisk.room = 0
            if head:
                return super().write(head)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        FullDisk.room -= len(data)
        return super().write(data)


@settings(max_examples=15)
@given(st.floats(0, 0.99))
def test_a_full_disk_is_told_and_what_was_measured_is_kept(
    experiment: Experiment,
    threads: Executor,
    unbroken: tuple[bytes, str],
    tmp_path_factory: pytest.TempPathFactory,
    room: float,
) -> None:
    out = tmp_path_factory.mktemp("full")
    FullDisk.room = int(room * len(unbroken[0]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal_module, "FileIO", FullDisk)
        with pytest.raises(RecordError, match=r"No space left on device.*before is kept"):
            run(experiment, out, executor=threads, workers=2)
    kept = (out / NAME).read_bytes()
    assert not kept or kept.endswith(b"\n")
    assert csv_of(experiment, out, threads)[0] == unbroken[1]


class Interrupted(ThreadPoolExecutor):
    """Workers whose master presses Ctrl-C at the third task."""

    given = 0

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        """Take a task."""
        self.given += 1
        if self.given == 3:
            raise KeyboardInterrupt
        return super().submit(*args, **kwargs)


def test_ctrl_c_keeps_what_there_is(
    experiment: Experiment, threads: Executor, unbroken: tuple[bytes, str], tmp_path: Path
) -> None:
    with Interrupted(1) as executor:
        done = run(experiment, tmp_path, executor=executor, workers=1)
    assert not done.complete
    assert rows_of(done) == rows_of(done)
    assert csv_of(experiment, tmp_path, threads)[0] == unbroken[1]


class Dying(ThreadPoolExecutor):
    """Workers that die."""

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        """Take a task to the grave."""
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

        raise BrokenProcessPool


def test_a_worker_that_dies_is_told(experiment: Experiment, tmp_path: Path) -> None:
    with Dying(1) as executor, pytest.raises(WuziError, match="a worker has died"):
        run(experiment, tmp_path, executor=executor)


# A real process


def start(file: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "wuzi", "lab", "run", str(file), "--out", str(out)]
    return subprocess.Popen(
        [*words, "--workers", "1", "--no-times", "--no-report", *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_lines(path: Path, count: int, process: subprocess.Popen[str]) -> None:
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


SLOW = SMALL.replace("depth = [1, 2]", "depth = [1, 2, 3, 4, 5]")


@pytest.fixture(scope="module")
def whole_csv(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The results of an unbroken run of the slow one."""
    folder = tmp_path_factory.mktemp("slow")
    (folder / "mine.toml").write_text(SLOW)
    with ThreadPoolExecutor(2) as executor:
        done = run(load(folder / "mine.toml"), folder, executor=executor, workers=2)
    return to_csv([row for row in rows_of(done) if row.part == "nodes"], times=False).encode()


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_run_killed_half_way_and_resumed_gives_the_same_csv(
    tmp_path: Path, sign: int, whole_csv: bytes
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SLOW)
    broken = start(file, tmp_path / "broken")
    wait_for_lines(tmp_path / "broken" / NAME, 6, broken)
    broken.send_signal(sign)
    _, said = broken.communicate(timeout=30)
    lines = (tmp_path / "broken" / NAME).read_bytes().count(b"\n")
    assert 6 <= lines < 21
    if sign != signal.SIGKILL:
        assert broken.returncode == 130
        assert "Warning" not in said
        assert f"--out {tmp_path / 'broken'} --resume" in said
        assert (tmp_path / "broken" / "results.csv").exists()
    again = start(file, tmp_path / "broken", "--resume")
    assert again.wait(60) == 0, again.communicate()
    again.communicate()
    assert (tmp_path / "broken/results.csv").read_bytes() == whole_csv


GAMES = """
title = "Games"
[[part]]
name = "games"
measure = "match"
player = "textbook:alphabeta,radius=1,cap=6"
vary = { depth = [1, 2] }
games = 10
"""


@pytest.mark.slow
def test_matches_killed_half_way_and_resumed_give_the_same_csv(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GAMES)
    whole = start(file, tmp_path / "whole")
    whole.communicate(timeout=100)
    broken = start(file, tmp_path / "broken")
    games = tmp_path / "broken/matches/games-01.jsonl"
    wait_for_lines(games, 4, broken)
    broken.kill()
    broken.communicate(timeout=30)
    kept = games.read_bytes()
    assert 4 <= kept.count(b"\n") < 11
    again = start(file, tmp_path / "broken", "--resume")
    assert again.communicate(timeout=100)[1].endswith("1 of 1 measured\n")
    assert games.read_bytes().startswith(kept[: kept.rfind(b"\n")])  # no game was played again
    for name in ("results.csv", "results-ratings.csv"):
        one, other = (tmp_path / folder / name for folder in ("whole", "broken"))
        assert one.read_bytes() == other.read_bytes()


# The record


@given(
    st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=5)),
    st.dictionaries(st.text(max_size=5), st.lists(st.floats(0, 1e9), max_size=3)),
    st.booleans(),
)
def test_records_read_back(values: Any, timed: Any, repeatable: bool) -> None:
    record = Record(values, timed, repeatable)
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record
