"""Forced wins as numbered sequences, one row a side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qtpy.QtCore import QEvent, Qt, Signal
from qtpy.QtGui import QEnterEvent, QMouseEvent
from qtpy.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from wuzi.desktop.analysis.forced import Finding
from wuzi.desktop.icons import stone_picture
from wuzi.desktop.widgets import ElidedLabel
from wuzi.desktop.words import _
from wuzi.errors import N_
from wuzi.rules import BLACK, Colour, Move, point_name

_WINS: Final = {"vcf": N_("wins by fours: {line}"), "vct": N_("wins by threats: {line}")}
_THREATENS: Final = {
    "vcf": N_("would win by fours: {line}"),
    "vct": N_("would win by threats: {line}"),
}
_STONE: Final = 14


def numbered_line(line: Sequence[Move]) -> str:
    """A line with its moves numbered.

    >>> from wuzi.rules import parse_moves
    >>> numbered_line(parse_moves("h8i9"))
    '1 h8  2 i9'
    """
    return "  ".join(f"{number} {point_name(move)}" for number, move in enumerate(line, 1))


def finding_text(finding: Finding) -> str:
    """What was found out about one side, in words."""
    win = finding.win
    if win is not None and win.result == "win":
        text = (_THREATENS if finding.threatened else _WINS)[win.goal]
        return _(text).format(line=numbered_line(win.line))
    if finding.searching:
        return _("looking for a forced win ...")
    if win is not None and win.result == "none":
        return _("no win by threats") if not finding.threatened else _("threatens no win")
    return _("no forced win found in time")


class ForcedView(QWidget):
    """Shows :class:`~wuzi.desktop.analysis.forced.Finding` s.

    Signals: ``pointed(Finding or None)``, the one under the pointer that has a line to
    preview; ``chosen(Finding)``, it was clicked.
    """

    pointed = Signal(object)
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = [_Row(self), _Row(self)]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 0, 6, 0)
        layout.setSpacing(2)
        for row in self.rows:
            layout.addWidget(row)
        self._findings: Sequence[Finding] = ()
        self.show_findings(())

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Show what was found out."""
        self._findings = findings
        for number, row in enumerate(self.rows):
            row.show_finding(findings[number] if number < len(findings) else None)

    def retranslate(self) -> None:
        """Say it in the language spoken now."""
        self.show_findings(self._findings)


class _Row(QWidget):
    def __init__(self, view: ForcedView) -> None:
        super().__init__(view)
        self._view = view
        self._finding: Finding | None = None
        self._colour: Colour | None = None
        self.stone = QLabel()
        self.text = ElidedLabel()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 2)
        layout.setSpacing(8)
        layout.addWidget(self.stone)
        layout.addWidget(self.text, 1)

    def show_finding(self, finding: Finding | None) -> None:
        if finding is not None:
            if finding.colour != self._colour:
                self._colour = finding.colour
                ratio = self.devicePixelRatioF()
                self.stone.setPixmap(stone_picture(finding.colour == BLACK, _STONE, ratio))
            self.text.set_text(finding_text(finding))
            won = finding.win is not None and finding.win.result == "win"
            self.text.setEnabled(won)
            if won:
                self.setCursor(Qt.CursorShape.PointingHandCursor)
            else:
                self.unsetCursor()
        else:
            self.text.set_text("")
            self.stone.clear()
            self._colour = None
        self._finding = finding

    def _line(self) -> Finding | None:
        finding = self._finding
        return finding if finding is not None and finding.win and finding.win.line else None

    def enterEvent(self, event: QEnterEvent) -> None:
        """Preview the line."""
        self._view.pointed.emit(self._line())

    def leaveEvent(self, event: QEvent) -> None:
        """End the preview."""
        self._view.pointed.emit(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Play the first move."""
        finding = self._line()
        if finding is not None and event.button() == Qt.MouseButton.LeftButton:
            self._view.chosen.emit(finding)
