"""The records that kernels work on: a search thread's position, and the tables it reads.

One structured NumPy record each, passed as an argument: measured, it is the fastest layout
in Numba and the smallest code. Points are those of ``wuzi.rules``; their arrays have 1,024
entries, and indices are masked with 1023, so that a step over the upper edge meets the
walls below the board.
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np

CELLS: Final = 1024
MASK: Final = CELLS - 1
LARGEST: Final = 22
"""Lines of the largest board that the engine plays on."""
MAX_PLIES: Final = LARGEST**2
LOG: Final = MAX_PLIES * 48
"""Changed cells remembered for undoing: at most 40 a stone."""
CLASSES: Final = 16
CACHE_LINE: Final = 64

NET_WIDTH: Final = 64
"""Values of a vector of the pattern network: half of them are black's view, half white's."""
NET_ROWS: Final = 7381
"""Shapes of nine cells on a line, walls at the ends, a line and its mirror image the same."""
NET_HEAD: Final = 4320
"""Weights of the network's head: 96 -> 32 -> 32 -> 1, and past it."""

STATE: Final = np.dtype(
    [
        # the network's own position, which it brings up to date when it is asked
        ("net_sum_of", np.int16, CELLS * NET_WIDTH),
        ("net_sum", np.int32, NET_WIDTH),
        ("net_input", np.float32, NET_WIDTH + 2 * CLASSES),
        ("net_cell", np.uint8, CELLS),
        ("net_key", np.int32, 4 * CELLS),
        ("net_move", np.int32, MAX_PLIES + 1),
        ("net_ply", np.int64),
        ("net_side", np.int64),
        ("cell", np.uint8, CELLS),
        ("key", np.int32, 4 * CELLS),
        ("pack", np.int32, 2 * CELLS),
        ("near", np.int32, CELLS),
        ("point", np.int32, CELLS),
        ("points", np.int64),
        ("side", np.int64),
        ("ply", np.int64),
        ("empties", np.int64),
        ("hash", np.int64),
        ("value", np.int64, 2),
        ("count", np.int32, 2 * CLASSES),
        ("move", np.int32, MAX_PLIES + 1),
        ("log_start", np.int32, MAX_PLIES + 2),
        ("log_cell", np.int32, LOG),
        ("log_pack", np.int64, LOG),
        ("old_count", np.int32, (MAX_PLIES + 1) * 2 * CLASSES),
        ("old_value", np.int64, (MAX_PLIES + 1) * 2),
        ("last", np.int64),
        ("pairs", np.int64),
    ],
    align=True,
)

TABLES: Final = np.dtype(
    [
        ("net_vector", np.int16, NET_ROWS * NET_WIDTH),
        ("net_head", np.float32, NET_HEAD),
        ("net_row", np.uint16, 65536),
        ("net_points", np.int64),
        ("line", np.uint8, 4**10),
        ("code", np.int32, 2 * 65536),
        ("zobrist", np.int64, 2 * CELLS),
        ("turn", np.int64),
        ("reach", np.int64),
        ("forbidden", np.int64),
    ],
    align=True,
)


