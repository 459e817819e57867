"""Kernels: compiled once, kept, never met by an old one; the same without JIT and with checks."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import pytest
from numba.core.errors import NumbaError

from tests.engine.walk import walk
from wuzi.engine import cache, jit, kernels

ROOT = Path(__file__).parents[2]

CALLEE = """
from wuzi.engine.jit import kernel

@kernel("int64(int64)")
def callee(x):
    return x + {number}
"""
INNER_CALLEE = CALLEE.replace('(int64)")', '(int64)", inner=True)')
CALLER = """
from wuzi.engine.jit import kernel
from tiny_callee import callee

@kernel("int64(int64)")
def caller(x):
    return 10 * callee(x)
"""


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ModuleType]]:
    """A tiny engine of two files in place of ours: ``tiny(number)`` writes and imports it anew."""
    folder = tmp_path / "engine"
    folder.mkdir()
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kernels"))
    monkeypatch.setattr(cache, "__file__", str(folder / "cache.py"))
    monkeypatch.setattr(jit, "__file__", str(folder / "jit.py"))
    monkeypatch.syspath_prepend(str(folder))

    def forget() -> None:
        cache.stamp.cache_clear()
        jit._keeps_kernels.cache_clear()
        for name in ("tiny_caller", "tiny_callee"):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()

    def make(number: int = 1, caller: str = CALLER, callee: str = CALLEE) -> ModuleType:
        (folder / "tiny_callee.py").write_text(callee.format(number=number))
        (folder / "tiny_caller.py").write_text(caller)
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        forget()
        return importlib.import_module("tiny_caller")

    yield make
    monkeypatch.undo()
    forget()


def was_cached(module: ModuleType) -> bool:
    return bool(module.caller.stats.cache_hits)


Tiny = Callable[..., ModuleType]


def test_a_kernel_is_compiled_once_and_kept(tiny: Tiny) -> None:
    first = tiny()
    assert (first.caller(4), was_cached(first)) == (50, False)
    second = tiny()
    assert (second.caller(4), was_cached(second)) == (50, True)
    assert {path.suffix for path in cache.kernel_cache().iterdir()} == {".nbi", ".nbc"}


def test_an_inner_kernel_is_compiled_with_its_first_caller_and_kept_in_it_alone(tiny: Tiny) -> None:
    told: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "compiled", told.append)
        first = tiny(callee=INNER_CALLEE)
    assert (first.caller(4), told) == (50, ["caller"])
    assert first.callee.signatures == [(numba.int64,)]
    assert not first.callee._can_compile
    second = tiny(callee=INNER_CALLEE)
    assert (second.caller(4), was_cached(second), second.callee.signatures) == (50, True, [])
    assert {path.name.split("-")[0] for path in cache.kernel_cache().iterdir()} == {
        "tiny_caller.caller"
    }


def test_a_callee_that_changed_in_another_file_is_not_met_by_its_old_caller(tiny: Tiny) -> None:
    assert tiny(1).caller(4) == 50
    changed = tiny(2)
    assert (changed.caller(4), was_cached(changed)) == (60, False)
    back = tiny(1)
    assert (back.caller(4), was_cached(back)) == (50, True)


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("data", [b"", b"garbage", b"\x80\x04\x95"])
def test_damaged_files_are_made_again(tiny: Tiny, ending: str, data: bytes) -> None:
    tiny()
    for path in cache.kernel_cache().glob(f"*{ending}"):
        path.write_bytes(data)
    assert tiny().caller(4) == 50
    mended = tiny()
    for _ in range(2):  # what was compiled without the cache is kept the next time
        mended = tiny()
    assert (mended.caller(4), was_cached(mended)) == (50, True)


def test_damage_that_only_the_seal_tells_is_made_again(tiny: Tiny) -> None:
    tiny()
    cache.seal()
    file = next(cache.kernel_cache().glob("*caller*.nbc"))
    file.write_bytes(bytes(byte ^ (at == 900) for at, byte in enumerate(file.read_bytes())))
    mended = tiny()
    assert (mended.caller(4), was_cached(mended)) == (50, False)


def test_without_a_place_to_keep_them_kernels_run(tiny: Tiny, tmp_path: Path) -> None:
    (tmp_path / "kernels").write_text("a file where a folder should be")
    assert tiny().caller(4) == 50
    assert not list(tmp_path.rglob("*.nbc"))


def test_a_fault_in_a_kernel_is_told(tiny: Tiny) -> None:
    with pytest.raises(NumbaError):
        tiny(caller=CALLER.replace("10 * callee(x)", "callee('x')"))


def test_functions_of_others_keep_their_cache(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "stranger.py").write_text(
        "import numba\n\n@numba.njit(cache=True)\ndef twice(x):\n    return 2 * x\n"
    )
    stranger = importlib.import_module("stranger")
    assert stranger.twice(4) == 8
    assert list((tmp_path / "__pycache__").glob("stranger.twice*.nbc"))
    sys.modules.pop("stranger")


# Our own


def all_kernels() -> dict[str, Any]:
    found = {}
    for module in pkgutil.iter_modules(kernels.__path__):
        names = vars(importlib.import_module(f"{kernels.__name__}.{module.name}"))
        for name, value in names.items():
            if isinstance(value, numba.core.dispatcher.Dispatcher):
                found[f"{value.py_func.__module__}.{name}"] = value
    return found


def is_inner(function: Any) -> bool:
    return function.targetoptions.get("no_cpython_wrapper", False)


def test_every_kernel_has_one_signature() -> None:
    walk()
    found = all_kernels()
    assert len(found) >= 6
    for name, one in found.items():
        asked = not is_inner(one) or bool(one.signatures)  # by a caller that was not kept yet
        assert len(one.signatures) == int(asked), name
        assert one._can_compile == (not asked), "an explicit signature forbids another"
        assert one.targetoptions["nogil"]


def walked_in_a_child(*options: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, *options, "-m", "tests.engine.walk"],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    ).stdout.strip()


def test_without_jit_the_same_walk_leads_to_the_same_place() -> None:
    assert walked_in_a_child("-W", "error", NUMBA_DISABLE_JIT="1") == walk()


def test_no_index_is_out_of_bounds(tmp_path: Path) -> None:
    """Numba's cache does not tell kernels with checks from those without: a folder of its own."""
    checked = walked_in_a_child(NUMBA_BOUNDSCHECK="1", WUZI_KERNELS=str(tmp_path))
    assert checked == walk()
