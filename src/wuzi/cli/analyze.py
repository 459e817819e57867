"""``wuzi analyze``: what the engine thinks of a position, deeper and deeper."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from threading import Event
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wuzi.cli.kernels import ready_kernels
from wuzi.cli.limits import DEPTH_HELP, NODES_HELP, TIME_HELP, parse_count, parse_limit
from wuzi.cli.output import error_json, make_console, print_json
from wuzi.cli.position import POSITION_HELP, RULE_HELP, SIDE_HELP, SIZE_HELP, Words
from wuzi.cli.search_position import (
    EXIT_INTERRUPTED,
    EXIT_OK,
    answer_lines,
    read_searchable,
    stopped_by_interrupt,
)
from wuzi.cli.words import score_words, side_to_move
from wuzi.errors import N_, WuziError
from wuzi.rules import PASS, Board, point_name
from wuzi.settings.language import _
from wuzi.thinking import Info, Limit

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from wuzi.engine.engine import Engine

HELP = N_("Analyse a position with our engine: the best moves, deeper and deeper.")

DEFAULT_SECONDS = 5.0
MOST_LINES = 100
MOST_THREADS = 256
NUMBERED = 9
"""Moves of the best line that are numbered on the board."""


def analyze(
    position: Annotated[str, typer.Argument(metavar="POSITION", help=POSITION_HELP)],
    *,
    rule: Annotated[str, typer.Option("--rule", metavar="NAME", help=RULE_HELP)] = "",
    size: Annotated[str, typer.Option("--size", metavar="N", help=SIZE_HELP)] = "",
    side: Annotated[str, typer.Option("--side", metavar="SIDE", help=SIDE_HELP)] = "",
    time: Annotated[str, typer.Option("--time", metavar="S", help=TIME_HELP)] = "",
    depth: Annotated[str, typer.Option("--depth", metavar="N", help=DEPTH_HELP)] = "",
    nodes: Annotated[str, typer.Option("--nodes", metavar="N", help=NODES_HELP)] = "",
    lines: Annotated[
        str, typer.Option("--lines", metavar="K", help=N_("How many of the best moves to tell"))
    ] = "1",
    threads: Annotated[
        str, typer.Option("--threads", metavar="N", help=N_("Search threads"))
    ] = "1",
    json: Annotated[
        bool,
        typer.Option("--json", help=N_("Print a line of JSON for every depth, the answer last")),
    ] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help=N_("Draw with x, o and dots"))] = False,
) -> int:
    """Analyse a position."""
    try:
        words = Words.parse(rule, size, side)
        limit = parse_limit(time, depth, nodes, DEFAULT_SECONDS)
        count = parse_count("--lines", lines, MOST_LINES)
        workers = parse_count("--threads", threads, MOST_THREADS)
        board = None if position == "-" else read_searchable(position, words)
    except WuziError as error:
        if json:
            print_json(error_json(error))
        raise
    engine = _engine(workers)
    if board is None:
        return answer_lines(
            words, lambda b, stop: answer_json(b, _all(engine, b, limit, count, stop))
        )
    with stopped_by_interrupt() as stop:
        infos = engine.analyse(board, limit, lines=count, stop=stop)
        if json:
            _print_lines(board, infos)
        else:
            _show(board, infos, ascii)
        return EXIT_INTERRUPTED if stop.is_set() else EXIT_OK


def _engine(threads: int) -> Engine:
    ready_kernels()
    from wuzi.engine.engine import Engine  # noqa: PLC0415  # loads Numba

    return Engine(threads=threads)


def _all(engine: Engine, board: Board, limit: Limit, lines: int, stop: Event) -> list[Info]:
    return last_of_each(engine.analyse(board, limit, lines=lines, stop=stop))


def last_of_each(infos: Iterator[Info]) -> list[Info]:
    """What was last said of every line, the best first."""
    last: dict[int, Info] = {}
    for info in infos:
        last[info.line] = info
    return [last[line] for line in sorted(last)]


# For programs


def info_json(info: Info) -> dict[str, Any]:
    """What a search has found out, for programs."""
    return {
        "line": info.line,
        "depth": info.depth,
        "selective_depth": info.selective_depth,
        "score": info.score.value,
        "win_in": info.score.win_in,
        "win_rate": info.counts.get("win_rate", 5000) / 10_000,
        "nodes": info.nodes,
        "nodes_per_second": info.counts.get("nodes_per_second", 0),
        "time": round(info.time, 3),
        "pv": [point_name(move) for move in info.pv],
    }


def answer_json(board: Board, infos: list[Info]) -> dict[str, Any]:
    """The answer: the move, and the best lines."""
    return {
        "move": point_name(infos[0].move),
        "rule": board.rule.name,
        "size": board.size,
        "lines": [info_json(info) for info in infos],
    }


def _print_lines(board: Board, infos: Iterator[Info]) -> None:
    last: dict[int, Info] = {}
    for info in infos:
        last[info.line] = info
        print_json(info_json(info))
        sys.stdout.flush()  # whoever reads along wants it now
    print_json(answer_json(board, [last[line] for line in sorted(last)]))


# For people


def _show(board: Board, infos: Iterator[Info], ascii_only: bool) -> None:
    from wuzi.cli.drawing import drawing_of  # noqa: PLC0415

    console = make_console()
    last = _watched(console, infos) if console.is_terminal else last_of_each(infos)
    best = last[0]
    console.print(drawing_of(board, marks=numbered(best.pv), ascii=ascii_only))
    console.print(side_to_move(board, ascii_only))
    console.print(_table(last))
    if best.move == PASS:
        console.print(_("No point may be played: the side to move must pass."))
    else:
        console.print(_("Best: {point}").format(point=point_name(best.move)))


def _watched(console: Console, infos: Iterator[Info]) -> list[Info]:
    """The last of each line, shown while they come and taken away in the end."""
    from rich.live import Live  # noqa: PLC0415

    last: dict[int, Info] = {}

    def shown() -> RenderableType:
        return _table([last[line] for line in sorted(last)])

    with Live(console=console, transient=True, auto_refresh=False) as live:
        for info in infos:
            last[info.line] = info
            live.update(shown(), refresh=True)
    return [last[line] for line in sorted(last)]


def _table(infos: list[Info]) -> Table:
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, padding=(0, 1), pad_edge=False)
    for name in (_("depth"), _("score"), _("win rate"), _("nodes"), _("nodes/s"), _("seconds")):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column(_("line"))
    for info in infos:
        table.add_row(
            f"{info.depth}-{max(info.depth, info.selective_depth)}",
            score_words(info.score),
            f"{info.counts.get('win_rate', 5000) / 100:.1f}%",
            f"{info.nodes:,}",
            f"{info.counts.get('nodes_per_second', 0):,}",
            f"{info.time:.2f}",
            " ".join(point_name(move) for move in info.pv),
        )
    return table


def numbered(moves: tuple[int, ...], most: int = NUMBERED) -> dict[int, str]:
    """The first moves of a line as marks on the board.

    >>> numbered((263, 264, 263))
    {263: '1', 264: '2'}
    """
    marks: dict[int, str] = {}
    for number, move in enumerate(moves[:most], 1):
        if move != PASS:
            marks.setdefault(move, str(number))
    return marks
