"""How evenly the window's loop beats while engines search, and how soon it is painted.

    python benchmarks/window_beat.py [--seconds 20] [--threads 2] [--who WHO]

Two engines play each other in a real window (offscreen where there is no display), our own
on ``--threads`` threads by default, while a timer of 60 Hz notes how late it is each time.
Asked for: p99 under 20 ms, none over 100 ms. The processor time that the window's own thread
takes from one beat to the next is told, too: a busy machine does not change that. Then
``wuzi`` is started anew as a program, and the time to its first painted window is told; asked
for: under 1.5 s, warm.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time

BEAT = 1 / 60
STARTS = 5

_PAINTED = """
import sys, time
begun = float(sys.argv[1])
from wuzi.desktop import main_window
shown = main_window.MainWindow.paintEvent
def painted(self, event):
    shown(self, event)
    print(time.time() - begun, flush=True)
    self.close()
main_window.MainWindow.paintEvent = painted
from wuzi.cli import main
sys.exit(main([]))
"""


def percentile(values: list[float], share: float) -> float:
    """The value below which ``share`` of them lie."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


async def beat(who: str, seconds: float) -> tuple[list[float], list[float]]:
    """How late the timer was at each beat, and what the thread had worked since the last."""
    from qtpy.QtCore import Qt, QTimer  # noqa: PLC0415

    from wuzi.desktop.app import make_window  # noqa: PLC0415
    from wuzi.desktop.desk import NewGame  # noqa: PLC0415
    from wuzi.settings import Settings  # noqa: PLC0415

    window = make_window(Settings())
    desk = window.desk
    desk.start()
    window.show()
    window.add_record()
    await desk.new_game(NewGame(who, who))
    while desk.session.phase != "thinking" or len(desk.board.moves) < 2:
        await asyncio.sleep(0.1)
    late: list[float] = []
    work: list[float] = []
    last, worked = time.perf_counter(), time.thread_time()

    def note() -> None:
        nonlocal last, worked
        now, spent = time.perf_counter(), time.thread_time()
        late.append(max(now - last - BEAT, 0.0))
        work.append(spent - worked)
        last, worked = now, spent

    timer = QTimer(window)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(round(BEAT * 1000))
    timer.timeout.connect(note)
    timer.start()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if desk.session.outcome is not None:
            desk.session.restart()
        await asyncio.sleep(0.5)
    timer.stop()
    window.close()
    await desk.close()
    return late, work


def start_up() -> list[float]:
    """Seconds from the start of the program to the first paint, several times."""
    return [
        float(
            subprocess.run(
                [sys.executable, "-c", _PAINTED, repr(time.time())],
                check=True,
                capture_output=True,
                text=True,
                timeout=60,
            ).stdout.split()[0]
        )
        for _ in range(STARTS)
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--who", default="")
    options = parser.parse_args()
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from wuzi.settings import cache_dir  # noqa: PLC0415

    os.environ.setdefault("WUZI_KERNELS", str(cache_dir() / "kernels"))
    with tempfile.TemporaryDirectory() as home:
        os.environ["WUZI_HOME"] = home
        from wuzi.desktop.app import make_app  # noqa: PLC0415
        from wuzi.desktop.qt import choose_binding  # noqa: PLC0415

        binding = choose_binding()
        app = make_app(lambda error: sys.exit(str(error)))
        from wuzi.desktop.loop import make_loop  # noqa: PLC0415

        who = options.who or f"wuzi,threads={options.threads}"
        loop = make_loop(app)
        late, work = loop.run_until_complete(beat(who, options.seconds))
        loop.close()
        print(
            f"{binding}, {who} against itself, {len(late)} beats of 60 Hz: late by"
            f" {percentile(late, 0.5) * 1000:.1f} ms (median),"
            f" {percentile(late, 0.99) * 1000:.1f} ms (p99), {max(late) * 1000:.1f} ms (most)"
        )
        print(
            "processor time of the window between two beats:"
            f" {percentile(work, 0.99) * 1000:.1f} ms (p99), {max(work) * 1000:.1f} ms (most)"
        )
        start_up()  # warm
        before = os.times()
        starts = start_up()
        after = os.times()
        spent = after.children_user + after.children_system
        spent -= before.children_user + before.children_system
        print(
            f"wuzi to a painted window: {statistics.median(starts):.2f} s (median of {STARTS}),"
            f" {max(starts):.2f} s (most); {spent / STARTS:.2f} s of processor time in all"
        )


if __name__ == "__main__":
    main()
