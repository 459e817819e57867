"""The one loop: Qt's, which asyncio runs on, so that session, pipes and widgets share it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from qasync import QEventLoop, _SimpleTimer
from qtpy.QtCore import QTimerEvent
from qtpy.QtWidgets import QApplication

T = TypeVar("T")

THREADS: Final = 3
"""Workers for files, settings and what a player must load. (qasync's own would be ten.)"""


class _Timer(_SimpleTimer):  # type: ignore[misc]  # qasync has no types
    """Runs the loop's callbacks, and the loop counts as running meanwhile.

    Otherwise it would not where somebody else handles Qt's events, as pytest-qt does
    between the parts of a test, and a task that went on then would fail. While a task is at
    work nothing else is run, even if it has Qt handle events: it waits for the next time.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._loop = loop

    def timerEvent(self, event: QTimerEvent) -> None:
        if asyncio.current_task(self._loop) is not None:
            return  # Qt's timers repeat
        if asyncio._get_running_loop() is not None:
            super().timerEvent(event)
            return
        asyncio._set_running_loop(self._loop)
        try:
            super().timerEvent(event)
        finally:
            asyncio._set_running_loop(None)


class WindowLoop(QEventLoop):  # type: ignore[misc]
    """qasync's loop, which runs nothing of its own accord once it has been told to stop.

    Its own ``run_until_complete`` handles events once more at the end.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._timer = _Timer(self)

    def run_until_complete(self, future: Coroutine[Any, Any, T] | asyncio.Future[T]) -> T:
        """Run until ``future`` is done, and return its result."""
        task = asyncio.ensure_future(future, loop=self)
        task.add_done_callback(self._stop_after)
        try:
            self.run_forever()
        finally:
            task.remove_done_callback(self._stop_after)
        if not task.done():
            raise RuntimeError("the loop was stopped before its task was done")
        return task.result()

    def _stop_after(self, task: asyncio.Future[Any]) -> None:
        self.stop()


def make_loop(app: QApplication) -> asyncio.AbstractEventLoop:
    """An asyncio loop on Qt's; its worker threads end when it is closed."""
    app.setQuitOnLastWindowClosed(False)  # the loop ends when its task does
    loop: Any = WindowLoop(app)
    loop.set_default_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="wuzi-window"))
    return loop  # type: ignore[no-any-return]
