"""The viewer of a film: going forwards and back, seeking, playing, keys, looks, words."""

from itertools import pairwise

import pytest
from qtpy.QtCore import QPoint, QPointF, Qt
from qtpy.QtGui import QColor, QImage, QPainter, QPalette
from qtpy.QtWidgets import QApplication

from tests.desktop.trace_films import BOARD, film_of, is_pruned, speak_loud
from wuzi.desktop.trace.switches import SwitchTable
from wuzi.desktop.trace.tree import HEAD, ROW
from wuzi.desktop.trace.viewer import SPEEDS, TraceViewer
from wuzi.desktop.words import speak
from wuzi.textbook import SearchOptions
from wuzi.textbook.trace import Step
from wuzi.textbook.trace_recorder import Job, compare

KINDS = ("alphabeta", "minimax", "table", "win")


@pytest.fixture
def viewer(qtbot):
    made = TraceViewer()
    qtbot.addWidget(made)
    made.resize(520, 800)
    made.lines = []
    made.line_changed.connect(lambda moves, hint: made.lines.append((moves, hint)))
    return made


def show(viewer, qtbot, kind="alphabeta"):
    viewer.set_film(film_of(kind), pruning=is_pruned(kind))
    with qtbot.waitExposed(viewer):
        viewer.show()
    return viewer.film


def state(viewer):
    """All that a moment shows."""
    rows = viewer.tree._rows
    return (
        viewer.at,
        viewer.timeline.value(),
        viewer.caption,
        viewer.words.text(),
        viewer.counts.text(),
        viewer.windows.bars(),
        [rows.entry(row) for row in range(len(rows))],
        viewer.tree.focus,
        viewer.tree.best,
        viewer.line(),
        viewer.lines[-1],
        [button.isEnabled() for button in viewer.buttons.values()],
    )


