import os
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from wuzi.errors import SettingsError
from wuzi.rules import RULES
from wuzi.settings import (
    LANGUAGES,
    AnalysisDefaults,
    EngineEntry,
    PlayDefaults,
    Settings,
    WindowSettings,
    add_engine,
    load,
    save,
    settings_path,
)
from wuzi.settings.window import LOOKS, MOST_LINES

many = hypothesis_settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)

lines = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=12)
words = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=6)
entries = st.builds(
    EngineEntry,
    name=words,
    command=words.map(lambda word: f"'/opt/{word} x' --a"),
    cwd=st.none() | words,
    info=st.dictionaries(words, lines, max_size=2),
    restart=st.sampled_from(["auto", "on", "off"]),
)
plays = st.builds(
    PlayDefaults,
    rule=st.sampled_from([*RULES]),
    size=st.integers(5, 26),
    black=lines,
    white=lines,
    time=lines,
)
windows = st.builds(
    WindowSettings,
    look=st.sampled_from(LOOKS),
    board=words,
    coordinates=st.booleans(),
    numbers=st.booleans(),
    confirm=st.booleans(),
    pace=st.integers(0, 60_000),
    geometry=lines,
    shortcuts=st.dictionaries(words, lines, max_size=2),
)
analyses = st.builds(
    AnalysisDefaults, who=lines, lines=st.integers(1, MOST_LINES), threads=st.integers(1, 8)
)
all_settings = st.builds(
    Settings,
    language=st.none() | st.sampled_from([*LANGUAGES]),
    play=plays,
    engines=st.lists(entries, max_size=3, unique_by=lambda e: e.name.casefold()).map(tuple),
    window=windows,
    analysis=analyses,
)

