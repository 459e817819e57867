from importlib.resources import files

import pytest

from wuzi.errors import SettingsError
from wuzi.textbook.scores import PRESETS, SHAPES, ScoreTable, Shape, check, load_scores

GOOD = {key: 10 ** (8 - i) for i, key in enumerate(SHAPES)}


def write(path, values):
    path.write_text("".join(f"{key} = {value}\n" for key, value in values.items()))
    return path


def test_the_presets_are_the_files_that_come_with_the_package():
    names = {entry.name for entry in (files("wuzi.textbook") / "presets").iterdir()}
    assert names == {f"{name}.toml" for name in PRESETS}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("course", (1000000, 100000, 20000, 20000, 3000, 3000, 200, 10)),
        ("decimal", (1000000, 100000, 10000, 1000, 100, 10, 1, 0)),
        ("fifty", (100000, 100000, 50000, 10000, 1000, 500, 100, 50)),
        ("five", (100000, 10000, 1000, 1000, 100, 100, 0, 0)),
    ],
)
def test_published_tables(name, values):
    table = load_scores(name)
    assert (table.name, tuple(getattr(table, key) for key in SHAPES)) == (name, values)


@pytest.mark.parametrize(
    ("name", "warnings"),
    [
        ("default", []),
        ("lines", []),
        ("course", ["scores.ten_fours"]),
        ("decimal", []),
        ("fifty", ["scores.ten_fours"]),
        ("five", []),
    ],
)
def test_warnings_of_the_presets(name, warnings):
    assert [warning.id for warning in check(load_scores(name))] == warnings


def test_a_straight_four_below_a_four_and_an_open_three_is_warned_of():
    table = ScoreTable(1000, 150, 100, 90, 1, 1, 1, 1, name="flat")
    assert [str(warning) for warning in check(table)] == [
        "in the score table flat a straight four (150) is worth less than ten fours (1000)",
        "in the score table flat a straight four (150) is worth less than a four and an "
        "open three together (190)",
    ]


def test_a_straight_four_may_equal_ten_fours_or_a_four_and_an_open_three():
    assert check(ScoreTable(1000, 100, 10, 10, 1, 1, 1, 1)) == []
    assert [w.id for w in check(ScoreTable(1000, 99, 10, 10, 1, 1, 1, 1))] == ["scores.ten_fours"]
    assert check(ScoreTable(1000, 0, 0, 0, 0, 0, 0, 0)) == []


def test_values_by_shape():
    table = load_scores("course")
    assert table.values[Shape.NOTHING] == 0
    for shape in list(Shape)[1:]:
        assert table.values[shape] == getattr(table, shape.name.lower())


def test_a_table_of_ones_own(tmp_path):
    path = write(tmp_path / "mine.toml", GOOD)
    table = load_scores(path)
    assert table == load_scores(str(path))
    assert table == ScoreTable(**GOOD, name="mine")


@pytest.mark.parametrize("at", range(7))
def test_out_of_order_is_refused(tmp_path, at):
    better, worse = SHAPES[at], SHAPES[at + 1]
    path = write(tmp_path / "t.toml", {**GOOD, worse: GOOD[better] + 1})
    with pytest.raises(SettingsError) as caught:
        load_scores(path)
    assert caught.value.id == "scores.order"
    assert str(caught.value) == (
        f"the score table t is out of order: {better} ({GOOD[better]}) "
        f"must not be worth less than {worse} ({GOOD[better] + 1})"
    )


def test_below_nought_is_refused(tmp_path):
    with pytest.raises(SettingsError, match=r"one \(-1\) must not be below 0"):
        load_scores(write(tmp_path / "t.toml", {**GOOD, "one": -1}))


@pytest.mark.parametrize("key", SHAPES)
@pytest.mark.parametrize("value", ["1.0", "true", '"12"', "[1]", "1979-05-27", "nan"])
def test_what_is_not_a_whole_number_is_refused(tmp_path, key, value):
    path = write(tmp_path / "t.toml", {**GOOD, key: value})
    with pytest.raises(SettingsError) as caught:
        load_scores(path)
    assert caught.value.id == "scores.number"
    assert str(path) in str(caught.value)
    assert key in str(caught.value)


@pytest.mark.parametrize("key", SHAPES)
def test_a_missing_key_is_refused(tmp_path, key):
    values = {name: value for name, value in GOOD.items() if name != key}
    path = write(tmp_path / "t.toml", values)
    with pytest.raises(SettingsError) as caught:
        load_scores(path)
    assert str(caught.value) == f"the score table {path} lacks the key {key}"


def test_an_unknown_key_is_refused(tmp_path):
    path = write(tmp_path / "t.toml", {**GOOD, "six": 5})
    with pytest.raises(SettingsError) as caught:
        load_scores(path)
    assert str(caught.value) == (
        f"the score table {path} has an unknown key six: the keys are {', '.join(SHAPES)}"
    )


@pytest.mark.parametrize(
    ("content", "id"),
    [
        (b"five = ", "scores.toml"),
        (b"five = 1\nfive = 2\n", "scores.toml"),
        (b"\xff\xfe", "scores.encoding"),
        (b"", "scores.missing"),
        (b"five = " + b"9" * 5000, "scores.toml"),
        (b"five = " + b"[" * 100_000, "scores.toml"),
        (b'"s\\nix" = 1', "scores.key"),
    ],
)
def test_broken_files_are_refused(tmp_path, content, id):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(SettingsError) as caught:
        load_scores(path)
    assert caught.value.id == id
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_files_and_names_are_refused(tmp_path):
    with pytest.raises(SettingsError) as caught:
        load_scores(tmp_path / "absent.toml")
    assert caught.value.id == "scores.unreadable"
    assert str(tmp_path / "absent.toml") in str(caught.value)
    for path in (tmp_path, "nul\0.toml", "x" * 5000):
        with pytest.raises(SettingsError) as caught:
            load_scores(path)
        assert caught.value.id == "scores.unreadable"
    with pytest.raises(SettingsError) as caught:
        load_scores("defualt")
    assert str(caught.value) == (
        "there is no score table 'defualt': choose from default, lines, course, decimal, "
        "fifty, five or name a TOML file"
    )
