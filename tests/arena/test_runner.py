import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from tests.arena.matches import Inline, Marked, sound_match
from wuzi.arena import runner
from wuzi.arena.journal import read_journal
from wuzi.arena.plan import PlayerSpec
from wuzi.arena.runner import (
    GameFinished,
    IncidentNoted,
    MatchBegan,
    MatchEnded,
    Stop,
    WorkersDied,
    run_match,
)
from wuzi.arena.statistics import Decision, Sprt
from wuzi.arena.worker import play_pair
from wuzi.errors import EngineError, RecordError, SettingsError
from wuzi.rules import Reason

ROOT = Path(__file__).parents[2]

LONG = sound_match("--think", "0.03", games=16, max_moves=24)
"""Some seconds of games."""


@pytest.fixture
def marked():
    with Marked() as marked:
        yield marked
        assert marked.left() == []


def games_of(path):
    return sorted(record.game for record in read_journal(path).records)


def test_a_match_of_our_own_processes(tmp_path, marked):
    events = []
    spec = sound_match("--fault", "crash-end", games=6)
    result = run_match(spec, tmp_path / "j", concurrency=2, on_event=events.append)
    assert result.stop is Stop.DONE
    assert {record.game for record in result.records} == set(range(6))
    content = read_journal(tmp_path / "j")
    assert content.records == list(result.records)
    assert content.incidents == list(result.incidents)
    assert {i.id for i in result.incidents} == {"engine.crash_at_exit"}
    kinds = Counter(map(type, events))
    assert kinds[GameFinished] == 6
    assert kinds[IncidentNoted] == len(result.incidents) >= 1
    assert events[0] == MatchBegan(spec, ())
    assert events[-1] == MatchEnded(Stop.DONE, Decision.CONTINUE)


def test_any_executor_will_do(tmp_path, marked):
    spec = sound_match(games=6)
    with ThreadPoolExecutor(2) as threads:
        result = run_match(spec, tmp_path / "threads", executor=threads, concurrency=2)
    assert sorted(record.game for record in result.records) == list(range(6))
    result = run_match(spec, tmp_path / "inline", executor=Inline())
    assert [record.game for record in result.records] == list(range(6))


@pytest.mark.parametrize("kept", [[], [1], [3, 0, 1], [0, 1, 2, 3]])
def test_what_stands_in_the_journal_is_not_played_again(tmp_path, marked, kept):
    spec = sound_match(games=4)
    whole = run_match(spec, tmp_path / "whole", executor=Inline())
    head, *lines = (tmp_path / "whole").read_bytes().splitlines(keepends=True)
    path = tmp_path / "part"
    path.write_bytes(head + b"".join(lines[game] for game in kept) + lines[-1][:-40])
    result = run_match(spec, path, executor=Inline(), resume=True)
    assert [record.game for record in result.records[: len(kept)]] == kept
    assert games_of(path) == [0, 1, 2, 3]
    assert sorted(r.moves for r in result.records) == sorted(r.moves for r in whole.records)


def test_a_finished_match_can_be_made_longer(tmp_path, marked):
    run_match(sound_match(games=2), tmp_path / "j", executor=Inline())
    result = run_match(sound_match(games=6), tmp_path / "j", executor=Inline(), resume=True)
    assert [record.game for record in result.records] == list(range(6))
    with pytest.raises(RecordError, match="exists already"):
        run_match(sound_match(games=2), tmp_path / "j", executor=Inline())


def test_a_sequential_test_stops_the_match(tmp_path, marked):
    spec = replace(
        sound_match("--win-rate", 1, games=400, max_moves=40), sprt=Sprt(0, 400, 0.05, 0.05)
    )
    result = run_match(spec, tmp_path / "j", concurrency=2)
    assert (result.stop, result.decision) == (Stop.SPRT, Decision.H1)
    assert 2 <= len(result.records) < 60
    again = run_match(spec, tmp_path / "j", concurrency=2, resume=True)
    assert again == result


def test_ctrl_c_stops_the_match_which_can_be_resumed(tmp_path, marked):
    def interrupt(event):
        if isinstance(event, GameFinished):
            raise KeyboardInterrupt

    result = run_match(LONG, tmp_path / "j", concurrency=2, on_event=interrupt)
    assert result.stop is Stop.INTERRUPTED
    assert len(result.records) == 1
    assert marked.left() == []
    short = replace(LONG, games=4)
    assert run_match(short, tmp_path / "j", concurrency=2, resume=True).stop is Stop.DONE
    assert games_of(tmp_path / "j") == [0, 1, 2, 3]


