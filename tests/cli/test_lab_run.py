"""``wuzi lab list`` and ``wuzi lab run``: what they print, write and refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lab.conftest import SMALL
from wuzi.lab.experiment import shipped

Wuzi = Callable[..., tuple[int, str, str]]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL + "[budgets.small]\nminutes = 0.1\nparts.nodes.vary.depth = [1]\n")
    return str(path)


def test_the_list_names_every_experiment(wuzi: Wuzi) -> None:
    status, out, err = wuzi("lab", "list")
    assert (status, err) == (0, "")
    for name in shipped():
        assert f"{name}: " in out
    assert "--budget small" in out


def test_the_list_speaks_chinese(wuzi: Wuzi) -> None:
    out = wuzi("lab", "list", "--lang", "zh_CN")[1]
    assert "每个想法省下多少" in out


def test_the_list_for_programs(wuzi: Wuzi) -> None:
    found = json.loads(wuzi("lab", "list", "--json")[1])
    assert [one["name"] for one in found] == sorted(shipped())
    assert all(one["budgets"]["small"] > 0 for one in found)


def test_a_run_writes_everything_and_says_where(wuzi: Wuzi, file: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    status, said, err = wuzi(
        "lab", "run", file, "--out", str(out), "--budget", "small", "--workers", "1"
    )
    assert status == 0
    assert f"report: {out / 'report.html'}" in said
    assert "4 of 4 measured" in err
    assert (out / "figures/figure-1.pdf").read_bytes().startswith(b"%PDF")
    assert "wuzi lab run mine.toml --budget small" in (out / "report.html").read_text()
    again = wuzi("lab", "run", file, "--out", str(out), "--budget", "small")
    assert again[0] == 2
    assert "add --resume" in again[2]
    status, _, _ = wuzi(
        "lab", "run", file, "--out", str(out), "--budget", "small", "--resume", "--lang", "zh_CN"
    )
    assert status == 0
    assert 'lang="zh-CN"' in (out / "report.html").read_text()


def test_without_times_two_runs_are_the_same(wuzi: Wuzi, file: str, tmp_path: Path) -> None:
    for name, workers in (("one", "1"), ("two", "2")):
        words = ("--no-times", "--no-report", "--workers", workers)
        assert wuzi("lab", "run", file, "--out", str(tmp_path / name), *words)[0] == 0
        assert not (tmp_path / name / "report.html").exists()
    one, two = ((tmp_path / name / "results.csv").read_bytes() for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nothing",), "there is no experiment 'nothing': choose from"),
        (("orderin",), "did you mean ordering?"),
        (("none.toml",), "none.toml cannot be read: No such file or directory"),
        (("ordering", "--budget", "smal"), "there is no budget 'smal': did you mean small?"),
        (("ordering", "--workers", "0"), "--workers cannot be '0'"),
        (("ordering", "--out", "/dev/null"), "/dev/null cannot be written"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    wuzi: Wuzi,
    words: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = wuzi("lab", "run", *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert not any(tmp_path.glob("ordering*"))


def test_a_missing_library_is_told_before_anything_is_measured(
    wuzi: Wuzi, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    status, _, err = wuzi("lab", "run", file, "--out", str(tmp_path / "out"))
    assert status == 2
    assert "pip install 'wuzi[lab]'" in err
    assert not (tmp_path / "out").exists()


def test_help_and_list_load_nothing_heavy() -> None:
    code = (
        "import sys; from wuzi.cli import main; main(['lab', 'list']); main(['--help']);"
        "print([m for m in ('matplotlib', 'jinja2', 'optuna', 'numba', 'numpy')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
