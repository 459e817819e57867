"""Who can think: from a WHO text to a thinker in process, or to the command that starts one.

``human``, ``level:2``, ``textbook:alphabeta,depth=3``, ``engine:NAME`` of the engine list,
``wuzi,threads=2`` for our own engine, the name of a thinker that another package offers, or a
command line: :func:`parse_who` reads them, :func:`make_thinker` and :func:`command` make
something that plays of them.
"""

from wuzi.players.levels import Level, levels
from wuzi.players.registry import Command, check_who, command, make_thinker
from wuzi.players.titles import title
from wuzi.players.who import Who, parse_who

__all__ = [
    "Command",
    "Level",
    "Who",
    "check_who",
    "command",
    "levels",
    "make_thinker",
    "parse_who",
    "title",
]
