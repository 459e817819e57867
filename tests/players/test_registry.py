import sys
from pathlib import Path

import pytest

import wuzi
from tests.players.conftest import Install
from wuzi.errors import EngineError, ParseError, SettingsError, WuziError
from wuzi.players import Command, check_who, command, levels, make_thinker, parse_who, title
from wuzi.players.resident import Resident
from wuzi.rules import Board
from wuzi.settings import EngineEntry, Settings, language, save
from wuzi.thinking import Limit, answer

OURS = ["textbook:greedy", "textbook:alphabeta,depth=1", "level:1", "level:2"]


# In process


@pytest.mark.parametrize("text", OURS)
def test_our_players_think(text: str) -> None:
    board = Board.from_moves(Board().point(name) for name in ("h8", "i9", "h9", "i8"))
    before = board.copy()
    thinker = make_thinker(parse_who(text))
    info = answer(thinker, board, Limit(time=10))
    assert board == before
    board.push(info.move)
    if isinstance(thinker, Resident):
        thinker.close()


def test_options_reach_the_textbook() -> None:
    with pytest.raises(WuziError, match="nonsense"):
        make_thinker(parse_who("textbook:alphabeta,nonsense=3"))
    with pytest.raises(WuziError, match="depth=many"):
        make_thinker(parse_who("textbook:alphabeta,depth=many"))
    with pytest.raises(WuziError, match="alhpabeta"):
        make_thinker(parse_who("textbook:alhpabeta"))


def test_every_level_can_be_made() -> None:
    for level in levels():
        assert make_thinker(parse_who(f"level:{level.number}")).name


def test_a_player_of_another_package_thinks(install: Install) -> None:
    install(first="tests.players.bots:First")
    thinker = make_thinker(parse_who("first,depth=3"))
    assert thinker.name == "first {'depth': '3'}"
    board = Board()
    assert answer(thinker, board, Limit()).move == board.point("a1")


@pytest.mark.parametrize(
    ("value", "kind", "sentence"),
    [
        ("tests.players.bots:picky", SettingsError, "^picky takes no a$"),
        ("tests.players.bots:broken", EngineError, r"bot .*bots:broken.*: ZeroDivisionError: oh"),
        ("tests.players.bots:nothing", EngineError, r"bot .*bots:nothing.* is not a thinker"),
        ("tests.players.bots:missing", EngineError, r"bot .*bots:missing.*: AttributeError"),
        ("tests.players.missing:make", EngineError, r"bot .*missing:make.*: ModuleNotFoundError"),
    ],
)
def test_faults_of_another_package_are_sentences(
    install: Install, value: str, kind: type[WuziError], sentence: str
) -> None:
    install(bot=value)
    who = parse_who("bot,a=1")
    for ask in (make_thinker, check_who):
        with pytest.raises(kind, match=sentence):
            ask(who)


def test_a_package_may_go_away_between_naming_and_making(install: Install) -> None:
    install(bot="tests.players.bots:First")
    who = parse_who("bot")
    install(bot="tests.players.bots:First")
    from wuzi.players.plugins import _entry_points  # noqa: PLC0415

    _entry_points().clear()
    with pytest.raises(ParseError, match="no installed package offers the player 'bot'"):
        make_thinker(who)


@pytest.mark.parametrize("text", ["engine:rapfi", "./pbrain --x"])
def test_programs_do_not_think_in_process(text: str) -> None:
    with pytest.raises(ParseError, match="is a program of its own") as caught:
        make_thinker(parse_who(text))
    assert f"'{text}'" in str(caught.value)


def test_humans_are_no_programs() -> None:
    for ask in (make_thinker, command):
        with pytest.raises(ParseError, match="a human is no program"):
            ask(parse_who("human"))
    check_who(parse_who("human"))


# As child processes


@pytest.mark.parametrize("text", [*OURS, "textbook:a b,c=d e"])
def test_ours_are_started_by_this_python(text: str) -> None:
    made = command(parse_who(text))
    assert made == Command((sys.executable, "-P", "-m", "wuzi", "engine", "--player", text), text)


def test_from_the_source_folder_itself_it_still_finds_the_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(Path(wuzi.__file__).parent.parent)
    assert command(parse_who("level:1")).argv[:3] == (sys.executable, "-m", "wuzi")


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    made = command(parse_who("level:1"))
    assert made.argv == (sys.executable, "engine", "--player", "level:1")


def test_plugins_run_behind_our_engine(install: Install) -> None:
    install(bot="tests.players.bots:First")
    assert command(parse_who("bot,a=1")).argv[-3:] == ("engine", "--player", "bot,a=1")


