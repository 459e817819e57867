"""How the window as a whole looks: a few colours, light and dark, one of them an accent.

Sizes and spaces are multiples of 4 pixels. Three weights of text: what matters now (large),
what is read (normal), what is only looked up (small, paler).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from qtpy.QtGui import QColor, QFont, QPalette
from qtpy.QtWidgets import QApplication

SPACE: Final = 8
"""Pixels between neighbours; between parts twice as much."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a look.

    Attributes
    ----------
    ground, card, well : str
        The window, what lies on it, and what is let into it (entries, lists).
    edge : str
        Thin lines.
    ink, pale : str
        Text, and text of less weight.
    accent, on_accent, tint : str
        What is chosen or happens now, text on it, and a breath of it as a background.
    alarm, alarm_tint : str
        What went wrong.
    """

    ground: str
    card: str
    well: str
    edge: str
    ink: str
    pale: str
    accent: str
    on_accent: str
    tint: str
    alarm: str
    alarm_tint: str


LIGHT: Final = Colours(
    ground="#f3f1ec",
    card="#fdfcfa",
    well="#ffffff",
    edge="#dfdad0",
    ink="#2a2926",
    pale="#6f6a61",
    accent="#26725f",
    on_accent="#ffffff",
    tint="#e0ece7",
    alarm="#a8321f",
    alarm_tint="#f8e4df",
)
DARK: Final = Colours(
    ground="#1d1f22",
    card="#26292d",
    well="#1a1c1f",
    edge="#3a3e44",
    ink="#e2e1de",
    pale="#9b9fa5",
    accent="#58b59a",
    on_accent="#0e1a16",
    tint="#263d36",
    alarm="#f08a76",
    alarm_tint="#432a26",
)

_PICTURES: Final = Path(__file__).with_name("pictures")
"""Arrows of entries; style sheets take pictures from files only."""

_current = [LIGHT]


def colours() -> Colours:
    """The colours of the look that is on now."""
    return _current[0]


def is_dark() -> bool:
    """Whether the dark look is on."""
    return _current[0] is DARK


def system_is_dark(app: QApplication) -> bool:
    """Whether the system likes dark windows, as far as its palette tells."""
    palette = app.style().standardPalette()
    window = palette.color(QPalette.ColorRole.Window)
    text = palette.color(QPalette.ColorRole.WindowText)
    return window.lightness() < text.lightness()


def apply(app: QApplication, look: str) -> None:
    """Give the whole program a look: ``"light"``, ``"dark"`` or ``"system"``."""
    if app.style().objectName().lower() != "fusion":
        app.setStyle("Fusion")
    dark = look == "dark" or (look == "system" and system_is_dark(app))
    _current[0] = DARK if dark else LIGHT
    app.setPalette(_palette(_current[0]))
    app.setStyleSheet(_sheet(_current[0]))


def _palette(own: Colours) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette(QColor(own.ground))
    for where, colour in (
        (role.Window, own.ground),
        (role.WindowText, own.ink),
        (role.Base, own.well),
        (role.AlternateBase, own.card),
        (role.Text, own.ink),
        (role.Button, own.card),
        (role.ButtonText, own.ink),
        (role.ToolTipBase, own.card),
        (role.ToolTipText, own.ink),
        (role.PlaceholderText, own.pale),
        (role.Highlight, own.accent),
        (role.HighlightedText, own.on_accent),
        (role.Link, own.accent),
        (role.Mid, own.edge),
    ):
        palette.setColor(where, QColor(colour))
    for where in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, _between(own.pale, own.ground))
    return palette


def _between(one: str, other: str) -> QColor:
    a, b = QColor(one), QColor(other)
    return QColor(
        (a.red() + b.red()) // 2, (a.green() + b.green()) // 2, (a.blue() + b.blue()) // 2
    )


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """A larger or smaller font of the same kind; figures of equal width where it has them."""
    other = QFont(font)
    other.setPointSizeF(font.pointSizeF() * factor)
    if bold:
        other.setWeight(QFont.Weight.DemiBold)
    return other


def _sheet(own: Colours) -> str:
    faint = _between(own.pale, own.ground).name()
    return _SHEET.format(
        pictures=_PICTURES.as_posix(),
        check="check_dark" if own is DARK else "check_light",
        **{name: getattr(own, name) for name in Colours.__dataclass_fields__},
        faint=faint,
    )


_SHEET: Final = """
QToolTip {{ background: {card}; color: {ink}; border: 1px solid {edge}; padding: 4px 8px; }}

