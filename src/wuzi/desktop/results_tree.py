"""The table of results: an opponent a row, and below it a row for each colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from qtpy.QtCore import QModelIndex, QRect, QRectF, QSize, Qt
from qtpy.QtGui import QPainter
from qtpy.QtWidgets import (
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
)

from wuzi.archive import Tally
from wuzi.archive.words import player_words
from wuzi.desktop.kept_games import stone_icon
from wuzi.desktop.result_bars import paint_shares
from wuzi.desktop.words import _
from wuzi.errors import N_
from wuzi.rules import BLACK

_COLUMNS: Final = (N_("Opponent"), N_("Won"), N_("Drawn"), N_("Lost"), N_("Scored"))
_SHARES: Final = int(Qt.ItemDataRole.UserRole)
_WHOM: Final = int(Qt.ItemDataRole.UserRole) + 1
_GAP: Final = 12
"""Pixels between the games lost and the score."""
_OPENED: Final = 5
"""Up to so many opponents show both colours at once."""

Whom = tuple[str, int | None]
"""An opponent, and the colour that the human had, if that matters."""


class _ShareDelegate(QStyledItemDelegate):
    """Paints the score as a number with a bar behind it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """Room for both."""
        return QSize(100, super().sizeHint(option, index).height() + 6)

    def paint(  # type: ignore[override]
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex
    ) -> None:
        """Paint the number at the left, the bar at the right."""
        view: Any = option
        figure = QStyleOptionViewItem(option)
        left = _GAP + view.fontMetrics.horizontalAdvance("100 %") + 8
        figure_view: Any = figure
        figure_view.rect = QRect(view.rect.left(), view.rect.top(), left, view.rect.height())
        super().paint(painter, figure, index)
        shares = index.data(_SHARES)
        if shares is None:
            return
        area = QRectF(view.rect)
        bar = QRectF(area.left() + left + 6, area.center().y() - 4, area.width() - left - 14, 9)
        if bar.width() > 8:
            paint_shares(painter, bar, shares)


class ResultsTree(QTreeWidget):
    """How the human fared against each opponent, and with which colour."""

    def __init__(self) -> None:
        super().__init__()
        self.setColumnCount(len(_COLUMNS))
        self.setItemDelegateForColumn(4, _ShareDelegate(self))
        self.setUniformRowHeights(True)
        self.setIndentation(16)
        self.setIconSize(QSize(11, 11))
        self.setAllColumnsShowFocus(True)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(24)
        for column in (1, 2, 3, 4):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        for column in (1, 2, 3):
            self.headerItem().setTextAlignment(column, _RIGHT)

    def retranslate(self) -> None:
        """Name the columns, and give those of figures what their words and figures need."""
        self.setHeaderLabels([_(word) for word in _COLUMNS])
        self.setAccessibleName(_("Results by opponent"))
        wide, header = self.fontMetrics().horizontalAdvance, self.header()
        for column, word in enumerate(_COLUMNS[1:4], 1):
            header.resizeSection(column, wide(_(word)) + 18)
        header.resizeSection(4, wide("100 %") + _GAP + 64)

    def chosen(self) -> Whom | None:
        """Whose row is chosen."""
        items = self.selectedItems()
        return items[0].data(0, _WHOM) if items else None

    def show_tallies(self, tallies: Sequence[Tally], chosen: Whom | None) -> None:
        """Show these; what is open stays open, and ``chosen`` is chosen."""
        rows = [item for at in range(self.topLevelItemCount()) if (item := self.topLevelItem(at))]
        was_open = {item.data(0, _WHOM): item.isExpanded() for item in rows}
        self.blockSignals(True)
        place = self.verticalScrollBar().value()
        self.clear()
        opponents: dict[str, list[Tally]] = {}
        for tally in tallies:
            opponents.setdefault(tally.opponent, []).append(tally)
        for opponent, own in opponents.items():
            item = _opponent_item(opponent, own)
            self.addTopLevelItem(item)
            item.setExpanded(was_open.get((opponent, None), len(opponents) <= _OPENED))
            _choose(self, item, chosen)
        self.verticalScrollBar().setValue(place)
        self.blockSignals(False)


_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _opponent_item(opponent: str, tallies: Sequence[Tally]) -> QTreeWidgetItem:
    newest = max(tallies, key=lambda tally: tally.last)
    item = _item(player_words(newest.name, opponent), tallies, (opponent, None))
    for tally in tallies:
        words = _("black") if tally.colour == BLACK else _("white")
        row = _item(words, [tally], (opponent, tally.colour))
        row.setIcon(0, stone_icon(tally.colour))
        item.addChild(row)
    return item


def _choose(tree: QTreeWidget, item: QTreeWidgetItem, chosen: Whom | None) -> None:
    for row in (item, *(item.child(at) for at in range(item.childCount()))):
        if chosen is not None and row is not None and row.data(0, _WHOM) == chosen:
            tree.setCurrentItem(row)


def _item(words: str, tallies: Sequence[Tally], whom: Whom) -> QTreeWidgetItem:
    won, drawn, lost = sums(tallies)
    item = QTreeWidgetItem([words, str(won), str(drawn), str(lost), percent(won, drawn, lost)])
    for column in (1, 2, 3, 4):
        item.setTextAlignment(column, _RIGHT)
    item.setData(4, _SHARES, (won, drawn, lost))
    item.setData(0, _WHOM, whom)
    item.setToolTip(0, words)
    return item


def sums(tallies: Sequence[Tally]) -> tuple[int, int, int]:
    """Wins, draws and losses of all together."""
    return (
        sum(tally.wins for tally in tallies),
        sum(tally.draws for tally in tallies),
        sum(tally.losses for tally in tallies),
    )


def percent(won: int, drawn: int, lost: int) -> str:
    """The score as a share of what could be scored; there is a game at least."""
    return f"{100 * (won + drawn / 2) / (won + drawn + lost):.0f} %"
