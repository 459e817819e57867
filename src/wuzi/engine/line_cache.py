"""Line tables kept on disk: the larger ones take a second to generate, a few ms to read.

A file is the checksum of the table (SHA-256, 32 bytes) and the table itself. One that is
missing, cut off or altered is generated again; without a place to keep them each process
generates its own.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wuzi.engine.cache import is_writable, kernel_cache
from wuzi.engine.patterns import pair_table, reach_of
from wuzi.files import write_atomically
from wuzi.rules import RULES, Rule


def table_file(rule: Rule) -> Path:
    """Where the table of ``rule`` is kept."""
    return kernel_cache() / f"lines_{rule.name}.table"


def kept_pair_table(rule: Rule) -> NDArray[np.uint8]:
    """:func:`~wuzi.engine.patterns.pair_table`, from its file if that is sound."""
    if RULES.get(rule.name) != rule:
        return pair_table(rule)  # somebody's own rule: the file's name would not tell it
    kept = _read(table_file(rule), 4 ** (2 * reach_of(rule)))
    if kept is not None:
        return kept
    table = pair_table(rule)
    if is_writable():
        data = table.tobytes()
        with contextlib.suppress(OSError):
            kernel_cache().mkdir(parents=True, exist_ok=True)
            write_atomically(table_file(rule), hashlib.sha256(data).digest() + data)
    return table


def _read(file: Path, length: int) -> NDArray[np.uint8] | None:
    """The table in ``file``, if it is whole."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    if len(data) != 32 + length or hashlib.sha256(data[32:]).digest() != data[:32]:
        return None
    return np.frombuffer(data, np.uint8, offset=32)
