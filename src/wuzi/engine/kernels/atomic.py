"""Numbers that threads share: read, written and changed in one step, seen by all in order.

Plain reads and writes of Numba may be kept in a register or moved past each other; these are
not. Without JIT, under the interpreter's lock, plain ones serve: there only one thread searches.
"""

from __future__ import annotations

import numba
from numba import types
from numba.extending import intrinsic

if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]

    def load(shared, at):
        """The number at ``at``."""
        return shared[at]

    def put(shared, at, value):
        """Write the number at ``at``, after all that was written before."""
        shared[at] = value

    def add(shared, at, value):
        """Add to the number at ``at``; what it was before."""
        old = shared[at]
        shared[at] = old + value
        return old

    def exchange(shared, at, value):
        """Write the number at ``at``; what it was before."""
        old = shared[at]
        shared[at] = value
        return old

else:

    def _place(context, builder, kind, array, at):
        data = context.make_array(kind)(context, builder, array).data
        return builder.gep(data, [at])

    @intrinsic
    def load(typing, shared, at):
        """The number at ``at``."""

        def generate(context, builder, signature, args):
            place = _place(context, builder, signature.args[0], args[0], args[1])
            return builder.load_atomic(place, "acquire", 8)

        return types.int64(shared, types.int64), generate

    @intrinsic
    def put(typing, shared, at, value):
        """Write the number at ``at``, after all that was written before."""

        def generate(context, builder, signature, args):
            place = _place(context, builder, signature.args[0], args[0], args[1])
            builder.store_atomic(args[2], place, "release", 8)
            return context.get_dummy_value()

        return types.void(shared, types.int64, types.int64), generate

    @intrinsic
    def add(typing, shared, at, value):
        """Add to the number at ``at``; what it was before."""

        def generate(context, builder, signature, args):
            place = _place(context, builder, signature.args[0], args[0], args[1])
            return builder.atomic_rmw("add", place, args[2], "seq_cst")

        return types.int64(shared, types.int64, types.int64), generate

    @intrinsic
    def exchange(typing, shared, at, value):
        """Write the number at ``at``; what it was before."""

        def generate(context, builder, signature, args):
            place = _place(context, builder, signature.args[0], args[0], args[1])
            return builder.atomic_rmw("xchg", place, args[2], "seq_cst")

        return types.int64(shared, types.int64, types.int64), generate
