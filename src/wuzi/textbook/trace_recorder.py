"""Records searches in a child process: ``python -m wuzi.textbook.trace_recorder``.

A window that replays a search must not stand still while the search is made, and a search
in pure Python does not let go of the interpreter. So the window starts this program, writes
one :class:`Job` to its standard input and reads what comes: how far it is, the film, and
the counts of the same search with one switch after another turned over. Whoever has enough
kills it; it ends by itself when its input is closed, that is, when the window is gone.

Messages are pickles with their length before them (:func:`pack`, :class:`Unpacker`): both
ends are the same program.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import IO, Any, Final, Literal

from wuzi.rules import Board, Move
from wuzi.textbook.alphabeta import alphabeta
from wuzi.textbook.alphabeta_table import alphabeta_with_table
from wuzi.textbook.budget import SearchStopped
from wuzi.textbook.minimax import minimax
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.search import Search
from wuzi.textbook.trace import Trace
from wuzi.textbook.trace_film import Film
from wuzi.thinking import Limit

MAX_NODES: Final = 20_000
"""A film of more is broken off: nobody watches it, and it would take too long to load."""
MAX_COMPARED: Final = 300_000
"""Positions that each of the compared searches may look at."""
REPORT_EVERY: Final = 512
"""Nodes between two words on how far it is."""

Switch = Literal["chosen", "pruning", "ordering", "table"]
SWITCHES: Final[tuple[Switch, ...]] = ("chosen", "pruning", "ordering", "table")


@dataclass(frozen=True)
class Job:
    """What to record.

    Attributes
    ----------
    board : Board
        The game must not be over.
    options : SearchOptions
        ``deepening`` is not used: one search to ``depth``.
    max_nodes : int
        The film is broken off after so many.
    max_compared : int
        Each search that is only counted is broken off after so many.
    """

    board: Board
    options: SearchOptions
    max_nodes: int = MAX_NODES
    max_compared: int = MAX_COMPARED


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a recording is: ``nodes`` positions."""

    nodes: int


@dataclass(frozen=True, slots=True)
class Compared:
    """The same search with one switch turned over, only counted.

    Attributes
    ----------
    switch : {"chosen", "pruning", "ordering", "table"}
    options : SearchOptions
    value : int or None
        For the side to move; ``None`` if the search was broken off.
    line : tuple of Move
    nodes, cuts, hits : int
        Positions, cut-offs, and positions that the table knew.
    """

    switch: Switch
    options: SearchOptions
    value: int | None
    line: tuple[Move, ...]
    nodes: int
    cuts: int
    hits: int


def turned(options: SearchOptions, switch: Switch) -> SearchOptions | None:
    """The options with one switch turned over; ``None`` if that makes no other search.

    >>> options = SearchOptions(ordering="point")
    >>> turned(options, "pruning").pruning, turned(options, "ordering").ordering
    (False, 'none')
    >>> turned(SearchOptions(pruning=False), "table") is None  # minimax has none
    True
    """
    if switch == "pruning":
        return replace(options, pruning=not options.pruning)
    if switch == "ordering":
        return replace(options, ordering="point" if options.ordering == "none" else "none")
    if switch == "table":
        return replace(options, table=not options.table) if options.pruning else None
    return options


def _run(search: Search) -> tuple[int, tuple[Move, ...]]:
    options = search.options
    if not options.pruning:
        return minimax(search, options.depth)
    return (alphabeta_with_table if options.table else alphabeta)(search, options.depth)


def film(job: Job, tell: Callable[[Any], None] = lambda _: None) -> Film:
    """The film of a search, of its beginning if it is too long.

    >>> from wuzi.rules import parse_position
    >>> film(Job(parse_position("h8i9"), SearchOptions(depth=2, cap=3))).trace.complete
    True
    """
    trace = _TellingTrace(tell)
    search = Search(job.board, job.options, Limit(nodes=job.max_nodes), observer=trace)
    trace.begin(job.options.depth, job.board.turn)
    with suppress(SearchStopped):  # its open nodes say so
        _run(search)
    return Film(trace.plain())


