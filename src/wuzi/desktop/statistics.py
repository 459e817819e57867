"""How one has fared, live, and the kept games, to be opened again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from qtpy.QtCore import QEvent, QPoint, Qt, QTimer
from qtpy.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from qtpy.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QMessageBox,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from wuzi.archive import Archive, Entry, Filters, Tally
from wuzi.desktop.desk import Desk, NewGame
from wuzi.desktop.kept_games import ENTRY, PAGE, EntryDelegate, KeptGames
from wuzi.desktop.result_bars import ShareBar
from wuzi.desktop.results_tree import ResultsTree, Whom, percent, sums
from wuzi.desktop.style import SPACE
from wuzi.desktop.widgets import label
from wuzi.desktop.words import _, ngettext
from wuzi.errors import N_, WuziError

_TYPING: Final = 200
"""Milliseconds without a key after which the list follows the filter."""
_WIDE: Final = 680
"""Pixels from which on results and games stand beside each other."""

_FINISHED: Final = ((N_("All games"), None), (N_("Finished"), True), (N_("Unfinished"), False))


class StatisticsPanel(QWidget):
    """Wins, draws and losses by opponent and colour, and the games behind them.

    A row of the results, chosen, lets only its games through.

    Parameters
    ----------
    desk : Desk
        Its ``store`` must be an :class:`~wuzi.archive.Archive`; with another one the panel
        only says that games are not kept.
    parent : QWidget, optional
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._watched: Archive | None = None
        self._stale = True
        self._refreshing: asyncio.Task[None] | None = None
        self._chosen: Whom | None = None
        self.model = KeptGames(self)
        self.model.more_wanted.connect(self._fetch_more)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING)
        self._typing.timeout.connect(self.refresh)
        self._build()
        self.retranslate()

    # Making it

    def _build(self) -> None:
        self.total = label(size=1.6, bold=True)
        self.summary = label(pale=True)
        self.bar = ShareBar()
        self.results = ResultsTree()
        self.results.itemSelectionChanged.connect(self._choose_opponent)
        top = QWidget()
        layout = QVBoxLayout(top)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        head = QHBoxLayout()
        head.addWidget(self.total)
        head.addWidget(self.summary, 1)
        layout.addLayout(head)
        layout.addWidget(self.bar)
        layout.addWidget(self.results)

        splitter = self._splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(2 * SPACE)
        splitter.addWidget(top)
        splitter.addWidget(self._build_games())
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        self.nothing = label(pale=True)
        self.nothing.setWordWrap(True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.nothing)
        self._stack.addWidget(splitter)
        splitter.setContentsMargins(SPACE, SPACE, SPACE, SPACE)

    def _build_games(self) -> QWidget:
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._wait_for_typing)
        self.which = QComboBox()
        for _text, _finished in _FINISHED:
            self.which.addItem("")
        self.which.currentIndexChanged.connect(self.refresh)
        self.games = QListView()
        self.games.setModel(self.model)
        self.games.setItemDelegate(EntryDelegate(self.games))
        self.games.setMouseTracking(True)
        self.games.setUniformItemSizes(True)
        self.games.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.games.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.games.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.games.customContextMenuRequested.connect(self._menu)
        self.games.activated.connect(lambda index: self.open(index.data(ENTRY)))
        self.games.selectionModel().selectionChanged.connect(self._show_buttons)
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.games)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._ask_to_remove)
        self.open_button, self.remove_button = QPushButton(), QPushButton()
        self.open_button.clicked.connect(lambda: self.open(self.current()))
        self.remove_button.clicked.connect(self._ask_to_remove)
        self.shown = label(pale=True)

        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self.search, 1)
        row.addWidget(self.which)
        layout.addLayout(row)
        layout.addWidget(self.games, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.shown, 1)
        buttons.addWidget(self.remove_button)
        buttons.addWidget(self.open_button)
        layout.addLayout(buttons)
        return part

    def retranslate(self) -> None:
        """Show the words of the language spoken now."""
        self.setWindowTitle(_("Results"))
        self.results.retranslate()
        for at, (text, _finished) in enumerate(_FINISHED):
            self.which.setItemText(at, _(text))
        self.search.setPlaceholderText(_("Find a player"))
        self.search.setAccessibleName(_("Find a player"))
        self.which.setAccessibleName(_("Which games"))
        self.games.setAccessibleName(_("Kept games"))
        self.remove_button.setText(_("Remove"))
        self.nothing.setText(_("Games are not kept: the archive could not be opened."))
        self._show_buttons()
        self._stale = True
        if self.isVisible():
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put results and games beside each other where there is room, else one below."""
        super().resizeEvent(event)
        wide = self.width() >= _WIDE
        way = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if way != self._splitter.orientation():
            self._splitter.setOrientation(way)
            self._splitter.setSizes([500, 500] if wide else [400, 600])

    # Keeping up with the archive

    def showEvent(self, event: QShowEvent) -> None:
        """Look whether anything has changed meanwhile, perhaps by another program."""
        super().showEvent(event)
        self.refresh()

    def _watch(self) -> Archive | None:
        """The archive, whose changes are listened to from the first time on."""
        store = self._desk.store
        archive = store if isinstance(store, Archive) else None
        if archive is not None and archive is not self._watched:
            self._watched = archive
            end = archive.subscribe(self._hear)
            self.destroyed.connect(lambda _gone: end())
        return archive

    def _hear(self) -> None:
        self._stale = True
        if self.isVisible():
            self.refresh()

    def _wait_for_typing(self, _text: str) -> None:
        self._typing.start()

    def refresh(self, *_told: object) -> None:
        """Show what the archive holds now."""
        self._typing.stop()
        archive = self._watch()
        self._stack.setCurrentIndex(0 if archive is None else 1)
        self._stale = True
        if archive is not None and (self._refreshing is None or self._refreshing.done()):
            self._refreshing = self._desk.run(self._refresh(archive))

    async def _refresh(self, archive: Archive) -> None:
        while self._stale:
            self._stale = False
            filters = self.filters()
            tallies = await archive.statistics()
            entries = await archive.games(max(PAGE, len(self.model.entries)), 0, filters)
            count = await archive.count(filters)
            self._show_tallies(tallies)
            self._show_games(entries, count)

    def filters(self) -> Filters:
        """Which games are shown."""
        opponent, colour = self._chosen or (None, None)
        return Filters(
            text=self.search.text().strip(),
            finished=_FINISHED[self.which.currentIndex()][1],
            opponent=opponent,
            colour=colour,
        )

    def _fetch_more(self) -> None:
        archive = self._watch()
        if archive is not None and (self._refreshing is None or self._refreshing.done()):
            self._refreshing = self._desk.run(self._append(archive))

    async def _append(self, archive: Archive) -> None:
        self.model.append(await archive.games(PAGE, len(self.model.entries), self.filters()))
        if self._stale:
            await self._refresh(archive)

    # Showing

    def _show_tallies(self, tallies: Sequence[Tally]) -> None:
        won, drawn, lost = sums(tallies)
        count = won + drawn + lost
        self.bar.set_shares(won, drawn, lost)
        self.bar.setVisible(bool(count))
        self.total.setText(percent(won, drawn, lost) if count else "")
        self.summary.setText(
            ngettext(
                "one game: {won} won, {drawn} drawn, {lost} lost",
                "{n} games: {won} won, {drawn} drawn, {lost} lost",
                count,
            ).format(n=count, won=won, drawn=drawn, lost=lost)
            if count
            else _("No game of yours has been finished yet.")
        )
        self.results.show_tallies(tallies, self._chosen)

    def _show_games(self, entries: Sequence[Entry], count: int) -> None:
        current = self.current()
        place = self.games.verticalScrollBar().value()
        self.model.show(entries, count)
        if current is not None:
            rows = [at for at, entry in enumerate(entries) if entry.id == current.id]
            if rows:
                self.games.setCurrentIndex(self.model.index(rows[0], 0))
        self.games.verticalScrollBar().setValue(place)
        self.shown.setText(ngettext("one game", "{n} games", count).format(n=count))
        self._show_buttons()

    def _show_buttons(self, *_told: object) -> None:
        entry = self.current()
        self.open_button.setEnabled(entry is not None)
        self.remove_button.setEnabled(entry is not None and entry.state != "playing")
        goes_on = entry is not None and entry.winner is None
        self.open_button.setText(_("Continue") if goes_on else _("Open"))

    def current(self) -> Entry | None:
        """The game that is chosen."""
        index = self.games.currentIndex()
        return index.data(ENTRY) if index.isValid() else None

    def _choose_opponent(self) -> None:
        chosen = self.results.chosen()
        if chosen != self._chosen:
            self._chosen = chosen
            self.refresh()

    # Acting

    def open(self, entry: Entry | None) -> None:
        """Open a game again: go on with an unfinished one, look at a finished one."""
        archive = self._watch()
        if entry is not None and archive is not None:
            self._desk.run(reopen(self._desk, archive, entry))

    def _menu(self, place: QPoint) -> None:
        if self.current() is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.open_button.text()).triggered.connect(self.open_button.click)
        menu.addAction(_("Remove...")).triggered.connect(self.remove_button.click)
        menu.popup(self.games.viewport().mapToGlobal(place))

    def _ask_to_remove(self) -> None:
        entry, archive = self.current(), self._watch()
        if entry is None or archive is None or entry.state == "playing":
            return
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(_("Remove this game from the archive for good?"))
        box.setInformativeText(self.games.currentIndex().data())
        remove = box.addButton(_("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(_("Keep"), QMessageBox.ButtonRole.RejectRole)
        remove.clicked.connect(lambda: self._desk.run(archive.discard(entry.id)))
        box.open()


async def reopen(desk: Desk, archive: Archive, entry: Entry) -> None:
    """Open a kept game in the window.

    An unfinished one is played on by those who played it; where they cannot be seated
    again, and when it is finished, it is opened to be looked at.

    Raises
    ------
    WuziError
        If it cannot be read.
    """
    game = await archive.load(entry.id)
    players = [game.black, game.white]
    if game.outcome is None and all(player.who for player in players):
        black, white = (player.who for player in players)
        spec = NewGame(
            black,
            white,
            game.rule,
            game.size,
            forbidden_loses=game.forbidden_loses,
            start=game,
            names=(_own_name(game.black), _own_name(game.white)),
        )
        try:
            await desk.new_game(spec)
        except WuziError as error:
            desk.complain(error)
        else:
            return
    await desk.open_game(game)


def _own_name(player: Any) -> str:
    """A person's name; engines tell theirs anew."""
    return player.name if player.who == "human" else ""
