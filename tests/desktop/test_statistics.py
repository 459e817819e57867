"""The panel of results and kept games, live with the archive."""

import asyncio

import pytest
from qtpy.QtCore import QCoreApplication, QEvent, Qt
from qtpy.QtWidgets import QMessageBox

from tests.archive.games import WON, a_game
from wuzi.archive import Archive
from wuzi.desktop.desk import Desk
from wuzi.desktop.kept_games import ENTRY, KeptGames, result_words
from wuzi.desktop.result_bars import EloBar, ShareBar
from wuzi.desktop.statistics import StatisticsPanel
from wuzi.desktop.words import speak
from wuzi.rules import BLACK, WHITE, moves_text, parse_moves


async def until(condition, seconds=20):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


@pytest.fixture(autouse=True)
def stay(qapp):
    """A test closes its last window and goes on."""
    before = qapp.quitOnLastWindowClosed()
    qapp.setQuitOnLastWindowClosed(False)
    yield
    qapp.setQuitOnLastWindowClosed(before)


@pytest.fixture
async def archive(tmp_path):
    async with await Archive.open(tmp_path / "games.sqlite") as archive:
        yield archive


@pytest.fixture
async def desk(archive):
    desk = Desk(store=archive)
    desk.start()
    desk.complaints = []
    desk.complained.connect(lambda error: desk.complaints.append(error.id))
    yield desk
    await desk.close()
    desk.deleteLater()


@pytest.fixture
async def panel(desk, archive):
    me, two = ("Ann", "human"), ("Level 2", "level:2")
    await archive.save(a_game(outcome="1-0"))
    await archive.save(a_game(outcome="0-1"))
    await archive.save(a_game(black=two, white=me, outcome="1/2-1/2"))
    await archive.save(a_game("h8i9g7", white=("Bob", "human")))
    panel = StatisticsPanel(desk)
    panel.show()
    await until(lambda: len(panel.model.entries) == 4)
    yield panel
    panel.close()
    panel.deleteLater()


def rows(panel):
    """The results as texts: opponent, won, drawn, lost, score; a colour's is indented."""
    tree, found = panel.results, []
    for at in range(tree.topLevelItemCount()):
        item = tree.topLevelItem(at)
        found.append([item.text(column) for column in range(5)])
        for child in map(item.child, range(item.childCount())):
            found.append(["  " + child.text(0), *(child.text(column) for column in range(1, 5))])
    return found


def players(panel):
    return [(entry.black.name, entry.white.name) for entry in panel.model.entries]


async def test_results_and_games(panel):
    assert rows(panel) == [
        ["Level 1", "1", "0", "1", "50 %"],
        ["  black", "1", "0", "1", "50 %"],
        ["Level 2", "0", "1", "0", "50 %"],
        ["  white", "0", "1", "0", "50 %"],
    ]
    assert panel.summary.text() == "3 games: 1 won, 1 drawn, 1 lost"
    assert [result_words(entry) for entry in panel.model.entries] == [
        "unfinished",
        "drawn",
        "lost",
        "won",
    ]
    assert panel.shown.text() == "4 games"
    assert not panel.open_button.isEnabled()


async def test_a_game_that_ends_counts_at_once(panel, desk):
    for move in parse_moves(WON):
        desk.choose(move)
    await until(lambda: len(panel.model.entries) == 5)
    assert panel.model.entries[0].moves == 9
    await desk.store.save(a_game(outcome="1-0"))
    await until(lambda: rows(panel)[0] == ["Level 1", "2", "0", "1", "67 %"])


async def test_what_changes_while_it_is_hidden_is_seen_when_it_is_shown(panel, archive):
    panel.hide()
    await archive.save(a_game(outcome="1-0"))
    await asyncio.sleep(0.05)
    assert len(panel.model.entries) == 4
    panel.show()
    await until(lambda: len(panel.model.entries) == 5)


async def test_filters(panel, qtbot):
    panel.search.setText("level 2")
    await until(lambda: players(panel) == [("Level 2", "Ann")])
    panel.search.clear()
    panel.which.setCurrentIndex(2)
    await until(lambda: players(panel) == [("Ann", "Bob")])
    assert panel.shown.text() == "one game"
    panel.which.setCurrentIndex(1)
    await until(lambda: len(players(panel)) == 3)
    panel.results.setCurrentItem(panel.results.topLevelItem(1))
    await until(lambda: players(panel) == [("Level 2", "Ann")])
    panel.results.setCurrentItem(panel.results.topLevelItem(0).child(0))
    await until(lambda: players(panel) == [("Ann", "Level 1")] * 2)
    assert (panel.filters().opponent, panel.filters().colour) == ("level:1", BLACK)
    panel.results.clearSelection()
    await until(lambda: len(players(panel)) == 3)


async def test_the_chosen_opponent_stays_chosen(panel, archive):
    panel.results.setCurrentItem(panel.results.topLevelItem(1).child(0))
    panel.results.topLevelItem(0).setExpanded(False)
    await until(lambda: len(players(panel)) == 1)
    await archive.save(a_game(black=("", "level:3"), white=("", "human"), outcome="1-0"))
    await until(lambda: panel.results.topLevelItemCount() == 3)
    assert panel.results.currentItem().text(0) == "white"
    assert panel.filters().colour == WHITE
    assert [panel.results.topLevelItem(at).isExpanded() for at in range(3)] == [False, True, True]


