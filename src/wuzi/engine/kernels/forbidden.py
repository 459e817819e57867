"""Black's forbidden points in renju, exactly, inside the search.

The lines of a point tell an overline and a double-four at once. Two threes are suspected
only: each counts if a *legal* stone makes a straight four of it and no five by the way,
which is asked of the same function one stone later (``rules/renju.py`` is the reference).
"""

from __future__ import annotations

from wuzi.engine.jit import kernel
from wuzi.engine.kernels.position import STEPS

FOUR, STRAIGHT_FOUR, FIVE, OVERLINE, DOUBLE_FOUR = 9, 10, 11, 12, 13
OPEN_THREE, FREE_THREE = 7, 8


@kernel("int64(S, T, int64, int64)")
def line_at(s, t, p, d):
    """Black's line ``d`` through the empty cell ``p``, read from the cells alone."""
    key = 0
    shift = 0
    reach = t.reach
    step = STEPS[d]
    for at in range(-reach, reach + 1):
        if at != 0:
            key |= int(s.cell[(p + at * step) & 1023]) << shift
            shift += 2
    return int(t.line[key & 1048575]) & 15


@kernel("int64(S, T, int64)")
def is_forbidden(s, t, p):
    """1 if black may not play the empty cell ``p``, else 0; the cells are left as they were."""
    lines = 0
    threes = 0
    fours = 0
    bad = 0
    for d in range(4):
        line = line_at(s, t, p, d)
        lines |= line << (4 * d)
        if line == FIVE:
            return 0
        if line in (OVERLINE, DOUBLE_FOUR):
            bad = 1
        elif line in (FOUR, STRAIGHT_FOUR):
            fours += 1
        elif line in (OPEN_THREE, FREE_THREE):
            threes += 1
    if bad == 1 or fours >= 2:
        return 1
    if fours + threes < 2 or threes < 2:
        return 0
    s.cell[p & 1023] = 1
    real = 0
    for d in range(4):
        line = (lines >> (4 * d)) & 15
        if line not in (OPEN_THREE, FREE_THREE):
            continue
        step = STEPS[d]
        counts = 0
        for sign in range(2):
            go = -step if sign else step
            q = p
            while s.cell[q] == 1:
                q = (q + go) & 1023
            if counts == 1 or s.cell[q] != 0 or line_at(s, t, q, d) != STRAIGHT_FOUR:
                continue
            five = 0
            for other in range(4):
                if line_at(s, t, q, other) == FIVE:
                    five = 1
            if five == 0 and is_forbidden(s, t, q) == 0:
                counts = 1
        real += counts
    s.cell[p & 1023] = 0
    return 1 if real >= 2 else 0