RAPFI = EngineEntry(
    "Rapfi", "'/opt/my rapfi' --mode=gomocup", "~/rapfi", {"max_memory": "1000"}, "off"
)


def test_engines_of_the_list_bring_their_all() -> None:
    expected = Command(
        ("/opt/my rapfi", "--mode=gomocup"),
        "Rapfi",
        Path("~/rapfi").expanduser(),
        {"max_memory": "1000"},
        "off",
    )
    assert command(parse_who("engine:rapfi"), [RAPFI]) == expected
    save(Settings(engines=(RAPFI,)))
    assert command(parse_who("engine:RAPFI")) == expected


def test_an_engine_that_is_not_in_the_list_is_answered_with_those_that_are() -> None:
    with pytest.raises(SettingsError, match="the list is empty"):
        command(parse_who("engine:rapfi"))
    with pytest.raises(SettingsError, match="'rapfl': did you mean Rapfi"):
        command(parse_who("engine:rapfl"), [RAPFI])


@pytest.mark.parametrize(
    ("text", "argv", "name"),
    [
        ("/opt/pbrain-x.exe --a", ("/opt/pbrain-x.exe", "--a"), "pbrain-x"),
        ("'my engine'", ("my engine",), "my engine"),
        ("python3.11 -u bots/mine.py 3", ("python3.11", "-u", "bots/mine.py", "3"), "mine"),
        ("java -jar x.jar", ("java", "-jar", "x.jar"), "x"),
        ("wine pbrain.exe", ("wine", "pbrain.exe"), "pbrain"),
        ("python3", ("python3",), "python3"),
        ("python3 -", ("python3", "-"), "python3"),
        ("pythonic x", ("pythonic", "x"), "pythonic"),
    ],
)
def test_command_lines_are_split_and_named(text: str, argv: tuple[str, ...], name: str) -> None:
    who = parse_who(text)
    assert command(who) == Command(argv, name)
    assert title(who) == name


def test_damaged_settings_trouble_only_who_needs_them(home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_bytes(b"\xff")
    with pytest.raises(SettingsError, match="UTF-8"):
        command(parse_who("engine:rapfi"))
    for text in ("level:1", "./x", "textbook:greedy"):
        command(parse_who(text))


# Looking before the game


def test_what_can_play_is_let_pass(tmp_path: Path) -> None:
    for text in OURS:
        check_who(parse_who(text))
    here = f"'{sys.executable}' -c pass"
    check_who(parse_who(here))
    check_who(parse_who("engine:x"), [EngineEntry("x", here, str(tmp_path))])


def test_a_program_is_looked_for_from_its_own_folder(tmp_path: Path) -> None:
    program = tmp_path / "engine.exe"
    program.write_text("")
    program.chmod(0o755)
    check_who(parse_who("engine:x"), [EngineEntry("x", "./engine.exe", str(tmp_path))])
    with pytest.raises(EngineError, match=r"no program '\./engine\.exe'"):
        check_who(parse_who("./engine.exe"))


def test_missing_programs_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="there is no program '/nowhere/rapfi'"):
        check_who(parse_who("/nowhere/rapfi --x"))
    with pytest.raises(EngineError, match="there is no program 'no-such-engine'"):
        check_who(parse_who("no-such-engine"))
    gone = str(tmp_path / "gone")
    with pytest.raises(EngineError, match=r"the folder of engine x is missing: .*gone"):
        check_who(parse_who("engine:x"), [EngineEntry("x", "y", gone)])
    with pytest.raises(SettingsError, match="list is empty"):
        check_who(parse_who("engine:x"))
    with pytest.raises(WuziError, match="alhpabeta"):
        check_who(parse_who("textbook:alhpabeta"))


# Titles


def test_titles(install: Install) -> None:
    install(bot="tests.players.bots:First")
    texts = ["human", "textbook:alphabeta,depth=3,cap=10", "engine:Rapfi", "bot", "/opt/x -v"]
    assert [title(parse_who(text)) for text in texts] == [
        "Human",
        "alphabeta (depth=3, cap=10)",
        "Rapfi",
        "bot",
        "x",
    ]
    assert title(parse_who("level:1")) == f"Level 1: {levels()[0].title}"


def test_titles_are_read_in_the_language_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = {"Human": "真人", "Level {number}: {title}": "第 {number} 级：{title}"}
    monkeypatch.setattr(
        language._shared._catalogue, "gettext", lambda text: spoken.get(text, "某级")
    )
    assert title(parse_who("human")) == "真人"
    assert title(parse_who("level:2")) == "第 2 级：某级"
