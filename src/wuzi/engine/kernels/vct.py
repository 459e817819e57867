"""Winning by threats (VCT): proof-number search, depth first, over fours and threes.

The attacker's moves are those that make a four, or an open three by their lines. Each must
leave him a win by fours if the defender passed (``kernels.vcf`` is asked), else it is no
threat and fails. The defender's replies are the points that may spoil that win: the cells
it is played on, cells that let one of its forced replies make a four, and his own fours.
Replies that leave another win by fours are dropped at once; the rest must be answered by
further threats.

A reply that is missing here cannot make a false win: the proof is built and checked reply
by reply afterwards (``wuzi.engine.prover``, ``wuzi.engine.proof``).

Sources: proof numbers by Allis (1994), depth-first by Nagai (2002). Stones are never taken
off, so no position can come back within a line.
"""

from __future__ import annotations

import numpy as np

from wuzi.engine.jit import kernel
from wuzi.engine.kernels.position import STEPS, make, unmake
from wuzi.engine.kernels.vcf import (
    black_may_not,
    code_at,
    find_class,
    five_near,
    list_defences,
    makes_four,
    vcf,
)

OPEN_THREE, OPEN_THREE_PLUS, DOUBLE_THREE, FOUR, FIVE, SUSPECT = 6, 7, 8, 9, 13, 15
STRAIGHT_FOUR = 12
LINE_FOUR, LINE_STRAIGHT, LINE_FIVE = 9, 10, 11
MANY = 1 << 29
"""Infinity of the proof and disproof numbers."""


@kernel("int64(S, T, V, W, int64[::1])", inner=True)
def wins_by_fours(s, t, v, w, signal):
    """1 if the side to move wins by fours, 0 if not, or not within the nodes it is worth."""
    plies = vcf(s, t, v, signal, w.vcf_depth, w.vcf_nodes)
    if plies > 0:
        return 1
    if plies < 0:
        w.open = 1
        entry = 2 * (s.hash & 65535)
        if v.stopped == 1:  # not to be tried again at this depth
            v.table[entry] = s.hash
            v.table[entry + 1] = w.vcf_depth
    return 0


@kernel("void(S, T)")
def turn_over(s, t):
    """Let the other side move: a pass, or taking one back."""
    s.side = 3 - s.side
    s.hash ^= t.turn


@kernel("int64(S, W, int64, int64)", inner=True)
def note(s, w, p, end):
    """Put the empty cell ``p`` on the list if it is not there; the list's new end."""
    if s.cell[p & 1023] != 0 or w.mark[p & 1023] == w.stamp:
        return end
    w.mark[p & 1023] = w.stamp
    w.list[end] = p
    return end + 1


@kernel("int64(S, T, V, W, int64)", inner=True)
def note_parries(s, t, v, w, end):
    """Note what may parry the four just made: the points of the fives, in caro their ends."""
    attacker = w.attacker
    p = int(s.move[s.ply - 1])
    for d in range(4):
        for sign in range(2):
            go = -STEPS[d] if sign else STEPS[d]
            q = p
            for _ in range(4):
                q = (q + go) & 1023
                cell = int(s.cell[q])
                if cell != 0 and cell != attacker:
                    break
                if cell != 0 or code_at(s, t, attacker, q) & 15 != FIVE:
                    continue
                end = note(s, w, q, end)
                if v.open_end == 0:
                    continue
                for d2 in range(4):
                    if (int(s.pack[1024 * (attacker - 1) + q]) >> (4 * d2)) & 15 != LINE_FIVE:
                        continue
                    for sign2 in range(2):
                        go2 = -STEPS[d2] if sign2 else STEPS[d2]
                        r = (q + go2) & 1023
                        while s.cell[r] == attacker:
                            r = (r + go2) & 1023
                        end = note(s, w, r, end)
    return end


@kernel("int64(S, W, int64, int64, int64)", inner=True)
def note_around(s, w, p, everything, end):
    """Note cells on the lines through ``p``: all, or where the defender would make a four."""
    shift = 1024 * (2 - w.attacker)
    for d in range(4):
        for sign in range(2):
            go = -STEPS[d] if sign else STEPS[d]
            q = p
            for _ in range(4):
                q = (q + go) & 1023
                cell = int(s.cell[q])
                if cell == 3 or cell == w.attacker:
                    break
                line = (int(s.pack[shift + q]) >> (4 * d)) & 15
                if everything != 0 or LINE_FOUR <= line <= LINE_FIVE:
                    end = note(s, w, q, end)
    return end


