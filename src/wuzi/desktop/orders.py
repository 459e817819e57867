"""What the window's commands do, and which of them are possible now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from qtpy.QtCore import QObject
from qtpy.QtWidgets import QDialog, QWidget

from wuzi.desktop.desk import Desk
from wuzi.desktop.words import _
from wuzi.errors import WuziError
from wuzi.rules import BLACK, WHITE

if TYPE_CHECKING:
    from wuzi.desktop.main_window import MainWindow


class Orders(QObject):
    """Carries out the commands of a window.

    Parameters
    ----------
    desk : Desk
    window : MainWindow

    Attributes
    ----------
    dialogs : dict of str to QWidget
        The windows opened so far, by the command that opens them; each is kept.
    """

    def __init__(self, desk: Desk, window: MainWindow) -> None:
        super().__init__(window)
        self._desk = desk
        self._window = window
        self.dialogs: dict[str, QWidget] = {}
        commands = window.commands
        for name, act in self._acts().items():
            commands.on(name, self._safely(act))

    def _acts(self) -> dict[str, Callable[[], object]]:
        desk, window = self._desk, self._window
        return {
            "new": self.new_game,
            "restart": self.restart,
            "undo": self.undo,
            "redo": self.redo,
            "hint": window.hints.ask,
            "now": self._of_session("move_now"),
            "pause": self.pause,
            "swap": self._of_session("swap_seats"),
            "draw": self._of_session("offer_draw"),
            "resign": self._of_session("resign"),
            "type": window.type_move,
            "quit": window.close,
            "first": desk.first,
            "back": desk.back,
            "forward": desk.forward,
            "last": desk.last,
            "play": lambda: desk.set_mode("play"),
            "analyse": lambda: desk.set_mode("analyse"),
            "setup": lambda: desk.set_mode("setup"),
            "trace": lambda: desk.set_mode("trace"),
            "analysis": self.analysis,
            "coordinates": lambda: self._switch("coordinates"),
            "numbers": lambda: self._switch("numbers"),
            "forbidden": lambda: self._switch("forbidden"),
            "full": self.full_screen,
            "settings": lambda: self.show("settings", self._settings),
            "engines": lambda: self.show("engines", self._engines),
            "self_play": lambda: self.show("self_play", self._self_play),
            "statistics": lambda: self.show("statistics", self._statistics),
            "log": lambda: self.show("log", self._log),
            "keys": lambda: self.show("keys", self._keys),
            "about": self.about,
        }

    def _of_session(self, name: str) -> Callable[[], object]:
        """A command of the session that is at hand when it is given."""

        def command() -> object:
            return getattr(self._desk.session, name)()

        return command

    def _safely(self, act: Callable[[], object]) -> Callable[[], None]:
        """``act``, whose sentence is shown where it cannot be done."""

        def carry_out() -> None:
            try:
                act()
            except WuziError as error:
                self._desk.complain(error)
            self.refresh()

        return carry_out

    def refresh(self) -> None:
        """Say which commands are possible now."""
        desk = self._desk
        session = desk.session
        playing = desk.mode == "play"
        open_ = playing and session.outcome is None
        person = any(session.seat(colour).is_human for colour in (BLACK, WHITE))
        thinking = open_ and session.phase == "thinking"
        self._window.commands.set_enabled(
            undo=session.can_undo if playing else desk.trail.place > 0,
            redo=session.can_redo if playing else desk.node is not desk.trail.last,
            hint=desk.mode in ("play", "analyse") and desk.board.outcome is None and not thinking,
            now=thinking,
            pause=open_,
            swap=open_,
            draw=open_ and person and session.phase != "paused",
            resign=open_ and person,
            type=desk.mode in ("play", "analyse"),
        )
        self._window.commands["pause"].setChecked(open_ and session.phase == "paused")

    # The game

    def new_game(self) -> None:
        """Ask for the players, anew each time: what was played last stands there."""
        from wuzi.desktop.new_game import NewGameDialog  # noqa: PLC0415

        old = self.dialogs.pop("new", None)
        if old is not None:
            old.close()
            old.deleteLater()
        self.show("new", lambda: NewGameDialog(self._desk, self._window))

    def restart(self) -> None:
        """Begin the same game again, at once."""
        kept = bool(self._desk.session.board.moves) and self._desk.store is not None
        self._desk.set_mode("play")
        self._desk.session.restart()
        self._desk.last()
        if kept:
            self._desk.notice(_("A new game; the one before is kept among the results."))

    def undo(self) -> None:
        """Take moves back; when not playing, go back."""
        if self._desk.mode == "play":
            self._desk.last()
            self._desk.session.undo()
        else:
            self._desk.back()

    def redo(self) -> None:
        """Make moves again; when not playing, go forward."""
        if self._desk.mode == "play":
            self._desk.last()
            self._desk.session.redo()
        else:
            self._desk.forward()

    def pause(self) -> None:
        """Pause the game, or go on."""
        session = self._desk.session
        if session.phase == "paused":
            session.resume()
        else:
            session.pause()

    def analysis(self) -> None:
        """Start or stop the analysis; its mode is entered if need be."""
        self._desk.set_mode("analyse")
        page = self._window.page("analyse")
        action = next(a for a in page.actions() if a.objectName() == "analysis")
        action.trigger()

    # Looks

    def _switch(self, name: str) -> None:
        settings = self._desk.settings
        on = self._window.commands[name].isChecked()
        window = replace(settings.window, **{name: on})  # type: ignore[arg-type]
        self._desk.set_settings(replace(settings, window=window))

    def full_screen(self) -> None:
        """Fill the screen, or no more."""
        if self._window.isFullScreen():
            self._window.showNormal()
        else:
            self._window.showFullScreen()

    # Other windows: none of them holds the game up

    def show(self, name: str, make: Callable[[], QWidget]) -> QWidget:
        """Show the window ``name``, made when it is first asked for."""
        if name not in self.dialogs:
            self.dialogs[name] = make()
        dialog = self.dialogs[name]
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        return dialog

    def _settings(self) -> QWidget:
        from wuzi.desktop.settings_dialog import SettingsDialog  # noqa: PLC0415

        return SettingsDialog(self._desk, self._window)

    def _keys(self) -> QWidget:
        from wuzi.desktop.shortcuts import KeysDialog  # noqa: PLC0415

        return KeysDialog(self._window.commands, self._window)

    def _engines(self) -> QWidget:
        from wuzi.desktop.engines_dialog import EnginesDialog  # noqa: PLC0415

        return EnginesDialog(self._desk, self._window)

    def _self_play(self) -> QWidget:
        from wuzi.desktop.self_play import SelfPlayDialog  # noqa: PLC0415

        return SelfPlayDialog(self._desk, self._window)

    def _log(self) -> QWidget:
        from wuzi.desktop.protocol_log import ProtocolLog  # noqa: PLC0415

        return _windowed(ProtocolLog(self._desk, traffic=self._window.traffic), self._window)

    def _statistics(self) -> QWidget:
        from wuzi.desktop.statistics import StatisticsPanel  # noqa: PLC0415

        return _windowed(StatisticsPanel(self._desk), self._window)

    def about(self) -> None:
        """Say what this is."""
        from wuzi import __version__  # noqa: PLC0415

        self._desk.notice(
            _("Wuzi {version}: a five-in-a-row workshop, free under the MIT licence.").format(
                version=__version__
            )
        )


def _windowed(panel: QWidget, parent: QWidget) -> QWidget:
    """A panel in a window of its own; one that is a window already stays as it is."""
    if isinstance(panel, QDialog):
        return panel
    from qtpy.QtWidgets import QVBoxLayout  # noqa: PLC0415

    dialog = QDialog(parent)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(16, 16, 16, 16)
    layout.addWidget(panel)
    dialog.setWindowTitle(panel.windowTitle())
    panel.windowTitleChanged.connect(dialog.setWindowTitle)
    dialog.resize(820, 600)
    return dialog
