"""``wuzi match``: two players, many games, a result that can be trusted."""

from __future__ import annotations

import shlex
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wuzi.cli.kernels import ready_kernels
from wuzi.cli.output import make_console, print_json
from wuzi.cli.position import RULE_HELP, SIZE_HELP
from wuzi.errors import N_
from wuzi.settings.language import _, translate

if TYPE_CHECKING:
    from wuzi.arena.journal import JournalContent
    from wuzi.arena.live import MatchView
    from wuzi.arena.plan import MatchSpec
    from wuzi.arena.runner import MatchResult
    from wuzi.cli.match_options import Wanted

EXIT_OK: Final = 0
EXIT_INTERRUPTED: Final = 130

HELP = N_("Play many games between two players; go on with a match, or show one.")

_WHO_HELP = N_("level:N, textbook:NAME,key=value,..., wuzi, engine:NAME or a command line")
_GAMES_HELP = N_("An even number: two for each opening (40 by default)")
_TC_HELP = N_("MATCH/MOVE+INCREMENT in seconds, such as 300/10+2, 300 or /5")
_MEMORY_HELP = N_("What each may use: 512M, 2G")
_OPENINGS_HELP = N_("A file, builtin:NAME, random, or empty for games from the empty board")
_ORDER_HELP = N_("Order of the openings: sequential or random")
_SEED_HELP = N_("Of the random order and of random openings")
_PLIES_HELP = N_("Moves taken of each opening at most")
_SPRT_HELP = N_("ELO0,ELO1[,ALPHA,BETA][,logistic|normalized]: stop as soon as it is decided")
_RESIGN_HELP = N_("SCORE,COUNT[,twosided]: lost after COUNT own moves at -SCORE or below")
_DRAW_HELP = N_("MOVE,SCORE,COUNT: from MOVE on drawn after COUNT moves of each within SCORE")
_RESTART_HELP = N_("Start an engine for every game (on), for many (off), or as it is listed (auto)")
_JOURNAL_HELP = N_(
    "Where games are written down as they end. Without A and B its match is shown, also while it"
    " is running"
)
_RESUME_HELP = N_("Go on with the journal; A and B need not be said again")
_CSV_HELP = N_("Write a table of the games: depths, winner, moves, times, nodes")
_A_HELP = N_(
    "A setting of player A only: tc, nodes, depth, threads, memory, restart, name, or option.KEY"
    " for any INFO of the protocol; may be given again"
)
_B_HELP = N_("A setting of player B only, likewise")


def match(
    a: Annotated[str, typer.Argument(metavar="A", help=_WHO_HELP)] = "",
    b: Annotated[str, typer.Argument(metavar="B", help=N_("The other player, likewise"))] = "",
    *,
    games: Annotated[str, typer.Option("--games", metavar="N", help=_GAMES_HELP)] = "",
    tc: Annotated[str, typer.Option("--tc", metavar="T", help=_TC_HELP)] = "",
    nodes: Annotated[
        str, typer.Option("--nodes", metavar="N", help=N_("Limit of each search in positions"))
    ] = "",
    depth: Annotated[
        str, typer.Option("--depth", metavar="N", help=N_("Limit of each search in plies"))
    ] = "",
    threads: Annotated[
        str, typer.Option("--threads", metavar="N", help=N_("How many each is told to use"))
    ] = "",
    memory: Annotated[str, typer.Option("--memory", metavar="SIZE", help=_MEMORY_HELP)] = "",
    only_a: Annotated[list[str], typer.Option("--a", metavar="KEY=VALUE", help=_A_HELP)] = [],  # noqa: B006 - typer copies it
    only_b: Annotated[list[str], typer.Option("--b", metavar="KEY=VALUE", help=_B_HELP)] = [],  # noqa: B006
    rule: Annotated[str, typer.Option("--rule", metavar="NAME", help=RULE_HELP)] = "",
    size: Annotated[str, typer.Option("--size", metavar="N", help=SIZE_HELP)] = "",
    openings: Annotated[str, typer.Option("--openings", metavar="SET", help=_OPENINGS_HELP)] = "",
    order: Annotated[str, typer.Option("--order", metavar="WORD", help=_ORDER_HELP)] = "",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help=_SEED_HELP)] = "",
    plies: Annotated[str, typer.Option("--plies", metavar="N", help=_PLIES_HELP)] = "",
    no_transforms: Annotated[
        bool, typer.Option("--no-transforms", help=N_("Do not turn or mirror the openings"))
    ] = False,
    concurrency: Annotated[
        str, typer.Option("--concurrency", metavar="N", help=N_("Games played at the same time"))
    ] = "",
    sprt: Annotated[str, typer.Option("--sprt", metavar="TEST", help=_SPRT_HELP)] = "",
    maxmoves: Annotated[
        str, typer.Option("--maxmoves", metavar="N", help=N_("Drawn after so many moves"))
    ] = "",
    resign: Annotated[str, typer.Option("--resign", metavar="RULE", help=_RESIGN_HELP)] = "",
    draw: Annotated[str, typer.Option("--draw", metavar="RULE", help=_DRAW_HELP)] = "",
    restart: Annotated[str, typer.Option("--restart", metavar="WORD", help=_RESTART_HELP)] = "",
    journal: Annotated[str, typer.Option("--journal", metavar="FILE", help=_JOURNAL_HELP)] = "",
    resume: Annotated[bool, typer.Option("--resume", help=_RESUME_HELP)] = False,
    csv: Annotated[str, typer.Option("--csv", metavar="FILE", help=_CSV_HELP)] = "",
    sgf: Annotated[
        str, typer.Option("--sgf", metavar="FILE", help=N_("Write all games into one file"))
    ] = "",
    psq: Annotated[
        str, typer.Option("--psq", metavar="FOLDER", help=N_("Write each game into its own file"))
    ] = "",
    json: Annotated[
        bool, typer.Option("--json", help=N_("Print the result as one line of JSON"))
    ] = False,
) -> int:
    """Play a match, go on with one, or show one."""
    from wuzi.cli.match_options import Wanted  # noqa: PLC0415

    wanted = Wanted(
        a=a,
        b=b,
        each={
            "tc": tc,
            "nodes": nodes,
            "depth": depth,
            "threads": threads,
            "memory": memory,
            "restart": restart,
        },
        only_a=tuple(only_a),
        only_b=tuple(only_b),
        games=games,
        rule=rule,
        size=size,
        openings=openings,
        order=order,
        seed=seed,
        plies=plies,
        no_transforms=no_transforms,
        concurrency=concurrency,
        sprt=sprt,
        maxmoves=maxmoves,
        resign=resign,
        draw=draw,
        journal=journal,
        resume=resume,
    )
    outputs = Outputs(csv, sgf, psq, json)
    return _play(wanted, outputs) if a or resume else _show(wanted, outputs)


