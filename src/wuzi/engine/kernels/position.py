"""The incremental position: making and unmaking a stone.

Each empty cell keeps, for each of its four lines, the window of cells around it as a key;
the tables turn the key into what one more stone would make there, for both colours; four
such lines make the cell's *code*, and the code tells the threat class, the ordering score
and the value. A stone changes the keys of the cells within reach on its four lines, and
what changed is logged, so that unmaking it only copies back.
"""

from __future__ import annotations

from wuzi.engine.jit import kernel

STEPS = (1, 32, 33, 31)


@kernel("void(S, T, int64)")
def make(s, t, p):
    """Put a stone of the side to move on the empty cell ``p``."""
    side = s.side
    ply = s.ply
    for i in range(32):
        s.old_count[(ply << 5) + i] = s.count[i]
    s.old_value[2 * ply] = s.value[0]
    s.old_value[2 * ply + 1] = s.value[1]
    black = t.code[s.pack[p & 1023]]
    white = t.code[65536 + s.pack[1024 + (p & 1023)]]
    s.count[black & 15] -= 1
    s.count[16 + (white & 15)] -= 1
    value0 = s.value[0] - (black >> 16)
    value1 = s.value[1] - (white >> 16)
    s.cell[p & 1023] = side
    n = s.log_start[ply]
    reach = t.reach
    for d in range(4):
        step = STEPS[d]
        keep = ~(15 << (4 * d))
        for sign in range(2):
            q = p
            shift = 2 * reach if sign else 2 * reach - 2
            turn = 2 if sign else -2
            go = -step if sign else step
            for _ in range(reach):
                q = (q + go) & 1023
                cell = s.cell[q]
                if cell == 3:
                    break
                key = s.key[4 * q + d] ^ (side << shift)
                s.key[4 * q + d] = key
                shift += turn
                if cell != 0:
                    continue
                pair = int(t.line[key & 1048575])
                old0 = int(s.pack[q])
                old1 = int(s.pack[1024 + q])
                new0 = (old0 & keep) | ((pair & 15) << (4 * d))
                new1 = (old1 & keep) | ((pair >> 4) << (4 * d))
                if new0 == old0 and new1 == old1:
                    continue
                s.log_cell[n] = q
                s.log_pack[n] = old0 | (old1 << 16)
                n += 1
                s.pack[q] = new0
                s.pack[1024 + q] = new1
                if new0 != old0:
                    before = t.code[old0]
                    after = t.code[new0]
                    s.count[before & 15] -= 1
                    s.count[after & 15] += 1
                    value0 += (after >> 16) - (before >> 16)
                if new1 != old1:
                    before = t.code[65536 + old1]
                    after = t.code[65536 + new1]
                    s.count[16 + (before & 15)] -= 1
                    s.count[16 + (after & 15)] += 1
                    value1 += (after >> 16) - (before >> 16)
    s.value[0] = value0
    s.value[1] = value1
    for dy in range(-2, 3):
        row = (p + 32 * dy) & 1023
        for dx in range(-2, 3):
            s.near[(row + dx) & 1023] += 1
    s.hash ^= t.zobrist[((side - 1) << 10) + (p & 1023)] ^ t.turn
    s.move[ply] = p
    s.ply = ply + 1
    s.log_start[ply + 1] = n
    s.side = 3 - side
    s.empties -= 1
    s.pairs += 1


@kernel("void(S, T)")
def unmake(s, t):
    """Take the last stone back."""
    ply = s.ply - 1
    p = s.move[ply]
    side = 3 - s.side
    reach = t.reach
    for d in range(4):
        step = STEPS[d]
        for sign in range(2):
            q = p
            shift = 2 * reach if sign else 2 * reach - 2
            turn = 2 if sign else -2
            go = -step if sign else step
            for _ in range(reach):
                q = (q + go) & 1023
                if s.cell[q] == 3:
                    break
                s.key[4 * q + d] ^= side << shift
                shift += turn
    start = s.log_start[ply]
    for n in range(s.log_start[ply + 1] - 1, start - 1, -1):
        q = s.log_cell[n]
        old = s.log_pack[n]
        s.pack[q] = old & 65535
        s.pack[1024 + q] = old >> 16
    for i in range(32):
        s.count[i] = s.old_count[(ply << 5) + i]
    s.value[0] = s.old_value[2 * ply]
    s.value[1] = s.old_value[2 * ply + 1]
    for dy in range(-2, 3):
        row = (p + 32 * dy) & 1023
        for dx in range(-2, 3):
            s.near[(row + dx) & 1023] -= 1
    s.hash ^= t.zobrist[((side - 1) << 10) + (p & 1023)] ^ t.turn
    s.cell[p & 1023] = 0
    s.ply = ply
    s.side = side
    s.empties += 1


@kernel("void(S, T)")
def refresh(s, t):
    """Make keys, packs, counts and values from the cells alone."""
    for i in range(32):
        s.count[i] = 0
    s.value[0] = 0
    s.value[1] = 0
    reach = t.reach
    for i in range(s.points):
        p = s.point[i]
        pack0 = 0
        pack1 = 0
        for d in range(4):
            step = STEPS[d]
            key = 0
            shift = 0
            for at in range(-reach, reach + 1):
                if at != 0:
                    key |= int(s.cell[(p + at * step) & 1023]) << shift
                    shift += 2
            s.key[4 * p + d] = key
            pair = int(t.line[key & 1048575])
            pack0 |= (pair & 15) << (4 * d)
            pack1 |= (pair >> 4) << (4 * d)
        s.pack[p] = pack0
        s.pack[1024 + p] = pack1
        if s.cell[p] == 0:
            black = t.code[pack0]
            white = t.code[65536 + pack1]
            s.count[black & 15] += 1
            s.count[16 + (white & 15)] += 1
            s.value[0] += black >> 16
            s.value[1] += white >> 16
