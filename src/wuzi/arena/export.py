"""The games of a match in files for other programs: a table (CSV), SGF, psq.

All are made from records, so that they can be made from a journal at any time, also while
its match is running. Each file is there whole or not at all.
"""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from wuzi import records as formats
from wuzi.arena.plan import LABELS, Label, MatchSpec, PlayerSpec
from wuzi.arena.record import GameRecord
from wuzi.errors import N_, RecordError
from wuzi.files import write_atomically
from wuzi.players import parse_who

__all__ = ["COLUMNS", "check_target", "csv_text", "write_csv", "write_psq", "write_sgf"]

COLUMNS: Final = (
    "game",
    "pair",
    "rule",
    "size",
    "a",
    "b",
    "depth_a",
    "depth_b",
    "first",
    "winner",
    "reason",
    "detail",
    "moves",
    "opening_moves",
    "mean_time_a",
    "mean_time_b",
    "nodes_a",
    "nodes_b",
    "mean_depth_a",
    "mean_depth_b",
    "start",
    "seconds",
    "opening",
    "line",
)
"""Columns of the table, in their order.

``game`` and ``pair`` count from 1. ``depth_a`` is the depth that A was given, by ``depth`` of
the match or of its WHO text; ``mean_depth_a`` is what its searches said they reached. ``first``
and ``winner`` are ``A`` or ``B``, or ``draw``; the winner of a game without a result is empty.
``moves`` counts those of the opening too; times are in seconds and, as nodes and depths, of
the moves after it. ``line`` is all moves as a move string.
"""


def csv_text(spec: MatchSpec, records: Iterable[GameRecord]) -> str:
    """The table of a match: a line a game, in the order of their numbers.

    Parameters
    ----------
    spec : MatchSpec
    records : iterable of GameRecord

    Examples
    --------
    >>> from wuzi.arena.plan import MatchSpec, PlayerSpec
    >>> spec = MatchSpec(PlayerSpec("textbook:greedy"), PlayerSpec("textbook:random"))
    >>> csv_text(spec, []).split(",")[:4]
    ['game', 'pair', 'rule', 'size']
    """
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    for record in _in_order(records):
        table.writerow(_row(spec, record))
    return text.getvalue()


def _in_order(records: Iterable[GameRecord]) -> list[GameRecord]:
    return sorted(records, key=lambda record: record.game)


def _row(spec: MatchSpec, record: GameRecord) -> Mapping[str, object]:
    row: dict[str, object] = {
        "game": record.game + 1,
        "pair": record.pair + 1,
        "rule": record.rule.name,
        "size": record.size,
        "a": record.black_name if record.black == "A" else record.white_name,
        "b": record.white_name if record.black == "A" else record.black_name,
        "first": record.black,
        "winner": "" if record.is_void else record.winner or "draw",
        "reason": record.reason.value,
        "detail": " ".join(record.detail.split()),
        "moves": record.plies,
        "opening_moves": record.opening_plies,
        "start": record.start,
        "seconds": f"{record.seconds:.3f}",
        "opening": record.opening,
        "line": record.moves,
    }
    for label in LABELS:
        row |= _player_cells(spec.player(label), record, label)
    return row


def _player_cells(player: PlayerSpec, record: GameRecord, label: Label) -> dict[str, object]:
    first = record.opening_plies
    own = [i for i in range(len(record.times)) if record.mover(first + i) == label]
    nodes = [n for i in own if (n := record.nodes[i]) is not None]
    depths = [d for i in own if (d := record.depths[i]) is not None]
    end = label.lower()
    return {
        f"depth_{end}": given_depth(player),
        f"mean_time_{end}": _mean([record.times[i] for i in own], 6),
        f"nodes_{end}": sum(nodes) if nodes else "",
        f"mean_depth_{end}": _mean(depths, 2),
    }


def _mean(values: Sequence[float], digits: int) -> str:
    return f"{math.fsum(values) / len(values):.{digits}f}" if values else ""


def given_depth(player: PlayerSpec) -> str:
    """The depth a player was told to search to; empty if none was.

    Examples
    --------
    >>> given_depth(PlayerSpec("textbook:alphabeta,depth=3"))
    '3'
    >>> given_depth(PlayerSpec("textbook:alphabeta,depth=3", depth=2))
    '2'
    """
    if player.depth is not None:
        return str(player.depth)
    return parse_who(player.who).options.get("depth", "")


# Files


def write_csv(spec: MatchSpec, records: Iterable[GameRecord], path: str | os.PathLike[str]) -> None:
    """Write the table of :func:`csv_text`.

    Raises
    ------
    RecordError
        If the file cannot be written.
    """
    try:
        write_atomically(path, csv_text(spec, records).encode())
    except OSError as error:
        raise _unwritable(path, error) from None


def write_sgf(records: Iterable[GameRecord], path: str | os.PathLike[str]) -> None:
    """Write all games into one file, an SGF collection.

    Raises
    ------
    WuziError
        If the file cannot be written, or the moves of a game cannot be played.
    """
    formats.write([record.as_game() for record in _in_order(records)], path, "sgf")


def write_psq(records: Iterable[GameRecord], folder: str | os.PathLike[str]) -> None:
    """Write each game into a file of its own, ``00001.psq`` being the first of the match.

    A psq file has no place for how a game ended when the board does not show it.

    Parameters
    ----------
    records : iterable of GameRecord
    folder : path-like
        Made if it is not there. Other files in it are left alone.

    Raises
    ------
    WuziError
        If a file cannot be written, or the moves of a game cannot be played.
    """
    try:
        Path(folder).mkdir(exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None
    for record in _in_order(records):
        formats.write(record.as_game(), Path(folder) / f"{record.game + 1:05}.psq", "psq")


def check_target(path: str | os.PathLike[str]) -> None:
    """Find out before a long match whether a file can be written there after it.

    Raises
    ------
    RecordError
        If its folder is not there or may not be written.
    """
    folder = Path(path).absolute().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise RecordError(
            "export.folder",
            N_("{file} could not be written later: its folder is missing or may not be written"),
            file=os.fspath(path),
        )


def _unwritable(path: str | os.PathLike[str], error: OSError) -> RecordError:
    return RecordError(
        "record.unwritable",
        N_("{name} cannot be written: {why}"),
        name=os.fspath(path),
        why=error.strerror or str(error),
    )
