"""Split points: nodes whose moves several threads search together.

*Young brothers wait* (Feldmann): a thread that has searched the first move of a node, and finds
another thread idle, opens the node for all. Whoever comes takes the next move of the list, and
tells its value, which narrows the window for the others; when one cuts, all leave. The thread
that opened it waits until all have left, and meanwhile helps them, but only below that node.
With one thread nothing is ever opened.

What the threads share is one array of int64: its first number ends the search in all of them
(``STOP``), then ``RUNNING``, ``SLOTS`` and ``IDLE``, and from ``SPLITS`` on a stretch of ``STRIDE``
for every split point that can be open at once, ``OWN`` of them a thread's. Their numbers are named
below; moves, path from the root and principal variation follow them. ``LOCK`` is held while
``BEST``, ``ALPHA``, ``MOVE`` and the variation change together, and while a thread joins.
"""

from __future__ import annotations

import numpy as np

from wuzi.engine.jit import kernel
from wuzi.engine.kernels.atomic import add, exchange, load, put
from wuzi.engine.kernels.moves import pick
from wuzi.engine.kernels.position import make, unmake

STOP, RUNNING, SLOTS, IDLE = 0, 1, 2, 3
SPLITS = 16
OWN = 4
LOCK, OPEN, USED, NEXT, END, WORKERS, CUT, PARENT = range(8)
FLOOR, ALPHA, BETA, BEST, MOVE, DONE, DEPTH, PLY, STATIC, LENGTH = range(8, 18)
PATH, LINE, MOVES = 32, 160, 288
STRIDE = MOVES + 512
ASSIST = -(1 << 20)
"""Given to the search instead of a move: to do nothing but help others."""
PATIENCE = 100_000
"""Looks for an open split point before an idle thread lets others have the processor."""


@kernel("boolean(int64[::1], int64)", inner=True)
def is_cut(shared, slot):
    """Whether the split point, or one above it, needs no more work."""
    while slot >= 0:
        at = SPLITS + slot * STRIDE
        if load(shared, at + CUT) != 0:
            return True
        slot = shared[at + PARENT]
    return False


@kernel("boolean(S, C, int64[::1])", inner=True)
def is_over(s, c, shared):
    """Whether this thread is to give up what it is at."""
    if shared[STOP] != 0 or s.pairs >= c.node_limit:
        return True
    return c.split >= 0 and is_cut(shared, c.split)


@kernel("int64(S, C, int64[::1], int64, int64, int64, int64, int64, int64)", inner=True)
def reserve(s, c, shared, top, first, end, floor, beta, depth):
    """A split point, not open yet, for the moves from ``first`` on of a list at ``top``.

    Returns where it is in ``shared``, or -1. ``floor`` and ``beta`` are the node's window.
    """
    slot = np.int64(c.runner * OWN)
    while shared[SPLITS + slot * STRIDE + USED] != 0:
        slot += 1
        if slot == (c.runner + 1) * OWN:
            return -1
    at = SPLITS + slot * STRIDE
    for i in range(first, end):
        pick(c, i, end)
    for i in range(top, end):
        shared[at + MOVES + i - top] = c.list_move[i]
    for n in range(s.ply):
        shared[at + PATH + n] = s.move[n]
    shared[at + USED] = 1
    shared[at + NEXT] = first - top
    shared[at + END] = end - top
    shared[at + CUT] = 0
    shared[at + PLY] = s.ply
    shared[at + LENGTH] = 0
    shared[at + PARENT] = c.split
    shared[at + FLOOR] = floor
    shared[at + BETA] = beta
    shared[at + DEPTH] = depth
    c.split = slot
    return at


@kernel("int64(int64[::1], int64)", inner=True)
def take(shared, at):
    """The place in the list of the next move of a split point, or -1: no other thread gets it."""
    if load(shared, at + CUT) != 0 or load(shared, at + NEXT) >= shared[at + END]:
        return -1
    n = add(shared, at + NEXT, 1)
    return n if n < shared[at + END] else -1


