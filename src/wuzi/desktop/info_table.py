"""A table of options as the protocol's INFO sends them: keys and values, to be written into."""

from __future__ import annotations

from collections.abc import Mapping

from qtpy.QtCore import Signal
from qtpy.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem

from wuzi.desktop.words import _


class InfoTable(QTableWidget):
    """Keys and values; there is always one empty row at the end, for the next."""

    edited = Signal()
    """The user has changed something."""

    def __init__(self) -> None:
        super().__init__(0, 2)
        self._filling = False
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setMinimumHeight(110)
        self.setMaximumHeight(170)
        self.itemChanged.connect(self._changed)

    def retranslate(self) -> None:
        """Show the words of the language spoken now."""
        self.setHorizontalHeaderLabels([_("INFO key"), _("Value")])
        self.setAccessibleName(_("Options"))

    def show_info(self, info: Mapping[str, str]) -> None:
        """Show these and no others."""
        self._filling = True
        self.setRowCount(0)
        for key, value in info.items():
            self._add(key, value)
        self._add("", "")
        self._filling = False

    def info(self) -> dict[str, str]:
        """What is written there."""
        rows = [(self._text(row, 0), self._text(row, 1)) for row in range(self.rowCount())]
        return {key: value for key, value in rows if key or value}

    def _add(self, key: str, value: str) -> None:
        row = self.rowCount()
        self.insertRow(row)
        self.setItem(row, 0, QTableWidgetItem(key))
        self.setItem(row, 1, QTableWidgetItem(value))

    def _text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return "" if item is None else item.text().strip()

    def _changed(self, _item: QTableWidgetItem) -> None:
        if self._filling:
            return
        last = self.rowCount() - 1
        if self._text(last, 0) or self._text(last, 1):
            self._filling = True
            self._add("", "")
            self._filling = False
        self.edited.emit()
