"""The record beside the board: every move of the line that is looked at, in a table of HTML."""

from __future__ import annotations

from qtpy.QtCore import QEvent, QRectF, Qt, QTimer, QUrl, Signal
from qtpy.QtGui import QColor, QPainter, QPaintEvent, QTextCharFormat, QTextCursor, QTextTable
from qtpy.QtWidgets import QTextBrowser, QTextEdit, QWidget

from wuzi.desktop.desk import Desk
from wuzi.desktop.record.rows import Row, cells, rows_of, table_html
from wuzi.desktop.style import colours, is_dark
from wuzi.desktop.words import _
from wuzi.rules import Node

PADDING = 3
"""Pixels above and below the words of a row."""


class RecordTable(QTextBrowser):
    """The moves of the line that is looked at; a click on one goes there.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional
    """

    shown_anew = Signal()
    """The whole table was made again."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._rows: list[Row] = []
        self._nodes: list[Node] = []
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.anchorClicked.connect(self._go)
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.timeout.connect(self._bring_up)
        for signal in (desk.tree_changed, desk.position_changed):
            signal.connect(self._wait)
        self.retranslate()

    def _wait(self) -> None:
        if self.isVisible():
            self._late.start(0)

    def showEvent(self, event: QEvent) -> None:
        """Be up to date when seen."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._bring_up()

    def hideEvent(self, event: QEvent) -> None:
        """Do nothing while hidden."""
        super().hideEvent(event)  # type: ignore[arg-type]
        self._late.stop()

    def _bring_up(self) -> None:
        """Show the line, changing as little as possible, and mark the move shown."""
        path = self._desk.trail.last.path()
        self._nodes = [node for node in path if node.move is not None]
        rows = rows_of(path[1:], self._desk.game.board(path[0]))
        if rows != self._rows:
            grown = rows[: len(self._rows)] == self._rows and self._rows
            shrunk = self._rows[: len(rows)] == rows and rows
            table = self._table()
            if table is not None and grown:
                self._append(table, rows[len(self._rows) :])
            elif table is not None and shrunk:
                table.removeRows(len(rows) + 1, len(self._rows) - len(rows))
            else:
                self._show_all(rows)
            self._rows = rows
        self._mark()

    def _table(self) -> QTextTable | None:
        frames = self.document().rootFrame().childFrames()
        return frames[0] if frames and isinstance(frames[0], QTextTable) else None

    def _show_all(self, rows: list[Row]) -> None:
        own = colours()
        self.document().setDefaultStyleSheet(
            f"a {{ color: {own.ink}; text-decoration: none; }}"
            f" th {{ color: {own.pale}; font-weight: normal; }}"
        )
        if rows:
            self.setHtml(table_html(rows, link=True, dark=is_dark()))
        else:
            self.setHtml(f"<p style='color: {own.pale}'>{_('No move yet.')}</p>")
        self.shown_anew.emit()

    def _append(self, table: QTextTable, rows: list[Row]) -> None:
        link = QTextCharFormat()
        link.setAnchor(True)
        at = table.rows()
        table.appendRows(len(rows))
        for offset, row in enumerate(rows):
            for column, text in enumerate(cells(row, dark=is_dark())):
                cell = table.cellAt(at + offset, column)
                like = table.cellAt(at - 1, column).firstCursorPosition()
                cursor = cell.firstCursorPosition()
                if at > 1:
                    cursor.setBlockFormat(like.blockFormat())
                style = QTextCharFormat()
                if column == 2:
                    style.setAnchor(True)
                    style.setAnchorHref(f"#{row.number}")
                    style.setForeground(QColor(colours().ink))
                cursor.insertText(text, style)

    def _mark(self) -> None:
        """Bring the move shown into view; a colour is laid behind it."""
        table = self._table()
        number = self._number()
        if table is None or number == 0 or number >= table.rows():
            self.setExtraSelections([])
            return
        marks = []
        for column in range(table.columns()):
            selection = QTextEdit.ExtraSelection()
            cursor = table.cellAt(number, column).firstCursorPosition()
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, _keep())
            selection.cursor = cursor
            style = QTextCharFormat()
            style.setForeground(QColor(colours().accent))
            selection.format = style
            marks.append(selection)
        self.setExtraSelections(marks)
        place = QTextCursor(table.cellAt(number, 0).firstCursorPosition())
        self.setTextCursor(place)
        self.ensureCursorVisible()
        bar, row = self.verticalScrollBar(), self.cursorRect(place)
        hidden = row.bottom() + PADDING - self.viewport().height()
        if hidden > 0:
            bar.setValue(bar.value() + hidden)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lay a colour behind the row of the move shown, from edge to edge."""
        marked = self.extraSelections()
        if marked:
            row = QRectF(self.cursorRect(marked[0].cursor))
            room = self.viewport().width()
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours().tint))
            painter.drawRoundedRect(
                QRectF(2, row.y() - PADDING, room - 4, row.height() + 2 * PADDING), 4, 4
            )
            painter.end()
        super().paintEvent(event)

    def _number(self) -> int:
        """The number of the last move on the way to the node shown."""
        here = {id(node) for node in self._desk.node.path()}
        return sum(1 for node in self._nodes if id(node) in here)

    def _go(self, link: QUrl) -> None:
        number = int(link.fragment() or 0)
        if 0 < number <= len(self._nodes):
            self._desk.go(self._nodes[number - 1])

    def changeEvent(self, event: QEvent) -> None:
        """Follow language and colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange and hasattr(self, "_rows"):
            self._anew()

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self.setAccessibleName(_("Record"))
        self._anew()

    def _anew(self) -> None:
        self._rows = []
        self._show_all([])
        self._wait()


def _keep() -> QTextCursor.MoveMode:
    return QTextCursor.MoveMode.KeepAnchor
