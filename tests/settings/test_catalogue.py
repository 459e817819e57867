"""The tool that keeps the catalogues, and the catalogues themselves."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages import Catalog

from wuzi.settings.language import LOCALE, Translator

TOOL = Path(__file__).resolve().parents[2] / "tools" / "catalogue.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogue", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def package(tmp_path: Path) -> Path:
    package = tmp_path / "wuzi"
    (package / "locale" / "zh_CN" / "LC_MESSAGES").mkdir(parents=True)
    (package / "players").mkdir()
    (package / "players" / "levels.toml").write_text("[[levels]]\ntitle = 'weak'\nwho = 'human'\n")
    (package / "a.py").write_text(
        "N_('{point} is taken')\n_('Hello')\nlanguage.ngettext('{n} move', '{n} moves', n)\n"
        "N_('long '\n   'text')\nprint('not marked')\n"
        'print(f\'{_("in another")}: {_(text or "")}\')\n'
    )
    (package / "locale" / "zh_CN" / "LC_MESSAGES" / "wuzi.po").write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=0;\\n"\n'
    )
    return package


def translate(tool: ModuleType, package: Path, texts: dict[str, str | tuple[str, ...]]) -> Catalog:
    source = package / "locale" / "zh_CN" / "LC_MESSAGES" / "wuzi.po"
    catalogue = tool.read(source)
    for message in catalogue:
        if message.id:
            first = message.id if isinstance(message.id, str) else message.id[0]
            message.string = texts.get(first, message.string)
    tool.write(catalogue, source)
    return catalogue


GOOD: dict[str, str | tuple[str, ...]] = {
    "{point} is taken": "{point} 已有棋子",
    "Hello": "你好",
    "{n} move": ("{n} 手",),
    "long text": "长文",
    "in another": "套",
    "weak": "弱",
}


def test_marked_messages_are_found_and_no_others(tool: ModuleType, package: Path) -> None:
    found = [message.id for message in tool.extract(package) if message.id]
    assert found == [
        "{point} is taken",
        "Hello",
        ("{n} move", "{n} moves"),
        "long text",
        "in another",
        "weak",
    ]


def test_from_source_to_spoken(tool: ModuleType, package: Path) -> None:
    assert tool.main(["check", "--package", str(package)]) == 1
    assert tool.main(["update", "--package", str(package)]) == 0
    assert len(tool.check(package)) == len(GOOD)
    translate(tool, package, GOOD)
    assert tool.main(["check", "--package", str(package)]) == 0
    assert tool.main(["compile", "--package", str(package)]) == 0
    reader = Translator(package / "locale")
    reader.set_language("zh_CN")
    assert reader.gettext("weak") == "弱"
    assert reader.ngettext("{n} move", "{n} moves", 3) == "{n} 手"


def test_updating_again_changes_nothing(tool: ModuleType, package: Path) -> None:
    tool.update(package)
    translate(tool, package, GOOD)
    files = [package / "locale" / "wuzi.pot", *tool.sources(package)]
    before = [file.read_bytes() for file in files]
    tool.update(package)
    assert [file.read_bytes() for file in files] == before


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"Hello": ""}, "'Hello' is not translated"),
        ({"{n} move": ("",)}, "'{n} move' is not translated"),
        ({"{point} is taken": "已有棋子"}, "the fields are [], not ['point']"),
        ({"{point} is taken": "{points} 已有"}, "the fields are ['points'], not ['point']"),
        ({"{point} is taken": "{point 已有"}, "the braces"),
        ({"{n} move": ("手",)}, "the fields are [], not ['n']"),
        ({"Hello": "你好 {name}"}, "the fields are ['name'], not []"),
    ],
)
def test_unsound_translations_are_complained_of(
    tool: ModuleType,
    package: Path,
    changes: dict[str, str | tuple[str, ...]],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tool.update(package)
    translate(tool, package, GOOD | changes)
    assert tool.main(["check", "--package", str(package)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    assert complaint in lines[0]
    assert lines[0].startswith(
        "locale/zh_CN".replace("/", "\\" if sys.platform == "win32" else "/")
    )


def test_fuzzy_translations_are_complained_of(tool: ModuleType, package: Path) -> None:
    tool.update(package)
    translate(tool, package, GOOD)
    source = tool.sources(package)[0]
    source.write_text(source.read_text("utf-8").replace('msgid "Hello"', '#, fuzzy\nmsgid "Hello"'))
    (complaint,) = tool.check(package)
    assert "fuzzy" in complaint


def test_our_translations_fill_in_the_same_fields_as_the_english(tool: ModuleType) -> None:
    """Whether any is missing, ``make check`` asks: here a sentence must never fail to be said."""
    sources = tool.sources(LOCALE.parent)
    assert sources
    faults = [
        fault
        for source in sources
        for message in tool.read(source)
        if message.id and all(tool._forms(message.string))
        for fault in tool._field_faults(message)
    ]
    assert faults == []
