"""``wuzi lab check``: a player on fixed positions, each with what is right and why."""

from __future__ import annotations

import sys
from collections.abc import Generator
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wuzi.cli.kernels import ready_kernels
from wuzi.cli.limits import DEPTH_HELP, NODES_HELP, TIME_HELP, parse_limit
from wuzi.cli.output import error_json, make_console, print_json
from wuzi.cli.position import RULE_HELP
from wuzi.cli.search_position import EXIT_INTERRUPTED, EXIT_OK, stopped_by_interrupt
from wuzi.cli.words import listed, rule_word
from wuzi.errors import N_, WuziError
from wuzi.rules import parse_rule, point_name
from wuzi.settings.language import _, current_language, translate
from wuzi.thinking import Limit

if TYPE_CHECKING:
    from rich.console import Console

    from wuzi.lab.check import Answer

HELP = N_(
    "Put fixed positions to a player: what it finds, what it misses, and why. Exit status 1 if it"
    " fails one."
)

EXIT_FAILED: Final = 1
_SECONDS: Final = 5.0
_WHO_HELP = N_("level:N, textbook:NAME,key=value,..., wuzi, engine:NAME or a command line")
_INDENT: Final = 4


def check(
    *,
    player: Annotated[str, typer.Option("--player", metavar="WHO", help=_WHO_HELP)] = "wuzi",
    idea: Annotated[
        str, typer.Option("--idea", metavar="NAME", help=N_("Only the positions of this idea"))
    ] = "",
    rule: Annotated[str, typer.Option("--rule", metavar="NAME", help=RULE_HELP)] = "",
    time: Annotated[str, typer.Option("--time", metavar="S", help=TIME_HELP)] = "",
    depth: Annotated[str, typer.Option("--depth", metavar="N", help=DEPTH_HELP)] = "",
    nodes: Annotated[str, typer.Option("--nodes", metavar="N", help=NODES_HELP)] = "",
    json: Annotated[
        bool,
        typer.Option(
            "--json", help=N_("Print a line of JSON for every position, the summary last")
        ),
    ] = False,
) -> int:
    """Check a player: status 0 if it passed everything, 1 if it failed a position."""
    try:
        limit = parse_limit(time, depth, nodes, _SECONDS)
        answers, total = _asked(player, idea, rule, limit)
    except WuziError as error:
        if json:
            print_json(error_json(error))
        raise
    done: list[Answer] = []
    console = make_console()
    with stopped_by_interrupt() as stop:
        for answer in answers:
            if stop.is_set():  # it is not the player's fault that it was interrupted
                break
            done.append(answer)
            if json:
                print_json(answer.to_json())
            else:
                _print_answer(console, answer, f"{len(done):>{len(str(total))}}/{total}")
            sys.stdout.flush()
        answers.close()
        if json:
            print_json(_summary_json(player, done, total))
        else:
            _print_summary(console, player, done)
        if stop.is_set():
            return EXIT_INTERRUPTED
    return EXIT_OK if all(answer.passed for answer in done) else EXIT_FAILED


def _asked(
    player: str, idea: str, rule: str, limit: Limit
) -> tuple[Generator[Answer, None, None], int]:
    """The answers to come, and how many."""
    from wuzi.lab.check import check as ask  # noqa: PLC0415
    from wuzi.lab.check import choose  # noqa: PLC0415
    from wuzi.players import check_who, parse_who  # noqa: PLC0415

    chosen = choose(idea, parse_rule(rule) if rule else None)
    who = parse_who(player)
    check_who(who)
    if who.kind in ("wuzi", "level"):
        ready_kernels()  # or the stand-in would be checked
    return ask(who, chosen, limit), len(chosen)


# For programs


def _summary_json(player: str, done: list[Answer], total: int) -> dict[str, Any]:
    from wuzi.lab.check import tally  # noqa: PLC0415

    return {
        "player": player,
        "passed": sum(answer.passed for answer in done),
        "asked": len(done),
        "total": total,
        "ideas": {one.idea.name: {"passed": one.passed, "total": one.total} for one in tally(done)},
    }


# For people


def _print_answer(console: Console, answer: Answer, number: str) -> None:
    """A line of what was asked and played, and beneath it why that is right or wrong."""
    from wuzi.cli.wrapping import wrap  # noqa: PLC0415
    from wuzi.lab.check import ideas  # noqa: PLC0415

    problem = answer.problem
    title = next(one.title for one in ideas() if one.name == problem.idea)
    language = current_language()
    words = (
        _("passed") if answer.passed else _("FAILED"),
        "-" if answer.move is None else point_name(answer.move),
        title.read(language),
        rule_word(problem.rule),
        problem.name,
    )
    head = f"{number} {words[0]}  {words[1]:<4} {listed(words[2:4])} ({words[4]})"
    console.print("\n".join(wrap(head, console.width)), style="" if answer.passed else "bold")
    why = problem.why.read(language)
    text = why if answer.fault is None else f"{translate(answer.fault)}{_('. ')}{why}"
    for line in wrap(text, max(20, console.width - _INDENT)):
        console.print(" " * _INDENT + line, style="dim" if answer.passed else "")


def _print_summary(console: Console, player: str, done: list[Answer]) -> None:
    from rich.table import Table  # noqa: PLC0415

    from wuzi.lab.check import tally  # noqa: PLC0415

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(_("idea"), overflow="fold")
    table.add_column(_("passed"), justify="right", no_wrap=True)
    for one in tally(done):
        table.add_row(one.idea.title.read(current_language()), f"{one.passed}/{one.total}")
    console.print()
    console.print(table)
    passed = sum(answer.passed for answer in done)
    text = _("{player}: {passed} of {count} positions passed.")
    console.print(text.format(player=player, passed=passed, count=len(done)), soft_wrap=True)
