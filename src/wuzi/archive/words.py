"""What people read of the players of kept games."""

from __future__ import annotations

from wuzi.errors import WuziError
from wuzi.players import parse_who, title
from wuzi.settings.language import _


def player_words(name: str, who: str) -> str:
    """A player's name; a level is called what it is called in the language spoken now.

    Examples
    --------
    >>> player_words("Ann", "human"), player_words("等级1", "level:1"), player_words("", "")
    ('Ann', 'Level 1', 'unknown')
    """
    kind, _colon, number = who.partition(":")
    if kind == "level" and number.isdecimal():
        return _("Level {number}").format(number=number)
    if name or not who:
        return name or _("unknown")
    try:
        return title(parse_who(who))
    except WuziError:  # a program that cannot be named any more
        return who
