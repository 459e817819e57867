"""The board under a person's hands: pointer, keyboard, and what a screen reader hears."""

import pytest
import qtpy
from qtpy import QtGui
from qtpy.QtCore import QEvent, QPoint, Qt
from qtpy.QtGui import QKeySequence
from qtpy.QtWidgets import QApplication, QLineEdit, QShortcut, QVBoxLayout, QWidget

from wuzi.desktop.board.access import announce
from wuzi.desktop.board.marks import Candidate, Ghost, Marks, merged
from wuzi.desktop.board.view import BoardOptions, BoardView
from wuzi.rules import (
    BLACK,
    EMPTY,
    RENJU,
    WHITE,
    Board,
    centre,
    parse_moves,
    parse_point,
    point_name,
)
from wuzi.settings import language

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def P(name):
    return parse_point(name)


@pytest.fixture
def view(qtbot):
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(500, 500)
    view.set_playable(BLACK)
    view.show()
    qtbot.waitExposed(view)
    return view


def heard(signal):
    """A list that grows with every value of a signal."""
    values = []
    signal.connect(values.append)
    return values


def pixel_of(view, name):
    x, y = view.place.to_widget(*view.place.centre(P(name)))
    return QPoint(round(x), round(y))


def click(qtbot, view, name):
    qtbot.mouseClick(view, LEFT, NONE, pixel_of(view, name))


def drag(qtbot, view, one, other):
    qtbot.mousePress(view, LEFT, NONE, one)
    qtbot.mouseMove(view, other)
    qtbot.mouseRelease(view, LEFT, NONE, other)


# The pointer


def test_a_click_on_a_legal_point_chooses_it(qtbot, view):
    chosen = heard(view.chosen)
    click(qtbot, view, "h8")
    assert chosen == [P("h8")]


def test_an_illegal_point_is_refused(qtbot, view):
    chosen, refused = heard(view.chosen), heard(view.refused)
    view.set_board(Board.from_moves([P("h8")]))
    view.set_playable(WHITE)
    click(qtbot, view, "h8")
    assert (chosen, refused) == ([], [P("h8")])


def test_the_caller_says_what_is_legal(qtbot, view):
    chosen, refused = heard(view.chosen), heard(view.refused)
    view.set_playable(BLACK, lambda p: p == P("c3"))
    click(qtbot, view, "h8")
    click(qtbot, view, "c3")
    assert (chosen, refused) == ([P("c3")], [P("h8")])


def test_nobody_to_play_no_clicks(qtbot, view):
    chosen, refused = heard(view.chosen), heard(view.refused)
    view.set_playable(None)
    click(qtbot, view, "h8")
    assert (chosen, refused) == ([], [])
    assert view.pointing().ghost is None


def test_a_press_that_slips_to_another_point_plays_nothing(qtbot, view):
    chosen = heard(view.chosen)
    drag(qtbot, view, pixel_of(view, "h8"), pixel_of(view, "i8"))
    assert chosen == []


def test_other_buttons_play_nothing(qtbot, view):
    chosen = heard(view.chosen)
    qtbot.mouseClick(view, Qt.MouseButton.RightButton, NONE, pixel_of(view, "h8"))
    assert chosen == []


def test_a_second_click_confirms(qtbot, view):
    chosen = heard(view.chosen)
    view.set_options(BoardOptions(confirm=True))
    click(qtbot, view, "h8")
    assert (chosen, view.pending) == ([], P("h8"))
    click(qtbot, view, "c3")
    assert (chosen, view.pending) == ([], P("c3"))
    click(qtbot, view, "c3")
    assert (chosen, view.pending) == ([P("c3")], None)


def test_a_proposed_move_goes_when_it_no_longer_may_be_played(qtbot, view):
    view.set_options(BoardOptions(confirm=True))
    click(qtbot, view, "h8")
    view.set_playable(None)
    assert view.pending is None


def test_the_ghost_follows_the_pointer_to_legal_points(qtbot, view):
    hovered = heard(view.hovered)
    view.set_board(Board.from_moves([P("h8")]))
    view.set_playable(WHITE)
    qtbot.mouseMove(view, pixel_of(view, "g7"))
    assert view.pointing().ghost == P("g7")
    qtbot.mouseMove(view, pixel_of(view, "h8"))
    assert view.pointing().ghost is None
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert hovered == [P("g7"), P("h8"), None]


