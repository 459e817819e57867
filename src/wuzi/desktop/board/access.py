"""The board in words, for those who hear it.

The view's accessible name says the position and its accessible description the point under
the keyboard's cursor; Qt tells screen readers when they change. That is all PyQt5 can do.
PySide6 also has ``QAccessible``: with Qt 6.8 or later, moves and the cursor's point are
announced at once, without the reader having to ask.
"""

from __future__ import annotations

from typing import Final

from qtpy import QtGui
from qtpy.QtWidgets import QWidget

from wuzi.desktop.board.marks import Marks
from wuzi.desktop.words import _, ngettext
from wuzi.errors import N_
from wuzi.rules import BLACK, EMPTY, PASS, WHITE, Board, Point, opponent, point_name
from wuzi.settings.phrases import TO_MOVE, listed, outcome_sentence

_PLAYS: Final = {BLACK: N_("Black plays {point}"), WHITE: N_("White plays {point}")}
_PASSES: Final = {BLACK: N_("Black passes"), WHITE: N_("White passes")}
_HOLDS: Final = {BLACK: N_("black stone"), WHITE: N_("white stone"), EMPTY: N_("empty")}
_FORBIDDEN: Final = {
    "double_three": N_("forbidden: double-three"),
    "double_four": N_("forbidden: double-four"),
    "overline": N_("forbidden: overline"),
}
_THREATS: Final = {
    "five": N_("makes five"),
    "straight_four": N_("makes a straight four"),
    "four": N_("makes a four"),
    "three": N_("makes an open three"),
}


def describe_board(board: Board) -> str:
    """The position in a sentence.

    >>> from wuzi.rules import parse_position
    >>> describe_board(parse_position("h8i9"))
    'Board of 15 lines, 2 stones, Black to move'
    """
    lines = _("Board of {size} lines").format(size=board.size)
    stones = ngettext("{count} stone", "{count} stones", board.stone_count)
    over = board.outcome
    state = _(TO_MOVE[board.turn]) if over is None else outcome_sentence(over)
    return listed((lines, stones.format(count=board.stone_count), state))


def describe_move(board: Board) -> str:
    """The last move, and how it ended the game if it did.

    >>> from wuzi.rules import parse_position
    >>> describe_move(parse_position("h8i9"))
    'White plays i9'
    """
    if board.last is None:
        return describe_board(board)
    mover = opponent(board.turn)
    if board.last == PASS:
        said = _(_PASSES[mover])
    else:
        said = _(_PLAYS[mover]).format(point=point_name(board.last))
    return said if board.outcome is None else listed((said, outcome_sentence(board.outcome)))


def describe_point(board: Board, marks: Marks, p: Point) -> str:
    """What is on a point, and what the marks say about it.

    >>> from wuzi.rules import parse_point, parse_position
    >>> describe_point(parse_position("h8i9"), Marks(), parse_point("i9"))
    'i9, white stone, move 2'
    """
    said = [point_name(p), _(_HOLDS[board[p]])]
    if p in board.moves:
        said.append(_("move {number}").format(number=board.moves.index(p) + 1))
    if p in marks.winning:
        said.append(_("in the winning row"))
    if p in marks.forbidden:
        said.append(_(_FORBIDDEN.get(marks.forbidden[p], N_("forbidden"))))
    if p in marks.threats:
        said.append(_(_THREATS.get(marks.threats[p], N_("a threat"))))
    said += [
        _("candidate {rank}: {score}").format(rank=one.rank, score=one.text)
        for one in marks.candidates
        if one.point == p
    ]
    said += [
        _("move {number} of the line").format(number=stone.number)
        for stone in marks.line
        if stone.point == p
    ]
    if p == marks.hint:
        said.append(_("hint"))
    return listed(said)


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say ``text`` now, if there is one and the binding can reach it."""
    event = getattr(QtGui, "QAccessibleAnnouncementEvent", None)
    if text and event is not None and QtGui.QAccessible.isActive():
        QtGui.QAccessible.updateAccessibility(event(widget, text))
