"""Files of self-played games: written batch by batch, read as NumPy arrays.

A file is a head and batches. The head is ``WUZI GAMES 1``, a line of JSON (:class:`Header`)
and a line with its checksum. A batch is 16 bytes (``GAME``, bytes that follow, games, their
CRC-32) and a zlib stream of three columns: for each game its number, result, length of the
opening and length; all moves; all scores. That is some two to three bytes a position.

Batches are only ever appended. One that was cut off by a crash is left out by the reader and
cut away by whoever goes on writing; one that is damaged is refused.

>>> games = Games.of(
...     Header("freestyle", 15, 100), [PlayedGame(0, 1, 2, (112, 113, 97), (-5,))]
... )
>>> len(games), games.positions, games.score.tolist()
(1, 1, [-32768, -32768, -5])
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuzi.errors import N_, RecordError

NOT_SEARCHED: Final = -32768
"""The score of a move of the opening."""
_MAGIC: Final = b"WUZI GAMES 1\n"
_MARK: Final = b"GAME"
_HEAD: Final = 16
_GAME: Final = np.dtype([("index", "<u4"), ("result", "i1"), ("opening", "u1"), ("length", "<u2")])


@dataclass(frozen=True, slots=True)
class Header:
    """What all games of a file have in common.

    Attributes
    ----------
    rule : str
    size : int
    nodes : int
        Positions looked at for each move.
    seed : int
        The games follow from it, their numbers, and all that stands here.
    engine : str
        The stamp of the engine's sources.
    weights : str
        The seal of its weights, and of the network if it used one.
    blunders : int
        Of a hundred moves so many were drawn by lot, not chosen.
    """

    rule: str
    size: int
    nodes: int
    seed: int = 0
    engine: str = ""
    weights: str = ""
    blunders: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game.

    Attributes
    ----------
    index : int
        Its number in its series.
    result : int
        1 if black won, -1 if white did, 0 for a draw.
    opening : int
        How many of the moves were given.
    moves : tuple of int
        Cells, ``row * size + column`` with row 0 at the bottom, black first.
    scores : tuple of int
        For each move after the opening what the search said of the position before it: a
        value of the engine from the view of the side to move.
    """

    index: int
    result: int
    opening: int
    moves: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Games:
    """Games as arrays. The moves of game ``g`` are those from ``start[g]`` to ``start[g + 1]``.

    Attributes
    ----------
    header : Header
        Of the first file they come from.
    index : array of uint32, shape (games,)
    result : array of int8, shape (games,)
        1 if black won, -1 if white did, 0 for a draw.
    opening : array of uint8, shape (games,)
        How many of a game's moves were given.
    start : array of int64, shape (games + 1,)
    move : array of uint16, shape (moves,)
        Cells, ``row * size + column``, row 0 at the bottom.
    score : array of int16, shape (moves,)
        What the search said of the position *before* the move, from the view of the side to
        move: 30,000 - n is a proved win in n plies; ``NOT_SEARCHED`` in the opening.
    """

    header: Header
    index: NDArray[np.uint32]
    result: NDArray[np.int8]
    opening: NDArray[np.uint8]
    start: NDArray[np.int64]
    move: NDArray[np.uint16]
    score: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.result)

    @property
    def positions(self) -> int:
        """How many were searched."""
        return int((self.score != NOT_SEARCHED).sum())

    @classmethod
    def of(cls, header: Header, games: Sequence[PlayedGame]) -> Games:
        """The arrays of games that were just played."""
        heads = np.array([_head_of(game) for game in games], _GAME)
        moves = np.array([cell for game in games for cell in game.moves], np.uint16)
        scores = np.array([score for game in games for score in game.scores], np.int16)
        return _assembled(header, heads, moves, scores)

    def __getitem__(self, which: NDArray[Any] | slice) -> Games:
        """Some of the games, as NumPy would choose them."""
        chosen = np.arange(len(self))[which]
        lengths = np.diff(self.start)[chosen]
        start = np.concatenate(([0], np.cumsum(lengths)))
        rows = np.repeat(self.start[chosen] - start[:-1], lengths) + np.arange(start[-1])
        return Games(
            self.header,
            self.index[chosen],
            self.result[chosen],
            self.opening[chosen],
            start,
            self.move[rows],
            self.score[rows],
        )

    def drawn(self, count: int, seed: int) -> Games:
        """So many of the games, drawn by lot, in their order; all if there are not more."""
        lots = np.random.default_rng(seed).permutation(len(self))[:count]
        return self[np.sort(lots)]

    def game_of(self) -> NDArray[np.int64]:
        """For each move the number of its game in these arrays: split by it, never by move."""
        return np.repeat(np.arange(len(self)), np.diff(self.start))

    def colour_of(self) -> NDArray[np.int8]:
        """For each move who made it: 1 black, -1 white."""
        ply = np.arange(len(self.move)) - np.repeat(self.start[:-1], np.diff(self.start))
        return np.where(ply % 2 == 0, 1, -1).astype(np.int8)

    def boards(self) -> Iterator[NDArray[np.int8]]:
        """For each game the boards before each of its moves.

        Yields
        ------
        array of int8, shape (moves of the game, size * size)
            1 black, -1 white, 0 empty; row ``i`` is the position in which
            ``move[start[g] + i]`` was played.
        """
        cells = self.header.size**2
        for first, last in zip(self.start[:-1], self.start[1:], strict=True):
            board = np.zeros((last - first, cells), np.int8)
            for ply in range(last - first - 1):
                board[ply + 1 :, self.move[first + ply]] = 1 if ply % 2 == 0 else -1
            yield board


