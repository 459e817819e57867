"""The analysing mode with real widgets, and engines of many lines, plain ones, dying ones."""

import asyncio
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from qtpy.QtCore import QPoint, Qt
from qtpy.QtTest import QTest

from wuzi.desktop.analysis.panel import AnalysisPanel
from wuzi.desktop.board.marks import Marks
from wuzi.desktop.desk import Desk, NewGame
from wuzi.desktop.words import speak
from wuzi.rules import BLACK, WHITE, Game, Score, moves_text, parse_moves, parse_point, point_name
from wuzi.settings import AnalysisDefaults, EngineEntry, Settings

TESTS = Path(__file__).parents[1]
SEVERAL = shlex.join([sys.executable, str(TESTS / "protocol" / "thinkers.py"), "several"])
LONG = 30.0


def mock(*options):
    return shlex.join([sys.executable, "-S", str(TESTS / "mock_engine.py"), *options])


async def until(condition, seconds=LONG):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


@pytest.fixture
async def sit(qapp):
    """Makes a desk with a game of a few moves, and its panel, which analyses with ``who``."""
    made = []

    async def sit(who=SEVERAL, moves="h8i9g7", lines=3, mode="analyse", solver=SEVERAL):
        desk = Desk(Settings(analysis=AnalysisDefaults(who, lines)))
        desk.start()
        desk.complaints, desk.notices = [], []
        desk.complained.connect(desk.complaints.append)
        desk.noticed.connect(desk.notices.append)
        game = Game()
        game.extend(parse_moves(moves))
        await desk.open_game(game)
        desk.set_mode(mode)
        panel = AnalysisPanel(desk, solver=solver)
        panel.resize(400, 700)
        panel.show()
        made.append((desk, panel))
        return desk, panel

    yield sit
    for desk, panel in made:
        await desk.close()
        panel.close()
        panel.deleteLater()
        desk.deleteLater()


def switch(panel):
    QTest.mouseClick(panel.header.button, Qt.MouseButton.LeftButton)


def shown_moves(panel):
    return [panel.table.item(row, 0).text() for row in range(panel.table.rowCount())]


def marks(desk):
    return desk.layers.get("analysis", Marks())  # no layer where there is nothing to mark


async def test_several_lines_come_to_table_board_bar_and_graph(sit):
    desk, panel = await sit()
    assert desk.layers.get("analysis") is None
    switch(panel)
    assert panel.analysis.state == "starting"
    await until(lambda: panel.table.rowCount() == 3 and panel.analysis.lines[3].depth > 3)
    assert shown_moves(panel) == ["a1", "b1", "c1"]
    assert panel.table.item(1, 1).text() == "80.0%"
    assert panel.table.item(0, 2).text() == "+99"
    candidates = marks(desk).candidates
    assert [(point_name(c.point), c.text, c.rank) for c in candidates] == [
        ("a1", "85%", 1), ("b1", "80%", 2), ("c1", "75%", 3),
    ]  # fmt: skip
    assert candidates[0].share > candidates[1].share > candidates[2].share
    assert panel.bar.accessibleDescription() == "Black 15.0%"  # white is to move
    nodes, place = panel.analysis.line()
    assert (len(nodes), place) == (4, 3)
    assert panel.analysis.rates() == [None, None, None, pytest.approx(0.15)]
    depth, deepest, positions, speed, time = panel.figures.texts()
    assert int(depth) >= 3
    assert (deepest, speed) == ("9", "1k") or int(depth) > 9
    assert positions
    assert time.endswith(" s")
    switch(panel)
    assert (panel.analysis.state, panel.analysis.lines) == ("off", {})
    assert desk.layers.get("analysis") is None
    assert panel.table.rowCount() == 0
    assert desk.complaints == []


async def test_the_space_bar_starts_and_stops(sit):
    desk, panel = await sit()
    panel.activateWindow()
    panel.setFocus()
    await until(panel.isActiveWindow)
    QTest.keyClick(panel, Qt.Key.Key_Space)
    await until(lambda: panel.analysis.lines)
    QTest.keyClick(panel, Qt.Key.Key_Space)
    assert not panel.analysis.on
    desk.set_mode("play")
    QTest.keyClick(panel, Qt.Key.Key_Space)
    assert not panel.analysis.on


async def test_it_follows_the_position_and_notes_what_it_found(sit):
    desk, panel = await sit()
    switch(panel)
    await until(lambda: panel.analysis.lines)
    end = desk.node
    desk.back()
    await until(lambda: panel.analysis.lines and panel.analysis.board is desk.board)
    assert end.notes.score == Score(-99)  # black has moved, and white stands well
    assert end.notes.depth >= 1
    _nodes, place = panel.analysis.line()
    assert place == 2
    assert panel.analysis.rates()[3] == pytest.approx(0.15)
    desk.choose(parse_point("o15"))  # a variation
    await until(lambda: panel.analysis.lines)
    assert moves_text(panel.analysis.board.moves) == "h8i9o15"
    await until(lambda: panel.analysis.rates()[3] is not None)


