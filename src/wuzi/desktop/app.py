"""Opening the window, and everything that has to be in order before and after.

:func:`open_window` is the whole life of the program with a window. The window is painted
first; archive, records and what was left unfinished come a moment later.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from wuzi.desktop.qt import NoWindow, choose_binding, require_display
from wuzi.errors import N_, SettingsError, WuziError
from wuzi.settings import Settings, load, save

if TYPE_CHECKING:
    from qtpy.QtWidgets import QApplication

    from wuzi.archive import Archive
    from wuzi.desktop.desk import Desk, NewGame
    from wuzi.desktop.main_window import MainWindow

PATIENCE: Final = 1.0
"""Seconds that all else waits for the window to be painted first."""

_NO_PLATFORM: Final = ("could not connect to display", "no Qt platform plugin could be initialized")


def open_window(
    game: Callable[[], NewGame] | None = None, *, arguments: Sequence[str] = ("play", "--terminal")
) -> int:
    """Open the window and stay until it is closed.

    Parameters
    ----------
    game : callable, optional
        Makes the game to begin with; by default that of the settings. It is called when Qt
        is loaded.
    arguments : sequence of str
        Of ``wuzi``, to play in the terminal: where Qt finds only late that the screen cannot
        be used, it ends the process, and this takes its place.

    Returns
    -------
    int
        The exit status.

    Raises
    ------
    NoWindow
        If Qt or a display is missing.
    """
    choose_binding()
    require_display()
    app = make_app(lambda error: _play_here_instead(error, arguments))
    from wuzi.desktop.loop import make_loop  # noqa: PLC0415

    loop = make_loop(app)
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(_run(loop, game))
    finally:
        asyncio.set_event_loop(None)
        loop.close()
    return 0


def make_app(otherwise: Callable[[NoWindow], None]) -> QApplication:
    """The ``QApplication``, ready for fine screens."""
    from qtpy import QT5  # noqa: PLC0415
    from qtpy.QtCore import QCoreApplication, Qt, QtMsgType, qInstallMessageHandler  # noqa: PLC0415
    from qtpy.QtWidgets import QApplication  # noqa: PLC0415

    log = logging.getLogger("wuzi.desktop")

    def hear(kind: QtMsgType, context: object, text: str | None) -> None:
        """Qt's messages go to the log; where it finds no screen, it would now abort."""
        said = text or ""
        if any(words in said for words in _NO_PLATFORM):
            otherwise(
                NoWindow(
                    "window.no_display", N_("There is no window here, for there is no display.")
                )
            )
        log.debug("Qt: %s", said)

    qInstallMessageHandler(hear)
    if QT5:
        names: Any = Qt.ApplicationAttribute
        QApplication.setAttribute(names.AA_EnableHighDpiScaling)
        QApplication.setAttribute(names.AA_UseHighDpiPixmaps)
        policy: Any = Qt.HighDpiScaleFactorRoundingPolicy
        QApplication.setHighDpiScaleFactorRoundingPolicy(policy.PassThrough)
    app = QApplication(sys.argv[:1])
    QCoreApplication.setApplicationName("Wuzi")
    app.setApplicationDisplayName("Wuzi")
    return app


def read_settings() -> tuple[Settings, SettingsError | None]:
    """The settings, or the defaults and what is wrong with the file."""
    try:
        return load(), None
    except SettingsError as error:
        return Settings(), error


async def _run(loop: asyncio.AbstractEventLoop, game: Callable[[], NewGame] | None) -> None:
    settings, damage = read_settings()
    window = make_window(settings)
    desk = window.desk
    loop.set_exception_handler(_fault_reporter(desk))
    window.show()
    if damage is not None:
        desk.complain(damage)
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        loop.add_signal_handler(signal.SIGINT, window.close)
        loop.add_signal_handler(signal.SIGTERM, window.close)
    archive = None
    try:
        with contextlib.suppress(TimeoutError):  # what is minimised is not painted
            await asyncio.wait_for(window.painted.wait(), PATIENCE)
        await asyncio.sleep(0)
        desk.run(_begin(desk, game))
        window.add_record()
        archive = await _open_archive(desk, window)
        await window.closed.wait()
    finally:
        await desk.close()
        if archive is not None:
            await archive.close()
        window.deleteLater()


def make_window(settings: Settings) -> MainWindow:
    """The window with its desk, in the language and the look of the settings."""
    from qtpy.QtWidgets import QApplication  # noqa: PLC0415

    from wuzi.desktop import style  # noqa: PLC0415
    from wuzi.desktop.desk import Desk  # noqa: PLC0415
    from wuzi.desktop.main_window import MainWindow  # noqa: PLC0415

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    style.apply(app, settings.window.look)
    return MainWindow(Desk(settings, save=save))


async def _begin(desk: Desk, game: Callable[[], NewGame] | None) -> None:
    """Begin the game asked for, or that of the settings; two people if that cannot be."""
    desk.start()
    spec = default_game(desk.settings) if game is None else game()
    await desk.new_game(spec)


def default_game(settings: Settings) -> NewGame:
    """The game that the settings describe.

    Raises
    ------
    WuziError
        If they describe none.
    """
    from wuzi.desktop.desk import NewGame  # noqa: PLC0415
    from wuzi.play import TimeControl  # noqa: PLC0415
    from wuzi.rules import parse_rule  # noqa: PLC0415

    play = settings.play
    control = TimeControl.parse(play.time)
    return NewGame(play.black, play.white, parse_rule(play.rule), play.size, control, control)


async def _open_archive(desk: Desk, window: MainWindow) -> Archive | None:
    """Open the archive, and offer what a crash has left unfinished."""
    from wuzi.archive import Archive  # noqa: PLC0415

    try:
        archive = await Archive.open()
    except WuziError as error:
        desk.complain(error)
        return None
    desk.store = archive
    if archive.notice is not None:
        desk.complain(archive.notice)
    try:
        await window.offer_unfinished(archive)
    except WuziError as error:
        desk.complain(error)
    return archive


def _fault_reporter(desk: Desk) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """What becomes of a fault of our own: told in the window, and in full on the terminal."""

    def report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        loop.default_exception_handler(context)
        fault = context.get("exception")
        desk.complain(
            WuziError(
                "window.fault",
                N_("Something went wrong in Wuzi itself ({fault}); the game goes on."),
                fault=type(fault).__name__ if fault is not None else context.get("message", ""),
            )
        )

    return report


def _play_here_instead(error: NoWindow, arguments: Sequence[str]) -> None:
    """Say why there is no window, and become the game in the terminal."""
    from wuzi.settings.language import translate  # noqa: PLC0415

    print(translate(error), flush=True)
    os.execv(sys.executable, [sys.executable, "-P", "-m", "wuzi", *arguments])
