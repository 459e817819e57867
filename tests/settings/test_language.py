import locale
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from wuzi.errors import N_, IllegalMove, ParseError, SettingsError, WuziError
from wuzi.rules import parse_position
from wuzi.settings import LANGUAGES, Settings, language, parse_language, save
from wuzi.settings.language import Translator, choose_language
from wuzi.settings.language_codes import _system_locale, environment_language, match_language

OCCUPIED = N_("{point} already holds a stone: choose an empty point")


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    catalogue = Catalog("zh_CN")
    catalogue.add("freestyle", "自由规则")
    catalogue.add(("{n} move", "{n} moves"), ("{n} 手",))
    catalogue.add(OCCUPIED, "{point} 已有棋子")
    catalogue.add("move {number} ({point}) cannot be played: {why}", "第 {number} 手：{why}")
    target = tmp_path / "locale" / "zh_CN" / "LC_MESSAGES" / "wuzi.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, catalogue)
    return tmp_path / "locale"


# Which language a word means


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("en", "en"),
        ("EN_us.UTF-8", "en"),
        ("english", "en"),
        ("English_United States", "en"),
        ("zh", "zh_CN"),
        ("zh_CN", "zh_CN"),
        ("zh-cn", "zh_CN"),
        ("zh_CN.UTF-8", "zh_CN"),
        ("zh_CN.GB18030@pinyin", "zh_CN"),
        ("zh-Hans", "zh_CN"),
        ("zh_TW", "zh_CN"),
        ("Chinese (Simplified)_China", "zh_CN"),
        ("简体中文", "zh_CN"),
        ("中文", "zh_CN"),
        (" zh ", "zh_CN"),
        ("fr", None),
        ("C", None),
        ("POSIX", None),
        ("", None),
        ("zhx", None),
        ("end", None),
        ("中", None),
    ],
)
def test_words_for_languages(text: str, code: str | None) -> None:
    assert match_language(text) == code


@pytest.mark.parametrize("token", ["fr", "", "zhx", "klingon" * 20])
def test_an_unknown_language_is_named_with_the_choices(token: str) -> None:
    with pytest.raises(
        SettingsError, match=r"choose from en .English., zh_CN .简体中文."
    ) as caught:
        parse_language(token)
    assert f"'{token[:40]}'" in str(caught.value)


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN"}, "zh_CN"),
        ({"LC_MESSAGES": "zh_CN", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "zh_CN:zh"}, "zh_CN"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "fr:zh_TW:en"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LANGUAGE": "", "LC_ALL": ""}, "zh_CN"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "::"}, "en"),
    ],
)
def test_the_environment_chooses(environ: dict[str, str], code: str) -> None:
    assert environment_language(environ) == code


@pytest.mark.parametrize(
    ("name", "code"),
    [("Chinese (Simplified)_China", "zh_CN"), ("English_Ireland", "en"), ("", "en")],
)
def test_with_no_variable_set_the_system_does(
    monkeypatch: pytest.MonkeyPatch, name: str, code: str
) -> None:
    monkeypatch.setattr("wuzi.settings.language_codes._system_locale", lambda: name)
    assert environment_language({}) == code
    assert environment_language({"LANG": "en"}) == "en"


def test_a_locale_that_python_does_not_know_is_no_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown() -> tuple[str, str]:
        raise ValueError("unknown locale: UTF-8")

    monkeypatch.setattr(locale, "getlocale", unknown)
    assert _system_locale() == ""
    monkeypatch.setattr(locale, "getlocale", lambda: (None, None))
    assert _system_locale() == ""
    monkeypatch.setattr(locale, "getlocale", lambda: ("zh_CN", "UTF-8"))
    assert _system_locale() == "zh_CN"


def test_a_request_beats_the_settings_which_beat_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert choose_language() == "en"
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert choose_language() == "zh_CN"
    save(Settings(language="en"))
    assert choose_language() == "en"
    assert choose_language("zh-Hans") == "zh_CN"
    save(Settings())
    assert choose_language() == "zh_CN"


