"""The window: a board, a calm column beside it, menus above and one line below.

It only puts parts together. What stands in the column depends on the mode; the parts of a
mode are made when it is first entered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from qtpy.QtCore import QByteArray, QEvent, QSize, Qt
from qtpy.QtGui import QAction, QActionGroup, QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent
from qtpy.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMenu,
    QMenuBar,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop import style
from wuzi.desktop.bars import NoticeBar, OfferBar
from wuzi.desktop.board.marks import NO_MARKS, merged
from wuzi.desktop.board.themes import THEMES, theme_named
from wuzi.desktop.board.view import BoardOptions, BoardView
from wuzi.desktop.desk import MODES, Desk, Mode
from wuzi.desktop.game_marks import GameMarks
from wuzi.desktop.hints import Hints
from wuzi.desktop.icons import window_icon
from wuzi.desktop.orders import Orders
from wuzi.desktop.play_panel import PlayPanel, player_title
from wuzi.desktop.said import is_ready, notice_of
from wuzi.desktop.shortcuts import GROUPS, Commands
from wuzi.desktop.style import SPACE
from wuzi.desktop.traffic import Traffic
from wuzi.desktop.widgets import ToolButton
from wuzi.desktop.words import _, capital, current_language, ngettext, speak, translate
from wuzi.errors import WuziError
from wuzi.play import EngineSaid
from wuzi.rules import parse_moves
from wuzi.settings import LANGUAGES
from wuzi.settings.phrases import rule_word
from wuzi.settings.window import LOOKS

if TYPE_CHECKING:
    from wuzi.archive import Archive
    from wuzi.desktop.record.files import FileActions
    from wuzi.desktop.record.panel import RecordPanel

LAYERS: Final = ("game", "threats", "trace", "analysis", "hint")
"""The order in which marks are put on the board, the last on top; others come between."""
TALLEST: Final = 900
"""Pixels that the window is high at first, at most: a visible search can do with them."""
FRAME: Final = 48
"""Pixels for what the system puts around a window."""
COLUMN: Final = 372
"""Pixels of the column's width at first."""
_SWITCHES: Final = ("coordinates", "numbers", "forbidden")


