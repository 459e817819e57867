"""``wuzi engine``: a thinker on standard input and output, as Gomocup managers expect one."""

from __future__ import annotations

from typing import Annotated

import typer

from wuzi.errors import N_

HELP = N_("Be an engine: speak the Gomocup protocol on standard input and output.")

DEFAULT_PLAYER = "textbook:alphabeta"


def engine(
    player: Annotated[
        str,
        typer.Option("--player", metavar="WHO", help=N_("Who thinks: textbook:NAME,key=value,...")),
    ] = DEFAULT_PLAYER,
) -> int:
    """Run the engine until END or the end of input."""
    from wuzi import players  # noqa: PLC0415
    from wuzi.protocol import brain  # noqa: PLC0415

    return brain.run(players.make_thinker(players.parse_who(player)))
