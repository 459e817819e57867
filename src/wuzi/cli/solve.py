"""``wuzi solve``: whether the side to move wins by force, by fours or by threats."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wuzi.cli.analyze import numbered
from wuzi.cli.kernels import ready_kernels
from wuzi.cli.limits import NODES_HELP, TIME_HELP, parse_limit
from wuzi.cli.output import error_json, make_console, print_json
from wuzi.cli.position import POSITION_HELP, RULE_HELP, SIDE_HELP, SIZE_HELP, Words
from wuzi.cli.search_position import (
    EXIT_INTERRUPTED,
    EXIT_OK,
    answer_lines,
    read_searchable,
    stopped_by_interrupt,
)
from wuzi.cli.words import side_to_move
from wuzi.errors import N_, ParseError, WuziError
from wuzi.rules import Board
from wuzi.settings.language import _
from wuzi.thinking import Limit

if TYPE_CHECKING:
    from wuzi.engine.solver import Goal

HELP = N_("Find out whether the side to move wins by force: by fours (vcf) or threats (vct).")

DEFAULT_SECONDS = 10.0

_GOALS: Final = {
    "vcf": {
        "win": N_("The side to move wins by fours:"),
        "none": N_("There is no win by fours."),
        "unknown": N_("Not found out within the limit: whether there is a win by fours."),
    },
    "vct": {
        "win": N_("The side to move wins by threats:"),
        "none": N_("There is no win by threats."),
        "unknown": N_("Not found out within the limit: whether there is a win by threats."),
    },
}


def solve(
    position: Annotated[str, typer.Argument(metavar="POSITION", help=POSITION_HELP)],
    *,
    goal: Annotated[
        str, typer.Option("--goal", metavar="WORD", help=N_("vcf: fours only; vct: threes, too"))
    ] = "vcf",
    rule: Annotated[str, typer.Option("--rule", metavar="NAME", help=RULE_HELP)] = "",
    size: Annotated[str, typer.Option("--size", metavar="N", help=SIZE_HELP)] = "",
    side: Annotated[str, typer.Option("--side", metavar="SIDE", help=SIDE_HELP)] = "",
    time: Annotated[str, typer.Option("--time", metavar="S", help=TIME_HELP)] = "",
    nodes: Annotated[str, typer.Option("--nodes", metavar="N", help=NODES_HELP)] = "",
    verify: Annotated[
        bool,
        typer.Option("--verify", help=N_("Replay the proof by the referee before telling a win")),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help=N_("Print one line of JSON"))] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help=N_("Draw with x, o and dots"))] = False,
) -> int:
    """Solve a position."""
    try:
        words = Words.parse(rule, size, side)
        limit = parse_limit(time, "", nodes, DEFAULT_SECONDS)
        wanted = _parse_goal(goal)
        board = None if position == "-" else read_searchable(position, words)
    except WuziError as error:
        if json:
            print_json(error_json(error))
        raise
    ready_kernels()
    if board is None:
        return answer_lines(words, lambda b, stop: _solved(b, wanted, limit, stop, verify))
    with stopped_by_interrupt() as stop:
        found = _solved(board, wanted, limit, stop, verify)
        if json:
            print_json(found)
        else:
            _show(board, wanted, found, ascii)
        return EXIT_INTERRUPTED if stop.is_set() else EXIT_OK


def _parse_goal(text: str) -> Goal:
    match text.strip().lower():
        case "vcf":
            return "vcf"
        case "vct":
            return "vct"
    raise ParseError(
        "solve.goal", N_("--goal cannot be '{token}': write vcf or vct"), token=text[:40]
    )


def _solved(board: Board, goal: Goal, limit: Limit, stop: Event, verify: bool) -> dict[str, Any]:
    from wuzi.engine.solver import solve as search  # noqa: PLC0415  # loads Numba

    return search(board, goal, limit, stop, verify=verify).to_json()


def _show(board: Board, goal: Goal, found: dict[str, Any], ascii_only: bool) -> None:
    from wuzi.cli.drawing import drawing_of  # noqa: PLC0415

    console = make_console()
    line = found.get("line") or []
    marks = numbered(tuple(board.point(name) for name in line if name != "pass"))
    console.print(drawing_of(board, marks=marks, ascii=ascii_only))
    console.print(side_to_move(board, ascii_only))
    console.print(_(_GOALS[goal][found["result"]]))
    if line:
        console.print(" ".join(line))
    console.print(_("{n} nodes").format(n=f"{found['nodes']:,}"))
