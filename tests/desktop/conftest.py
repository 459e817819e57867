"""Real widgets on the offscreen platform, and nothing of them left when a test is over.

``async def`` tests run on Qt's loop, as the window does. ``desktop_loop`` is such a loop for
tests that are plain functions: ``desktop_loop.run_until_complete(...)``.
"""

import asyncio
import gc
import os
import threading

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")
for _name in ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS"):
    os.environ.pop(_name, None)

import psutil  # noqa: E402
import pytest  # noqa: E402
from qtpy.QtCore import QCoreApplication, QEvent, QTimer  # noqa: E402
from qtpy.QtWidgets import QApplication  # noqa: E402

from wuzi.desktop import style  # noqa: E402
from wuzi.desktop.loop import make_loop  # noqa: E402
from wuzi.settings import language  # noqa: E402


def pytest_asyncio_loop_factories(config, item):
    """Run the asynchronous tests of this folder on Qt's loop."""
    return {"qt": lambda: make_loop(QApplication.instance())}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A home of the test's own, and English before and after it."""
    folder = tmp_path / "home"
    monkeypatch.setenv("WUZI_HOME", str(folder))
    language.set_language("en")
    yield folder
    language.set_language("en")


@pytest.fixture(autouse=True)
def plain_look(qapp):
    """No look of an earlier test: style sheet and palette are the program's."""
    style.apply(qapp, "light")
    qapp.setStyleSheet("")
    qapp.setPalette(qapp.style().standardPalette())


@pytest.fixture(autouse=True)
def no_leaks(home, qapp):
    """Fail a test that leaves a thread, a process, a running timer or a window behind."""
    me = psutil.Process()
    threads, children = set(threading.enumerate()), set(me.children(recursive=True))
    widgets, timers = set(map(id, QApplication.topLevelWidgets())), set(map(id, _running_timers()))
    yield
    gc.collect()
    for _ in range(3):  # what deletes itself later, and what that deletes
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
    assert set(threading.enumerate()) - threads == set()
    assert set(me.children(recursive=True)) - children == set()
    assert [timer for timer in _running_timers() if id(timer) not in timers] == []
    assert [w for w in QApplication.topLevelWidgets() if id(w) not in widgets] == []


def _running_timers():
    found = []
    for thing in gc.get_objects():
        try:
            if isinstance(thing, QTimer) and thing.isActive():
                found.append(thing)
        except (RuntimeError, ReferenceError):  # its C++ half, or what a proxy stood for, is gone
            continue
    return found


@pytest.fixture
def desktop_loop(qapp):
    """Qt's loop for asyncio; nothing may be left running on it."""
    loop = make_loop(qapp)
    asyncio.set_event_loop(loop)
    yield loop
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(asyncio.wait(left))
    asyncio.set_event_loop(None)
    loop.close()
    assert left == set(), "tasks were left on the loop"
