"""The sets of openings that ship with the package, and the tool that makes them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_processes import Program, until
from wuzi.arena.openings import BUILTIN, builtin_sets, load_openings, unique_openings
from wuzi.rules import BLACK, EMPTY, WHITE, parse_rule

TOOL = Path(__file__).parents[2] / "tools" / "make_openings.py"

QUICK = (
    *("freestyle15", "--seed", "3", "--judge", "textbook:alphabeta,depth=1"),
    *("--players", "textbook:alphabeta,depth=1", "textbook:greedy", "--limit", "100000"),
)
"""A set that is soon made."""


def test_there_is_a_set_for_freestyle() -> None:
    assert "freestyle15" in builtin_sets()
    assert len(load_openings(BUILTIN + "freestyle15")) >= 50


@pytest.mark.parametrize("name", builtin_sets())
def test_a_set_keeps_its_promises(name: str) -> None:
    word, size = re.fullmatch(r"([a-z]+6?)(\d+)", name).groups()
    rule = parse_rule(word)
    openings = load_openings(BUILTIN + name, int(size), rule)
    assert unique_openings(openings) == openings
    assert {len(opening.moves) for opening in openings} == {3, 4, 5}
    for opening in openings:
        board = opening.board(rule)
        assert not any(
            board.wins_at(p, colour) for p in board.stones(EMPTY) for colour in (BLACK, WHITE)
        )


def test_the_tool_makes_the_same_set_again(tmp_path: Path) -> None:
    words = [*QUICK, "--count", "6"]
    texts = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.txt"
        command = [sys.executable, str(TOOL), *words, "--jobs", jobs, "--out", str(path)]
        subprocess.run(command, check=True, capture_output=True)
        texts.append(path.read_text())
    assert texts[0] == texts[1]
    assert "--jobs" not in texts[0]
    openings = load_openings(path)
    assert [len(opening.moves) for opening in openings] == [3, 4, 5] * 2
    assert len(unique_openings(openings)) == 6


def test_killed_the_tool_leaves_no_worker_behind(tmp_path: Path) -> None:
    program = Program(tmp_path)
    words = [*QUICK, "--count", "3000", "--out", str(tmp_path / "o.txt")]
    with subprocess.Popen(
        [sys.executable, str(TOOL), *words], env=program.env, stderr=subprocess.PIPE
    ) as tool:
        assert tool.stderr
        assert tool.stderr.readline().startswith(b"1 of 3000")  # a worker has worked
        assert len(program.alive()) >= 2
        tool.terminate()
    assert until(lambda: not program.alive())
