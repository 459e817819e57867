"""``wuzi convert``: games from one record format into another."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from wuzi.errors import N_, RecordError
from wuzi.settings.language import _, ngettext, translate

if TYPE_CHECKING:
    from wuzi.records import RecordWarning

HELP = N_("Convert a file of games into another record format.")

_FROM_HELP = N_("Format of IN (position, psq, sgf, wuzi); by default found out")
_TO_HELP = N_("Format of OUT (position, psq, sgf, wuzi); by default by the end of its name")


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help=N_("The file to read; - for standard input"))
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help=N_("The file to write; - for standard output"))
    ],
    *,
    read_as: Annotated[str, typer.Option("--from", metavar="FORMAT", help=_FROM_HELP)] = "",
    write_as: Annotated[str, typer.Option("--to", metavar="FORMAT", help=_TO_HELP)] = "",
    encoding: Annotated[
        str, typer.Option("--encoding", metavar="NAME", help=N_("Encoding of the text in IN"))
    ] = "",
    lenient: Annotated[
        bool, typer.Option("--lenient", help=N_("Keep what can be read of a broken file"))
    ] = False,
) -> int:
    """Convert games."""
    from wuzi import records  # noqa: PLC0415

    games = list(
        records.read(
            sys.stdin.buffer.read() if source == "-" else source,
            format=read_as or None,
            encoding=encoding or None,
            strict=not lenient,
            warn=_warn,
        )
    )
    if target == "-":
        sys.stdout.buffer.write(records.dumps(games, write_as or "wuzi"))
        sys.stdout.buffer.flush()
        return 0
    records.write(games, target, write_as or None)
    text = ngettext("One game written to {file}.", "{n} games written to {file}.", len(games))
    print(text.format(n=len(games), file=target))
    return 0


def _warn(warning: RecordWarning) -> None:
    text = translate(RecordError(warning.id, warning.template, **warning.fields))
    print(f"wuzi: {_('note: {text}').format(text=text)}", file=sys.stderr)
