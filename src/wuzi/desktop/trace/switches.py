"""What each idea saves: the same search with one switch after another turned over."""

from __future__ import annotations

from typing import Final

from qtpy.QtCore import QPointF, QRectF, QSize, Qt
from qtpy.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from qtpy.QtWidgets import QSizePolicy, QWidget

from wuzi.desktop.trace.captions import value_label
from wuzi.desktop.trace.look import Look
from wuzi.desktop.words import _
from wuzi.textbook.trace_recorder import SWITCHES, Compared

ROW: Final = 18
HEAD: Final = 20
NUMBER: Final = "999,999"
"""What a column of numbers has room for."""
LEAST_BAR: Final = 24
"""Pixels that are kept for the bars, beside what lies under the numbers."""


def switch_words(row: Compared) -> str:
    """What makes a row differ from the search chosen."""
    if row.switch == "chosen":
        return _("as chosen")
    if row.switch == "pruning":
        return _("with pruning") if row.options.pruning else _("without pruning")
    if row.switch == "ordering":
        return _("with ordering") if row.options.ordering != "none" else _("without ordering")
    return _("with table") if row.options.table else _("without table")


def _heads() -> tuple[str, str, str, str]:
    """What stands above the columns of numbers."""
    return _("positions"), _("cut-offs"), _("table hits"), _("value")


class SwitchTable(QWidget):
    """Positions, cut-offs and table hits of each search, side by side.

    Attributes
    ----------
    rows : list of Compared
        As far as they are counted.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Compared] = []
        self.waiting = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def clear(self, *, waiting: bool) -> None:
        """Forget the rows; whether others are to come."""
        self.rows, self.waiting = [], waiting
        self._changed()

    def add(self, row: Compared) -> None:
        """Show one more search."""
        self.rows.append(row)
        self._changed()

    def end(self) -> None:
        """No more rows will come."""
        self.waiting = False
        self._changed()

    def retranslate(self) -> None:
        """Say it in the language spoken now."""
        self._changed()

    def cells(self) -> list[tuple[str, str, str, str, str]]:
        """The words of the table: what is different, positions, cut-offs, table hits, value."""
        if not self.rows:
            return []
        return [
            (
                switch_words(row),
                f"{row.nodes:,}" if row.value is not None else f"> {row.nodes:,}",
                f"{row.cuts:,}" if row.options.pruning else "–",
                f"{row.hits:,}" if row.options.table and row.options.pruning else "–",
                "?" if row.value is None else value_label(row.value),
            )
            for row in self.rows
        ]

    def _changed(self) -> None:
        lines = ["; ".join(cell for cell in line) for line in self.cells()]
        self.setAccessibleName(_("What each switch saves"))
        self.setAccessibleDescription("\n".join(lines))
        self.update()

    def sizeHint(self) -> QSize:
        """Room for all switches."""
        return QSize(360, HEAD + ROW * len(SWITCHES) + 4)

    def minimumSizeHint(self) -> QSize:
        """As high, but narrower."""
        return QSize(240, self.sizeHint().height())

    def _columns(self, metrics: QFontMetricsF) -> tuple[float, list[float], list[float]]:
        """Where the bars begin, and the right ends and widths of the columns of numbers."""
        names = [switch_words(row) for row in self.rows] or [_("without ordering")]
        bars = max(metrics.horizontalAdvance(name) for name in names) + 14
        least = metrics.horizontalAdvance(NUMBER)
        rooms = [max(metrics.horizontalAdvance(head), least) + 14 for head in _heads()]
        room = self.width() - 6 - bars - LEAST_BAR
        share = min(1.0, room / sum(rooms))
        rooms = [share * width for width in rooms]
        ends = [self.width() - 6 - sum(rooms[at + 1 :]) for at in range(len(rooms))]
        return bars, ends, rooms

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the heads and the rows, a bar behind each number of positions."""
        look = Look.of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(look.soft)
        metrics = QFontMetricsF(painter.font())
        bars, ends, rooms = self._columns(metrics)
        for end, head, room in zip(ends, _heads(), rooms, strict=True):
            text = metrics.elidedText(head, Qt.TextElideMode.ElideRight, room - 2)
            painter.drawText(QRectF(end - room, 0, room, HEAD), int(right), text)
        painter.setPen(QPen(look.line, 1))
        painter.drawLine(QPointF(0, HEAD - 0.5), QPointF(self.width(), HEAD - 0.5))
        most = max((row.nodes for row in self.rows), default=1)
        for index, cells in enumerate(self.cells()):
            row, y = self.rows[index], HEAD + index * ROW
            bar = QRectF(bars, y + 4, max((ends[0] + 5 - bars) * row.nodes / most, 2), ROW - 8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.window if index == 0 else look.line)
            painter.setOpacity(0.5)
            painter.drawRect(bar)
            painter.setOpacity(1)
            painter.setBrush(look.path if index == 0 else look.cut)
            painter.drawRect(QRectF(bar.right() - 2, bar.top(), 2, bar.height()))
            font = painter.font()
            font.setBold(index == 0)
            painter.setFont(font)
            painter.setPen(look.ink)
            painter.drawText(QRectF(2, y, bars, ROW), int(left), cells[0])
            for end, cell in zip(ends, cells[1:], strict=True):
                painter.drawText(QRectF(end - 120, y, 120, ROW), int(right), cell)
            font.setBold(False)
            painter.setFont(font)
        if self.waiting:
            painter.setPen(look.soft)
            box = QRectF(2, HEAD + len(self.rows) * ROW, self.width(), ROW)
            painter.drawText(box, int(left), _("counting …"))
        painter.end()