@kernel("int64(S, T, V, W, int64[::1], int64)", inner=True)
def note_threat(s, t, v, w, signal, top):
    """List from ``top`` on the points that may spoil the win by fours that a pass would allow.

    Returns the end of the list, or -1 if there is no such win. The defender is to move.
    """
    turn_over(s, t)
    if wins_by_fours(s, t, v, w, signal) == 0:
        turn_over(s, t)
        return -1
    end = top
    stones = 0
    going = 1
    while going == 1:
        p = v.best
        end = note(s, w, p, end)
        if s.count[16 * (w.attacker - 1) + FIVE] > 0:
            break
        make(s, t, p)
        w.nodes += 1
        stones += 1
        end = note_parries(s, t, v, w, end)
        q = five_near(s, t, w.attacker, p)
        last = list_defences(s, t, v, q, np.int64(0))
        if last == 0:
            if s.side == 1 and t.forbidden != 0:
                end = note_around(s, w, q, np.int64(1), end)
            break
        q = int(v.list[0])
        make(s, t, q)
        w.nodes += 1
        stones += 1
        end = note_around(s, w, q, np.int64(0), end)
        going = wins_by_fours(s, t, v, w, signal)
    for _ in range(stones):
        unmake(s, t)
    turn_over(s, t)
    return end


@kernel("int64(S, T, V, W, int64[::1], int64)", inner=True)
def list_replies(s, t, v, w, signal, top):
    """List from ``top`` on the defender's replies that leave no win by fours.

    Returns the end of the list: ``top`` if the attacker has won; -1 if his last move was no
    threat.
    """
    defender = s.side
    if s.count[16 * (defender - 1) + FIVE] > 0:
        return -1
    end = top
    w.stamp += 1
    if s.count[16 * (w.attacker - 1) + FIVE] > 0:
        last = list_defences(s, t, v, find_class(s, t, w.attacker, FIVE), np.int64(0))
        for i in range(last):
            end = note(s, w, int(v.list[i]), end)
    else:
        end = note_threat(s, t, v, w, signal, top)
        if end < 0:
            return -1
        for i in range(s.points):
            p = int(s.point[i])
            if s.cell[p & 1023] == 0 and makes_four(s, t, defender, p) == 1:
                end = note(s, w, p, end)
    kept = top
    for i in range(top, end):
        r = int(w.list[i])
        if defender == 1 and black_may_not(s, t, r) == 1:
            continue
        make(s, t, r)
        w.nodes += 1
        if wins_by_fours(s, t, v, w, signal) == 0:
            w.list[kept] = r
            w.proof[kept] = 1
            w.disproof[kept] = 1
            kept += 1
        unmake(s, t)
    return kept


@kernel("int64(S, T, V, W, int64)", inner=True)
def list_attacks(s, t, v, w, top):
    """List from ``top`` on the attacker's fours and threes, or his blocks of the opponent's four.

    Returns the end of the list.
    """
    attacker = s.side
    end = top
    if s.count[16 * (2 - attacker) + FIVE] > 0:
        last = list_defences(s, t, v, find_class(s, t, 3 - attacker, FIVE), np.int64(0))
        for i in range(last):
            w.list[end] = v.list[i]
            w.proof[end] = 1
            w.disproof[end] = 1
            end += 1
        return end
    for i in range(s.points):
        p = int(s.point[i])
        if s.cell[p & 1023] != 0:
            continue
        threat = code_at(s, t, attacker, p) & 15
        if not (w.least <= threat <= STRAIGHT_FOUR or threat == SUSPECT):
            continue
        if attacker == 1 and black_may_not(s, t, p) == 1:
            continue
        w.list[end] = p
        w.disproof[end] = 1
        if threat == OPEN_THREE:
            w.proof[end] = 3
        elif threat == FOUR:
            w.proof[end] = 4
        elif threat in (OPEN_THREE_PLUS, FOUR + 1):
            w.proof[end] = 2
        elif threat < OPEN_THREE:
            w.proof[end] = 10 - threat
        else:
            w.proof[end] = 1
        end += 1
    return end