def picture(widget):
    image = QImage(widget.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    widget.render(painter, QPoint())
    painter.end()
    return image


@pytest.mark.parametrize("kind", KINDS)
def test_forwards_and_back_every_moment_is_the_same(viewer, qtbot, kind):
    show(viewer, qtbot, kind)
    states = [state(viewer)]
    while viewer.at < viewer.length:
        viewer.forward()
        states.append(state(viewer))
    assert [each[0] for each in states] == list(range(viewer.length + 1))
    for expected in reversed(states[:-1]):
        viewer.back()
        assert state(viewer) == expected
    viewer.back()
    assert viewer.at == 0


def test_seeking_is_stepping(viewer, qtbot):
    show(viewer, qtbot)
    states = [state(viewer)]
    while viewer.at < viewer.length:
        viewer.forward()
        states.append(state(viewer))
    places = [place * 37 % len(states) for place in range(len(states))]
    for at in places:
        viewer.go(at)
        assert state(viewer) == states[at]
    for at in places[::5]:
        viewer.timeline.setValue(at)  # as a drag does
        assert state(viewer) == states[at]
    viewer.go(-5)
    assert viewer.at == 0
    viewer.go(10**6)
    assert viewer.at == viewer.length


@pytest.mark.parametrize("whole", [False, True])
def test_the_pictures_back_are_those_forwards(viewer, qtbot, whole):
    show(viewer, qtbot)
    viewer.following.setChecked(False)
    viewer.whole.setChecked(whole)
    parts = (viewer.tree.viewport(), viewer.windows, viewer.timeline)
    moments = list(range(0, viewer.length, 7))
    seen = {}
    for at in moments:
        viewer.go(at)
        seen[at] = [picture(part) for part in parts]
    for part in range(len(parts)):  # they are pictures of something
        changes = sum(a[part] != b[part] for a, b in pairwise(seen.values()))
        assert changes > len(moments) // 2
    for at in reversed(moments):
        viewer.go(at)
        assert [picture(part) for part in parts] == seen[at]


@pytest.mark.parametrize("kind", KINDS)
def test_every_moment_of_every_film_can_be_painted(viewer, qtbot, kind):
    show(viewer, qtbot, kind)
    for whole in (False, True):
        viewer.whole.setChecked(whole)
        for zoom in (0.4, 1.0, 2.0):
            viewer.tree.set_zoom(zoom)
            for at in range(0, viewer.length + 1, 11):
                viewer.go(at)
                image = picture(viewer)
        assert not image.isNull()


def test_the_keys_go_through_the_film(viewer, qtbot):
    film = show(viewer, qtbot)
    press = qtbot.keyClick
    for widget in (viewer.tree, viewer.timeline):
        viewer.go(0)
        press(widget, Qt.Key.Key_Right)
        press(widget, Qt.Key.Key_Right)
        assert viewer.at == 2
        press(widget, Qt.Key.Key_Left)
        assert viewer.at == 1
        press(widget, Qt.Key.Key_End)
        assert viewer.at == viewer.length
        press(widget, Qt.Key.Key_Home)
        assert viewer.at == 0
        cuts = [at for at, step in enumerate(film.trace.step, 1) if step == Step.CUT]
        for at in cuts:
            press(widget, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
            assert viewer.at == at
            assert viewer.caption.tone == "cut"
        press(widget, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
        assert viewer.at == (cuts[-2] if len(cuts) > 1 else 0)
        press(widget, Qt.Key.Key_Space)
        assert viewer.playing
        press(widget, Qt.Key.Key_Space)
        assert not viewer.playing
        zoom = viewer.tree.zoom
        press(widget, Qt.Key.Key_Minus)
        press(widget, Qt.Key.Key_Plus)
        assert viewer.tree.zoom == zoom


def test_a_whole_branch_at_once_and_back(viewer, qtbot):
    film = show(viewer, qtbot)
    viewer.go(1)  # the root is entered
    for child in film.all_children(0):
        before = viewer.at
        qtbot.keyClick(viewer.tree, Qt.Key.Key_Down)
        assert viewer.at == film.left[child]
        qtbot.keyClick(viewer.tree, Qt.Key.Key_Up)
        assert viewer.at == before
        viewer.over()
    assert film.path(viewer.at) == [0]


def test_it_plays_to_the_end_and_again(viewer, qtbot):
    show(viewer, qtbot)
    viewer.speed.setValue(len(SPEEDS) - 1)
    viewer.buttons["play"].click()
    assert viewer.playing
    qtbot.waitUntil(lambda: viewer.at == viewer.length, timeout=20_000)
    assert not viewer.playing
    viewer.play()
    assert viewer.at < viewer.length
    viewer.forward()  # whoever steps wants to look
    assert not viewer.playing
    viewer.play()
    viewer.hide()
    assert not viewer.playing


def test_a_step_slides_to_what_a_jump_shows(viewer, qtbot):
    film = show(viewer, qtbot)
    moving = next(  # a step that moves an end of the root's window
        at
        for at in range(2, len(film))
        if film.path(at) and film.window_for_root(0, at) != film.window_for_root(0, at - 1)
    )
    viewer.go(moving)
    there = picture(viewer.windows)
    viewer.go(moving - 1)
    before = picture(viewer.windows)
    viewer.forward()
    assert picture(viewer.windows) not in (there, before)
    qtbot.waitUntil(lambda: picture(viewer.windows) == there, timeout=5000)
    viewer.back()
    viewer.hide()  # ends the sliding
    viewer.show()
    assert picture(viewer.windows) == before


def test_the_line_is_that_of_the_step_and_a_cut_names_its_refuge(viewer, qtbot):
    film = show(viewer, qtbot)
    for at in range(1, len(film) + 1):
        viewer.go(at)
        moves, hint = viewer.lines[-1]
        step, node = film.trace.step[at - 1], film.trace.step_node[at - 1]
        if node or step != Step.LEAVE:
            assert list(moves) == film.moves_to(node)
        else:
            assert moves == film.trace.line()
        assert (hint is not None) == (step == Step.CUT)
        if hint is not None:
            assert hint == film.trace.move[film.refuge(node)]


def place_of(viewer, node):
    """Where to click on a node of the tree."""
    box = viewer.tree.box_of(node, viewer.tree._rows.row_of(node))
    return box.center().toPoint()


def test_clicks_fold_and_unfold_and_a_double_click_goes_there(viewer, qtbot):
    film = show(viewer, qtbot)
    viewer.go(len(film))
    viewer.following.setChecked(False)
    viewer.tree.verticalScrollBar().setValue(0)
    node = next(n for n in film.all_children(0) if not viewer.tree._rows.opens(n))
    shown, port = len(viewer.tree._rows), viewer.tree.viewport()
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=place_of(viewer, node))
    assert viewer.tree.unfolded == {node}
    assert len(viewer.tree._rows) > shown
    qtbot.mouseMove(port, place_of(viewer, node))
    viewer.tree._point(node)
    assert list(viewer.lines[-1][0]) == film.moves_to(node)
    viewer.tree._point(None)
    assert viewer.lines[-1][0] == film.trace.line()
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=place_of(viewer, node))
    assert viewer.tree.unfolded == set()
    qtbot.mouseDClick(port, Qt.MouseButton.LeftButton, pos=place_of(viewer, node))
    assert viewer.at == film.left[node]
    assert viewer.tree.node_at(QPointF(3, HEAD + ROW * 400)) is None


def test_what_the_rows_in_sight_belong_to_is_held_at_the_top(viewer, qtbot):
    film = show(viewer, qtbot)
    viewer.resize(520, 560)
    viewer.go(len(film))
    viewer.following.setChecked(False)
    tree = viewer.tree
    tree.verticalScrollBar().setValue(0)
    assert tree.held()[1] == []
    for value in range(10, tree.verticalScrollBar().maximum(), 17):
        tree.verticalScrollBar().setValue(value)
        top, held = tree.held()
        assert held[0] == 0, "the root stands in the first row"
        assert [film.trace.parent[node] for node in held[1:]] == held[:-1]
        for node in held:
            assert tree.node_at(tree.box_of(node, top).center()) == node
    assert tree.verticalScrollBar().maximum() > 10


def test_it_follows_the_search(viewer, qtbot):
    film = show(viewer, qtbot, "worst")
    viewer.whole.setChecked(True)
    viewer.resize(520, 620)
    seen = set()
    for at in range(1, len(film) + 1, 3):
        viewer.go(at)
        node = viewer.tree.focus[-1]
        y = viewer.tree.y_of(viewer.tree._rows.row_of(node))
        assert HEAD <= y <= viewer.tree.viewport().height()
        seen.add(viewer.tree.verticalScrollBar().value())
    assert len(seen) > 3


def test_a_click_on_the_timeline_goes_there(viewer, qtbot):
    film = show(viewer, qtbot)
    line = viewer.timeline
    for at in (0, len(film) // 3, len(film)):
        x = round(line.x_of(at))
        qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(x, 20))
        assert abs(line.x_of(viewer.at) - x) <= line.width() / len(film) / 2 + 1


def test_the_language_changes_in_place(viewer, qtbot, monkeypatch):
    show(viewer, qtbot)

    def words():
        buttons = [*viewer.buttons.values(), viewer.whole, viewer.following, viewer.zoom_in]
        return [
            viewer.words.text(),
            viewer.counts.text(),
            *(button.toolTip() for button in buttons),
            viewer.tree.accessibleName(),
            viewer.timeline.accessibleName(),
            viewer.speed.toolTip(),
        ]

    for at in range(0, viewer.length + 1, 5):
        viewer.go(at)
        english = words()
        speak_loud(monkeypatch)
        assert all("«" in word for word in words())
        assert viewer.at == at
        speak("en")
        assert words() == english


def test_dark_windows_have_dark_colours(viewer, qtbot):
    show(viewer, qtbot)
    viewer.go(30)
    light = picture(viewer.tree.viewport())
    palette = QPalette(QColor("#202020"))
    palette.setColor(QPalette.ColorRole.Base, QColor("#101010"))
    palette.setColor(QPalette.ColorRole.Text, QColor("#eeeeee"))
    viewer.setPalette(palette)
    QApplication.processEvents()
    dark = picture(viewer.tree.viewport())
    corner = QPoint(light.width() - 3, light.height() - 3)
    assert QColor(light.pixel(corner)).lightness() > 200
    assert QColor(dark.pixel(corner)).lightness() < 60


def test_without_a_film_nothing_can_be_pressed(viewer, qtbot):
    with qtbot.waitExposed(viewer):
        viewer.show()
    assert not any(button.isEnabled() for button in viewer.buttons.values())
    for act in (viewer.forward, viewer.back, viewer.over, viewer.back_over, viewer.play):
        act()
    assert (viewer.at, viewer.playing, viewer.line()) == (0, False, ((), None))
    assert not picture(viewer).isNull()


def test_the_table_of_switches_says_what_the_searches_counted(qtbot):
    table = SwitchTable()
    qtbot.addWidget(table)
    job = Job(BOARD, SearchOptions(depth=3, cap=4, table=True), max_compared=200)
    table.clear(waiting=True)
    rows = list(compare(job))
    for row in rows:
        table.add(row)
    table.end()
    cells = table.cells()
    assert [line[0] for line in cells] == [
        "as chosen",
        "without pruning",
        "without ordering",
        "without table",
    ]
    for row, line in zip(rows, cells, strict=True):
        exact = row.value is not None
        assert line[1] == (f"{row.nodes:,}" if exact else f"> {row.nodes:,}")
        assert line[2] == (f"{row.cuts:,}" if row.options.pruning else "–")
        assert line[3] == (f"{row.hits:,}" if row.options.table and row.options.pruning else "–")
    assert "as chosen" in table.accessibleDescription()
    table.resize(400, 120)
    assert not picture(table).isNull()
