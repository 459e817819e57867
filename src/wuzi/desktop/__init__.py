"""The window: widgets that draw and emit, on one loop with :class:`wuzi.play.Session`.

Start at :mod:`wuzi.desktop.app`, which opens it; :class:`wuzi.desktop.desk.Desk` is the
model that all its parts share, :mod:`wuzi.desktop.main_window` puts them together.
"""

from wuzi.desktop.qt import NoWindow, prefer

__all__ = ["NoWindow"]

prefer()  # before any module of this room imports qtpy
