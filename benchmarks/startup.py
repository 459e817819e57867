"""How long Wuzi takes to start: medians over fresh interpreters.

Run ``python benchmarks/startup.py [REPEATS]``. Bounds: ``import wuzi`` under 0.2 s,
``wuzi --help`` under 0.4 s.
"""

from __future__ import annotations

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


def seconds(arguments: list[str]) -> float:
    """Wall time of one fresh interpreter."""
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    """Print the medians."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    for name, arguments in CASES.items():
        seconds(arguments)  # fill the file cache
        times = [seconds(arguments) for _ in range(repeats)]
        print(f"{name:20} median {statistics.median(times):.3f} s of {repeats} runs")


if __name__ == "__main__":
    main()
