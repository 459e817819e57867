"""Filling the cache: one at a time, safe to kill, and gone when its parent is."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from tests.engine.test_jit_cache import all_kernels, is_inner
from wuzi.engine import cache, warm
from wuzi.engine.cache import State
from wuzi.rules import RULES


@pytest.fixture(autouse=True)
def kernels(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch) -> Path:
    if request.node.name != "test_every_kernel_that_is_kept_is_counted":
        monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def test_every_kernel_that_is_kept_is_counted() -> None:
    kept = [one.py_func for one in all_kernels().values() if not is_inner(one)]
    assert warm.count_kernels() == len({f"{one.__module__}.{one.__name__}" for one in kept}) > 20


class Work:
    """Stands for compiling: notes how often it is done, and whether twice at a time."""

    def __init__(self) -> None:
        self.running = self.most = self.times = 0

    def __call__(self, report: warm.Report) -> None:
        self.running += 1
        self.times += 1
        self.most = max(self.most, self.running)
        time.sleep(0.3)
        (cache.kernel_cache() / "x.nbc").write_bytes(b"x")
        report(1, 1, "x")
        self.running -= 1


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    work = Work()
    monkeypatch.setattr(warm, "_make_everything", work)
    return work


def test_it_seals_what_it_made_and_does_not_make_it_again(work: Work) -> None:
    told = []
    warm.fill(lambda *progress: told.append(progress))
    warm.fill(lambda *progress: told.append(progress))
    assert cache.state() is State.READY
    assert (work.times, told) == (1, [(1, 1, "x")])


def test_of_two_the_second_waits_and_has_nothing_left_to_do(work: Work) -> None:
    threads = [threading.Thread(target=warm.fill) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert (work.times, work.most) == (1, 1)


def test_old_folders_are_removed(work: Work, kernels: Path) -> None:
    for n in range(4):
        (kernels / f"{n:016x}").mkdir(parents=True)
    warm.fill()
    assert len([path for path in kernels.iterdir() if path.is_dir()]) == cache.KEPT


def test_where_nothing_can_be_written_it_says_so(work: Work, kernels: Path, capsys) -> None:
    kernels.write_text("a file where a folder should be")
    assert warm.main() == warm.NOT_KEPT
    assert "cannot be written" in capsys.readouterr().out


# As a child

SLEEPER = """
import time
from wuzi.engine import warm
{call}
print("1/2 x", flush=True)
time.sleep(99)
"""
PARENT = """
import sys, time
from wuzi.engine.warm import Compilation
running = Compilation([sys.executable, "-c", {child!r}], private=True)
while not running.parts: time.sleep(0.01)
print(running._child.pid, flush=True)
time.sleep(99)
"""


def gone(pid: int, seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end and psutil.pid_exists(pid):
        time.sleep(0.02)
    return not psutil.pid_exists(pid)


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_when_the_parent_dies_the_child_goes_and_its_private_folder(
    kernels: Path, sign: signal.Signals
) -> None:
    kernels.mkdir()
    child = SLEEPER.format(call="warm._end_with_standard_input()")
    with subprocess.Popen(
        [sys.executable, "-c", PARENT.format(child=child)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.send_signal(sign)
    assert gone(pid)
    assert not kernels.exists()


def test_progress_and_end_of_a_child() -> None:
    running = warm.Compilation([sys.executable, "-c", "print('3/7 make'); print('noise')"])
    seen = []
    assert running.watch(lambda: seen.append(running.done), every=0.01) == 0
    assert (running.done, running.parts) == (3, 7)
    killed = warm.Compilation([sys.executable, "-c", SLEEPER.format(call="0")])
    killed.kill()
    assert killed.wait() != 0


def test_a_watch_that_is_interrupted_ends_the_child() -> None:
    running = warm.Compilation([sys.executable, "-c", SLEEPER.format(call="0")])

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        running.watch(interrupt)
    assert gone(running._child.pid)


# For good: slow, since everything is compiled


class Compiler:
    """``wuzi engine --compile`` as a user runs it."""

    def __init__(self, kernels: Path) -> None:
        self.environment = {**os.environ, cache.VARIABLE: str(kernels)}

    def start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "wuzi", "engine", "--compile"]
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            env=self.environment,
        )  # fmt: skip


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_killed_at_any_moment_it_goes_on_and_is_warm_in_the_end(kernels: Path) -> None:
    compiler = Compiler(kernels)
    chance = random.Random(3)
    for _ in range(4):
        with compiler.start() as child:
            time.sleep(chance.uniform(1, 8))
            child.kill()
    with compiler.start() as child:
        lines = child.communicate()[0].splitlines()
    parts = warm.count_kernels() + len(RULES)
    assert child.returncode == 0
    assert lines[-2].startswith(f"{parts}/{parts} ")
    assert lines[-1].startswith("ready ")
    with compiler.start() as child:
        assert len(child.communicate()[0].splitlines()) == 1


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_cold_and_warm_measured(kernels: Path) -> None:
    """CPU seconds of a cold compilation; seconds until a warm engine answers START."""
    compiler = Compiler(kernels)
    before = os.times()
    with compiler.start() as child:
        child.communicate()
    after = os.times()
    cpu = after.children_user + after.children_system
    cpu -= before.children_user + before.children_system
    print(f"cold compilation: {cpu:.1f} CPU-seconds")
    answers = []
    for _ in range(7):
        began = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-m", "wuzi", "engine"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            env=compiler.environment,
        ) as engine:  # fmt: skip
            assert engine.stdin
            assert engine.stdout
            engine.stdin.write("START 15\n")
            assert engine.stdout.readline() == "OK\n"
            answers.append(time.perf_counter() - began)
            engine.stdin.write("BEGIN\nEND\n")
            told = engine.stdout.read()
        assert "compiled" not in told
    answers.sort()
    print(f"warm START: median {answers[3]:.2f} s, best {answers[0]:.2f} s")
