"""Small widgets that several parts of the window are made of."""

from __future__ import annotations

from qtpy.QtCore import QEvent, QSize, Qt
from qtpy.QtGui import QAction, QFont, QKeyEvent, QResizeEvent
from qtpy.QtWidgets import QLabel, QSizePolicy, QToolButton, QWidget

from wuzi.desktop.style import scaled


class ToolButton(QToolButton):
    """A flat button with an icon, which keeps the space bar from the window's shortcuts.

    Parameters
    ----------
    action : QAction, optional
    parent : QWidget, optional
    """

    def __init__(self, action: QAction | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(20, 20))
        self.setAutoRaise(True)
        if action is not None:
            self.setDefaultAction(action)

    def event(self, event: QEvent) -> bool:
        """The space bar presses the button that has the focus, whatever it means elsewhere."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            event.accept()
            return True
        return super().event(event)


class ElidedLabel(QLabel):
    """One line of text that ends in dots where there is no room, and is told in full on hover."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def set_text(self, text: str) -> None:
        """Show ``text``."""
        self._full = text
        self.setAccessibleName(text)
        self._fit()

    @property
    def full_text(self) -> str:
        """The text, also what does not fit."""
        return self._full

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(
            self._full, Qt.TextElideMode.ElideRight, max(self.width() - 2, 0)
        )
        self.setText(shown)
        self.setToolTip(self._full if shown != self._full else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the text anew."""
        super().resizeEvent(event)
        self._fit()


def label(text: str = "", *, size: float = 1.0, bold: bool = False, pale: bool = False) -> QLabel:
    """A label of some weight."""
    made = QLabel(text)
    font: QFont = scaled(made.font(), size, bold=bold)
    made.setFont(font)
    made.setProperty("pale", pale)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def restyle(widget: QWidget, name: str, value: bool) -> None:
    """Set a property that the style sheet looks at, and have the widget drawn by it."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
