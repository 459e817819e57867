"""The panel on a desk: recording in a child, cancelling, positions, marks, words."""

import os
import signal
import sys

import pytest
from qtpy.QtCore import QTimer
from qtpy.QtWidgets import QApplication

from tests.children import children
from tests.desktop.trace_films import speak_loud
from tests.textbook.searches import plain, pruned
from wuzi.desktop.desk import Desk
from wuzi.desktop.trace import recorder as recorder_module
from wuzi.desktop.trace.panel import TracePanel
from wuzi.desktop.words import speak
from wuzi.rules import BLACK, WHITE, parse_position
from wuzi.textbook import SearchOptions
from wuzi.textbook.samples import MIDDLE_GAME
from wuzi.textbook.trace_recorder import MAX_NODES

QUICK = SearchOptions(depth=2, cap=4, deepening=False)
ENDLESS = SearchOptions(depth=4, cap=0, radius="2", pruning=False, deepening=False)
WAIT = 30_000


@pytest.fixture
async def desk():
    made = Desk()
    made.said, made.errors = [], []
    made.noticed.connect(made.said.append)
    made.complained.connect(lambda error: made.errors.append(error.id))
    made.lay(parse_position(MIDDLE_GAME))
    yield made
    await made.close()
    made.deleteLater()


@pytest.fixture
def panel(desk, qtbot):
    made = TracePanel(desk)
    qtbot.addWidget(made)
    made.choices.set_options(QUICK)
    made.resize(480, 900)
    with qtbot.waitExposed(made):
        made.show()
    return made


OTHERS = set()
"""Children that earlier tests of this process have left to it, such as multiprocessing's own."""


@pytest.fixture(autouse=True)
def others():
    OTHERS.clear()
    OTHERS.update(children())


def own():
    return children() - OTHERS


def filmed(panel, qtbot):
    qtbot.waitUntil(lambda: panel.viewer.film is not None, timeout=WAIT)
    return panel.viewer.film


async def test_what_is_on_the_board_is_searched_and_replayed(panel, desk, qtbot):
    film = filmed(panel, qtbot)
    assert film.trace.complete
    assert panel.viewer.at == 1
    assert len(film.trace) == pruned(desk.board, 2, cap=4)[1]
    panel.viewer.go(3)
    marks = desk.layers["trace"]
    moves = film.moves_to(film.path(3)[-1])
    assert len(moves) == 2
    assert [ghost.point for ghost in marks.line] == moves
    assert [ghost.colour for ghost in marks.line] == [BLACK, WHITE][: len(moves)]
    assert [ghost.number for ghost in marks.line] == list(range(1, len(moves) + 1))
    panel.viewer.go(0)
    assert "trace" not in desk.layers
    qtbot.waitUntil(lambda: not panel.recorder.busy, timeout=WAIT)
    assert own() == set()


async def test_side_by_side_stand_the_counts_of_the_textbook(panel, desk, qtbot):
    filmed(panel, qtbot)
    qtbot.waitUntil(lambda: not panel.recorder.busy, timeout=WAIT)
    rows = {row.switch: row for row in panel.switches.rows}
    assert list(rows) == ["chosen", "pruning", "ordering", "table"]
    board = desk.board
    assert rows["chosen"].nodes == pruned(board, 2, cap=4)[1] == len(panel.viewer.film.trace)
    assert rows["pruning"].nodes == plain(board, 2, cap=4)[1]
    assert rows["ordering"].nodes == pruned(board, 2, cap=4, ordering="none")[1]
    assert rows["table"].nodes == pruned(board, 2, cap=4, table=True)[1]
    counts = panel.viewer.film.counts(panel.viewer.length)
    assert (counts.nodes, counts.cuts) == (rows["chosen"].nodes, rows["chosen"].cuts)


async def test_a_long_search_is_cancelled_at_once(panel, qtbot):
    filmed(panel, qtbot)
    panel.search(ENDLESS)
    assert panel.recorder.busy
    assert panel.choices.button.text() == "Stop"
    panel.choices.button.click()
    assert not panel.recorder.busy
    assert own() == set()
    assert panel.choices.button.text() == "Search"
    assert panel.note == "The search was stopped before it was recorded."
    panel.search(QUICK)
    assert filmed(panel, qtbot).trace.complete
    assert panel.note == ""


async def test_a_search_too_long_is_shown_as_far_as_it_goes(panel, qtbot):
    panel.search(ENDLESS)
    film = filmed(panel, qtbot)
    assert len(film.trace) == MAX_NODES
    assert panel.note.startswith("This search is too long to be recorded whole: its first 20,000")
    panel.viewer.go(panel.viewer.length)
    assert "The recording ends here" in panel.viewer.words.text()
    assert panel.recorder.busy  # it still counts
    panel.hide()
    assert own() == set()


async def test_nothing_is_held_up_while_a_search_is_recorded(panel, qtbot):
    filmed(panel, qtbot)
    beats = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(1))
    timer.start(5)
    panel.search(ENDLESS)
    before = len(beats)
    qtbot.waitUntil(lambda: len(beats) > before + 20, timeout=WAIT)  # the loop goes round
    assert panel.viewer.film is None
    timer.stop()
    panel.cancel()


