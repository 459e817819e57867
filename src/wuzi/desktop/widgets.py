"""Small widgets that several parts of the window are made of."""

from __future__ import annotations

from typing import Any

from qtpy.QtCore import QEvent, QRectF, QSize, Qt
from qtpy.QtGui import (
    QAction,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from qtpy.QtWidgets import (
    QComboBox,
    QLabel,
    QListWidget,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
    QWidget,
)

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


class ElidedCombo(QComboBox):
    """A choice that ends in dots where there is no room for it, and is told in full on hover."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentTextChanged.connect(self.setToolTip)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw, with dots."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        shown: Any = option
        parts = QStyle.ComplexControl.CC_ComboBox
        painter.drawComplexControl(parts, option)
        place = self.style().subControlRect(
            parts, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        shown.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, place.width() - 4
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


def settle_entry(combo: QComboBox) -> None:
    """Let the text of an editable choice stand as high as in one that cannot be edited.

    An entry goes by the letters of its font alone, everything else by those of all fonts that
    its text needs, as Chinese often does.
    """
    edit = combo.lineEdit()
    if edit is None:
        return
    layout = QTextLayout(combo.currentText(), combo.font())
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    if line.isValid():
        own = QFontMetricsF(combo.font())
        lower = (own.height() - line.height()) / 2 + line.ascent() - own.ascent()
        edit.setTextMargins(0, max(round(2 * lower), 0), 0, 0)


class HintedList(QListWidget):
    """A list that says something where it is empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint = ""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, or the hint."""
        super().paintEvent(event)
        if not self.count():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            place = self.viewport().rect().adjusted(12, 12, -12, -12)
            option = QTextOption(Qt.AlignmentFlag.AlignHCenter)
            option.setWrapMode(QTextOption.WrapMode.WordWrap)
            painter.drawText(QRectF(place), self.hint, option)


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
