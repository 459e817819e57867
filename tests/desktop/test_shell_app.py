"""The program as a whole, in a process of its own: it opens, plays, ends, and leaves nothing."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time

import psutil
import pytest

from wuzi.settings import PlayDefaults, Settings, data_dir, load, save, settings_path


@pytest.fixture
def program(home):
    """Starts ``wuzi`` with a window on the offscreen platform."""
    started = []

    def start(*arguments):
        child = subprocess.Popen(
            [sys.executable, "-m", "wuzi", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )
        started.append(child)
        return child

    yield start
    for child in started:
        if child.poll() is None:
            child.kill()
        child.communicate()


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.05)


def kept_games():
    """How many games the archive holds."""
    with contextlib.suppress(sqlite3.Error):
        path = next(data_dir().glob("*.sqlite"), None)
        if path is not None:
            database = sqlite3.connect(path)
            try:
                return database.execute("SELECT count(*) FROM games").fetchone()[0]
            finally:
                database.close()
    return 0


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_two_engines_play_in_the_window_until_it_is_told_to_end(program, sign):
    save(Settings(play=PlayDefaults(black="textbook:greedy", white="textbook:greedy")))
    child = program()
    until(lambda: kept_games() == 1)
    engines = psutil.Process(child.pid).children(recursive=True)
    assert engines
    child.send_signal(sign)
    out, err = child.communicate(timeout=20)
    assert (child.returncode, out, err) == (0, "", "")
    until(lambda: not any(engine.is_running() for engine in engines))
    assert load().window.geometry, "the window is remembered"


def test_a_killed_window_takes_its_engines_along(program):
    save(Settings(play=PlayDefaults(black="textbook:greedy", white="textbook:greedy")))
    child = program()
    until(lambda: kept_games() == 1)
    engines = psutil.Process(child.pid).children(recursive=True)
    child.kill()
    child.communicate()
    until(lambda: not any(engine.is_running() for engine in engines))


def test_damaged_settings_do_not_keep_the_window_from_opening(program):
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text("size = = 3")
    child = program()
    until(lambda: any(data_dir().glob("*.sqlite")))
    child.send_signal(signal.SIGINT)
    _out, err = child.communicate(timeout=20)
    assert (child.returncode, err) == (0, "")
    assert settings_path().read_text() == "size = = 3"
