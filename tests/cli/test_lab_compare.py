"""``wuzi lab compare``: a table of any width, lines of JSON, and the rows kept at Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys

import pytest
from rich.cells import cell_len
from rich.console import Console

from wuzi.cli import lab_compare
from wuzi.lab.compare import Row
from wuzi.rules import Score

POSITION = "h8i9g7i7"
SMALL = ("--player", "textbook:alphabeta,radius=1", "--depth", "2")


def answers(out: str) -> list[dict]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_table_with_a_row_for_every_switch(wuzi, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    status, out, err = wuzi("lab", "compare", POSITION, *SMALL)
    assert (status, err) == (0, "")
    caption, head, base, minimax, *rest = out.splitlines()
    assert caption == "Baseline: textbook:alphabeta,radius=1, depth 2"
    assert head.split() == [
        "switch", "nodes", "x", "nodes", "cuts", "first", "seconds", "x", "time", "move",
        "value", "same",
    ]  # fmt: skip
    assert base.startswith("baseline")
    assert minimax.startswith("minimax")
    assert minimax.split()[-1] == "both"
    assert any(line.startswith("table=on,ordering=hash+point ") for line in rest)


@pytest.mark.parametrize("columns", [24, 32, 40, 60, 80, 100])
@pytest.mark.parametrize("chinese", [False, True])
def test_no_line_is_wider_than_the_terminal(wuzi, monkeypatch, columns, chinese) -> None:
    if chinese:
        monkeypatch.setattr(lab_compare, "_", lambda text: "中文" + text[:3] * ("{" in text))
        monkeypatch.setattr(lab_compare, "ngettext", lambda *_: "中文字" * 20)
    monkeypatch.setenv("COLUMNS", str(columns))
    status, out, _ = wuzi("lab", "compare", POSITION, *SMALL)
    lines = out.splitlines()
    assert status == 0
    assert max(map(cell_len, lines)) <= columns
    assert "…" not in out
    if not chinese:
        head = next(line for line in lines if line.startswith("switch"))
        assert head.split()[:2] == ["switch", "nodes"]
        assert head.split()[-1] == "same"
        assert columns < 100 or "No room for" not in out
        assert columns > 60 or "No room for" in " ".join(out.split())


def test_columns_stand_in_line_in_chinese(monkeypatch) -> None:
    monkeypatch.setattr(lab_compare, "_", lambda _: "中文字")
    sheet = lab_compare.Sheet(engine=False)
    counts = {"cuts": 12, "first_cuts": 6}
    sheet.rows = [Row("", 1000, 1.0, 231, Score(5), counts=counts),
                  Row("table=on", 9, 0.1, 231, Score(5), counts=counts)]  # fmt: skip
    console = Console(file=io.StringIO(), width=100)
    with console.capture() as captured:
        console.print(sheet.table(100))
    _, one, two = captured.get().splitlines()
    assert cell_len(one[: one.index("1,000") + 5]) == cell_len(two[: two.index("9 ") + 1])


def test_what_was_cut_off_is_more_than_so_many(wuzi, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    player = "textbook:alphabeta,depth=2,radius=1,ordering=worst,evaluation=runs"
    status, out, _ = wuzi("lab", "compare", POSITION, "--player", player, "--seconds", "0.002")
    assert status == 0
    assert "> more than: " in out
    row = out.splitlines()[2].split()
    assert row[1].startswith(">")
    assert row[2] == "-"


def test_json_is_a_line_for_every_search(wuzi) -> None:
    status, out, err = wuzi("lab", "compare", POSITION, *SMALL, "--json")
    assert (status, err) == (0, "")
    base, minimax, *_ = answers(out)
    assert (base["switch"], base["nodes_ratio"], base["same_move"]) == ("", 1.0, True)
    assert minimax["switch"] == "minimax"
    assert minimax["nodes_ratio"] == pytest.approx(minimax["nodes"] / base["nodes"], abs=1e-3)
    assert {"cuts", "first_cuts", "seconds", "time_ratio", "score", "finished"} <= base.keys()


@pytest.mark.usefixtures("compiled")
def test_the_ideas_of_the_engine(wuzi) -> None:
    status, out, err = wuzi("lab", "compare", POSITION, "--engine", "--depth", "3", "--json")
    assert (status, err) == (0, "")
    labels = [row["switch"] for row in answers(out)]
    assert labels[:3] == ["", "use_*=0", "use_table=0"]
    assert all(row["finished"] and "solver_nodes" in row for row in answers(out))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["h8", "--player", "textbook:greedy"], "'textbook:greedy' has no switches to compare"),
        (["h8", "--player", "human"], "'human' has no switches to compare"),
        (["h8", "--player", "textbook:alphabeta,deep=3"], "there is no option 'deep'"),
        (["h8", "--player", "textbook:minimax", "--engine"], "exclude each other"),
        (["h8", "--seconds", "0"], "--seconds cannot be '0': write seconds, more than 0"),
        (["h8", "--seconds", "nan"], "--seconds cannot be 'nan'"),
        (["h8", "--depth", "61"], "--depth cannot be '61'"),
        (["-"], "compare takes one position"),
        (["z99"], "z99"),
        (["a1a2b1b2c1c2d1d2e1"], "the game is over: Black wins"),
        (["h8", "--engine", "--size", "23"], "boards of up to 22 lines, not of 23"),
    ],
)
def test_wrong_input_is_one_sentence(wuzi, arguments, sentence) -> None:
    status, out, err = wuzi("lab", "compare", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
    status, out, _ = wuzi("lab", "compare", *arguments, "--json")
    assert (status, sentence in answers(out)[0]["error"]["text"]) == (2, True)


def test_on_a_terminal_the_table_fills_row_by_row() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=80, height=12)
    sheet = lab_compare.Sheet(engine=False)
    seen = []

    def rows():
        for number in range(30):
            yield f"x={number}"
            seen.append(console.file.getvalue())
            yield Row(f"x={number}", 100 + number, 0.1, 231, Score(5), counts={})

    lab_compare._watch(console, sheet, rows())
    assert len(sheet.rows) == 30
    assert sheet.now is None
    last = seen[-1].rpartition("switch")[2]
    assert "x=28" in last  # of many rows the last are to be seen ...
    assert "x=29" in last  # ... and the one that is under way
    assert "x=3 " not in last


def test_ctrl_c_keeps_the_rows_so_far() -> None:
    command = [
        sys.executable, "-m", "wuzi", "lab", "compare", "h8i9g7i7h9h7", "--json",
        "--player", "textbook:alphabeta,depth=3", "--seconds", "60",
    ]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == ""
    assert answers(first + rest)[0]["switch"] == ""
    assert "grid=list" not in rest
