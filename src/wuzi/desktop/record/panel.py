"""The record of the game beside the board: moves, variations, and what is said about them."""

from __future__ import annotations

from qtpy.QtCore import QEvent, QPoint, QSize, Qt
from qtpy.QtGui import QAction
from qtpy.QtWidgets import QMenu, QSizePolicy, QTabWidget, QVBoxLayout, QWidget

from wuzi.desktop.desk import Desk
from wuzi.desktop.record.comment import CommentEditor
from wuzi.desktop.record.table import RecordTable
from wuzi.desktop.record.tree import VariationTree
from wuzi.desktop.words import _


class RecordPanel(QWidget):
    """Moves and variations, one behind the other, and below them the comment.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional

    Attributes
    ----------
    table : RecordTable
    tree : VariationTree
    comment : CommentEditor
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = RecordTable(desk)
        self.tree = VariationTree(desk)
        self.comment = CommentEditor(desk)
        self.branch_actions: list[QAction] = []
        self._tabs = QTabWidget()
        self._tabs.setDocumentMode(True)
        self._tabs.addTab(self.table, "")
        self._tabs.addTab(self.tree, "")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._tabs, 1)
        layout.addWidget(self.comment)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.tree.asked.connect(self._show_menu)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(
            lambda place: self._show_menu(self.table.mapToGlobal(place))
        )
        self.retranslate()

    def show_tree(self, on: bool = True) -> None:
        """Bring the variations to the front, or the moves."""
        self._tabs.setCurrentWidget(self.tree if on else self.table)

    def _show_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.branch_actions)
        menu.popup(place)

    def sizeHint(self) -> QSize:
        """Room for a dozen moves."""
        return QSize(340, 320)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self._tabs.setTabText(0, _("Record"))
        self._tabs.setTabText(1, _("Variations"))
