"""Replays one film: caption, windows, tree, timeline and buttons, all at one moment.

Knows nothing of the rest of the program: it is given a film and tells which line of moves
it is looking at. With the keyboard in the tree or on the timeline, the arrows go step by
step, with Shift from cut to cut, down and up over a whole branch, Home and End to the ends,
Space plays and pauses.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import Final

from qtpy.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from qtpy.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from qtpy.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.style import scaled
from wuzi.desktop.trace.captions import Caption, caption
from wuzi.desktop.trace.look import Look, icon
from wuzi.desktop.trace.rows import in_focus
from wuzi.desktop.trace.timeline import Timeline
from wuzi.desktop.trace.tree import TreeView
from wuzi.desktop.trace.windows import WindowBars
from wuzi.desktop.widgets import ToolButton
from wuzi.desktop.words import _
from wuzi.errors import N_
from wuzi.rules import Move
from wuzi.textbook.trace import Step
from wuzi.textbook.trace_film import NEVER, Film

SPEEDS: Final = (0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
"""Steps a second."""
FRAME: Final = 16
"""Milliseconds that each picture stands at least."""
CUT_DWELLS: Final = 2.0
"""A cut is shown so many times as long as another step, at speeds one can read at."""
READABLE: Final = 4
ROOMY: Final = 400
"""Pixels from which the speed is written beside its slider."""

_BUTTONS: Final = (
    ("first", N_("To the start (Home)")),
    ("cut_back", N_("To the previous cut (Shift+←)")),
    ("back", N_("One step back (←)")),
    ("play", N_("Play or pause (Space)")),
    ("forward", N_("One step on (→)")),
    ("over", N_("The whole next branch at once (↓)")),
    ("cut_forward", N_("To the next cut (Shift+→)")),
    ("last", N_("To the end (End)")),
)
_TONES: Final = {
    "start": "soft",
    "enter": "path",
    "leaf": "path",
    "return": "soft",
    "better": "best",
    "cut": "cut",
    "done": "best",
}
_TONE_SIGNS: Final = {
    "start": "●",
    "enter": "↓",
    "leaf": "◆",
    "return": "↑",
    "better": "★",
    "cut": "✕",
    "done": "✓",
}


class _Card(QFrame):
    """Where the caption stands: a card with a bar in the colour of what happened."""

    colour = QColor()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        look = Look.of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(look.line, 1))
        painter.setBrush(look.back)
        painter.drawRoundedRect(card, 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour)
        painter.drawRoundedRect(QRectF(4, 8, 4, self.height() - 16), 2, 2)
        painter.end()


class TraceViewer(QWidget):
    """Shows a film and goes through it.

    Attributes
    ----------
    film : Film or None
    at : int
        How many steps have been taken.
    """

    moved = Signal(int)
    """The moment shown is another."""
    line_changed = Signal(object, object)
    """The moves of the line looked at, and the move that a cut is owed to or None."""

    _icon_key: tuple[bool, int] | None = None
    """What the icons on the buttons were drawn for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.film: Film | None = None
        self.at = 0
        self.caption = Caption("start", "")
        self._pruning = True
        self._gentle = False  # whether the next step is one that eyes can follow
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tick)
        self.tree = TreeView(self)
        self.windows = WindowBars(self)
        self.timeline = Timeline(self)
        self.words = QLabel(self)
        self.sign = QLabel(self)
        self.counts = QLabel(self)
        self.buttons = {name: ToolButton(None, self) for name, _text in _BUTTONS}
        self.zoom_out, self.zoom_in = ToolButton(None, self), ToolButton(None, self)
        self.whole, self.following = ToolButton(None, self), ToolButton(None, self)
        self.speed = QSlider(Qt.Orientation.Horizontal, self)
        self._card = _Card(self)
        self._pace = QLabel(self)
        self._arrange()
        self._connect()
        self.retranslate()
        self.set_film(None)

    def _arrange(self) -> None:
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self.words.setMinimumHeight(self.fontMetrics().lineSpacing() * 4 + 4)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.sign.setFont(scaled(self.font(), 1.5, bold=True))
        self.sign.setFixedWidth(26)
        self.sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        telling = QHBoxLayout(self._card)
        telling.setContentsMargins(12, 6, 12, 6)
        telling.setSpacing(8)
        telling.addWidget(self.sign)
        telling.addWidget(self.words, 1)
        self.counts.setWordWrap(True)
        self.counts.setFont(scaled(self.font(), 0.9))
        self.counts.setTextFormat(Qt.TextFormat.RichText)
        self.speed.setRange(0, len(SPEEDS) - 1)
        self.speed.setValue(2)
        self.speed.setMinimumWidth(50)
        self.speed.setMaximumWidth(110)
        self._pace.setMinimumWidth(self.fontMetrics().horizontalAdvance("0000/s"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._card)
        layout.addWidget(self.windows)
        layout.addLayout(self._tools())
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.timeline)
        layout.addLayout(self._transport())
        self.setFocusProxy(self.tree)

    def _transport(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(1)
        for button in self.buttons.values():
            self._dress(button)
            row.addWidget(button)
        row.addSpacing(6)
        row.addWidget(self.speed, 1)
        row.addSpacing(6)
        row.addWidget(self._pace)
        row.addStretch(1)
        return row

    def _tools(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(1)
        row.addWidget(self.counts, 1)
        for button in (self.whole, self.following):
            button.setCheckable(True)
        for button in (self.whole, self.following, self.zoom_out, self.zoom_in):
            self._dress(button)
            row.addWidget(button)
        return row

    def _dress(self, button: ToolButton) -> None:
        button.setIconSize(QSize(20, 20))

    def _connect(self) -> None:
        acts: dict[str, Callable[[], None]] = {
            "first": lambda: self.go(0),
            "cut_back": self.cut_back,
            "back": self.back,
            "play": self.toggle_playing,
            "forward": self.forward,
            "over": self.over,
            "cut_forward": self.cut_forward,
            "last": lambda: self.go(self.length),
        }
        for name, act in acts.items():
            self.buttons[name].clicked.connect(lambda *_checked, act=act: act())
        self.timeline.valueChanged.connect(self._slid)
        self.tree.went.connect(self._asked)
        self.tree.pointed.connect(self._pointed)
        self.zoom_in.clicked.connect(lambda *_checked: self.tree.zoom_by(1))
        self.zoom_out.clicked.connect(lambda *_checked: self.tree.zoom_by(-1))
        self.whole.toggled.connect(self.tree.set_whole)
        self.following.setChecked(True)
        self.following.toggled.connect(self.tree.set_following)
        self.speed.valueChanged.connect(lambda *_value: self._say_speed())
        for widget in (self.tree, self.timeline):
            widget.installEventFilter(self)

    # The film

    @property
    def length(self) -> int:
        """The number of steps."""
        return 0 if self.film is None else len(self.film)

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer.isActive()

    def set_film(self, film: Film | None, *, pruning: bool = True) -> None:
        """Show another film, at its beginning.

        Parameters
        ----------
        film : Film or None
        pruning : bool
            Whether it is of alpha-beta; minimax has no windows.
        """
        self.pause()
        self.film, self._pruning, self.at = film, pruning, 0
        self.tree.set_film(film, pruning=pruning)
        self.windows.set_film(film)
        self.windows.setVisible(pruning)
        blocked = self.timeline.blockSignals(True)
        self.timeline.set_film(film)
        self.timeline.blockSignals(blocked)
        self._show()

    # Going

    def go(self, at: int) -> None:
        """Show the moment ``at``, or the nearest there is."""
        at = max(0, min(at, self.length))
        if at == self.at:
            return
        self.at = at
        blocked = self.timeline.blockSignals(True)
        self.timeline.setValue(at)
        self.timeline.blockSignals(blocked)
        self.tree.set_at(at)
        self.windows.set_at(at, smooth=self._gentle)
        self._show()
        self.moved.emit(at)

    def forward(self) -> None:
        """Take one step."""
        self._asked(self.at + 1)

    def back(self) -> None:
        """Undo one step."""
        self._asked(self.at - 1)

    def over(self) -> None:
        """Search the whole next branch at once."""
        film = self.film
        if film is None or self.at == len(film):
            return
        to = self.at + 1
        if film.trace.step[self.at] == Step.ENTER:
            left = film.left[film.trace.step_node[self.at]]
            to = len(film) if left == NEVER else left
        self._asked(to)

    def back_over(self) -> None:
        """Go back to before the branch just left."""
        film = self.film
        if film is None or self.at == 0:
            return
        to = self.at - 1
        if film.trace.step[to] == Step.LEAVE:
            to = film.entered[film.trace.step_node[to]] - 1
        self._asked(to)

    def cut_forward(self) -> None:
        """Go to the next cut, or to the end if there is none."""
        cuts = self.timeline.cuts
        place = bisect_right(cuts, self.at)
        self._asked(cuts[place] if place < len(cuts) else self.length)

    def cut_back(self) -> None:
        """Go back to the last cut, or to the start if there was none."""
        cuts = self.timeline.cuts
        place = bisect_left(cuts, self.at)
        self._asked(cuts[place - 1] if place else 0)

    def _asked(self, at: int) -> None:
        """Go where a person asked to, and stay there."""
        self.pause()
        self._gentle = abs(at - self.at) == 1
        self.go(at)
        self._gentle = False

    def _slid(self, at: int) -> None:
        self._asked(at)

    # Playing

    def toggle_playing(self) -> None:
        """Play, or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def play(self) -> None:
        """Go on by itself, from the start if it is at the end."""
        if self.film is None:
            return
        if self.at == self.length:
            self.go(0)
        self._wait()
        self._show_playing()

    def pause(self) -> None:
        """Stay here."""
        self._timer.stop()
        self._show_playing()

    def _wait(self) -> None:
        speed = SPEEDS[self.speed.value()]
        dwell = CUT_DWELLS if self.caption.tone == "cut" and speed <= READABLE else 1.0
        self._timer.start(max(FRAME, int(1000 * dwell / speed)))

    def _tick(self) -> None:
        steps = max(1, round(SPEEDS[self.speed.value()] * FRAME / 1000))
        self._gentle = SPEEDS[self.speed.value()] <= READABLE
        self.go(self.at + steps)
        self._gentle = False
        if self.at < self.length:
            self._wait()
        self._show_playing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what there is no room for."""
        super().resizeEvent(event)
        self._pace.setVisible(self.width() >= ROOMY)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: pause."""
        self.pause()
        super().hideEvent(event)

    # Keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that go through the film, before the window's shortcuts get them."""
        if isinstance(event, QKeyEvent) and event.type() in (
            QEvent.Type.ShortcutOverride,
            QEvent.Type.KeyPress,
        ):
            act = self._act_of(event)
            if act is not None:
                if event.type() == QEvent.Type.KeyPress:
                    act()
                event.accept()
                return True
        return bool(super().eventFilter(watched, event))

    def _act_of(self, event: QKeyEvent) -> Callable[[], None] | None:
        key, shift = event.key(), Qt.KeyboardModifier.ShiftModifier
        if event.modifiers() & ~(shift | Qt.KeyboardModifier.KeypadModifier):
            return None
        shifted = bool(event.modifiers() & shift)
        acts: dict[tuple[int, bool], Callable[[], None]] = {
            (Qt.Key.Key_Right, False): self.forward,
            (Qt.Key.Key_Left, False): self.back,
            (Qt.Key.Key_Right, True): self.cut_forward,
            (Qt.Key.Key_Left, True): self.cut_back,
            (Qt.Key.Key_Down, False): self.over,
            (Qt.Key.Key_Up, False): self.back_over,
            (Qt.Key.Key_Home, False): lambda: self._asked(0),
            (Qt.Key.Key_End, False): lambda: self._asked(self.length),
            (Qt.Key.Key_Space, False): self.toggle_playing,
            (Qt.Key.Key_Plus, shifted): lambda: self.tree.zoom_by(1),
            (Qt.Key.Key_Minus, False): lambda: self.tree.zoom_by(-1),
        }
        return acts.get((Qt.Key(key), shifted))

    # Showing

    def _pointed(self, node: int | None) -> None:
        film = self.film
        if film is None:
            return
        if node is None:
            self._tell_line()
        else:
            self.line_changed.emit(tuple(film.moves_to(node)), None)

    def _tell_line(self) -> None:
        moves, hint = self.line()
        self.line_changed.emit(moves, hint)

    def line(self) -> tuple[tuple[Move, ...], Move | None]:
        """The moves from the root to where the search is, and the move a cut is owed to."""
        film = self.film
        focus = [] if film is None else in_focus(film, self.at)
        if film is None or not focus:
            return (), None
        hint = None
        if film.trace.step[self.at - 1] == Step.CUT:
            refuge = film.refuge(film.trace.step_node[self.at - 1])
            hint = None if refuge is None else film.trace.move[refuge]
        return tuple(film.moves_to(focus[-1])), hint

    def _show(self) -> None:
        """Everything that depends on the moment, but the parts that show it themselves."""
        if self.film is None:
            self.caption = Caption("start", _("Choose a search and press Search."))
        else:
            self.caption = caption(self.film, self.at, pruning=self._pruning)
        self.words.setText(self.caption.text)
        self.tree.setAccessibleDescription(self.caption.text)
        self._show_tone()
        self._show_counts()
        self._show_playing()
        self._tell_line()

    def _show_tone(self) -> None:
        colour = getattr(Look.of(self.palette()), _TONES[self.caption.tone])
        self.sign.setText(_TONE_SIGNS[self.caption.tone])
        self._card.colour = colour
        self._card.update()
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, colour)
        self.sign.setPalette(palette)

    def _show_counts(self) -> None:
        if self.film is None:
            self.counts.setText("")
            return
        counts = self.film.counts(self.at)
        parts = [
            _("<b>{count}</b> positions").format(count=f"{counts.nodes:,}"),
            _("<b>{count}</b> evaluated").format(count=f"{counts.leaves:,}"),
        ]
        if self._pruning:
            parts += [
                _("<b>{count}</b> cut-offs").format(count=f"{counts.cuts:,}"),
                _("<b>{count}</b> moves never looked at").format(count=f"{counts.skipped:,}"),
            ]
        if counts.hits:
            parts.append(_("<b>{count}</b> table hits").format(count=f"{counts.hits:,}"))
        step = _("step {at} of {length}").format(at=f"{self.at:,}", length=f"{self.length:,}")
        self.counts.setText(" · ".join([step, *parts]))

    def _show_playing(self) -> None:
        colour = self.palette().color(QPalette.ColorRole.WindowText)
        key = (self.playing, colour.rgba())
        if self._icon_key != key:
            self._icon_key = key
            for name, button in self.buttons.items():
                sign = "pause" if name == "play" and self.playing else name
                button.setIcon(icon(sign, colour))
            self.zoom_in.setIcon(icon("plus", colour))
            self.zoom_out.setIcon(icon("minus", colour))
            self.whole.setIcon(icon("whole", colour))
            self.following.setIcon(icon("follow", colour))
        for name, button in self.buttons.items():
            at_end = self.at == self.length
            forwards = name in ("forward", "over", "cut_forward", "last")
            button.setEnabled(
                self.length > 0 and (name == "play" or (not at_end if forwards else self.at > 0))
            )

    # Words

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language spoken now, in the colours of now."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange and self._icon_key is not None:
            self._show_playing()
            self._show_tone()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        for name, text in _BUTTONS:
            self.buttons[name].setToolTip(_(text))
            self.buttons[name].setAccessibleName(_(text))
        for button, text in (
            (self.zoom_in, _("Larger (+, or the wheel with Ctrl)")),
            (self.zoom_out, _("Smaller (−, or the wheel with Ctrl)")),
            (self.whole, _("Show everything searched so far, not only the current line")),
            (self.following, _("Keep the current position in sight")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)
        self.tree.setAccessibleName(_("The tree of the search"))
        self.timeline.setAccessibleName(_("Steps of the search"))
        self.timeline.setToolTip(
            _("How deep each step was; notches are cuts, diamonds are better moves found.")
        )
        self._say_speed()
        self._show()
        self.tree.viewport().update()
        self.windows.update()

    def _say_speed(self) -> None:
        speed = SPEEDS[self.speed.value()]
        self._pace.setText(_("{speed}/s").format(speed=speed))
        text = _("Speed: {speed} steps a second").format(speed=speed)
        self.speed.setToolTip(text)
        self.speed.setAccessibleName(text)
