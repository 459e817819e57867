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
from typing import Any, Final, TypeVar

import numba
from numba.core import caching

from wuzi.engine import cache, layout
from wuzi.engine.cache import State, kernel_cache, stamp

Function = TypeVar("Function", bound=Callable[..., Any])

compiled: Callable[[str], None] = lambda name: None  # noqa: E731
"""Told of every kernel that is not inner as soon as it can run; :mod:`wuzi.engine.warm` listens."""


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

    One that is ``inner`` only other kernels may call, and they take its code into their own. So
    it is compiled when the first of them is, and nothing of it is kept or loaded.
    """

    def compile(function: Function) -> Function:
        if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            return function
        names = {**layout.NAMES, **vars(numba.types)}
        types = eval(signature, names)  # our own text
        if inner:
            return _on_demand(types, function)
        made = _compile(types, function)
        compiled(function.__name__)
        return made

    return compile


_OPTIONS: Final[Any] = {"nogil": True, "no_cfunc_wrapper": True, "_nrt": False}
"""None makes arrays, so that none has to be counted."""


def _compile(types: Any, function: Function) -> Function:
    """The compiled function, from the cache if it is there, and kept there if possible."""
    if _keeps_kernels(kernel_cache()):
        try:
            made: Function = numba.njit(types, cache=True, **_OPTIONS)(function)
            return made
        except Exception:  # unpickling a damaged file may raise anything, writing an OSError
            cache.forget_kernel(function.__module__.rpartition(".")[2], function.__name__)
    # What was wrong with the function itself is raised again here.
    return numba.njit(types, **_OPTIONS)(function)  # type: ignore[no-any-return]


def _on_demand(types: Any, function: Function) -> Function:
    """The function, to be compiled for ``types`` as soon as a kernel that calls it is."""
    options: Any = {**_OPTIONS, "no_cpython_wrapper": True}
    made: Any = numba.njit(**options)(function)
    get_call_template = made.get_call_template

    def compile_once(args: Any, kws: Any) -> Any:
        if made._can_compile and not made.is_compiling:
            made.compile(types)
            made.disable_compile()
        return get_call_template(args, kws)

    made.get_call_template = compile_once
    return made  # type: ignore[no-any-return]
