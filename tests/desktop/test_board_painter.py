"""What is painted: sharp, the same from memory as from scratch, and told apart without colour."""

import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, product
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from qtpy import API
from qtpy.QtGui import QImage, QPainter

from wuzi.desktop.board.geometry import Geometry
from wuzi.desktop.board.marks import (
    FORBIDDEN_KINDS,
    NO_MARKS,
    THREAT_KINDS,
    Candidate,
    Ghost,
    Marks,
)
from wuzi.desktop.board.painter import BoardPainter
from wuzi.desktop.board.scene import NOT_POINTING, Pointing, Scene
from wuzi.desktop.board.themes import COLOUR_BLIND, PALETTES, PRINT, THEMES, WOOD, Palette
from wuzi.desktop.board.to_picture import board_png, board_svg
from wuzi.rules import BLACK, MAX_SIZE, MIN_SIZE, WHITE, Board, all_points, parse_moves, parse_point

GREY = Palette(*["#808080"] * 8)
"""A palette in which everything has the same colour."""


def P(name):
    return parse_point(name)


def painted(scene, side=450, painter=None, pointing=NOT_POINTING):
    picture = QImage(side, side, QImage.Format.Format_RGB32)
    picture.fill(0)
    brush = QPainter(picture)
    place = Geometry.fit(scene.board.size, side, side, coordinates=scene.coordinates)
    (painter or BoardPainter()).paint(brush, place, scene, pointing)
    brush.end()
    return picture


@pytest.mark.usefixtures("qapp")
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.one_of(st.none(), st.sampled_from(all_points(9))), max_size=40),
    st.sampled_from(list(THEMES.values())),
    st.booleans(),
)
def test_painting_on_from_memory_is_painting_from_scratch(steps, theme, numbers):
    board, painter = Board(9), BoardPainter()
    for step in steps:
        if step is None:
            if board.moves:
                board.pop()
        elif board.is_legal(step):
            board.push(step)
        scene = Scene(board.copy(), Marks(last=board.last), theme, numbers=numbers)
        here = painted(scene, 160, painter)
    if steps:
        assert here == painted(scene, 160)


def test_everything_that_changes_is_seen(qapp):
    """One painter is asked for scenes that differ in one thing each."""
    board = Board.from_moves(parse_moves("h8i9g9"))
    first = Scene(board, NO_MARKS, WOOD)
    scenes = [
        first,
        replace(first, coordinates=False),
        replace(first, numbers=True),
        *(replace(first, theme=theme) for theme in list(THEMES.values())[1:]),
        replace(first, board=Board.from_moves(parse_moves("h8i9"))),
        replace(first, board=Board(19)),
        *(
            replace(first, marks=marks)
            for marks in (
                Marks(last=P("g9")),
                Marks(numbers={P("h8"): 7}),
                Marks(winning=(P("h8"), P("i9"))),
                Marks(candidates=(Candidate(P("c3"), "5", 1, 1.0),)),
                Marks(candidates=(Candidate(P("c3"), "5", 2, 1.0),)),
                Marks(candidates=(Candidate(P("c3"), "5", 2, 0.3),)),
                Marks(candidates=(Candidate(P("c3"), "6", 2, 0.3),)),
                Marks(line=(Ghost(P("c3"), BLACK, 1),)),
                Marks(line=(Ghost(P("c3"), WHITE, 1),)),
                Marks(line=(Ghost(P("c3"), WHITE, 2),)),
                Marks(region=frozenset({P("h8"), P("h9")})),
                Marks(hint=P("c3")),
                *(Marks(forbidden={P("c3"): kind}) for kind in FORBIDDEN_KINDS),
                *(Marks(threats={P("c3"): kind}) for kind in THREAT_KINDS),
            )
        ),
    ]
    painter = BoardPainter()
    pictures = [painted(scene, painter=painter) for scene in scenes]
    for (one, here), (other, there) in combinations(zip(scenes, pictures, strict=True), 2):
        assert here != there, (one, other)
    for scene, picture in zip(scenes, pictures, strict=True):
        assert painted(scene) == picture


def test_pointer_and_cursor_are_seen(qapp):
    scene = Scene(Board(), NO_MARKS, WOOD)
    p = P("h8")
    pointings = [
        NOT_POINTING,
        Pointing(BLACK, ghost=p),
        Pointing(WHITE, ghost=p),
        Pointing(BLACK, pending=p),
        Pointing(cursor=p),
        Pointing(corner=p),
        Pointing(band=(10.0, 10.0, 90.0, 60.0)),
    ]
    pictures = [painted(scene, pointing=pointing) for pointing in pointings]
    assert all(one != other for one, other in combinations(pictures, 2))


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_no_two_marks_differ_by_colour_alone(qapp, theme):
    p, board = P("h8"), Board.from_stones([P("h8")], [])
    empty, theme = Board(), theme.with_palette(GREY)
    on_a_point = [
        Marks(hint=p),
        Marks(candidates=(Candidate(p, "", 1, 1.0),)),
        Marks(candidates=(Candidate(p, "", 2, 1.0),)),
        Marks(line=(Ghost(p, BLACK, 1),)),
        Marks(line=(Ghost(p, WHITE, 1),)),
        *(Marks(forbidden={p: kind}) for kind in FORBIDDEN_KINDS),
        *(Marks(threats={p: kind}) for kind in THREAT_KINDS),
    ]
    on_a_stone = [NO_MARKS, Marks(last=p), Marks(winning=(p,)), Marks(numbers={p: 1})]
    for stones, marks in ((empty, on_a_point), (board, on_a_stone)):
        pictures = [painted(Scene(stones, one, theme)) for one in marks]
        assert all(one != other for one, other in combinations(pictures, 2))


