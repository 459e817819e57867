"""The solver of threats: its wins stand the referee's test, and it leaves no trace."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.engine.fours import fours_needed, small_board
from tests.engine.positions import assert_same_as_from_scratch
from tests.engine.test_solver import POSITIONS, board_of
from wuzi.engine.kernels.vct import vct
from wuzi.engine.proof import flaw
from wuzi.engine.prover import NoProof, Prover
from wuzi.engine.solver import WIDTHS
from wuzi.engine.tables import make_state, make_vcf, make_vct, tables_of
from wuzi.rules import BLACK, FREESTYLE, RENJU, RULES, Board, Rule, parse_position, point_name

TWO_TWOS = "h8j8i9i11/h12g7k7"
"""Black can make two open threes at once on i8, which is no win by fours; in renju, white's."""


class Solver:
    """The kernel with records of its own."""

    def __init__(self, board: Board, width: int = WIDTHS[0]) -> None:
        self.tables = tables_of(board.rule)
        self.state: Any = make_state(board, self.tables)
        self.fours, self.threats = make_vcf(board.rule), make_vct()
        self.threats["least"] = width
        self.table = np.zeros(1 << 18, np.int64)
        self.signal = np.zeros(1, np.int64)

    def ask(self, nodes: int = 1_000_000) -> int:
        solvers = self.fours, self.threats, self.table, self.signal
        return int(vct(self.state, self.tables, *solvers, nodes))  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("width", WIDTHS)
def test_no_false_win_on_small_boards(rule: Rule, width: int) -> None:
    chance = random.Random(f"threats, {rule} {width}")
    won = 0
    for _ in range(12):
        board = small_board(chance, rule)
        solver = Solver(board, width)
        answer = solver.ask(20_000)
        assert_same_as_from_scratch(solver.state, board)
        if answer == 0 and board.size < 7:
            assert fours_needed(board) is None
        if answer != 1:
            continue
        prover = Prover(board)
        prover.widen(width)
        assert prover.by_threats(20_000) == 1
        try:
            proof = prover.prove(threats=True)
        except NoProof:  # the search missed a reply: then it is no win to anybody
            continue
        assert flaw(board, proof) is None
        won += 1
    assert won > 0


@pytest.mark.parametrize("rule", [r for r in RULES.values() if not r.forbidden], ids=str)
def test_two_open_threes(rule: Rule) -> None:
    board = parse_position(TWO_TWOS, 15, rule, BLACK)
    solver = Solver(board)
    assert solver.ask() == 1
    move = int(solver.threats["best"])
    assert board.is_legal(move)
    board.push(move)
    assert board.outcome is None


def test_renju_forbids_black_two_open_threes() -> None:
    text = "h7h6g8f8/a1o1a15"
    free, renju = (Solver(parse_position(text, 15, rule, BLACK)) for rule in (FREESTYLE, RENJU))
    assert free.ask() == 1
    assert point_name(int(free.threats["best"])) == "h8"
    renju.ask()
    assert point_name(int(renju.threats["best"])) != "h8"


def test_an_interrupted_search_goes_on_where_it_was() -> None:
    entry = max((e for e in POSITIONS if e["kind"] == "vct"), key=lambda e: len(e["line"]))
    board = board_of(entry)
    once = Solver(board)
    assert once.ask() == 1
    whole = int(once.threats["nodes"]) + int(once.fours["nodes"])
    pieces = Solver(board)
    asked = 1
    while pieces.ask(whole // 2) == -1:
        asked += 1
        assert asked < 20
    assert asked > 1
    assert_same_as_from_scratch(pieces.state, board)


def test_none_is_said_only_when_nothing_was_given_up() -> None:
    board = parse_position("h8/i9", 15, FREESTYLE, BLACK)
    assert Solver(board).ask() == 0
    tight = Solver(parse_position(TWO_TWOS, 15, FREESTYLE, BLACK))
    tight.threats["vcf_nodes"] = 0
    assert tight.ask() == -1


def test_stops_at_the_signal() -> None:
    solver = Solver(parse_position(TWO_TWOS, 15, FREESTYLE, BLACK))
    solver.signal[0] = 1
    assert solver.ask() == -1