def test_a_wrong_request_is_no_request_for_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    with pytest.raises(SettingsError, match="'fr'"):
        choose_language("fr")


def test_damaged_settings_do_not_keep_us_from_speaking(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir()
    (home / "settings.toml").write_bytes(b"\xff")
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert choose_language() == "zh_CN"


# Speaking


def test_switching_while_running(catalogues: Path) -> None:
    reader = Translator(catalogues)
    spoken = []
    for code in ("en", "zh_CN", "en", "zh_CN"):
        reader.set_language(code)
        assert reader.language == code
        spoken.append((reader.gettext("freestyle"), reader.ngettext("{n} move", "{n} moves", 2)))
    assert spoken == [("freestyle", "{n} moves"), ("自由规则", "{n} 手")] * 2


def test_what_a_catalogue_lacks_stays_english(catalogues: Path) -> None:
    reader = Translator(catalogues)
    reader.set_language("zh_CN")
    assert reader.gettext("not there") == "not there"
    assert reader.gettext("") == ""
    assert reader.ngettext("{n} stone", "{n} stones", 1) == "{n} stone"


def test_an_error_is_translated_with_the_errors_in_it(catalogues: Path) -> None:
    with pytest.raises(ParseError) as caught:
        parse_position("h8h8")
    reader = Translator(catalogues)
    assert reader.translate(caught.value) == str(caught.value)
    reader.set_language("zh_CN")
    assert reader.translate(caught.value) == "第 2 手：h8 已有棋子"
    assert str(caught.value).startswith("move 2 (h8) cannot be played: h8 already")


def test_phrases_among_the_fields_are_translated_and_words_of_others_are_not(
    catalogues: Path,
) -> None:
    reader = Translator(catalogues)
    reader.set_language("zh_CN")
    error = WuziError("x", N_("{token}: {why}"), token="freestyle", why="freestyle")
    assert reader.translate(error) == "freestyle: 自由规则"


def test_braces_in_a_field_are_no_fields(catalogues: Path) -> None:
    reader = Translator(catalogues)
    reader.set_language("zh_CN")
    error = IllegalMove("x", OCCUPIED, point="{0} {point} freestyle")
    assert reader.translate(error) == "{0} {point} freestyle 已有棋子"


def test_without_catalogues_everything_is_english(tmp_path: Path) -> None:
    reader = Translator(tmp_path / "nowhere")
    reader.set_language("zh_CN")
    assert reader.language == "zh_CN"
    assert reader.gettext("freestyle") == "freestyle"


@pytest.mark.parametrize("data", [b"", b"not a catalogue", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_a_damaged_catalogue_is_a_sentence_and_changes_nothing(tmp_path: Path, data: bytes) -> None:
    target = tmp_path / "zh_CN" / "LC_MESSAGES" / "wuzi.mo"
    target.parent.mkdir(parents=True)
    target.write_bytes(data)
    reader = Translator(tmp_path)
    with pytest.raises(SettingsError, match="damaged: install Wuzi again") as caught:
        reader.set_language("zh_CN")
    assert str(target) in str(caught.value)
    assert (reader.language, reader.gettext("x")) == ("en", "x")


def test_other_spellings_can_be_set_and_unknown_ones_cannot() -> None:
    reader = Translator()
    reader.set_language("zh-Hans")
    assert reader.language == "zh_CN"
    with pytest.raises(SettingsError):
        reader.set_language("fr")
    assert reader.language == "zh_CN"


def test_the_shared_translator_is_switched_for_all() -> None:
    assert language.current_language() == "en"
    language.set_language("zh_CN")
    assert language.current_language() == "zh_CN"


def test_nothing_is_translated_at_import() -> None:
    code = (
        "import os; os.environ['LANG'] = 'zh_CN.UTF-8'\n"
        "from wuzi.rules import RULES; from wuzi.players import levels\n"
        "print(ascii([*(r.title for r in RULES.values()), *(l.title for l in levels())]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "\\u" not in done.stdout
    assert "freestyle" in done.stdout


def test_every_language_names_itself() -> None:
    assert all(match_language(name) == code for code, name in LANGUAGES.items())
