"""The search: one node of principal variation search, and the leaf below it.

Values are from the view of the side to move: ``WIN - n`` is a win in ``n`` plies from the
root, and what lies within ``DECIDED`` is proved. The bounds come as ``alpha`` and ``beta``;
a window of width one only asks which side of it the value lies on. Every idea is a switch
in ``c``; without any this is plain alpha-beta over the same moves.
"""

from __future__ import annotations

import numpy as np

from wuzi.engine.jit import kernel
from wuzi.engine.kernels.atomic import add, load, put
from wuzi.engine.kernels.hashtable import (
    DECIDED,
    EXACT,
    LOWER,
    UPPER,
    WIN,
    from_table,
    probe,
    static_from_table,
    store,
    to_table,
)
from wuzi.engine.kernels.moves import (
    FIVE,
    STRAIGHT_FOUR,
    fours_of,
    list_blocks,
    list_moves,
    pick,
    verdict,
    verdict_move,
)
from wuzi.engine.kernels.network import network_value
from wuzi.engine.kernels.position import make, unmake
from wuzi.engine.kernels.splits import (
    ALPHA,
    ASSIST,
    BEST,
    BETA,
    DEPTH,
    DONE,
    END,
    FLOOR,
    IDLE,
    MOVE,
    MOVES,
    OPEN,
    RUNNING,
    SPLITS,
    STATIC,
    STRIDE,
    WORKERS,
    await_split,
    close,
    collect,
    is_over,
    leave,
    reserve,
    take,
    tell,
)
from wuzi.engine.kernels.vcf import code_at, vcf

OPEN_THREE = 6
HISTORY_LIMIT = 2048
DEEPEST = 98
UNKNOWN = -(1 << 40)


@kernel("int64(S, C)")
def evaluate(s, c):
    """What the side to move is better by, from the running sums."""
    own = s.value[s.side - 1]
    value = own + ((own * c.own_weight) >> 7) - s.value[2 - s.side] + c.tempo
    return min(max(value, -20000), 20000)


@kernel("int64(S, T, C)")
def static_value(s, t, c):
    """What the side to move is better by: by the network, or if there is none the sums."""
    if c.use_network != 0 and t.net_points > 0:
        return network_value(s, t)
    return evaluate(s, c)


@kernel("void(C, int64, int64)", inner=True)
def lengthen(c, ply, move):
    """The principal variation from ``ply`` on: ``move``, and what was best after it."""
    n = c.pv_length[ply + 1]
    c.pv[128 * ply] = move
    for i in range(n):
        c.pv[128 * ply + 1 + i] = c.pv[128 * (ply + 1) + i]
    c.pv_length[ply] = n + 1


@kernel("void(S, C, int64, int64, int64, int64)", inner=True)
def remember(s, c, ply, depth, top, at):
    """Learn from a cut by the move at ``at`` in the list, after those from ``top`` failed."""
    side = s.side
    move = int(c.list_move[at])
    if c.killer[2 * ply] != move:
        c.killer[2 * ply + 1] = c.killer[2 * ply]
        c.killer[2 * ply] = move
    last = int(s.move[s.ply - 1]) if s.ply > 0 else s.last
    c.counter[((side - 1) << 10) + last] = move
    bonus = min(16 * depth * depth, 512)
    for i in range(top, at + 1):
        cell = ((side - 1) << 10) + int(c.list_move[i])
        old = int(c.history[cell])
        if i < at:
            c.history[cell] = old - bonus - (old * bonus) // HISTORY_LIMIT
        else:
            c.history[cell] = old + bonus - (old * bonus) // HISTORY_LIMIT


@kernel("boolean(C, int64, int64, int64, int64)", inner=True)
def settles(c, data, beta, depth, value):
    """Whether the table's ``data`` answers a window of width one below ``beta``."""
    known = ((data >> 12) & 255) - 8
    if known < depth or (c.use_table != 1 and known != depth):
        return False
    bound = (data >> 10) & 3
    return bound == EXACT or (bound == LOWER if value >= beta else bound == UPPER)


@kernel("int64(S, C, int64)", inner=True)
def quiet_moves(s, c, depth):
    """How many quiet moves are worth a search at that depth, off the principal variation."""
    if c.use_count_pruning == 0:
        return 1024
    most = c.count_base + depth * depth
    if c.use_improving != 0 and s.ply >= 2:
        before = s.old_value[2 * (s.ply - 2) + s.side - 1]
        before -= s.old_value[2 * (s.ply - 2) + 2 - s.side]
        if s.value[s.side - 1] - s.value[2 - s.side] <= before:
            most = most // 2
    return most