def new_record(dtype: np.dtype[Any]) -> Any:
    """A record of zeros; its fields are attributes, in kernels that run as plain Python too.

    It begins where a line of the processor's cache does, and so do the vectors that come first.
    """
    memory = np.zeros(dtype.itemsize + CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % CACHE_LINE
    return memory[start : start + dtype.itemsize].view(dtype).view(np.recarray)[0]


STATE_TYPE = numba.from_dtype(STATE)
TABLES_TYPE = numba.from_dtype(TABLES)

VCF_ENTRIES: Final = 1 << 16
VCF_LIST: Final = 1 << 15

VCF: Final = np.dtype(
    [
        ("table", np.int64, 2 * VCF_ENTRIES),
        ("list", np.int32, VCF_LIST),
        ("rank", np.int32, VCF_LIST),
        ("mark", np.int64, CELLS),
        ("stamp", np.int64),
        ("open_end", np.int64),
        ("nodes", np.int64),
        ("limit", np.int64),
        ("stopped", np.int64),
        ("best", np.int64),
    ],
    align=True,
)
"""The solver of fours: ``table`` holds the hash and the answer of positions met before (two
words an entry; clear it when the board's size or the rule changes), ``list`` and ``rank``
the fours to try, one stretch a node, ``open_end`` whether the rule is one of caro's. After
a win ``best`` is the winning move; ``nodes`` is never set back."""

VCF_TYPE = numba.from_dtype(VCF)

MAX_DEPTH: Final = 100
"""Plies from the root that a search may reach."""
LISTS: Final = MAX_DEPTH * MAX_PLIES
PV_STRIDE: Final = 128

CONTROL: Final = np.dtype(
    [
        ("node_limit", np.int64),
        ("runner", np.int64),
        # what the search does: see wuzi.engine.control for what each switch means
        ("use_table", np.int64),
        ("use_verdict", np.int64),
        ("use_vcf", np.int64),
        ("use_pvs", np.int64),
        ("use_lmr", np.int64),
        ("use_count_pruning", np.int64),
        ("use_futility", np.int64),
        ("use_reverse_futility", np.int64),
        ("use_razoring", np.int64),
        ("use_singular", np.int64),
        ("use_extension", np.int64),
        ("use_iir", np.int64),
        ("use_history", np.int64),
        ("use_counter", np.int64),
        ("use_killers", np.int64),
        ("use_defence", np.int64),
        ("use_calm", np.int64),
        ("use_improving", np.int64),
        ("use_network", np.int64),
        # numbers of the ideas
        ("tempo", np.int64),
        ("own_weight", np.int64),
        ("futility", np.int64),
        ("reverse_futility", np.int64),
        ("razor", np.int64),
        ("count_base", np.int64),
        ("singular_depth", np.int64),
        ("foe_order", np.int64),
        ("vcf_depth", np.int64),
        ("vcf_nodes", np.int64),
        ("split_depth", np.int64),
        ("reduction", np.int32, 64 * 64),
        # the rule and the search at hand
        ("open_end", np.int64),
        ("fresh", np.int64),
        ("generation", np.int64),
        ("root_count", np.int64),
        ("root_from", np.int64),
        ("root_move", np.int32, MAX_PLIES),
        ("split", np.int64),
        ("known", np.int64),
        ("static", np.int64),
        # what it found
        ("aborted", np.int64),
        ("deepest", np.int64),
        ("best_move", np.int64),
        ("best_value", np.int64),
        ("nodes", np.int64),
        ("vcf_calls", np.int64),
        ("vcf_wins", np.int64),
        ("table_hits", np.int64),
        ("cuts", np.int64),
        ("first_cuts", np.int64),
        ("pv_length", np.int32, PV_STRIDE),
        ("pv", np.int32, PV_STRIDE * PV_STRIDE),
        # what it remembers
        ("history", np.int32, 2 * CELLS),
        ("counter", np.int32, 2 * CELLS),
        ("killer", np.int32, 2 * PV_STRIDE),
        ("mark", np.int32, CELLS),
        ("top", np.int64),
        ("list_move", np.int32, LISTS),
        ("list_score", np.int32, LISTS),
    ],
    align=True,
)
"""One search thread's orders, counters, heuristics and move lists. ``list_move`` is a stack:
each node puts its moves on ``top`` and takes them off again."""

CONTROL_TYPE = numba.from_dtype(CONTROL)

VCT_LIST: Final = 1 << 16

VCT: Final = np.dtype(
    [
        ("list", np.int32, VCT_LIST),
        ("proof", np.int32, VCT_LIST),
        ("disproof", np.int32, VCT_LIST),
        ("mark", np.int64, CELLS),
        ("stamp", np.int64),
        ("attacker", np.int64),
        ("least", np.int64),
        ("vcf_depth", np.int64),
        ("vcf_nodes", np.int64),
        ("nodes", np.int64),
        ("limit", np.int64),
        ("stopped", np.int64),
        ("open", np.int64),
        ("best", np.int64),
    ],
    align=True,
)
"""The solver of threats: its moves, one stretch a node, with their proof and disproof numbers;
``open`` is set when something was given up that might have won; ``best`` as in ``VCF``."""

VCT_TYPE = numba.from_dtype(VCT)

NAMES: Final = {"W": VCT_TYPE, "S": STATE_TYPE, "T": TABLES_TYPE, "V": VCF_TYPE, "C": CONTROL_TYPE}
"""What the signatures of kernels call the records."""
