"""The manager of the engine list."""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from qtpy.QtCore import Qt
from qtpy.QtWidgets import QFileDialog

from tests.children import children
from wuzi.desktop.desk import Desk
from wuzi.desktop.engine_test import try_engine
from wuzi.desktop.engines_dialog import EnginesDialog
from wuzi.desktop.words import speak
from wuzi.errors import EngineError
from wuzi.settings import EngineEntry, Settings, load, save

MOCK = Path(__file__).parents[1] / "mock_engine.py"
COMMAND = f"'{sys.executable}' -S '{MOCK}'"
RAPFI = EngineEntry("rapfi", "/opt/rapfi --fast", "/opt", {"thread_num": "2"}, "on")


@pytest.fixture(autouse=True)
def stay(qapp):
    """A test closes its last window and goes on."""
    before = qapp.quitOnLastWindowClosed()
    qapp.setQuitOnLastWindowClosed(False)
    yield
    qapp.setQuitOnLastWindowClosed(before)


async def until(condition, seconds=20):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


@pytest.fixture
async def desk():
    entries = (RAPFI, EngineEntry("mock", f"{COMMAND} --name Mocky"))
    desk = Desk(Settings(engines=entries), save=save)
    desk.start()
    desk.said = []
    desk.traffic.connect(lambda *line: desk.said.append(line))
    yield desk
    await desk.close()
    desk.deleteLater()


@pytest.fixture
async def dialog(desk):
    dialog = EnginesDialog(desk)
    dialog.show()
    yield dialog
    dialog.close()
    dialog.deleteLater()


def names(dialog):
    return [dialog.list.item(at).text() for at in range(dialog.list.count())]


async def tested(dialog):
    dialog.test_button.click()
    assert dialog.test_button.text() == "Stop"
    await until(lambda: dialog._test is None)
    return dialog.said.text()


async def test_the_first_engine_is_shown(dialog):
    assert names(dialog) == ["rapfi", "mock"]
    assert dialog.list.currentRow() == 0
    assert dialog.entry() == RAPFI
    assert not dialog.is_changed()
    assert (dialog.save_button.isEnabled(), dialog.remove_button.isEnabled()) == (False, True)


async def test_add(dialog, desk, qtbot):
    qtbot.mouseClick(dialog.add_button, Qt.MouseButton.LeftButton)
    assert dialog.list.currentRow() == -1
    qtbot.keyClicks(dialog.name, "yixin")
    qtbot.keyClicks(dialog.command, "wine yixin.exe")
    dialog.info.item(0, 0).setText("hash_size")
    dialog.info.item(0, 1).setText("1000")
    assert dialog.info.rowCount() == 2
    dialog.save_button.click()
    entry = EngineEntry("yixin", "wine yixin.exe", info={"hash_size": "1000"})
    assert desk.settings.engines[-1] == entry
    assert names(dialog) == ["rapfi", "mock", "yixin"]
    assert dialog.list.currentRow() == 2
    assert dialog.said.text() == "yixin is in the list now."
    await until(lambda: load().engines[-1:] == (entry,))


async def test_edit_keeps_its_place(dialog, desk):
    dialog.name.setText("Rapfi 2023")
    dialog.restart.setCurrentIndex(2)
    dialog.info.item(0, 0).setText("")
    dialog.info.item(0, 1).setText("")
    dialog.save_button.click()
    assert desk.settings.engines[0] == EngineEntry(
        "Rapfi 2023", "/opt/rapfi --fast", "/opt", {}, "off"
    )
    assert names(dialog) == ["Rapfi 2023", "mock"]
    assert not dialog.is_changed()


async def test_revert(dialog):
    dialog.command.setText("other")
    assert dialog.revert_button.isEnabled()
    dialog.revert_button.click()
    assert dialog.entry() == RAPFI


async def test_remove(dialog, desk):
    dialog.remove_button.click()
    assert [entry.name for entry in desk.settings.engines] == ["mock"]
    assert dialog.name.text() == "mock"
    dialog.remove_button.click()
    assert (desk.settings.engines, names(dialog), dialog.name.text()) == ((), [], "")
    assert not dialog.remove_button.isEnabled()


