"""What the record says of each move: plain data, and the HTML that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from wuzi.desktop.words import _
from wuzi.rules import BLACK, WHITE, Board, Colour, Game, Node, opponent, point_name
from wuzi.settings.phrases import colour_word

STONES: Final = {True: "●", False: "○"}
SIDES: Final = ("right", "left", "left", "right", "right")
"""Where the words of each column stand."""


@dataclass(frozen=True, slots=True)
class Row:
    """A move of the record.

    Attributes
    ----------
    number : int
        From 1.
    black : bool
        Whether black played it.
    point : str
    time : str
        Seconds, or nothing.
    value : str
        What the mover, or his engine, thought of his position: ``"+120"``, ``"+W5"``.
    glyph : str
        A judgement: ``"!"``, ``"??"``.
    comment : bool
        Whether something was said about it.
    """

    number: int
    black: bool
    point: str
    time: str = ""
    value: str = ""
    glyph: str = ""
    comment: bool = False


def rows_of(nodes: Sequence[Node], start: Board) -> list[Row]:
    """The rows of a line of play.

    Parameters
    ----------
    nodes : sequence of Node
        From the root on; those without a move are passed over.
    start : Board
        The position at the root: who moves first.

    Examples
    --------
    >>> from wuzi.rules import Game, parse_moves
    >>> game = Game()
    >>> end = game.extend(parse_moves("h8i9"))
    >>> [(row.number, row.point) for row in rows_of(end.path(), game.board(game.root))]
    [(1, 'h8'), (2, 'i9')]
    """
    turn = start.turn
    rows: list[Row] = []
    for node in nodes:
        notes = node.notes if node.has_notes else None
        if notes is not None and notes.set_up is not None and notes.set_up.turn is not None:
            turn = notes.set_up.turn
        if node.move is None:
            continue
        row = Row(len(rows) + 1, turn == BLACK, point_name(node.move))
        if notes is not None:
            row = Row(
                row.number,
                row.black,
                row.point,
                "" if notes.time is None else _seconds(notes.time),
                "" if notes.score is None else str(notes.score),
                notes.glyph,
                bool(notes.comment),
            )
        rows.append(row)
        turn = opponent(turn)
    return rows


def _seconds(time: float) -> str:
    return f"{time:.1f}" if time < 100 else f"{time:.0f}"


def cells(row: Row, *, dark: bool = False) -> tuple[str, str, str, str, str]:
    """The words of a row: number, stone, point with judgement, time, value.

    In ``dark`` windows, where the text is light, it is white stones that are filled.
    """
    mark = " …" if row.comment else ""
    stone = STONES[row.black != dark]
    return str(row.number), stone, row.point + row.glyph + mark, row.time, row.value


def heads() -> tuple[str, str, str, str, str]:
    """The words above the columns."""
    return _("No."), "", _("Move"), _("Seconds"), _("Value")


def table_html(rows: Sequence[Row], *, link: bool, dark: bool = False) -> str:
    """The rows as an HTML table; with ``link`` each move leads to ``#NUMBER``."""
    head = "".join(
        f"<th align='{side}'>{escape(word)}</th>" for side, word in zip(SIDES, heads(), strict=True)
    )
    lines = []
    for row in rows:
        number, stone, point, time, value = map(escape, cells(row, dark=dark))
        if link:
            point = f"<a href='#{row.number}'>{point}</a>"
        who = escape(colour_word(BLACK if row.black else WHITE))
        lines.append(
            f"<tr><td align='right'>{number}</td><td title='{who}'>{stone}</td><td>{point}</td>"
            f"<td align='right'>{time}</td><td align='right'>{value}</td></tr>"
        )
    body = f"<tr>{head}</tr>{''.join(lines)}"
    return f"<table cellspacing='0' cellpadding='3' width='100%'>{body}</table>"


class Numbers:
    """The number of each move of a game and who made it, found when asked for.

    Good until the tree changes.

    Examples
    --------
    >>> from wuzi.rules import Game, parse_moves
    >>> game = Game()
    >>> end = game.extend(parse_moves("h8i9g7"))
    >>> Numbers(game).of(end) == (3, BLACK)
    True
    """

    def __init__(self, game: Game) -> None:
        root = game.root
        first = opponent(game.board(root).turn)
        self._start = (0, first)
        self._known: dict[int, tuple[int, Colour]] = {id(root): self._start}

    def of(self, node: Node) -> tuple[int, Colour]:
        """The number of a node's move, or of the last before it, and who made that."""
        known, way = self._known, list[Node]()
        while id(node) not in known:
            way.append(node)
            if node.parent is None:  # cut off since
                break
            node = node.parent
        number, mover = known.get(id(node), self._start)
        for step in reversed(way):
            if step.has_notes and step.notes.set_up is not None and step.notes.set_up.turn:
                mover = opponent(step.notes.set_up.turn)
            if step.move is not None:
                number, mover = number + 1, opponent(mover)
            known[id(step)] = (number, mover)
        return number, mover