async def test_another_position_is_searched_when_it_stands(panel, desk, qtbot):
    first = filmed(panel, qtbot)
    desk.lay(parse_position("h8i9"))
    assert panel.viewer.film is None
    assert "trace" not in desk.layers
    second = filmed(panel, qtbot)
    assert second is not first
    assert len(second.trace) == pruned(desk.board, 2, cap=4)[1]
    panel.hide()
    desk.lay(parse_position("h8i9g7"))
    assert not panel._settle.isActive()
    assert "trace" not in desk.layers
    panel.show()
    assert filmed(panel, qtbot) is not second


async def test_walking_through_the_game_keeps_the_keyboard(panel, desk, qtbot):
    filmed(panel, qtbot)
    panel.activateWindow()
    panel.choices.more.setFocus()
    desk.lay(parse_position("h8i9"))
    filmed(panel, qtbot)
    assert panel.focusWidget() is panel.choices.more
    panel.choices.button.click()
    filmed(panel, qtbot)
    assert panel.focusWidget() is panel.viewer.tree


async def test_a_finished_game_is_not_searched(panel, desk, qtbot):
    filmed(panel, qtbot)
    desk.lay(parse_position("h8a1i8b1j8c1k8d1l8"))
    qtbot.waitUntil(lambda: panel.note != "", timeout=WAIT)
    assert panel.note.startswith("The game is over here")
    assert (panel.viewer.film, panel.recorder.busy) == (None, False)


async def test_a_click_on_the_board_goes_to_that_move(panel, desk, qtbot):
    film = filmed(panel, qtbot)
    child = film.all_children(0)[-1]
    desk.clicked.emit(film.trace.move[child])
    assert panel.viewer.at == film.entered[child]
    desk.clicked.emit(desk.board.point("a1"))
    assert panel.viewer.at == film.entered[child]
    assert desk.said == ["The search does not try a1 here."]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")
async def test_a_child_that_dies_is_complained_of(panel, desk, qtbot):
    filmed(panel, qtbot)
    qtbot.waitUntil(lambda: not panel.recorder.busy, timeout=WAIT)
    panel.search(ENDLESS)
    qtbot.waitUntil(lambda: bool(own()), timeout=WAIT)
    os.kill(next(iter(own())).pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: bool(desk.errors), timeout=WAIT)
    assert desk.errors == ["trace.failed"]
    assert not panel.recorder.busy
    panel.search(QUICK)
    assert filmed(panel, qtbot).trace.complete


async def test_a_child_that_cannot_start_is_complained_of(panel, desk, qtbot, monkeypatch):
    filmed(panel, qtbot)
    monkeypatch.setattr(recorder_module.sys, "executable", "/nowhere/python")
    panel.search(QUICK)
    qtbot.waitUntil(lambda: bool(desk.errors), timeout=WAIT)
    assert desk.errors == ["trace.failed"]
    assert panel.choices.button.text() == "Search"


async def test_the_choices_are_what_is_searched(panel, qtbot):
    filmed(panel, qtbot)
    for options in (
        SearchOptions(depth=1, cap=0, pruning=False, ordering="none", deepening=False),
        SearchOptions(depth=2, cap=3, radius="1", table=True, deepening=False),
        SearchOptions(depth=2, cap=5, radius="adaptive", ordering="worst", deepening=False),
    ):
        panel.choices.set_options(options)
        assert panel.choices.options() == options
        panel.choices.button.click()
        film = filmed(panel, qtbot)
        assert film.trace.depth == options.depth
        assert panel.viewer.windows.isVisible() == options.pruning


async def test_the_language_changes_in_place(panel, qtbot, monkeypatch):
    filmed(panel, qtbot)
    panel.choices.more.setChecked(True)

    def words():
        return [
            panel.choices.button.text(),
            *(box.itemText(0) for box in (panel.choices.algorithm_box, panel.choices.ordering_box)),
            *(label.text() for label in panel.choices._labels),
            panel.choices.summary(),
            panel.viewer.words.text(),
            *(action.text() for action in panel.actions()),
            panel.switches.accessibleName(),
        ]

    english, at = words(), panel.viewer.at
    speak_loud(monkeypatch)
    assert all("«" in word for word in words())
    speak("en")
    assert words() == english
    assert panel.viewer.at == at


async def test_its_actions_are_for_the_menu(panel, qtbot):
    filmed(panel, qtbot)
    assert [action.text() for action in panel.actions()] == [
        "Search this position",
        "Play or pause the search",
        "To the next cut-off",
        "To the previous cut-off",
        "Show the whole tree",
    ]
    play, whole = panel.actions()[1], panel.actions()[4]
    play.trigger()
    assert panel.viewer.playing
    play.trigger()
    assert not panel.viewer.playing
    whole.trigger()
    assert panel.viewer.tree.whole
    QApplication.processEvents()
