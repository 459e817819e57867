"""What an engine thinks of the position shown, as long as it is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from typing import Final, Literal

from qtpy.QtCore import QObject, Signal

from wuzi.desktop.analysis.chances import (
    SCALE,
    TEXTBOOK,
    for_black,
    has_score,
    noted_rates,
    scale_of,
    tells_rate,
    win_rate,
)
from wuzi.desktop.desk import Desk
from wuzi.desktop.said import notice_of
from wuzi.errors import EngineError, WuziError
from wuzi.play import Analyst
from wuzi.rules import Board, Node, Point
from wuzi.thinking import Info

State = Literal["off", "starting", "thinking", "done"]

REST: Final = 0.08
"""Seconds a position is looked at before the engine is asked: one may be leafing through."""
BEAT: Final = 0.1
"""Seconds between two tellings of what is new."""
NICENESS: Final = 5


class Analysis(QObject):
    """Asks an engine about the position that the desk shows, while switched on.

    Parameters
    ----------
    desk : Desk
    parent : QObject, optional

    Attributes
    ----------
    on : bool
        Whether it is switched on; it thinks only in the mode ``"analyse"``.
    state : {"off", "starting", "thinking", "done"}
    board : Board
        The position that :attr:`lines` are about.
    lines : dict of int to Info
        What is known of the best move (1), the next (2) ...
    region : frozenset of Point or None
        The points that may be played first; ``None``: all.
    saying : str
        What the engine wants a person to know: that it is being compiled, say.
    """

    changed = Signal()
    """There is news of the lines or the state."""
    rates_changed = Signal()
    """There is news of the chances in :meth:`rates`."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.on = False
        self.state: State = "off"
        self.board: Board = desk.board
        self.lines: dict[int, Info] = {}
        self.region: frozenset[Point] | None = None
        self.saying = ""
        self._of = (desk.board.size, desk.board.rule)  # the kind of board of the region
        self._node: Node | None = None  # of the lines
        self._rates: dict[int, tuple[Node, float]] = {}  # by the id of the node, which is kept
        self._line: tuple[list[Node], list[float | None]] | None = None  # and its noted rates
        self._asked = desk.settings.analysis
        self._analyst: Analyst | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._beat: asyncio.TimerHandle | None = None
        for signal in (desk.position_changed, desk.tree_changed, desk.game_changed):
            signal.connect(self._change_line)
        desk.position_changed.connect(self._follow)
        desk.game_changed.connect(self._forget)
        desk.settings_changed.connect(self._look_at_settings)

    # Switching

    def switch(self, on: bool) -> None:
        """Begin to ask, or stop at once."""
        if on != self.on:
            self.on = on
            self._ask_anew()

    def set_region(self, region: frozenset[Point] | None) -> None:
        """Look at moves on these points only."""
        self.region = region
        self._of = (self._desk.board.size, self._desk.board.rule)
        self._ask_anew()

    @property
    def is_plain(self) -> bool:
        """Whether the engine knows neither several lines nor regions."""
        return self._analyst is not None and self._analyst.extended is False

    @property
    def best(self) -> Info | None:
        """What is known of the best move."""
        return self.lines.get(1)

    def _look_at_settings(self) -> None:
        wanted = self._desk.settings.analysis
        if wanted == self._asked:
            return
        if (wanted.who, wanted.threads) != (self._asked.who, self._asked.threads):
            self._part()
        self._asked = wanted
        self._ask_anew()

    @property
    def scale(self) -> float:
        """What its scores are to be divided by where it tells no chances."""
        scale = scale_of(self._asked.who)
        return TEXTBOOK if scale == SCALE else scale  # ours tells them; the textbook stands in

    # Following

    def _follow(self) -> None:
        board = self._desk.board
        if self.region is not None and (board.size, board.rule) != self._of:
            self.region = None
        self._ask_anew()

    def _forget(self) -> None:
        """Another game: nothing that was found out is about it."""
        self._node = None
        self._rates.clear()
        self.lines = {}
        self.rates_changed.emit()

    def _ask_anew(self) -> None:
        """Leave the position that was asked about, and ask about the one shown now."""
        self._leave()
        board, desk = self._desk.board, self._desk
        self.board, self.lines = board, {}
        self.state = "off"
        self.saying = ""
        if self.on and desk.mode == "analyse":
            self._node = desk.node
            can_move = board.outcome is None and next(board.legal_points(), None) is not None
            self.state = "starting" if can_move else "done"
            if can_move:
                self._task = desk.run(self._ask(board.copy()))
        self.changed.emit()

    def _leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None
        self._note()
        self._node = None

    async def _ask(self, board: Board) -> None:
        """Ask until told to stop; a failure switches off, and can be tried again."""
        await asyncio.sleep(REST)
        try:
            analyst = self._engaged()
            told = analyst.analyse(board, lines=self._asked.lines, region=self.region)
            async with aclosing(told):
                async for info in told:
                    self._take(info)
        except WuziError as error:
            self._task = None
            if not (isinstance(error, EngineError) and error.id == "analyst.closed"):
                self.switch(False)
                raise
        else:
            self._task = None
            self.state = "done"
            self._tell()
            self._note()

    def _engaged(self) -> Analyst:
        """The engine, in a process that ends with the desk."""
        if self._keeper is None:
            self._keeper = self._desk.run(self._keep())
        if self._analyst is None:
            who, threads = self._asked.who, self._asked.threads
            who = f"wuzi,threads={threads}" if who == "wuzi" and threads > 1 else who
            self._analyst = Analyst(who, niceness=NICENESS)
            self._analyst.on_traffic = self._overheard(self._analyst)
        return self._analyst

    def _overheard(self, analyst: Analyst) -> Callable[[str, str], None]:
        def hear(mark: str, line: str) -> None:
            self._desk.traffic.emit(analyst.name, mark, line)
            said = notice_of(line) if mark == "<" else None
            if said is not None and analyst is self._analyst:
                self.saying = said
                self.changed.emit()

        return hear

    async def _keep(self) -> None:
        """End the engine when the desk is closed, which cancels this."""
        try:
            await asyncio.Event().wait()
        finally:
            if self._analyst is not None:
                await self._analyst.close()

    def _part(self) -> None:
        """End the engine; another will be asked."""
        if self._analyst is not None:
            self._desk.run(self._analyst.close())
            self._analyst = None

    # What is told

    def _take(self, info: Info) -> None:
        self.state = "thinking"
        if "win_rate" in info.counts:
            self.saying = ""  # our engine is there
        if info.line == 1:
            for line in [n for n in self.lines if n > self._asked.lines]:
                del self.lines[line]
        for line in [n for n, old in self.lines.items() if old.pv[:1] == info.pv[:1]]:
            del self.lines[line]  # it was at another place, one depth before
        self.lines[info.line] = info
        if info.line == 1 and self._node is not None and self.region is None and has_score(info):
            rate = for_black(win_rate(info, self.scale), self.board.turn)
            self._rates[id(self._node)] = (self._node, rate)
        if self._beat is None:
            self._beat = asyncio.get_running_loop().call_later(BEAT, self._tell)

    def _tell(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None
        self.rates_changed.emit()
        self.changed.emit()

    def _note(self) -> None:
        """Keep what was found out in the notes of the node, unless more is known there.

        Not the textbook's scores, whose units nobody could tell later.
        """
        best, node = self.best, self._node
        if best is None or node is None or self.region is not None or not has_score(best):
            return
        if self.scale == TEXTBOOK and not tells_rate(best):
            return
        if self._desk.game.root is not node.path()[0]:
            return  # it was cut off meanwhile
        notes = node.notes
        if notes.score is not None and notes.depth is not None and notes.depth > best.depth:
            return
        score = -best.score  # notes take the view of the side that has moved
        if (notes.score, notes.depth, notes.nodes) != (score, best.depth, best.nodes):
            notes.score, notes.depth, notes.nodes = score, best.depth, best.nodes
            self._desk.touch()

    # The line that is looked at

    def line(self) -> tuple[list[Node], int]:
        """The nodes of the line that the desk looks at, and which of them is shown."""
        trail = self._desk.trail
        if self._line is None:
            place, nodes = trail.place, [trail.first]
            while nodes[-1] is not trail.last:
                nodes.append(trail.at(len(nodes) - place))
            self._line = nodes, noted_rates(self._desk.game, nodes)
        return self._line[0], trail.place

    def rates(self) -> list[float | None]:
        """Black's chance at each node of that line, as far as it is known."""
        nodes, _place = self.line()
        assert self._line is not None
        return [
            self._rates[id(node)][1] if id(node) in self._rates else rate
            for node, rate in zip(nodes, self._line[1], strict=True)
        ]

    def _change_line(self) -> None:
        self._line = None
