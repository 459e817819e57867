"""Where commands print: consoles for people, JSON for programs."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

from wuzi.errors import WuziError

if TYPE_CHECKING:
    from rich.console import Console


def make_console() -> Console:
    """A rich console on standard output that takes text as it is: no markup, no emoji."""
    from rich.console import Console  # noqa: PLC0415

    return Console(file=sys.stdout, highlight=False, markup=False, emoji=False)


def never_fail_to_print() -> None:
    """Print ``?`` for what an old terminal cannot show, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(data: Any) -> None:
    """One line of JSON, in ASCII so that no terminal or pipe can spoil it."""
    print(json.dumps(data))


def error_json(error: WuziError) -> dict[str, Any]:
    """An error for programs: its id and its English sentence."""
    return {"error": {"id": error.id, "text": str(error)}}
