"""A list of kept games: a model that is filled page by page, and two lines for each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from qtpy.QtCore import QAbstractListModel, QModelIndex, QObject, QRectF, QSize, Qt, Signal
from qtpy.QtGui import QColor, QFontMetrics, QIcon, QPainter, QPen, QPixmap
from qtpy.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from wuzi.archive import Entry
from wuzi.archive.words import player_words
from wuzi.desktop.style import colours, scaled
from wuzi.desktop.words import _, ngettext
from wuzi.errors import N_
from wuzi.rules import BLACK, EMPTY, parse_rule

PAGE: Final = 100
"""Games fetched at a time."""

ENTRY: Final = int(Qt.ItemDataRole.UserRole)
"""The role under which the model gives the :class:`~wuzi.archive.Entry`."""

_STATES: Final = {
    "left": N_("unfinished"),
    "playing": N_("being played"),
    "cut off": N_("cut off"),
}
_FARED: Final = {1: N_("won"), 0: N_("drawn"), -1: N_("lost")}


class KeptGames(QAbstractListModel):
    """The entries that have been fetched; asks for more by a signal."""

    more_wanted = Signal()
    """The end of what was fetched comes into view, and there is more."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []
        self._count = 0

    def show(self, entries: Sequence[Entry], count: int) -> None:
        """Hold ``entries``, the first of ``count`` games."""
        if list(entries) == self.entries and count == self._count:
            return
        self.beginResetModel()
        self.entries, self._count = list(entries), count
        self.endResetModel()

    def append(self, entries: Sequence[Entry]) -> None:
        """Hold ``entries`` too, which follow."""
        if entries:
            first = len(self.entries)
            self.beginInsertRows(QModelIndex(), first, first + len(entries) - 1)
            self.entries += entries
            self.endInsertRows()
        else:
            self._count = len(self.entries)

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """How many were fetched."""
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: QModelIndex, role: int = 0) -> Any:  # type: ignore[override]
        """The entry, or all that is said of it in one sentence."""
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == ENTRY:
            return entry
        if role in (int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)):
            return _("{black} against {white}, {result}, {details}").format(
                black=player_words(entry.black.name, entry.black.who),
                white=player_words(entry.white.name, entry.white.who),
                result=result_words(entry),
                details=details(entry),
            )
        return None

    def canFetchMore(self, parent: QModelIndex) -> bool:  # type: ignore[override]
        """Whether there are games that were not fetched."""
        return not parent.isValid() and len(self.entries) < self._count

    def fetchMore(self, parent: QModelIndex) -> None:  # type: ignore[override]
        """Ask for them; they come by :meth:`append`."""
        self.more_wanted.emit()


def result_words(entry: Entry) -> str:
    """``won`` where one person played; else ``1-0`` and the like, or what became of the game."""
    if entry.winner is None:
        return _(_STATES[entry.state])
    people = [player.who == "human" for player in (entry.black, entry.white)]
    if people[0] == people[1]:
        return entry.score.replace("-", "–").replace("1/2", "½")
    won = 0 if entry.winner == EMPTY else 1 if (entry.winner == BLACK) == people[0] else -1
    return _(_FARED[won])


def details(entry: Entry) -> str:
    """When, under which rule, how long."""
    return " · ".join(
        (
            entry.changed.astimezone().strftime("%Y-%m-%d %H:%M"),
            f"{_(parse_rule(entry.rule).title)} {entry.size}",
            ngettext("one move", "{n} moves", entry.moves).format(n=entry.moves),
        )
    )


class EntryDelegate(QStyledItemDelegate):
    """Paints an entry: the players and the result, and below them the rest, paler."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """Two lines and the space about them."""
        return QSize(200, 2 * _metrics(option).height() + 18)

    def paint(  # type: ignore[override]
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex
    ) -> None:
        """Paint one."""
        entry = index.data(ENTRY)
        if entry is None:
            return
        view: Any = option  # its fields are not in the types of every binding
        state = view.state
        own = colours()
        area = QRectF(view.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = _has(state, "State_Selected")
        if chosen or _has(state, "State_MouseOver"):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(own.tint if chosen else own.ground))
            painter.drawRoundedRect(area.adjusted(2, 1, -2, -1), 6, 6)
        area = area.adjusted(12, 8, -12, -8)
        height = view.fontMetrics.height()
        first = QRectF(area.left(), area.top(), area.width(), height)
        left = self._result(painter, view, first, entry)
        self._players(painter, view, QRectF(first.left(), first.top(), left - 8, height), entry)
        painter.setFont(scaled(view.font, 0.88))
        painter.setPen(QColor(own.pale))
        below = QRectF(area.left(), area.top() + height + 3, area.width(), height)
        text = painter.fontMetrics().elidedText(
            details(entry), Qt.TextElideMode.ElideRight, int(below.width())
        )
        painter.drawText(below, _MIDDLE, text)
        painter.restore()

    def _result(self, painter: QPainter, view: Any, line: QRectF, entry: Entry) -> float:
        """Paint the result at the right; how much of the line is left."""
        own = colours()
        text = result_words(entry)
        over = entry.winner is not None
        painter.setFont(scaled(view.font, 1.0, bold=over))
        painter.setPen(QColor(own.ink if over else own.accent))
        painter.drawText(
            line, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text
        )
        return line.width() - painter.fontMetrics().horizontalAdvance(text)

    def _players(self, painter: QPainter, view: Any, line: QRectF, entry: Entry) -> None:
        """Paint both names, each behind a stone of its colour."""
        metrics = QFontMetrics(view.font)
        names = [player_words(p.name, p.who) for p in (entry.black, entry.white)]
        stone = metrics.ascent() * 0.8
        room = line.width() - 2 * (stone + 6) - 14
        widths = [metrics.horizontalAdvance(name) for name in names]
        if sum(widths) > room:
            share = max(room / 2, room - min(widths))
            widths = [int(min(width, share)) for width in widths]
        x = line.left()
        for at, (name, width) in enumerate(zip(names, widths, strict=True)):
            paint_stone(painter, QRectF(x, line.center().y() - stone / 2, stone, stone), at == 0)
            x += stone + 6
            painter.setFont(view.font)
            painter.setPen(QColor(colours().ink))
            text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, width + 1)
            painter.drawText(QRectF(x, line.top(), width + 2, line.height()), _MIDDLE, text)
            x += width + 14


_MIDDLE: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def _metrics(option: Any) -> QFontMetrics:
    metrics: QFontMetrics = option.fontMetrics
    return metrics


def _has(state: Any, name: str) -> bool:
    from qtpy.QtWidgets import QStyle  # noqa: PLC0415

    return bool(state & getattr(QStyle.StateFlag, name))


def paint_stone(painter: QPainter, area: QRectF, black: bool) -> None:
    """A small flat stone, that is seen on light and on dark."""
    painter.setPen(QPen(QColor("#8a8680"), 1))
    painter.setBrush(QColor("#2b2b2b" if black else "#fcfbf8"))
    painter.drawEllipse(area.adjusted(0.5, 0.5, -0.5, -0.5))


def stone_icon(colour: int, size: int = 12) -> QIcon:
    """A small stone to stand before a word, sharp on dense screens too."""
    pixmap = QPixmap(2 * size, 2 * size)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_stone(painter, QRectF(0, 0, size, size), colour == BLACK)
    painter.end()
    return QIcon(pixmap)
