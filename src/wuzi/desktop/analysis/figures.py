"""The figures of a search, side by side: depth, positions, speed, time."""

from __future__ import annotations

from time import monotonic
from typing import Final

from qtpy.QtCore import QTimer
from qtpy.QtWidgets import QGridLayout, QWidget

from wuzi.desktop.analysis.chances import clock_text, short_count
from wuzi.desktop.style import SPACE
from wuzi.desktop.widgets import label
from wuzi.desktop.words import _
from wuzi.errors import N_
from wuzi.thinking import Info

_CAPTIONS: Final = (N_("Depth"), N_("Deepest"), N_("Positions"), N_("Per second"), N_("Time"))
_TICK: Final = 200
"""Milliseconds between two looks at the clock while a search runs."""


class Figures(QWidget):
    """What a search has cost so far; the time goes on by itself while it runs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = [label("–", bold=True) for _caption in _CAPTIONS]
        self._captions = [label(size=0.84, pale=True) for _caption in _CAPTIONS]
        grid = QGridLayout(self)
        grid.setContentsMargins(6, 0, 6, 0)
        grid.setVerticalSpacing(0)
        grid.setHorizontalSpacing(SPACE)
        for column, (value, caption) in enumerate(zip(self._values, self._captions, strict=True)):
            grid.addWidget(value, 0, column)
            grid.addWidget(caption, 1, column)
            grid.setColumnStretch(column, 1)
        self._since = 0.0
        self._clock = QTimer(self)
        self._clock.setInterval(_TICK)
        self._clock.timeout.connect(self._tick)
        self.retranslate()

    def retranslate(self) -> None:
        """Write the captions."""
        for caption, text in zip(self._captions, _CAPTIONS, strict=True):
            caption.setText(_(text))

    def show_info(self, info: Info | None, *, running: bool) -> None:
        """Show the figures of ``info``, or none."""
        if info is None or not (info.depth or info.nodes):
            texts = ["–"] * 4
        else:
            speed = info.counts.get("nodes_per_second") or round(info.nodes / max(info.time, 1e-3))
            texts = [
                str(info.depth),
                str(max(info.depth, info.selective_depth)),
                short_count(info.nodes),
                short_count(speed),
            ]
        for value, text in zip(self._values, texts, strict=False):
            value.setText(text)
        if info is not None:
            self._since = monotonic() - info.time
            self._values[-1].setText(clock_text(info.time))
        elif not running:
            self._values[-1].setText("–")
        else:
            self._since = monotonic()
        if running and not self._clock.isActive():
            self._clock.start()
        elif not running:
            self._clock.stop()

    def _tick(self) -> None:
        self._values[-1].setText(clock_text(monotonic() - self._since))

    def texts(self) -> list[str]:
        """What is shown, from left to right."""
        return [value.text() for value in self._values]
