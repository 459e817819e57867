"""The board in words, for those who hear it.

Under PySide6 a change is announced at once (``QAccessibleAnnouncementEvent``, Qt 6.8 and
later). Everywhere, PyQt5 included, which has no QAccessible, the view's accessible name says
the position and its accessible description the point under the keyboard's cursor; Qt itself
tells screen readers when they change.
"""

from __future__ import annotations

from qtpy import QtGui
from qtpy.QtWidgets import QWidget

from wuzi.desktop.board.marks import Marks
from wuzi.desktop.words import _, ngettext
from wuzi.rules import BLACK, PASS, WHITE, Board, Colour, Point, point_name


def colour_word(colour: Colour) -> str:
    """``Black`` or ``White`` in the language spoken."""
    return _("Black") if colour == BLACK else _("White")


def describe_board(board: Board) -> str:
    """The position in a sentence: how many lines and stones, and whose turn it is."""
    stones = ngettext("{count} stone", "{count} stones", board.stone_count)
    lines = _("Board of {size} lines").format(size=board.size)
    state = describe_outcome(board) or _("{colour} to move").format(colour=colour_word(board.turn))
    return ", ".join((lines, stones.format(count=board.stone_count), state))


def describe_outcome(board: Board) -> str:
    """How the game on the board ended, or nothing while it goes on."""
    if board.outcome is None:
        return ""
    if board.outcome.winner not in (BLACK, WHITE):
        return _("drawn")
    return _("{colour} has won").format(colour=colour_word(board.outcome.winner))


def describe_move(board: Board) -> str:
    """The last move, and how it ended the game if it did."""
    if board.last is None:
        return describe_board(board)
    name = _("pass") if board.last == PASS else point_name(board.last)
    mover = BLACK + WHITE - board.turn
    said = _("{colour} {point}").format(colour=colour_word(mover), point=name)
    return ", ".join(filter(None, (said, describe_outcome(board))))


def describe_point(board: Board, marks: Marks, p: Point) -> str:
    """What is on a point and what the marks say about it: ``h8, black stone, move 1``."""
    said = [point_name(p)]
    if board[p] == BLACK:
        said.append(_("black stone"))
    elif board[p] == WHITE:
        said.append(_("white stone"))
    else:
        said.append(_("empty"))
    if p in board.moves:
        said.append(_("move {number}").format(number=board.moves.index(p) + 1))
    if p in marks.winning:
        said.append(_("in the winning row"))
    if p in marks.forbidden:
        said.append(_forbidden_words(marks.forbidden[p]))
    if p in marks.threats:
        said.append(_threat_words(marks.threats[p]))
    said += [
        _("candidate {rank}: {score}").format(rank=one.rank, score=one.text)
        for one in marks.candidates
        if one.point == p
    ]
    if p == marks.hint:
        said.append(_("hint"))
    return ", ".join(said)


def _forbidden_words(kind: str) -> str:
    return {
        "double_three": _("forbidden: double-three"),
        "double_four": _("forbidden: double-four"),
        "overline": _("forbidden: overline"),
    }.get(kind, _("forbidden"))


def _threat_words(kind: str) -> str:
    return {
        "five": _("makes five"),
        "straight_four": _("makes a straight four"),
        "four": _("makes a four"),
        "three": _("makes an open three"),
    }.get(kind, kind)


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say ``text`` now, where the binding can do that."""
    event = getattr(QtGui, "QAccessibleAnnouncementEvent", None)
    if event is not None and QtGui.QAccessible.isActive():
        QtGui.QAccessible.updateAccessibility(event(widget, text))
