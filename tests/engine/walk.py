"""A fixed walk over all rules; run as a program it prints the checksum of where it led.

With ``NUMBA_DISABLE_JIT=1`` or ``NUMBA_BOUNDSCHECK=1`` the same walk must lead there, too.
"""

from __future__ import annotations

import hashlib
import random
import warnings

from tests.engine.positions import snapshot
from wuzi.engine.kernels.forbidden import is_forbidden
from wuzi.engine.kernels.position import make, unmake
from wuzi.engine.tables import make_state, tables_of
from wuzi.rules import RULES, Board


def walk(rounds: int = 1) -> str:
    """Make and unmake on boards of several sizes; the checksum of all that was seen."""
    chance = random.Random(8)
    seen = hashlib.sha256()
    for rule in RULES.values():
        tables = tables_of(rule)
        for size in (5, 9, 22) * rounds:
            state = make_state(Board(size, rule), tables)
            for step in range(60):
                empty = [int(p) for p in state["point"][: size * size] if state["cell"][p] == 0]
                if int(state["ply"]) and (not empty or step % 5 == 4):
                    unmake(state, tables)
                else:
                    make(state, tables, chance.choice(empty[:80]))
                if rule.forbidden and step % 10 == 0:
                    seen.update(bytes(is_forbidden(state, tables, p) for p in empty[:40]))
            for name, data in sorted(snapshot(state).items()):
                seen.update(name.encode() + data)
    return seen.hexdigest()


if __name__ == "__main__":
    warnings.simplefilter("error")
    print(walk())
