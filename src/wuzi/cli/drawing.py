"""The board as text: a picture that stays straight on every terminal.

Three things make a terminal board go wrong, and this is how each is met.

* *Colours.* A black disc on a dark terminal looks white. The two sides therefore differ
  by shape (``●`` black, ``○`` white) and, where the terminal has enough colours, the
  board brings its own wooden background.
* *Widths.* Many Chinese terminals draw ``●`` and ``┼`` two columns wide, others one. On a
  terminal every cell is put at its own column by a control code, and a wide glyph only
  fills the gap to the next; in a file there are no such codes and no need of them.
* *Old terminals.* ``ascii`` draws with ``x``, ``o`` and dots.

Marks do not rely on colour: ``(●)`` is the last stone, ``[●]`` a stone of the winning row,
``×`` a point forbidden to black. Where the columns are closed up (a narrow terminal) there
is no room for brackets and such stones are shown in reverse.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.control import Control
from rich.segment import Segment
from rich.style import Style

from wuzi.rules import (
    BLACK,
    EMPTY,
    PASS,
    WHITE,
    Board,
    Colour,
    Move,
    Point,
    col_of,
    point,
    row_of,
    star_points,
)

STONES: Final = {BLACK: "●", WHITE: "○"}
ASCII_STONES: Final = {BLACK: "x", WHITE: "o"}

_WOOD: Final = "on #cfa35e"
_LABEL: Final = Style(dim=True)


@dataclass(frozen=True)
class _Theme:
    """Styles of the parts of the board."""

    line: Style
    black: Style
    white: Style
    bracket: Style
    forbidden: Style
    mark: Style


_WOODEN: Final = _Theme(
    line=Style.parse(f"#8f6b33 {_WOOD}"),
    black=Style.parse(f"bold #000000 {_WOOD}"),
    white=Style.parse(f"bold #ffffff {_WOOD}"),
    bracket=Style.parse(f"bold #b3001b {_WOOD}"),
    forbidden=Style.parse(f"bold #b3001b {_WOOD}"),
    mark=Style.parse(f"bold #0b3d91 {_WOOD}"),
)
_PLAIN: Final = _Theme(
    line=Style(dim=True),
    black=Style(bold=True),
    white=Style(bold=True),
    bracket=Style(color="red", bold=True),
    forbidden=Style(color="red", bold=True),
    mark=Style(color="blue", bold=True),
)


@dataclass(frozen=True)
class Drawing:
    """A board to print with rich.

    Attributes
    ----------
    board : Board
    last : Move or None
        The stone to mark as the last one.
    row : collection of Point
        The winning row.
    forbidden : collection of Point
        Points to mark as forbidden.
    marks : mapping of Point to str
        One character to show on an empty point: a hint, a number.
    ascii : bool
        Whether to keep to ASCII.

    Examples
    --------
    >>> from wuzi.rules import parse_position
    >>> print(picture(parse_position("c3d4c2", size=5), ascii=True), end="")
        1 2 3 4 5
     5  . . . . .  5
     4  . . . o .  4
     3  . . x . .  3
     2  . .(x). .  2
     1  . . . . .  1
        a b c d e
    """

    board: Board
    last: Move | None = None
    row: Collection[Point] = ()
    forbidden: Collection[Point] = ()
    marks: Mapping[Point, str] = field(default_factory=dict)
    ascii: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw in full, or with the columns closed up where the room does not do."""
        ascii_only = self.ascii or options.ascii_only
        theme = _WOODEN if console.color_system in ("256", "truecolor") else _PLAIN
        step = 2 if options.max_width >= 2 * self.board.size + 7 else 1
        yield from self._heading(step)
        for row in range(self.board.size - 1, -1, -1):
            yield Segment(f"{row + 1:2d} ", _LABEL)
            yield from self._row(row, step, theme, ascii_only)
            yield Segment(f" {row + 1:2d}" if step == 2 else "", _LABEL)
            yield Segment.line()
        letters = (chr(ord("a") + col) for col in range(self.board.size))
        yield from _label_line(letters, step)

    def _heading(self, step: int) -> Iterator[Segment]:
        """Column numbers, the tens above the units; nothing where columns are closed up."""
        if step == 1:
            return
        columns = range(1, self.board.size + 1)
        if self.board.size > 9:
            yield from _label_line((str(n // 10) if n > 9 else " " for n in columns), step)
        yield from _label_line((str(n % 10) for n in columns), step)

    def _row(self, row: int, step: int, theme: _Theme, ascii_only: bool) -> Iterator[Segment]:
        size = self.board.size
        if step == 2:
            yield Segment(self._gap(row, -1, ascii_only), self._gap_style(row, -1, theme))
        for col in range(size):
            yield Control.move_to_column(2 + step + step * col).segment
            p = point(col, row)
            yield Segment(self._glyph(p, ascii_only), self._style(p, theme, step))
            if step == 2:
                yield Segment(self._gap(row, col, ascii_only), self._gap_style(row, col, theme))
        yield Control.move_to_column(2 + step + step * size).segment

    # What stands at one place

    def _glyph(self, p: Point, ascii_only: bool) -> str:
        stone = self.board[p]
        if stone != EMPTY:
            return (ASCII_STONES if ascii_only else STONES)[stone]
        if p in self.marks:
            return self.marks[p]
        if p in self.forbidden:
            return "#" if ascii_only else "×"
        star = p in star_points(self.board.size)
        if ascii_only:
            return "+" if star else "."
        return "╋" if star else _grid(col_of(p), row_of(p), self.board.size)

    def _style(self, p: Point, theme: _Theme, step: int) -> Style:
        stone: Colour = self.board[p]
        if stone != EMPTY:
            style = theme.black if stone == BLACK else theme.white
            marked = step == 1 and (p == self.last or p in self.row)
            return style + Style(reverse=True) if marked else style
        if p in self.marks:
            return theme.mark
        return theme.forbidden if p in self.forbidden else theme.line

    def _gap(self, row: int, col: int, ascii_only: bool) -> str:
        """What stands between ``col`` and the next column: a bracket, a line, a blank."""
        left = point(col, row) if col >= 0 else PASS
        right = point(col + 1, row) if col + 1 < self.board.size else PASS
        if left in self.row and right in self.row:
            return "="
        for p, in_row, as_last in ((left, "]", ")"), (right, "[", "(")):
            if p in self.row:
                return in_row
            if p == self.last != PASS:
                return as_last
        return " " if ascii_only or PASS in (left, right) else "─"

    def _gap_style(self, row: int, col: int, theme: _Theme) -> Style:
        return theme.line if self._gap(row, col, False) in " ─" else theme.bracket


def _label_line(labels: Iterator[str], step: int) -> Iterator[Segment]:
    text = ("" if step == 1 else " ").join(labels)
    yield Segment(" " * (2 + step) + text.rstrip(), _LABEL)
    yield Segment.line()


def _grid(col: int, row: int, size: int) -> str:
    """The crossing of lines at an empty point."""
    across = (col > 0) + (col == size - 1)
    up = 0 if row == size - 1 else 2 if row == 0 else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[up][across]


def picture(
    board: Board,
    *,
    forbidden: Collection[Point] = (),
    marks: Mapping[Point, str] | None = None,
    ascii: bool = False,
    width: int = 80,
) -> str:
    """The board as plain text, with its last stone and its winning row marked.

    Parameters
    ----------
    board : Board
    forbidden : collection of Point
    marks : mapping of Point to str, optional
    ascii : bool
    width : int
        Columns to keep within.
    """
    console = Console(width=width, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as capture:
        console.print(drawing_of(board, forbidden=forbidden, marks=marks, ascii=ascii), end="")
    return capture.get()


def drawing_of(
    board: Board,
    *,
    forbidden: Collection[Point] = (),
    marks: Mapping[Point, str] | None = None,
    ascii: bool = False,
) -> Drawing:
    """A :class:`Drawing` with the last stone and the winning row of ``board`` marked."""
    last = next((move for move in reversed(board.moves) if move != PASS), None)
    row = board.outcome.points if board.outcome is not None else ()
    return Drawing(board, last, row, forbidden, marks or {}, ascii)