#topBar {{ background: {card}; border-bottom: 1px solid {edge}; }}
QMenuBar {{ background: transparent; }}
QMenuBar::item {{ padding: 6px 10px; border-radius: 6px; background: transparent; }}
QMenuBar::item:selected {{ background: {tint}; color: {ink}; }}
QMenu {{ background: {card}; border: 1px solid {edge}; padding: 6px; }}
QMenu::item {{ padding: 6px 28px 6px 28px; border-radius: 4px; }}
QMenu::item:selected {{ background: {tint}; color: {ink}; }}
QMenu::item:disabled {{ color: {faint}; }}
QMenu::separator {{ height: 1px; background: {edge}; margin: 6px 8px; }}

#modeBar {{ background: {ground}; border: 1px solid {edge}; border-radius: 8px; }}
#modeBar QToolButton {{
    border: none; border-radius: 6px; padding: 5px 14px; color: {pale}; margin: 2px;
}}
#modeBar QToolButton:hover {{ color: {ink}; }}
#modeBar QToolButton:checked {{ background: {accent}; color: {on_accent}; }}

#card {{ background: {card}; border: 1px solid {edge}; border-radius: 10px; }}
#card[turn="true"] {{ border: 1px solid {accent}; }}
#result {{ background: {tint}; border: 1px solid {accent}; border-radius: 10px; }}
QLabel#pale, QLabel[pale="true"] {{ color: {pale}; }}
QLabel#heading {{ color: {ink}; }}
#clock {{ color: {pale}; padding: 2px 8px; border-radius: 6px; }}
#clock[running="true"] {{ background: {tint}; color: {ink}; }}
#clock[low="true"] {{ background: {alarm_tint}; color: {alarm}; }}

#notice {{ background: {card}; border-top: 1px solid {edge}; }}
#notice[alarm="true"] {{ background: {alarm_tint}; }}
#notice[alarm="true"] QLabel#said {{ color: {alarm}; }}

