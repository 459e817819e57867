"""What people read instead of a WHO text."""

from __future__ import annotations

from wuzi.players.levels import levels
from wuzi.players.registry import program_name
from wuzi.players.who import Who
from wuzi.settings import split_command
from wuzi.settings.language import gettext as _


def title(who: Who) -> str:
    """A short text for people, in the language spoken now.

    Examples
    --------
    >>> from wuzi.players.who import parse_who
    >>> [title(parse_who(text)) for text in ("human", "textbook:alphabeta,depth=3", "/opt/x/y -v")]
    ['Human', 'alphabeta (depth=3)', 'y']
    """
    if who.kind == "human":
        return _("Human")
    if who.kind == "level":
        level = levels()[int(who.name) - 1]
        return _("Level {number}: {title}").format(number=level.number, title=_(level.title))
    if who.kind == "command":
        return program_name(split_command(who.name))
    options = ", ".join(f"{key}={value}" for key, value in who.options.items())
    return f"{who.name} ({options})" if options else who.name
