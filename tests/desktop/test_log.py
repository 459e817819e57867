"""The protocol log: bounded, filtered, copied; and references that PySide6 drops."""

import subprocess
import sys

import pytest
from qtpy.QtCore import QItemSelectionModel, Qt
from qtpy.QtWidgets import QApplication

from wuzi.desktop.desk import Desk
from wuzi.desktop.protocol_log import LogLines, ProtocolLog
from wuzi.desktop.traffic import Traffic
from wuzi.desktop.words import speak


@pytest.fixture
def desk(qapp):
    """A desk that hears, without a loop."""
    desk = Desk()
    yield desk
    desk.deleteLater()


@pytest.fixture
def log(qtbot, desk):
    log = ProtocolLog(desk)
    qtbot.addWidget(log)
    log.resize(700, 300)
    log.show()
    for line in (("Mocky", ">", "START 15"), ("Mocky", "<", "OK"), ("Rapfi", ">", "ABOUT"),
                 ("Rapfi", "<", 'name="Rapfi"'), ("Rapfi", "!", "warning: START")):  # fmt: skip
        desk.traffic.emit(*line)
    qtbot.waitUntil(lambda: len(log.model.lines) == 5)
    return log


def texts(log):
    return [line.text for line in log.model.lines]


def test_lines_come_in_order_with_time_and_sign(log):
    assert texts(log) == ["START 15", "OK", "ABOUT", 'name="Rapfi"', "warning: START"]
    first = log.model.index(0, 0).data()
    assert first.endswith("  Mocky  → START 15")
    assert len(first.split()[0]) == len("12:34:56.789")
    assert log.count.text() == "5 lines"


def test_filters(log):
    log.search.setText("start")
    assert texts(log) == ["START 15", "warning: START"]
    assert log.count.text() == "2 of 5 lines"
    log.marks["!"].setChecked(False)
    assert texts(log) == ["START 15"]
    log.search.clear()
    log.engine.setCurrentIndex(log.engine.findText("Rapfi"))
    assert texts(log) == ["ABOUT", 'name="Rapfi"']
    log.marks[">"].setChecked(False)
    assert texts(log) == ['name="Rapfi"']
    log.engine.setCurrentIndex(0)
    assert texts(log) == ["OK", 'name="Rapfi"']


def test_what_comes_is_filtered(log, desk, qtbot):
    log.search.setText("7,")
    desk.traffic.emit("Mocky", "<", "7,7")
    desk.traffic.emit("Mocky", "<", "8,8")
    qtbot.waitUntil(lambda: texts(log) == ["7,7"])
    log.search.clear()
    assert texts(log)[-2:] == ["7,7", "8,8"]


def test_hidden_it_listens_and_rests(log, desk, qtbot):
    log.hide()
    desk.traffic.emit("Mocky", "<", "7,7")
    assert not log._timer.isActive()
    log.show()
    qtbot.waitUntil(lambda: texts(log)[-1] == "7,7")
    assert not log._timer.isActive()


def test_it_is_bounded(log, desk, qtbot, monkeypatch):
    monkeypatch.setattr("wuzi.desktop.protocol_log.KEPT", 50)
    monkeypatch.setattr("wuzi.desktop.protocol_log._SPARE", 10)
    for number in range(300):
        desk.traffic.emit("Mocky", "<", str(number))
        if number % 20 == 0:
            log._flush()
    qtbot.waitUntil(lambda: texts(log)[-1] == "299")
    assert len(log.model.lines) <= 60
    assert log.lines.maxlen == 10_000


def test_who_looks_at_old_lines_goes_on_looking_at_them(log, desk, qtbot):
    for number in range(200):
        desk.traffic.emit("Mocky", "<", str(number))
    qtbot.waitUntil(lambda: texts(log)[-1] == "199")
    bar = log.view.verticalScrollBar()
    assert bar.value() == bar.maximum()
    bar.setValue(20)
    desk.traffic.emit("Mocky", "<", "new")
    qtbot.waitUntil(lambda: texts(log)[-1] == "new")
    assert bar.value() == 20
    log.view.scrollToBottom()
    desk.traffic.emit("Mocky", "<", "newer")
    qtbot.waitUntil(lambda: texts(log)[-1] == "newer")
    assert bar.value() == bar.maximum()


def test_copy(log, qtbot):
    log.copy_button.click()
    assert len(QApplication.clipboard().text().splitlines()) == 5
    select = QItemSelectionModel.SelectionFlag.Select
    for row in (3, 1):
        log.view.selectionModel().select(log.model.index(row, 0), select)
    log.view.setFocus()
    qtbot.keyClick(log.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    one, two = QApplication.clipboard().text().splitlines()
    assert one.endswith("Mocky  ← OK")
    assert two.endswith('Rapfi  ← name="Rapfi"')


def test_clear(log):
    log.clear_button.click()
    assert texts(log) == []
    assert log.count.text() == "Nothing has been said to or by an engine yet."


def test_it_paints_signs(log):
    before = log.view.grab().toImage()
    log.view.selectRow(2)
    assert log.view.grab().toImage() != before


def test_language(log):
    speak("zh_CN")
    speak("en")
    assert log.windowTitle() == "Protocol log"


def test_model(qtmodeltester, log):
    qtmodeltester.check(log.model)
    qtmodeltester.check(LogLines())


FLOOD = """
import sys
from qtpy.QtCore import QCoreApplication
from wuzi.desktop.desk import Desk
import wuzi.desktop.qt
app = QCoreApplication([])
desk = Desk()
heard = []
desk.traffic.connect(lambda *line: heard.append(len(line)))
for number in range(60000):
    desk.traffic.emit("engine", "<", "line")
    desk.setObjectName("x")
print(len(heard))
"""


def test_a_hundred_thousand_signals_do_not_end_the_program():
    done = subprocess.run(
        [sys.executable, "-c", FLOOD], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "60000\n"), done.stderr


def test_what_was_said_before_the_log_is_opened_stands_in_it(desk, qtbot):
    traffic = Traffic(desk, desk)
    desk.traffic.emit("rapfi", ">", "START 15")
    log = ProtocolLog(desk, traffic=traffic)
    qtbot.addWidget(log)
    desk.traffic.emit("rapfi", "<", "OK")
    log.show()
    qtbot.waitUntil(lambda: len(log.model.lines) == 2)
    assert texts(log) == ["START 15", "OK"]
    log.clear()
    assert not traffic.lines
