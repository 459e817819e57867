"""The solvers' face: positions of our own, every win checked by the referee."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.engine.plain_threats import wins_by_fours
from wuzi.engine.proof import flaw
from wuzi.engine.prover import NoProof, Prover
from wuzi.engine.solver import Goal, solve
from wuzi.errors import WuziError
from wuzi.rules import (
    EMPTY,
    RENJU,
    RULES,
    Board,
    Rule,
    parse_colour,
    parse_moves,
    parse_point,
    parse_position,
    parse_rule,
    point_name,
)
from wuzi.thinking import Limit

DATA = Path(__file__).parent.parent / "data"
POSITIONS = [json.loads(line) for line in (DATA / "solver.jsonl").read_text().splitlines()]
NO_WINS = [json.loads(line) for line in (DATA / "no_wins.jsonl").read_text().splitlines()]
"""Without the win that is looked for: shown by ``plain_threats.py``, not by the engine."""
SPREAD = NO_WINS[::8]
"""Some of every rule and kind; ``benchmarks/solver_truth.py`` tries them all, and longer."""


WANTED = {"quiet": 60, "broken": 20}


def of_kind(*kinds: str) -> list[Any]:
    return [pytest.param(one, id=one["id"]) for one in POSITIONS if one["kind"] in kinds]


def board_of(entry: dict[str, Any]) -> Board:
    size = entry["size"]
    stones = ([parse_point(name, size) for name in entry[side]] for side in ("black", "white"))
    return Board.from_stones(
        *stones, turn=parse_colour(entry["side"]), size=size, rule=parse_rule(entry["rule"])
    )


@pytest.mark.parametrize("entry", of_kind("vcf"))
def test_wins_by_fours(entry: dict[str, Any]) -> None:
    board = board_of(entry)
    before = board.copy()
    solution = solve(board, "vcf", verify=True)
    assert solution.result == "win"
    assert solution.verified
    assert solution.proof is not None
    assert flaw(board, solution.proof) is None
    assert [point_name(move) for move in solution.line] == entry["line"]
    assert board == before
    deeper = solve(board, "vct", Limit(nodes=100_000))
    assert deeper.result == "win"
    assert deeper.proof is not None
    assert flaw(board, deeper.proof) is None


@pytest.mark.parametrize("entry", of_kind("vct"))
def test_wins_by_threats(entry: dict[str, Any]) -> None:
    board = board_of(entry)
    assert solve(board, "vcf").result == "none"
    solution = solve(board, "vct", Limit(nodes=400_000))
    assert solution.result == "win"
    assert solution.proof is not None
    assert flaw(board, solution.proof) is None
    assert solution.line[0] == solution.proof.move


@pytest.mark.parametrize("entry", of_kind("quiet"))
def test_no_false_win_where_there_is_none(entry: dict[str, Any]) -> None:
    board = board_of(entry)
    assert solve(board, "vcf").result == "none"
    solution = solve(board, "vct", Limit(nodes=30_000))
    assert solution.proof is None or flaw(board, solution.proof) is None
    assert (solution.result == "win") == (solution.proof is not None)


def test_the_positions_without_a_win_are_many_and_of_every_kind() -> None:
    kinds = Counter((one["rule"], one["kind"]) for one in NO_WINS)
    assert kinds == {(rule, kind): n for rule in RULES for kind, n in WANTED.items()}
    assert len({(one["rule"], one["position"]) for one in NO_WINS}) == 400
    assert {(one["rule"], one["kind"]) for one in SPREAD} == set(kinds)


@pytest.mark.parametrize("entry", [pytest.param(one, id=one["id"]) for one in SPREAD])
def test_no_false_win(entry: dict[str, Any]) -> None:
    turn = parse_colour(entry["side"])
    board = parse_position(entry["position"], entry["size"], parse_rule(entry["rule"]), turn)
    assert not wins_by_fours(board, 2_000)
    assert solve(board, "vcf", Limit(nodes=50_000)).result != "win"
    solution = solve(board, "vct", Limit(nodes=20_000))
    if entry["none"] == "vct":
        assert solution.result != "win"
    assert solution.proof is None or flaw(board, solution.proof) is None
    assert (solution.result == "win") == (solution.proof is not None)


def test_what_json_says() -> None:
    board = parse_position("h8i8j8/g8a1", 15, turn=parse_colour("black"))
    assert solve(board).to_json()["result"] == "none"
    board = Board.from_moves(parse_moves("h8h9i8h10j8h11"))
    data = solve(board, verify=True).to_json()
    assert data.pop("time") >= 0
    assert data.pop("nodes") > 0
    assert data == {
        "goal": "vcf",
        "result": "win",
        "line": ["k8"],
        "proof": {"move": "k8"},
        "verified": True,
    }
    assert json.loads(json.dumps(data)) == data


def test_the_same_nodes_every_time() -> None:
    board = board_of(next(one for one in POSITIONS if one["kind"] == "vct"))
    first, second = (solve(board, "vct", Limit(nodes=200_000)) for _ in range(2))
    assert (first.nodes, first.line) == (second.nodes, second.line)


@pytest.mark.parametrize("goal", ["vcf", "vct"])
@pytest.mark.parametrize("limit", [Limit(time=0), Limit(time=-1), Limit(nodes=0), Limit(depth=0)])
def test_no_limit_left_is_unknown_at_once(goal: Goal, limit: Limit) -> None:
    board = Board.from_moves(parse_moves("h8h9i8h10j8h11k8a1"))
    solution = solve(board, goal, limit)
    assert (solution.result, solution.line, solution.nodes) == ("unknown", (), 0)


def test_a_stop_that_was_asked_for_ends_it() -> None:
    stop = threading.Event()
    stop.set()
    entry = next(one for one in POSITIONS if one["kind"] == "quiet" and one["size"] > 13)
    assert solve(board_of(entry), "vct", stop=stop).result == "unknown"


def test_depth_is_in_plies() -> None:
    entry = max((one for one in POSITIONS if one["kind"] == "vcf"), key=lambda e: len(e["line"]))
    board, plies = board_of(entry), len(entry["line"])
    assert plies >= 3
    assert solve(board, "vcf", Limit(depth=plies)).result == "win"
    assert solve(board, "vcf", Limit(depth=plies - 2)).result == "unknown"


def test_an_empty_board_and_one_nearly_full() -> None:
    assert solve(Board()).result == "none"
    assert solve(Board(), "vct").result == "none"
    board = Board(5)
    for number, p in enumerate(list(board.stones(EMPTY))[:-1]):
        board._set_stone(p, 1 + (number + number // 5 // 2) % 2)
    assert board.outcome is None
    assert solve(board, "vct", Limit(nodes=1000)).result in ("none", "unknown")


def test_one_sentence_where_it_cannot() -> None:
    won = Board.from_moves(parse_moves("h8h9i8h10j8h11k8a1l8"))
    own = Rule("mine", "mine", True, True)
    for board, id in (
        (won, "solve.over"),
        (Board(23), "engine.size"),
        (Board(9, own), "engine.rule"),
    ):
        with pytest.raises(WuziError) as caught:
            solve(board)
        assert caught.value.id == id
        assert str(caught.value)


def test_a_win_without_a_proof_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Prover, threats: bool) -> None:
        raise NoProof

    monkeypatch.setattr(Prover, "prove", fail)
    board = Board.from_moves(parse_moves("h8h9i8h10j8h11"))
    solution = solve(board)
    assert (solution.result, solution.proof, solution.line) == ("unknown", None, ())


NODES_SCRIPT = """
from wuzi.engine.prover import Prover
from wuzi.rules import CARO, RENJU, parse_position
for text, rule in (("h8i8h9i10/g8g10k7", RENJU), ("h8i8j9h10/g8g10k7", CARO)):
    prover = Prover(parse_position(text, 15, rule, 1))
    print(prover.by_fours(4, 200), prover.by_threats(600), prover.nodes)
"""


def test_the_same_nodes_without_compilation() -> None:
    printed = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", NODES_SCRIPT],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert printed[0] == printed[1]
    assert len(printed[0].split()) == 6


def test_a_forbidden_point_of_black_is_no_move_of_the_proof() -> None:
    board = parse_position("e8f8g8h5h6h7/d8h4", 15, RENJU, 1)
    solution = solve(board, "vct", Limit(nodes=50_000))
    assert solution.line[:1] != (board.point("h8"),)
    assert solution.proof is None or flaw(board, solution.proof) is None
