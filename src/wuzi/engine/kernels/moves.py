"""What the threat counts of a position prove, and which moves are worth a search."""

from __future__ import annotations

import numpy as np

from wuzi.engine.jit import kernel
from wuzi.engine.kernels.position import STEPS
from wuzi.engine.kernels.vcf import black_may_not, code_at, find_class

DOUBLE_THREE, FOUR, FOUR_THREE, STRAIGHT_FOUR, FIVE, FORBIDDEN, SUSPECT = 8, 9, 11, 12, 13, 14, 15
LINE_FOUR, LINE_STRAIGHT, LINE_FIVE = 9, 10, 11
HASH_SCORE = 1 << 24


@kernel("int64(S, int64)", inner=True)
def fours_of(s, colour):
    """How many cells may make a four for ``colour``; forbidden ones are counted too."""
    at = 16 * (colour - 1)
    fours = s.count[at + FOUR] + s.count[at + 10] + s.count[at + FOUR_THREE]
    return fours + s.count[at + STRAIGHT_FOUR] + s.count[at + FORBIDDEN] + s.count[at + SUSPECT]


@kernel("int64(S, T, C)")
def verdict(s, t, c):
    """Plies to the win that the counts prove, minus the plies to a loss, or 0.

    - A five at once wins; two fives of the opponent's cannot both be stopped.
    - A straight four, or two fours, wins by the five after next: the opponent has no five.
    - A four and an open three win in 5 against an opponent who can make no four: he blocks
      the four on its own line, which the three does not lie on, and meets a straight four.
    - Two open threes win in 5 against him too: one stone cannot stand on both lines.
      Black's are left to the search in renju, where the point after may be forbidden.

    In caro the far end of a five stops it too, so that only the first line is true.
    """
    mine = 16 * (s.side - 1)
    yours = 16 - mine
    if s.count[mine + FIVE] > 0:
        return 1
    if c.open_end != 0 or c.use_verdict == 0:
        return 0
    if s.count[yours + FIVE] > 0:
        return -2 if s.count[yours + FIVE] > 1 else 0
    if s.count[mine + STRAIGHT_FOUR] > 0:
        return 3
    if s.count[mine + FOUR_THREE] + s.count[mine + DOUBLE_THREE] == 0:
        return 0
    if (t.forbidden != 0 and s.side == 1) or fours_of(s, 3 - s.side) > 0:
        return 0
    return 5


@kernel("int64(S, T, C, int64)")
def verdict_move(s, t, c, plies):
    """The move that begins the win which :func:`verdict` saw."""
    if plies == 1:
        return find_class(s, t, s.side, FIVE)
    if plies == 3:
        return find_class(s, t, s.side, STRAIGHT_FOUR)
    p = find_class(s, t, s.side, FOUR_THREE)
    return p if p != 0 else find_class(s, t, s.side, DOUBLE_THREE)


@kernel("int64(S, T, C, int64)")
def list_blocks(s, t, c, top):
    """List from ``top`` on every cell that may stop the opponent's fives; the list's end."""
    foe = 3 - s.side
    end = top
    if c.open_end == 0:
        p = 0
        if s.ply > 0:
            for n in range(s.log_start[s.ply - 1], s.log_start[s.ply]):
                q = int(s.log_cell[n])
                if s.cell[q] == 0 and code_at(s, t, foe, q) & 15 == FIVE:
                    p = q
                    break
        if p == 0:
            p = find_class(s, t, foe, FIVE)
        if s.side == 1 and black_may_not(s, t, p) == 1:
            return top
        c.list_move[end] = p
        c.list_score[end] = 0
        return end + 1
    for i in range(s.points):
        p = int(s.point[i])
        if s.cell[p & 1023] != 0 or code_at(s, t, foe, p) & 15 != FIVE:
            continue
        c.list_move[end] = p
        end += 1
        pack = int(s.pack[((foe - 1) << 10) + p])
        for d in range(4):
            if (pack >> (4 * d)) & 15 != LINE_FIVE:
                continue
            for sign in range(2):
                go = -STEPS[d] if sign else STEPS[d]
                q = (p + go) & 1023
                while s.cell[q] == foe:
                    q = (q + go) & 1023
                if s.cell[q] == 0:
                    c.list_move[end] = q
                    end += 1
    for i in range(top, end):
        c.list_score[i] = end - i
    return end


