"""The window, by real clicks and keys: whole games, undo in mid-thought, dead engines."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from qtpy.QtCore import QPoint, Qt
from qtpy.QtTest import QTest
from qtpy.QtWidgets import QApplication, QLabel

from tests.play.seats import FakeSeat
from wuzi.desktop.app import _open_archive, default_game, make_window, read_settings
from wuzi.desktop.desk import NewGame
from wuzi.errors import N_, EngineError
from wuzi.play import Session, TimeControl
from wuzi.rules import (
    BLACK,
    RENJU,
    WHITE,
    Game,
    moves_text,
    parse_moves,
    parse_point,
    parse_position,
    point_name,
)
from wuzi.settings import PlayDefaults, Settings, load, save, settings_path
from wuzi.settings.window import AnalysisDefaults, WindowSettings

MOCK = Path(__file__).parents[1] / "mock_engine.py"


def mock(*options):
    return " ".join([f"'{sys.executable}' -S '{MOCK}'", *options])


async def until(condition, seconds=20):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def opened(settings=None):
    window = make_window(settings or Settings(analysis=AnalysisDefaults(who="level:2")))
    window.show()
    window.desk.start()
    window.add_record()
    try:
        yield window
    finally:
        window.close()
        await window.desk.close()
        window.deleteLater()


@pytest.fixture
async def window():
    async with opened() as window:
        yield window


def click(window, name):
    view = window.board_view
    place = view.place
    x, y = place.to_widget(*place.centre(parse_point(name, window.desk.board.size)))
    QTest.mouseClick(
        view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(round(x), round(y))
    )


def key(window, which, held=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget() or window.board_view, which, held)


def type_(window, text):
    QTest.keyClicks(QApplication.focusWidget() or window.board_view, text)


def played(window):
    return moves_text(window.desk.session.board.moves)


def said(window):
    return window.notices.said.full_text


async def test_a_whole_game_by_clicks_against_an_engine(window):
    desk = window.desk
    await desk.new_game(NewGame("human", "textbook:random", size=9))
    while desk.session.outcome is None:
        await until(lambda: desk.hand == BLACK or desk.session.outcome is not None)
        board = desk.board.copy()
        points = [p for p in board.legal_points() if board.wins_at(p, BLACK)]
        row = [p for p in parse_moves("c3d3e3f3g3c5d5e5f5g5", 9) if board.is_legal(p)]
        if desk.session.outcome is None:
            choice = (points or row or list(board.legal_points()))[0]
            click(window, point_name(choice))
    assert desk.session.outcome is not None
    assert window.play.verdict.isVisible()
    assert window.play.verdict.head.text() in ("Black wins", "White wins", "A draw")
    before = played(window)
    click(window, point_name(next(iter(p for p in parse_moves("a9i9a1i1", 9)))))
    assert played(window) == before, "nothing is played after the end"


async def test_clicks_while_an_engine_thinks_do_nothing(window):
    desk = window.desk
    desk._replace(Session(None, desk.session.seat(BLACK), FakeSeat(held=True)), None)
    click(window, "h8")
    await until(lambda: desk.session.phase == "thinking")
    click(window, "a1")
    assert (played(window), said(window)) == ("h8", "")
    assert window.commands["now"].isEnabled()


async def test_undo_in_mid_thought(window):
    desk = window.desk
    engine = FakeSeat("j9", held=True, stubborn=True)
    desk._replace(Session(None, desk.session.seat(BLACK), engine), None)
    click(window, "h8")
    await until(lambda: engine.in_flight)
    key(window, Qt.Key.Key_U)
    assert played(window) == ""
    engine.release()
    await asyncio.sleep(0.05)
    assert played(window) == "", "the late answer is dropped"
    click(window, "g7")
    await until(lambda: len(desk.board.moves) == 2)


async def test_an_engine_killed_in_mid_search(window):
    desk = window.desk
    await desk.new_game(NewGame("human", mock("--think", "60")))
    click(window, "h8")
    await until(lambda: desk.session.phase == "thinking" and _engines())
    await asyncio.sleep(0.3)
    for engine in _engines():
        os.kill(engine.pid, signal.SIGKILL)
    await until(lambda: desk.session.outcome is not None)
    assert "SIGKILL" in said(window) or "signal 9" in said(window)
    assert window.notices.alarmed
    assert window.play.verdict.head.text() == "Black wins"
    assert played(window) == "h8", "the game stays"
    key(window, Qt.Key.Key_U)
    assert desk.session.outcome is None


def _engines():
    """The engines themselves, not their guards."""
    return [c for c in psutil.Process().children(recursive=True) if not c.children()]


async def test_two_people_by_keyboard_only(window):
    for move in ("h8", "i9", "h7", "i8", "h6", "i7", "h5", "i6"):
        type_(window, "/")
        assert window.notices.entry.hasFocus()
        type_(window, move)
        key(window, Qt.Key.Key_Return)
        key(window, Qt.Key.Key_Escape)
    assert window.board_view.hasFocus()
    key(window, Qt.Key.Key_Left)
    key(window, Qt.Key.Key_Home)
    assert window.desk.board.moves == []
    key(window, Qt.Key.Key_End)
    assert len(window.desk.board.moves) == 8
    key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert played(window) == "h8i9h7i8h6i7h5"
    key(window, Qt.Key.Key_Y)
    cursor = Qt.KeyboardModifier.ControlModifier
    for _step in range(4):
        key(window, Qt.Key.Key_Down, cursor)  # from h8 to h4
    key(window, Qt.Key.Key_Return)
    assert window.desk.session.outcome.winner == BLACK
    assert window.play.verdict.how.text() == "Five in a row: h4 h5 h6 h7 h8"


async def test_a_wrong_move_is_told_and_the_next_one_takes_the_sentence_away(window):
    type_(window, "/")
    for text in ("z99", "hello", "h8", "h8"):
        type_(window, text)
        key(window, Qt.Key.Key_Return)
    assert said(window) == "H8 already holds a stone: choose an empty point"
    assert window.notices.alarmed
    type_(window, "i9")
    key(window, Qt.Key.Key_Return)
    assert said(window) == ""


async def test_the_language_changes_while_the_window_is_open(window):
    window.desk.set_mode("analyse")
    window.commands["settings"].trigger()
    window.commands["keys"].trigger()
    window.orders.new_game()
    english = _texts(window)
    window.desk.set_settings(replace(window.desk.settings, language="zh_CN"))
    chinese = _texts(window)
    window.desk.set_settings(replace(window.desk.settings, language="en"))
    assert _texts(window) == english
    assert chinese != english


def _texts(window):
    actions = [a.text() for a in window.commands.actions.values()]
    return actions + [w.text() for w in window.findChildren(QLabel)]


async def test_resigning_drawing_pausing_swapping(window):
    desk = window.desk
    click(window, "h8")
    window.commands["draw"].trigger()
    assert window.play.verdict.head.text() == "A draw?"
    window.play.verdict.buttons[1].click()
    assert not window.play.verdict.isVisible()
    key(window, Qt.Key.Key_P)
    assert desk.session.phase == "paused"
    click(window, "i9")
    assert played(window) == "h8"
    key(window, Qt.Key.Key_P)
    window.commands["swap"].trigger()
    window.commands["draw"].trigger()
    window.play.verdict.buttons[0].click()
    assert window.play.verdict.head.text() == "A draw"
    window.play.verdict.buttons[0].click()  # play again
    assert (played(window), desk.session.outcome) == ("", None)
    key(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert window.play.verdict.how.text() == "Black resigned"


async def test_the_new_game_dialog_begins_what_it_says(window):
    key(window, Qt.Key.Key_F2)
    dialog = window.orders.dialogs["new"]
    dialog.rule.setCurrentIndex(dialog.rule.findData("renju"))
    dialog.size_spin.setValue(13)
    dialog.forbidden.setCurrentIndex(dialog.forbidden.findData("lose"))
    dialog.black.set_who("textbook:alphabeta,depth=1")
    dialog.white.set_who("human")
    dialog.clock.setEditText("60/5+1")
    await until(lambda: dialog.black.form is not None)
    QTest.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    await until(lambda: not dialog.isVisible())
    session = window.desk.session
    assert (session.game.rule, session.game.size) == (RENJU, 13)
    assert session.game.forbidden_loses
    assert session.clock.controls[BLACK] == TimeControl(60, 5, 1)
    assert session.game.black.who == "textbook:alphabeta,depth=1"
    await until(lambda: len(session.board.moves) == 1)
    assert window.desk.settings.play == PlayDefaults(
        "renju", 13, "textbook:alphabeta,depth=1", "human", "60/5+1"
    )
    assert window.play.own_card.colour == WHITE, "the person sits below"


@pytest.mark.parametrize(
    ("who", "sentence"),
    [("/no/such/engine", "There is no program '/no/such/engine'"), ("", "A player is missing")],
)
async def test_the_new_game_dialog_says_what_is_wrong_and_stays(window, who, sentence):
    session = window.desk.session
    window.orders.new_game()
    dialog = window.orders.dialogs["new"]
    dialog.white.set_who("/some/engine")
    dialog.white.command.setText(who)
    dialog.start()
    await until(dialog.wrong.isVisible)
    assert dialog.wrong.text().startswith(sentence)
    dialog.clock.setEditText("soon")
    dialog.white.set_who("human")
    dialog.wrong.hide()
    dialog.start()
    await until(dialog.wrong.isVisible)
    assert "'soon' is not a time control" in dialog.wrong.text()
    assert window.desk.session is session


async def test_a_game_from_the_position_on_the_board(window):
    for move in ("h8", "i9"):
        click(window, move)
    window.orders.new_game()
    dialog = window.orders.dialogs["new"]
    assert dialog.from_here.isVisible()
    dialog.from_here.setChecked(True)
    dialog.white.set_who("human")
    dialog.start()
    await until(lambda: not dialog.isVisible())
    assert played(window) == "h8i9"


async def test_a_hint_is_marked_until_the_position_changes(window):
    await window.desk.new_game(NewGame(start=parse_position("h8a1i8b1j8c1k8d1")))
    key(window, Qt.Key.Key_H)
    await until(lambda: window.board_view.marks.hint is not None)
    assert point_name(window.board_view.marks.hint) in ("g8", "l8")
    assert said(window).startswith("Hint: ")
    click(window, "l8")
    assert window.board_view.marks.hint is None
    assert window.board_view.marks.winning == tuple(parse_moves("h8i8j8k8l8"))


async def test_forbidden_points_are_shown_to_black_only(window):
    start = Game.from_board(parse_position("h8a1i8b1h9c1i9d1", rule=RENJU))
    board = parse_position("g8a1h8b1f9c3f10o1", rule=RENJU)
    await window.desk.new_game(NewGame(start=board))
    assert start.rule == RENJU
    expected = {p: str(kind) for p, kind in board.forbidden_points().items()}
    await until(lambda: dict(window.board_view.marks.forbidden) == expected)
    assert expected
    click(window, "o15")
    assert dict(window.board_view.marks.forbidden) == {}


async def test_looks_and_boards_change_at_once(window):
    for look, board in (("dark", "dark"), ("light", "print"), ("light", "wood")):
        window._set_window(look=look, board=board)
        assert window.board_view.theme.name == board
        ground = window.palette().color(window.backgroundRole()).lightness()
        assert (ground < 128) == (look == "dark")
    window._set_window(numbers=True, confirm=True, colour_blind=True)
    assert (window.board_view.options.numbers, window.board_view.options.confirm) == (True, True)
    click(window, "h8")
    assert played(window) == ""
    click(window, "h8")
    assert played(window) == "h8"


async def test_keys_are_changed_shown_and_remembered(window):
    window.desk._save = save
    type_(window, "?")
    dialog = window.orders.dialogs["keys"]
    assert dialog.isVisible()
    window.commands.set_keys("undo", "B")
    await until(lambda: settings_path().exists() and load().window.shortcuts == {"undo": "B"})
    dialog.close()
    click(window, "h8")
    window.activateWindow()
    window.board_view.setFocus()
    await until(window.isActiveWindow)
    key(window, Qt.Key.Key_U)
    assert played(window) == "h8"
    key(window, Qt.Key.Key_B)
    assert played(window) == ""
    window.commands.set_keys("hint", "B")  # taken from the other
    assert window.commands["undo"].shortcuts() == []
    window.commands.set_keys("hint", None)
    window.commands.set_keys("undo", None)
    assert window.desk.settings.window.shortcuts == {}


async def test_no_key_means_two_things(window):
    for mode in ("analyse", "setup", "trace", "play"):
        window.desk.set_mode(mode)
    keys = [k.toString() for a in window.commands.actions.values() for k in a.shortcuts()]
    assert sorted(keys) == sorted(set(keys))


async def test_the_window_comes_back_as_it_was_left():
    async with opened(Settings(window=WindowSettings(look="dark"))) as window:
        window.desk._save = save
        window.resize(780, 600)
        window.splitter.setSizes([400, 372])
        window.close()
        await until(settings_path().exists)
        await asyncio.sleep(0.05)
    async with opened(load()) as window:
        assert (window.width(), window.height()) == (780, 600)
        assert abs(window.splitter.sizes()[1] - 372) < 10


async def test_damaged_settings_give_a_sentence_and_defaults():
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text("[play]\nsize = 99\n")
    settings, damage = read_settings()
    async with opened(settings) as window:
        window.desk.complain(damage)
        assert "play.size cannot be used" in said(window)
        assert settings == Settings()
        window.desk._save = save
        window._set_window(look="dark")
        await until(lambda: "not saved" in said(window))
    assert settings_path().read_text() == "[play]\nsize = 99\n"


async def test_impossible_players_in_the_settings_leave_two_people_at_the_board(window):
    desk = window.desk
    desk.set_settings(replace(desk.settings, play=PlayDefaults(white="level:99")))

    async def begin():
        await desk.new_game(default_game(desk.settings))

    desk.run(begin())
    await until(lambda: "there is no level '99'" in said(window).lower())
    click(window, "h8")
    click(window, "i9")
    assert played(window) == "h8i9"


CUT_OFF = """
import asyncio, os
from wuzi.archive import Archive
from wuzi.rules import Game, Player, parse_moves

