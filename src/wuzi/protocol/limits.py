"""``Limit`` as INFO lines and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wuzi.thinking import Limit

NO_TURN_LIMIT: Final = 100_000_000
"""``INFO timeout_turn`` without a limit: 0 would mean "at once". Yixin-Board's number."""
NO_TIME_LEFT: Final = 2_147_483_647
"""``INFO time_left`` of a game without a clock (Piskvork)."""
NO_NODES: Final = 100_000_000
NO_DEPTH: Final = 1_000
DEFAULT_SECONDS: Final = 5.0
"""What a move may take when the manager sets no limit of any kind."""


def _ms(seconds: float) -> int:
    return int(seconds * 1000)


def limit_info(limit: Limit) -> dict[str, int]:
    """The INFO keys and values that say ``limit``.

    ``time_left`` comes last, as managers send it just before each move.

    Examples
    --------
    >>> limit_info(Limit(time=1.5, depth=4))
    {'timeout_turn': 1500, 'timeout_match': 0, 'max_depth': 4, 'time_left': 2147483647}
    """
    turn = NO_TURN_LIMIT if limit.time is None else max(0, _ms(limit.time))
    info = {
        "timeout_turn": min(turn, NO_TURN_LIMIT),
        "timeout_match": 0 if limit.clock is None else max(1, _ms(limit.clock)),
    }
    if limit.increment:
        info["time_increment"] = _ms(limit.increment)
    if limit.depth is not None:
        info["max_depth"] = limit.depth
    if limit.nodes is not None:
        info["max_node"] = limit.nodes
    info["time_left"] = NO_TIME_LEFT if limit.clock is None else _ms(limit.clock)
    return info


UNLIMITED: Final = {"max_depth": NO_DEPTH, "max_node": NO_NODES, "time_increment": 0}
"""What takes back a limit that was said before."""


def info_limit(info: Mapping[str, int]) -> Limit:
    """The limit that INFO keys and values say.

    Examples
    --------
    >>> info_limit({"timeout_turn": 1000, "time_left": -5})
    Limit(time=0.0, nodes=None, depth=None, clock=-0.005, increment=0.0)
    >>> info_limit({}).time == DEFAULT_SECONDS
    True
    """
    time = _within(info.get("timeout_turn"), 0, NO_TURN_LIMIT)
    time_left = info.get("time_left")
    if time_left is None:
        time_left = info.get("timeout_match") or NO_TIME_LEFT
    clock = None if time_left >= NO_TIME_LEFT else time_left / 1000
    seconds = None if time is None else time / 1000
    if clock is not None and seconds is not None:
        seconds = min(seconds, max(0.0, clock))
    elif clock is not None and clock <= 0:
        seconds = 0.0
    depth = _within(info.get("max_depth"), 1, NO_DEPTH)
    nodes = _within(info.get("max_node"), 1, NO_NODES)
    said = {"timeout_turn", "time_left", "timeout_match"} & info.keys()
    if not said and depth is None and nodes is None:
        seconds = DEFAULT_SECONDS
    return Limit(seconds, nodes, depth, clock, max(0, info.get("time_increment", 0)) / 1000)


def _within(value: int | None, least: int, none_from: int) -> int | None:
    """``value`` unless it is absent or one of the ways to say "no limit"."""
    if value is None or value >= none_from:
        return None
    if value < least:
        return least if least == 0 else None
    return value
