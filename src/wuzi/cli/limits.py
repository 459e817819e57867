"""How long a search may go on, as typed: ``--time``, ``--depth``, ``--nodes`` and counts."""

from __future__ import annotations

from math import inf, isnan
from typing import Final

from wuzi.errors import N_, ParseError
from wuzi.thinking import Limit

TIME_HELP: Final = N_("Seconds at most")
DEPTH_HELP: Final = N_("Plies at most")
NODES_HELP: Final = N_("Positions at most")


def parse_limit(time: str, depth: str, nodes: str, default: float) -> Limit:
    """The limit that the three options say; ``default`` seconds if they say nothing.

    Examples
    --------
    >>> parse_limit("0.5", "", "", 5.0).time, parse_limit("", "8", "", 5.0).time
    (0.5, None)
    >>> parse_limit("-1", "", "", 5.0)
    Traceback (most recent call last):
    wuzi.errors.ParseError: --time cannot be '-1': write seconds, 0 or more
    """
    limit = Limit(
        time=_seconds(time) if time else None,
        depth=parse_count("--depth", depth) if depth else None,
        nodes=parse_count("--nodes", nodes) if nodes else None,
    )
    return limit if time or depth or nodes else Limit(time=default)


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if isnan(seconds) or seconds < 0:
        raise ParseError(
            "limit.time",
            N_("--time cannot be '{token}': write seconds, 0 or more"),
            token=text[:40],
        )
    return None if seconds == inf else seconds


def parse_count(option: str, text: str, most: int = 10**15) -> int:
    """A number of things, 1 or more.

    >>> parse_count("--lines", "0")
    Traceback (most recent call last):
    wuzi.errors.ParseError: --lines cannot be '0': write a whole number, 1 or more
    """
    word = text.strip()
    if not (word.isascii() and word.isdecimal() and 1 <= int(word[:20]) <= most):
        raise ParseError(
            "limit.count",
            N_("{option} cannot be '{token}': write a whole number, {least} or more")
            if most >= 10**15
            else N_("{option} cannot be '{token}': write a whole number, {least} to {most}"),
            option=option,
            token=text[:40],
            least=1,
            most=most,
        )
    return int(word)