def test_black_and_white_stones_differ_in_brightness(qapp):
    for theme in THEMES.values():
        picture = painted(Scene(Board.from_moves(parse_moves("h8i8")), NO_MARKS, theme), 480)
        place = Geometry.fit(15, 480, 480)
        black, white = (
            picture.pixelColor(*(int(value) for value in place.centre(P(name)))).lightness()
            for name in ("h8", "i8")
        )
        assert white - black > 150


def test_the_palette_for_the_colour_blind_has_eight_of_their_colours():
    assert PALETTES["colour_blind"] == COLOUR_BLIND
    okabe_ito = {
        "#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7",
    }  # fmt: skip
    assert set(vars(COLOUR_BLIND).values()) <= okabe_ito


def test_lines_are_whole_pixels_and_nothing_else(qapp):
    """Between two crossings every pixel is line or paper, on each of three widths of line."""
    for size, cell in product(range(MIN_SIZE, MAX_SIZE + 1), (15, 40, 75)):
        side = size * cell
        place = Geometry.fit(size, side, side)
        picture = painted(Scene(Board(size), NO_MARKS, PRINT), side)
        away = place.cell // 2
        for i in range(1, size - 1):
            start = place.left + i * place.cell
            across = [
                picture.pixelColor(start + k, place.top + away).name()
                for k in range(-2, place.line + 2)
            ]
            down = [
                picture.pixelColor(place.left + away, start + k).name()
                for k in range(-2, place.line + 2)
            ]
            paper, line = ["#ffffff"] * 2, ["#000000"] * place.line
            assert across == down == [*paper, *line, *paper]


LINES_IN_A_WINDOW = """
from qtpy.QtWidgets import QApplication, QWidget
app = QApplication([])
from wuzi.desktop.board.canvas import BoardCanvas
from wuzi.desktop.board.themes import PRINT
window = QWidget()
window.resize(520, 433)
board = BoardCanvas(window)
board.setGeometry(101, 33, 333, 341)
board.set_theme(PRINT)
window.show()
app.processEvents()
picture, place = window.grab().toImage(), board.place
ratio = window.devicePixelRatioF()
left = round(101 * ratio + place.shift_x) + place.plate_left + place.left
top = round(33 * ratio + place.shift_y) + place.plate_top + place.top
away = place.cell // 2
sharp = [255] * 2 + [0] * place.line + [255] * 2
for i in range(1, 14):
    lines = range(i * place.cell - 2, i * place.cell + place.line + 2)
    assert [picture.pixelColor(left + k, top + away).red() for k in lines] == sharp
    assert [picture.pixelColor(left + away, top + k).red() for k in lines] == sharp
print("sharp at", ratio)
"""


@pytest.mark.parametrize("ratio", ["1.25", "1.5", "2"])
def test_lines_are_sharp_on_a_screen_of_any_ratio(ratio):
    """A ratio can only be set before Qt starts, hence a program of its own."""
    environment = os.environ | {
        "QT_API": API,
        "QT_SCALE_FACTOR": ratio,
        "QT_SCALE_FACTOR_ROUNDING_POLICY": "PassThrough",
    }
    run = subprocess.run(
        [sys.executable, "-c", LINES_IN_A_WINDOW],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.stdout == f"sharp at {float(ratio)}\n", run.stderr


# Pictures


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_a_png_is_the_painted_board(qapp, theme):
    board = Board.from_moves(parse_moves("h8i9g9"))
    marks = Marks(last=board.last)
    picture = QImage.fromData(board_png(board, marks, theme, 450, numbers=True))
    assert (picture.width(), picture.height()) == (450, 450)
    seen = painted(Scene(board, marks, theme, numbers=True))
    middle = (picture.convertToFormat(seen.format()), seen)
    inside = [one.copy(20, 20, 400, 400) for one in middle]
    assert inside[0] == inside[1]


def test_an_svg_has_every_stone_and_number_and_no_picture(qapp):
    board = Board.from_moves(parse_moves("h8i9g9"))
    text = board_svg(board, Marks(last=board.last), WOOD, 300, numbers=True)
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 300 300"
    names = [element.tag.split("}")[1] for element in root.iter()]
    assert "image" not in names
    letters = ["".join(e.itertext()).strip() for e in root.iter() if e.tag.endswith("}text")]
    rows = [str(row) for row in range(1, 16)]
    assert sorted(letters) == sorted([*"abcdefghijklmno", *rows, "1", "2", "3"])
    gradients = text.count("<radialGradient")
    one_more = Board.from_moves(parse_moves("h8i9g9g10"))
    assert board_svg(one_more, NO_MARKS, WOOD, 300).count("<radialGradient") > gradients
