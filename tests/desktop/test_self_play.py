"""Self-play: a match in a child process, its results while it runs, and that nothing is left."""

import asyncio
import csv
import sys
from pathlib import Path

import psutil
import pytest
from qtpy.QtCore import Qt
from qtpy.QtWidgets import QFileDialog

from wuzi import records
from wuzi.arena.plan import MatchSpec, PlayerSpec
from wuzi.arena.record import GameRecord
from wuzi.arena.standing import Standing
from wuzi.desktop.desk import Desk
from wuzi.desktop.match_results import MatchGames, MatchResults
from wuzi.desktop.match_run import MatchOrder, MatchRun
from wuzi.desktop.self_play import SelfPlayDialog
from wuzi.desktop.words import speak
from wuzi.errors import EngineError
from wuzi.rules import FREESTYLE, Reason, moves_text

MOCK = Path(__file__).parents[1] / "mock_engine.py"
COMMAND = f"'{sys.executable}' -S '{MOCK}'"


@pytest.fixture(autouse=True)
def stay(qapp):
    """A test closes its last window and goes on."""
    before = qapp.quitOnLastWindowClosed()
    qapp.setQuitOnLastWindowClosed(False)
    yield
    qapp.setQuitOnLastWindowClosed(before)


async def until(condition, seconds=60):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


def named(word):
    """Processes anywhere whose command line holds ``word``."""
    found = []
    for process in psutil.process_iter():
        try:
            if any(word in part for part in process.cmdline()):
                found.append(process)
        except psutil.Error:  # it has just ended
            continue
    return found


def engines(word):
    """Engines of that name; not the match and its workers, in whose words they are named too."""
    found = []
    for process in named(word):
        try:
            words = process.cmdline()
        except psutil.Error:
            continue
        if str(MOCK) in words and "guard.py" not in " ".join(words):
            found.append(process)
    return found


@pytest.fixture
async def desk():
    desk = Desk()
    desk.start()
    desk.complaints = []
    desk.complained.connect(lambda error: desk.complaints.append(str(error)))
    yield desk
    await desk.close()
    desk.deleteLater()


@pytest.fixture
async def dialog(desk):
    dialog = SelfPlayDialog(desk)
    dialog.show()
    yield dialog
    dialog.close()
    await until(lambda: dialog._running is None)
    dialog.deleteLater()


def order(**words):
    return MatchOrder(**({"a": "level:1", "b": "textbook:random,seed=1", "rounds": 1} | words))


async def test_a_match_is_told_game_by_game(tmp_path):
    seen = []
    match = MatchRun(order(rounds=2), lambda: seen.append(len(match.records)), folder=tmp_path)
    await match.run()
    assert [record.game for record in match.records] == [0, 1, 2, 3]
    assert seen == sorted(seen)
    assert seen[-1] == match.standing.done == match.spec.games == 4
    assert match.spec.names == {"A": "level:1", "B": "textbook:random,seed=1"}
    assert match.journal.parent == tmp_path
    assert not match.stopped


async def test_what_the_match_complains_of_is_a_sentence(tmp_path):
    match = MatchRun(order(openings="nowhere.txt"), lambda: None, folder=tmp_path)
    with pytest.raises(EngineError, match=r"the match broke off: .*nowhere\.txt"):
        await match.run()


async def test_a_stopped_match_leaves_no_process(tmp_path):
    word = f"stopped-{tmp_path.name}"
    slow = order(b=f"{COMMAND} --think 100 --name {word}", at_once=2, rounds=4)
    match = MatchRun(slow, lambda: None, folder=tmp_path)
    running = asyncio.create_task(match.run())
    await until(lambda: len(engines(word)) >= 2)
    match.stop()
    await running
    await until(lambda: not named(word), 10)
    assert match.stopped


# The dialog


def cells(dialog, player):
    return [cell.text() for cell in dialog.results.cells[player]]


async def test_a_match_in_the_dialog(dialog, desk, qtbot, tmp_path):
    dialog.a.set_who("level:1")
    dialog.b.set_who(f"{COMMAND} --name Mocky")
    dialog.rounds.setValue(2)
    assert dialog.games.text() == "4 games, with swapped colours"
    assert not dialog.export_button.isEnabled()
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert dialog.start_button.text() == "Stop"
    assert not dialog.order.isEnabled()
    await until(lambda: dialog._running is None)
    assert dialog.said.text() == "The match is over."
    assert dialog.results.done.text() == "4 of 4 games"
    assert dialog.results.names["A"].full_text == "Level 1"
    assert cells(dialog, "A") == ["4", "0", "0", "100.0 %", "2–0–0", "2–0–0"]
    assert cells(dialog, "B") == ["0", "0", "4", "0.0 %", "0–0–2", "0–0–2"]
    assert dialog.results.elo.text().startswith("+∞")
    assert "five in a row (A won) 4" in dialog.results.ended.full_text
    await _export(dialog, tmp_path)
    dialog.results.games.activated.emit(dialog.results.model.index(1, 0))
    await until(lambda: desk.mode == "analyse")
    assert moves_text(desk.game.moves()) == dialog.match.records[1].moves
    assert desk.complaints == []


async def _export(dialog, folder):
    dialog.export_button.click()
    [file_dialog] = dialog.findChildren(QFileDialog)
    file_dialog.fileSelected.emit(str(folder / "games.csv"))
    file_dialog.close()
    await until(lambda: "4 games written to games.csv." in dialog.said.text())
    with (folder / "games.csv").open() as file:
        assert [row["winner"] for row in csv.DictReader(file)] == ["A"] * 4
    dialog.export(folder / "games.sgf")
    await until(lambda: "games.sgf" in dialog.said.text())
    assert len(list(records.read(folder / "games.sgf"))) == 4
    dialog.export(folder / "no" / "games.csv")
    await until(lambda: "cannot be written" in dialog.said.text())