async def test_a_finished_game_is_opened_to_be_looked_at(panel, desk, qtbot):
    index = panel.model.index(3, 0)
    panel.games.setCurrentIndex(index)
    assert (panel.open_button.text(), panel.open_button.isEnabled()) == ("Open", True)
    qtbot.mouseClick(panel.open_button, Qt.MouseButton.LeftButton)
    await until(lambda: desk.mode == "analyse")
    assert (desk.game.outcome.score, moves_text(desk.game.moves())) == ("1-0", "h8i9")


async def test_an_unfinished_game_is_played_on_in_its_own_place(panel, desk, archive):
    panel.games.setCurrentIndex(panel.model.index(0, 0))
    assert panel.open_button.text() == "Continue"
    panel.open_button.click()
    await until(lambda: len(desk.session.board.moves) == 3)
    assert (desk.mode, desk.session.seat(WHITE).name) == ("play", "Bob")
    desk.choose(parse_moves("a1")[0])
    await until(lambda: panel.model.entries[0].moves == 4)
    assert await archive.count() == 4
    assert panel.model.entries[0].state == "playing"
    assert not panel.remove_button.isEnabled()


async def test_a_game_against_one_who_is_gone_can_be_looked_at(panel, desk, archive):
    await archive.save(a_game("h8", white=("Old", "engine:gone")))
    await until(lambda: len(panel.model.entries) == 5)
    panel.open(panel.model.entries[0])
    await until(lambda: desk.mode == "analyse")
    assert desk.complaints == ["engine.none"]
    assert moves_text(desk.game.moves()) == "h8"


async def test_removing_is_asked_about(panel, archive):
    panel.games.setCurrentIndex(panel.model.index(3, 0))
    panel.remove_button.click()
    [box] = panel.findChildren(QMessageBox)
    assert "Ann against Level 1, won" in box.informativeText()
    keep, remove = sorted(box.buttons(), key=lambda button: button.text())
    keep.click()
    await asyncio.sleep(0.05)
    assert await archive.count() == 4
    panel.remove_button.click()
    box = panel.findChildren(QMessageBox)[-1]
    _keep, remove = sorted(box.buttons(), key=lambda button: button.text())
    remove.click()
    await until(lambda: len(panel.model.entries) == 3)
    assert rows(panel)[0] == ["Level 1", "0", "0", "1", "0 %"]


async def test_pages(desk, archive, monkeypatch):
    monkeypatch.setattr("wuzi.desktop.statistics.PAGE", 3)
    for _ in range(8):
        await archive.save(a_game())
    panel = StatisticsPanel(desk)
    panel.resize(400, 300)
    panel.show()
    await until(lambda: len(panel.model.entries) >= 3)
    model = panel.model
    for _ in range(4):
        if model.canFetchMore(panel.games.rootIndex()):
            model.fetchMore(panel.games.rootIndex())
        await until(panel._refreshing.done)
    assert len({entry.id for entry in model.entries}) == 8
    assert not model.canFetchMore(panel.games.rootIndex())
    panel.close()
    panel.deleteLater()


async def test_language(panel):
    speak("zh_CN")
    await until(lambda: "自由规则" in panel.model.index(0, 0).data())
    speak("en")
    assert "freestyle" in panel.model.index(0, 0).data()


async def test_it_paints(panel):
    panel.resize(400, 700)
    before = panel.grab().toImage()
    panel.games.setCurrentIndex(panel.model.index(1, 0))
    assert panel.grab().toImage() != before


async def test_without_an_archive_it_says_so():
    desk = Desk()
    panel = StatisticsPanel(desk)
    panel.show()
    assert panel.nothing.isVisible()
    assert not panel.games.isVisible()
    panel.close()
    panel.deleteLater()
    await desk.close()
    desk.deleteLater()


async def test_a_panel_that_is_gone_is_told_nothing(desk, archive):
    panel = StatisticsPanel(desk)
    panel.refresh()
    await panel._refreshing
    assert len(archive._listeners) == 1
    panel.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert archive._listeners == []
    await archive.save(a_game())
    assert desk.complaints == []


def test_model(qtmodeltester, qapp):
    model = KeptGames()
    qtmodeltester.check(model)
    assert model.rowCount() == 0
    assert model.data(model.index(0, 0), ENTRY) is None


@pytest.mark.parametrize("shares", [(0, 0, 0), (1, 0, 0), (3, 2, 5)])
def test_share_bar(qtbot, shares):
    bar, empty = ShareBar(), ShareBar()
    for widget in (bar, empty):
        qtbot.addWidget(widget)
        widget.resize(200, 12)
    bar.set_shares(*shares)
    assert (bar.grab().toImage() == empty.grab().toImage()) == (sum(shares) == 0)


def test_elo_bar(qtbot):
    bar = EloBar()
    qtbot.addWidget(bar)
    bar.resize(300, 40)
    empty = bar.grab().toImage()
    pictures = []
    for estimate in ((40, 10, 70), (-40, -70, -10), (float("inf"), -20, float("inf"))):
        bar.set_estimate(*estimate)
        pictures.append(bar.grab().toImage())
        assert pictures[-1] not in [empty, *pictures[:-1]]
    bar.clear()
    assert bar.grab().toImage() == empty