def read_games(
    *paths: str | os.PathLike[str], also: Sequence[str | os.PathLike[str]] = ()
) -> Games:
    """All games of one or more files, of one rule and size.

    Parameters
    ----------
    *paths : path
    also : sequence of path
        Files of another rule, whose games are taken as if they had been played by this one.

    Raises
    ------
    RecordError
        If a file is missing, damaged, of another kind, or there is no game in them.
    """
    parts = [_read(Path(path)) for path in (*paths, *also)]
    header = parts[0].header
    for at, (path, part) in enumerate(zip((*paths, *also), parts, strict=True)):
        other_rule = at < len(paths) and part.header.rule != header.rule
        if other_rule or part.header.size != header.size:
            raise RecordError(
                "train.mixed",
                N_("{name} has games of {rule} on {size} lines, unlike {first}: fit them apart"),
                name=str(path),
                rule=part.header.rule,
                size=part.header.size,
                first=str(paths[0]),
            )
    if not sum(map(len, parts)):
        raise RecordError(
            "train.no_games",
            N_("{name} has no games: make some with 'wuzi train selfplay'"),
            name=str(paths[0]),
        )
    lengths = np.concatenate([np.diff(part.start) for part in parts])
    return Games(
        header,
        np.concatenate([part.index for part in parts]),
        np.concatenate([part.result for part in parts]),
        np.concatenate([part.opening for part in parts]),
        np.concatenate(([0], np.cumsum(lengths))),
        np.concatenate([part.move for part in parts]),
        np.concatenate([part.score for part in parts]),
    )


def read_header(path: str | os.PathLike[str]) -> Header:
    """The head of a file alone.

    Raises
    ------
    RecordError
        If it is no file of games.
    """
    return _split(Path(path), _bytes_of(Path(path)))[0]


