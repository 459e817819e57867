"""A player's clock, as the window shows it."""

from __future__ import annotations

import math

from qtpy.QtCore import Qt
from qtpy.QtWidgets import QLabel, QWidget

from wuzi.desktop.style import scaled
from wuzi.desktop.widgets import restyle
from wuzi.play import UNLIMITED, Clock
from wuzi.rules import Colour

LOW: float = 10.0
"""Seconds below which a clock alarms."""


def seconds_text(seconds: float) -> str:
    """Seconds as a clock shows them: ``4:05``, ``1:02:03``, below ten ``9.4``.

    >>> seconds_text(245), seconds_text(3723), seconds_text(9.43), seconds_text(-3)
    ('4:05', '1:02:03', '9.4', '0.0')
    """
    if seconds < LOW:
        return f"{max(math.floor(seconds * 10) / 10, 0.0):.1f}"
    whole = int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02d}:{whole % 60:02d}" if hours else f"{minutes}:{whole % 60:02d}"


class ClockLabel(QLabel):
    """The time left to one side; hidden where there is no limit, and the move's time then."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("clock")
        self.setFont(scaled(self.font(), 1.6, bold=True))
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def show_time(self, clock: Clock, colour: Colour) -> None:
        """Show what ``clock`` leaves to ``colour`` now."""
        left = clock.remaining(colour)
        timed = clock.controls[colour] != UNLIMITED
        self.setVisible(timed)
        if timed and left is not None:
            self.setText(seconds_text(left))
        running = clock.running == colour
        restyle(self, "running", running)
        restyle(self, "low", timed and running and left is not None and left < LOW)
