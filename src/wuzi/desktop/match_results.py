"""What a match has come to: a table of both players, an Elo difference, and its games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from qtpy.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, Qt, Signal
from qtpy.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from wuzi.archive.words import player_words
from wuzi.arena.live import ending_words
from wuzi.arena.plan import LABELS, Label, MatchSpec, other
from wuzi.arena.record import GameRecord
from wuzi.arena.standing import Standing
from wuzi.arena.statistics import elo_estimate, likelihood_of_superiority
from wuzi.arena.summary_text import elo_words, reason_word
from wuzi.desktop.kept_games import stone_icon
from wuzi.desktop.result_bars import EloBar, ShareBar
from wuzi.desktop.style import SPACE
from wuzi.desktop.widgets import ElidedLabel, label
from wuzi.desktop.words import _, ngettext
from wuzi.errors import N_
from wuzi.rules import BLACK, WHITE

_HEADS: Final = (
    N_("Won"),
    N_("Drawn"),
    N_("Lost"),
    N_("Scored"),
    N_("with black"),
    N_("with white"),
)
_COLUMNS: Final = (N_("No."), N_("Black"), N_("White"), N_("Result"), N_("Ended by"), N_("Moves"))
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class MatchGames(QAbstractTableModel):
    """The games of a match, as they ended."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.records: list[GameRecord] = []
        self.names: dict[Label, str] = {}

    def clear(self) -> None:
        """Hold none."""
        self.beginResetModel()
        self.records = []
        self.endResetModel()

    def follow(self, records: Sequence[GameRecord]) -> None:
        """Hold ``records``, which begin with those that are held."""
        first = len(self.records)
        if len(records) > first:
            self.beginInsertRows(QModelIndex(), first, len(records) - 1)
            self.records = list(records)
            self.endInsertRows()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """How many games."""
        return 0 if parent.isValid() else len(self.records)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """What is told of each."""
        return 0 if parent.isValid() else len(_COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        """The heads of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == int(Qt.ItemDataRole.TextAlignmentRole) and section == 5:
            return int(_RIGHT)
        return _(_COLUMNS[section]) if role == int(Qt.ItemDataRole.DisplayRole) else None

    def data(self, index: QModelIndex, role: int = 0) -> Any:  # type: ignore[override]
        """One cell."""
        if not index.isValid():
            return None
        record, column = self.records[index.row()], index.column()
        if role == int(Qt.ItemDataRole.TextAlignmentRole) and column == 5:
            return int(_RIGHT)
        if role == int(Qt.ItemDataRole.ToolTipRole):
            return record.detail or None
        if role != int(Qt.ItemDataRole.DisplayRole):
            return None
        return (
            str(record.game + 1),
            self.names.get(record.black, record.black_name),
            self.names.get(other(record.black), record.white_name),
            "*" if record.is_void else record.outcome.score.replace("-", "–").replace("1/2", "½"),
            reason_word(record.reason),
            str(record.plies),
        )[column]


class MatchResults(QWidget):
    """The results of a match, kept up while it runs.

    Attributes
    ----------
    chosen : Signal
        A game was chosen to be opened: its GameRecord.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = MatchGames(self)
        self._standing: Standing | None = None
        self._records: Sequence[GameRecord] = ()
        self._build()
        self.retranslate()

    # Making it

    def _build(self) -> None:
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.done, self.left = label(bold=True), label(pale=True)
        self.bar, self.elo_bar = ShareBar(), EloBar()
        self.elo, self.likely = label(size=1.25, bold=True), label(pale=True)
        self._elo_head = label(pale=True)
        self.ended = ElidedLabel()
        self.ended.setProperty("pale", True)
        self.games = QTableView()
        self.games.setModel(self.model)
        self.games.setShowGrid(False)
        self.games.setWordWrap(False)
        self.games.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.games.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.games.verticalHeader().hide()
        header = self.games.horizontalHeader()
        for column in range(len(_COLUMNS)):
            stretch = column in (1, 2)
            modes = QHeaderView.ResizeMode
            header.setSectionResizeMode(column, modes.Stretch if stretch else modes.Interactive)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.games.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 10)
        wide = self.fontMetrics().horizontalAdvance
        for column, text in (
            (0, "Game 0"),
            (3, "Result 0"),
            (4, "five in a row 0"),
            (5, "Moves 0"),
        ):
            header.resizeSection(column, wide(text) + 16)
        self.games.activated.connect(self._choose)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        top, middle = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.done, 1)
        top.addWidget(self.left)
        layout.addLayout(top)
        layout.addWidget(self.progress)
        layout.addSpacing(SPACE)
        layout.addLayout(self._build_table())
        layout.addWidget(self.bar)
        layout.addSpacing(SPACE)
        middle.setSpacing(SPACE)
        middle.addWidget(self._elo_head)
        middle.addWidget(self.elo)
        middle.addStretch(1)
        middle.addWidget(self.likely)
        layout.addLayout(middle)
        layout.addWidget(self.elo_bar)
        layout.addWidget(self.ended)
        layout.addWidget(self.games, 1)

    def _build_table(self) -> QGridLayout:
        """A row a player; figures stand under their heads."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * SPACE)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        self._heads = [label(size=0.9, pale=True) for _head in _HEADS]
        for column, head in enumerate(self._heads, 2):
            grid.addWidget(head, 0, column, _RIGHT)
        self.names: dict[Label, ElidedLabel] = {}
        self.cells: dict[Label, list[QLabel]] = {}
        for row, player in enumerate(LABELS, 1):
            name = self.names[player] = ElidedLabel()
            grid.addWidget(label(player, bold=True), row, 0)
            grid.addWidget(name, row, 1)
            self.cells[player] = [label(bold=column == 3) for column in range(len(_HEADS))]
            for column, cell in enumerate(self.cells[player], 2):
                grid.addWidget(cell, row, column, _RIGHT)
        for column, colour in ((4, BLACK), (5, WHITE)):
            self._heads[column].setPixmap(stone_icon(colour).pixmap(12, 12))
        return grid

    def retranslate(self) -> None:
        """Show the words of the language spoken now."""
        for at, (head, word) in enumerate(zip(self._heads, _HEADS, strict=True)):
            if at < 4:
                head.setText(_(word))
            head.setToolTip(_(word))
            head.setAccessibleName(_(word))
        self._elo_head.setText(_("Elo of A over B"))
        self.games.setAccessibleName(_("Games of the match"))
        self.games.setToolTip(_("Double-click a game to open it"))
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Keeping up

    def begin(self, names: tuple[str, str]) -> None:
        """Show that a match between players of these names begins."""
        self._standing, self._records = None, ()
        self.model.clear()
        for player, name in zip(LABELS, names, strict=True):
            self.names[player].set_text(name)
        self._show()

    def follow(self, standing: Standing, records: Sequence[GameRecord]) -> None:
        """Show how the match stands."""
        self._standing, self._records = standing, records
        self.model.names = _names(standing.spec)
        for player in LABELS:
            self.names[player].set_text(self.model.names[player])
        bar = self.games.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 1
        self.model.follow(records)
        if follows:
            self.games.scrollToBottom()
        self._show()

    def _show(self) -> None:
        standing = self._standing
        for player in LABELS:
            for cell, text in zip(
                self.cells[player], _row(self._records, player, standing), strict=True
            ):
                cell.setText(text)
        games = None if standing is None else standing.games
        counts = (0, 0, 0) if games is None else (games.wins, games.draws, games.losses)
        self.bar.set_shares(*counts)
        self._show_progress(standing)
        self._show_elo(standing)

    def _show_progress(self, standing: Standing | None) -> None:
        if standing is None:
            self.progress.setRange(0, 1)
            self.progress.setValue(0)
            self.done.setText("")
            self.left.setText("")
            return
        self.progress.setRange(0, standing.spec.games)
        self.progress.setValue(standing.done)
        text = ngettext("{done} of one game", "{done} of {n} games", standing.spec.games)
        self.done.setText(text.format(done=standing.done, n=standing.spec.games))
        left = standing.left
        over = left is None or standing.done >= standing.spec.games
        self.left.setText("" if over else _("about {time} left").format(time=_clock(left or 0)))

    def _show_elo(self, standing: Standing | None) -> None:
        if standing is None or not standing.games.observations:
            self.elo.setText("–")
            self.likely.setText("")
            self.elo_bar.clear()
            self.ended.set_text("")
            return
        best = standing.best
        estimate = elo_estimate(best)
        self.elo.setText(elo_words(best).replace("inf", "∞"))
        self.elo_bar.set_estimate(estimate.value, estimate.low, estimate.high)
        percent = f"{100 * likelihood_of_superiority(best):.1f} %"
        self.likely.setText(_("A is the stronger one: {percent}").format(percent=percent))
        endings = [
            _("{ending} {count}").format(ending=ending_words(*key), count=count)
            for key, count in standing.reasons.most_common(4)
        ]
        void = [_("without a result: {n}").format(n=standing.void)] if standing.void else []
        self.ended.set_text(_(", ").join([*endings, *void]))

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(self.model.records[index.row()])


def _row(records: Sequence[GameRecord], player: Label, standing: Standing | None) -> list[str]:
    """The figures of one player."""
    if standing is None or not standing.games.observations:
        return [""] * len(_HEADS)
    games = standing.games
    won, lost = (games.wins, games.losses) if player == "A" else (games.losses, games.wins)
    score = games.score if player == "A" else 1 - games.score
    sides = [_side(records, player, black) for black in (True, False)]
    return [str(won), str(games.draws), str(lost), f"{100 * score:.1f} %", *sides]


def _names(spec: MatchSpec) -> dict[Label, str]:
    """What to call the players; two of the same name are told apart by their letters."""
    names = {at: player_words(spec.player(at).name, spec.player(at).who) for at in LABELS}
    if names["A"] == names["B"]:
        return {at: f"{name} ({at})" for at, name in names.items()}
    return names


def _side(records: Sequence[GameRecord], player: Label, black: bool) -> str:
    """``3–0–1``: won, drawn and lost with one colour."""
    own = [r for r in records if not r.is_void and (r.black == player) == black]
    won = sum(record.winner == player for record in own)
    drawn = sum(record.winner is None for record in own)
    return f"{won}–{drawn}–{len(own) - won - drawn}"


def _clock(seconds: float) -> str:
    """Minutes and seconds, with hours if there are any.

    >>> _clock(75), _clock(3725)
    ('1:15', '1:02:05')
    """
    whole = math.ceil(seconds)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
