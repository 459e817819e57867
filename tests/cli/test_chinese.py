"""The program in Chinese: help pages, a game and complaints as a reader sees them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from rich.cells import cell_len

from tests.arena.games import match, record
from tests.arena.test_live import INCIDENT, RECORDS, console, events
from tests.cli.test_table import Scripted, game_of
from wuzi.arena.live import LiveTable, PlainLines
from wuzi.arena.runner import GameFinished
from wuzi.arena.statistics import Sprt
from wuzi.arena.summary import summarise
from wuzi.arena.summary_text import summary_lines
from wuzi.errors import N_, EngineError
from wuzi.protocol.child import status_words
from wuzi.rules import RENJU, Board, Reason, parse_position
from wuzi.settings import language

DOUBLE_THREE = "g8i8h7h9/a1c1e1g1"


@pytest.fixture(autouse=True)
def chinese(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chinese from the sources of the catalogue: the compiled one may be older."""
    target = tmp_path / "locale" / "zh_CN" / "LC_MESSAGES" / "wuzi.mo"
    target.parent.mkdir(parents=True)
    source = language.LOCALE / "zh_CN" / "LC_MESSAGES" / "wuzi.po"
    with source.open("rb") as file, target.open("wb") as compiled:
        write_mo(compiled, read_po(file, locale="zh_CN"))
    monkeypatch.setattr(language._shared, "folder", tmp_path / "locale")
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    language.set_language("zh_CN")


@pytest.mark.parametrize("command", ["show", "convert"])
def test_help_pages(wuzi, snapshot, command) -> None:
    status, out, err = wuzi(command, "--help")
    assert (status, err) == (0, "")
    snapshot(f"zh_help_{command}", out)


@pytest.mark.parametrize(
    "command", ["play", "show", "forbidden", "match", "convert", "engines", "archive"]
)
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_no_help_page_is_wider_than_the_terminal_or_cut_off(
    wuzi, monkeypatch, command, columns
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    _, out, _ = wuzi(command, "--help")
    assert all(cell_len(line) <= columns for line in out.splitlines())
    assert "…" not in out


def test_a_game_with_every_word(snapshot, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = (
        "帮助 悔棋 h8 h8 z9 99,3 foo 悔棋 重做 重做 提示 停一手 求和 保存 save=g.sgf load=no.sgf"
        " undo=1 交换 board 认输 提示 新局 退出"
    )
    lines = words.replace(" ", "\n").replace("=", " ")
    out, _, status = game_of(lines + "\n", white=Scripted("i9 i10"), game=Board(10))
    assert status == 0
    snapshot("zh_game", out)


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        ("h8\nh9\ni8\ni9\nj8\nj9\nk8\nk9\nl8\n", "黑胜：h8 i8 j8 k8 l8 成五。"),
        ("pass\npass\n", "和棋：双方都停一手。"),
        ("h8\n和棋\n和棋\n", "和棋：双方议和。"),
        ("h8\n认输\n", "黑胜：白方认输。"),
        ("h8\n", "对局没有下完。"),
    ],
)
def test_how_games_end(lines, last) -> None:
    assert game_of(lines)[0].splitlines()[-1] == last


def test_forbidden_moves_of_renju() -> None:
    board = parse_position(DOUBLE_THREE, rule=RENJU)
    assert "h8 是三三禁手，连珠规则下黑棋不能下\n" in game_of("h8\n", game=board)[0]
    board = parse_position(DOUBLE_THREE, rule=RENJU, forbidden_loses=True)
    assert "白胜：黑方下在禁手点 h8（三三禁手）。\n" in game_of("h8\n", game=board)[0]


def test_an_engine_that_fails_is_explained() -> None:
    error = EngineError(
        "engine.crash",
        N_("engine {engine} ended by itself ({status}); its last words: {words}"),
        engine="rapfi",
        status=status_words(-11),
        words="-",
    )
    out, _, _ = game_of("h8\n", white=Scripted("", error))
    assert "白方引擎出错：引擎 rapfi 自行退出（信号 11 (SIGSEGV)）；最后的输出：-\n" in out