@kernel("boolean(C, int64[::1], int64, int64, int64, int64)", inner=True)
def tell(c, shared, at, ply, move, value):
    """Tell a split point what a move is worth; whether this makes all the others needless."""
    cuts = False
    while exchange(shared, at + LOCK, 1) != 0:
        pass
    if value > shared[at + BEST]:
        put(shared, at + BEST, value)
        if value > shared[at + ALPHA]:
            shared[at + MOVE] = move
            if shared[at + BETA] - shared[at + FLOOR] > 1:
                n = c.pv_length[ply + 1]
                shared[at + LINE] = move
                for i in range(n):
                    shared[at + LINE + 1 + i] = c.pv[128 * (ply + 1) + i]
                shared[at + LENGTH] = n + 1
            put(shared, at + ALPHA, value)
            if value >= shared[at + BETA]:
                cuts = load(shared, at + CUT) == 0
                put(shared, at + CUT, 1)
    put(shared, at + LOCK, 0)
    return cuts


@kernel("int64(S, T, C, int64[::1])", inner=True)
def join(s, t, c, shared):
    """Go to the split point nearest to the root, at or below the position at hand; or -1."""
    slot = np.int64(-1)
    least = np.int64(1 << 20)
    for n in range(shared[SLOTS]):
        at = SPLITS + n * STRIDE
        if load(shared, at + OPEN) == 0 or load(shared, at + NEXT) >= shared[at + END]:
            continue
        if s.ply <= shared[at + PLY] < least:
            least = shared[at + PLY]
            slot = n
    if slot < 0:
        return -1
    at = SPLITS + slot * STRIDE
    while exchange(shared, at + LOCK, 1) != 0:
        pass
    # It may have been closed, and opened for another node, since it was looked at.
    good = shared[at + OPEN] != 0 and s.ply <= shared[at + PLY] and not is_cut(shared, slot)
    n = 0
    while good and n < s.ply:
        good = shared[at + PATH + n] == s.move[n]
        n += 1
    if good:
        add(shared, at + WORKERS, 1)
    put(shared, at + LOCK, 0)
    if not good:
        return -1
    for n in range(s.ply, shared[at + PLY]):
        make(s, t, shared[at + PATH + n])
    c.split = slot
    return slot


@kernel("int64(S, T, C, int64[::1], int64)", inner=True)
def await_split(s, t, c, shared, word):
    """Be idle while the number at ``word`` is not 0, until there is a split point to join.

    Returns that, or -1; the latter also when there was none for some time.
    """
    slot = np.int64(-1)
    patience = PATIENCE
    add(shared, IDLE, 1)
    while slot < 0 and patience > 0 and load(shared, word) != 0:
        slot = join(s, t, c, shared)
        patience -= 1
    add(shared, IDLE, -1)
    return slot


@kernel("void(S, T, C, int64[::1], int64, int64)", inner=True)
def leave(s, t, c, shared, ply, before):
    """Go back from a split point to ``ply``, and to the split point ``before``, if any."""
    if c.aborted != 0 and s.pairs >= c.node_limit:
        put(shared, STOP, 1)  # the move it was at will never be told
    while s.ply > ply:
        unmake(s, t)
    add(shared, SPLITS + c.split * STRIDE + WORKERS, -1)
    c.split = before
    c.aborted = 0


@kernel("void(C, int64[::1], int64)", inner=True)
def close(c, shared, at):
    """Let nobody join any more, and, if this thread has given up, nobody go on."""
    if c.aborted != 0:
        put(shared, at + CUT, 1)
    while exchange(shared, at + LOCK, 1) != 0:
        pass
    put(shared, at + OPEN, 0)
    put(shared, at + LOCK, 0)


@kernel("void(S, C, int64[::1], int64, int64)", inner=True)
def collect(s, c, shared, at, ply):
    """Take over what was found at a split point that all have left, and free it."""
    n = shared[at + LENGTH]
    if n > 0:
        for i in range(n):
            c.pv[128 * ply + i] = shared[at + LINE + i]
        c.pv_length[ply] = n
    if ply == 0 and shared[at + MOVE] != 0:
        c.best_move = shared[at + MOVE]
        c.best_value = shared[at + BEST]
    c.split = shared[at + PARENT]
    c.aborted = 1 if is_over(s, c, shared) else 0
    shared[at + USED] = 0
