"""The sets of openings that ship with the package, and the tool that makes them."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import resources
from itertools import product
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

import pytest

from tests.cli.test_processes import Program, until
from wuzi.arena.openings import BUILTIN, Opening, builtin_sets, load_openings, unique_openings
from wuzi.cli.match_options import choose_openings
from wuzi.engine.solver import solve
from wuzi.rules import PASS, RENJU, RULES, Rule, col_of, parse_rule, row_of
from wuzi.thinking import Limit

TOOL = Path(__file__).parents[2] / "tools" / "make_openings.py"

QUICK = (
    *("freestyle15", "--seed", "3", "--nodes", "50", "--deep-nodes", "100"),
    *("--games", "100", "150"),
)
"""A set that is soon made."""

NAMES = [
    f"{rule}{size}" for rule, size in product(("freestyle", "standard", "renju", "caro"), (15, 20))
]

JUDGED = re.compile(r"candidate (\d+), black (0\.\d{3}), deeper (0\.\d{3}), games ([-+=]{4,})")
"""What stands after each opening."""


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_openings", TOOL)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look for it there
    spec.loader.exec_module(module)
    return module


def openings_of(name: str) -> tuple[Rule, int, list[Opening]]:
    word, size = re.fullmatch(r"([a-z]+6?)(\d\d)", name).groups()
    rule = parse_rule(word)
    return rule, int(size), load_openings(BUILTIN + name, int(size), rule)


def head_of(name: str) -> str:
    text = resources.files("wuzi.arena").joinpath("data", f"openings_{name}.txt").read_text()
    return "".join(line for line in text.splitlines(keepends=True) if line.startswith("#"))


def judge_of(tool: ModuleType, name: str) -> Any:
    """The judge of the command that the file names."""
    rule, size, _ = openings_of(name)
    seed = re.search(r"--seed (\d+)", head_of(name))
    games = re.search(r"--games((?: \d+)+)", head_of(name))
    even = re.search(r"--even (0\.\d+)", head_of(name))
    judge = tool.Judge(
        rule, size, int(seed[1]) if seed else 1, even=float(even[1]) if even else 0.5
    )
    return replace(judge, games=tuple(map(int, games[1].split()))) if games else judge


def test_every_rule_and_size_has_a_set() -> None:
    assert set(NAMES) <= set(builtin_sets())


@pytest.mark.parametrize("name", builtin_sets())
def test_a_set_is_large_and_varied(name: str) -> None:
    _, _, openings = openings_of(name)
    assert len(openings) >= 100
    assert unique_openings(openings) == openings
    lengths = Counter(len(opening.moves) for opening in openings)
    assert set(lengths) <= set(range(2, 9))
    assert len(lengths) >= 5
    assert max(lengths.values()) <= -(-len(openings) // 3)
    for opening in openings:
        assert min(lines_from_edge(opening)) >= 2
        for i, p in enumerate(opening.moves[1:], 1):
            assert min(apart(p, q) for q in opening.moves[:i]) <= 2


def lines_from_edge(opening: Opening) -> list[int]:
    coordinates = [c for p in opening.moves for c in (col_of(p), row_of(p))]
    return [min(c, opening.size - 1 - c) for c in coordinates]


def apart(p: int, q: int) -> int:
    return max(abs(row_of(p) - row_of(q)), abs(col_of(p) - col_of(q)))


@pytest.mark.parametrize("name", builtin_sets())
def test_after_an_opening_everything_is_still_to_play_for(name: str) -> None:
    rule, _, openings = openings_of(name)
    for opening in openings:
        board = opening.board(rule)  # refuses what is not legal, or ends the game
        assert not board.forbidden_points()
        assert solve(board, "vcf", Limit(nodes=20_000)).result != "win"
        board.push(PASS)
        assert solve(board, "vcf", Limit(nodes=20_000)).result != "win"


@pytest.mark.parametrize("name", builtin_sets())
def test_a_set_says_how_it_was_made_and_how_even_each_opening_is(
    name: str, tool: ModuleType
) -> None:
    head = head_of(name)
    assert f"python tools/make_openings.py {name}" in head
    assert re.search(r"engine [0-9a-f]{12} \(wuzi bench --depth 8\), weights [0-9a-f]{12}", head)
    rule, size, openings = openings_of(name)
    judge = judge_of(tool, name)
    for opening in openings:
        number, first, second, games = JUDGED.fullmatch(opening.name).groups()
        assert abs(float(first) - judge.even) <= tool.OFF + 0.0005
        assert abs(float(second) - judge.even) <= tool.DEEP_OFF + 0.0005
        assert len(games) >= 4
        assert 1 / 4 <= (games.count("+") + games.count("=") / 2) / len(games) <= 3 / 4
        assert tool.candidate(rule, size, judge.seed, int(number)).moves == opening.moves


@pytest.mark.slow
@pytest.mark.parametrize("name", builtin_sets())
def test_the_engine_finds_a_few_again(name: str, tool: ModuleType) -> None:
    """By the engine that chose them, to the letter; by a later one, they are still balanced."""
    rule, _, openings = openings_of(name)
    judge = judge_of(tool, name)
    few = openings[:7]
    if tool.engine_mark(rule) in head_of(name):
        for opening in few:
            number = int(JUDGED.fullmatch(opening.name)[1])
            assert str(judge.verdict(number)) == f"{opening}  # {opening.name}"
        return
    boards = [opening.board(rule) for opening in few]
    rates = [tool.deep(lambda b=board: judge.rate(b, tool.DEEP_NODES)[0]) for board in boards]
    assert median(abs(rate - judge.even) for rate in rates) <= 2 * tool.DEEP_OFF
    assert not any(tool.wins_at_once(board) for board in boards)


@pytest.mark.parametrize("name", NAMES)
def test_a_match_takes_the_set_of_its_rule_and_size(name: str, tmp_path: Path, capsys) -> None:
    rule, size = RULES[name[:-2]], int(name[-2:])
    assert choose_openings("", rule, size, 0, tmp_path / "m.jsonl") == BUILTIN + name
    assert f"the openings are builtin:{name}" in capsys.readouterr().err


def test_a_match_can_do_without(tmp_path: Path) -> None:
    assert choose_openings("empty", RENJU, 15, 0, tmp_path / "m.jsonl") == ""


@pytest.mark.timeout(300)  # three processes start, and each loads the engine
def test_the_tool_makes_the_same_set_again(tmp_path: Path, tool: ModuleType) -> None:
    """With two workers of its own as with one thread of this process."""
    path = tmp_path / "o.txt"
    words = [*QUICK, "--count", "8", "--jobs", "2", "--out", str(path)]
    subprocess.run([sys.executable, str(TOOL), *words], check=True, capture_output=True)
    text = path.read_text()
    assert f"python tools/make_openings.py {' '.join(QUICK)} --count 8\n" in text
    openings = load_openings(path)
    assert len(unique_openings(openings)) == 8
    assert max(Counter(len(opening.moves) for opening in openings).values()) <= 2
    judge = tool.Judge(parse_rule("freestyle"), 15, 3, 50, 100, (100, 150))
    with ThreadPoolExecutor(1) as pool:
        again = tool.in_turn(list(tool.chosen(judge, tool.Wanted(8), pool, 1)))
    assert text.endswith("".join(f"{verdict}\n" for verdict in again))


def test_what_means_even_is_where_openings_are_looked_for(tool: ModuleType) -> None:
    rates = {}
    for even in (0.4, 0.6):
        judge = tool.Judge(parse_rule("renju"), 15, 3, 50, 100, (100,) * 4, even)
        with ThreadPoolExecutor(1) as pool:
            rates[even] = [v.second for v in tool.chosen(judge, tool.Wanted(4), pool, 1)]
        assert all(abs(rate - even) <= tool.DEEP_OFF for rate in rates[even])
    assert sum(rates[0.6]) > sum(rates[0.4])


def test_a_survey_tells_what_black_scores_and_makes_no_set(
    tool: ModuleType, tmp_path: Path
) -> None:
    assert tool.survey_text([(0.31, 0.0), (0.58, 1.0), (0.52, 0.5)]).splitlines() == [
        "win rate 0.3 to 0.4:    1 games, black scores 0.0%",
        "win rate 0.5 to 0.6:    2 games, black scores 75.0%",
    ]
    path = tmp_path / "o.txt"
    words = [*QUICK, "--survey", "6", "--out", str(path)]
    done = subprocess.run(
        [sys.executable, str(TOOL), *words], check=True, capture_output=True, text=True
    )
    assert "black scores" in done.stdout
    assert not path.exists()


@pytest.mark.parametrize(
    "wrong", [("--survey", "0"), ("--survey", "-3"), ("--even", "7"), ("--even", "0.05")]
)
def test_numbers_that_mean_nothing_are_refused(
    wrong: tuple[str, str], tool: ModuleType, tmp_path: Path, capsys
) -> None:
    path = tmp_path / "o.txt"
    with pytest.raises(SystemExit):
        tool.main([*QUICK, *wrong, "--out", str(path)])
    assert " ".join(wrong) in capsys.readouterr().err
    assert not path.exists()


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