class MainWindow(QWidget):
    """The window of a desk.

    Parameters
    ----------
    desk : Desk

    Attributes
    ----------
    board_view : BoardView
    commands : Commands
    play : PlayPanel
    notices : NoticeBar
    offers : OfferBar
    painted : asyncio.Event
        Set when the window has been seen for the first time.
    closed : asyncio.Event
        Set when the window has been closed; whoever opened it then closes the desk.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.closed = asyncio.Event()
        self.painted = asyncio.Event()
        self._look = desk.settings.window.look
        self.commands = Commands(desk, self)
        self.board_view = BoardView()
        self.notices = NoticeBar()
        self.offers = OfferBar()
        self.play = PlayPanel(desk, self.commands)
        self.pages: dict[Mode, QWidget] = {"play": self.play}
        self._frames: dict[Mode, QWidget] = {"play": self.play}  # of pages that may scroll
        self.files: FileActions | None = None
        self.record: RecordPanel | None = None
        self._menus: dict[str, QMenu] = {}
        self._narrow: list[int] = []  # the splitter's sizes, while the column is widened
        self.traffic = Traffic(desk, self)
        self.game_marks = GameMarks(desk)
        self.hints = Hints(desk)
        self.orders = Orders(desk, self)
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        self.setWindowIcon(window_icon())
        self.retranslate()
        self._apply_settings()
        self._show_mode()
        self._restore()
        self.board_view.setFocus(Qt.FocusReason.OtherFocusReason)

    # Putting together

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._top_bar())
        layout.addWidget(self.offers)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(8)
        around = QWidget()
        margins = QVBoxLayout(around)
        margins.setContentsMargins(2 * SPACE, 2 * SPACE, SPACE, 2 * SPACE)
        margins.addWidget(self.board_view)
        self.splitter.addWidget(around)
        self.splitter.addWidget(self._column())
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        layout.addWidget(self.splitter, 1)
        layout.addWidget(self.notices)

    def _top_bar(self) -> QFrame:
        bar = QFrame()
        bar.setObjectName("topBar")
        row = QHBoxLayout(bar)
        row.setContentsMargins(SPACE, 6, SPACE, 6)
        self.menu_bar = QMenuBar()
        self.menu_bar.setNativeMenuBar(False)
        self._fill_menus()
        self.menu_bar.setMinimumWidth(80)  # what has no room unfolds from an arrow
        row.addWidget(self.menu_bar, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._mode_bar())
        tools = QHBoxLayout()
        tools.setSpacing(2)
        tools.addStretch(1)
        for name in ("new", "settings", "keys"):
            tools.addWidget(ToolButton(self.commands[name]))
        row.addLayout(tools, 1)
        return bar

    def _mode_bar(self) -> QFrame:
        bar = QFrame()
        bar.setObjectName("modeBar")
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._modes = QActionGroup(self)
        for mode in MODES:
            action = self.commands[mode]
            self._modes.addAction(action)
            button = ToolButton(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            row.addWidget(button)
        return bar

    def _column(self) -> QWidget:
        column = QWidget()
        column.setMinimumWidth(320)
        self._column_layout = QVBoxLayout(column)
        self._column_layout.setContentsMargins(SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        self._column_layout.setSpacing(12)
        self._column_layout.addWidget(self.play)
        self._record_place = QVBoxLayout()
        self._column_layout.addLayout(self._record_place, 1)
        self._walk = QWidget()
        row = QHBoxLayout(self._walk)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addStretch(1)
        for name in ("first", "back", "forward", "last"):
            row.addWidget(ToolButton(self.commands[name]))
        row.addStretch(1)
        self._column_layout.addWidget(self._walk)
        self._column_layout.addWidget(self.play.below)
        for part in (self.play, self._walk, self.play.below):
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        return column

    def _fill_menus(self) -> None:
        for group in GROUPS:
            menu = QMenu(self.menu_bar)
            self.menu_bar.addMenu(menu)
            self._menus[group] = menu
            for name in self.commands.groups[group]:
                menu.addAction(self.commands[name])
                if name in ("redo", "pause", "type", "trace", "settings"):
                    menu.addSeparator()
        self._look_menu = self._choices("View", [(word, word) for word in LOOKS])
        self._theme_menu = self._choices("View", [(name, name) for name in THEMES])
        self._language_menu = self._choices("View", [(c, n) for c, n in LANGUAGES.items()])

    def _choices(self, group: str, words: list[tuple[str, str]]) -> QMenu:
        """A menu of one choice among several."""
        menu = QMenu(self)
        chosen = QActionGroup(menu)
        for word, text in words:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setData(word)
            chosen.addAction(action)
        self._menus[group].addMenu(menu)
        return menu

    def _connect(self) -> None:
        desk, view = self.desk, self.board_view
        view.chosen.connect(desk.choose)
        view.hovered.connect(desk.hovered)
        view.region_chosen.connect(desk.region_chosen)
        desk.picking_changed.connect(view.set_picking_region)
        desk.position_changed.connect(self._show_position)
        desk.marks_changed.connect(self._show_marks)
        desk.mode_changed.connect(lambda _mode: self._show_mode())
        desk.mode_changed.connect(lambda _mode: self.notices.clear())
        desk.game_changed.connect(self.notices.clear)
        desk.happened.connect(self._hear)
        desk.complained.connect(self._complain)
        desk.noticed.connect(self.notices.tell)
        desk.settings_changed.connect(self._apply_settings)
        desk.tree_changed.connect(self._show_facts)
        self.notices.typed.connect(self._play_typed)
        self.notices.left.connect(self._focus_board)
        self._look_menu.triggered.connect(lambda action: self._set_window(look=action.data()))
        self._theme_menu.triggered.connect(lambda action: self._set_window(board=action.data()))
        self._language_menu.triggered.connect(lambda action: self._set_language(action.data()))

    # Modes

    def page(self, mode: Mode) -> QWidget:
        """The part of the column for ``mode``, made when it is first asked for."""
        if mode not in self.pages:
            page = self._make_page(mode)
            self.pages[mode] = page
            self._frames[mode] = _scrolled(page)
            self._column_layout.insertWidget(0, self._frames[mode])
            self._adopt("View", page.actions())
        return self.pages[mode]

    def _make_page(self, mode: Mode) -> QWidget:
        if mode == "analyse":
            from wuzi.desktop.analysis.panel import AnalysisPanel  # noqa: PLC0415

            return AnalysisPanel(self.desk)
        if mode == "setup":
            from wuzi.desktop.record.setup import SetupPanel  # noqa: PLC0415

            return SetupPanel(self.desk)
        from wuzi.desktop.trace.panel import TracePanel  # noqa: PLC0415

        return TracePanel(self.desk)

    def _adopt(self, group: str, actions: Sequence[QAction]) -> None:
        """Take a part's actions into the menus and the list of keys.

        Those that are commands of the window's already stay out: these give them.
        """
        known = [a for a in actions if a.objectName() in self.commands.actions]
        for action in known:
            action.setShortcuts([])
        actions = [action for action in actions if action not in known]
        own = {key for action in self.commands.actions.values() for key in _keys(action)}
        for action in actions:
            # A key that is ours already would be ambiguous, and do nothing.
            action.setShortcuts([k for k in action.shortcuts() if k.toString() not in own])
        menu = self._menus[group]
        taken = self.commands.adopt(group, actions)
        if group == "File":  # before "Quit"
            before = menu.actions()[0]
            menu.insertActions(before, taken)
            menu.insertSeparator(before)
        else:
            menu.addSeparator()
            menu.addActions(taken)

    def _show_mode(self) -> None:
        mode = self.desk.mode
        self.commands[mode].setChecked(True)
        page = self.page(mode)
        shown = self._frames[mode]
        for frame in self._frames.values():
            frame.setVisible(frame is shown)
        self.play.below.setVisible(mode == "play")
        self._walk.setVisible(mode in ("play", "analyse"))
        stretch = {"play": 0, "analyse": 5, "setup": 1, "trace": 1}[mode]
        self._column_layout.setStretchFactor(shown, stretch)
        self._make_room(page.sizeHint().width() if mode in ("analyse", "trace") else 0)
        if self.record is not None:
            self.record.setVisible(mode in ("play", "analyse"))
        self._show_position()

    def _make_room(self, width: int) -> None:
        """Widen the column for a part that needs ``width``; with 0, take that back."""
        if self._narrow:
            self.splitter.setSizes(self._narrow)
            self._narrow = []
        sizes = self.splitter.sizes()
        more = width + 3 * SPACE - sizes[1] if width else 0
        if more > 0:
            self._narrow = sizes
            self.splitter.setSizes([sizes[0] - more, sizes[1] + more])

    def add_record(self) -> None:
        """Put in what belongs to records and files; a moment after the window is painted."""
        from wuzi.desktop.record.files import FileActions  # noqa: PLC0415
        from wuzi.desktop.record.panel import RecordPanel  # noqa: PLC0415

        if self.record is None:
            self.record = RecordPanel(self.desk)
            self._record_place.addWidget(self.record)
            self.record.setVisible(self.desk.mode in ("play", "analyse"))
            self.files = FileActions(self.desk, self)
            self.record.branch_actions = self.files.branch_actions()
            self._adopt("File", self.files.actions())

    async def offer_unfinished(self, archive: Archive) -> None:
        """Offer to go on with a game that was cut off.

        Raises
        ------
        WuziError
            If the archive cannot be read.
        """
        from wuzi.desktop.statistics import reopen  # noqa: PLC0415

        entries = await archive.unfinished()
        if not entries:
            return
        entry = entries[0]
        black, white = (player_title(p.name, p.who) for p in (entry.black, entry.white))
        text = ngettext(
            "A game was cut off: {black} - {white}, {count} move.",
            "A game was cut off: {black} - {white}, {count} moves.",
            entry.moves,
        ).format(black=black, white=white, count=entry.moves)
        run = self.desk.run
        self.offers.offer(
            text,
            [
                (_("Go on with it"), lambda: run(reopen(self.desk, archive, entry))),
                (_("Leave it"), lambda: run(archive.dismiss(entry.id))),
            ],
        )

    # Showing

    def _show_position(self) -> None:
        desk, view = self.desk, self.board_view
        view.set_board(desk.board)
        view.set_playable(desk.hand, desk.legal)
        self._show_marks()
        self._show_facts()

    def _show_marks(self) -> None:
        layers = self.desk.layers
        known = [name for name in LAYERS if name in layers]
        others = [name for name in layers if name not in LAYERS]
        names = [*known[:1], *others, *known[1:]] if "game" in known else [*others, *known]
        self.board_view.set_marks(merged([NO_MARKS, *(layers[name] for name in names)]))

    def _show_facts(self) -> None:
        board = self.desk.board
        count = len(board.moves)
        if self.desk.mode == "setup":
            count = board.stone_count
            moves = ngettext("{count} stone", "{count} stones", count).format(count=count)
        else:
            moves = ngettext("{count} move", "{count} moves", count).format(count=count)
        rule = capital(rule_word(board.rule))
        self.notices.facts.setText(f"{rule} · {board.size}×{board.size} · {moves}")
        self.orders.refresh()
        self._name_window()

    def _name_window(self) -> None:
        path = self.desk.path
        self.setWindowTitle(f"{path.name} - Wuzi" if path is not None else "Wuzi")

    def _hear(self, event: object) -> None:
        if isinstance(event, EngineSaid):
            told = notice_of(event.line)
            if told is not None:
                self.notices.tell(told, lasting=not is_ready(event.line))
            return
        if type(event).__name__ == "EngineThinks":
            return
        self.board_view.set_playable(self.desk.hand, self.desk.legal)
        self.orders.refresh()
        if type(event).__name__ == "MovePlayed" and self.notices.alarmed:
            self.notices.clear()

    def _complain(self, error: WuziError) -> None:
        self.notices.tell(capital(translate(error)), alarm=True)

    # Typed moves

    def type_move(self) -> None:
        """Let a move be typed."""
        self.notices.open_entry()

    def _play_typed(self, text: str) -> None:
        try:
            moves = parse_moves(text, self.desk.board.size)
        except WuziError as error:
            self.desk.complain(error)
            return
        for move in moves:
            self.desk.choose(move)

    def _focus_board(self) -> None:
        self.board_view.setFocus(Qt.FocusReason.OtherFocusReason)

    # Settings

    def _set_window(self, **changes: object) -> None:
        settings = self.desk.settings
        window = replace(settings.window, **changes)  # type: ignore[arg-type]
        self.desk.set_settings(replace(settings, window=window))

    def _set_language(self, code: str) -> None:
        self.desk.set_settings(replace(self.desk.settings, language=code))

    def _apply_settings(self) -> None:
        settings = self.desk.settings
        window = settings.window
        if settings.language is not None and settings.language != current_language():
            try:
                speak(settings.language)
            except WuziError as error:
                self.desk.complain(error)
        app = QApplication.instance()
        if window.look != self._look and isinstance(app, QApplication):
            self._look = window.look
            style.apply(app, window.look)
            self.commands.recolour()
        palette = "colour_blind" if window.colour_blind else "standard"
        theme = theme_named(window.board, palette)
        self.board_view.set_theme(theme)
        self.board_view.set_options(
            BoardOptions(window.coordinates, window.numbers, window.confirm, window.ghost)
        )
        for name in _SWITCHES:
            self.commands[name].setChecked(getattr(window, name))
        for menu, chosen in (
            (self._look_menu, window.look),
            (self._theme_menu, theme.name),
            (self._language_menu, current_language()),
        ):
            for action in menu.actions():
                action.setChecked(action.data() == chosen)

    # Words

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        from wuzi.desktop.settings_dialog import LOOK_WORDS  # noqa: PLC0415

        self.commands.retranslate()
        for group, menu in self._menus.items():
            menu.setTitle(_(group))
        self._look_menu.setTitle(_("Window"))
        self._theme_menu.setTitle(_("Board"))
        self._language_menu.setTitle("Language · 语言")
        for action in self._look_menu.actions():
            action.setText(_(LOOK_WORDS[action.data()]))
        for action in self._theme_menu.actions():
            action.setText(_(THEMES[action.data()].title))
        self._show_facts()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Files that are dropped

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if self.files is not None and event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file that was dropped."""
        if self.files is not None:
            self.files.drop(event.mimeData())

    # Coming and going

    def sizeHint(self) -> QSize:
        """A comfortable size."""
        return QSize(1120, 780)

    def _first_size(self) -> QSize:
        """Its size when it is opened for the first time: higher where the screen is."""
        screen, size = QApplication.primaryScreen(), self.sizeHint()
        room = 0 if screen is None else screen.availableGeometry().height() - FRAME
        return size.expandedTo(QSize(size.width() + 60, min(room, TALLEST)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Take note that the window is seen."""
        super().paintEvent(event)
        self.painted.set()

    def _restore(self) -> None:
        """Stand where the window stood."""
        window = self.desk.settings.window
        self.resize(self._first_size())
        if window.geometry:
            self.restoreGeometry(QByteArray.fromBase64(window.geometry.encode()))
        if not (window.layout and self.splitter.restoreState(_bytes(window.layout))):
            self.splitter.setSizes([self.width() - COLUMN, COLUMN])

    def remember(self) -> None:
        """Put size and place of the window into the settings."""
        self._make_room(0)
        geometry = bytes(self.saveGeometry().toBase64().data()).decode()
        layout = bytes(self.splitter.saveState().toBase64().data()).decode()
        self._set_window(geometry=geometry, layout=layout)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Be gone from the screen at once; the rest ends behind it."""
        if not self.closed.is_set():
            self.remember()
            for widget in self.findChildren(QWidget):
                if widget.isWindow():
                    widget.close()
            self.closed.set()
        super().closeEvent(event)


def _scrolled(page: QWidget) -> QScrollArea:
    """A page that may be higher than the window."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(page)
    area.setMinimumWidth(page.minimumSizeHint().width() + 12)
    area.setMinimumHeight(160)
    return area


def _keys(action: QAction) -> list[str]:
    return [key.toString() for key in action.shortcuts()]


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode())
