"""No engine outlives us, however we die."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid

import psutil
import pytest

from tests.protocol.engines import MOCK
from wuzi.protocol import guard

ROOT = MOCK.parents[1]
TOKEN = "WUZI_TEST_TOKEN"
"""An environment variable that a driver's whole family inherits."""

DRIVER = """
import asyncio, sys
from tests.protocol.engines import mock
from wuzi.protocol.client import EngineProcess
from wuzi.rules import Board
from wuzi.thinking import Limit

async def main():
    engine = await EngineProcess.start(mock(sys.argv[1], "--at", 2))
    board = Board(15)
    reply = await engine.choose(board, Limit(time=1.0), allowed=30)
    board.push(reply.move)
    board.push(board.point("h8"))
    print(engine.pid, flush=True)
    {then}

asyncio.run(main())
"""
THINK = "await engine.choose(board, Limit(time=1.0))"
FORK = """import os, time
    copy = os.fork()
    if copy == 0:
        time.sleep(60)
        os._exit(0)
    print(copy, flush=True)
    """


def family(token):
    """The processes that a driver has started, whoever is their parent now, and itself."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.environ().get(TOKEN) == token:
                found.append(process)
    return found


def all_gone(processes, seconds=2.0):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        left = [p for p in processes if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]
        if not left:
            return True
        time.sleep(0.02)
    return False


class Driver(subprocess.Popen):
    """A program that drives a mock engine, and then does something else."""

    def __init__(self, fault, then=THINK):
        self.token = uuid.uuid4().hex
        super().__init__(
            [sys.executable, "-c", DRIVER.format(then=then), fault],
            cwd=ROOT,
            env={**os.environ, TOKEN: self.token},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def __exit__(self, *raised):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)  # whatever failed, nobody waits for a hung one
        super().__exit__(*raised)

    def engine(self):
        """The engine's process id, once it has moved."""
        return int(self.stdout.readline())


@pytest.mark.parametrize("fault", ["hang", "flood", "grandchild", "daemon", "none", "ignore-end"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_killing_us_ends_the_engine_and_all_it_started(fault, number):
    with Driver(
        fault, THINK if fault in ("hang", "flood") else "await asyncio.sleep(60)"
    ) as driver:
        engine = driver.engine()
        processes = family(driver.token)
        assert {engine, driver.pid} < {p.pid for p in processes}
        assert len(processes) == (4 if fault in ("grandchild", "daemon") else 3)
        os.kill(driver.pid, number)
        assert driver.wait(5) == -number
        assert all_gone(processes)


@pytest.mark.parametrize("then", ["return", "sys.exit(3)", "1 / 0", "engine = None"])
def test_ending_without_closing_ends_the_engine(then):
    with Driver("grandchild", then) as driver:
        assert driver.engine() > 1
        driver.wait(20)
        assert all_gone(family(driver.token))


def test_killing_the_guard_ends_the_engine():
    with Driver("hang") as driver:
        engine = psutil.Process(driver.engine())
        engine.parent().kill()
        assert all_gone([engine])
        assert driver.wait(20) == 1  # the crash, as an EngineError


def test_a_forked_copy_of_us_does_not_keep_the_engine_alive():
    with Driver("hang", FORK + THINK) as driver:
        engine = psutil.Process(driver.engine())
        copy = psutil.Process(int(driver.stdout.readline()))
        os.kill(driver.pid, signal.SIGKILL)
        assert all_gone([engine], guard.CHECK_PARENT_EVERY + 2.0)
        assert copy.is_running()
        copy.kill()


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("raise SystemExit(0)", 0),
        ("raise SystemExit(7)", 7),
        ("import os; os.kill(os.getpid(), 15)", -15),
        ("import os; os.kill(os.getpid(), 9)", -9),
        ("import os; os.abort()", -6),
        ("print(input()[::-1])", 0),
    ],
)
def test_the_guard_ends_as_the_program_does(code, status):
    ours = os.pipe()
    argv = (sys.executable, "-I", "-S", guard.__file__, str(ours[0]), str(os.getpid()), "--")
    done = subprocess.run(
        [*argv, sys.executable, "-c", code],
        pass_fds=(ours[0],),
        input=b"abc\n",
        capture_output=True,
        check=False,
    )
    for fd in ours:
        os.close(fd)
    assert done.returncode == status
    assert done.stderr == b""
    assert done.stdout == (b"cba\n" if "input" in code else b"")
