"""The panel of the mode "analyse": best moves, chances, forced wins, threats, a region."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from qtpy.QtCore import QEvent, QSize, Qt
from qtpy.QtGui import QAction, QKeySequence
from qtpy.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wuzi.desktop.analysis.analysis import Analysis
from wuzi.desktop.analysis.bar import ChanceBar
from wuzi.desktop.analysis.board_marks import candidates, ghosts, playable, threat_marks
from wuzi.desktop.analysis.chances import for_black, has_score, win_rate
from wuzi.desktop.analysis.figures import Figures
from wuzi.desktop.analysis.forced import Finding, ForcedWins
from wuzi.desktop.analysis.forced_view import ForcedView
from wuzi.desktop.analysis.graph import ChanceGraph
from wuzi.desktop.analysis.header import Header
from wuzi.desktop.analysis.lines_table import LinesTable
from wuzi.desktop.analysis.look import Look, sheet
from wuzi.desktop.analysis.threats import find_threats
from wuzi.desktop.board.marks import Marks
from wuzi.desktop.desk import Desk
from wuzi.desktop.widgets import ToolButton, label
from wuzi.desktop.words import _
from wuzi.errors import N_
from wuzi.rules import Colour, Move, Point
from wuzi.thinking import Info

_TEXTS: Final = {
    "analysis": N_("Start or stop the analysis"),
    "analysis.threats": N_("Threats"),
    "analysis.forced": N_("Forced wins"),
    "analysis.region": N_("Region"),
}
_TIPS: Final = {
    "analysis.threats": N_("Show where either side could make a five, a four or an open three"),
    "analysis.forced": N_("Look for wins by force, for both sides"),
    "analysis.region": N_("Mark a part of the board and look at moves there only"),
}


class AnalysisPanel(QWidget):
    """Everything about the analysis beside the board.

    Its actions (``actions()``) belong in a menu; the one named ``"analysis"`` starts and
    stops by the space bar.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional
    solver : str, default "wuzi"
        WHO looks for forced wins.

    Attributes
    ----------
    analysis : Analysis
    forced : ForcedWins
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None, *, solver: str = "wuzi") -> None:
        super().__init__(parent)
        self._desk = desk
        self.analysis = Analysis(desk, self)
        self.forced = ForcedWins(desk, self, solver)
        self._preview: tuple[tuple[Move, ...], Colour] | None = None
        self._pointed: int | None = None  # the line that the table points at
        self._searching: asyncio.Task[None] | None = None
        self._picking = False
        self._make_actions()
        self._lay_out()
        self._connect()
        self.retranslate()
        self._recolour()
        self._show_all()

    # Making

    def _make_actions(self) -> None:
        self._actions: dict[str, QAction] = {}
        for name in _TEXTS:
            action = QAction(self)
            action.setObjectName(name)
            action.setCheckable(True)
            self._actions[name] = action
            self.addAction(action)
        self._actions["analysis"].setShortcut(QKeySequence(Qt.Key.Key_Space))
        self._actions["analysis"].triggered.connect(self.analysis.switch)
        self._actions["analysis.threats"].toggled.connect(lambda on: self._look_for_threats())
        self._actions["analysis.forced"].setChecked(True)
        self._actions["analysis.forced"].toggled.connect(lambda on: self._switch_forced())
        self._actions["analysis.region"].triggered.connect(self._toggle_region)

    def _lay_out(self) -> None:
        self.header = Header(self._desk, self.analysis)
        self.bar = ChanceBar()
        self.table = LinesTable()
        self.remark = label(size=0.9, pale=True)
        self.remark.setWordWrap(True)
        self.remark.hide()
        self.figures = Figures()
        self.forced_view = ForcedView()
        self.graph = ChanceGraph()
        self.tools = QWidget()
        self.tools.setObjectName("analysisTools")
        row = QHBoxLayout(self.tools)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for name in ("analysis.threats", "analysis.forced", "analysis.region"):
            button = ToolButton(self._actions[name])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self.header, self.tools, self.bar, self.table, self.remark):
            layout.addWidget(widget)
        for widget in (self.figures, self.forced_view):
            layout.addWidget(widget)
        layout.addWidget(self.graph, 1)
        layout.addStretch(0)

    def sizeHint(self) -> QSize:
        """Its natural size."""
        return QSize(380, 640)

    def _connect(self) -> None:
        desk = self._desk
        self.analysis.changed.connect(self._show_lines)
        self.analysis.rates_changed.connect(self._show_graph)
        self.forced.changed.connect(self._show_forced)
        desk.position_changed.connect(self._follow)
        desk.tree_changed.connect(self._show_graph)
        desk.mode_changed.connect(self._follow_mode)
        desk.hovered.connect(self._hover)
        desk.region_chosen.connect(self._take_region)
        self.table.pointed.connect(self._point_at_line)
        self.table.chosen.connect(self._play_line)
        self.forced_view.pointed.connect(self._point_at_forced)
        self.forced_view.chosen.connect(self._play_forced)
        self.graph.chosen.connect(self._go)

    # Words and colours

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        for name, text in _TEXTS.items():
            self._actions[name].setText(_(text))
            if name in _TIPS:
                self._actions[name].setToolTip(_(_TIPS[name]))
        for part in (
            self.header, self.bar, self.table, self.figures, self.forced_view, self.graph,
        ):  # fmt: skip
            part.retranslate()
        self._name_region()
        self._show_lines()

    def _recolour(self) -> None:
        wanted = sheet(Look.now())
        if self.styleSheet() != wanted:
            self.setStyleSheet(wanted)

    def changeEvent(self, event: QEvent) -> None:
        """Follow language and look."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._recolour()
        super().changeEvent(event)

    # Showing

    def _show_all(self) -> None:
        self._follow_mode()
        self._show_lines()
        self._show_graph()
        self._show_forced()

    def _follow_mode(self) -> None:
        here = self._desk.mode == "analyse"
        self._actions["analysis"].setEnabled(here)
        if not here and self._picking:
            self._pick(False)
        self._look_for_threats()

    def _follow(self) -> None:
        self._preview = self._pointed = None
        self._look_for_threats()
        self._show_graph()
        self._name_region()
        self._draw()

    def _infos(self) -> list[Info]:
        lines = self.analysis.lines
        return [lines[number] for number in sorted(lines)]

    def _show_lines(self) -> None:
        analysis, infos = self.analysis, self._infos()
        self._actions["analysis"].setChecked(analysis.on)
        self._switch_forced()
        self.table.show_lines(infos, self._desk.settings.analysis.lines)
        self.figures.show_info(analysis.best, running=analysis.state in ("starting", "thinking"))
        self._show_bar()
        self._remark()
        if self._pointed is not None:
            self._point_at_line(self._pointed)
        else:
            self._draw()

    def _show_bar(self) -> None:
        outcome, best = self._desk.board.outcome, self.analysis.best
        if outcome is not None:
            winner = outcome.winner
            self.bar.set_rate(0.5 if winner is None else for_black(1.0, winner))
        elif best is not None and has_score(best) and self.analysis.region is None:
            self.bar.set_rate(
                for_black(win_rate(best, self.analysis.scale), self.analysis.board.turn)
            )
        else:
            _nodes, place = self.analysis.line()
            self.bar.set_rate(self.analysis.rates()[place])

    def _remark(self) -> None:
        """Say what one would wonder about otherwise."""
        analysis, text = self.analysis, ""
        region = analysis.region
        if region is not None and any(info.move not in region for info in self._infos()):
            text = _("This engine does not keep to the region.")
        elif analysis.on and self._desk.mode == "analyse" and self._desk.board.outcome is not None:
            text = _("The game is over here: go back to a position where a side can move.")
        self.remark.setText(text)
        self.remark.setVisible(bool(text))

    def _show_graph(self) -> None:
        _nodes, place = self.analysis.line()
        self.graph.show_rates(self.analysis.rates(), place)

    def _show_forced(self) -> None:
        self.forced_view.setVisible(self.forced.on)
        self.forced_view.show_findings(self.forced.findings)
        if not self.forced.on and self.analysis.on:
            self._actions["analysis.forced"].setChecked(False)  # the solver failed

    # On the board

    def _draw(self) -> None:
        """Candidates, or the line that is previewed instead of them."""
        if self._desk.mode != "analyse":
            self._desk.set_marks("analysis", None)
            return
        if self._preview is not None:
            line, turn = self._preview
            marks = Marks(line=ghosts(line, turn), region=self.analysis.region)
        else:
            marks = Marks(
                candidates=candidates(self._infos(), self.analysis.scale),
                region=self.analysis.region,
            )
        self._desk.set_marks("analysis", None if marks == Marks() else marks)

    def _preview_line(self, line: Sequence[Move] | None, turn: Colour) -> None:
        self._preview = None if line is None else (playable(self._desk.board, line), turn)
        self._draw()

    def _hover(self, point: Point | None) -> None:
        """Preview the line of the candidate under the pointer."""
        info = next((info for info in self._infos() if info.pv[:1] == (point,)), None)
        self._pointed = None if info is None else info.line
        self._preview_line(None if info is None else info.pv, self.analysis.board.turn)

    def _point_at_line(self, number: int | None) -> None:
        info = None if number is None else self.analysis.lines.get(number)
        self._pointed = None if info is None else number
        self._preview_line(None if info is None else info.pv, self.analysis.board.turn)

    def _point_at_forced(self, finding: Finding | None) -> None:
        self._pointed = None
        line = None if finding is None or finding.win is None else finding.win.line
        self._preview_line(line, self._desk.board.turn if finding is None else finding.colour)

    # Acting

    def _play_line(self, number: int) -> None:
        info = self.analysis.lines.get(number)
        if info is not None and self._desk.mode == "analyse" and self._desk.legal(info.move):
            self._desk.choose(info.move)

    def _play_forced(self, finding: Finding) -> None:
        first = finding.win.line[0] if finding.win is not None and finding.win.line else None
        ours = finding.colour == self._desk.board.turn
        if first is not None and ours and self._desk.mode == "analyse" and self._desk.legal(first):
            self._desk.choose(first)

    def _go(self, place: int) -> None:
        nodes, _place = self.analysis.line()
        if place < len(nodes):
            self._desk.go(nodes[place])

    def _switch_forced(self) -> None:
        """The solver works while the analysis does, if it is wanted."""
        self.forced.switch(self.analysis.on and self._actions["analysis.forced"].isChecked())

    # Threats

    def _look_for_threats(self) -> None:
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None
        wanted = self._actions["analysis.threats"].isChecked() and self._desk.mode == "analyse"
        if wanted and self._desk.board.outcome is None:
            self._searching = self._desk.run(self._mark_threats())
        else:
            self._desk.set_marks("threats", None)

    async def _mark_threats(self) -> None:
        found = await find_threats(self._desk.board)
        self._searching = None
        self._desk.set_marks("threats", threat_marks(found))

    # Regions

    def _toggle_region(self) -> None:
        """Mark a region; with one marked, look at the whole board again."""
        if self.analysis.region is not None:
            self.analysis.set_region(None)
            self._name_region()
        else:
            self._pick(not self._picking)

    def _pick(self, on: bool) -> None:
        self._picking = on
        self._desk.pick_region(on)
        if on:
            self._desk.notice(_("Draw a rectangle on the board around the moves to look at."))
        self._name_region()

    def _take_region(self, region: frozenset[Point] | None) -> None:
        if not self._picking:
            return
        self._pick(False)
        if region:
            self.analysis.set_region(region)
        self._name_region()

    def _name_region(self) -> None:
        action, marked = self._actions["analysis.region"], self.analysis.region is not None
        action.setChecked(marked or self._picking)
        action.setText(_("Whole board") if marked else _("Region"))
