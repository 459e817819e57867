"""The solver of fours against a plain search by the referee, and what it promises."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.engine.fours import fours_needed, small_board
from wuzi.engine.kernels import position
from wuzi.engine.kernels.vcf import vcf
from wuzi.engine.tables import make_state, make_vcf, tables_of
from wuzi.rules import (
    BLACK,
    CARO,
    FREESTYLE,
    RENJU,
    RULES,
    STANDARD,
    WHITE,
    Board,
    Rule,
    parse_moves,
    parse_position,
    point_name,
)

MANY = 10_000_000


def ask(board: Board, depth: int = 200, nodes: int = MANY) -> tuple[int, str]:
    """Plies and the winning move's name."""
    tables = tables_of(board.rule)
    state, solver = make_state(board, tables), make_vcf(board.rule)
    before = state.tobytes()
    plies = int(vcf(state, tables, solver, np.zeros(1, np.int64), depth, nodes))
    for name in ("cell", "key", "pack", "near", "side", "ply", "hash", "value", "count"):
        kept = np.frombuffer(before, state.dtype)[0][name]
        assert np.array_equal(kept, state[name]), name
    return plies, point_name(int(solver["best"])) if plies > 0 else ""


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_agrees_with_the_plain_search_on_small_boards(rule: Rule) -> None:
    chance = random.Random(f"small boards, {rule}")
    answers = {True: 0, False: 0}
    longest = 0
    for _ in range(150):
        board = small_board(chance, rule)
        needed = fours_needed(board)
        plies, move = ask(board)
        assert (plies > 0) == (needed is not None), (board, plies, needed)
        assert plies >= 0
        answers[needed is not None] += 1
        if needed is None:
            continue
        longest = max(longest, needed)
        assert ask(board, needed)[0] > 0, (board, needed)
        assert ask(board, needed - 1)[0] == -1 or needed == 0, (board, needed)
        board.push(board.point(move))
        board_is_won = board.outcome is not None and board.outcome.winner == 3 - board.turn
        assert board_is_won == (needed == 0)
    assert min(answers.values()) > 15, answers
    assert longest >= 2


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_used_table_changes_no_answer(rule: Rule) -> None:
    chance = random.Random(f"tables, {rule}")
    tables = tables_of(rule)
    boards = [board for board in (small_board(chance, rule) for _ in range(120)) if board.size == 7]
    solver, signal = make_vcf(rule), np.zeros(1, np.int64)
    for board in boards * 2:
        state = make_state(board, tables)
        for depth in (1, 3, 200):
            fresh = ask(board, depth)[0]
            used = int(vcf(state, tables, solver, signal, depth, MANY))
            # A deeper search may have answered what this depth leaves open.
            assert fresh in (used, -1) or min(used, fresh) > 0, (board, depth)


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_the_position_is_the_same_by_moves_as_by_set_up(rule: Rule) -> None:
    """Fours are listed from what the last stones changed: moves made before must not matter."""
    chance = random.Random(f"moves, {rule}")
    for _ in range(60):
        board = small_board(chance, rule)
        tables = tables_of(rule)
        state = make_state(Board.from_stones([], [], BLACK, board.size, rule), tables)
        stones = {BLACK: list(board.stones(BLACK)), WHITE: list(board.stones(WHITE))}
        for colour in chance.sample([c for c in stones for _ in stones[c]], board.stone_count):
            if int(state["side"]) != colour:
                state["side"] = colour
                state["hash"] ^= tables["turn"]
            position.make(state, tables, stones[colour].pop())  # type: ignore[no-untyped-call]
        if int(state["side"]) != board.turn:
            state["side"] = board.turn
            state["hash"] ^= tables["turn"]
        solver = make_vcf(rule)
        plies = int(vcf(state, tables, solver, np.zeros(1, np.int64), 200, MANY))
        assert plies == ask(board)[0], board


def test_counts_plies() -> None:
    five = Board.from_moves(parse_moves("h8a1i8b1j8c1k8d2"))
    assert ask(five)[0] == 1
    straight = Board.from_moves(parse_moves("h8a1i8b1j8c2"))
    assert ask(straight)[0] == 3
    assert ask(Board()) == (0, "")


def test_black_forced_onto_a_forbidden_point_has_lost() -> None:
    # White's four from d8 to g8 can be met on h8 only, where black would make six.
    for rule, plies in ((RENJU, 3), (STANDARD, 0)):
        board = parse_position("h5h6h7h9h10c8/d8e8f8d3", 15, rule, WHITE)
        assert ask(board) == (plies, "g8" if plies else "")


def test_black_may_not_attack_on_forbidden_points() -> None:
    # A second four on h8 is a double-four, which renju forbids to black and nobody else.
    for rule, plies in ((RENJU, 0), (FREESTYLE, 3), (CARO, 3)):
        board = parse_position("e8f8g8h5h6h7/d8h4", 15, rule, BLACK)
        assert ask(board, 1) == ((plies, "h8") if plies else (-1, ""))


def test_a_reply_that_makes_a_four_must_be_met() -> None:
    # Black's only four, on h8, is answered on i8, which makes white a four that black must
    # leave his attack to block.
    board = parse_position("e8f8g8/d8i9i10i11", 15, FREESTYLE, BLACK)
    assert ask(board)[0] == 0


def test_limits_leave_it_open() -> None:
    board = parse_position("j6h8f9f7g7h11f11/k11e8i8h9h6k10i9", 15, FREESTYLE, BLACK)
    fours = fours_needed(board)
    assert fours == 3
    assert ask(board, fours)[0] == 2 * fours + 1
    assert ask(board, nodes=1)[0] == -1
    assert ask(board, depth=fours - 1)[0] == -1


def test_stops_at_the_signal() -> None:
    board = Board.from_moves(parse_moves("h8a1i8b1j8c2"))
    tables = tables_of(board.rule)
    signal = np.ones(1, np.int64)
    state = make_state(board, tables)
    assert vcf(state, tables, make_vcf(board.rule), signal, 200, MANY) == -1
