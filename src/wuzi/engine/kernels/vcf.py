"""Winning by fours alone (VCF): every stone of the attacker threatens a five at once.

The defender's replies are then forced, so the tree is thin, and it can be searched to its
end. Only cells that make a four are tried; a node's list of them is its parent's, less what
is no four any more, plus those among the cells that the last two stones changed. So nothing
is missed, and the board is scanned only at the root.

A four is met on the point of the five; in caro also by stopping an end of that five. The
defender's stone may make a four of his own, which the attacker's next four must block; and
black, forced onto a forbidden point, has lost.
"""

from __future__ import annotations

import numpy as np

from wuzi.engine.jit import kernel
from wuzi.engine.kernels.forbidden import is_forbidden
from wuzi.engine.kernels.position import STEPS, make, unmake

FOUR, STRAIGHT_FOUR, FIVE, FORBIDDEN, SUSPECT = 9, 12, 13, 14, 15
LINE_FOUR, LINE_STRAIGHT, LINE_FIVE = 9, 10, 11
COMPLETE = 1023
"""The depth of a refutation that no depth limit helped to find."""


@kernel("int64(S, T, int64, int64)")
def code_at(s, t, colour, p):
    """The code of the empty cell ``p`` for ``colour``: class, order and value."""
    if colour == 1:
        return int(t.code[s.pack[p & 1023]])
    return int(t.code[65536 + s.pack[1024 + (p & 1023)]])


@kernel("int64(S, T, int64, int64)", inner=True)
def makes_four(s, t, colour, p):
    """1 if a stone of ``colour`` on the empty cell ``p`` threatens a five, else 0.

    A suspected double-three of black may turn out forbidden; nothing else may.
    """
    threat = code_at(s, t, colour, p) & 15
    if threat == SUSPECT:
        pack = int(s.pack[p & 1023])
        for d in range(4):
            line = (pack >> (4 * d)) & 15
            if line in (LINE_FOUR, LINE_STRAIGHT):
                return 1
        return 0
    return 1 if FOUR <= threat <= STRAIGHT_FOUR else 0


@kernel("int64(S, T, int64)")
def black_may_not(s, t, p):
    """1 if the empty cell ``p`` is forbidden for black; asks exactly only where it must."""
    if t.forbidden == 0:
        return 0
    threat = int(t.code[s.pack[p & 1023]]) & 15
    if threat == FORBIDDEN:
        return 1
    if threat == SUSPECT:
        return is_forbidden(s, t, p)
    return 0


@kernel("int64(S, T, int64, int64)")
def find_class(s, t, colour, threat):
    """The first empty cell of that class, or 0."""
    for i in range(s.points):
        p = int(s.point[i])
        if s.cell[p & 1023] == 0 and code_at(s, t, colour, p) & 15 == threat:
            return p
    return 0


@kernel("int64(S, T, int64, int64)", inner=True)
def five_near(s, t, colour, p):
    """A cell on a line through the stone ``p`` where ``colour`` makes a five, or 0."""
    for d in range(4):
        for sign in range(2):
            go = -STEPS[d] if sign else STEPS[d]
            q = p
            for _ in range(4):
                q = (q + go) & 1023
                cell = int(s.cell[q])
                if cell == 0:
                    if code_at(s, t, colour, q) & 15 == FIVE:
                        return q
                elif cell != colour:
                    break
    return 0


@kernel("int64(S, T, V, int64, int64, int64)", inner=True)
def gather_fours(s, t, v, low, high, top):
    """List from ``top`` on, best first, the fours among a parent's and the cells just changed.

    Returns the end of the list.
    """
    colour = s.side
    v.stamp += 1
    end = top
    start = int(s.log_start[max(s.ply - 2, 0)])
    changed = int(s.log_start[s.ply]) - start
    for i in range(changed + high - low):
        p = int(s.log_cell[start + i]) if i < changed else int(v.list[low + i - changed])
        if v.mark[p & 1023] == v.stamp or s.cell[p & 1023] != 0:
            continue
        v.mark[p & 1023] = v.stamp
        if makes_four(s, t, colour, p) == 0:
            continue
        rank = (code_at(s, t, colour, p) >> 4) & 4095
        if i < changed:
            rank += 60
        at = end
        while at > top and v.rank[at - 1] < rank:
            v.rank[at] = v.rank[at - 1]
            v.list[at] = v.list[at - 1]
            at -= 1
        v.rank[at] = rank
        v.list[at] = p
        end += 1
    return end


