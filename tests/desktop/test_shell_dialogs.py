"""Choosing players and settings; the lines in which the window speaks; clocks and icons."""

import asyncio
from dataclasses import replace

import pytest
from qtpy.QtCore import Qt
from qtpy.QtGui import QImage
from qtpy.QtTest import QTest

from wuzi.desktop import icons, style
from wuzi.desktop.bars import NoticeBar, OfferBar
from wuzi.desktop.chooser import PlayerChooser
from wuzi.desktop.desk import Desk
from wuzi.desktop.new_game import CLOCKS, ClockChooser
from wuzi.desktop.said import notice_of
from wuzi.desktop.settings_dialog import SettingsDialog
from wuzi.desktop.shortcuts import GROUPS
from wuzi.desktop.widgets import ElidedLabel
from wuzi.errors import ParseError
from wuzi.players.wuzi_thinker import COMPILING, FAILED, READY
from wuzi.settings import EngineEntry, Settings


async def until(condition, seconds=20):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


@pytest.fixture
async def desk():
    desk = Desk(Settings(engines=(EngineEntry("Rapfi", "/opt/rapfi"),)))
    yield desk
    await desk.close()
    desk.deleteLater()


@pytest.mark.parametrize(
    "who",
    [
        "human",
        "level:1",
        "wuzi",
        "wuzi,threads=2,nodes=500",
        "engine:Rapfi",
        "textbook:greedy",
        "textbook:alphabeta,depth=3,evaluation=lines,table=on",
        "'/opt/my engine' --fast",
    ],
)
async def test_what_is_chosen_is_what_was_said(desk, qtbot, who):
    chooser = PlayerChooser(desk)
    qtbot.addWidget(chooser)
    chooser.set_who(who)
    assert chooser.who() == who, "also before the options of a search are known"
    if who.startswith("textbook"):
        await until(lambda: chooser.form is not None)
        assert chooser.who() == who
        chooser.search.setCurrentText("minimax")
        await until(lambda: chooser.form is not None)
        assert chooser.who() == "textbook:minimax", "another search has options of its own"
    chooser.retranslate()
    chooser.set_who(who)
    assert chooser.who() == who


async def test_a_player_that_cannot_be_read_is_a_person(desk, qtbot):
    chooser = PlayerChooser(desk)
    qtbot.addWidget(chooser)
    for who in ("level:99", "", "textbook:"):
        chooser.set_who(who)
        assert chooser.who() == "human"
    chooser.kind.setCurrentIndex(chooser.kind.findData("command"))
    with pytest.raises(ParseError):
        chooser.who()


def test_clocks_are_chosen_or_typed(qtbot):
    chooser = ClockChooser()
    qtbot.addWidget(chooser)
    for text, _words in (*CLOCKS, ("90/3", "")):
        chooser.set_control(text)
        assert str(chooser.control()) == (text or "none")
        chooser.retranslate()
        assert str(chooser.control()) == (text or "none")


async def test_settings_hold_at_once_and_follow_others(desk, qtbot):
    dialog = SettingsDialog(desk)
    qtbot.addWidget(dialog)
    for name, box in dialog.switches.items():
        before = getattr(desk.settings.window, name)
        box.click()
        assert getattr(desk.settings.window, name) is not before
    dialog.look.setCurrentIndex(dialog.look.findData("dark"))
    dialog.look.activated.emit(dialog.look.currentIndex())
    dialog.pace.setValue(1500)
    dialog.lines.setValue(5)
    dialog.analyst.set_who("level:3")
    settings = desk.settings
    assert (settings.window.look, settings.window.pace) == ("dark", 1500)
    assert (settings.analysis.lines, settings.analysis.who) == (5, "level:3")
    dialog.analyst.set_who("human")
    assert desk.settings.analysis.who == "level:3", "a person gives no hints"
    desk.set_settings(replace(settings, window=replace(settings.window, coordinates=True)))
    assert dialog.switches["coordinates"].isChecked()


def test_a_notice_goes_by_itself_and_a_complaint_stays(qtbot):
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.resize(800, 40)
    bar.show()
    bar.tell("Something good")
    assert bar._timer.isActive()
    bar._timer.timeout.emit()
    assert bar.said.full_text == ""
    bar.tell("Something bad", alarm=True)
    assert bar.alarmed
    assert not bar._timer.isActive()
    QTest.mouseClick(bar._button, Qt.MouseButton.LeftButton)
    assert (bar.alarmed, bar.said.full_text) == (False, "")


def test_an_offer_is_answered_once(qtbot):
    bar = OfferBar()
    qtbot.addWidget(bar)
    answers = []
    bar.offer("Go on?", [("Yes", lambda: answers.append(1)), ("No", lambda: answers.append(2))])
    bar.buttons[1].click()
    assert answers == [2]
    assert not bar.isVisible()
    assert bar.buttons == []


def test_long_sentences_end_in_dots_and_are_told_in_full(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(120, 20)
    label.show()
    label.set_text("a sentence that is far too long for so small a place")
    assert label.text().endswith("…")
    assert label.toolTip() == label.accessibleName() == label.full_text
    label.resize(900, 20)
    assert (label.text(), label.toolTip()) == (label.full_text, "")


@pytest.mark.parametrize("progress", ["", " (3 of 9)"])
def test_what_our_engine_says_of_its_compilation_is_understood(progress):
    said = notice_of("MESSAGE " + COMPILING.format(progress=progress))
    assert said is not None
    assert ("3 of 9" in said) == bool(progress)
    assert notice_of(f"MESSAGE {READY}") == "The engine is ready and plays from now on."
    assert notice_of(f"MESSAGE {FAILED}") == FAILED
    assert notice_of("MESSAGE depth 3 ev 12") is None
    assert notice_of("DEBUG the engine") is None


def test_every_icon_can_be_drawn_and_shows_something(qapp):
    named = {c.icon for commands in GROUPS.values() for c in commands if c.icon}
    for name in named | {"close"}:
        for ratio in (1.0, 2.0):
            picture = icons._picture(name, "#000000", 20, ratio).toImage()
            assert picture.width() == 20 * ratio
            picture = picture.convertToFormat(QImage.Format.Format_ARGB32)
            alphas = {picture.pixelColor(x, y).alpha() for x in range(20) for y in range(20)}
            assert max(alphas) > 128


def test_text_can_be_read_on_its_ground_in_both_looks():
    for own in (style.LIGHT, style.DARK):
        for ink, ground in (
            (own.ink, own.ground), (own.ink, own.card), (own.pale, own.card),
            (own.pale, own.ground), (own.on_accent, own.accent), (own.alarm, own.alarm_tint),
        ):  # fmt: skip
            assert _contrast(ink, ground) >= 4.5, (ink, ground)


def _contrast(one, other):
    """The contrast of two colours as WCAG 2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
