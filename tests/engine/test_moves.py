"""What the threat counts prove, against the rules; moves listed, against all moves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.searching import dense_boards, searcher_of
from wuzi.engine.kernels.moves import (
    FIVE,
    STRAIGHT_FOUR,
    list_blocks,
    list_moves,
    pick,
    verdict,
    verdict_move,
)
from wuzi.engine.kernels.position import make, unmake
from wuzi.engine.tables import make_state, tables_of
from wuzi.rules import CARO, FREESTYLE, RENJU, RULES, Board, parse_position, point_name


class Tried:
    """The records of a board on which replies are tried and taken back."""

    def __init__(self, board: Board) -> None:
        self.tables = tables_of(board.rule)
        one = searcher_of(board)
        self.state, self.control = one.state, one.control

    def verdict(self) -> int:
        return int(verdict(self.state, self.tables, self.control))

    def move(self, plies: int) -> int:
        return int(verdict_move(self.state, self.tables, self.control, plies))

    def verdict_after(self, reply: int) -> int:
        make(self.state, self.tables, reply)
        plies = self.verdict()
        unmake(self.state, self.tables)
        return plies


def after(board: Board, move: int) -> Board:
    stones = {1: list(board.stones(1)), 2: list(board.stones(2))}
    stones[board.turn].append(move)
    return Board.from_stones(stones[1], stones[2], 3 - board.turn, board.size, board.rule)


@pytest.mark.parametrize("name", RULES)
def test_a_verdict_is_proved_by_induction_over_all_replies(name: str) -> None:
    """A win in n: after its move every legal reply leaves a win in at most n - 2."""
    seen = set()
    for board in dense_boards(RULES[name], 8, 120):
        tried = Tried(board)
        plies = tried.verdict()
        seen.add(plies)
        if plies > 0:
            move = tried.move(plies)
            assert board.is_legal(move)
            won = after(board, move)
            if plies == 1:
                assert won.outcome is not None
                assert won.outcome.winner == board.turn
                continue
            assert won.outcome is None
            tried = Tried(won)
            for reply in won.legal_points():
                assert not won.wins_at(reply, won.turn)
                assert 0 < tried.verdict_after(reply) <= plies - 2, point_name(reply)
        elif plies < 0:
            for reply in board.legal_points():
                assert not board.wins_at(reply, board.turn)
                assert tried.verdict_after(reply) == 1
    assert {0, 1} <= seen
    if not RULES[name].needs_open_end:
        assert {3, 5, -2} & seen


@pytest.mark.parametrize("name", RULES)
def test_every_move_not_listed_loses_at_once(name: str) -> None:
    """Against fives only the blocks are listed, against straight fours only what defends."""
    fives = straights = 0
    for board in dense_boards(RULES[name], 8, 120, seed=1):
        tried = Tried(board)
        count = tried.state["count"]
        yours = 16 * (2 - board.turn)
        if tried.verdict() != 0:
            continue
        if count[yours + FIVE]:
            end = list_blocks(tried.state, tried.tables, tried.control, 0)
            worst = 1
            fives += 1
        elif count[yours + STRAIGHT_FOUR] and not board.rule.needs_open_end:
            end = list_moves(tried.state, tried.tables, tried.control, 0, 0, 0)
            worst = 3
            straights += 1
        else:
            continue
        listed = {int(m) for m in tried.control["list_move"][:end]}
        assert all(board.is_legal(m) for m in listed)
        for reply in board.legal_points():
            if reply not in listed:
                assert 0 < tried.verdict_after(reply) <= worst, point_name(reply)
    assert fives > 3
    assert straights > 3 or RULES[name].needs_open_end


@pytest.mark.parametrize(
    ("text", "defences"), [("h8a1i8a15j8", "g8 k8"), ("h8f8i8a15j8", "g8 k8 l8")]
)
def test_an_open_three_has_its_known_defences(text: str, defences: str) -> None:
    tried = Tried(parse_position(text))
    end = list_moves(tried.state, tried.tables, tried.control, 0, 0, 0)
    names = {point_name(int(m)) for m in tried.control["list_move"][:end]}
    assert names == set(defences.split())


def test_in_caro_a_five_can_be_stopped_at_its_far_end() -> None:
    board = Board.from_stones(
        [parse(n) for n in ("d8", "e8", "f8", "g8")], [parse("c8")], 2, 15, CARO
    )
    one = searcher_of(board)
    end = list_blocks(one.state, tables_of(CARO), one.control, 0)
    assert {point_name(int(m)) for m in one.control["list_move"][:end]} == {"h8", "i8"}


def parse(name: str) -> int:
    return Board().point(name)


def test_black_does_not_list_forbidden_points() -> None:
    for board in dense_boards(RENJU, 9, 100, seed=2):
        if board.turn != 1:
            continue
        one = searcher_of(board)
        if one.state["count"][16 + FIVE]:
            continue
        end = list_moves(one.state, tables_of(RENJU), one.control, 0, 0, 0)
        assert all(board.is_legal(int(m)) for m in one.control["list_move"][:end])


def test_picking_sorts_and_keeps_the_moves() -> None:
    board = next(dense_boards(FREESTYLE, 9, 1))
    one = searcher_of(board)
    control: Any = one.control
    end = list_moves(one.state, tables_of(FREESTYLE), control, 0, 0, 0)
    before = sorted(zip(control["list_score"][:end], control["list_move"][:end], strict=True))
    picked = [(int(control["list_score"][i]), pick(control, i, end)) for i in range(end)]
    scores = [int(control["list_score"][i]) for i in range(end)]
    assert scores == sorted(scores, reverse=True)
    assert sorted(m for _, m in picked) == sorted(int(m) for _, m in before)


def test_making_and_unmaking_leaves_the_verdict() -> None:
    for board in dense_boards(FREESTYLE, 9, 20, seed=3):
        tables = tables_of(FREESTYLE)
        one = searcher_of(board)
        state = make_state(board, tables)
        for p in list(board.legal_points())[:10]:
            make(state, tables, p)
            unmake(state, tables)
        assert verdict(state, tables, one.control) == verdict(one.state, tables, one.control)
