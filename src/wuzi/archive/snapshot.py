"""A copy of a game, taken on the loop without holding it up, and its packed form."""

from __future__ import annotations

import asyncio
import copy
import zlib
from pathlib import Path
from typing import Final

from wuzi import records
from wuzi.archive.faults import ArchiveError
from wuzi.errors import N_, WuziError
from wuzi.rules import Game, Node

SLICE: Final = 1000
"""Nodes copied at a time: about 3 ms."""

_MUTABLE: Final = ("marks", "set_up", "other")


async def snapshot(game: Game, end: Node | None = None) -> Game:
    """A copy of ``game`` that nobody changes; without what lies beyond the node ``end``.

    A game of up to :data:`SLICE` nodes is copied at once, as it is. A larger one is copied
    in slices between which the loop turns: what is added to the tree meanwhile may be in the
    copy or not, and is when it is kept the next time.

    Examples
    --------
    >>> from wuzi.rules import parse_moves
    >>> game = Game()
    >>> end = game.extend(parse_moves("h8i9"))
    >>> asyncio.run(snapshot(game))
    <Game 15x15 freestyle 2 moves *>
    """
    twin = Game(game.size, game.rule, rule_known=game.rule_known)
    twin.forbidden_loses = game.forbidden_loses
    twin.black, twin.white = copy.copy(game.black), copy.copy(game.white)
    twin.outcome = game.outcome
    twin.tags = dict(game.tags)
    stack: list[tuple[Node, Node]] = [(game.root, twin.root)]
    done = 0
    while stack:
        old, new = stack.pop()
        if old.has_notes:
            _copy_notes(old, new)
        children = () if old is end else old.children
        pairs = [(child, new.add(child.move)) for child in children]
        stack.extend(reversed(pairs))
        done += 1
        if done % SLICE == 0:
            await asyncio.sleep(0)
    return twin


def _copy_notes(old: Node, new: Node) -> None:
    notes, twin = old.notes, new.notes
    for name in notes.__slots__:
        value = getattr(notes, name)
        if name not in _MUTABLE:
            setattr(twin, name, value)
        elif value:
            setattr(twin, name, copy.deepcopy(value))


def pack(game: Game) -> bytes:
    """The game as it is stored.

    Raises
    ------
    RecordError
        If it has a rule of its own, or a time that is no number.
    """
    return zlib.compress(records.dumps(game, "wuzi"), 6)


def unpack(data: bytes, id: int, path: Path) -> Game:
    """The game that :func:`pack` stored.

    Raises
    ------
    ArchiveError
        If it cannot be read any more.
    """
    try:
        [game] = records.read(zlib.decompress(data), format="wuzi")
    except (zlib.error, WuziError, ValueError, TypeError) as error:
        raise ArchiveError(
            "archive.game_damaged",
            N_("game {number} of the archive {file} is damaged ({why})"),
            number=id,
            file=str(path),
            why=error if isinstance(error, WuziError) else str(error),
        ) from None
    return game
