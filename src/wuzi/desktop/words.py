"""The window's words, in the language spoken now, and the switch to another one.

``_`` looks a text up when it is called. A widget that shows words overrides
``changeEvent`` and, at ``QEvent.Type.LanguageChange``, shows them anew::

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  (Qt's name)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
"""

from __future__ import annotations

from qtpy.QtCore import QEvent
from qtpy.QtWidgets import QApplication

from wuzi.settings.language import current_language, gettext, ngettext, set_language, translate

__all__ = ["_", "capital", "current_language", "gettext", "ngettext", "speak", "translate"]

_ = gettext


def speak(code: str) -> None:
    """Speak the language ``code`` from now on, in every widget there is.

    Raises
    ------
    SettingsError
        If there is no such language or its catalogue is damaged; nothing has changed then.
    """
    set_language(code)
    for widget in QApplication.allWidgets():
        QApplication.sendEvent(widget, QEvent(QEvent.Type.LanguageChange))


def capital(text: str) -> str:
    """``text`` as a sentence begins; Chinese stays as it is.

    >>> capital("h8 already holds a stone")
    'H8 already holds a stone'
    """
    return text[:1].upper() + text[1:]