def test_the_pairs_of_a_worker_that_dies_are_played_again(tmp_path, marked):
    killed = []
    died = []

    def kill(event):
        if isinstance(event, GameFinished) and not killed:
            workers = [p for p in psutil.Process().children() if "spawn_main" in str(p.cmdline())]
            killed.append(workers[0].pid)
            workers[0].kill()
        if isinstance(event, WorkersDied):
            died.append(event)

    spec = replace(LONG, games=10)
    result = run_match(spec, tmp_path / "j", concurrency=2, on_event=kill)
    assert killed
    assert died
    assert result.stop is Stop.DONE
    assert games_of(tmp_path / "j") == list(range(10))
    assert not any(record.is_void for record in result.records)


def deadly(pair):
    """Play a pair; the second one kills its worker."""
    if pair.number == 1:
        os._exit(9)
    return play_pair(pair)


def test_a_pair_that_kills_its_workers_is_void_and_the_match_goes_on(tmp_path, marked, monkeypatch):
    monkeypatch.setattr(runner, "play_pair", deadly)
    result = run_match(sound_match(games=8), tmp_path / "j", concurrency=2)
    assert games_of(tmp_path / "j") == list(range(8))
    void = {record.game: record for record in result.records if record.is_void}
    assert set(void) == {2, 3}
    assert void[2].reason is Reason.UNKNOWN
    assert "died" in void[2].detail


def test_lent_workers_that_die_end_the_match(tmp_path, marked, monkeypatch):
    class Broken(Inline):
        def submit(self, job, /, *args, **kwargs):
            raise runner.BrokenExecutor

    with pytest.raises(EngineError, match="resume"):
        run_match(sound_match(), tmp_path / "j", executor=Broken())
    assert run_match(sound_match(), tmp_path / "j", executor=Inline(), resume=True).records


def test_what_makes_no_sense_is_said_at_once(tmp_path):
    with pytest.raises(SettingsError, match="not 0"):
        run_match(sound_match(), tmp_path / "j", concurrency=0)
    unknown = replace(sound_match(), b=PlayerSpec("engine:unheard of"))
    with pytest.raises(SettingsError, match="unheard of"):
        run_match(unknown, tmp_path / "j")
    assert list(tmp_path.iterdir()) == []


# A runner in a process of its own, which is ended from outside


def begin(path):
    """A runner that plays `LONG`; returns when the first engine has been started."""
    code = (
        "import sys\n"
        "from tests.arena.test_runner import LONG, run_match\n"
        f"result = run_match(LONG, {str(path)!r}, concurrency=2, resume=True)\n"
        "print(result.stop)\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True
    )


def wait_for_engines(marked, count):
    until = time.monotonic() + 30
    while sum("mock_engine" in str(process.cmdline()) for process in marked.running()) < count:
        assert time.monotonic() < until, "no engines were started"
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_when_the_runner_dies_nothing_is_left(tmp_path, marked, number):
    with begin(tmp_path / "j") as process:
        wait_for_engines(marked, 4)
        process.send_signal(number)
        process.wait()
        assert marked.left(2.0) == []
    assert process.returncode == -number


def test_ctrl_c_in_a_terminal_ends_a_match_in_order(tmp_path, marked):
    with begin(tmp_path / "j") as process:
        wait_for_engines(marked, 4)
        os.killpg(process.pid, signal.SIGINT)  # workers get it as well
        said = process.stdout.read().decode()
        process.wait()
        assert marked.left(2.0) == []
    assert (process.returncode, said) == (0, "interrupted\n")


def test_killed_at_three_random_moments_every_game_is_there_once(tmp_path, marked):
    path = tmp_path / "j"
    seen = []
    for _ in range(3):
        with begin(path) as process:
            wait_for_engines(marked, 1)
            time.sleep(random.uniform(0.1, 1.2))
            process.kill()
        assert marked.left(2.0) == []
        seen.append(len(read_journal(path).records))
    assert sorted(seen) == seen
    assert seen[-1] < 16
    with begin(path) as process:
        assert process.stdout.read() == b"done\n"
    assert games_of(path) == list(range(16))
    assert {record.plies for record in read_journal(path).records} == {24}
