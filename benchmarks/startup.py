"""How long Wuzi takes to start: medians over fresh interpreters.

Run ``python benchmarks/startup.py [REPEATS]``. Bounds: ``import wuzi`` under 0.2 s,
``wuzi --help`` under 0.4 s. Beside the wall time stands the processor time (not on Windows),
which other programs on the machine disturb less.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

CASES = {
    "python -c pass": ["-c", "pass"],
    "import wuzi": ["-c", "import wuzi"],
    "import wuzi.rules": ["-c", "import wuzi.rules"],
    "wuzi --version": ["-m", "wuzi", "--version"],
    "wuzi --help": ["-m", "wuzi", "--help"],
    "wuzi play --help": ["-m", "wuzi", "play", "--help"],
    "wuzi show h8i9": ["-m", "wuzi", "show", "h8i9"],
}


def seconds(arguments: list[str]) -> tuple[float, float]:
    """Wall time and processor time of one fresh interpreter."""
    began, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - began, os.times()
    user = after.children_user - before.children_user
    return wall, user + after.children_system - before.children_system


def main() -> None:
    """Print the medians."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    print(f"medians of {repeats} runs       wall      processor")
    for name, arguments in CASES.items():
        seconds(arguments)  # fill the file cache
        runs = [seconds(arguments) for _ in range(repeats)]
        wall, processor = (statistics.median(times) for times in zip(*runs, strict=True))
        print(f"{name:24} {wall:7.3f} s {processor:9.3f} s")


if __name__ == "__main__":
    main()
