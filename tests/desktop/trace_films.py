"""Films that the tests of the visible search look at, and a language that stands out."""

import gettext
from functools import cache

from qtpy.QtCore import QEvent
from qtpy.QtWidgets import QApplication

from wuzi.rules import parse_position
from wuzi.settings import language
from wuzi.textbook import SearchOptions
from wuzi.textbook.samples import MIDDLE_GAME
from wuzi.textbook.trace_recorder import Job, film

BOARD = parse_position(MIDDLE_GAME)
WIN = parse_position("h8a1i8b1j8a2")

KINDS = {
    "alphabeta": (BOARD, {"depth": 3, "cap": 4}),
    "minimax": (BOARD, {"depth": 2, "cap": 4, "pruning": False}),
    "table": (BOARD, {"depth": 4, "cap": 3, "table": True, "ordering": "none"}),
    "win": (WIN, {"depth": 3, "cap": 5}),
    "worst": (BOARD, {"depth": 3, "cap": 5, "ordering": "worst"}),
    "one": (parse_position("", 7), {"depth": 1}),
}


@cache
def film_of(kind, max_nodes=20_000):
    board, options = KINDS[kind]
    return film(Job(board, SearchOptions(**options), max_nodes=max_nodes))


def is_pruned(kind):
    return KINDS[kind][1].get("pruning", True)


class Loud(gettext.NullTranslations):
    """Every word that is looked up, in marks."""

    def gettext(self, message):
        return f"«{message}»"

    def ngettext(self, msgid1, msgid2, n):
        return f"«{msgid1 if n == 1 else msgid2}»"


def speak_loud(monkeypatch):
    """Make every widget speak loud, until another language is spoken."""
    monkeypatch.setattr(language._shared, "_catalogue", Loud())
    for widget in QApplication.allWidgets():
        QApplication.sendEvent(widget, QEvent(QEvent.Type.LanguageChange))
