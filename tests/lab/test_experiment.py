"""Reading experiments: what they say, and one sentence for whatever is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lab.conftest import SMALL
from wuzi.errors import WuziError
from wuzi.lab.experiment import find, load
from wuzi.settings.language import Translator

Write = Callable[[str], Path]

PART = """
title = "t"
[[part]]
name = "p"
measure = "search"
positions = ["h8"]
vary = { depth = [1, 2] }
"""
MATCH = """
title = "t"
[[part]]
name = "p"
measure = "match"
player = "textbook:greedy"
vary = { defence = [0.5, 1.0] }
"""
FIGURE = PART + '[[figure]]\nx = "depth"\ny = "nodes"\n'

WRONG = {
    # what is wrong: what the sentence says
    "titel = 1": ["there is no key 'titel': did you mean title?"],
    'title = "t"': ["[[part]]", "is missing"],
    'title = "t"\nseed = -1': ["seed cannot be -1: write a whole number, 0 or more"],
    'title = "t"\nseed = true': ["seed cannot be true"],
    "title = 3": ["title cannot be 3"],
    "title = { zh_CN = '题' }": ["a text in English"],
    "title = { en = 'x', fr = 'y' }": ["a text in English"],
    "title = ": ["mine.toml is no TOML"],
    'title = "t"\npart = 3': ["part cannot be 3: write [[part]]"],
    'title = "t"\n[[part]]': ["part 1: the key 'name' is missing"],
    'title = "t"\n[[part]]\nname = "P q"\nmeasure = "search"\npositions = ["h8"]': [
        "'P q' is no name"
    ],
    PART.replace('"search"', '"serach"'): ["part 'p'", "'serach': did you mean search?"],
    PART.replace('"search"', '"speed"'): ["choose from search, engine"],
    PART.replace("vary", "varry"): ["part 'p': there is no key 'varry': did you mean vary?"],
    PART.replace('["h8"]', "[]"): ["the key 'positions' is missing"],
    PART.replace('"h8"', '"z99"'): ["part 'p'", "z99"],
    PART.replace('"h8"', "7"): ["7 is no position"],
    PART.replace('"h8"', '"builtin:midle"'): ["'midle': did you mean middle?"],
    PART.replace('"h8"', '"@none.sgf"'): ["none.sgf", "No such file"],
    PART.replace('"h8"', '"h8a1i8a2j8a3k8a4l8"'): ["the game is over"],
    PART.replace('"h8"', '{ position = "h8", siz = 19 }'): ["'siz': did you mean size?"],
    PART.replace('"h8"', '{ position = "h8", size = 40 }'): ["size cannot be 40", "5 to 26"],
    PART.replace('"h8"', '{ name = "a", position = "h8" }, { name = "a", position = "i9" }'): [
        "two positions are called 'a'"
    ],
    PART.replace("[1, 2]", "[]"): ["depth cannot be []"],
    PART.replace("[1, 2]", "2"): [],
    PART.replace('["h8"]', '"h8"'): [],
    PART.replace("[1, 2]", "{ a = 1 }"): ["depth cannot be"],
    PART.replace("[1, 2]", "[1, 1]"): ["depth has one value twice"],
    PART.replace("[1, 2]", "[0]"): ["depth=0 is not possible", "1 to 60"],
    PART.replace("depth =", "dept ="): ["there is no setting 'dept': did you mean depth?"],
    PART.replace("depth = [1, 2]", "ordering = ['best']"): ["ordering=best is not possible"],
    PART.replace("depth = [1, 2]", "ordering = ['hash+point']"): ["without table=on"],
    PART.replace("depth = [1, 2]", "scores = ['none.toml']"): ["none.toml"],
    PART.replace("depth = [1, 2]", '"scores.three" = [10000000]'): ["out of order"],
    PART.replace("depth = [1, 2]", '"scores.thre" = [1]'): ["'thre': did you mean three?"],
    PART.replace("depth = [1, 2]", "player = ['level:3']"): ["takes a player textbook:NAME"],
    PART.replace("depth = [1, 2]", "player = ['textbook:alfa']"): ["'alfa': choose from"],
    PART + "repeats = -1": ["repeats cannot be -1"],
    PART + "baseline = { cap = 3 }": ["setting that varies 'cap'"],
    PART + "baseline = { depth = 9 }": ["baseline: depth is never 9"],
    PART + "skip = [{ dept = 1 }]": ["'dept': did you mean depth?"],
    PART + "skip = [{ depth = 1 }, { depth = 2 }]": ["there are 0 combinations"],
    PART + "limit = { minutes = 1 }": ["there is no key 'minutes': choose from seconds, nodes"],
    PART + "limit = { seconds = 'x' }": ["seconds cannot be 'x': write a number, 0 or more"],
    PART + "variants = [{ depth = 3 }]": ["depth varies, and the variant 'depth=3' sets it"],
    PART + "variants = [{ label = 'a' }, { label = 'a', cap = 1 }]": ["two variants have"],
    PART + "variants = [{ label = 'a', cap = [1] }]": ["cap cannot be [1]"],
    PART + "[budgets.small]\nminute = 1": ["'minute': did you mean minutes?"],
    PART + "[budgets.small]\nparts.q.repeats = 1": ["there is no key 'q'"],
    PART + "[budgets.small]\nparts.p.repeats = 'x'": ["repeats cannot be 'x'"],
    PART + "[budgets.Small]": ["small letters, not 'Small'"],
    PART + PART[PART.index("[[part]]") :]: ["'p' is there twice"],
    FIGURE.replace('"nodes"', '"node"'): ["column of results 'node': did you mean nodes?"],
    FIGURE.replace('"nodes"', '"move"'): ["column of numbers 'move'"],
    FIGURE.replace('x = "depth"', 'x = "position"'): ["figure 1: depth varies in part 'p', too"],
    FIGURE + 'part = "q"': ["there is no part 'q'"],
    FIGURE + 'kind = "pie"': ["there is no kind 'pie'"],
    FIGURE + 'log = "z"': ["there is no log 'z'"],
    FIGURE + "where = { dept = 1 }": ["'dept': did you mean depth?"],
    PART + '[[table]]\nrows = "depth"': ["the key 'value' is missing"],
    PART + '[[table]]\nrows = "depth"\ncolumns = "position"\nvalues = ["nodes", "cuts"]': [
        "has one 'value'"
    ],
    PART + '[[claim]]\nvalue = "nodes"\nwhere = { depth = 1 }': ["at_least or at_most is missing"],
    PART + '[[claim]]\nvalue = "nodes"\nat_least = 1': ["depth varies"],
    MATCH + 'positions = ["h8"]': ["the measure match takes no positions"],
    MATCH + 'pairing = "opponent"': ['opponent = "WHO" come together'],
    MATCH + 'pairing = "baseline"': ["a baseline come together"],
    MATCH + 'pairing = "opponent"\nopponent = "engine:Nothing"': ["Nothing"],
    MATCH + 'pairing = "opponent"\nopponent = "/no/such/engine"': ["no program '/no/such/engine'"],
    MATCH + 'pairing = "opponent"\nopponent = "human"': ["part 'p'"],
    MATCH + "repeats = 3": ["the measure match takes no repeats"],
    MATCH.replace("textbook:greedy", "wuzi")
    .replace("defence", "threads")
    .replace("0.5, 1.0", "1, 2"): ["nothing ends the searches of threads=1"],
    MATCH + "games = 3": ["an even number of games"],
    MATCH + 'tc = "fast"': ["'fast' is not a time control"],
    MATCH + 'rule = "chess"': ["chess"],
    MATCH + "size = 11": ["no openings come for freestyle on 11 lines"],
    MATCH + 'openings = "none.txt"': ["none.txt"],
    MATCH.replace("[0.5, 1.0]", "[0.5]"): ["one player only"],
    PART.replace('"search"', '"engine"').replace("depth =", "use_lrm ="): ["did you mean use_lmr?"],
    PART.replace('"search"', '"engine"').replace("depth = [1, 2]", "use_lmr = [0, 1]"): [
        "nothing ends the search"
    ],
    PART.replace('"search"', '"engine"').replace("[1, 2]", "['x']"): ["depth cannot be x"],
    PART.replace('"search"', '"evaluate"'): ["there is no key 'depth': choose from way, grid"],
    PART.replace('"search"', '"evaluate"').replace("depth = [1, 2]", "way = ['magic']"): ["magic"],
    PART.replace('"search"', '"processes"').replace("depth =", "workers ="): [],
    PART.replace('"search"', '"processes"').replace("depth = [1, 2]", "workers = [0]"): [
        "workers cannot be 0"
    ],
}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_told_in_one_sentence(text: str, write: Write) -> None:
    if not WRONG[text]:
        assert load(write(text)).parts
        return
    with pytest.raises(WuziError) as caught:
        load(write(text))
    sentence = str(caught.value)
    assert all(words in sentence for words in WRONG[text]), sentence
    assert "\n" not in sentence
    assert "mine.toml" in sentence
    assert Translator().translate(caught.value) == sentence  # its fields can be formatted


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(WuziError, match="No such file"):
        load(tmp_path / "none.toml")


def test_a_name_that_is_none_is_told_with_the_nearest() -> None:
    with pytest.raises(WuziError, match="did you mean ordering"):
        find("orderng")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(tmp_path_factory, text: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path_factory.mktemp("any") / "mine.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(WuziError):
        load(path)


# What it says


def test_the_small_one_has_eight_tasks(small: Path, tmp_path: Path) -> None:
    experiment = load(small)
    tasks = experiment.tasks(tmp_path)
    assert len({task.key for task in tasks}) == 8
    assert tasks[0].key == "nodes|h8i9g7|depth=1,ordering=none"
    assert tasks[0].job["who"] == "textbook:alphabeta,radius=1,cap=5,depth=1,ordering=none"


def test_a_budget_changes_vary_key_by_key(write: Write) -> None:
    text = SMALL + "[budgets.small]\nparts.nodes.vary.depth = [1]\nparts.nodes.repeats = 2\n"
    small, full = load(write(text), "small"), load(write(text))
    assert small.parts[0].vary == {"depth": (1,), "ordering": ("none", "point")}
    assert small.parts[0].repeats == 2
    assert full.parts[0].vary["depth"] == (1, 2)
    assert small.digest != full.digest


def test_titles_and_figures_have_no_part_in_the_digest(write: Write) -> None:
    one = load(write(SMALL))
    other = load(write(SMALL.replace('"Nodes"', '"Knoten"').replace("Small", "Klein")))
    assert one.digest == other.digest
    assert load(write(SMALL.replace('{ ordering = "none" }', "{ depth = 1 }"))).digest == one.digest
    for old, new in (("cap=5", "cap=6"), ("[1, 2]", "[1, 3]"), ("h8h9", "h8h7"), ("two", "zwei")):
        assert load(write(SMALL.replace(old, new))).digest != one.digest


def test_positions_of_a_file_have_a_part_in_the_digest(write: Write, tmp_path: Path) -> None:
    text = SMALL.replace('"h8i9g7"', '"@games.txt"')
    (tmp_path / "games.txt").write_text("h8i9g7\n")
    one = load(write(text))
    (tmp_path / "games.txt").write_text("h8i9g8\nh8i9\n")
    other = load(write(text))
    assert one.digest != other.digest
    assert [p.name for p in other.parts[0].positions] == ["games-1", "games-2", "two"]


def test_files_are_looked_for_beside_the_experiment(write: Write, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        "five=900000\nstraight_four=90000\nfour=900\nopen_three=800\nthree=90\nopen_two=90\n"
        "two=9\none=1\n"
    )
    text = PART.replace("depth = [1, 2]", "scores = ['own.toml']")
    task = load(write(text)).tasks(tmp_path)[0]
    assert task.job["who"].endswith(f"scores={tmp_path / 'own.toml'}")


def test_made_score_tables_are_written_and_read(write: Write, tmp_path: Path) -> None:
    text = PART.replace("depth = [1, 2]", '"scores.open_three" = [2000, 6000]')
    tasks = load(write(text)).tasks(tmp_path / "scratch")
    assert len(list((tmp_path / "scratch").iterdir())) == 2
    assert tasks[0].job["who"] != tasks[1].job["who"]
