"""What is possible but doubtful about the players of a command, to be told before they play."""

from __future__ import annotations

from collections.abc import Iterable

from wuzi.errors import WuziError
from wuzi.players import Who


def doubts(players: Iterable[Who]) -> list[WuziError]:
    """What the players' options make doubtful, each sentence once.

    Examples
    --------
    >>> from wuzi.players import parse_who
    >>> [doubt.id for doubt in doubts([parse_who("textbook:greedy,scores=course")] * 2)]
    ['scores.ten_fours']
    """
    found: dict[str, WuziError] = {}
    for player in players:
        if player.kind == "textbook":
            from wuzi import textbook  # noqa: PLC0415  # loads NumPy

            told = textbook.doubts(player.name, dict(player.options))
            found |= {str(doubt): doubt for doubt in told}
    return list(found.values())
