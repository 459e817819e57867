"""Whole games by the real program: engines in child processes, and none left behind."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from wuzi.rules import all_points, point_name

EVERY_POINT = "\n".join(map(point_name, all_points(15))) + "\n"
"""Tries every point: those that are taken are refused, so the game goes on to its end."""


class Program:
    """Starts ``wuzi`` with a mark in its environment by which all its children are found."""

    def __init__(self, home: Path) -> None:
        self.mark = uuid.uuid4().hex
        self.env = {**os.environ, "WUZI_HOME": str(home), "WUZI_TEST_MARK": self.mark}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            self.env.pop(name, None)  # no window opens at whoever runs the tests

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "wuzi", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**self.env, "PYTHONIOENCODING": "utf-8"},
        )

    def run(self, *arguments: str, lines: str = "") -> tuple[int, str, str]:
        with self.start(*arguments) as child:
            out, err = child.communicate(lines, timeout=60)
        return child.returncode, out, err

    def alive(self) -> list[psutil.Process]:
        """Every living process that carries the mark."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                marked = process.environ().get("WUZI_TEST_MARK") == self.mark
                if marked and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
        return found


def until(condition: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether ``condition`` comes true within ``seconds``."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path)
    yield program
    left = program.alive()
    for process in left:
        process.kill()
    assert not left


def test_a_person_piped_in_against_alphabeta_to_the_end(program: Program) -> None:
    white = "textbook:alphabeta,depth=2"
    status, out, err = program.run("play", "--white", white, lines=EVERY_POINT)
    assert (status, err) == (0, "")
    assert out.count("White wins: five in a row") + out.count("Black wins: five in a row") == 1
    assert "  2. ○ " in out
    assert "depth 2" in out
    assert "unfinished" not in out


def test_two_thinkers_as_child_processes(program: Program) -> None:
    with program.start(
        "play", "--black", "textbook:greedy", "--white", "textbook:alphabeta,depth=1"
    ) as child:
        assert child.stdin
        child.stdin.close()
        assert until(lambda: len(program.alive()) >= 3), "two engines and ourselves"
        assert child.stdout
        out = child.stdout.read()
        assert child.wait(60) == 0
    assert out.count("wins: five in a row") + out.count("A draw: the board is full.") == 1


def test_the_end_of_input_in_mid_game(program: Program) -> None:
    status, out, err = program.run("play", "--white", "textbook:greedy", lines="h8\n")
    assert (status, err) == (0, "")
    assert out.rstrip().endswith("The game is unfinished.")


@pytest.mark.parametrize(
    ("sign", "status"), [(signal.SIGKILL, -9), (signal.SIGTERM, -15), (signal.SIGINT, 130)]
)
def test_no_engine_outlives_us(program: Program, sign: signal.Signals, status: int) -> None:
    with program.start("play", "--white", "textbook:alphabeta,depth=12,radius=2") as child:
        assert child.stdin
        assert child.stdout
        child.stdin.write("h8\n")
        child.stdin.flush()
        while "1. ● h8" not in child.stdout.readline():
            pass
        assert until(lambda: len(program.alive()) >= 2)
        child.send_signal(sign)
        assert child.wait(20) == status
        assert until(lambda: not program.alive())
        assert child.stderr
        assert child.stderr.read() == ""


ENGINES = {
    "crashes at the start": "import sys; print('my last words', file=sys.stderr); sys.exit(3)",
    "is silent": (
        "import sys\nfor line in sys.stdin:\n    if 'START' in line: print('OK', flush=True)\n"
    ),
    "answers nonsense": (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split(' ')[0].strip()\n"
        "    if word == 'START': print('OK', flush=True)\n"
        "    if word in ('TURN', 'BEGIN', 'DONE'): print('99,99', flush=True)\n"
    ),
    "dies in the game": (
        "import os, sys\n"
        "for line in sys.stdin:\n"
        "    if 'START' in line: print('OK', flush=True)\n"
        "    if 'TURN' in line or 'DONE' in line: os.kill(os.getpid(), 9)\n"
    ),
}


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("crashes at the start", ["3", "my last words"]),
        ("is silent", ["time"]),
        ("answers nonsense", ["99,99"]),
        ("dies in the game", ["9"]),
    ],
)
def test_a_faulty_engine_is_one_sentence(
    program: Program, tmp_path: Path, fault: str, words: list[str]
) -> None:
    script = tmp_path / "engine.py"
    script.write_text(ENGINES[fault])
    command = f"'{sys.executable}' '{script}'"
    status, out, err = program.run(
        "play", "--white", command, "--time", "/0.4", "--ascii", lines="h8\nh9\n"
    )
    assert status == 2
    assert "Traceback" not in out + err
    text = " ".join(out.split())
    assert text.count("White's engine failed: ") == 1
    sentence = text.partition("White's engine failed: ")[2]
    for word in words:
        assert word in sentence
    assert text.count("Black wins: white") == 1


