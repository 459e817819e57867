from __future__ import annotations

import io
import math
from dataclasses import replace

import pytest
from PIL import Image

from tests.report.figures import CHINESE, SVG, figure, groups, texts, tree
from wuzi.report import FORMATS, KINDS, Figure, Format, Kind, ReportError, Series, draw, fonts

XML_NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fmt", FORMATS)
def test_a_figure_drawn_twice_is_the_same_file(kind: Kind, fmt: Format) -> None:
    assert draw(figure(kind), fmt) == draw(figure(kind), fmt)


@pytest.mark.parametrize("kind", KINDS)
def test_an_svg_has_every_text_as_text(kind: Kind) -> None:
    drawn = figure(kind, note="A note.", title="$5 & <a_b> for {c}^2 \\ done")
    found = texts(tree(drawn))
    for text in (drawn.title, "A note.", "depth", "nodes", "series 0", "series 1"):
        assert text in found


def test_an_svg_names_no_place_and_no_date() -> None:
    svg = draw(figure(), "svg").decode()
    for namespace in XML_NAMESPACES:
        svg = svg.replace(namespace, "")
    assert "http" not in svg
    assert "<metadata" not in svg
    assert "<!DOCTYPE" not in svg


def test_png_and_pdf_are_what_they_say() -> None:
    png = Image.open(io.BytesIO(draw(figure(), "png")))
    assert png.format == "PNG"
    assert png.width == 1280
    assert len(png.getcolors(1 << 20) or []) > 50
    assert draw(figure(), "pdf").startswith(b"%PDF-")


@pytest.mark.parametrize("kind", KINDS)
def test_every_series_has_its_error_bars(kind: Kind) -> None:
    root = tree(figure(kind, 3))
    for index in range(3):
        (bars,) = groups(root, f"error-bars-{index}")
        assert len(list(bars.iter(f"{SVG}path"))) == 3


def test_without_error_bars_there_are_none() -> None:
    series = Series("a", [1, 2], [1, 2])
    root = tree(figure(series=[series]))
    assert groups(root, "series-0")
    assert not groups(root, "error-bars-0")


def bars_of(drawn: Figure) -> list[tuple[float, float]]:
    """The heights at which the error bars of the first series end, from the top of the picture."""
    (bars,) = groups(tree(drawn), "error-bars-0")
    ends = []
    for path in bars.iter(f"{SVG}path"):
        _, _, low, _, _, high = path.attrib["d"].split()
        ends.append((float(low), float(high)))
    return ends


def test_an_error_bar_is_as_long_as_it_is_wide_in_values() -> None:
    series = Series("a", [1, 2, 3], [10, 20, 30], [9, 18, 20], [11, 22, 40])
    short, middle, long = (low - high for low, high in bars_of(figure(series=[series])))
    assert middle == pytest.approx(2 * short, rel=1e-3)
    assert long == pytest.approx(10 * short, rel=1e-3)


def test_an_endless_error_bar_leaves_the_picture() -> None:
    series = Series("a", [1, 2], [10, 20], [9, 15], [11, math.inf])
    finite, endless = bars_of(figure(series=[series], title=""))
    clip = next(tree(figure(series=[series], title="")).iter(f"{SVG}clipPath"))
    top = float(clip[0].attrib["y"])
    assert endless[1] < top < finite[1]


def marks_of_lines(root_count: int) -> list[tuple[str, str]]:
    """Of each series the shape of its marker and its dashes, no colour."""
    root = tree(figure("line", root_count))
    found = []
    for index in range(root_count):
        (group,) = groups(root, f"series-{index}")
        line = next(path for path in group.iter(f"{SVG}path") if "id" not in path.attrib)
        marker = next(path for path in group.iter(f"{SVG}path") if "id" in path.attrib)
        dashes = [part for part in line.attrib["style"].split("; ") if "dasharray" in part]
        found.append((marker.attrib["d"], "".join(dashes)))
    return found


def test_lines_differ_without_their_colours() -> None:
    marks = marks_of_lines(14)
    assert len(set(marks)) == 14
    assert len({dashes for _, dashes in marks}) > 1


