"""What is said between us and the engines, line by line: to look at, filter and copy."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from qtpy.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QRectF, Qt, QTimer
from qtpy.QtGui import (
    QColor,
    QFontDatabase,
    QHideEvent,
    QKeySequence,
    QPainter,
    QShortcut,
    QShowEvent,
)
from qtpy.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.desk import Desk
from wuzi.desktop.style import SPACE, colours
from wuzi.desktop.traffic import KEPT, SIGNS, LogLine, Traffic
from wuzi.desktop.widgets import label
from wuzi.desktop.words import _, ngettext

_EVERY: Final = 80
"""Milliseconds between two looks at what has come in."""
_SPARE: Final = 1_000
"""Lines by which more than :data:`KEPT` may be shown, so that not every one costs a removal."""
_LENGTH: Final = 400
"""Letters shown of a line."""


LINE: Final = int(Qt.ItemDataRole.UserRole)
"""The role under which the model gives the :class:`LogLine`."""


class LogLines(QAbstractListModel):
    """The lines that are shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[LogLine] = []

    def show(self, lines: Sequence[LogLine]) -> None:
        """Hold ``lines`` and no others."""
        self.beginResetModel()
        self.lines = list(lines)
        self.endResetModel()

    def append(self, lines: Sequence[LogLine]) -> None:
        """Hold ``lines`` too, and let go of the oldest if they are too many."""
        first = len(self.lines)
        self.beginInsertRows(QModelIndex(), first, first + len(lines) - 1)
        self.lines += lines
        self.endInsertRows()
        surplus = len(self.lines) - KEPT
        if surplus > _SPARE:
            self.beginRemoveRows(QModelIndex(), 0, surplus - 1)
            del self.lines[:surplus]
            self.endRemoveRows()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """How many."""
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: QModelIndex, role: int = 0) -> Any:  # type: ignore[override]
        """The line, as text or as it is."""
        if not index.isValid():
            return None
        if role == LINE:
            return self.lines[index.row()]
        if role in (int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.ToolTipRole)):
            return str(self.lines[index.row()])
        return None


class _LineView(QTableView):
    """A table of one column: unlike a list it looks only at the rows that it shows."""

    def __init__(self) -> None:
        super().__init__()
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerItem)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(1)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 3)


class _LineDelegate(QStyledItemDelegate):
    """Paints time and engine pale, our lines in the accent, errors in the colour of alarm."""

    def paint(  # type: ignore[override]
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex
    ) -> None:
        """Paint one line."""
        line = index.data(LINE)
        if line is None:
            return
        own, view = colours(), option
        self._background(painter, view)
        area = QRectF(_rect(view)).adjusted(8, 0, -8, 0)
        painter.setFont(_font(view))
        metrics = painter.fontMetrics()
        where = f"{line.clock}  {line.engine}  "
        painter.setPen(QColor(own.pale))
        painter.drawText(area, _MIDDLE, where)
        area.setLeft(area.left() + metrics.horizontalAdvance(where))
        painter.setPen(QColor({">": own.accent, "!": own.alarm}.get(line.mark, own.ink)))
        text = f"{SIGNS[line.mark]} {line.text[:_LENGTH]}"
        painter.drawText(
            area, _MIDDLE, metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(area.width()))
        )

    def _background(self, painter: QPainter, option: Any) -> None:
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(colours().tint))


_MIDDLE: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def _rect(option: Any) -> Any:
    return option.rect


def _font(option: Any) -> Any:
    return option.font