COMMENTED = """\
# my settings
language = "zh_CN" # Chinese
unknown = 3

[play] # what I like
size = 19 # a go board

[window] # another room's
zoom = 1.5

# the best
[[engines]]
name = "rapfi" # its name
command = "/opt/rapfi"
colour = "red"

[engines.info]
# bytes
max_memory = 1000

# the oldest
[[engines]]
name = "swine"
command = "/opt/swine"
"""
COMMENTS = [line.partition("#")[2] for line in COMMENTED.splitlines() if "#" in line]


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def refusal(data: bytes | str, path: Path) -> str:
    """The sentence about a file, which saving must leave as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = data.encode() if isinstance(data, str) else data
    path.write_bytes(data)
    with pytest.raises(SettingsError) as caught:
        load()
    with pytest.raises(SettingsError, match="not saved") as again:
        save(Settings(language="en"))
    assert str(caught.value) in str(again.value)
    assert path.read_bytes() == data
    assert names(path.parent) == [path.name]
    sentence = str(caught.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    return sentence.replace(str(path), "FILE")


# Round trips


@many
@given(all_settings)
def test_what_is_saved_is_loaded(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "settings.toml"
    path.unlink(missing_ok=True)
    save(settings, path)
    assert load(path) == settings


@many
@given(st.lists(all_settings, min_size=2, max_size=4))
def test_any_settings_can_follow_any_others(tmp_path: Path, history: list[Settings]) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(COMMENTED)
    for settings in history:
        save(settings, path)
        assert load(path) == settings
    after = tomllib.loads(path.read_text("utf-8"))
    assert after["unknown"] == 3
    assert after["window"]["zoom"] == 1.5


@many
@given(st.lists(entries, min_size=2, max_size=4, unique_by=lambda e: e.name.casefold()), st.data())
def test_engines_can_be_reordered(
    tmp_path: Path, engines: list[EngineEntry], data: st.DataObject
) -> None:
    path = tmp_path / "settings.toml"
    path.unlink(missing_ok=True)
    save(Settings(engines=tuple(engines)), path)
    moved = Settings(engines=tuple(data.draw(st.permutations(engines))))
    save(moved, path)
    assert load(path) == moved


def test_no_file_means_the_defaults(home: Path) -> None:
    assert load() == Settings()
    assert not home.exists()


def test_saving_makes_the_folder_and_says_only_what_differs(home: Path) -> None:
    save(Settings(play=PlayDefaults(size=19)))
    assert tomllib.loads(settings_path().read_text("utf-8")) == {"play": {"size": 19}}
    assert names(home) == ["settings.toml"]


def test_saving_what_is_there_changes_not_a_byte(home: Path) -> None:
    home.mkdir()
    for text in (COMMENTED, COMMENTED.replace("\n", "\r\n")):
        settings_path().write_bytes(text.encode())
        save(load())
        assert settings_path().read_bytes() == text.encode()


def test_a_change_keeps_comments_and_strange_keys(home: Path) -> None:
    home.mkdir()
    settings_path().write_text(COMMENTED)
    old = load()
    new = replace(
        old,
        language="en",
        play=replace(old.play, size=15, black="level:1"),
        engines=add_engine(
            tuple(replace(e, command="/new") for e in old.engines), EngineEntry("third", "x")
        ),
    )
    save(new)
    text = settings_path().read_text()
    assert load() == new
    assert [comment for comment in COMMENTS if comment not in text] == []
    assert tomllib.loads(text)["engines"][0]["colour"] == "red"


def test_removing_an_engine_keeps_the_other_ones_comments(home: Path) -> None:
    home.mkdir()
    settings_path().write_text(COMMENTED)
    save(replace(load(), engines=load().engines[:1]))
    text = settings_path().read_text()
    assert [engine.name for engine in load().engines] == ["rapfi"]
    assert "# its name" in text
    assert "# bytes" in text


@pytest.mark.parametrize(
    "text",
    [
        'engines = [{ name = "a", command = "/x" }] # c\nplay = { size = 9 }\n',
        "play.size = 9 # c\n\n[other]\nx = 1\n",
        "\ufeff[play]\r\nsize = 9\r\n",
        "[play]\nsize = 9\n[other]\nx = 1\n[play.more]\ny = 2\n",
    ],
)
def test_other_ways_to_write_it(home: Path, text: str) -> None:
    home.mkdir()
    settings_path().write_bytes(text.encode())
    assert load().play.size == 9
    new = Settings(
        "en", PlayDefaults(rule="renju", size=13), (EngineEntry("b", "/b"), EngineEntry("a", "/y"))
    )
    save(new)
    assert load() == new


def test_keys_that_are_the_default_again_are_taken_out(home: Path) -> None:
    save(Settings(window=WindowSettings(shortcuts={"undo": "F5", "hint": ""})))
    assert tomllib.loads(settings_path().read_text())["window"]["shortcuts"] == {
        "undo": "F5",
        "hint": "",
    }
    save(Settings(window=WindowSettings(shortcuts={"hint": "H"})))
    assert load().window.shortcuts == {"hint": "H"}


# Damaged files


@pytest.mark.parametrize(
    ("data", "parts"),
    [
        ("size = = 3", ["line 1", "TOML"]),
        ("a = 1\n\n[play\nsize = 3", ["line 3", "TOML"]),
        ("a = 1\nb = '''\nno end\n", ["line 3", "TOML"]),
        ("a = 1\na = 2", ["line 2", "TOML"]),
        ("a = " + "[" * 5000, ["TOML"]),
        ("a = " + "9" * 5000, ["TOML"]),
        (b"a = 1\nb = '\xff\xfe'", ["line 2", "UTF-8"]),
        ("[play]\nsize = 9\n".encode("utf-16"), ["line 1", "UTF-8"]),
        (bytes(range(256)), ["FILE"]),
        (b"\0" * 100, ["TOML"]),
    ],
)
def test_what_is_no_toml_is_named_with_its_line(
    home: Path, data: bytes | str, parts: list[str]
) -> None:
    sentence = refusal(data, home / "settings.toml")
    assert [part for part in parts if part not in sentence] == []


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("play = 3", ["play should be a table", "3"]),
        ("[[play]]\nsize = 9", ["play should be a table"]),
        ("[play]\nsize = '15'", ["play.size should be a whole number", "'15'"]),
        ("[play]\nsize = true", ["play.size should be a whole number", "True"]),
        ("[play]\nsize = 15.0", ["play.size should be a whole number"]),
        ("[play]\nsize = 4", ["play.size cannot be used", "from 5 to 26"]),
        ("[play]\nrule = 'go'", ["play.rule cannot be used", "'go'", "freestyle"]),
        ("[play]\nblack = ['human']", ["play.black should be text"]),
        ("[play]\ntime = 2026-01-01", ["play.time should be text"]),
        ("language = 'fr'", ["language cannot be used", "'fr'", "zh_CN"]),
        ("language = 1", ["language should be text"]),
        ("[window]\nconfirm = 1", ["window.confirm should be true or false", "1"]),
        ("[window]\nlook = 'blue'", ["window.look cannot be used", "'blue'", "dark"]),
        ("[window]\npace = -1", ["window.pace cannot be used", "-1"]),
        ("[window]\nshortcuts.undo = 3", ["window.shortcuts.undo should be text"]),
        ("[window.shortcuts]\nundo = true", ["window.shortcuts.undo should be text"]),
        ("[analysis]\nlines = 0", ["analysis.lines cannot be used"]),
        ("[analysis]\nthreads = 0", ["analysis.threads cannot be used"]),
        ("engines = 'rapfi'", ["engines should be a list"]),
        ("engines = ['rapfi']", ["engines[1] should be a table"]),
        ("[[engines]]\ncommand = 'x'", ["engines[1] cannot be used", "'' cannot name"]),
        ("[[engines]]\nname = 'x'", ["engines[1] cannot be used", "no command"]),
        ("[[engines]]\nname = 'x'\ncommand = 3", ["engines[1].command should be text"]),
        ("[[engines]]\nname = 'x'\ncommand = '\"a'", ["engines[1]", "not closed"]),
        ("[[engines]]\nname = 'x'\ncommand = 'a'\ninfo = 3", ["engines[1].info should be a table"]),
        ("[[engines]]\nname = 'x'\ncommand = 'a'\ninfo.k = [1]", ["engines[1].info.k"]),
        ("[[engines]]\nname = 'x'\ncommand = 'a'\nrestart = 'no'", ["'no'", "auto, on, off"]),
        (
            "[[engines]]\nname='x'\ncommand='a'\n[[engines]]\nname='X'\ncommand='b'",
            ["engines[2]", "named x already"],
        ),
    ],
)
def test_impossible_values_are_named_with_their_key(
    home: Path, text: str, parts: list[str]
) -> None:
    sentence = refusal(text, home / "settings.toml")
    assert [part for part in parts if part not in sentence] == []


@hypothesis_settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150
)
@given(
    st.binary(max_size=60)
    | st.tuples(st.integers(0, len(COMMENTED)), st.integers(0, 30), st.binary(max_size=3)).map(
        lambda cut: COMMENTED[: cut[0]].encode() + cut[2] + COMMENTED[sum(cut[:2]) :].encode()
    )
)
def test_any_bytes_are_settings_or_a_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(data)
    try:
        settings = load(path)
    except SettingsError:
        with pytest.raises(SettingsError, match=re.escape(str(path))):
            load(path)
        return
    save(settings, path)
    assert load(path) == settings


@pytest.mark.parametrize("data", [b"\xff\xfe\0", b"[play]\nsize = 99\n"])
def test_a_damaged_file_is_set_aside_only_when_asked(home: Path, data: bytes) -> None:
    home.mkdir()
    for number in range(3):
        settings_path().write_bytes(data + b"#%d" % number)
        save(Settings(language="en"), replace_damaged=True)
        assert load() == Settings(language="en")
    kept = sorted(file.read_bytes() for file in home.glob("settings.toml.bad*"))
    assert kept == [data + b"#%d" % number for number in range(3)]


def test_consent_moves_nothing_when_nothing_is_damaged(home: Path) -> None:
    save(Settings(language="en"), replace_damaged=True)
    save(Settings(language="zh_CN"), replace_damaged=True)
    assert names(home) == ["settings.toml"]


# Files that are none


def test_a_folder_in_the_place_of_the_file(home: Path) -> None:
    (home / "settings.toml").mkdir(parents=True)
    with pytest.raises(SettingsError, match="cannot be read"):
        load()
    for consent in (False, True):
        with pytest.raises(SettingsError, match="cannot be read"):
            save(Settings(), replace_damaged=consent)
    assert (home / "settings.toml").is_dir()


def test_a_file_in_the_place_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("WUZI_HOME", str(tmp_path / "file" / "deeper"))
    with pytest.raises(SettingsError, match=r"deeper.*cannot be (read|written)"):
        save(Settings())


def test_a_full_disk_leaves_the_old_settings(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(Settings(language="en"))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SettingsError, match="No space left"):
        save(Settings(language="zh_CN"))
    assert load() == Settings(language="en")


@pytest.mark.parametrize(
    "wrong",
    [Settings(play=PlayDefaults(size=99)), Settings(play=PlayDefaults(rule="go"))],
)
def test_impossible_settings_are_never_written(home: Path, wrong: Settings) -> None:
    save(Settings(language="en"))
    before = settings_path().read_bytes()
    with pytest.raises(SettingsError, match="cannot be used"):
        save(wrong)
    assert settings_path().read_bytes() == before


def test_a_form_that_cannot_be_changed_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(Settings(language="en"))
    before = settings_path().read_bytes()

    def lose_everything(_: Any) -> str:
        return ""

    monkeypatch.setattr(tomlkit, "dumps", lose_everything)
    with pytest.raises(SettingsError, match="form that Wuzi cannot change"):
        save(Settings(language="zh_CN"))
    assert settings_path().read_bytes() == before