@kernel("void(S, T, W, int64[::1], int64, int64)", inner=True)
def look_up(s, t, w, table, top, end):
    """Give the moves on the list the numbers that the table has for the positions after them."""
    for i in range(top, end):
        p = int(w.list[i])
        key = s.hash ^ t.zobrist[((s.side - 1) << 10) + (p & 1023)] ^ t.turn
        entry = 2 * (key & (len(table) // 2 - 1))
        if table[entry] == key:
            w.proof[i] = table[entry + 1] & (2 * MANY - 1)
            w.disproof[i] = table[entry + 1] >> 30


@kernel("int64(S, W, int64[::1], int64, int64)", inner=True)
def settle(s, w, table, proof, disproof):
    """Store a position's numbers and return them in one."""
    entry = 2 * (s.hash & (len(table) // 2 - 1))
    table[entry] = s.hash
    table[entry + 1] = proof | (disproof << 30)
    return proof | (disproof << 30)


@kernel("int64(S, T, V, W, int64[::1], int64[::1], int64, int64, int64)")
def prove(s, t, v, w, table, signal, top, proof_limit, disproof_limit):
    """Search until the position's proof or disproof number reaches its limit.

    Returns both, the disproof number from bit 30 on; a proof number of 0 is a win. Moves go
    on the list from ``top`` on.
    """
    if signal[0] != 0 or w.nodes + v.nodes >= w.limit:
        w.stopped = 1
        return 1 | (1 << 30)
    attacking = s.side == w.attacker
    if attacking:
        if wins_by_fours(s, t, v, w, signal) == 1:
            w.best = v.best
            return settle(s, w, table, np.int64(0), np.int64(MANY))
        end = list_attacks(s, t, v, w, top)
    else:
        end = list_replies(s, t, v, w, signal, top)
        if end < 0:
            return settle(s, w, table, np.int64(MANY), np.int64(0))
    if end > 65000:
        w.open = 1
        return settle(s, w, table, np.int64(MANY), np.int64(0))
    look_up(s, t, w, table, top, end)
    while True:
        # "easy" is the number of which the best move's counts, "hard" the one that adds up
        easy = MANY
        second = MANY
        hard = 0
        at = top
        for i in range(top, end):
            one = int(w.proof[i]) if attacking else int(w.disproof[i])
            hard += int(w.disproof[i]) if attacking else int(w.proof[i])
            if one < easy:
                second = easy
                easy = one
                at = i
            elif one < second:
                second = one
        hard = min(hard, MANY)
        proof = easy if attacking else hard
        disproof = hard if attacking else easy
        if proof == 0 and attacking:
            w.best = int(w.list[at])
        if proof >= proof_limit or disproof >= disproof_limit or proof == 0 or disproof == 0:
            return settle(s, w, table, proof, disproof)
        easy_limit = proof_limit if attacking else disproof_limit
        hard_limit = disproof_limit if attacking else proof_limit
        own = int(w.disproof[at]) if attacking else int(w.proof[at])
        easy_limit = min(easy_limit, second + second // 4 + 1)
        hard_limit = min(hard_limit - hard + own, MANY)
        make(s, t, int(w.list[at]))
        w.nodes += 1
        numbers = prove(
            s, t, v, w, table, signal, end,
            easy_limit if attacking else hard_limit,
            hard_limit if attacking else easy_limit,
        )  # fmt: skip
        unmake(s, t)
        if w.stopped == 1:
            return numbers
        w.proof[at] = numbers & (2 * MANY - 1)
        w.disproof[at] = numbers >> 30


def vct(s, t, v, w, table, signal, budget):
    """Whether the side to move wins by fours and open threes; not a kernel itself.

    Parameters
    ----------
    v, w
        The solvers' records (``make_vcf``, ``make_vct``).
    table : array of int64
        Its length a power of two; zeros at first, and for each attacker.
    signal : array of int64
        The search ends as soon as its first number is not 0.
    budget : int
        Nodes to visit: stones put on the board, those of the searches of fours included.

    Returns
    -------
    int
        1 for a win, its first move in ``w.best``; 0 if there is none; -1 if not known.
        After -1 the search can be called again and goes on where it was.
    """
    w.attacker = s.side
    w.stopped = 0
    w.limit = w.nodes + v.nodes + budget
    numbers = int(prove(s, t, v, w, table, signal, np.int64(0), np.int64(MANY), np.int64(MANY)))
    if w.stopped == 1:
        return -1
    if numbers & (2 * MANY - 1) == 0:
        return 1
    return -1 if w.open == 1 else 0