class ProtocolLog(QWidget):
    """The lines to and from all engines of the window, while it runs.

    Lines are remembered also while the log is hidden.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional
    traffic : Traffic, optional
        What has been remembered already; by default it begins with the log.
    """

    def __init__(
        self, desk: Desk, parent: QWidget | None = None, *, traffic: Traffic | None = None
    ) -> None:
        super().__init__(parent)
        self._traffic = Traffic(desk, self) if traffic is None else traffic
        self.lines = self._traffic.lines
        self._waiting: deque[LogLine] = deque(self.lines, maxlen=KEPT)
        self._engines: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._flush)
        self._build()
        self.retranslate()
        self._traffic.heard.connect(self._hear)

    def _build(self) -> None:
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show_all)
        self.engine = QComboBox()
        self.engine.addItem("")
        self.engine.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.engine.currentIndexChanged.connect(self._show_all)
        self.marks = {mark: QCheckBox() for mark in SIGNS}
        for box in self.marks.values():
            box.setChecked(True)
            box.toggled.connect(self._show_all)
        self.model = LogLines(self)
        self.view = _LineView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_LineDelegate(self.view))
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.view)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(self.copy)
        self.count = label(pale=True)
        self.copy_button, self.clear_button = QPushButton(), QPushButton()
        self.copy_button.clicked.connect(self.copy)
        self.clear_button.clicked.connect(self.clear)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        layout.setSpacing(SPACE)
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.setSpacing(SPACE)
        top.addWidget(self.search, 1)
        top.addWidget(self.engine)
        for box in self.marks.values():
            top.addWidget(box)
        bottom.addWidget(self.count, 1)
        bottom.addWidget(self.clear_button)
        bottom.addWidget(self.copy_button)
        layout.addLayout(top)
        layout.addWidget(self.view, 1)
        layout.addLayout(bottom)

    def retranslate(self) -> None:
        """Show the words of the language spoken now."""
        self.setWindowTitle(_("Protocol log"))
        self.search.setPlaceholderText(_("Find in the lines"))
        self.search.setAccessibleName(_("Find in the lines"))
        self.engine.setItemText(0, _("All engines"))
        self.engine.setAccessibleName(_("Engine"))
        self.marks[">"].setText(_("→ to it"))
        self.marks["<"].setText(_("← from it"))
        self.marks["!"].setText(_("! errors"))
        self.view.setAccessibleName(_("Lines of the log"))
        self.copy_button.setText(_("Copy"))
        self.copy_button.setToolTip(_("Copy what is chosen, or all lines shown"))
        self.clear_button.setText(_("Clear"))
        self._show_count()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # What comes in

    def _hear(self, line: LogLine) -> None:
        self._waiting.append(line)
        if self.isVisible() and not self._timer.isActive():
            self._timer.start(_EVERY)

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was said while the log was hidden."""
        super().showEvent(event)
        if self._waiting:
            self._timer.start(0)

    def hideEvent(self, event: QHideEvent) -> None:
        """Rest."""
        self._timer.stop()
        super().hideEvent(event)

    def _flush(self) -> None:
        fresh = list(self._waiting)
        self._waiting.clear()
        for engine in {line.engine for line in fresh}:
            self._note_engine(engine)
        wanted = self._filter(fresh)
        if wanted:
            bar = self.view.verticalScrollBar()
            follows = bar.value() >= bar.maximum() - 1
            self.model.append(wanted)
            if follows:
                self.view.scrollToBottom()
        self._show_count()

    def _note_engine(self, name: str) -> None:
        if name not in self._engines:
            self._engines.add(name)
            self.engine.addItem(name)

    def _filter(self, lines: Sequence[LogLine]) -> list[LogLine]:
        at = self.engine.currentIndex()
        engine = self.engine.itemText(at) if at > 0 else None
        words = self.search.text().lower()
        marks = {mark for mark, box in self.marks.items() if box.isChecked()}
        return [
            line
            for line in lines
            if line.mark in marks
            and (engine is None or line.engine == engine)
            and (not words or words in line.text.lower())
        ]

    def _show_all(self, *_told: object) -> None:
        """Show anew what is remembered, as far as it is wanted."""
        self._flush()
        self.model.show(self._filter(tuple(self.lines)))
        self.view.scrollToBottom()
        self._show_count()

    def _show_count(self) -> None:
        known, shown = len(self.lines), len(self.model.lines)
        if not known:
            text = _("Nothing has been said to or by an engine yet.")
        elif shown >= known:
            text = ngettext("one line", "{n} lines", known).format(n=known)
        else:
            text = _("{shown} of {n} lines").format(shown=shown, n=known)
        self.count.setText(text)

    # Acting

    def copy(self) -> None:
        """Copy what is chosen, or all that is shown."""
        rows = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        lines = [self.model.lines[row] for row in rows] or self.model.lines
        QApplication.clipboard().setText("\n".join(map(str, lines)))

    def clear(self) -> None:
        """Forget all lines."""
        self.lines.clear()
        self._waiting.clear()
        self.model.show(())
        self._show_count()