def test_bars_differ_without_their_colours() -> None:
    count = 12
    root = tree(figure("bar", count))
    patterns = {
        pattern.attrib["id"]: "".join(path.attrib["d"] for path in pattern.iter(f"{SVG}path"))
        for pattern in root.iter(f"{SVG}pattern")
    }
    hatches = set()
    for index in range(count):
        path = next(groups(root, f"series-{index}")[0].iter(f"{SVG}path"))
        fill = path.attrib["style"].partition("fill: ")[2].partition(";")[0]
        hatches.add(patterns.get(fill.removeprefix("url(#").removesuffix(")"), "full"))
    assert len(hatches) == count


def test_a_hatch_lies_on_nothing_of_its_own() -> None:
    """In an SVG the ground of a pattern is painted whole, and would hide the hatch."""
    grounds = [rect.get("fill") for rect in tree(figure("bar")).iter(f"{SVG}rect")]
    assert "none" in grounds
    assert set(grounds) <= {"none", None}


def test_long_names_lie_beside_their_bars() -> None:
    names = ["a transposition table of 2^16 entries", "killer moves", "late-move reductions"]
    root = tree(figure("bar", series=[Series("", names, [3, 2, 1])]))
    places = {
        "".join(text.itertext()): float(text.attrib["y"])
        for text in root.iter(f"{SVG}text")
        if "y" in text.attrib
    }
    assert places["killer moves"] < places["late-move reductions"]
    assert "nodes" in places
    short = tree(figure("bar", series=[Series("", ["a", "b"], [3, 2])]))
    assert {"a", "b"} <= set(texts(short))


def test_numbers_stand_at_the_ticks_as_people_write_them() -> None:
    series = Series("a", [1, 2, 3], [100, 10_000, 1_000_000])
    found = texts(tree(figure(series=[series], log_y=True)))
    assert {"100", "10,000", "1,000,000"} <= set(found)
    assert {"1", "2", "3"} <= set(found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "series",
    [
        [],
        [Series("none", [], [])],
        [Series("one", [3], [5])],
        [Series("zero", [1, 2], [0, 0]), Series("gone", [1, 2], [math.nan, math.nan])],
        [Series("below", [1, 2], [-3, 4], [-5, 3], [-1, math.inf])],
        [Series("mixed", ["none", 8, 10.5], [1, 2, 3])],
        [Series("endless", [1, 2, 3], [-math.inf, 1, math.inf])],
        [Series("tiny", [1e-9, 1e-8], [1e-12, 1e-3], [-1, 0], [1, math.nan])],
        [Series("upside down", [1, 2], [5, 5], [6, 6], [4, 4])],
    ],
    ids=lambda series: series[0].name if series else "no series",
)
def test_whatever_was_measured_can_be_drawn(kind: Kind, series: list[Series]) -> None:
    drawn = figure(kind, series=series, log_x=True, log_y=True, reference=1.0)
    assert tree(drawn).tag == f"{SVG}svg"


def test_a_readers_own_style_does_not_get_in() -> None:
    import matplotlib  # noqa: PLC0415

    plain = draw(figure(), "svg")
    with matplotlib.rc_context({"lines.linewidth": 9, "text.usetex": True, "font.size": 40}):
        assert draw(figure(), "svg") == plain
        assert matplotlib.rcParams["font.size"] == 40


def test_chinese_survives_in_an_svg() -> None:
    found = texts(tree(CHINESE, "zh_CN"))
    for text in CHINESE.texts():
        assert not text or text in found
    assert b'xml:lang="zh-CN"' in draw(CHINESE, "svg", "zh_CN")


@pytest.fixture
def no_chinese_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "CHINESE", ())


@pytest.mark.usefixtures("no_chinese_font")
def test_without_a_font_the_figure_is_in_english() -> None:
    english = figure()
    assert draw(replace(CHINESE, english=english), "png", "zh_CN") == draw(english, "png")
    assert "深度" in texts(tree(CHINESE, "zh_CN"))  # an SVG takes the fonts of its reader


@pytest.mark.usefixtures("no_chinese_font")
def test_without_a_font_and_without_english_it_is_one_sentence() -> None:
    with pytest.raises(ReportError, match="no font here has the characters of the figure '各排"):
        draw(CHINESE, "pdf", "zh_CN")
