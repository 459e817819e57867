"""``wuzi engines``: the list of other people's engines that window, match and play share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Final

import typer

from wuzi.cli.output import make_console, print_json
from wuzi.errors import N_
from wuzi.settings import EngineEntry, add_engine, find_engine, load, remove_engine, save
from wuzi.settings.language import _

HELP = N_("List the known engines; add, remove or test one.")

_Name = Annotated[str, typer.Argument(metavar="NAME", help=N_("A short word for the engine"))]
_TEST_SECONDS = 5.0


def list_engines(
    context: typer.Context,
    json: Annotated[bool, typer.Option("--json", help=N_("Print one line of JSON"))] = False,
) -> int:
    """List the engines."""
    from rich.cells import cell_len, set_cell_size  # noqa: PLC0415 - Chinese is two cells wide

    if context.invoked_subcommand is not None:
        return 0
    engines = load().engines
    if json:
        print_json([{"name": e.name, "command": e.command, "cwd": e.cwd} for e in engines])
        return 0
    console = make_console()
    if not engines:
        console.print(_("No engine is listed: add one with `wuzi engines add NAME COMMAND`."))
    width = max((cell_len(e.name) for e in engines), default=0)
    for entry in engines:
        console.print(f"{set_cell_size(entry.name, width)}  {entry.command}", soft_wrap=True)
    return 0


def add(
    name: _Name,
    command: Annotated[
        str, typer.Argument(metavar="COMMAND", help=N_("Its command line, in quotation marks"))
    ],
    cwd: Annotated[
        str, typer.Option("--cwd", metavar="FOLDER", help=N_("The folder to start it in"))
    ] = "",
    again: Annotated[
        bool, typer.Option("--replace", help=N_("Replace an engine of the same name"))
    ] = False,
) -> int:
    """Add an engine."""
    settings = load()
    entry = EngineEntry(name, command, cwd or None)
    save(replace(settings, engines=add_engine(settings.engines, entry, replace=again)))
    make_console().print(_("{name} is in the list now.").format(name=name))
    return 0


def remove(name: _Name) -> int:
    """Remove an engine."""
    settings = load()
    save(replace(settings, engines=remove_engine(settings.engines, name)))
    make_console().print(_("{name} is no longer in the list.").format(name=name))
    return 0


def test(name: _Name) -> int:
    """Start an engine and ask it for a move."""
    import asyncio  # noqa: PLC0415

    return asyncio.run(_test(find_engine(load().engines, name)))


async def _test(entry: EngineEntry) -> int:
    from wuzi.play.analyst import Analyst  # noqa: PLC0415
    from wuzi.players import check_who, parse_who  # noqa: PLC0415
    from wuzi.rules import Board, point_name  # noqa: PLC0415
    from wuzi.thinking import Limit  # noqa: PLC0415

    who = f"engine:{entry.name}"
    check_who(parse_who(who))
    analyst = Analyst(who)
    try:
        info = await analyst.hint(Board(), Limit(time=1.0), allowed=_TEST_SECONDS)
    finally:
        await analyst.close()
    make_console().print(
        _("{name} works: it opens with {point}.").format(
            name=entry.name, point=point_name(info.move)
        )
    )
    return 0


COMMANDS: Final[tuple[tuple[str, Callable[..., int], str], ...]] = (
    ("add", add, N_("Add an engine to the list.")),
    ("remove", remove, N_("Take an engine off the list.")),
    ("test", test, N_("Start an engine and ask it for a move.")),
)
