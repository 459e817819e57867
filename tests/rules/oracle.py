"""A referee written straight from the definitions: slow, naive, sharing no code with wuzi.

Positions are dictionaries from (column, row) to "B" or "W"; every line is spelled out as the
list of its cells, and shapes are found by looking at all sets of cells of a line.
"""

from itertools import combinations

LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


def row_through(stones, at, step):
    """All cells of the unbroken one-coloured row through ``at``."""
    colour = stones[at]
    cells = {at}
    for sign in (1, -1):
        x, y = at
        while stones.get((x + sign * step[0], y + sign * step[1])) == colour:
            x, y = x + sign * step[0], y + sign * step[1]
            cells.add((x, y))
    return cells


def won(rule, size, stones, at):
    """Whether the stone ``at`` stands in a row that wins."""
    colour = stones[at]
    other = "W" if colour == "B" else "B"
    for dx, dy in LINES:
        row = row_through(stones, at, (dx, dy))
        first, last = min(row), max(row)
        if (dx, dy) == (0, 1):
            first, last = min(row, key=lambda c: c[1]), max(row, key=lambda c: c[1])
        before = (first[0] - dx, first[1] - dy)
        after = (last[0] + dx, last[1] + dy)
        stopped = stones.get(before) == other and stones.get(after) == other
        n = len(row)
        wins = {
            "freestyle": n >= 5,
            "standard": n == 5,
            "renju": n == 5 or (n > 5 and colour == "W"),
            "caro": n == 5 and not stopped,
            "caro6": n > 5 or (n == 5 and not stopped),
        }[rule]
        if wins:
            return True
    return False


def line_cells(size, at, step):
    """The cells of the whole line through ``at``, in order."""
    cells = [(at[0] + k * step[0], at[1] + k * step[1]) for k in range(-size, size + 1)]
    return [c for c in cells if 0 <= c[0] < size and 0 <= c[1] < size]


def exact_five(stones, at, step):
    return len(row_through(stones, at, step)) == 5


def makes_five(stones, at):
    return any(exact_five(stones, at, step) for step in LINES)


def fours(size, stones, at, step):
    """Sets of four black stones of the line, ``at`` in them, one stone short of exactly five."""
    cells = line_cells(size, at, step)
    found = set()
    for start in range(len(cells) - 4):
        five = cells[start : start + 5]
        if at not in five:
            continue
        black = [c for c in five if stones.get(c) == "B"]
        empty = [c for c in five if c not in stones]
        if len(black) == 4 and len(empty) == 1:
            after = {**stones, empty[0]: "B"}
            if row_through(after, empty[0], step) == set(five):
                found.add(frozenset(black))
    return found


def straight_fours(size, stones, at, step):
    """Unbroken fours through ``at`` that exactly five can complete at both ends."""
    return {
        four
        for four in fours(size, stones, at, step)
        if row_through(stones, at, step) == set(four)
        and sum(
            1
            for end in line_cells(size, at, step)
            if end not in stones
            and row_through({**stones, end: "B"}, end, step) == set(four) | {end}
        )
        == 2
    }


def is_three(size, stones, at, step):
    """Whether one more legal stone makes a straight four of the line, and no five by the way."""
    for more in line_cells(size, at, step):
        if more in stones:
            continue
        after = {**stones, more: "B"}
        made = [f for f in straight_fours(size, after, at, step) if more in f]
        if made and not makes_five(after, more) and not forbidden(size, stones, more):
            return True
    return False


def forbidden(size, stones, at):
    """The set of kinds for which black may not play ``at``."""
    after = {**stones, at: "B"}
    if makes_five(after, at):
        return set()
    kinds = set()
    if any(len(row_through(after, at, step)) > 5 for step in LINES):
        kinds.add("overline")
    if sum(len(fours(size, after, at, step)) for step in LINES) >= 2:
        kinds.add("double_four")
    if any(
        all(is_three(size, after, at, step) for step in pair) for pair in combinations(LINES, 2)
    ):
        kinds.add("double_three")
    return kinds
