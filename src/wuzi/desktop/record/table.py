"""The record beside the board: every move of the line that is looked at, in a table of HTML."""

from __future__ import annotations

from typing import Any, Final

from qtpy.QtCore import QEvent, QRectF, Qt, QTimer, QUrl, Signal
from qtpy.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextLength,
    QTextTable,
    QTextTableCell,
    QTextTableFormat,
)
from qtpy.QtWidgets import QTextBrowser, QTextEdit, QWidget

from wuzi.desktop.desk import Desk
from wuzi.desktop.record.rows import SIDES, Row, cells, rows_of, table_html
from wuzi.desktop.style import colours, is_dark
from wuzi.desktop.words import _
from wuzi.rules import Node

PADDING = 3
"""Pixels above and below the words of a row."""
SOON: Final = 20
"""Milliseconds after a move: the board goes first."""
PART: Final = 20
"""Rows of a table: Qt lays a whole table out anew when a cell of it changes."""
_POINT: Final = 2
"""The column of the moves."""
_WIDTHS: Final = (16, 12, 28, 22, 22)
"""Widths of the columns, alike in all tables, in hundredths."""


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
        if self.isVisible() and not self._late.isActive():
            self._late.start(SOON)

    def showEvent(self, event: QEvent) -> None:
        """Be up to date when seen."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._bring_up()

    def hideEvent(self, event: QEvent) -> None:
        """Do nothing while hidden."""
        super().hideEvent(event)  # type: ignore[arg-type]
        self._late.stop()

    def _bring_up(self) -> None:
        """Show the line, changing as little as possible, and mark the move shown.

        Many rows come part by part, so that nothing else has to wait for them.
        """
        path = self._desk.trail.last.path()
        self._nodes = [node for node in path if node.move is not None]
        rows = rows_of(path[1:], self._desk.game.board(path[0]))
        if rows != self._rows:
            grown = bool(self._rows) and rows[: len(self._rows)] == self._rows
            shrunk = bool(rows) and self._rows[: len(rows)] == rows
            full = (len(self._rows) // PART + 1) * PART if grown else PART
            if grown:
                self._append(rows[len(self._rows) : full])
            elif shrunk:
                self._cut(len(rows))
                full = len(rows)
            else:
                self._show_all(rows[:full])
            self._rows = rows[:full]
            if len(self._rows) < len(rows):
                self._late.start(0)
                return
        self._mark()

    def _tables(self) -> list[QTextTable]:
        """The tables that the rows are in, :data:`PART` each; a longer one takes too long."""
        frames = self.document().rootFrame().childFrames()
        return [frame for frame in frames if isinstance(frame, QTextTable)]

    def _show_all(self, rows: list[Row]) -> None:
        """Begin anew, with the heads and these rows, one table of them at most."""
        own = colours()
        self.document().setDefaultStyleSheet(
            f"a {{ color: {own.ink}; text-decoration: none; }}"
            f" th {{ color: {own.pale}; font-weight: normal; }}"
        )
        if rows:
            self.setHtml(table_html(rows, link=True, dark=is_dark()))
            for table in self._tables():
                table.setFormat(_format())
        else:
            self.setHtml(f"<p style='color: {own.pale}'>{_('No move yet.')}</p>")
        self.shown_anew.emit()

    def _append(self, rows: list[Row]) -> None:
        """Add rows to the last table, or to a new one if that is full."""
        tables = self._tables()
        whole = QTextCursor(self.document())
        whole.beginEditBlock()  # laid out once, at its end
        if len(self._rows) % PART:
            table = tables[-1]
            at = table.rows()
            table.appendRows(len(rows))
        else:
            whole.movePosition(QTextCursor.MoveOperation.End)
            whole.setBlockFormat(_flat())
            table, at = whole.insertTable(len(rows), len(SIDES), _format()), 0
        for offset, row in enumerate(rows):
            for column, text in enumerate(cells(row, dark=is_dark())):
                cursor = table.cellAt(at + offset, column).firstCursorPosition()
                cursor.setBlockFormat(_aligned(column))
                style = QTextCharFormat()
                if column == _POINT:
                    style.setAnchor(True)
                    style.setAnchorHref(f"#{row.number}")
                    style.setForeground(QColor(colours().ink))
                cursor.insertText(text, style)
        whole.endEditBlock()

    def _cut(self, count: int) -> None:
        """Keep the first ``count`` rows, one at least."""
        for at, table in reversed(list(enumerate(self._tables()))):
            heads = 1 if at == 0 else 0
            keep = max(count - at * PART, 0) + heads
            if keep < table.rows():
                table.removeRows(keep, table.rows() - keep)

    def _cell(self, number: int, column: int) -> QTextTableCell | None:
        """The cell of the move ``number``, if it is there."""
        at, row = divmod(number - 1, PART)
        tables = self._tables()
        if number == 0 or at >= len(tables):
            return None
        row += at == 0
        return tables[at].cellAt(row, column) if row < tables[at].rows() else None

    def _mark(self) -> None:
        """Bring the move shown into view; a colour is laid behind it."""
        number = self._number()
        marks = []
        for column in range(len(SIDES)):
            cell = self._cell(number, column)
            if cell is None:
                self.setExtraSelections([])
                return
            selection = QTextEdit.ExtraSelection()
            cursor = cell.firstCursorPosition()
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, _keep())
            selection.cursor = cursor
            style = QTextCharFormat()
            style.setForeground(QColor(colours().accent))
            selection.format = style
            marks.append(selection)
        self.setExtraSelections(marks)
        place = QTextCursor(marks[0].cursor)
        place.setPosition(place.anchor())
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


def _format() -> QTextTableFormat:
    """Of a table as wide as there is room."""
    form = QTextTableFormat()
    form.setCellSpacing(0)
    form.setCellPadding(PADDING)
    form.setBorder(0)
    share = QTextLength.Type.PercentageLength
    form.setWidth(QTextLength(share, 100))
    form.setColumnWidthConstraints([QTextLength(share, width) for width in _WIDTHS])
    return form


def _aligned(column: int) -> QTextBlockFormat:
    """Of the words in a column."""
    form = QTextBlockFormat()
    right = SIDES[column] == "right"
    form.setAlignment(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    return form


def _flat() -> QTextBlockFormat:
    """Of what must stand between two tables."""
    form = QTextBlockFormat()
    fixed: Any = QTextBlockFormat.LineHeightTypes.FixedHeight
    form.setLineHeight(0.0, getattr(fixed, "value", fixed))  # a number in PyQt5
    return form
