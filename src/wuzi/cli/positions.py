"""``wuzi show`` and ``wuzi forbidden``: what stands on the board, and where black may not play."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from wuzi.cli.output import error_json, make_console, print_json
from wuzi.cli.position import (
    POSITION_HELP,
    RULE_HELP,
    SIDE_HELP,
    SIZE_HELP,
    Stated,
    Words,
    read_stated,
    split_line,
)
from wuzi.cli.words import (
    FORBIDDEN_WORDS,
    colour_word,
    listed,
    outcome_sentence,
    rule_word,
    side_to_move,
)
from wuzi.errors import N_, WuziError
from wuzi.rules import (
    BLACK,
    COLOUR_NAMES,
    FREESTYLE,
    RENJU,
    WHITE,
    Board,
    Outcome,
    Rule,
    point_name,
    position_text,
)
from wuzi.settings.language import _, ngettext

SHOW_HELP = N_("Show a position: the board, the side to move, the result, the winning row.")
FORBIDDEN_HELP = N_("Show the points that renju forbids to black, and why.")

_Position = Annotated[str, typer.Argument(metavar="POSITION", help=POSITION_HELP)]
_Rule = Annotated[str, typer.Option("--rule", metavar="NAME", help=RULE_HELP)]
_Size = Annotated[str, typer.Option("--size", metavar="N", help=SIZE_HELP)]
_Side = Annotated[str, typer.Option("--side", metavar="SIDE", help=SIDE_HELP)]
_Json = Annotated[bool, typer.Option("--json", help=N_("Print one line of JSON"))]
_Ascii = Annotated[bool, typer.Option("--ascii", help=N_("Draw with x, o and dots"))]


def show(
    position: _Position,
    *,
    rule: _Rule = "",
    size: _Size = "",
    side: _Side = "",
    json: _Json = False,
    ascii: _Ascii = False,
) -> int:
    """Show a position."""
    words = Words.parse(rule, size, side)
    return _answer(
        position,
        words,
        FREESTYLE,
        json=json,
        as_json=lambda stated: show_json(stated.board, stated.outcome),
        draw=lambda stated: _print_show(stated, ascii),
    )


def forbidden(
    position: _Position,
    *,
    rule: _Rule = "",
    size: _Size = "",
    side: _Side = "",
    json: _Json = False,
    ascii: _Ascii = False,
) -> int:
    """Show black's forbidden points."""
    words = Words.parse(rule, size, side)
    return _answer(
        position,
        words,
        RENJU,
        json=json,
        as_json=lambda stated: forbidden_json(stated.board),
        draw=lambda stated: _print_forbidden(stated.board, ascii),
    )


def _answer(
    position: str,
    words: Words,
    default: Rule,
    *,
    json: bool,
    as_json: Callable[[Stated], dict[str, Any]],
    draw: Callable[[Stated], None],
) -> int:
    """Answer for one position, or line by line for those on standard input."""
    if position == "-":
        return _answer_lines(words, default, as_json)
    if json:
        try:
            print_json(as_json(read_stated(position, words, default)))
        except WuziError as error:
            print_json(error_json(error))
            raise
        return 0
    draw(read_stated(position, words, default))
    return 0


def _answer_lines(words: Words, default: Rule, as_json: Callable[[Stated], dict[str, Any]]) -> int:
    status = 0
    for raw in sys.stdin.buffer:
        try:
            text, said = split_line(raw.decode("utf-8", "replace"), words)
            print_json(as_json(read_stated(text, said, default)))
        except WuziError as error:
            print_json(error_json(error))
            status = 2
        sys.stdout.flush()
    return status


def show_json(board: Board, outcome: Outcome | None) -> dict[str, Any]:
    """A position and how its game ended, for programs.

    >>> from wuzi.rules import parse_position
    >>> facts = show_json(parse_position("h8i9"), None)
    >>> facts["side"], facts["result"], facts["black"]
    ('black', None, ['h8'])
    """
    return {
        "position": position_text(board),
        "rule": board.rule.name,
        "size": board.size,
        "side": COLOUR_NAMES[board.turn],
        "black": [point_name(p) for p in board.stones(BLACK)],
        "white": [point_name(p) for p in board.stones(WHITE)],
        "result": None if outcome is None else COLOUR_NAMES.get(outcome.winner, "draw"),
        "reason": None if outcome is None else str(outcome.reason),
        "line": [] if outcome is None else [point_name(p) for p in outcome.points],
    }


def forbidden_json(board: Board) -> dict[str, Any]:
    """Black's forbidden points for programs, in board order.

    >>> from wuzi.rules import parse_position, RENJU
    >>> forbidden_json(parse_position("g8i8h7h9/a1c1e1g1", rule=RENJU))
    {'forbidden': {'h8': 'double_three'}}
    """
    points = board.forbidden_points()
    return {"forbidden": {point_name(p): kind.kind for p, kind in points.items()}}


def _print_show(stated: Stated, ascii_only: bool) -> None:
    from wuzi.cli.drawing import drawing_of  # noqa: PLC0415

    board, outcome = stated.board, stated.outcome
    console = make_console()
    marked = board.forbidden_points() if board.turn == BLACK and outcome is None else {}
    console.print(drawing_of(board, forbidden=marked, ascii=ascii_only))
    console.print(_facts(board))
    if outcome is None:
        console.print(side_to_move(board, ascii_only))
    else:
        console.print(outcome_sentence(outcome))


def _facts(board: Board) -> str:
    count = board.stone_count
    stones = ngettext("{count} stone", "{count} stones", count).format(count=count)
    text = _("{rule}, {size} lines, {stones}")
    return text.format(rule=rule_word(board.rule), size=board.size, stones=stones)


def _print_forbidden(board: Board, ascii_only: bool) -> None:
    from wuzi.cli.drawing import drawing_of  # noqa: PLC0415

    console = make_console()
    points = board.forbidden_points()
    console.print(drawing_of(board, forbidden=points, ascii=ascii_only))
    if not board.rule.forbidden:
        console.print(_("The rule {rule} forbids nothing.").format(rule=rule_word(board.rule)))
    elif not points:
        text = _("No point is forbidden to {colour}.")
        console.print(text.format(colour=colour_word(BLACK)))
    for p, kind in points.items():
        kinds = listed(_(FORBIDDEN_WORDS[name]) for name in kind.kinds)
        console.print(f"{point_name(p):>4}  {kinds}")