def test_no_ghost_when_it_is_not_wanted(qtbot, view):
    view.set_options(BoardOptions(ghost=False))
    qtbot.mouseMove(view, pixel_of(view, "g7"))
    assert view.pointing().ghost is None


# Regions


def test_a_rectangle_drawn_with_the_pointer_is_a_region(qtbot, view):
    regions, chosen = heard(view.region_chosen), heard(view.chosen)
    view.set_picking_region(True)
    margin = QPoint(8, 8)
    drag(qtbot, view, pixel_of(view, "c5") - margin, pixel_of(view, "e4") + margin)
    assert regions == [frozenset(map(P, ("c5", "d5", "e5", "c4", "d4", "e4")))]
    assert chosen == []


def test_two_corners_by_enter_are_a_region(qtbot, view):
    regions = heard(view.region_chosen)
    view.set_picking_region(True)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Return):
        view.show_cursor()
        qtbot.keyClick(view, key)
    assert regions == [frozenset(map(P, ("h8", "i8", "h7", "i7")))]


def test_escape_clears_the_region(qtbot, view):
    regions = heard(view.region_chosen)
    view.set_picking_region(True)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert regions == [None]
    view.set_picking_region(False)
    chosen = heard(view.chosen)
    click(qtbot, view, "h8")
    assert chosen == [P("h8")]


# The keyboard


@pytest.fixture
def window(qtbot):
    """An entry, a board, and shortcuts on the arrows and Return, as the window has them."""
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    window.entry, window.view = QLineEdit(), BoardView()
    layout.addWidget(window.entry)
    layout.addWidget(window.view)
    window.stolen = []
    for key in ("Left", "Right", "Return"):
        shortcut = QShortcut(QKeySequence(key), window)
        shortcut.activated.connect(lambda key=key: window.stolen.append(key))
    window.view.set_playable(BLACK)
    window.resize(400, 450)
    window.show()
    window.activateWindow()
    qtbot.waitActive(window)
    return window


def test_arrows_are_the_windows_until_the_cursor_is_shown(qtbot, window):
    view = window.view
    chosen = heard(view.chosen)
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert (view.cursor_point, window.stolen, chosen) == (None, ["Left", "Return"], [])


def test_tab_shows_the_cursor_and_enter_plays(qtbot, window):
    view = window.view
    chosen = heard(view.chosen)
    window.entry.setFocus()
    qtbot.keyClick(window.entry, Qt.Key.Key_Tab)
    assert view.hasFocus()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Return):
        qtbot.keyClick(view, key)
    assert chosen == [P("g9")]
    assert window.stolen == []
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert view.cursor_point is None


def test_control_with_an_arrow_shows_the_cursor_and_a_click_hides_it(qtbot, window):
    view = window.view
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.keyClick(view, Qt.Key.Key_Right, CTRL)
    assert view.cursor_point == P("i8")
    click(qtbot, view, "c3")
    assert view.cursor_point is None


def test_the_cursor_goes_when_the_focus_does(qtbot, window):
    window.view.setFocus(Qt.FocusReason.TabFocusReason)
    assert window.view.cursor_point == centre(15)
    window.entry.setFocus(Qt.FocusReason.MouseFocusReason)
    assert window.view.cursor_point is None


def test_the_cursor_stays_on_the_board(qtbot, view):
    for _ in range(20):
        view.move_cursor(-1, -1)
    assert view.cursor_point == P("a1")
    view.set_board(Board(5))
    assert view.cursor_point == centre(5)


def test_two_people_play_a_game_by_keyboard(qtbot, view):
    board, chosen = Board(), heard(view.chosen)
    view.show_cursor()
    here = "h8"
    for name in ("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8"):
        across, up = ord(name[0]) - ord(here[0]), int(name[1:]) - int(here[1:])
        for steps, plus, minus in (
            (across, Qt.Key.Key_Right, Qt.Key.Key_Left),
            (up, Qt.Key.Key_Up, Qt.Key.Key_Down),
        ):
            for _ in range(abs(steps)):
                qtbot.keyClick(view, plus if steps > 0 else minus)
        qtbot.keyClick(view, Qt.Key.Key_Return)
        board.push(chosen.pop())
        here = name
        view.set_board(board)
        view.set_playable(None if board.outcome else board.turn)
    assert board.outcome.winner == BLACK


# In words


