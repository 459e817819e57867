"""Where points lie, and what a click means: for every size, theme, ratio and window shape."""

from itertools import product
from math import cos, hypot, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from qtpy.QtCore import QEvent, QPointF, Qt
from qtpy.QtGui import QMouseEvent
from qtpy.QtWidgets import QApplication

from wuzi.desktop.board.geometry import REACH, Geometry
from wuzi.desktop.board.themes import THEMES
from wuzi.desktop.board.view import BoardOptions, BoardView
from wuzi.rules import BLACK, MAX_SIZE, MIN_SIZE, Board, all_points, col_of, row_of

unhurried = settings(deadline=None)  # a busy machine is no fault
RATIOS = [1.0, 1.25, 1.5, 2.0]
sizes = st.integers(MIN_SIZE, MAX_SIZE)
ratios = st.sampled_from(RATIOS)
sides = st.integers(40, 1700)
angles = st.floats(0, 2 * pi)
near = st.floats(0, REACH - 0.01)
beyond = st.floats(REACH + 0.01, 1 - REACH - 0.01)  # nearer to this point than any other's reach


@st.composite
def geometries(draw):
    offset = (draw(st.integers(0, 300)), draw(st.integers(0, 300)))
    ratio = draw(ratios)
    return Geometry.fit(
        draw(sizes),
        draw(sides),
        draw(sides),
        ratio,
        coordinates=draw(st.booleans()),
        offset=(offset[0] * ratio, offset[1] * ratio),
    )


def place_from(board, p, distance, angle):
    """A place in the widget, ``distance`` cells from a point."""
    x, y = board.centre(p)
    reach = distance * board.cell
    return board.to_widget(x + reach * cos(angle), y + reach * sin(angle))


@unhurried
@given(geometries(), st.data(), near, angles)
def test_a_click_near_an_intersection_is_that_point(board, data, distance, angle):
    p = data.draw(st.sampled_from(all_points(board.size)))
    assert board.point_at(*place_from(board, p, distance, angle)) == p


@unhurried
@given(geometries(), st.data(), beyond, angles)
def test_a_click_beyond_reach_is_no_point(board, data, distance, angle):
    p = data.draw(st.sampled_from(all_points(board.size)))
    assert board.point_at(*place_from(board, p, distance, angle)) is None


@unhurried
@given(geometries(), st.floats(0, 1700), st.floats(0, 1700))
def test_any_click_is_the_nearest_of_all_points_or_none(board, x, y):
    across, down = board.to_plate(x, y)

    def cells_away(p):
        middle_x, middle_y = board.centre(p)
        return hypot(across - middle_x, down - middle_y) / board.cell

    nearest = min(all_points(board.size), key=cells_away)
    if abs(cells_away(nearest) - REACH) > 1e-6:
        expected = nearest if cells_away(nearest) < REACH else None
        assert board.point_at(x, y) == expected
    assert cells_away(board.nearest(x, y)) == pytest.approx(cells_away(nearest))


@unhurried
@given(geometries())
def test_the_board_is_square_inside_its_widget_and_lines_begin_on_whole_pixels(board):
    assert board.left >= 0
    assert board.left == board.top
    last = board.left + (board.size - 1) * board.cell + board.line
    assert last <= board.side or board.cell == 1  # a board may be too small to be drawn
    left, top = board.to_widget(0, 0)
    assert left >= -1e-6
    assert top >= -1e-6
    for start, shift in ((board.plate_left, board.shift_x), (board.plate_top, board.shift_y)):
        assert isinstance(start, int)
        assert 0 <= shift < 1 + 1e-6


@unhurried
@given(sizes, ratios, st.tuples(sides, sides), st.integers(0, 400), st.integers(0, 400))
def test_a_widget_between_two_dots_still_has_its_plate_on_one(size, ratio, shape, x, y):
    board = Geometry.fit(size, *shape, ratio, offset=(x * ratio, y * ratio))
    corner_x, corner_y = board.to_widget(0, 0)
    for corner in ((x + corner_x) * ratio, (y + corner_y) * ratio):
        assert corner == pytest.approx(round(corner), abs=1e-6)


@unhurried
@given(geometries())
def test_cells_tile_the_board(board):
    boxes = [board.cell_box(p) for p in all_points(board.size)]
    lefts, tops = sorted({box[0] for box in boxes}), sorted({box[1] for box in boxes})
    assert lefts == list(range(lefts[0], lefts[0] + board.size * board.cell, board.cell))
    assert tops == list(range(tops[0], tops[0] + board.size * board.cell, board.cell))
    for p, (left, top, wide, high) in zip(all_points(board.size), boxes, strict=True):
        x, y = board.centre(p)
        assert left <= x <= left + wide
        assert top <= y <= top + high


@unhurried
@given(geometries(), st.data())
def test_a_rectangle_holds_the_points_between_its_corners(board, data):
    one, other = (data.draw(st.sampled_from(all_points(board.size))) for _ in range(2))
    x1, y1 = board.to_widget(*board.centre(one))
    x2, y2 = board.to_widget(*board.centre(other))
    margin = 0.3 * board.cell / board.ratio
    corners = (
        min(x1, x2) - margin,
        max(y1, y2) + margin,
        max(x1, x2) + margin,
        min(y1, y2) - margin,
    )
    cols = sorted((col_of(one), col_of(other)))
    rows = sorted((row_of(one), row_of(other)))
    assert board.points_between(*corners) == {
        p
        for p in all_points(board.size)
        if cols[0] <= col_of(p) <= cols[1] and rows[0] <= row_of(p) <= rows[1]
    }


class ScaledView(BoardView):
    """A view that believes to be on a screen of another ratio."""

    ratio = 1.0

    def devicePixelRatioF(self):
        return self.ratio


def click(view, x, y):
    at = QPointF(x, y)
    button, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, held in (
        (QEvent.Type.MouseButtonPress, button),
        (QEvent.Type.MouseButtonRelease, none),
    ):
        event = QMouseEvent(kind, at, at, button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view, event)


@pytest.mark.parametrize("ratio", RATIOS)
def test_the_view_takes_clicks_where_they_are_near(qtbot, ratio):
    """The property through the widget: real events, every size, several shapes."""
    view = ScaledView()
    qtbot.addWidget(view)
    view.ratio = ratio
    chosen = []
    view.chosen.connect(chosen.append)
    for size, theme in product(range(MIN_SIZE, MAX_SIZE + 1), THEMES.values()):
        view.set_theme(theme)
        view.resize(300 + 37 * (size % 5), 260 + 51 * (size % 7))
        view.set_options(BoardOptions(coordinates=size % 2 == 0))
        view.set_board(Board(size))
        view.set_playable(BLACK)
        points = all_points(size)
        for i, p in enumerate((points[0], points[size // 2], points[-size], points[-1])):
            angle = 0.7 + size + 1.9 * i
            click(view, *place_from(view.place, p, 0.44, angle))
            assert chosen == [p]
            chosen.clear()
            click(view, *place_from(view.place, p, 0.46, angle))
            assert chosen == []
