"""Analysing: what engines think of the position shown, told on the board and beside it.

:class:`~wuzi.desktop.analysis.analysis.Analysis` asks the engine and follows the desk;
:class:`~wuzi.desktop.analysis.forced.ForcedWins` has a solver look for wins by force; the
widgets of :mod:`~wuzi.desktop.analysis.panel` show what the two know.
"""