@kernel("int64(S, T, V, int64, int64)", inner=True)
def list_defences(s, t, v, q, top):
    """List from ``top`` on the legal moves after which the opponent has no five any more.

    ``q`` is a point where he has one now; the side to move has none. Returns the end of the
    list: ``top`` if nothing helps.
    """
    attacker = 3 - s.side
    fives = 16 * (attacker - 1) + FIVE
    if v.open_end == 0:
        if s.count[fives] >= 2:
            return top
        if s.side == 1 and black_may_not(s, t, q) == 1:
            return top
        v.list[top] = q
        return top + 1
    end = top
    v.list[end] = q
    end += 1
    for d in range(4):
        if (int(s.pack[1024 * (attacker - 1) + q]) >> (4 * d)) & 15 != LINE_FIVE:
            continue
        for sign in range(2):
            go = -STEPS[d] if sign else STEPS[d]
            r = (q + go) & 1023
            while s.cell[r] == attacker:
                r = (r + go) & 1023
            if s.cell[r] == 0:
                v.list[end] = r
                end += 1
    kept = top
    for i in range(top, end):
        r = int(v.list[i])
        make(s, t, r)
        v.nodes += 1
        if s.count[fives] == 0:
            v.list[kept] = r
            kept += 1
        unmake(s, t)
    return kept


@kernel("int64(S, T, V, int64[::1], int64, int64, int64, int64)", inner=True)
def attack(s, t, v, signal, low, high, top, left):
    """Plies to the win by at most ``left`` more fours, 0 if proved none, -1 if not known.

    ``v.list[low:high]`` are the fours of the node before; lists go to ``top`` and beyond.
    The side to move has no five.
    """
    if signal[0] != 0 or v.nodes >= v.limit:
        v.stopped = 1
        return -1
    mine = 16 * (s.side - 1)
    yours = 16 - mine
    if (
        s.count[mine + 9] + s.count[mine + 10] + s.count[mine + 11] + s.count[mine + 12]
        + s.count[mine + SUSPECT]
    ) == 0:  # fmt: skip
        return 0
    entry = 2 * (s.hash & 65535)
    if v.table[entry] == s.hash:
        known = v.table[entry + 1]
        if known < 0:
            v.best = (-known) >> 10
            return (-known) & 1023
        if known == COMPLETE:
            return 0
        if known >= left:
            return -1
    if left <= 0 or top > 32000:
        return -1
    end = gather_fours(s, t, v, low, high, top)
    answer = 0
    for i in range(top, end):
        p = int(v.list[i])
        blocks = code_at(s, t, 3 - s.side, p) & 15 == FIVE or v.open_end != 0
        if s.count[yours + FIVE] > 0 and not blocks:
            continue
        if s.side == 1 and black_may_not(s, t, p) == 1:
            continue
        make(s, t, p)
        v.nodes += 1
        plies = 0
        if s.count[yours + FIVE] == 0 and s.count[mine + FIVE] > 0:
            last = list_defences(s, t, v, five_near(s, t, 3 - s.side, p), end)
            plies = 3
            for j in range(end, last):
                make(s, t, int(v.list[j]))
                v.nodes += 1
                more = attack(s, t, v, signal, top, end, last, left - 1)
                unmake(s, t)
                if more <= 0:
                    plies = more
                    break
                plies = max(plies, more + 2)
        unmake(s, t)
        if v.stopped == 1:
            return -1
        if plies > 0:
            v.best = p
            v.table[entry] = s.hash
            v.table[entry + 1] = -(plies | (p << 10))
            return plies
        if plies < 0:
            answer = -1
    v.table[entry] = s.hash
    v.table[entry + 1] = COMPLETE if answer == 0 else left
    return answer


@kernel("int64(S, T, V, int64[::1], int64, int64)")
def vcf(s, t, v, signal, depth, budget):
    """Whether the side to move wins by fours.

    Parameters
    ----------
    v
        The solver's record (``make_vcf``).
    signal : array of int64
        The search ends as soon as its first number is not 0.
    depth : int
        Fours of the attacker to look ahead, at most 200.
    budget : int
        Nodes to visit: stones put on the board.

    Returns
    -------
    int
        Plies to the win (1 for a five at once), with its move in ``v.best``; 0 if there is
        none; -1 if depth, budget or stop left it open.
    """
    colour = s.side
    mine = 16 * (colour - 1)
    v.stopped = 0
    if s.count[mine + FIVE] > 0:
        v.best = find_class(s, t, colour, FIVE)
        return 1
    if (
        s.count[mine + 9] + s.count[mine + 10] + s.count[mine + 11] + s.count[mine + 12]
        + s.count[mine + SUSPECT]
    ) == 0:  # fmt: skip
        return 0
    v.limit = v.nodes + budget
    n = 0
    for i in range(s.points):
        p = int(s.point[i])
        if s.cell[p & 1023] == 0 and makes_four(s, t, colour, p) == 1:
            v.list[n] = p
            n += 1
    return attack(s, t, v, signal, np.int64(0), n, n, min(depth, 200))
