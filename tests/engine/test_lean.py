"""Numba with less work: the kernels it makes are those of Numba as it is, also in its cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LEAN = "from wuzi.engine.lean import make_numba_lean; make_numba_lean()"
TYPES = f"""
import numba
from numba.core.types import BaseFunction
tries = []
resolve = BaseFunction.get_call_type
BaseFunction.get_call_type = lambda *given: tries.append(given) or resolve(*given)
{LEAN}

@numba.njit
def sums(a, b):
    return a + b, b + a, a + b - a + b, int(a) + int(b)

print(sums(1, 2), sums(1, 2.5), sums(2.5, True))
before = len(tries)
numba.njit("(i8, i8)")(sums.py_func)
print(before > 5, len(tries) - before)
"""
KERNELS = """
import numba
from numba import int64

@numba.njit("int64(int64)", no_cpython_wrapper=True)
def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - int64(1))

@numba.njit("int64(int64, int64)", cache=True)
def binomial(n, k):
    return factorial(n) // (factorial(k) * factorial(n - k))

@numba.njit("int64(int64)", cache=True)
def total(n):
    found = 0
    for k in range(n + 1):
        found += binomial(n, k)
    return found

def answers():
    try:
        binomial(66, 66)  # 66! is 0 in 64 bits
    except ZeroDivisionError as error:
        print(error)
    return total(10), binomial(10, 3), total.stats.cache_hits.total()
"""


def run(code: str, folder: Path) -> list[str]:
    command = [sys.executable, "-W", "error", "-c", code]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.splitlines()


def test_types_found_once_are_still_the_types_of_the_arguments(tmp_path: Path) -> None:
    assert run(TYPES, tmp_path) == [
        "(3, 3, 4, 3) (3.5, 3.5, 5.0, 3) (3.5, 3.5, 2.0, 3)",
        "True 0",
    ]


def test_kernels_answer_and_raise_as_those_of_numba_and_from_its_cache(tmp_path: Path) -> None:
    ask = "import lean_kernels; print(*lean_kernels.answers())"
    told = {}
    for name, code in (("plain", ask), ("lean", f"{LEAN}; {ask}")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "lean_kernels.py").write_text(KERNELS)
        told[name] = run(code, folder)
        assert told[name][-1] == "1024 120 0"
        for again in (ask, f"{LEAN}; {ask}"):
            assert run(again, folder) == [*told[name][:-1], "1024 120 1"]
    assert told["lean"] == told["plain"]
    assert "by zero" in told["lean"][0]


def test_machine_code_is_made_of_what_python_can_call_alone(tmp_path: Path) -> None:
    (tmp_path / "lean_kernels.py").write_text(KERNELS)
    ask = """
from lean_kernels import binomial, factorial
for kernel in (factorial, binomial):
    [made] = kernel.overloads.values()
    print(kernel.__name__, made.library._has_machine_code)
"""
    assert run(f"{LEAN}\n{ask}", tmp_path) == ["factorial False", "binomial True"]
