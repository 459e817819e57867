"""The one decorator of all kernels, and how Numba finds the cache they are compiled into.

Rules (each was measured): every kernel has an explicit signature and takes records and
ints; recursive calls never pass literals; integers are int64. Kernels are kept in the
stamped folder of :mod:`wuzi.engine.cache`, so that a changed kernel is never met by an old
one. With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import caching

from wuzi.engine import cache, layout
from wuzi.engine.cache import State, kernel_cache, stamp

Function = TypeVar("Function", bound=Callable[..., Any])

compiled: Callable[[str], None] = lambda name: None  # noqa: E731
"""Told of every kernel as soon as it can run; :mod:`wuzi.engine.warm` listens."""


@lru_cache(maxsize=1)
def _keeps_kernels(folder: Path) -> bool:
    """Whether compiled kernels can be kept in, or at least read from, the folder.

    Looked at once a process, before the first kernel: then damage is removed, too.
    """
    state = cache.state()
    if state is State.DAMAGED:
        cache.mend()
    return state is not State.UNWRITABLE


class StampedLocator(caching._CacheLocator):  # no public class exists
    """Keeps every kernel of the engine in :func:`~wuzi.engine.cache.kernel_cache`."""

    def __init__(self, function: Any, file: str) -> None:
        self._name = Path(file).stem
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        """The folder."""
        return str(kernel_cache())

    def get_source_stamp(self) -> str:
        """The same for all: the folder's name already tells the sources."""
        return stamp()

    def get_disambiguator(self) -> str:
        """Tells functions of the same name apart."""
        return f"{self._name}-{self._line}"

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        kernel_cache().mkdir(parents=True, exist_ok=True)

    @classmethod
    def from_function(cls, function: Any, file: str) -> StampedLocator | None:
        """A locator for a kernel of ours, as Numba asks it."""
        if not Path(file).is_relative_to(Path(__file__).parent):
            return None
        return cls(function, file)


# Asked before Numba's own; functions that are not ours go on to those.
caching.CacheImpl._locator_classes.insert(0, StampedLocator)


def kernel(signature: str, *, inner: bool = False) -> Callable[[Function], Function]:
    """Compile a function for one signature, given as text with the names in ``layout``.

    One that is ``inner`` only other kernels may call: it has no door to Python, which would take
    as long to compile as a small kernel itself.
    """

    def compile(function: Function) -> Function:
        if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            return function
        names = {**layout.NAMES, **vars(numba.types)}
        types = eval(signature, names)  # our own text
        made = _compile(types, function, inner)
        compiled(function.__name__)
        return made

    return compile


def inlined(function: Function) -> Function:
    """Make a function part of the one kernel that calls it: two functions to read, one to compile.

    A kernel takes all that it calls into its own code, so that each level costs anew.
    """
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return function
    made: Any = numba.njit(inline="always")(function)
    return made  # type: ignore[no-any-return]


def _compile(types: Any, function: Function, inner: bool) -> Function:
    """The compiled function, from the cache if it is there, and kept there if possible."""
    # None makes arrays, so that none has to be counted.
    options: Any = {"nogil": True, "no_cfunc_wrapper": True, "_nrt": False}
    options["no_cpython_wrapper"] = inner
    if _keeps_kernels(kernel_cache()):
        try:
            made: Function = numba.njit(types, cache=True, **options)(function)
            return made
        except Exception:  # unpickling a damaged file may raise anything, writing an OSError
            cache.forget_kernel(function.__module__.rpartition(".")[2], function.__name__)
    # What was wrong with the function itself is raised again here.
    return numba.njit(types, **options)(function)  # type: ignore[no-any-return]
