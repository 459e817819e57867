"""The colours of analysing: an accent of its own, so that nobody takes it for playing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qtpy.QtGui import QColor

from wuzi.desktop.style import colours, is_dark


@dataclass(frozen=True)
class Look:
    """The colours of one window.

    Attributes
    ----------
    tint, accent, on_accent : QColor
        The header's ground, and what stands out on it.
    ink, soft, line, ground : QColor
        Text, lesser text, thin lines, background.
    black, white : QColor
        The two sides' shares of a bar.
    best : QColor
        The best move.
    hover : QColor
        The row under the pointer.
    """

    tint: QColor
    accent: QColor
    on_accent: QColor
    ink: QColor
    soft: QColor
    line: QColor
    ground: QColor
    black: QColor
    white: QColor
    best: QColor
    hover: QColor

    @classmethod
    def now(cls) -> Look:
        """The colours that go with the window's look."""
        own = colours()
        return cls(
            ink=QColor(own.ink),
            soft=QColor(own.pale),
            line=QColor(own.edge),
            ground=QColor(own.card),
            **{name: QColor(value) for name, value in (_DARK if is_dark() else _LIGHT).items()},
        )


_LIGHT: Final = {
    "tint": "#e6e9f8",
    "accent": "#4a59c4",
    "on_accent": "#ffffff",
    "black": "#3b3d44",
    "white": "#f6f3ec",
    "best": "#1f8a4c",
    "hover": "#eceffa",
}
_DARK: Final = {
    "tint": "#2a2f4d",
    "accent": "#93a1ff",
    "on_accent": "#12162e",
    "black": "#0f1013",
    "white": "#d8d6cf",
    "best": "#4cc38a",
    "hover": "#2f3448",
}

SHEET: Final = """
#analysisHead {{ background: {tint}; border: 1px solid {accent}; border-radius: 10px; }}
#analysisHead QPushButton {{
    background: {accent}; color: {on_accent}; border: 1px solid {accent}; font-weight: 600;
    padding: 6px 18px;
}}
#analysisHead QPushButton:checked {{ background: transparent; color: {accent}; }}
#analysisHead QPushButton:focus {{ border: 1px solid {ink}; }}
#analysisTools QToolButton {{ border: 1px solid {line}; border-radius: 6px; padding: 4px 10px; }}
#analysisTools QToolButton:checked {{ background: {tint}; border: 1px solid {accent}; }}
QTableWidget {{ border: none; background: transparent; }}
QTableWidget QHeaderView {{ border: none; background: transparent; }}
QTableWidget QHeaderView::section {{ background: transparent; padding: 4px 6px; }}
"""


def sheet(look: Look) -> str:
    """The style sheet of the panel."""
    return SHEET.format(**{name: getattr(look, name).name() for name in Look.__dataclass_fields__})
