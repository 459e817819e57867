"""The search of the position on the board, made visible: the panel of the mode ``"trace"``.

While it can be seen it has the position shown by the desk searched by a child process and
replays what it recorded; the line looked at lies on the board as ghost stones. A click on
the board goes to the moment when the search tried that move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from qtpy.QtCore import QEvent, QSize, QTimer
from qtpy.QtGui import QAction, QHideEvent, QShowEvent
from qtpy.QtWidgets import QLabel, QVBoxLayout, QWidget

from wuzi.desktop.board.marks import Ghost, Marks
from wuzi.desktop.trace.choices import Choices
from wuzi.desktop.trace.recorder import Recorder
from wuzi.desktop.trace.switches import SwitchTable
from wuzi.desktop.trace.viewer import TraceViewer
from wuzi.desktop.words import _
from wuzi.errors import N_, WuziError
from wuzi.rules import PASS, Board, Move, Point, point_name
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.trace import Kind
from wuzi.textbook.trace_film import Film
from wuzi.textbook.trace_recorder import Compared, Job

if TYPE_CHECKING:
    from wuzi.desktop.desk import Desk

SETTLE: Final = 250
"""Milliseconds that a position must stand before it is searched."""
WIDTH: Final = 470
"""Here a search of three plies is in sight without scrolling."""

_ACTIONS: Final = (
    ("search", N_("Search this position")),
    ("play", N_("Play or pause the search")),
    ("cut_forward", N_("To the next cut-off")),
    ("cut_back", N_("To the previous cut-off")),
    ("whole", N_("Show the whole tree")),
)


class TracePanel(QWidget):
    """Records and replays the search of the desk's position.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional

    Attributes
    ----------
    choices, viewer, switches, recorder
        Its parts.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.recorder = Recorder(self)
        self.choices = Choices(self)
        self.viewer = TraceViewer(self)
        self.switches = SwitchTable(self)
        self._note = QLabel(self)
        self._note_text, self._note_fields = "", dict[str, str]()
        self._board: Board | None = None
        self._options = self.choices.options()
        self._takes_keys = False  # not from whoever walks through the game by keyboard
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE)
        self._actions = {name: QAction(self) for name, _text in _ACTIONS}
        self._arrange()
        self._connect()
        self.retranslate()

    def _arrange(self) -> None:
        self._note.setWordWrap(True)
        self._note.setProperty("pale", True)
        self._note.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.choices)
        layout.addWidget(self._note)
        layout.addWidget(self.viewer, 1)
        layout.addWidget(self.switches)
        self.setFocusProxy(self.viewer)
        for action in self._actions.values():
            self.addAction(action)

    def _connect(self) -> None:
        self.choices.asked.connect(self._asked)
        self.choices.cancelled.connect(self.cancel)
        self.recorder.progressed.connect(self.choices.set_progress)
        self.recorder.filmed.connect(self._filmed)
        self.recorder.compared.connect(self._compared)
        self.recorder.finished.connect(self._finished)
        self.recorder.failed.connect(self._failed)
        self.viewer.line_changed.connect(self._line_changed)
        self.desk.position_changed.connect(self._position_changed)
        self.desk.clicked.connect(self._clicked)
        self._settle.timeout.connect(self._search_if_new)
        whole = self._actions["whole"]
        whole.setCheckable(True)
        whole.toggled.connect(self.viewer.whole.setChecked)
        self.viewer.whole.toggled.connect(whole.setChecked)
        for name, act in (
            ("search", lambda: self.search(self.choices.options())),
            ("play", self.viewer.toggle_playing),
            ("cut_forward", self.viewer.cut_forward),
            ("cut_back", self.viewer.cut_back),
        ):
            self._actions[name].triggered.connect(lambda *_checked, act=act: act())

    # Recording

    def search(self, options: SearchOptions) -> None:
        """Have the position on the board searched and recorded."""
        self._forget()
        board = self._board = self.desk.board.copy()
        if board.outcome is not None:
            self._say(N_("The game is over here: go back to a move before, and search that."))
            return
        self._options = options
        self._say("")
        self.switches.clear(waiting=True)
        self.choices.set_busy(True)
        self.recorder.start(Job(board, options))

    def cancel(self) -> None:
        """Break the search off; what is recorded of it stays."""
        self.recorder.cancel()
        self.choices.set_busy(False)
        self.switches.end()
        if self.viewer.film is None:
            self._say(N_("The search was stopped before it was recorded."))

    def _forget(self) -> None:
        self._settle.stop()
        self.recorder.cancel()
        self.choices.set_busy(False)
        self._board = None
        self.switches.clear(waiting=False)
        self.viewer.set_film(None)

    def _asked(self, options: SearchOptions) -> None:
        self._takes_keys = True
        self.search(options)

    def _filmed(self, film: Film) -> None:
        self.choices.set_busy(False)
        self.viewer.set_film(film, pruning=self._options.pruning)
        self.viewer.forward()
        if film.trace.kind[0] == Kind.OPEN:
            self._say(
                N_(
                    "This search is too long to be recorded whole: its first {nodes} positions"
                    " are shown. Choose a smaller depth or fewer candidates."
                ),
                nodes=f"{len(film.trace):,}",
            )
        if self._takes_keys:
            self._takes_keys = False
            self.viewer.setFocus()

    def _compared(self, row: Compared) -> None:
        self.switches.add(row)

    def _finished(self) -> None:
        self.choices.set_busy(False)
        self.switches.end()

    def _failed(self, error: WuziError) -> None:
        self._finished()
        self.desk.complain(error)

    # The desk

    def _position_changed(self) -> None:
        if self._board is not None and self._board == self.desk.board:
            return
        self._forget()
        self._say("")
        self._takes_keys = False
        if self.isVisible():
            self._settle.start()

    def _search_if_new(self) -> None:
        if self.isVisible() and self._board is None:
            self.search(self.choices.options())

    def _clicked(self, point: Point) -> None:
        """Go to where the search tries the move from the root."""
        film = self.viewer.film
        if film is None or not self.isVisible():
            return
        for child in film.all_children(0):
            if film.trace.move[child] == point:
                self.viewer.pause()
                self.viewer.go(film.entered[child])
                return
        self.desk.notice(_("The search does not try {point} here.").format(point=point_name(point)))

    def _line_changed(self, moves: tuple[Move, ...], hint: Move | None) -> None:
        if self.isVisible():
            self.desk.set_marks("trace", self._marks(moves, hint))

    def _marks(self, moves: tuple[Move, ...], hint: Move | None) -> Marks | None:
        film = self.viewer.film
        if film is None or not (moves or hint):
            return None
        ghosts = []
        for number, move in enumerate(moves, 1):
            colour = film.trace.turn if number % 2 else 3 - film.trace.turn
            if move != PASS:
                ghosts.append(Ghost(move, colour, number))
        shown = hint if hint != PASS and hint not in moves else None
        return Marks(line=tuple(ghosts), hint=shown)

    def sizeHint(self) -> QSize:
        """As wide as a search of three plies; it can do with less."""
        return QSize(WIDTH, super().sizeHint().height())

    def showEvent(self, event: QShowEvent) -> None:
        """Search what is on the board, if that is not what was searched."""
        super().showEvent(event)
        self._line_changed(*self.viewer.line())
        self._takes_keys = not event.spontaneous()
        if self._board is None or self._board != self.desk.board:
            self._forget()
            self._settle.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: break off, and take the ghost stones away."""
        super().hideEvent(event)
        if event.spontaneous():
            return
        self._settle.stop()
        if self.recorder.busy:
            if self.viewer.film is None:
                self._forget()
            else:
                self.cancel()
        self.desk.set_marks("trace", None)

    # Words

    def _say(self, text: str, **fields: str) -> None:
        self._note_text, self._note_fields = text, fields
        self._note.setText(_(text).format(**fields))
        self._note.setVisible(bool(text))

    @property
    def note(self) -> str:
        """What is said about the search as a whole, in the language spoken now."""
        return self._note.text()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language spoken now."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        for name, text in _ACTIONS:
            self._actions[name].setText(_(text))
        self._note.setText(_(self._note_text).format(**self._note_fields))
        self.switches.retranslate()
