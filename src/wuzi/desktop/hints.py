"""Hints: what an engine that plays for nobody would play."""

from __future__ import annotations

from typing import Final

from qtpy.QtCore import QObject

from wuzi.desktop.board.marks import Marks
from wuzi.desktop.desk import Desk
from wuzi.desktop.said import thought_words
from wuzi.desktop.words import _
from wuzi.errors import N_, IllegalMove
from wuzi.play import Analyst
from wuzi.play.priority import NICENESS
from wuzi.rules import PASS, point_name
from wuzi.thinking import Limit

LAYER: Final = "hint"
SECONDS: Final = 1.5
PATIENCE: Final = 20.0


class Hints(QObject):
    """Gives hints on the position shown; its engine starts with the first one.

    Parameters
    ----------
    desk : Desk
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._analyst: Analyst | None = None
        self._asked = False
        desk.position_changed.connect(lambda: desk.set_marks(LAYER, None))
        desk.at_close(self._close)

    def ask(self) -> None:
        """Begin to look for a hint; it is marked on the board if the position is still shown."""
        if self._desk.board.outcome is not None:
            self._desk.complain(
                IllegalMove("hint.over", N_("the game is over here: there is no move to advise"))
            )
        elif not self._asked:
            self._asked = True
            self._desk.notice(_("Looking for a good move..."))
            self._desk.run(self._find())

    async def _find(self) -> None:
        board = self._desk.board
        who = self._desk.settings.analysis.who
        try:
            if self._analyst is None or self._analyst.who != who:
                await self._close()
                self._analyst = Analyst(who, niceness=NICENESS)
            info = await self._analyst.hint(board, Limit(time=SECONDS), allowed=PATIENCE)
        finally:
            self._asked = False
        if self._desk.board is board and info.move != PASS:
            self._desk.set_marks(LAYER, Marks(hint=info.move))
            said = thought_words(info)
            self._desk.notice(
                _("Hint: {point}").format(point=point_name(info.move)) + (f" · {said}" * bool(said))
            )

    async def _close(self) -> None:
        analyst, self._analyst = self._analyst, None
        if analyst is not None:
            await analyst.close()