class _TellingTrace(Trace):
    """A trace that says now and then how long it has become."""

    def __init__(self, tell: Callable[[Any], None]) -> None:
        super().__init__()
        self._tell = tell

    def enter(self, ply: int, move: Move | None, alpha: int, beta: int) -> None:
        """Record a node, and say so if it is time."""
        super().enter(ply, move, alpha, beta)
        if len(self) % REPORT_EVERY == 0:
            self._tell(Progress(len(self)))

    def plain(self) -> Trace:
        """The trace without the voice."""
        trace = Trace()
        vars(trace).update({name: vars(self)[name] for name in vars(trace)})
        return trace


def compare(job: Job) -> Iterator[Compared]:
    """Count the search of ``job`` as chosen and with each switch turned over.

    >>> from wuzi.rules import parse_position
    >>> job = Job(parse_position("h8i9"), SearchOptions(depth=2, cap=5))
    >>> found = {row.switch: row for row in compare(job)}
    >>> found["pruning"].nodes > found["chosen"].nodes  # without pruning more
    True
    >>> {row.value for row in found.values()} == {found["chosen"].value}
    True
    """
    for switch in SWITCHES:
        options = turned(job.options, switch)
        if options is None:
            continue
        search = Search(job.board, options, Limit(nodes=job.max_compared))
        value: int | None = None
        line: tuple[Move, ...] = ()
        with suppress(SearchStopped):
            value, line = _run(search)
        counters = search.counters
        cuts = sum(counters.cuts.values())
        yield Compared(switch, options, value, line, counters.nodes, cuts, counters.table_hits)


# Messages

_LENGTH: Final = struct.Struct("<I")


def pack(message: Any) -> bytes:
    """A message as it is sent."""
    body = pickle.dumps(message, protocol=5)
    return _LENGTH.pack(len(body)) + body


class Unpacker:
    """Makes messages of bytes that come in pieces.

    Examples
    --------
    >>> unpacker, data = Unpacker(), pack("one") + pack("two")
    >>> list(unpacker.feed(data[:9])), list(unpacker.feed(data[9:]))
    ([], ['one', 'two'])
    """

    def __init__(self) -> None:
        self._kept = bytearray()

    def feed(self, data: bytes) -> Iterator[Any]:
        """Take ``data`` and yield the messages that are now complete."""
        self._kept += data
        while len(self._kept) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._kept)
            end = _LENGTH.size + length
            if len(self._kept) < end:
                return
            with memoryview(self._kept)[_LENGTH.size : end] as body:  # films are large: no copy
                message = pickle.loads(body)
            del self._kept[:end]
            yield message


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Read one job, do it, and tell of it."""

    def tell(message: Any) -> None:
        sink.write(pack(message))
        sink.flush()

    (length,) = _LENGTH.unpack(source.read(_LENGTH.size))
    job = pickle.loads(source.read(length))
    threading.Thread(target=_end_with, args=(source,), daemon=True).start()
    tell(film(job, tell))
    for row in compare(job):
        tell(row)


def _end_with(source: IO[bytes]) -> None:
    """End this process at once when the other end of its input is closed."""
    while source.read(1):
        pass
    os._exit(0)


def main() -> None:
    """Serve the process that started us, and leave it the processor when it wants it."""
    if hasattr(os, "nice"):
        os.nice(5)
    serve(sys.stdin.buffer, sys.stdout.buffer)
    sys.stdout.buffer.flush()
    os._exit(0)  # the thread still waits on the input


if __name__ == "__main__":
    # By its own name: what it sends must not be of a module called "__main__".
    from wuzi.textbook import trace_recorder  # noqa: PLW0406

    trace_recorder.main()
