"""``wuzi lab``: experiments by a file and one command, and what else a laboratory does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import typer

from wuzi.errors import N_

HELP = N_("Measure: experiments with figures and reports, comparisons, checks and tuning.")


def root(context: typer.Context) -> int:
    """Show what there is."""
    if context.invoked_subcommand is None:
        print(context.get_help(), end="")
    return 0


COMMANDS: Final[tuple[tuple[str, Callable[..., int], str], ...]] = ()
