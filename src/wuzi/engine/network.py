"""The pattern network's weights: a versioned data file for each rule, checked when it is read.

A *shape* is what the nine cells of a line are whose middle one is empty, a line and its mirror
image being the same. Each shape has a vector of whole numbers: its first half is what the
shape is worth to black, its second half what the same shape with the colours swapped would
be, so that the file keeps first halves only. The head that follows is of floats. How they work
together is told in ``kernels.network``, how they are learned in ``wuzi.train.network``.

A file is one line of JSON, which says what it is for and carries the checksum (SHA-256) of the
numbers, and then the numbers, packed by zlib: the vectors, first all low bytes, then all high
bytes (little-endian int16 with its bytes apart packs better), and the head (float32).
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuzi.engine.layout import LARGEST, NET_HEAD, NET_ROWS, NET_WIDTH
from wuzi.errors import N_, SettingsError
from wuzi.rules import MIN_SIZE, Rule

FORMAT: Final = "wuzi-network"
VERSION: Final = 1
HALF: Final = NET_WIDTH // 2
UNIT: Final = 512
"""A 1 of the network as it was learned, in the whole numbers of the vectors."""
LIMIT: Final = 2**13 - 1
"""The most that a number of a vector may be: four of them and 16 bits are enough for a cell."""
KINDRED: Final = {"caro": "standard", "caro6": "freestyle"}
"""Rules without a network of their own, and whose they play with."""
_CELLS: Final = 8


@cache
def shape_rows() -> NDArray[np.uint16]:
    """The number of every line's shape.

    Returns
    -------
    array of uint16, shape (65536,)
        Indexed by the line as in ``kernels.network``: two bits a cell, the middle one left out,
        the farthest on the low side in the lowest bits. What cannot be on a board has row 0.
    """
    keys = np.arange(1 << (2 * _CELLS), dtype=np.int64)
    cells = _cells_of(keys)
    walls = cells == 3
    half = _CELLS // 2
    sound = np.ones(len(keys), dtype=bool)
    for at in range(half - 1):  # beyond a wall there are only walls
        sound &= ~walls[at + 1] | walls[at]
        sound &= ~walls[half + at] | walls[half + at + 1]
    smaller = np.minimum(keys, _key_of(cells[::-1]))
    shapes, rows = np.unique(smaller[sound], return_inverse=True)
    assert len(shapes) == NET_ROWS
    table = np.zeros(len(keys), np.uint16)
    table[sound] = rows
    return table


@cache
def shape_cells() -> NDArray[np.uint8]:
    """The cells of every shape: 0 empty, 1 black, 2 white, 3 wall; shape (NET_ROWS, 8)."""
    keys = np.arange(1 << (2 * _CELLS), dtype=np.int64)
    first = np.full(NET_ROWS, len(keys))
    rows = shape_rows().copy()
    np.minimum.at(first, rows[1:], keys[1:])  # row 0 is the empty line: key 0
    first[0] = 0
    return _cells_of(first).T.astype(np.uint8)


@cache
def swapped_rows() -> NDArray[np.uint16]:
    """For every shape the number of the one with the colours swapped."""
    cells = shape_cells().T.astype(np.int64)
    other = np.where((cells == 1) | (cells == 2), 3 - cells, cells)
    return shape_rows()[_key_of(other)]


def _cells_of(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.stack([(keys >> (2 * at)) & 3 for at in range(_CELLS)])


def _key_of(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    shifts = 2 * np.arange(_CELLS, dtype=np.int64)[:, None]
    return np.asarray((cells << shifts).sum(axis=0))


@dataclass(frozen=True)
class Network:
    """The weights of one rule on boards of one size.

    Attributes
    ----------
    rule : str
    size : int
        Lines of the board it was learned on.
    origin : str
        The command and the data that made them.
    vectors : array of int16, shape (NET_ROWS, 32)
        By shape, as black sees it.
    head : array of float32, shape (NET_HEAD,)
        As ``kernels.vectors`` takes it apart.
    """

    rule: str
    size: int
    origin: str
    vectors: NDArray[np.int16]
    head: NDArray[np.float32]

    def fill(self, tables: Any) -> None:
        """Put the weights into a record of tables."""
        both = np.concatenate((self.vectors, self.vectors[swapped_rows()]), axis=1)
        tables["net_vector"][:] = both.ravel()
        tables["net_head"][:] = self.head
        tables["net_row"][:] = shape_rows()
        tables["net_points"] = self.size**2

    def to_bytes(self) -> bytes:
        """The file."""
        numbers = self._numbers()
        about = {
            "format": FORMAT,
            "version": VERSION,
            "rule": self.rule,
            "size": self.size,
            "origin": self.origin,
            "sha256": self._digest(numbers),
        }
        return json.dumps(about).encode() + b"\n" + zlib.compress(numbers, 9)

    def _numbers(self) -> bytes:
        planes = self.vectors.astype("<i2").reshape(-1, 1).view(np.uint8).T
        return planes.tobytes() + self.head.astype("<f4").tobytes()

    def _digest(self, numbers: bytes) -> str:
        return hashlib.sha256(f"{self.rule} {self.size} ".encode() + numbers).hexdigest()


def read_network(data: bytes, name: str, rule: Rule) -> Network:
    """The network in ``data``, which came from the file ``name``.

    Raises
    ------
    SettingsError
        If it is damaged, of another version, or for a rule that is not kindred.
    """

    def refuse(why: str) -> SettingsError:
        return SettingsError(
            "network.damaged",
            N_("the network {file} cannot be used ({why}): reinstall it or name another one"),
            file=name,
            why=why,
        )

    line, _, packed = data.partition(b"\n")
    try:
        about = json.loads(line)
    except (ValueError, RecursionError):
        raise refuse(N_("not a network")) from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise refuse(N_("not a network"))
    if about.get("version") != VERSION:
        raise refuse(N_("another version"))
    of = str(about.get("rule"))
    if of not in (rule.name, KINDRED.get(rule.name)):
        raise refuse(N_("for another rule"))
    if about.get("size") not in range(MIN_SIZE, LARGEST + 1):
        raise refuse(N_("for another size"))
    vectors, head = 2 * NET_ROWS * HALF, 4 * NET_HEAD
    try:
        numbers = zlib.decompressobj().decompress(packed, vectors + head + 1)
    except zlib.error:
        raise refuse(N_("numbers missing")) from None
    if len(numbers) != vectors + head:
        raise refuse(N_("numbers missing"))
    planes = np.frombuffer(numbers, np.uint8, vectors).reshape(2, -1)
    network = Network(
        of,
        about["size"],
        str(about.get("origin", "")),
        np.ascontiguousarray(planes.T).view("<i2").reshape(NET_ROWS, HALF).astype(np.int16),
        np.frombuffer(numbers, "<f4", offset=vectors).astype(np.float32),
    )
    if about.get("sha256") != network._digest(numbers):
        raise refuse(N_("its checksum does not agree"))
    if (
        np.abs(network.vectors.astype(np.int32)).max() > LIMIT
        or not np.isfinite(network.head).all()
    ):
        raise refuse(N_("numbers missing or out of range"))
    return network


def network_file(rule: Rule) -> Any:
    """Where the shipped network for ``rule`` is."""
    name = KINDRED.get(rule.name, rule.name)
    return files("wuzi.engine") / "data" / f"network_{name}.bin"


def load_network(rule: Rule, path: str | Path | None = None) -> Network | None:
    """The shipped network for ``rule``, or that of a file; ``None`` if none is shipped.

    Raises
    ------
    SettingsError
        If the file is named and missing, damaged or for another rule.
    """
    file = network_file(rule) if path is None else Path(path)
    if path is None and not file.is_file():
        return None
    try:
        data = file.read_bytes()
    except OSError as error:
        raise SettingsError(
            "network.unreadable",
            N_("the network {file} cannot be read: {why}"),
            file=str(file),
            why=error.strerror or str(error),
        ) from None
    return read_network(data, str(file), rule)