def test_positions(wuzi, snapshot) -> None:
    snapshot("zh_show", wuzi("show", "a1a2b1b2c1c2d1d2e1", "--size", "9")[1])
    snapshot("zh_forbidden", wuzi("forbidden", DOUBLE_THREE)[1])


def test_a_match_has_no_english_commas_and_brackets() -> None:
    spec = match(sprt=Sprt(0, 10))
    where, data = console(terminal=False)
    plain, live = PlainLines(where, spec), LiveTable(where, spec)
    for event in events(spec):
        plain(event)
        live(event)
    for _ in range(4):  # the tenth game is followed by how the match stands
        plain(GameFinished(record(6, "A", Reason.FIVE)))
    where.print(live.table())
    for line in summary_lines(summarise(spec, RECORDS, [INCIDENT] * 11)):
        where.print(line)
    text = data.getvalue().decode()
    for words in (
        "第 3 局（3/8）：A 执黑胜，五连，9 手；2-0-1\n",
        "第 5 局（5/8）：和棋，裁定，6 手；2-1-1\n",
        "第 6 局（6/8）：B 执黑胜，A：超时，6 手；2-1-2 [0.3 s too late]\n",
        "五连（A 胜）2 局，",
        "已下 5/8 局，另有 1 局无结果\n",
        "6 至 10\n",
        "尚无定论",
        "共 11 次异常，最近的是：\n",
    ):
        assert words in text, (words, text)
    chinese = "[\u4e00-\u9fff（）]"
    assert not re.search(f"{chinese} ?[,;(]|[,;)] ?{chinese}", text), text


def test_names_of_engines_stand_in_a_column(wuzi) -> None:
    for name in ("弈心", "rapfi"):
        assert wuzi("engines", "add", name, "./x")[1] == f"{name} 已加入列表。\n"
    assert wuzi("engines")[1] == "弈心   ./x\nrapfi  ./x\n"


def test_what_is_wrong_with_an_installation_is_told_in_full(wuzi) -> None:
    program = f"/{'很长的目录' * 12}/engine"
    wuzi("engines", "add", "弈心", program)
    status, out, _ = wuzi("doctor")
    assert status == 0
    assert f"!!弈心找不到程序“{program}”：" in "".join(out.split())
    assert out.endswith("标有 !! 的项目需要处理。\n")
    assert all(cell_len(line) <= 80 for line in out.splitlines())


ERRORS = (
    ("shwo",),
    ("show",),
    ("show", "h8", "i9"),
    ("show", "h8", "--no-such"),
    ("show", "h8h8"),
    ("show", "h8x"),
    ("show", "h8", "--rule", "go"),
    ("show", "h8", "--size", "4"),
    ("show", "h8", "--side", "black"),
    ("show", "@no.sgf"),
    ("convert", "no.psq", "out.sgf"),
    ("convert", "bad.json", "out.sgf"),
    ("convert", "bad.sgf", "out.psq"),
    ("convert", "good.txt", "no/out.sgf"),
    ("convert", "good.txt", "out.doc"),
    ("play", "--white", "textbook:alphabeta,depth=99"),
    ("play", "--white", "textbook:alphabeta,table=perhaps"),
    ("play", "--white", "engine:rapfi"),
    ("play", "--time", "long"),
    ("engines", "remove", "rapfi"),
)


def test_errors(wuzi, snapshot, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.txt").write_text("h8i9\n")
    Path("bad.sgf").write_text("(;GM[4]SZ[15];B[hh];W[hh])")
    Path("bad.json").write_text('{"wuzi": 1, "games": [{"size": "15"}]}')
    told = []
    for line in ERRORS:
        status, out, err = wuzi(*line)
        assert (status, out, err.count("\n")) == (2, "", 1)
        told += [f"$ wuzi {' '.join(line)}", err.rstrip()]
    snapshot("zh_errors", "\n".join(told))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (("show", "h8x"), "move 2: 'x' is not a point"),
        (("solve", "a1a2b1b2c1c2d1d2e1"), "there is nothing to search, the game is over"),
    ],
)
def test_json_stays_english(wuzi, line, text) -> None:
    assert f'"text": "{text}' in wuzi(*line, "--json")[1]