@dataclass(frozen=True)
class Outputs:
    """Where results go; an empty text is nowhere."""

    csv: str
    sgf: str
    psq: str
    json: bool

    def check(self) -> None:
        """Refuse what could not be written after the match."""
        from wuzi.arena.export import check_target  # noqa: PLC0415

        for path in filter(None, (self.csv, self.sgf, self.psq)):
            check_target(path)

    def write(self, spec: MatchSpec, content: MatchResult | JournalContent) -> None:
        """Write the files and print the result."""
        from wuzi.arena import export  # noqa: PLC0415
        from wuzi.arena.summary import summarise, summary_json  # noqa: PLC0415
        from wuzi.arena.summary_text import summary_lines  # noqa: PLC0415

        if self.csv:
            export.write_csv(spec, content.records, self.csv)
        if self.sgf:
            export.write_sgf(content.records, self.sgf)
        if self.psq:
            export.write_psq(content.records, self.psq)
        summary = summarise(spec, content.records, content.incidents)
        if self.json:
            print_json(summary_json(summary))
            return
        console = make_console()
        for line in summary_lines(summary):
            console.print(line, soft_wrap=True)


def _show(wanted: Wanted, outputs: Outputs) -> int:
    """Print and export what a journal holds, also while its match is running."""
    from wuzi.arena.journal import read_journal  # noqa: PLC0415

    spec = wanted.resumed()
    content = read_journal(wanted.journal_to_read())
    # A match that was made longer keeps the number of games it began with in its first line.
    games = 2 * (1 + max((record.pair for record in content.records), default=0))
    outputs.write(replace(spec, games=max(games, spec.games)), content)
    return 0


def _play(wanted: Wanted, outputs: Outputs) -> int:
    """Play a match or the rest of one; 130 if it was interrupted."""
    from wuzi.arena.runner import Stop, run_match  # noqa: PLC0415
    from wuzi.cli.doubts import doubts  # noqa: PLC0415
    from wuzi.cli.match_options import note  # noqa: PLC0415
    from wuzi.players import parse_who  # noqa: PLC0415

    outputs.check()
    journal = wanted.journal_to_write()
    spec = wanted.new(journal) if wanted.a else wanted.resumed()
    players = [parse_who(player.who) for player in (spec.a, spec.b)]
    for doubt in doubts(players):
        note(translate(doubt))
    if any(player.kind == "wuzi" for player in players):
        ready_kernels()  # or its first games would be played by the stand-in
    with _view(spec, outputs.json) as view:
        result = run_match(
            spec, journal, concurrency=wanted.processes(), resume=wanted.resume, on_event=view
        )
    outputs.write(spec, result)
    interrupted = result.stop is Stop.INTERRUPTED
    text = (
        _("Stopped; go on with: wuzi match --resume --journal {file}")
        if interrupted
        else _("The games are in {file}: wuzi match --journal {file} shows them again.")
    )
    print(text.format(file=shlex.quote(str(journal))), file=sys.stderr)
    return EXIT_INTERRUPTED if interrupted else EXIT_OK


def _view(spec: MatchSpec, json: bool) -> AbstractContextManager[MatchView | None]:
    """What shows the match while it runs. Beside JSON only a terminal that sees the errors."""
    from rich.console import Console  # noqa: PLC0415

    from wuzi.arena.live import watch  # noqa: PLC0415

    if not json:
        return watch(make_console(), spec)
    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    return watch(console, spec) if console.is_terminal else nullcontext()