@kernel("int64(S, T, C)", inner=True)
def mark_defences(s, t, c):
    """Mark the cells where a stone takes away every straight four of the opponent's.

    Returns how many straight fours there are: exactly the cells with that mark defend.
    """
    foe = 3 - s.side
    side = s.side
    half = (foe - 1) << 16
    for i in range(1024):
        c.mark[i] = 0
    seen = 0
    reach = t.reach
    for i in range(s.points):
        p = int(s.point[i])
        if s.cell[p & 1023] != 0 or code_at(s, t, foe, p) & 15 != STRAIGHT_FOUR:
            continue
        if c.mark[p] == seen:
            c.mark[p] = seen + 1
        pack = int(s.pack[((foe - 1) << 10) + p])
        for d in range(4):
            if (pack >> (4 * d)) & 15 not in (LINE_FOUR, LINE_STRAIGHT):
                continue
            step = STEPS[d]
            key = int(s.key[4 * p + d])
            for at in range(-reach, reach + 1):
                q = (p + at * step) & 1023
                if at == 0 or s.cell[q] != 0 or c.mark[q] != seen:
                    continue
                shift = 2 * (at + reach) - (2 if at > 0 else 0)
                pair = np.int64(t.line[(key | (side << shift)) & 1048575])
                line = (pair >> (4 * (foe - 1))) & 15
                after = (pack & ~(15 << (4 * d))) | (line << (4 * d))
                if int(t.code[half + after]) & 15 != STRAIGHT_FOUR:
                    c.mark[q] = seen + 1
        seen += 1
    return seen


@kernel("int64(S, T, C, int64, int64, int64)")
def list_moves(s, t, c, top, first, ply):
    """List from ``top`` on the moves to search with their scores; returns the list's end.

    ``first`` is the move of the table. The opponent has no five.
    """
    side = s.side
    foe = 3 - side
    needed = 0
    if s.count[16 * (foe - 1) + STRAIGHT_FOUR] > 0 and c.use_defence != 0 and c.open_end == 0:
        needed = mark_defences(s, t, c)
    last = int(s.move[s.ply - 1]) if s.ply > 0 else s.last
    counter = c.counter[((side - 1) << 10) + last] if c.use_counter != 0 else 0
    killer0 = c.killer[2 * ply] if c.use_killers != 0 else 0
    killer1 = c.killer[2 * ply + 1] if c.use_killers != 0 else 0
    end = top
    for i in range(s.points):
        p = int(s.point[i])
        if s.cell[p & 1023] != 0 or s.near[p & 1023] == 0:
            continue
        code = code_at(s, t, side, p)
        helps = needed == 0 or c.mark[p & 1023] == needed
        if not helps and (code & 15 < FOUR or code & 15 == FORBIDDEN):
            continue
        if side == 1 and black_may_not(s, t, p) == 1:
            continue
        score = 16 * ((code >> 4) & 4095) + c.foe_order * ((code_at(s, t, foe, p) >> 4) & 4095)
        if c.use_history != 0:
            score += c.history[((side - 1) << 10) + (p & 1023)]
        if p in (killer0, killer1):
            score += 600
        if p == counter:
            score += 400
        if p == first:
            score += HASH_SCORE
        c.list_move[end] = p
        c.list_score[end] = score
        end += 1
    return end


@kernel("int64(C, int64, int64)")
def pick(c, at, end):
    """Bring the best move of the rest of a list to ``at``, and return it."""
    best = at
    for i in range(at + 1, end):
        if c.list_score[i] > c.list_score[best]:
            best = i
    move = c.list_move[best]
    score = c.list_score[best]
    c.list_move[best] = c.list_move[at]
    c.list_score[best] = c.list_score[at]
    c.list_move[at] = move
    c.list_score[at] = score
    return int(move)