@kernel("int64(C, int64, int64, int64, boolean, boolean)", inner=True)
def reduction_of(c, cell, depth, done, in_pv, quiet):
    """By how many plies less a late move is searched; ``cell`` is its place in the history."""
    reduced = int(c.reduction[64 * min(depth, 63) + min(done, 63)])
    if in_pv:
        reduced -= 1
    if not quiet:
        reduced -= 1
    return max(reduced - int(c.history[cell]) // 1024, 0)


@kernel(
    "int64(S, T, C, V, int64[::1], int64[::1], int64, int64, int64, int64, int64, boolean)",
    inner=True,
)
def without_moves(s, t, c, v, h, shared, static, alpha, beta, depth, ply, whole):
    """The value of a node whose moves need not be looked at, or ``UNKNOWN``.

    That is the leaf, a win by fours or the static value; and, unless the node must be searched
    as a ``whole``, one so good that the opponent would not let it come to this, or so bad
    that only a win by fours could help.
    """
    threat = s.count[16 * (2 - s.side) + STRAIGHT_FOUR] > 0
    if depth <= 0:
        if threat and c.use_calm != 0 and depth >= -c.use_calm:
            return UNKNOWN
    else:
        if whole:
            return UNKNOWN
        calm = static - c.reverse_futility * depth >= beta and not threat
        if c.use_reverse_futility != 0 and depth <= 6 and calm:
            return static
        if c.use_razoring == 0 or depth > 3 or static + c.razor * depth > alpha:
            return UNKNOWN
    value = static
    if static < beta and c.use_vcf != 0 and fours_of(s, s.side) >= 2:
        c.vcf_calls += 1
        plies = vcf(s, t, v, shared, c.vcf_depth, c.vcf_nodes)
        if plies > 0:
            c.vcf_wins += 1
            value = WIN - ply - plies
    if depth > 0:
        return value if value > static or not threat else UNKNOWN
    if c.use_table != 0 and value != static:
        back = to_table(value, ply)
        store(h, s.hash, c.generation, c.fresh, v.best, EXACT, depth, back, static)
    return value


@kernel("int64(S, C, int64, int64)", inner=True)
def nothing_to_do(s, c, static, ply):
    """The value where no move was listed: none stops the threat, or none is possible."""
    yours = 16 * (2 - s.side)
    if s.count[yours + FIVE] > 0:
        return ply + 2 - WIN
    threat = s.count[yours + STRAIGHT_FOUR] > 0
    return ply + 4 - WIN if threat and c.use_defence != 0 and c.open_end == 0 else static


@kernel("boolean(C, int64, int64, int64)", inner=True)
def may_be_singular(c, data, depth, ply):
    """Whether the table's move, known by ``data``, is good enough to ask if it is the only one."""
    if c.use_singular == 0 or depth < c.singular_depth or ply == 0 or data < 0:
        return False
    near = ((data >> 12) & 255) - 8 >= depth - 3
    return near and (data >> 10) & LOWER != 0 and abs(from_table(data, ply)) < DECIDED


@kernel("int64(S, T, C, int64[::1], int64, int64, int64, int64, int64)", inner=True)
def at_entry(s, t, c, h, alpha, beta, depth, ply, skip):
    """The value of a node that threats or the table settle, or ``UNKNOWN``.

    Then ``c.known`` is what the table knows of it, or -1, and ``c.static`` its static value.
    """
    in_pv = beta - alpha > 1
    if ply > 0:
        plies = verdict(s, t, c)
        if plies > 0 and in_pv:
            c.pv_length[ply] = 1
            c.pv[128 * ply] = verdict_move(s, t, c, plies)
        if plies != 0:
            return WIN - ply - plies if plies > 0 else ply - plies - WIN
        alpha = max(alpha, ply - WIN)
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha
        if ply >= DEEPEST:
            return static_value(s, t, c)
    data = np.int64(-1)
    if c.use_table != 0:
        data = probe(h, s.hash, c.generation if c.fresh != 0 else -1)
    if data >= 0:
        c.table_hits += 1
        value = from_table(data, ply)
        if skip == 0 and ply > 0 and not in_pv and settles(c, data, beta, depth, value):
            return value
    forced = s.count[16 * (2 - s.side) + FIVE] > 0
    static = np.int64(0)
    if data >= 0:  # the network is not asked where the table knows, or the move is forced
        static = static_from_table(data)
    elif not forced:
        static = static_value(s, t, c)
    c.known = data
    c.static = static
    return UNKNOWN


@kernel("int64(S, T, C, int64[::1], int64, int64, int64, int64)", inner=True)
def list_node(s, t, c, shared, top, table_move, ply, skip):
    """List the moves of a node from ``top`` on; the list's end."""
    end = top
    if skip == ASSIST:
        return end
    if skip < 0:
        at = SPLITS + (-1 - skip) * STRIDE
        for n in range(shared[at + END]):
            c.list_move[end] = shared[at + MOVES + n]
            end += 1
    elif ply == 0:
        for i in range(c.root_from, c.root_count):
            c.list_move[end] = c.root_move[i]
            c.list_score[end] = c.root_count - i
            end += 1
    elif s.count[16 * (2 - s.side) + FIVE] > 0:
        end = list_blocks(s, t, c, top)
    else:
        end = list_moves(s, t, c, top, table_move, ply)
    return end


@kernel("int64(S, T, C, V, int64[::1], int64[::1], int64, int64, int64, int64, int64)")
def search(s, t, c, v, h, shared, alpha, beta, depth, ply, skip):
    """The value of the position searched ``depth`` plies deep, without the move ``skip``.

    ``ply`` is the distance from the root, where the moves are those of ``c.root_move``.
    Returns 0 and sets ``c.aborted`` when it is stopped. With ``skip`` below 0 it is split point
    ``-1 - skip`` that is searched with others, and told what is found; with ``ASSIST`` nothing
    but split points of others are, for as long as there are any.
    """
    c.pv_length[ply] = 0
    if c.aborted != 0 or is_over(s, c, shared):
        c.aborted = 1
        return 0
    c.deepest = max(c.deepest, ply)
    if s.empties == 0:
        return 0
    in_pv = beta - alpha > 1
    fives = int(s.count[16 * (2 - s.side) + FIVE])
    top = c.top
    split = np.int64(-1)  # where in ``shared`` the split point is, if it is one
    data = np.int64(-1)
    table_move = np.int64(0)
    static = np.int64(0)
    if ASSIST < skip < 0:
        split = SPLITS + (-1 - skip) * STRIDE
        static = shared[split + STATIC]
    elif skip >= 0:
        value = at_entry(s, t, c, h, alpha, beta, depth, ply, skip)
        data, static = c.known, c.static
        if ply > 0:
            alpha = max(alpha, ply - WIN)
            beta = min(beta, WIN - ply - 1)
        if value == UNKNOWN and ply > 0 and fives == 0:
            whole = in_pv or skip != 0
            value = without_moves(s, t, c, v, h, shared, static, alpha, beta, depth, ply, whole)
        if value != UNKNOWN:
            return value
        if data >= 0:
            table_move = data & 1023
        if c.use_iir != 0 and depth >= 4 and table_move == 0 and fives == 0 and ply > 0:
            depth -= 1
    end = list_node(s, t, c, shared, top, table_move, ply, skip)
    if end == top and skip != ASSIST:
        return nothing_to_do(s, c, static, ply)
    c.top = end
    quiet_limit = 1024
    if not in_pv and depth <= 8 and fives == 0:
        quiet_limit = quiet_moves(s, c, depth)
    maybe_singular = skip == 0 and fives == 0 and may_be_singular(c, data, depth, ply)
    may_split = skip == 0 and fives == 0 and depth >= c.split_depth
    old_alpha = alpha
    best = np.int64(-WIN)
    best_move = np.int64(0)
    side = s.side
    done = np.int64(0)
    i = top - 1
    while True:
        i += 1
        if may_split and split < 0 and done > 0 and i + 1 < end and load(shared, IDLE) > 0:
            split = reserve(s, c, shared, top, i, end, old_alpha, beta, depth)
            if split >= 0:
                shared[split + ALPHA] = alpha
                shared[split + BEST] = best
                shared[split + MOVE] = best_move
                shared[split + DONE] = done
                shared[split + STATIC] = static
                put(shared, split + OPEN, 1)
        if split >= 0:
            place = take(shared, split)
            if place < 0:
                break
            i = top + place
            alpha = load(shared, split + ALPHA)
            best = load(shared, split + BEST)
            done = load(shared, split + DONE)
            move = int(c.list_move[i])
        elif i < end:
            move = pick(c, i, end)
        else:
            break
        if move == skip:
            continue
        mine = code_at(s, t, side, move) & 15
        theirs = code_at(s, t, 3 - side, move) & 15
        quiet = fives == 0 and mine < OPEN_THREE and theirs < OPEN_THREE
        if quiet and best > -DECIDED and ply > 0:
            if done >= quiet_limit:
                continue
            futile = static + c.futility * (depth + 1) <= alpha and done > 0
            if c.use_futility != 0 and not in_pv and depth <= 4 and futile:
                best = max(best, static)
                if split >= 0:
                    tell(c, shared, split, ply, np.int64(0), static)
                continue
        if split >= 0:
            done = add(shared, split + DONE, 1)
        wanted = depth if fives > 0 and c.use_extension != 0 else depth - 1
        singular = maybe_singular and move == table_move
        reduced = 0
        if c.use_lmr != 0 and depth >= 3 and done >= 2 and fives == 0:
            reduced = reduction_of(c, (side - 1) << 10 | move, depth, done, in_pv, quiet)
            reduced = min(reduced, wanted - 1)
        zero = c.use_pvs != 0 and done > 0
        made = 0
        value = WIN - ply - 1
        if mine == FIVE:  # at the root only: elsewhere the verdict came first
            c.pv_length[ply + 1] = 0
        while mine != FIVE:
            if singular:
                low = from_table(data, ply) - 2 * depth - 1
                high = low + 1
                deep = (depth - 1) // 2
                below = ply
                without = move
            else:
                if made == 0:
                    make(s, t, move)
                    made = 1
                low = -alpha - 1 if zero else -beta
                high = -alpha
                deep = wanted - reduced
                below = ply + 1
                without = np.int64(0)
            value = search(s, t, c, v, h, shared, low, high, deep, below, without)
            if c.aborted != 0:
                break
            if singular:
                singular = False
                if value <= low:
                    wanted += 1
                c.pv_length[ply] = 0
                continue
            value = -value
            if value > alpha and reduced > 0:
                reduced = 0
            elif zero and alpha < value < beta:
                zero = False
            else:
                break
        if made == 1:
            unmake(s, t)
        if c.aborted != 0:
            break
        if split >= 0:
            if tell(c, shared, split, ply, move, value):
                c.cuts += 1
                remember(s, c, ply, depth, top, i)
            continue
        done += 1
        if value > best:
            best = value
            if value > alpha:
                best_move = move
                if in_pv:
                    lengthen(c, ply, move)
                if ply == 0:
                    c.best_move = move
                    c.best_value = value
                alpha = value
                if alpha >= beta:
                    c.cuts += 1
                    c.first_cuts += 1 if done == 1 else 0
                    if fives == 0:
                        remember(s, c, ply, depth, top, i)
                    break
    word = RUNNING
    opened = split >= 0 and skip >= 0
    if opened:
        close(c, shared, split)
        word = split + WORKERS
    before = c.split
    while (opened or skip == ASSIST) and load(shared, word) != 0:
        other = await_split(s, t, c, shared, word)
        if other >= 0:
            at = SPLITS + other * STRIDE
            low, high, deep = shared[at + FLOOR], shared[at + BETA], shared[at + DEPTH]
            search(s, t, c, v, h, shared, low, high, deep, s.ply, -1 - other)
            leave(s, t, c, shared, ply, before)
        elif skip == ASSIST:
            break
    if opened:
        collect(s, c, shared, split, ply)
        alpha = shared[split + ALPHA]
        best = shared[split + BEST]
        best_move = shared[split + MOVE]
        done = shared[split + DONE]
    c.top = top
    if c.aborted != 0 or skip < 0:
        return 0
    if done == 0 and best == -WIN:
        return old_alpha if skip != 0 else static
    if c.use_table != 0 and skip == 0 and (ply > 0 or c.root_from == 0):
        bound = LOWER if best >= beta else (EXACT if best > old_alpha else UPPER)
        back = to_table(best, ply)
        store(h, s.hash, c.generation, c.fresh, best_move, bound, depth, back, static)
    return best