async def play():
    archive = await Archive.open()
    game = Game()
    game.black, game.white = Player("Human", "human"), Player("textbook:greedy", "level:2")
    game.extend(parse_moves("h8i9g7"))
    await archive.keep(game)
    os._exit(0)

asyncio.run(play())
"""


async def test_a_game_that_was_cut_off_is_offered_and_goes_on():
    subprocess.run([sys.executable, "-c", CUT_OFF], check=True)
    async with opened() as window:
        archive = await _open_archive(window.desk, window)
        try:
            assert window.offers.isVisible()
            assert window.offers.said.full_text == ("A game was cut off: Human - Level 2, 3 moves.")
            window.offers.buttons[0].click()
            await until(lambda: len(window.desk.session.board.moves) == 4)
            assert not window.offers.isVisible()
        finally:
            await window.desk.close()
            await archive.close()


async def test_every_other_window_opens_and_none_is_modal(window):
    for name in ("new", "settings", "engines", "self_play", "statistics", "log", "keys"):
        window.commands[name].trigger()
        dialog = window.orders.dialogs[name]
        assert dialog.isVisible()
        assert not dialog.isModal()
        dialog.close()


async def test_analysis_starts_by_the_space_bar_and_leaves_the_game_alone(window):
    window.desk.set_settings(Settings(analysis=AnalysisDefaults(who=mock(), lines=1)))
    click(window, "h8")
    key(window, Qt.Key.Key_Space)
    analysis = window.page("analyse").analysis
    await until(lambda: window.desk.mode == "analyse" and analysis.on)
    key(window, Qt.Key.Key_Space)
    await until(lambda: not analysis.on)
    window.desk.set_mode("play")
    assert played(window) == "h8"


async def test_the_line_below_counts_stones_while_a_position_is_set_up(window):
    await window.desk.new_game(NewGame(start=parse_position("h8i9g7", 15)))
    assert "3 moves" in window.notices.facts.text()
    window.desk.set_mode("setup")
    assert "3 stones" in window.notices.facts.text()


async def test_an_action_of_a_panel_that_the_window_has_is_there_once(window):
    page = window.page("analyse")
    texts = [action.text() for action in window._menus["View"].actions()]
    assert texts.count("Start or stop the analysis") == 1
    assert [key for action in page.actions() for key in action.shortcuts()] == []
    assert window.commands["analysis"].shortcut().toString() == "Space"


async def test_a_player_without_a_name_is_called_by_the_colour_once(window):
    game = Game(15)
    game.white = replace(game.white, name="", who="")
    await window.desk.open_game(game)
    card = window.play._card(WHITE)
    card.refresh()
    assert (card.name.full_text, "White" in card.doing.full_text) == ("White", False)


async def test_engines_against_each_other_pause_and_go_on(window):
    desk = window.desk
    assert not window.play.pace.isVisible()
    await desk.new_game(NewGame(mock(), mock()))
    assert window.play.pace.isVisible()
    window.play.pace.setValue(0)
    assert desk.settings.window.pace == 0
    await until(lambda: len(desk.board.moves) > 3)
    key(window, Qt.Key.Key_P)
    count = len(desk.session.board.moves)
    await asyncio.sleep(0.1)
    assert len(desk.session.board.moves) == count
    assert desk.session.phase == "paused"


async def test_a_fault_of_an_engine_is_a_sentence(window):
    desk = window.desk
    engine = FakeSeat(EngineError("engine.crash", N_("it broke off, having said: help!")))
    desk._replace(Session(None, desk.session.seat(BLACK), engine), None)
    click(window, "h8")
    await until(lambda: desk.session.outcome is not None)
    assert said(window) == "It broke off, having said: help!"
    assert window.play.verdict.how.text() == "The engine of White broke off"


async def test_the_clock_is_shown_and_alarms(window):
    await window.desk.new_game(NewGame(black_time=TimeControl(5), white_time=TimeControl(600)))
    await until(lambda: window.desk.session.clock.running == BLACK)
    window.play.refresh()
    assert window.play.own_card.clock.property("low")
    assert window.play.own_card.clock.text().startswith(("5.0", "4."))
    assert window.play.other_card.clock.text() == "10:00"