def test_the_position_and_the_cursors_point_are_said(qtbot, view):
    view.set_board(Board.from_moves(parse_moves("h8i9")))
    assert view.accessibleName() == "Board of 15 lines, 2 stones, Black to move"
    assert view.accessibleDescription() == ""
    view.show_cursor()
    assert view.accessibleDescription() == "h8, black stone, move 1"
    view.move_cursor(1, 1)
    assert view.accessibleDescription() == "i9, white stone, move 2"
    view.set_marks(
        Marks(
            forbidden={P("j10"): "overline"},
            threats={P("j10"): "four"},
            candidates=(Candidate(P("j10"), "56%", 1, 1.0),),
            line=(Ghost(P("j10"), BLACK, 1),),
            hint=P("j10"),
        )
    )
    view.move_cursor(1, 1)
    assert view.accessibleDescription() == (
        "j10, empty, forbidden: overline, makes a four, candidate 1: 56%, move 1 of the line, hint"
    )


def test_the_end_is_said(view):
    view.set_board(Board.from_moves(parse_moves("h8a1i8b1j8c1k8d1l8")))
    assert view.accessibleName() == (
        "Board of 15 lines, 9 stones, Black wins: five in a row, h8 i8 j8 k8 l8."
    )


def test_the_language_can_change(view):
    view.show_cursor()
    before = view.accessibleName()
    language.set_language("zh_CN")
    QApplication.sendEvent(view, QEvent(QEvent.Type.LanguageChange))
    assert view.accessibleName() != before
    language.set_language("en")
    QApplication.sendEvent(view, QEvent(QEvent.Type.LanguageChange))
    assert view.accessibleName() == before


def test_moves_and_the_cursor_are_announced(view, monkeypatch):
    """Under PySide6 to QAccessible itself, which PyQt5 has not."""
    if not qtpy.PYSIDE6:
        announce(view, "nothing to say it with, and no error")
        return
    QAccessible = QtGui.QAccessible
    said = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda e: said.append(e.message()))
    view.set_board(Board.from_moves([P("h8")]))
    view.set_board(Board.from_moves(parse_moves("h8i9")))
    view.show_cursor()
    assert said == ["Black plays h8", "White plays i9", "h8, black stone, move 1"]
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.text(QAccessible.Text.Name) == view.accessibleName()
    assert interface.text(QAccessible.Text.Description) == "h8, black stone, move 1"


# Marks


def test_layers_of_marks_are_merged():
    one = Marks(last=P("h8"), forbidden={P("a1"): "overline"}, region=frozenset({P("h8")}))
    two = Marks(forbidden={P("a1"): "double_four", P("b2"): "overline"}, winning=(P("c3"),))
    assert merged([one, two]) == Marks(
        last=P("h8"),
        forbidden={P("a1"): "double_four", P("b2"): "overline"},
        region=frozenset({P("h8")}),
        winning=(P("c3"),),
    )
    assert merged([]) == Marks()


def test_an_empty_region_is_a_region():
    assert merged([Marks(region=frozenset()), Marks(hint=P("h8"))]).region == frozenset()


def test_the_view_keeps_a_copy_of_the_board(view):
    board = Board(rule=RENJU)
    view.set_board(board)
    board.push(P("h8"))
    assert view.board[P("h8")] == EMPTY
    assert point_name(centre(view.board.size)) == "h8"


def test_a_board_being_resized_is_stretched_and_then_painted_anew(qtbot, view):
    view.set_options(BoardOptions(numbers=True))
    view.set_board(Board.from_moves(parse_moves("h8i9g9j10f8")))
    before = view.grab().toImage()
    view.resize(560, 540)
    stretched = view.grab().toImage()
    assert stretched.size() != before.size()
    qtbot.waitUntil(lambda: view._painter.place == view.place, timeout=5000)
    other = BoardView()
    qtbot.addWidget(other)
    other.resize(560, 540)
    other.set_playable(BLACK)
    other.set_options(view.options)
    other.set_board(view.board)
    fresh = other.grab().toImage()
    assert view.grab().toImage() == fresh
    assert stretched != fresh


def test_a_move_made_while_resizing_is_seen_at_once(qtbot, view):
    view.set_board(Board.from_moves(parse_moves("h8i9")))
    view.grab()
    view.resize(440, 480)
    view.grab()
    assert view._painter.place != view.place
    view.set_board(Board.from_moves(parse_moves("h8i9g9")))
    view.grab()
    assert view._painter.place == view.place
