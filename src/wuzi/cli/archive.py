"""``wuzi archive``: the games that were kept, from the command line."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wuzi.cli.output import make_console, print_json
from wuzi.cli.words import colour_word
from wuzi.errors import N_, ParseError, RecordError
from wuzi.settings.language import _, ngettext

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from wuzi.archive import Database, Entry, Filters, Tally

HELP = N_("The games that were kept: list, count, export, check, copy.")

_TEXT_HELP = N_("Part of a player's name or WHO text; by default all games")
_FORMAT_HELP = N_("Format of OUT (position, psq, sgf, wuzi); by default by the end of its name")

_Text = Annotated[str, typer.Argument(metavar="TEXT", help=_TEXT_HELP)]
_Rule = Annotated[
    str,
    typer.Option(
        "--rule", metavar="NAME", help=N_("Only games of this rule, such as renju or freestyle")
    ),
]
_Json = Annotated[bool, typer.Option("--json", help=N_("Print one line of JSON"))]


def root(context: typer.Context) -> int:
    """Without a command: list the newest games."""
    return 0 if context.invoked_subcommand is not None else list_games()


def list_games(
    text: _Text = "",
    *,
    rule: _Rule = "",
    limit: Annotated[
        str, typer.Option("--limit", metavar="N", help=N_("At most so many, the newest (20)"))
    ] = "20",
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help=N_("Only games without a result"))
    ] = False,
    json: _Json = False,
) -> int:
    """List games."""
    filters = _filters(text, rule, finished=False if unfinished else None)
    number = _whole(limit)
    with _archive() as archive:
        entries = [] if archive is None else archive.games(number, filters=filters)
        count = 0 if archive is None else archive.count(filters)
    if json:
        print_json([_entry_json(entry) for entry in entries])
        return 0
    if not entries:
        make_console().print(_no_games())
        return 0
    _print_table(
        [_("game"), _("last move"), _("black"), _("white"), _("rule"), _("moves"), _("result")],
        [_entry_cells(entry) for entry in entries],
        right=(0, 5),
    )
    if count > len(entries):
        make_console().print(_("{n} of {count} games").format(n=len(entries), count=count))
    return 0


def stats(text: _Text = "", *, rule: _Rule = "", json: _Json = False) -> int:
    """Print wins, draws and losses."""
    with _archive() as archive:
        tallies = [] if archive is None else archive.statistics(_filters(text, rule))
    if json:
        print_json([_tally_json(tally) for tally in tallies])
        return 0
    if not tallies:
        make_console().print(_no_games())
        return 0
    rows = [_tally_cells(tally) for tally in tallies]
    won, drawn, lost = (
        sum(getattr(tally, field) for tally in tallies) for field in ("wins", "draws", "losses")
    )
    rows.append([_("all"), "", *map(str, (won, drawn, lost)), _percent(won, drawn, lost)])
    head = [_("opponent"), _("you had"), _("won"), _("drawn"), _("lost"), _("score")]
    _print_table(head, rows, right=(2, 3, 4, 5))
    return 0


def export(
    target: Annotated[
        str, typer.Argument(metavar="OUT", help=N_("The file to write; - for standard output"))
    ],
    text: _Text = "",
    *,
    rule: _Rule = "",
    game: Annotated[
        str, typer.Option("--game", metavar="N", help=N_("Only the game of this number"))
    ] = "",
    write_as: Annotated[str, typer.Option("--to", metavar="FORMAT", help=_FORMAT_HELP)] = "",
) -> int:
    """Write games into a file."""
    import sys  # noqa: PLC0415

    from wuzi import records  # noqa: PLC0415

    with _archive() as archive:
        if archive is None:
            games = []
        elif game:
            games = [archive.load(_whole(game))]
        else:
            games = list(archive.read(_filters(text, rule)))
    if not games:
        raise RecordError("archive.nothing", N_("no kept game is meant: nothing is written"))
    if target == "-":
        sys.stdout.buffer.write(records.dumps(games, write_as or "wuzi"))
        sys.stdout.buffer.flush()
        return 0
    records.write(games, target, write_as or None)
    words = ngettext("One game written to {file}.", "{n} games written to {file}.", len(games))
    make_console().print(words.format(n=len(games), file=target), soft_wrap=True)
    return 0


def check() -> int:
    """Look through the archive; 1 if anything is wrong."""
    console = make_console()
    with _archive() as archive:
        if archive is None:
            console.print(_no_games())
            return 0
        findings = list(archive.check())
        count = archive.count()
    for finding in findings:
        text = _("game {number}: {why}") if finding.game is not None else _("the file: {why}")
        console.print(text.format(number=finding.game, why=finding.why), soft_wrap=True)
    if findings:
        return 1
    words = ngettext(
        "One game, and nothing wrong with it.", "{n} games, and nothing wrong with them.", count
    )
    console.print(words.format(n=count))
    return 0


def backup(
    target: Annotated[str, typer.Argument(metavar="FILE", help=N_("A file that is not there yet"))],
) -> int:
    """Copy the archive into one file, also while it is used."""
    with _archive() as archive:
        if archive is None:
            raise RecordError("archive.nothing", N_("no kept game is meant: nothing is written"))
        archive.backup(Path(target))
        count = archive.count()
    words = ngettext("One game written to {file}.", "{n} games written to {file}.", count)
    make_console().print(words.format(n=count, file=target), soft_wrap=True)
    return 0


COMMANDS: Final[tuple[tuple[str, Callable[..., int], str], ...]] = (
    ("list", list_games, N_("List games, the newest first.")),
    ("stats", stats, N_("Your wins, draws and losses by opponent and colour.")),
    ("export", export, N_("Write games into a file of any format.")),
    ("check", check, N_("Look through the whole archive.")),
    ("backup", backup, N_("Copy the archive into one file, also while it is used.")),
)


def _archive() -> AbstractContextManager[Database | None]:
    """The user's archive; ``None`` where none was begun, and none is begun by looking."""
    from wuzi.archive import Database, archive_path  # noqa: PLC0415

    path = archive_path()
    if not path.exists():
        return nullcontext(None)
    database = Database(path)
    if database.notice is not None:
        database.close()
        raise database.notice
    return database


