"""The one decorator of all kernels, and the stamped cache they are compiled into.

Rules (each was measured): every kernel has an explicit signature and takes records and
ints; recursive calls never pass literals; integers are int64. Numba does not notice that a
function in *another* file changed, so the cache folder's name is a hash of the sources of
the whole engine, of Numba's version and of Python's: a changed kernel is never met by an
old one. With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import caching

from wuzi.engine import layout
from wuzi.settings.paths import cache_dir

Function = TypeVar("Function", bound=Callable[..., Any])


@functools.lru_cache(maxsize=1)
def stamp() -> str:
    """A name for this very engine: changes when any of its sources does."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:16]


def kernel_cache() -> Path:
    """Where compiled kernels and generated tables of this engine are kept."""
    return cache_dir() / "kernels" / stamp()


class StampedLocator(caching._CacheLocator):  # no public class exists
    """Keeps every kernel of the engine in :func:`kernel_cache`."""

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

    @classmethod
    def from_function(cls, function: Any, file: str) -> StampedLocator | None:
        """A locator for a kernel of ours if the cache can be written, as Numba asks it."""
        if not Path(file).is_relative_to(Path(__file__).parent):
            return None
        locator = cls(function, file)
        try:
            kernel_cache().mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=kernel_cache()).close()
        except OSError:
            return None
        return locator


# Asked before Numba's own; functions that are not ours go on to those.
caching.CacheImpl._locator_classes.insert(0, StampedLocator)


def kernel(signature: str) -> Callable[[Function], Function]:
    """Compile a function for one signature, given as text with the names in ``layout``."""

    def compile(function: Function) -> Function:
        if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            return function
        names = {"S": layout.STATE_TYPE, "T": layout.TABLES_TYPE, **vars(numba.types)}
        types = eval(signature, names)  # our own text
        compiled: Function = numba.njit(types, nogil=True, cache=True)(function)
        return compiled

    return compile
