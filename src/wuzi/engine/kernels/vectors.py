"""The network's arithmetic on whole vectors at once, which plain loops would leave to chance.

Each function stands here twice: as LLVM vectors that Numba puts into the calling kernel (LLVM
splits them into whatever the processor has), and in NumPy for ``NUMBA_DISABLE_JIT=1``. Both add
in the same order, one multiplication and one addition at a time, so that they agree bit for bit.
Measured: loops that Numba is left to vectorise by itself take more than twice as long.

``WIDTH`` values make a vector: half of them are black's view, half white's.
"""

from __future__ import annotations

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

WIDTH = 64
HALF = WIDTH // 2
CLASSES = 16
INPUTS = WIDTH + 2 * CLASSES
"""What the head sees: the sums, own half first, and the counts of threats, own first."""

# Where the parts of the head lie in its array: weights by input, then biases.
FIRST = 0
FIRST_BIAS = FIRST + INPUTS * HALF
SECOND = FIRST_BIAS + HALF
SECOND_BIAS = SECOND + HALF * HALF
THIRD = SECOND_BIAS + HALF
SKIP = THIRD + HALF
LAST_BIAS = SKIP + INPUTS
HEAD = LAST_BIAS + HALF

if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]

    def move_cell(cells, sums, table, at, plus, minus):
        """Add row ``plus`` of the table to a cell's vector, take ``minus`` off; keep ``sums``."""
        old = cells[at : at + WIDTH].copy()
        new = old + table[plus : plus + WIDTH] - table[minus : minus + WIDTH]
        cells[at : at + WIDTH] = new
        sums += np.maximum(new, 0) - np.maximum(old, 0)

    def count_cell(cells, sums, at, sign):
        """Add what a cell's vector has above zero to ``sums``, or take it off (``sign`` -1)."""
        sums += np.maximum(cells[at : at + WIDTH], 0) * np.int32(sign)

    def head(sums, counts, weights, inputs, own):
        """The output for the side whose half of the sums begins at ``own``."""
        inputs[:HALF] = sums[own : own + HALF]
        inputs[HALF:WIDTH] = sums[HALF - own : WIDTH - own]
        mine = own // HALF * CLASSES
        inputs[WIDTH : WIDTH + CLASSES] = counts[mine : mine + CLASSES]
        inputs[WIDTH + CLASSES :] = counts[CLASSES - mine : 2 * CLASSES - mine]
        first = _dense(inputs, weights, FIRST, FIRST_BIAS)
        second = _dense(first, weights, SECOND, SECOND_BIAS)
        rest = second * weights[THIRD : THIRD + HALF]
        for at in range(0, INPUTS, HALF):
            rest = rest + inputs[at : at + HALF] * weights[SKIP + at : SKIP + at + HALF]
        while len(rest) > 1:
            rest = rest[: len(rest) // 2] + rest[len(rest) // 2 :]
        return rest[0] + weights[LAST_BIAS]

    def _dense(values, weights, start, bias):
        even = weights[bias : bias + HALF].copy()
        odd = np.zeros(HALF, np.float32)
        for at in range(0, len(values), 2):
            row = start + HALF * at
            even = even + values[at] * weights[row : row + HALF]
            odd = odd + values[at + 1] * weights[row + HALF : row + WIDTH]
        both = even + odd
        return np.where(both > 0, both, np.float32(0))

else:
    _I16 = ir.VectorType(ir.IntType(16), WIDTH)
    _I32 = ir.VectorType(ir.IntType(32), WIDTH)
    _I32_HALF = ir.VectorType(ir.IntType(32), HALF)
    _FLOAT = ir.VectorType(ir.FloatType(), HALF)
    _I32_FEW = ir.VectorType(ir.IntType(32), CLASSES)
    _FLOAT_FEW = ir.VectorType(ir.FloatType(), CLASSES)

    def _pointer(context, builder, kind, array, at, vector):
        """Where the vector that begins at entry ``at`` of an array lies."""
        data = context.make_array(kind)(context, builder, array).data
        place = builder.gep(data, [at])
        return builder.bitcast(place, vector.as_pointer())

    def _above_zero(builder, values):
        zero = ir.Constant(values.type, [0] * values.type.count)
        return builder.select(builder.icmp_signed(">", values, zero), values, zero)

    @intrinsic
    def move_cell(typing, cells, sums, table, at, plus, minus):
        """Add row ``plus`` of the table to a cell's vector, take ``minus`` off; keep ``sums``."""

        def generate(context, builder, signature, args):
            kinds = signature.args
            zero = context.get_constant(types.int64, 0)
            place = _pointer(context, builder, kinds[0], args[0], args[3], _I16)
            total = _pointer(context, builder, kinds[1], args[1], zero, _I32)
            plus = _pointer(context, builder, kinds[2], args[2], args[4], _I16)
            minus = _pointer(context, builder, kinds[2], args[2], args[5], _I16)
            old = builder.load(place, align=2)
            new = builder.add(old, builder.load(plus, align=2))
            new = builder.sub(new, builder.load(minus, align=2))
            builder.store(new, place, align=2)
            more = builder.sub(_above_zero(builder, new), _above_zero(builder, old))
            sums = builder.add(builder.load(total, align=4), builder.sext(more, _I32))
            builder.store(sums, total, align=4)
            return context.get_dummy_value()

        return types.void(cells, sums, table, types.int64, types.int64, types.int64), generate

    @intrinsic
    def count_cell(typing, cells, sums, at, sign):
        """Add what a cell's vector has above zero to ``sums``, or take it off (``sign`` -1)."""

        def generate(context, builder, signature, args):
            kinds = signature.args
            zero = context.get_constant(types.int64, 0)
            place = _pointer(context, builder, kinds[0], args[0], args[2], _I16)
            total = _pointer(context, builder, kinds[1], args[1], zero, _I32)
            above = builder.sext(_above_zero(builder, builder.load(place, align=2)), _I32)
            old = builder.load(total, align=4)
            positive = builder.icmp_signed(">", args[3], zero)
            more, less = builder.add(old, above), builder.sub(old, above)
            builder.store(builder.select(positive, more, less), total, align=4)
            return context.get_dummy_value()

        return types.void(cells, sums, types.int64, types.int64), generate

    @intrinsic
    def head(typing, sums, counts, weights, inputs, own):
        """The output for the side whose half of the sums begins at ``own``.

        ``inputs`` is a scratch of ``INPUTS`` floats.
        """

        def generate(context, builder, signature, args):
            kinds = signature.args

            def constant(at):
                return context.get_constant(types.int64, at)

            def vector(number, at, kind):
                place = _pointer(context, builder, kinds[number], args[number], at, kind)
                return builder.load(place, align=4)

            def keep(values, at):
                place = _pointer(context, builder, kinds[3], args[3], constant(at), values.type)
                builder.store(values, place, align=4)

            def take(number, at, to, whole, real):
                keep(builder.sitofp(vector(number, at, whole), real), to)

            def dense(length, start, bias):
                scratch = context.make_array(kinds[3])(context, builder, args[3]).data
                begin = vector(2, constant(bias), _FLOAT)
                return _layer(context, builder, scratch, (kinds[2], args[2]), length, start, begin)

            own = args[4]
            mine = builder.ashr(own, constant(1))
            take(0, own, 0, _I32_HALF, _FLOAT)
            take(0, builder.sub(constant(HALF), own), HALF, _I32_HALF, _FLOAT)
            take(1, mine, WIDTH, _I32_FEW, _FLOAT_FEW)
            take(1, builder.sub(constant(CLASSES), mine), WIDTH + CLASSES, _I32_FEW, _FLOAT_FEW)
            past = [vector(3, constant(at), _FLOAT) for at in range(0, INPUTS, HALF)]
            keep(dense(INPUTS, FIRST, FIRST_BIAS), 0)
            second = dense(HALF, SECOND, SECOND_BIAS)
            rest = builder.fmul(second, vector(2, constant(THIRD), _FLOAT))
            for number, values in enumerate(past):
                skip = vector(2, constant(SKIP + HALF * number), _FLOAT)
                rest = builder.fadd(rest, builder.fmul(values, skip))
            bias = _first(builder, vector(2, constant(LAST_BIAS), _FLOAT))
            return builder.fadd(_folded(builder, rest), bias)

        return types.float32(sums, counts, weights, inputs, types.int64), generate

    def _layer(context, builder, values, weights, length, start, bias):
        """One layer with its ReLU: the first ``length`` of ``values`` times their rows."""
        zero = ir.Constant(_FLOAT, [0.0] * HALF)
        even = cgutils.alloca_once_value(builder, bias)
        odd = cgutils.alloca_once_value(builder, zero)
        pairs = context.get_constant(types.int64, length // 2)
        with cgutils.for_range(builder, pairs) as loop:
            for total, offset in ((even, 0), (odd, 1)):
                at = builder.add(
                    builder.shl(loop.index, loop.index.type(1)), loop.index.type(offset)
                )
                value = builder.load(builder.gep(values, [at]))
                row = builder.add(
                    builder.mul(at, at.type(HALF)), context.get_constant(types.int64, start)
                )
                place = _pointer(context, builder, weights[0], weights[1], row, _FLOAT)
                product = builder.fmul(_spread(builder, value), builder.load(place, align=4))
                builder.store(builder.fadd(builder.load(total), product), total)
        both = builder.fadd(builder.load(even), builder.load(odd))
        return builder.select(builder.fcmp_ordered(">", both, zero), both, zero)

    def _spread(builder, value):
        """A vector of one value."""
        empty = ir.Constant(_FLOAT, ir.Undefined)
        first = builder.insert_element(empty, value, ir.IntType(32)(0))
        picks = ir.Constant(ir.VectorType(ir.IntType(32), HALF), [0] * HALF)
        return builder.shuffle_vector(first, empty, picks)

    def _first(builder, values):
        return builder.extract_element(values, ir.IntType(32)(0))

    def _folded(builder, values):
        """The sum of a vector, the upper half laid on the lower one until one is left."""
        count = values.type.count
        while count > 1:
            count //= 2
            kind = ir.VectorType(ir.IntType(32), count)
            low = builder.shuffle_vector(values, values, ir.Constant(kind, list(range(count))))
            high = ir.Constant(kind, list(range(count, 2 * count)))
            values = builder.fadd(low, builder.shuffle_vector(values, values, high))
        return _first(builder, values)