class GamesWriter:
    """Appends batches to a file; a context manager.

    Parameters
    ----------
    path : Path
    header : Header
    resume : bool
        Go on with the file if it is there; what was cut off at its end is cut away.

    Raises
    ------
    RecordError
        If the file is there and not to be resumed, or was made otherwise, or cannot be written.
    """

    def __init__(self, path: Path, header: Header, *, resume: bool = False) -> None:
        self._path = path
        self.header = header
        self.old: Games | None = None
        """The games that were there before."""
        end = 0
        if path.exists() and path.stat().st_size:
            if not resume:
                raise RecordError(
                    "train.exists",
                    N_("{name} is there already: go on with --resume, or name another file"),
                    name=str(path),
                )
            end = self._check_old()
        try:
            self._file = path.open("r+b" if end else "wb")
            self._file.truncate(end)
            self._file.seek(end)
            if not end:
                self._put(head_bytes(header))
        except OSError as error:
            raise self._unwritable(error) from None

    def _check_old(self) -> int:
        """Take in what is there; where to go on."""
        old = _read(self._path)
        for field in fields(Header):
            was, wanted = getattr(old.header, field.name), getattr(self.header, field.name)
            if was != wanted:
                raise RecordError(
                    "train.other",
                    N_("{name} was made with {what} {was}, not {wanted}: name another file"),
                    name=str(self._path),
                    what=field.name,
                    was=was,
                    wanted=wanted,
                )
        self.old = old
        data = _bytes_of(self._path)
        at = _split(self._path, data)[1]
        for _, end in _batches(self._path, data, at):
            at = end
        return at

    def append(self, games: Sequence[PlayedGame]) -> None:
        """Write one batch; when this returns it is on the disk.

        Raises
        ------
        RecordError
            If it cannot be written.
        """
        if not games:
            return
        body = zlib.compress(_columns(self.header, games), 9)
        head = _MARK + np.array([len(body), len(games), zlib.crc32(body)], "<u4").tobytes()
        try:
            self._put(head + body)
        except OSError as error:
            raise self._unwritable(error) from None

    def _put(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()
        os.fsync(self._file.fileno())

    def _unwritable(self, error: OSError) -> RecordError:
        return RecordError(
            "record.unwritable",
            N_("{name} cannot be written: {why}"),
            name=str(self._path),
            why=error.strerror or str(error),
        )

    def __enter__(self) -> GamesWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


# The bytes


def head_bytes(header: Header) -> bytes:
    """What a file begins with."""
    text = json.dumps(asdict(header), sort_keys=True).encode()
    return _MAGIC + text + b"\n" + f"{zlib.crc32(text):08x}\n".encode()


def _head_of(game: PlayedGame) -> tuple[int, int, int, int]:
    return game.index, game.result, game.opening, len(game.moves)


def _cell_type(size: int) -> np.dtype[Any]:
    return np.dtype("u1" if size <= 16 else "<u2")


def _columns(header: Header, games: Sequence[PlayedGame]) -> bytes:
    heads = np.array([_head_of(game) for game in games], _GAME)
    moves = np.array([cell for game in games for cell in game.moves], _cell_type(header.size))
    scores = np.array([score for game in games for score in game.scores], "<i2")
    return heads.tobytes() + moves.tobytes() + scores.tobytes()


def _assembled(
    header: Header, heads: NDArray[Any], moves: NDArray[Any], scores: NDArray[Any]
) -> Games:
    """Games of the columns; the scores of the openings are filled in."""
    lengths = heads["length"].astype(np.int64)
    start = np.concatenate(([0], np.cumsum(lengths)))
    ply = np.arange(start[-1]) - np.repeat(start[:-1], lengths)
    searched = ply >= np.repeat(heads["opening"], lengths)
    score = np.full(len(moves), NOT_SEARCHED, np.int16)
    score[searched] = scores
    return Games(
        header,
        heads["index"].astype(np.uint32),
        heads["result"].astype(np.int8),
        heads["opening"].astype(np.uint8),
        start,
        moves.astype(np.uint16),
        score,
    )


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise RecordError(
            "record.unreadable",
            N_("{name} cannot be read: {why}"),
            name=str(path),
            why=error.strerror or str(error),
        ) from None


def _split(path: Path, data: bytes) -> tuple[Header, int]:
    """The header, and where the batches begin."""
    if not data.startswith(_MAGIC):
        raise RecordError(
            "train.not_games",
            N_("{name} is no file of self-played games: 'wuzi train selfplay' makes them"),
            name=str(path),
        )
    end = data.find(b"\n", len(_MAGIC))
    text = data[len(_MAGIC) : end]
    if end < 0 or data[end + 1 : end + 10] != f"{zlib.crc32(text):08x}\n".encode():
        raise _damaged(path, len(_MAGIC))
    known = json.loads(text)
    names = {field.name for field in fields(Header)}
    return Header(**{name: value for name, value in known.items() if name in names}), end + 10


def _batches(path: Path, data: bytes, at: int) -> Iterator[tuple[tuple[int, bytes], int]]:
    """The games and the columns of every whole batch from ``at`` on, and where it ends."""
    while at + _HEAD <= len(data):
        length, games, checksum = (int(n) for n in np.frombuffer(data, "<u4", 3, at + 4))
        end = at + _HEAD + length
        if data[at : at + 4] != _MARK:
            raise _damaged(path, at)
        if end > len(data):
            if data.find(_MARK, at + 4) >= 0:  # its length is wrong: others come after it
                raise _damaged(path, at)
            return  # cut off while it was written
        body = data[at + _HEAD : end]
        if zlib.crc32(body) != checksum:
            raise _damaged(path, at)
        yield (games, zlib.decompress(body)), end
        at = end


def _damaged(path: Path, at: int) -> RecordError:
    return RecordError(
        "train.damaged",
        N_("{name} is damaged at byte {at}: take another copy, or make the games again"),
        name=str(path),
        at=at,
    )


def _read(path: Path) -> Games:
    data = _bytes_of(path)
    header, at = _split(path, data)
    columns: list[list[NDArray[Any]]] = [[], [], []]
    cell = _cell_type(header.size)
    for (games, body), end in _batches(path, data, at):
        if games * _GAME.itemsize > len(body):
            raise _damaged(path, end)
        heads = np.frombuffer(body, _GAME, games)
        moves = int(heads["length"].sum(dtype=np.int64))
        scores = moves - int(heads["opening"].sum(dtype=np.int64))
        offset = heads.nbytes + moves * cell.itemsize
        if scores < 0 or offset + 2 * scores != len(body):
            raise _damaged(path, end)
        columns[0].append(heads)
        columns[1].append(np.frombuffer(body, cell, moves, heads.nbytes))
        columns[2].append(np.frombuffer(body, "<i2", scores, offset))
    empty = (np.zeros(0, _GAME), np.zeros(0, cell), np.zeros(0, "<i2"))
    return _assembled(
        header, *(np.concatenate(c) if c else e for c, e in zip(columns, empty, strict=True))
    )
