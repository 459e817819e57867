import pickle
import shlex
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.players.conftest import Install
from wuzi.errors import ParseError, WuziError
from wuzi.players import Who, parse_who
from wuzi.settings import PlayDefaults

words = st.text(st.characters(categories=("L", "N"), include_characters="_-."), min_size=1)
values = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters=","), min_size=1)


# Properties


@given(words, st.dictionaries(words, values, max_size=4))
def test_a_textbook_player_reads_as_it_was_written(name: str, options: dict[str, str]) -> None:
    text = ",".join([f"textbook:{name}", *(f"{k}={v}" for k, v in options.items())])
    who = parse_who(text)
    assert (who.kind, who.name, who.options, who.text) == ("textbook", name, options, text)
    assert parse_who(who.text) == who


@given(
    st.text()
    | st.text(alphabet="humanlevtxbokgi:=,'\" 0123456789\\/.-")
    | st.tuples(st.sampled_from(["level:", "textbook:", "engine:", "human"]), st.text()).map(
        "".join
    )
)
def test_any_text_is_a_player_or_a_sentence(text: str) -> None:
    try:
        who = parse_who(text)
    except WuziError as error:
        assert "\n" not in error.template  # noqa: PT017
        assert isinstance(error, ParseError)  # noqa: PT017
        assert str(error)  # noqa: PT017
    else:
        assert parse_who(who.text) == who
        assert str(who) == who.text


@given(st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc"))), min_size=1))
def test_a_command_line_keeps_its_words(arguments: list[str]) -> None:
    text = shlex.join(["/opt/engine", *arguments])
    who = parse_who(text)
    assert who.kind == "command"
    assert who.name == who.text == text.strip()


# Cases


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("human", Who("human", "human")),
        (" Human ", Who("human", "human")),
        ("level:2", Who("level", "level:2", "2")),
        ("LEVEL: 02", Who("level", "level:2", "2")),
        ("level: 10 , seed = 7", Who("level", "level:10,seed=7", "10", {"seed": "7"})),
        ("textbook:greedy", Who("textbook", "textbook:greedy", "greedy")),
        (
            "Textbook: alphabeta , depth = 3 , ordering=hash+point",
            Who(
                "textbook",
                "textbook:alphabeta,depth=3,ordering=hash+point",
                "alphabeta",
                {"depth": "3", "ordering": "hash+point"},
            ),
        ),
        ("textbook:x,eq=a=b", Who("textbook", "textbook:x,eq=a=b", "x", {"eq": "a=b"})),
        ("engine: My Engine", Who("engine", "engine:My Engine", "My Engine")),
        ("./pbrain-x", Who("command", "./pbrain-x", "./pbrain-x")),
        ("'my engine' --a=1,2", Who("command", "'my engine' --a=1,2", "'my engine' --a=1,2")),
        ("rapfi", Who("command", "rapfi", "rapfi")),
        ("humans play", Who("command", "humans play", "humans play")),
        ("mybot,depth=3", Who("command", "mybot,depth=3", "mybot,depth=3")),
    ],
)
def test_players(text: str, who: Who) -> None:
    assert parse_who(text) == who


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["a player is missing", "human, level:N"]),
        ("  \n", ["a player is missing"]),
        ("level:", ["no level ''", "1, 2, 3"]),
        ("level:0", ["no level '0'", "1, 2, 3"]),
        ("level:99", ["no level '99'"]),
        ("level:-1", ["no level '-1'"]),
        ("level:two", ["no level 'two'"]),
        ("level:２", ["no level '２'"]),
        ("level:99,seed=1", ["no level '99'"]),
        ("level:1,x", ["'x' is not an option of 1"]),
        ("engine:", ["'engine:' lacks a name", "wuzi engines"]),
        ("textbook:", ["'textbook:' lacks a name", "textbook:NAME,key=value"]),
        ("textbook:depth=3", ["'textbook:depth=3' lacks a name"]),
        ("textbook:,depth=3", ["'textbook:,depth=3' lacks a name"]),
        ("textbook:a,depth", ["'depth' is not an option of a", "depth=3"]),
        ("textbook:a,", ["'' is not an option of a"]),
        ("textbook:a,=3", ["'=3' is not an option"]),
        ("textbook:a,depth=", ["'depth=' is not an option"]),
        ("textbook:a,depth=3,depth=4", ["a is given 'depth' twice"]),
        ("'open", ["not closed", "'open"]),
        ('""', ["'\"\"' names no player", "human, level:N"]),
        ("humna", ["'humna'", "did you mean human?"]),
        ("hunam", ["did you mean human?"]),
        ("levle:2", ["'levle:2'", "did you mean level?"]),
        ("textbok:greedy,a=b", ["'textbok:greedy,a=b'", "did you mean textbook?"]),
        ("level", ["did you mean level?"]),
        ("ENGIN:x", ["did you mean engine?"]),
    ],
)
def test_texts_that_name_nobody(text: str, parts: list[str]) -> None:
    with pytest.raises(ParseError) as caught:
        parse_who(text)
    assert [part for part in parts if part not in str(caught.value)] == []


def test_a_program_may_be_called_nearly_human(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "humane"
    program.write_text("#!/bin/sh\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(ParseError, match="did you mean human"):
        parse_who("humane")
    assert parse_who(str(program)).kind == "command"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PATHEXT", "")
    assert parse_who("humane") == Who("command", "humane", "humane")


def test_players_of_other_packages(install: Install) -> None:
    install(mybot="tests.players.bots:First")
    assert parse_who("mybot") == Who("plugin", "mybot", "mybot")
    assert parse_who("mybot, depth=3") == Who("plugin", "mybot,depth=3", "mybot", {"depth": "3"})
    assert parse_who("./mybot").kind == "command"
    with pytest.raises(ParseError, match="'deep' is not an option of mybot"):
        parse_who("mybot,deep")
    with pytest.raises(ParseError, match="'mybto' names no player: did you mean mybot"):
        parse_who("mybto")


def test_other_packages_cannot_take_our_names(install: Install) -> None:
    install(human="tests.players.bots:First", level="tests.players.bots:First")
    assert parse_who("human").kind == "human"
    assert parse_who("level:1").kind == "level"


def test_players_travel_to_workers_and_are_keys() -> None:
    who = parse_who("textbook:a,b=c")
    assert pickle.loads(pickle.dumps(who)) == who
    assert {who: 1}[parse_who("textbook:a, b=c")] == 1
    assert who != parse_who("textbook:a,b=d")


def test_the_defaults_of_the_settings_are_players() -> None:
    assert parse_who(PlayDefaults().black).kind == "human"
    assert parse_who(PlayDefaults().white).kind == "level"
