"""``wuzi lab compare``: one position, searched with and without each idea."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from wuzi.cli.kernels import ready_kernels
from wuzi.cli.limits import parse_count
from wuzi.cli.output import error_json, make_console, print_json
from wuzi.cli.position import (
    RULE_HELP,
    SIDE_HELP,
    SIZE_HELP,
    Words,
    read_position,
)
from wuzi.cli.search_position import (
    EXIT_INTERRUPTED,
    EXIT_OK,
    check_searchable,
    stopped_by_interrupt,
)
from wuzi.cli.words import listed, outcome_words, score_words
from wuzi.errors import N_, ParseError, WuziError
from wuzi.rules import FREESTYLE, Board, point_name
from wuzi.settings.language import _, ngettext

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from wuzi.lab.compare import Row

HELP = N_("Search one position with and without each idea: nodes, cut-offs, time.")

_POSITION_HELP = N_(
    "@FILE (a game in any record format), moves (h8i9g7) or stones BLACKS/WHITES (h8g7/i9)"
)
_PLAYER: Final = "textbook:alphabeta,depth=3"
_PLAYER_HELP = N_("The search to compare with: textbook:alphabeta or minimax and its switches")
_ENGINE_HELP = N_("Turn the ideas of our engine instead, one at a time")
_DEPTH_HELP = N_("Plies (of the player, or 3; of the engine 10)")
_SECONDS_HELP = N_("A search that takes longer is cut off and shown as 'more than'")
_ENGINE_DEPTH: Final = 10
_SECONDS: Final = "10"


def compare(
    position: Annotated[str, typer.Argument(metavar="POSITION", help=_POSITION_HELP)],
    *,
    player: Annotated[str, typer.Option("--player", metavar="WHO", help=_PLAYER_HELP)] = "",
    engine: Annotated[bool, typer.Option("--engine", help=_ENGINE_HELP)] = False,
    depth: Annotated[str, typer.Option("--depth", metavar="N", help=_DEPTH_HELP)] = "",
    seconds: Annotated[str, typer.Option("--seconds", metavar="S", help=_SECONDS_HELP)] = _SECONDS,
    rule: Annotated[str, typer.Option("--rule", metavar="NAME", help=RULE_HELP)] = "",
    size: Annotated[str, typer.Option("--size", metavar="N", help=SIZE_HELP)] = "",
    side: Annotated[str, typer.Option("--side", metavar="SIDE", help=SIDE_HELP)] = "",
    json: Annotated[
        bool, typer.Option("--json", help=N_("Print a line of JSON for every search"))
    ] = False,
) -> int:
    """Compare the switches of a search."""
    try:
        plies = parse_count("--depth", depth, 60) if depth else None
        most = _parse_seconds(seconds)
        board = _board(position, Words.parse(rule, size, side), engine)
        if engine and player:
            raise ParseError(
                "compare.both",
                N_("--engine and --player exclude each other: the engine's ideas are its own"),
            )
        with stopped_by_interrupt() as stop:
            if engine:
                caption, rows = _of_engine(board, plies or _ENGINE_DEPTH, most, stop)
            else:
                caption, rows = _of_textbook(board, player or _PLAYER, plies, most, stop)
            if json:
                _print_rows(rows)
            else:
                _show(caption, rows, engine)
            return EXIT_INTERRUPTED if stop.is_set() else EXIT_OK
    except WuziError as error:
        if json:
            print_json(error_json(error))
        raise


def _parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds > 0:
        raise ParseError(
            "compare.seconds",
            N_("--seconds cannot be '{token}': write seconds, more than 0"),
            token=text[:40],
        )
    return seconds


def _board(position: str, words: Words, engine: bool) -> Board:
    if position == "-":
        raise ParseError("compare.lines", N_("compare takes one position, not lines of them"))
    board = read_position(position, words, FREESTYLE)
    if engine:
        return check_searchable(board)
    if board.outcome is not None:
        raise ParseError(
            "position.over",
            N_("there is nothing to search, the game is over: {result}"),
            result=outcome_words(board.outcome),
        )
    return board


def _of_engine(
    board: Board, depth: int, seconds: float, stop: Event
) -> tuple[str, Iterator[Row | str]]:
    """What the table is headed by, and the rows to come."""
    ready_kernels()
    from wuzi.lab.compare import compare_engine  # noqa: PLC0415

    caption = _("Baseline: our engine with all its ideas, depth {depth}").format(depth=depth)
    return caption, compare_engine(board, depth, seconds, stop)


def _of_textbook(
    board: Board, player: str, depth: int | None, seconds: float, stop: Event
) -> tuple[str, Iterator[Row | str]]:
    """The same of a search of the textbook."""
    from wuzi.lab.compare import compare_textbook, textbook_options  # noqa: PLC0415
    from wuzi.players import parse_who  # noqa: PLC0415

    who = parse_who(player)
    base = textbook_options(who, depth)
    caption = _("Baseline: {player}, depth {depth}").format(player=who.text, depth=base.depth)
    return caption, compare_textbook(board, base, seconds, stop)


def _print_rows(rows: Iterator[Row | str]) -> None:
    base = None
    for row in rows:
        if isinstance(row, str):
            continue
        base = base or row
        print_json(row.to_json(base))
        sys.stdout.flush()  # whoever reads along wants it now


# For people


def _show(caption: str, rows: Iterator[Row | str], engine: bool) -> None:
    from wuzi.cli.wrapping import wrap  # noqa: PLC0415

    console = make_console()
    sheet = Sheet(engine)
    console.print("\n".join(wrap(caption, console.width)))
    if console.is_terminal:
        _watch(console, sheet, rows)
    else:
        sheet.rows += [row for row in rows if not isinstance(row, str)]
    if not sheet.rows:
        return
    console.print(sheet.table(console.width))
    for note in sheet.notes(console.width):
        console.print("\n".join(wrap(note, console.width)))


def _watch(console: Console, sheet: Sheet, rows: Iterator[Row | str]) -> None:
    """Show the table while it fills: of a long one the last rows. It is taken away in the end."""
    from rich.live import Live  # noqa: PLC0415

    with Live(console=console, transient=True, auto_refresh=False) as live:
        for row in rows:
            if isinstance(row, str):
                sheet.now = row
            else:
                sheet.rows.append(row)
                sheet.now = None
            live.update(sheet.table(console.width, max(1, console.height - 4)), refresh=True)
        sheet.now = None


@dataclass(frozen=True)
class _Column:
    """A column: its English title, what stands in it, and how soon it is left out."""

    title: str
    cell: Callable[[Row, Row], str]
    left_out: int
    right: bool = True


def _at_least(row: Row, text: str) -> str:
    return text if row.finished else f">{text}"


def _ratio(row: Row, ratio: float | None) -> str:
    return "-" if ratio is None else _at_least(row, f"{ratio:.2f}")


def _first_share(row: Row) -> str:
    counts = row.counts or {}
    cuts = counts.get("cuts", 0)
    return f"{counts.get('first_cuts', 0) / cuts:.0%}" if cuts else "-"


def _count(row: Row, name: str) -> str:
    return _at_least(row, f"{(row.counts or {}).get(name, 0):,}")


_SAME: Final = {
    (True, True): N_("both"),
    (True, False): N_("move"),
    (False, True): N_("value"),
    (False, False): N_("neither"),
}


def _same(row: Row, base: Row) -> str:
    same = row.same(base)
    return "-" if same is None or row is base else _(_SAME[same])


_NODES: Final = _Column(N_("nodes"), lambda row, _base: _at_least(row, f"{row.nodes:,}"), 0)
_TIMES_NODES: Final = _Column(
    N_("x nodes"), lambda row, base: _ratio(row, row.nodes_ratio(base)), 2
)
_SECONDS_SPENT: Final = _Column(
    N_("seconds"), lambda row, _base: _at_least(row, f"{row.seconds:.2f}"), 3
)
_TIMES_TIME: Final = _Column(N_("x time"), lambda row, base: _ratio(row, row.time_ratio(base)), 8)
_ANSWER: Final = (
    _Column(
        N_("move"),
        lambda row, _base: "-" if row.move is None else point_name(row.move),
        6,
        right=False,
    ),
    _Column(
        N_("value"), lambda row, _base: "-" if row.score is None else score_words(row.score), 7
    ),
    _Column(N_("same"), _same, 1, right=False),
)
_TEXTBOOK: Final = (
    _NODES,
    _TIMES_NODES,
    _Column(N_("cuts"), lambda row, _base: _count(row, "cuts"), 4),
    _Column(N_("first"), lambda row, _base: _first_share(row), 5),
    _SECONDS_SPENT,
    _TIMES_TIME,
    *_ANSWER,
)
_ENGINE: Final = (
    _NODES,
    _TIMES_NODES,
    _Column(N_("solver's"), lambda row, _base: _count(row, "solver_nodes"), 5),
    _SECONDS_SPENT,
    _TIMES_TIME,
    *_ANSWER,
)
_GAP: Final = 2
"""Cells between two columns."""
_LEAST: Final = 2
"""Columns that stay on the narrowest terminal, beside the labels, which are folded there."""


class Sheet:
    """The table of a comparison, for a terminal of any width.

    Attributes
    ----------
    rows : list of Row
        The baseline first.
    now : str or None
        The label of the search that is under way.
    """

    def __init__(self, engine: bool) -> None:
        self.rows: list[Row] = []
        self.now: str | None = None
        self._columns = _ENGINE if engine else _TEXTBOOK

    def table(self, width: int, most: int = sys.maxsize) -> RenderableType:
        """The last ``most`` rows within ``width`` cells; what does not fit is left out."""
        from rich.table import Table  # noqa: PLC0415

        fitting = self._fitting(width)
        room = width - sum(map(self._width, fitting))
        table = Table(box=None, padding=(0, _GAP, 0, 0), pad_edge=False)
        table.add_column(_("switch"), overflow="fold")
        for column in fitting:
            justify: Literal["right", "left"] = "right" if column.right else "left"
            table.add_column(_(column.title), justify=justify, no_wrap=True)
        shown = most if self.now is None else most - 1
        for row in self.rows[-shown:] if shown > 0 else ():
            table.add_row(_name(row.label, room), *self._cells(row, fitting))
        if self.now is not None:
            table.add_row(_name(self.now, room), "...")
        return table

    def _cells(self, row: Row, columns: Iterable[_Column]) -> list[str]:
        return [column.cell(row, self.rows[0]) for column in columns]

    def _fitting(self, width: int) -> list[_Column]:
        """The columns that fit; those that matter least go first."""
        labels = [row.label for row in self.rows] + [self.now or ""]
        words = [word for label in labels for word in _name(label, 0).split()]
        least = max(map(len, words))
        columns = list(self._columns)
        while len(columns) > _LEAST and least + sum(map(self._width, columns)) > width:
            columns.remove(max(columns, key=lambda column: column.left_out))
        return columns

    def _width(self, column: _Column) -> int:
        from rich.cells import cell_len  # noqa: PLC0415

        cells = [column.cell(row, self.rows[0]) for row in self.rows]
        return _GAP + max(map(cell_len, [_(column.title), *cells]))

    def notes(self, width: int) -> Iterator[str]:
        """What is to be said under the table."""
        cut = sum(not row.finished for row in self.rows)
        if cut:
            yield ngettext(
                "> more than: one search was cut off.",
                "> more than: {n} searches were cut off.",
                cut,
            ).format(n=cut)
        fitting = self._fitting(width)
        hidden = [_(column.title) for column in self._columns if column not in fitting]
        if hidden:
            text = _("No room for: {columns}. --json has them all.")
            yield text.format(columns=listed(hidden))


def _name(label: str, room: int) -> str:
    """A label as it is shown, on two lines if ``room`` is too narrow for both its switches."""
    if len(label) > room:
        label = label.replace(",", ",\n")
    return label or _("baseline")
