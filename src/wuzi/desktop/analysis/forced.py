"""Forced wins of the position shown, looked for by our own engine's solvers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from qtpy.QtCore import QObject, Signal

from wuzi.desktop.desk import Desk
from wuzi.errors import EngineError, WuziError
from wuzi.play import Analyst
from wuzi.players.analysing import ForcedWin, Goal
from wuzi.rules import BLACK, WHITE, Board, Colour, opponent
from wuzi.thinking import Limit

REST: Final = 0.15
NICENESS: Final = 8
TIMES: Final[dict[Goal, float]] = {"vcf": 2.0, "vct": 6.0}
"""Seconds for each search."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one side.

    Attributes
    ----------
    colour : Colour
    threatened : bool
        Whether it is not that side's turn: it would win if the other passed.
    win : ForcedWin or None
        The last answer; ``None`` while the first is waited for.
    searching : bool
        Whether more is being looked for.
    """

    colour: Colour
    threatened: bool
    win: ForcedWin | None = None
    searching: bool = False


class ForcedWins(QObject):
    """Has a solver look at the position shown, for the side to move and for its opponent.

    Parameters
    ----------
    desk : Desk
    parent : QObject, optional
    who : str, default "wuzi"
        The solver's WHO text.

    Attributes
    ----------
    on : bool
    findings : tuple of Finding
        Of the side to move first.
    """

    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None, who: str = "wuzi") -> None:
        super().__init__(parent)
        self._desk = desk
        self._who = who
        self.on = False
        self.findings: tuple[Finding, ...] = ()
        self._solver: Analyst | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None
        desk.position_changed.connect(self._follow)

    def switch(self, on: bool) -> None:
        """Begin to look, or stop at once."""
        if on != self.on:
            self.on = on
            self._follow()

    def _follow(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self.findings = ()
        board = self._desk.board
        if self.on and self._desk.mode == "analyse" and board.outcome is None:
            self._task = self._desk.run(self._look(board.copy()))
        self.changed.emit()

    async def _look(self, board: Board) -> None:
        await asyncio.sleep(REST)
        try:
            found = await self._solve(board, board.turn)
            turned = None if found else _turned(board)
            if turned is not None:
                await self._solve(turned, board.turn)
        except WuziError as error:
            self._task = None
            self.switch(False)
            if not (isinstance(error, EngineError) and error.id == "analyst.closed"):
                raise

    async def _solve(self, board: Board, turn: Colour) -> bool:
        """Look for a win of the side to move of ``board``; whether there is one."""
        threatened = board.turn != turn
        before = self.findings
        win: ForcedWin | None = None
        for goal, seconds in TIMES.items():
            self._say(before, Finding(board.turn, threatened, win, searching=True))
            win = await self._engaged().solve(board, goal, Limit(time=seconds))
            if win.result == "win":
                break
        self._say(before, Finding(board.turn, threatened, win))
        return win is not None and win.result == "win"

    def _say(self, before: tuple[Finding, ...], finding: Finding) -> None:
        self.findings = (*before, finding)
        self.changed.emit()

    def _engaged(self) -> Analyst:
        if self._solver is None:
            self._solver = solver = Analyst(self._who, niceness=NICENESS)
            solver.on_traffic = lambda *said: self._desk.traffic.emit(solver.name, *said)
            self._keeper = self._desk.run(self._keep(solver))
        return self._solver

    async def _keep(self, solver: Analyst) -> None:
        """End the solver when the desk is closed, which cancels this."""
        try:
            await asyncio.Event().wait()
        finally:
            await solver.close()


def _turned(board: Board) -> Board | None:
    """The same stones with the other side to move, if that is a position one may reach."""
    turned = Board.from_stones(
        list(board.stones(BLACK)),
        list(board.stones(WHITE)),
        opponent(board.turn),
        board.size,
        board.rule,
        forbidden_loses=board.forbidden_loses,
    )
    return turned if turned.outcome is None else None