@pytest.mark.parametrize(
    ("name", "command", "said"),
    [
        ("mock", "x", "there is an engine named mock already"),
        ("MOCK", "x", "there is an engine named mock already"),
        ("", "x", "cannot name an engine"),
        ("ok", "", "has no command"),
        ("ok", "'x", "quotation mark is not closed"),
    ],
)
async def test_what_cannot_be_saved_is_told(dialog, desk, name, command, said):
    before = desk.settings
    dialog.name.setText(name)
    dialog.command.setText(command)
    dialog.save_button.click()
    assert said in dialog.said.text()
    assert desk.settings == before


async def test_changes_are_not_lost_by_choosing_another(dialog):
    dialog.command.setText("changed")
    dialog.list.setCurrentRow(1)
    assert (dialog.name.text(), dialog.list.currentRow()) == ("rapfi", 0)
    assert "Save or revert" in dialog.said.text()
    dialog.add_button.click()
    assert dialog.command.text() == "changed"
    dialog.revert_button.click()
    dialog.list.setCurrentRow(1)
    assert dialog.name.text() == "mock"


async def test_settings_that_change_elsewhere(dialog, desk):
    dialog.list.setCurrentRow(1)
    entry = EngineEntry("new", "new")
    desk.set_settings(replace(desk.settings, engines=(entry, *desk.settings.engines)))
    assert names(dialog) == ["new", "rapfi", "mock"]
    assert (dialog.name.text(), dialog.list.currentRow()) == ("mock", 2)


async def test_a_sound_engine_is_tested(dialog, desk):
    dialog.list.setCurrentRow(1)
    said = await tested(dialog)
    assert said.startswith("Mocky 1.0 by tests works: ready after ")
    assert ("mock", ">", "START 15") in desk.said
    assert {mark for _name, mark, _line in desk.said} >= {">", "<"}


async def test_an_engine_without_a_name_is_tested_too(dialog):
    dialog.add_button.click()
    dialog.command.setText(f"{COMMAND} --name Nameless")
    assert (await tested(dialog)).startswith("Nameless 1.0")
    assert dialog.name.text() == ""


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("crash", "exit status 3"),
        ("crash-start", "exit status 3"),
        ("error-start", "mock"),
        ("nonsense", "mock"),
        ("off-board", "off the board"),
        ("crash-end", "exit status 5"),
    ],
)
async def test_faults_are_one_sentence(dialog, fault, words):
    dialog.list.setCurrentRow(1)
    dialog.command.setText(f"{COMMAND} --fault {fault} --at 1")
    said = await tested(dialog)
    assert "mock" in said
    assert words in said
    assert "\n" not in said
    assert "works" not in said


async def test_a_missing_program(dialog):
    assert "cannot be started" in await tested(dialog)


async def test_stop_ends_the_process(dialog):
    before = children()
    dialog.list.setCurrentRow(1)
    dialog.command.setText(f"{COMMAND} --think 60")
    dialog.test_button.click()
    await until(lambda: children() - before)
    dialog.test_button.click()
    assert dialog.said.text() == "The test was stopped."
    await until(lambda: not children() - before)
    assert dialog.test_button.text() == "Test"


async def test_closing_ends_the_process(dialog):
    before = children()
    dialog.list.setCurrentRow(1)
    dialog.command.setText(f"{COMMAND} --think 60")
    dialog.test_button.click()
    await until(lambda: children() - before)
    dialog.reject()
    await until(lambda: not children() - before)


async def test_finding_files(dialog):
    dialog.find_command.click()
    dialog.find_folder.click()
    program, folder = dialog.findChildren(QFileDialog)
    program.fileSelected.emit("/opt/my engine/brain")
    folder.fileSelected.emit("/opt/my engine")
    program.close()
    folder.close()
    assert dialog.entry().argv == ["/opt/my engine/brain"]
    assert dialog.entry().cwd == "/opt/my engine"


async def test_language(dialog):
    speak("zh_CN")
    assert dialog.test_button.text()
    speak("en")
    assert (dialog.windowTitle(), dialog.test_button.text()) == ("Engines", "Test")


async def test_an_engine_that_ends_badly_is_no_good():
    with pytest.raises(EngineError):
        await try_engine(EngineEntry("x", f"{COMMAND} --fault signal-end"))
