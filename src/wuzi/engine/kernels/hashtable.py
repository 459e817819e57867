"""The table of positions: two words an entry, shared by all search threads without a lock.

The first word is the key xor the data, the second the data, so that an entry half written by
another thread is not recognised (Hyatt and Mann's trick). Two entries make a bucket. The
data, from the lowest bit: move (10 bits), bound (2), depth (8), value (16), static value
(16), generation (6).
"""

from __future__ import annotations

from wuzi.engine.jit import kernel

UPPER, LOWER, EXACT = 1, 2, 3
WIN = 30000
"""The value of a win at once; one ply later it is worth one less."""
DECIDED = 29000
"""Values from here on are proved wins."""


@kernel("int64(int64[::1], int64)", inner=True)
def bucket_of(h, key):
    """Index of the first word of the bucket of ``key``."""
    return 4 * (key & ((len(h) >> 2) - 1))


@kernel("int64(int64[::1], int64, int64)")
def probe(h, key, generation):
    """The data kept for ``key``, or -1; with a ``generation`` of 0 or more only that one's."""
    at = bucket_of(h, key)
    for slot in range(at, at + 4, 2):
        data = h[slot + 1]
        met = h[slot] ^ data == key and data != 0
        if met and (generation < 0 or data >> 52 == generation):
            return data
    return -1


@kernel("int64(int64, int64)")
def to_table(value, ply):
    """A value seen from its own node: wins are counted from there."""
    if value >= DECIDED:
        return value + ply
    if value <= -DECIDED:
        return value - ply
    return value


@kernel("int64(int64, int64)")
def from_table(data, ply):
    """The value in ``data`` seen from the root, ``ply`` plies above."""
    value = ((data >> 20) & 65535) - 32768
    if value >= DECIDED:
        return value - ply
    if value <= -DECIDED:
        return value + ply
    return value


@kernel("int64(int64)", inner=True)
def static_from_table(data):
    """The static value in ``data``."""
    return ((data >> 36) & 65535) - 32768


@kernel("void(int64[::1], int64, int64, int64, int64, int64, int64, int64, int64)")
def store(h, key, generation, fresh, move, bound, depth, value, static):
    """Keep what was found of a position: instead of its older entry, or of the lesser one.

    An entry of another generation is worth less than any of this one, and in a ``fresh``
    search is no entry at all.
    """
    at = bucket_of(h, key)
    depth = min(max(depth + 8, 0), 255)
    chosen = at
    least = 1 << 30
    for slot in range(at, at + 4, 2):
        data = h[slot + 1]
        current = data >> 52 == generation
        if h[slot] ^ data == key and data != 0 and (current or fresh == 0):
            if current and depth + 4 < (data >> 12) & 255 and bound != EXACT:
                return
            if move == 0:
                move = data & 1023
            chosen = slot
            break
        worth = (data >> 12) & 255 if current else -1
        if worth < least:
            least = worth
            chosen = slot
    data = move | (bound << 10) | (depth << 12) | ((value + 32768) << 20)
    data |= ((static + 32768) << 36) | (generation << 52)
    h[chosen] = key ^ data
    h[chosen + 1] = data