def test_a_missing_engine_is_told_before_the_game(program: Program) -> None:
    status, out, err = program.run("play", "--white", "./no/such/engine", lines="h8\n")
    assert (status, out) == (2, "")
    assert err.startswith("wuzi: there is no program './no/such/engine'")
    assert err.count("\n") == 1


def test_the_engine_command(program: Program) -> None:
    lines = "START 15\nTURN 7,7\nEND\n"
    status, out, err = program.run("engine", "--player", "textbook:greedy", lines=lines)
    assert (status, err) == (0, "")
    answers = [line for line in out.splitlines() if not line.startswith("MESSAGE")]
    assert answers[0] == "OK"
    column, row = map(int, answers[1].split(","))
    assert max(abs(column - 7), abs(row - 7)) <= 2


def test_wuzi_alone_says_that_there_is_no_window(program: Program) -> None:
    status, out, err = program.run(lines="quit\n")
    assert (status, err) == (0, "")
    assert out.startswith("There is no window here, for there is no display. This is the game")
    assert "Black to move" in out


def test_a_display_that_cannot_be_used(program: Program) -> None:
    program.env["DISPLAY"] = ":4711"
    status, out, err = program.run("--lang", "zh_CN", lines="quit\n")
    assert (status, err) == (0, "")
    assert "●" in out
    assert "黑" in out


def test_without_qt_the_terminal_game_is_played(program: Program, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\n"
        "find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name in ('PySide6', 'PyQt5') else find(name, *a)\n"
    )
    program.env["PYTHONPATH"] = str(tmp_path)
    program.env["DISPLAY"] = ":4711"
    program.env.pop("QT_API", None)
    status, out, err = program.run(lines="quit\n")
    assert (status, err) == (0, "")
    assert out.startswith("There is no window here, for PySide6 / PyQt5 is not installed")
    assert "Black to move" in out


@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 0)])
def test_at_a_real_terminal(program: Program, key: str, status: int) -> None:
    """Ctrl-C and Ctrl-D leave cleanly, with the board in colour and every cell in its column."""
    import pty  # noqa: PLC0415

    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, "play", "--white", "textbook:greedy"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**program.env, "TERM": "xterm-256color", "COLUMNS": "80", "LANG": "C.UTF-8"},
        start_new_session=True,
    )
    os.close(theirs)
    screen = _Screen(ours)
    assert screen.shows("Black to move:")
    os.write(ours, b"h8\n")
    assert screen.shows("is thinking ...")
    assert screen.shows("  2. ")
    assert screen.shows("Black to move:", times=2)
    assert "\x1b[19G" in screen.text, "column h"
    assert "48;5;" in screen.text, "the wooden background"
    os.write(ours, key.encode())
    assert child.wait(20) == status
    assert screen.shows("The game is unfinished.")
    assert "Traceback" not in screen.text
    assert until(lambda: not program.alive())
    os.close(ours)


LAUNCHER = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "wuzi", *sys.argv[1:]])
"""
"""Makes the terminal the program's own, so that Ctrl-C reaches it as from a keyboard."""


class _Screen:
    """What was printed on a pseudo-terminal."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.text = ""

    def shows(self, text: str, times: int = 1) -> bool:
        def look() -> bool:
            ready, _, _ = select.select([self.descriptor], [], [], 0.05)
            if ready:
                with contextlib.suppress(OSError):  # the other end has gone
                    self.text += os.read(self.descriptor, 1 << 16).decode("utf-8", "replace")
            return self.text.count(text) >= times

        return until(look)
