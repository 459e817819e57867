"""The best moves, one a row: chance, score, depth, and how play would go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from qtpy.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from qtpy.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from qtpy.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from wuzi.desktop.analysis.chances import has_score, rate_text, score_text, tells_rate, win_rate
from wuzi.desktop.analysis.look import Look
from wuzi.desktop.words import _
from wuzi.rules import point_name
from wuzi.thinking import Info

MOVE, CHANCE, SCORE, DEPTH, LINE = range(5)
Index: TypeAlias = QModelIndex | QPersistentModelIndex

_RATE: Final = int(Qt.ItemDataRole.UserRole) + 1
_WIDEST: Final = {MOVE: "m26", CHANCE: "99.9%", SCORE: "−2000", DEPTH: "24/40"}
MOST_MOVES: Final = 24
"""Moves of a line that are written out."""


class LinesTable(QTableWidget):
    """A table of :class:`~wuzi.thinking.Info`.

    Signals: ``pointed(int or None)``, the number of the line under the pointer or the
    keyboard's cursor; ``chosen(int)``, a line was clicked or Enter pressed on it.
    """

    pointed = Signal(object)
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 5, parent)
        self._infos: list[Info] = []
        self._rows = 1
        self.setItemDelegate(_RowDelegate(self))
        self.setMouseTracking(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableWidget.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        assert rows is not None
        assert columns is not None
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setMinimumSectionSize(36)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(LINE, QHeaderView.ResizeMode.Stretch)
        self.cellEntered.connect(lambda row, column: self._point(row))
        self.currentCellChanged.connect(lambda row, *rest: self._point(row))
        self.cellClicked.connect(lambda row, column: self._choose(row))
        self.retranslate()

    def retranslate(self) -> None:
        """Write the headings."""
        self.setHorizontalHeaderLabels(
            [_("Move"), _("Chance"), _("Score"), _("Depth"), _("Continuation")]
        )
        self.setAccessibleName(_("Best moves"))
        self._fit()
        self.show_lines(self._infos, self._rows)

    def _fit(self) -> None:
        """Give rows and columns the room that the font needs."""
        bold = QFont(self.font())
        bold.setBold(True)
        metrics = QFontMetrics(bold)
        rows = self.verticalHeader()
        assert rows is not None
        rows.setDefaultSectionSize(self._row_height())
        for column, widest in _WIDEST.items():
            heading = self.horizontalHeaderItem(column)
            texts = [widest, "" if heading is None else heading.text()]
            self.setColumnWidth(column, max(map(metrics.horizontalAdvance, texts)) + 12)
        self._spare()

    def _spare(self) -> None:
        """Leave the depth to the figures below where the continuation has no room beside it."""
        room = self.width() - sum(map(self.columnWidth, (MOVE, CHANCE, SCORE)))
        needed = self.fontMetrics().horizontalAdvance("m12  m12  m12  m12  ") + 60
        self.setColumnHidden(DEPTH, room < needed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns."""
        super().resizeEvent(event)
        self._spare()

    def _row_height(self) -> int:
        return self.fontMetrics().height() + 10

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()
        super().changeEvent(event)

    def sizeHint(self) -> QSize:
        """Room for all rows."""
        columns = self.horizontalHeader()
        assert columns is not None
        return QSize(320, columns.sizeHint().height() + self._row_height() * self._rows + 4)

    minimumSizeHint = sizeHint  # noqa: N815

    def show_lines(self, infos: Sequence[Info], rows: int) -> None:
        """Show these, best first, and keep room for ``rows`` of them."""
        self._infos = list(infos)
        if rows != self._rows:
            self._rows = rows
            self.updateGeometry()
        if self.rowCount() != len(self._infos):
            self.setRowCount(len(self._infos))
        for row, info in enumerate(self._infos):
            self._show_row(row, info)

    def _show_row(self, row: int, info: Info) -> None:
        moves = [point_name(move) for move in info.pv[:MOST_MOVES]]
        known = has_score(info)
        rate = win_rate(info) if tells_rate(info) else None
        depth = f"{info.depth}/{max(info.depth, info.selective_depth)}" if info.depth else "–"
        texts = (
            moves[0] if moves else "",
            "–" if rate is None else rate_text(rate),
            score_text(info.score) if known else "–",
            depth,
            "  ".join(moves[1:]),
        )
        for column, text in enumerate(texts):
            item = self.item(row, column)
            if item is None:
                item = QTableWidgetItem()
                self.setItem(row, column, item)
            if item.text() != text:
                item.setText(text)
            if column == CHANCE and item.data(_RATE) != rate:
                item.setData(_RATE, rate)
        line = self.item(row, LINE)
        assert line is not None
        line.setToolTip(" ".join(moves))

    def _point(self, row: int) -> None:
        self.pointed.emit(self._infos[row].line if 0 <= row < len(self._infos) else None)

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._infos):
            self.chosen.emit(self._infos[row].line)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at."""
        self.pointed.emit(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter plays the move of the row, Esc ends the preview."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentRow())
        elif event.key() == Qt.Key.Key_Escape:
            self.setCurrentCell(-1, -1)
            self.pointed.emit(None)
        else:
            super().keyPressEvent(event)


class _RowDelegate(QStyledItemDelegate):
    """Draws a cell: the chance with a bar under it, the move bold, the rest plainly."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw."""
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        place, look = QRectF(shown.rect), Look.now()
        painter.save()
        current = QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected
        if shown.state & current:
            painter.fillRect(place, look.hover)
        rate = index.data(_RATE)
        if index.column() == CHANCE and rate is not None:
            self._draw_bar(painter, place, rate, look)
        font = QFont(shown.font)
        font.setBold(index.column() in (MOVE, CHANCE))
        painter.setFont(font)
        painter.setPen(self._ink(index, look))
        inner = place.adjusted(6, 0, -4, 0)
        text = painter.fontMetrics().elidedText(
            shown.text, Qt.TextElideMode.ElideRight, int(inner.width())
        )
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()

    def _ink(self, index: Index, look: Look) -> QColor:
        if index.column() == MOVE and index.row() == 0:
            return look.best
        return look.soft if index.column() in (DEPTH, LINE) else look.ink

    def _draw_bar(self, painter: QPainter, place: QRectF, rate: float, look: Look) -> None:
        ground = QRectF(place.left() + 6, place.bottom() - 4, place.width() - 14, 2)
        painter.fillRect(ground, look.line)
        painter.fillRect(QRectF(ground.x(), ground.y(), ground.width() * rate, 2), look.accent)