def _filters(text: str, rule: str, finished: bool | None = None) -> Filters:
    from wuzi.archive import Filters  # noqa: PLC0415
    from wuzi.rules import parse_rule  # noqa: PLC0415

    return Filters(text=text, rule=parse_rule(rule).name if rule else "", finished=finished)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:18])):
        raise ParseError(
            "cli.number", N_("'{token}' is not a number of games: write 1 or more"), token=text[:40]
        )
    return int(text[:18])


def _no_games() -> str:
    return _("No such game has been kept.")


def _entry_cells(entry: Entry) -> list[str]:
    from wuzi.archive.words import player_words  # noqa: PLC0415
    from wuzi.rules import parse_rule  # noqa: PLC0415

    return [
        str(entry.id),
        entry.changed.astimezone().strftime("%Y-%m-%d %H:%M"),
        player_words(entry.black.name, entry.black.who),
        player_words(entry.white.name, entry.white.who),
        f"{_(parse_rule(entry.rule).title)} {entry.size}",
        str(entry.moves),
        entry.score if entry.winner is not None else _(_STATES[entry.state]),
    ]


_STATES: Final = {
    "over": "",
    "left": N_("unfinished"),
    "playing": N_("being played"),
    "cut off": N_("cut off"),
}


def _tally_cells(tally: Tally) -> list[str]:
    from wuzi.archive.words import player_words  # noqa: PLC0415

    counts = tally.wins, tally.draws, tally.losses
    name = player_words(tally.name, tally.opponent)
    return [name, colour_word(tally.colour), *map(str, counts), _percent(*counts)]


def _percent(won: int, drawn: int, lost: int) -> str:
    return f"{100 * (won + drawn / 2) / (won + drawn + lost):.0f} %"


def _print_table(head: list[str], rows: list[list[str]], right: tuple[int, ...]) -> None:
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, pad_edge=False, header_style="dim")
    for at, title in enumerate(head):
        table.add_column(title, justify="right" if at in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    make_console().print(table)


def _entry_json(entry: Entry) -> dict[str, Any]:
    return {
        "game": entry.id,
        "began": entry.began.isoformat(timespec="seconds"),
        "changed": entry.changed.isoformat(timespec="seconds"),
        "black": {"name": entry.black.name, "who": entry.black.who},
        "white": {"name": entry.white.name, "who": entry.white.who},
        "rule": entry.rule,
        "size": entry.size,
        "moves": entry.moves,
        "result": entry.score,
        "reason": entry.reason or None,
        "state": entry.state,
    }


def _tally_json(tally: Tally) -> dict[str, Any]:
    from wuzi.rules import COLOUR_NAMES  # noqa: PLC0415

    return {
        "opponent": tally.opponent,
        "name": tally.name,
        "level": tally.level,
        "colour": COLOUR_NAMES[tally.colour],
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "last": tally.last.isoformat(timespec="seconds"),
    }
