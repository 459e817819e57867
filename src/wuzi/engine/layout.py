"""The records that kernels work on: a search thread's position, and the tables it reads.

One structured NumPy record each, passed as an argument: measured, it is the fastest layout
in Numba and the smallest code. Points are those of ``wuzi.rules``; their arrays have 1,024
entries, and indices are masked with 1023, so that a step over the upper edge meets the
walls below the board.
"""

from __future__ import annotations

from typing import Final

import numba
import numpy as np

CELLS: Final = 1024
MASK: Final = CELLS - 1
MAX_PLIES: Final = 22 * 22
LOG: Final = MAX_PLIES * 48
"""Changed cells remembered for undoing: at most 40 a stone."""
CLASSES: Final = 16

STATE: Final = np.dtype(
    [
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
        ("line", np.uint8, 4**10),
        ("code", np.int32, 2 * 65536),
        ("zobrist", np.int64, 2 * CELLS),
        ("turn", np.int64),
        ("reach", np.int64),
        ("forbidden", np.int64),
    ],
    align=True,
)

STATE_TYPE = numba.from_dtype(STATE)
TABLES_TYPE = numba.from_dtype(TABLES)
