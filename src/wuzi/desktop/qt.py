"""Which Qt the window runs on: PySide6 unless ``QT_API`` or what is installed says otherwise.

Import this module before ``qtpy`` and whatever uses it: qtpy by itself would take PyQt5
where both are installed.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from typing import Final

from wuzi.errors import N_, WuziError

BINDINGS: Final = {"pyside6": "PySide6", "pyqt5": "PyQt5"}
"""The bindings that Wuzi is tested with, the preferred one first, and their packages."""


class NoWindow(WuziError):
    """A window cannot be opened here; the terminal can be played in all the same."""


def prefer() -> None:
    """Have ``qtpy`` take the preferred binding that is installed, unless ``QT_API`` says which."""
    if not os.environ.get("QT_API"):
        found = next((name for name in BINDINGS if importlib.util.find_spec(BINDINGS[name])), None)
        if found is not None:
            os.environ["QT_API"] = found


def choose_binding() -> str:
    """Settle which binding ``qtpy`` shall use, and return its name.

    Raises
    ------
    NoWindow
        If none is installed, or another library that the window needs is missing.
    """
    wanted = os.environ.get("QT_API", "").lower()
    names = [wanted] if wanted in BINDINGS else list(BINDINGS)
    found = next((name for name in names if importlib.util.find_spec(BINDINGS[name])), None)
    missing = next((name for name in ("qtpy", "qasync") if not importlib.util.find_spec(name)), "")
    if found is None or missing:
        raise NoWindow(
            "window.no_qt",
            N_(
                "There is no window here, for {library} is not installed"
                " (pip install 'wuzi[desktop]')."
            ),
            library=missing or " / ".join(BINDINGS[name] for name in names),
        )
    os.environ["QT_API"] = found
    return found


def require_display() -> None:
    """Find out whether there is a screen, as far as that can be told without Qt.

    Raises
    ------
    NoWindow
        On Linux and its like, if neither X11 nor Wayland is spoken of and no Qt platform
        was chosen.
    """
    if os.name == "nt" or sys.platform == "darwin" or os.environ.get("QT_QPA_PLATFORM"):
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise NoWindow("window.no_display", N_("There is no window here, for there is no display."))


_MANY: Final = 1 << 40


def _hold_constants() -> None:
    """Take more references to ``None``, ``True`` and the like than PySide6 will ever drop.

    PySide6 6.12.0 drops one too many of ``None`` in methods that return nothing, and of
    ``True`` at every ``emit`` of a signal. Python 3.11 counts them, and ends the program
    ("Fatal Python error: none_dealloc") when they run out, after some minutes. Later
    versions of Python never free these objects.
    """
    if sys.version_info < (3, 12) and sys.implementation.name == "cpython":
        for constant in (None, True, False, NotImplemented, ...):
            ctypes.c_ssize_t.from_address(id(constant)).value += _MANY


_hold_constants()
