"""Numba without what our kernels can do without, for the process that compiles all of them.

What is replaced here are private parts of Numba, whose minor version is pinned for that. The
kernels that come of it visit the same nodes, some two hundredths slower at most; to compile
them takes a third less (``wuzi bench`` and tests/engine/test_warm.py print both). A process
that plays, and has a damaged kernel to compile again, leaves Numba as it is.
"""

from __future__ import annotations

from typing import Any, Final

from numba.core import config
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import NopythonRewrites
from numba.core.types import BaseFunction, Record


def make_numba_lean() -> None:
    """Replace them in this process, once, before anything is compiled."""
    settings: Any = config
    settings.LOOP_VECTORIZE = settings.SLP_VECTORIZE = 0  # see kernels.vectors for what pays
    settings.LLVM_REFPRUNE_PASS = 0  # nothing is counted
    _resolve_once()
    _ask_late_where_variables_live()
    _spell_records_once()
    NopythonRewrites.run_pass = _nothing_to_rewrite  # type: ignore[method-assign]
    _set_no_environment_without_code(JITCPUCodegen)
    JITCPUCodegen._library_class = _LeanLibrary


def _resolve_once() -> None:
    """Find out the types of each kind of call once: a seventh of the work is saved.

    Every ``a + b`` of two integers is otherwise tried against all the additions NumPy knows.
    What a function returns for given types cannot change here: no more of them are registered.
    """
    resolve = BaseFunction.get_call_type
    found: dict[Any, Any] = {}  # the function itself is in the key, so that it stays alive

    def get_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
        key = (function, tuple(args), tuple(sorted(kws.items())))
        if key not in found:
            found[key] = resolve(function, context, args, kws)
        return found[key]

    BaseFunction.get_call_type = get_call_type  # type: ignore[assignment,method-assign]


def _ask_late_where_variables_live() -> None:
    """Find out where variables live when a pass asks, not before every pass: a twentieth."""

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = self.func_ir
        function.blocks = canonicalize_cfg(function.blocks)
        function.variable_lifetime = VariableLifetime(function.blocks)
        function.generator_info = None  # no kernel is one
        if emit_dels:
            self._insert_var_dels(extend_lifetimes=extend_lifetimes)

    PostProcessor.run = run  # type: ignore[method-assign]


def _nothing_to_rewrite(rewrites: Any, state: Any) -> bool:
    """Look for no expressions of whole arrays, of which kernels have none: four hundredths."""
    return False


def _spell_records_once() -> None:
    """Keep the text of a record's type, long with all its fields, that goes with every pass."""
    spell = Record.__repr__
    spelt: dict[int, tuple[str, Any]] = {}  # with the type itself, so that its id stays its own

    def spell_once(record: Any) -> str:
        if id(record) not in spelt:
            spelt[id(record)] = spell(record), record
        return spelt[id(record)][0]

    Record.__repr__ = spell_once  # type: ignore[method-assign]


_DOOR: Final = "_ZN7cpython"
"""How the names of functions begin that Numba makes for Python to call."""


class _LeanLibrary(JITCodeLibrary):
    """The code of a function and of those it calls, optimised once; machine code if asked for.

    Numba goes over each function by itself, then over all together to find counts of references
    that cancel out, and then over all again: the last alone leaves the same speed. What is taken
    in by others it optimises by itself and there again: there alone saves a seventh of the work,
    and costs a hundredth of the speed, if anything.
    """

    _has_machine_code = False
    _compiled_object: bytes | None = None

    def add_llvm_module(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        self._final_module.link_in(ll_module)

    def _optimize_final_module(self) -> None:
        if not self._has_door():
            return  # it is optimised as part of each kernel that takes it in
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _has_door(self) -> bool:
        """Whether Python can call it."""
        return any(function.name.startswith(_DOOR) for function in self.get_defined_functions())

    def _finalize_final_module(self) -> None:
        self._finalized = True
        if self._compiled_object:  # it comes from a cache, machine code and all
            self._enter_engine()

    def _enter_engine(self) -> None:
        self._has_machine_code = True
        super()._finalize_final_module()

    def get_pointer_to_function(self, name: str) -> int:
        """The address, for which machine code is made: that of a kernel with a door to Python.

        What only other kernels call is part of their machine code, and needs none of its own.
        """
        self._ensure_finalized()
        if not self._has_machine_code and any(
            function.name == name for function in self.get_defined_functions()
        ):
            self._enter_engine()
        return super().get_pointer_to_function(name)  # type: ignore[no-any-return]


def _set_no_environment_without_code(maker: Any) -> None:
    """Let a function whose machine code is not made go without what Python's errors need."""
    set_env = maker.set_env

    def set_if_there(codegen: Any, name: str, environment: Any) -> None:
        if codegen._engine.is_symbol_defined(name):
            set_env(codegen, name, environment)

    maker.set_env = set_if_there
