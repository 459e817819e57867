"""What the board shows of the game itself: the last stone, the winning row, forbidden points."""

from __future__ import annotations

import asyncio

from qtpy.QtCore import QObject

from wuzi.desktop.board.marks import Marks
from wuzi.desktop.desk import Desk
from wuzi.rules import BLACK, PASS, Board, Point, Reason

LAYER = "game"


class GameMarks(QObject):
    """Keeps the layer ``"game"`` of the desk's marks in step with the position shown.

    Forbidden points, which take a while to find, are looked for in a thread.

    Parameters
    ----------
    desk : Desk
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._forbidden: dict[Point, str] = {}
        self._board: Board | None = None
        self._looking = False
        desk.position_changed.connect(self._look)
        desk.settings_changed.connect(self._look)
        self._look()

    def _look(self) -> None:
        board = self._desk.board
        if board is not self._board:
            self._board = board
            self._forbidden = {}
        self._show()
        wanted = board.rule.forbidden and self._desk.settings.window.forbidden
        black_next = board.turn == BLACK and board.outcome is None
        if wanted and black_next and not self._forbidden and not self._looking:
            self._looking = True
            self._desk.run(self._find())

    async def _find(self) -> None:
        board = self._desk.board
        try:
            found = await asyncio.to_thread(board.copy().forbidden_points)
        finally:
            self._looking = False
        if self._desk.board is board:
            self._forbidden = {p: str(kind) for p, kind in found.items()}
            self._show()
        else:
            self._look()

    def _show(self) -> None:
        board = self._desk.board
        last = board.last if board.last not in (None, PASS) else None
        outcome = board.outcome
        won = outcome is not None and outcome.reason == Reason.FIVE
        shown = self._forbidden if self._desk.settings.window.forbidden else {}
        self._desk.set_marks(
            LAYER,
            Marks(
                last=last, winning=outcome.points if outcome and won else (), forbidden=dict(shown)
            ),
        )