async def test_pv_is_previewed_over_a_candidate_and_over_a_row(sit):
    desk, panel = await sit()
    switch(panel)
    await until(lambda: panel.table.rowCount() == 3)
    desk.hovered.emit(parse_point("b1"))
    assert [(point_name(g.point), g.colour, g.number) for g in marks(desk).line] == [
        ("b1", WHITE, 1), ("a1", BLACK, 2),
    ]  # fmt: skip
    assert marks(desk).candidates == ()
    await asyncio.sleep(0.2)  # news comes, and the preview stays
    assert marks(desk).line
    desk.hovered.emit(parse_point("h8"))
    assert marks(desk).candidates
    assert marks(desk).line == ()
    viewport = panel.table.viewport()
    row = panel.table.visualItemRect(panel.table.item(2, 0)).center()
    QTest.mouseMove(viewport, row)
    QTest.mouseMove(viewport, row + QPoint(3, 1))
    await until(lambda: marks(desk).line)
    assert point_name(marks(desk).line[0].point) == "c1"
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=row)
    assert moves_text(desk.board.moves) == "h8i9g7c1"


async def test_rows_can_be_reached_by_keys(sit):
    desk, panel = await sit()
    switch(panel)
    await until(lambda: panel.table.rowCount() == 3)
    panel.table.setCurrentCell(0, 0)
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    assert point_name(marks(desk).line[0].point) == "b1"
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert moves_text(desk.board.moves) == "h8i9g7b1"


async def test_a_click_on_the_graph_goes_to_its_move(sit):
    desk, panel = await sit(moves="h8i9g7f6")
    spot = panel.graph.position_of(1).toPoint()
    QTest.mouseClick(panel.graph, Qt.MouseButton.LeftButton, pos=spot)
    assert moves_text(desk.board.moves) == "h8"
    QTest.keyClick(panel.graph, Qt.Key.Key_Right)
    assert moves_text(desk.board.moves) == "h8i9"
    far = panel.graph.position_of(4).toPoint() + QPoint(200, 0)
    QTest.mouseClick(panel.graph, Qt.MouseButton.LeftButton, pos=far)
    assert moves_text(desk.board.moves) == "h8i9g7f6"


async def test_a_plain_engine_shows_its_move(sit):
    desk, panel = await sit(mock())
    switch(panel)
    await until(lambda: panel.analysis.state == "done")
    assert len(shown_moves(panel)) == 1
    assert [panel.table.item(0, column).text() for column in (1, 2, 3)] == ["–"] * 3
    (candidate,) = marks(desk).candidates
    assert candidate.text == ""
    assert desk.board.is_legal(candidate.point)
    assert panel.header.status.full_text == "finished · tells its best move only"
    assert not desk.node.has_notes
    assert desk.complaints == []


async def test_an_engine_that_dies_is_told_and_can_be_started_again(sit):
    desk, panel = await sit(mock("--fault", "crash", "--at", "2"), moves="h8i9g7")
    switch(panel)
    await until(lambda: desk.complaints)
    assert [error.id for error in desk.complaints] == ["engine.crash"]
    assert "out of ideas" in str(desk.complaints[0])
    assert not panel.analysis.on
    assert not panel.header.button.isChecked()
    desk.back(2)  # the mock's own first move there: it can make one
    switch(panel)
    await until(lambda: panel.analysis.state == "done")
    assert len(shown_moves(panel)) == 1
    assert len(desk.complaints) == 1


async def test_an_engine_killed_in_the_midst_of_thinking(sit):
    desk, panel = await sit()
    switch(panel)
    await until(lambda: panel.analysis.lines)
    panel.analysis._analyst._engine._talk.child.kill()
    await until(lambda: desk.complaints)
    assert not panel.analysis.on
    switch(panel)
    await until(lambda: panel.analysis.lines)
    assert panel.analysis.on


async def test_an_engine_that_is_not_there(sit):
    desk, panel = await sit("engine:Ghost")
    switch(panel)
    await until(lambda: desk.complaints)
    assert not panel.analysis.on
    panel.header.engines.setCurrentIndex(0)
    assert panel.header.engines.itemData(0) == "wuzi"


async def test_engine_and_number_of_lines_are_chosen(sit):
    desk, panel = await sit(lines=1)
    settings = desk.settings
    listed = EngineEntry("Mine", mock())
    desk.set_settings(replace(settings, engines=(listed,)))
    switch(panel)
    await until(lambda: panel.analysis.lines)
    panel.header.lines.activated.emit(1)
    assert desk.settings.analysis.lines == 2
    await until(lambda: panel.table.rowCount() == 2)
    index = panel.header.engines.findData("engine:Mine")
    assert panel.header.engines.itemText(index)
    panel.header.engines.activated.emit(index)
    assert desk.settings.analysis.who == "engine:Mine"
    assert panel.header.engines.currentIndex() == index
    # It is not in the engine list of this home, and that is told.
    await until(lambda: desk.complaints)