QPushButton {{
    background: {card}; border: 1px solid {edge}; border-radius: 6px; padding: 6px 16px;
}}
QPushButton:hover {{ background: {tint}; }}
QPushButton:pressed {{ background: {edge}; }}
QPushButton:focus {{ border: 1px solid {accent}; }}
QPushButton:disabled {{ color: {faint}; background: transparent; }}
QPushButton[primary="true"] {{
    background: {accent}; color: {on_accent}; border: 1px solid {accent};
}}
QPushButton[primary="true"]:disabled {{
    background: {edge}; color: {faint}; border: 1px solid {edge};
}}
QToolButton {{ border: 1px solid transparent; border-radius: 6px; padding: 6px; }}
QToolButton:hover {{ background: {tint}; }}
QToolButton:pressed {{ background: {edge}; }}
QToolButton:checked {{ background: {tint}; }}
QToolButton:focus {{ border: 1px solid {accent}; }}
QToolButton::menu-indicator {{ image: none; }}

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QTextEdit, QPlainTextEdit, QKeySequenceEdit {{
    background: {well}; border: 1px solid {edge}; border-radius: 6px; padding: 4px 8px;
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QSpinBox, QDoubleSpinBox, QComboBox {{ min-height: 20px; }}
QAbstractSpinBox {{ qproperty-alignment: "AlignRight | AlignVCenter"; }}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QTextEdit:focus,
QPlainTextEdit:focus {{ border: 1px solid {accent}; }}
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled {{
    color: {faint}; background: transparent;
}}
QAbstractSpinBox QLineEdit {{
    border: none; border-radius: 0; background: transparent; margin: 0; padding: 0 0 0 6px;
}}
QComboBox QLineEdit {{ border: none; background: transparent; padding: 0; }}
QCheckBox, QRadioButton {{ spacing: 8px; }}
QCheckBox::indicator {{
    width: 14px; height: 14px; border: 1px solid {faint}; border-radius: 4px; background: {well};
}}
QRadioButton::indicator {{
    width: 14px; height: 14px; border: 1px solid {faint}; border-radius: 8px; background: {well};
}}
QCheckBox::indicator:hover, QRadioButton::indicator:hover, QCheckBox::indicator:focus,
QRadioButton::indicator:focus {{ border: 1px solid {accent}; }}
QCheckBox::indicator:checked {{
    background: {accent}; border: 1px solid {accent}; image: url("{pictures}/{check}.png");
}}
QRadioButton::indicator:checked {{
    width: 6px; height: 6px; border: 5px solid {accent}; background: {on_accent};
}}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border: 1px solid {edge}; }}
QComboBox::drop-down {{ border: none; width: 24px; }}
QComboBox::down-arrow {{ image: url("{pictures}/down.png"); width: 12px; height: 12px; }}
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button,
QDoubleSpinBox::down-button {{ border: none; background: transparent; width: 20px; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{
    image: url("{pictures}/up.png"); width: 10px; height: 10px;
}}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{
    image: url("{pictures}/down.png"); width: 10px; height: 10px;
}}
QComboBox QAbstractItemView {{
    background: {card}; border: 1px solid {edge}; padding: 4px;
    selection-background-color: {tint}; selection-color: {ink};
}}
QAbstractItemView, QTextBrowser, QAbstractScrollArea#canvas {{
    background: {well}; border: 1px solid {edge}; border-radius: 8px; outline: none;
    selection-background-color: {tint}; selection-color: {ink};
}}
QHeaderView {{ background: transparent; border: none; border-radius: 0; }}
QHeaderView::section {{
    background: transparent; color: {pale}; border: none; border-bottom: 1px solid {edge};
    padding: 5px 8px;
}}
QTableView {{ gridline-color: {edge}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {edge}; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{
    background: transparent; color: {pale}; padding: 7px 12px; border: none;
    border-bottom: 2px solid transparent;
}}
QTabBar::tab:hover {{ color: {ink}; }}
QTabBar::tab:selected {{ color: {ink}; border-bottom: 2px solid {accent}; }}
QGroupBox {{ border: none; margin-top: 24px; padding: 0; font-weight: 600; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 0; top: 2px; }}
QSplitter::handle {{ background: transparent; }}
QSplitter::handle:hover {{ background: {edge}; }}
QScrollArea, QScrollArea > QWidget, QScrollArea > QWidget > QWidget {{
    border: none; background: transparent;
}}
QAbstractScrollArea::corner {{ border: none; background: transparent; }}
QTreeWidget::item {{ padding: 3px 0; }}
QScrollBar {{ background: transparent; border: none; }}
QScrollBar:vertical {{ width: 10px; }}
QScrollBar:horizontal {{ height: 10px; }}
QScrollBar::handle {{ background: {edge}; border-radius: 4px; margin: 1px; }}
QScrollBar::handle:hover {{ background: {pale}; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QProgressBar {{
    border: none; background: {edge}; border-radius: 2px; max-height: 4px; text-align: center;
}}
QProgressBar::chunk {{ background: {accent}; border-radius: 2px; }}
QSlider::groove:horizontal {{ height: 4px; background: {edge}; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{
    width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; background: {accent};
}}
"""