async def test_stop_and_close_end_the_processes(dialog, tmp_path):
    word = f"dialog-{tmp_path.name}"
    dialog.b.set_who(f"{COMMAND} --think 100 --name {word}")
    dialog.start_button.click()
    await until(lambda: engines(word))
    dialog.reject()
    assert dialog.isVisible()
    dialog.start_button.click()
    await until(lambda: dialog._running is None)
    assert dialog.said.text() == "Stopped."
    assert dialog.order.isEnabled()
    await until(lambda: not named(word), 10)
    dialog.start_button.click()
    await until(lambda: named(word))
    dialog.close()
    await until(lambda: dialog._running is None)
    await until(lambda: not named(word), 10)


async def test_closing_the_desk_ends_the_processes(dialog, desk, tmp_path):
    word = f"desk-{tmp_path.name}"
    dialog.b.set_who(f"{COMMAND} --think 100 --name {word}")
    dialog.start_button.click()
    await until(lambda: engines(word))
    await desk.close()
    await until(lambda: not named(word), 10)


@pytest.mark.parametrize(
    ("command", "clock", "said"),
    [
        ("", "", "a player is missing"),
        ("'x", "", "quotation mark is not closed"),
        (COMMAND, "soon", "'soon' is not a time control"),
    ],
)
async def test_what_cannot_be_played_is_told(dialog, command, clock, said):
    dialog.b.kind.setCurrentIndex(dialog.b.kind.findData("command"))
    dialog.b.command.setText(command)
    if clock:
        dialog.clock.setEditText(clock)
    dialog.start_button.click()
    assert said in dialog.said.text()
    assert dialog._running is None


async def test_a_program_that_is_not_there(dialog):
    dialog.b.set_who("/no/such/engine")
    dialog.start_button.click()
    await until(lambda: dialog._running is None)
    assert "/no/such/engine" in dialog.said.text()
    assert "\n" not in dialog.said.text()


async def test_what_is_set_up_is_what_is_played(dialog):
    dialog.a.set_who("textbook:alphabeta,depth=3")
    await until(lambda: dialog.a.form is not None)
    dialog.rule.setCurrentIndex(dialog.rule.findData("renju"))
    dialog.size_spin.setValue(13)
    dialog.clock.setCurrentIndex(2)
    dialog.openings.setCurrentIndex(1)
    dialog.at_once.setValue(1)
    assert dialog.wanted() == MatchOrder(
        "textbook:alphabeta,depth=3", "level:1", 10, "renju", 13, "/0.5", "random", 1
    )
    dialog.clock.setEditText("20+1")
    assert dialog.wanted().clock == "20+1"
    dialog.clock.setCurrentIndex(0)
    assert dialog.wanted().clock == ""
    assert dialog.a.kind.findData("human") < 0


async def test_language(dialog):
    dialog.clock.setEditText("20+1")
    speak("zh_CN")
    assert dialog.wanted().clock == "20+1"
    speak("en")
    assert (dialog.windowTitle(), dialog.clock.currentText()) == ("Self-play", "20+1")


# The results alone


def a_record(game, winner, reason=Reason.FIVE):
    names = ["level:2", "level:1"]
    black, white = names if game % 2 == 0 else names[::-1]
    return GameRecord(
        game=game, opening="", size=15, rule=FREESTYLE, black_name=black, white_name=white,
        moves="h8", times=(0.1,), nodes=(None,), depths=(None,), scores=(None,),
        winner=winner, reason=reason,
    )  # fmt: skip


def test_results(qtbot):
    spec = MatchSpec(PlayerSpec("level:2"), PlayerSpec("level:2"), games=6)
    standing = Standing(spec)
    found = [a_record(0, "A"), a_record(1, "A"), a_record(2, "B"), a_record(3, None, Reason.FULL),
             a_record(4, None, Reason.UNKNOWN)]  # fmt: skip
    for record in found:
        standing.count(record)
    results = MatchResults()
    qtbot.addWidget(results)
    results.resize(560, 500)
    results.show()
    empty = results.grab().toImage()
    results.follow(standing, found)
    assert [cell.text() for cell in results.cells["A"]] == [
        "2", "1", "1", "62.5 %", "1–0–1", "1–1–0",
    ]  # fmt: skip
    assert [cell.text() for cell in results.cells["B"]] == [
        "1", "1", "2", "37.5 %", "0–1–1", "1–0–1",
    ]  # fmt: skip
    assert results.done.text() == "5 of 6 games"
    assert (results.progress.value(), results.progress.maximum()) == (5, 6)
    assert results.names["A"].full_text == "Level 2 (A)"
    assert "without a result: 1" in results.ended.full_text
    row = [results.model.index(3, column).data() for column in range(6)]
    assert row == ["4", "Level 2 (B)", "Level 2 (A)", "½–½", "board full", "1"]
    assert results.grab().toImage() != empty
    results.begin(("x", "y"))
    assert [cell.text() for cell in results.cells["A"]] == [""] * 6
    assert results.model.rowCount() == 0


def test_model(qtmodeltester, qapp):
    model = MatchGames()
    qtmodeltester.check(model)
    model.follow([a_record(0, "A"), a_record(1, None, Reason.UNKNOWN)])
    qtmodeltester.check(model)
    assert model.index(1, 3).data() == "*"