async def test_a_region_is_marked_and_kept_to(sit):
    desk, panel = await sit()
    picking = []
    desk.picking_changed.connect(picking.append)
    region = frozenset(parse_moves("h8f6f7"))
    button = panel._actions["analysis.region"]
    switch(panel)
    button.trigger()
    assert picking == [True]
    assert len(desk.notices) == 1
    desk.region_chosen.emit(region)
    assert picking == [True, False]
    assert button.text() == "Whole board"
    await until(lambda: panel.table.rowCount() == 2)
    assert set(shown_moves(panel)) == {"f6", "f7"}
    assert marks(desk).region == region
    assert panel.remark.isHidden()
    panel.analysis.switch(False)
    assert not desk.node.has_notes  # a part of the truth is not noted
    panel.analysis.switch(True)
    button.trigger()
    assert button.text() == "Region"
    await until(lambda: len(panel.analysis.lines) == 3)
    button.trigger()
    desk.region_chosen.emit(None)  # Esc
    assert panel.analysis.region is None
    assert not button.isChecked()


async def test_a_region_where_nothing_can_be_played_and_one_that_is_not_heeded(sit):
    desk, panel = await sit()
    panel.analysis.set_region(frozenset(parse_moves("h8")))
    switch(panel)
    await until(lambda: desk.complaints)
    assert desk.complaints[0].id == "analyst.region"
    desk, panel = await sit(mock())
    panel.analysis.set_region(frozenset(parse_moves("f6")))
    switch(panel)
    await until(lambda: panel.analysis.state == "done")
    assert panel.remark.text() == "This engine does not keep to the region."
    await desk.new_game(NewGame(size=10))
    assert panel.analysis.region is None


async def test_forced_wins_are_numbered_sequences(sit):
    desk, panel = await sit()
    switch(panel)
    row, other = panel.forced_view.rows
    await until(lambda: "wins by fours" in row.text.full_text)
    assert row.text.full_text == "wins by fours: 1 a1  2 b1  3 c1"
    assert other.text.full_text == ""  # who wins is not asked what is threatened
    panel.forced_view.pointed.emit(panel.forced.findings[0])
    assert [(g.colour, g.number) for g in marks(desk).line] == [(WHITE, 1), (BLACK, 2), (WHITE, 3)]
    panel.forced_view.pointed.emit(None)
    assert marks(desk).line == ()
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    assert moves_text(desk.board.moves) == "h8i9g7a1"
    panel._actions["analysis.forced"].trigger()
    assert panel.forced_view.isHidden()
    assert not panel.forced.on


async def test_what_the_opponent_threatens(sit):
    desk, panel = await sit(solver=mock())  # a solver that is none
    switch(panel)
    await until(lambda: desk.complaints)
    assert not panel.forced.on
    assert panel.analysis.on
    assert not panel._actions["analysis.forced"].isChecked()


async def test_threats_are_shown_and_follow(sit):
    desk, panel = await sit(moves="h8a1i8b1j8")
    panel._actions["analysis.threats"].trigger()
    await until(lambda: "threats" in desk.layers)
    threats = {point_name(p): kind for p, kind in desk.layers["threats"].threats.items()}
    assert threats["g8"] == "straight_four"
    desk.back()
    await until(lambda: desk.layers["threats"].threats.get(parse_point("j8")) == "three")
    desk.set_mode("play")
    assert "threats" not in desk.layers


async def test_nothing_of_it_is_seen_in_another_mode(sit):
    desk, panel = await sit()
    switch(panel)
    await until(lambda: panel.analysis.lines)
    desk.set_mode("play")
    assert "analysis" not in desk.layers
    assert (panel.analysis.state, panel.forced.findings) == ("off", ())
    desk.set_mode("analyse")
    await until(lambda: panel.analysis.lines)  # it was on when one left


async def test_the_end_of_a_game(sit):
    desk, panel = await sit(moves="a1a2b1b2c1c2d1d2e1")
    switch(panel)
    assert panel.analysis.state == "done"
    assert not panel.remark.isHidden()
    assert panel.bar.accessibleDescription() == "Black 100.0%"
    desk.back()
    await until(lambda: panel.analysis.lines)
    assert panel.remark.isHidden()


async def test_another_game(sit):
    desk, panel = await sit()
    switch(panel)
    await until(lambda: panel.analysis.lines)
    await desk.open_game(Game(10))
    await until(lambda: panel.analysis.lines)
    assert panel.analysis.board.size == 10
    nodes, place = panel.analysis.line()
    assert (len(nodes), place) == (1, 0)


async def test_leafing_through_asks_about_the_last_position_only(sit):
    desk, panel = await sit(moves="h8i9g7f6e5d4")
    switch(panel)
    await until(lambda: panel.analysis.lines)
    told = []
    desk.traffic.connect(lambda name, mark, line: told.append(line))
    for _ in range(5):
        desk.back()
    await until(lambda: panel.analysis.lines)
    assert sum(line.startswith("YXNBEST") for line in told) == 1
    assert moves_text(panel.analysis.board.moves) == "h8"


async def test_words_follow_the_language(sit):
    _desk, panel = await sit()
    before = panel.header.button.text()
    speak("zh_CN")
    panel.retranslate()
    assert panel.table.horizontalHeaderItem(0).text()
    speak("en")
    assert panel.header.button.text() == before == "Start"
