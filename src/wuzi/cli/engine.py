"""``wuzi engine``: a thinker on standard input and output, as Gomocup managers expect one."""

from __future__ import annotations

from typing import Annotated

import typer

from wuzi.errors import N_

HELP = N_("Be an engine: speak the Gomocup protocol on standard input and output.")

DEFAULT_PLAYER = "wuzi"

_PLAYER_HELP = N_(
    "Who thinks: wuzi (our engine; options threads, memory in MB, nodes, depth, as in"
    " wuzi,threads=2), textbook:NAME,key=value,... or level:N"
)


def engine(
    player: Annotated[
        str, typer.Option("--player", metavar="WHO", help=_PLAYER_HELP)
    ] = DEFAULT_PLAYER,
    *,
    compile: Annotated[
        bool, typer.Option("--compile", help=N_("Compile our engine now, with progress, and end"))
    ] = False,
) -> int:
    """Run the engine until END or the end of input."""
    if compile:
        from wuzi.engine import warm  # noqa: PLC0415

        return warm.main()
    from wuzi import players  # noqa: PLC0415
    from wuzi.cli.doubts import doubts  # noqa: PLC0415
    from wuzi.protocol import brain  # noqa: PLC0415

    who = players.parse_who(player)
    return brain.run(players.make_thinker(who), notices=list(map(str, doubts([who]))))
