import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.errors import SettingsError
from wuzi.settings import (
    EngineEntry,
    add_engine,
    find_engine,
    remove_engine,
    split_command,
)

RAPFI = EngineEntry("Rapfi", "/opt/rapfi")
SWINE = EngineEntry("swine", "/opt/swine", info={"max_memory": "1"})


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)))))
def test_a_quoted_command_comes_apart_again(words: list[str]) -> None:
    assert split_command(shlex.join(words), windows=False) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"C:\engines\pbrain-x.exe -v", [r"C:\engines\pbrain-x.exe", "-v"]),
        (r'"C:\Program Files\x.exe" "a b"', [r"C:\Program Files\x.exe", "a b"]),
        ("'my x' #1;|&", ["my x", "#1;|&"]),
    ],
)
def test_commands_of_windows(text: str, words: list[str]) -> None:
    assert split_command(text, windows=True) == words


def test_adding_finding_removing() -> None:
    engines = add_engine(add_engine((), RAPFI), SWINE)
    assert engines == (RAPFI, SWINE)
    assert find_engine(engines, " rapfi ") is RAPFI
    assert remove_engine(engines, "RAPFI") == (SWINE,)
    assert remove_engine(engines, "swine") == (RAPFI,)


def test_replacing_keeps_the_place() -> None:
    newer = EngineEntry("RAPFI", "/new/rapfi")
    assert add_engine((RAPFI, SWINE), newer, replace=True) == (newer, SWINE)
    with pytest.raises(SettingsError, match="named Rapfi already"):
        add_engine((RAPFI, SWINE), newer)


@pytest.mark.parametrize("ask", [find_engine, remove_engine])
def test_an_unknown_engine_is_answered_with_what_there_is(ask) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(SettingsError, match="'rapfy': did you mean Rapfi"):
        ask((RAPFI, SWINE), "rapfy")
    with pytest.raises(SettingsError, match="'yixin' in the list: choose from Rapfi, swine"):
        ask((RAPFI, SWINE), "yixin")
    with pytest.raises(SettingsError, match="the list is empty"):
        ask((), "rapfi")


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"name": ""}, "'' cannot name"),
        ({"name": " x"}, "' x' cannot name"),
        ({"name": "a\nb"}, r"'a\\nb' cannot name"),
        ({"command": ""}, "has no command"),
        ({"command": "  "}, "has no command"),
        ({"command": "''"}, "has no command"),
        ({"command": "'x"}, "not closed"),
        ({"command": "x\nEND"}, r"command holds a character .* 'x\\nEND'"),
        ({"command": "x\udcff"}, r"'x\\udcff'"),
        ({"cwd": "\0"}, r"cwd holds .* '\\x00'"),
        ({"info": {"a": "1\nEND"}}, "info.a holds"),
        ({"info": {"a b": "1"}}, "'a b' is not an INFO key"),
        ({"info": {"": "1"}}, "'' is not an INFO key"),
        ({"restart": "maybe"}, "restart cannot be 'maybe': choose from auto, on, off"),
    ],
)
def test_unusable_entries_are_refused_in_a_sentence(fields, part: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(SettingsError, match=part) as caught:
        EngineEntry(**{"name": "x", "command": "y", **fields})
    assert "\n" not in str(caught.value)
    str(caught.value).encode()  # it can be printed


def test_entries_can_be_kept_in_sets() -> None:
    assert {RAPFI, SWINE, EngineEntry("Rapfi", "/opt/rapfi")} == {RAPFI, SWINE}
