"""The search that vouches for positions without a win, against the plainest one and the solver."""

from __future__ import annotations

import random

import pytest

from tests.engine.fours import fours_needed, small_board
from tests.engine.plain_threats import Fours, GivenUp, no_win_by_threats, wins_by_fours
from wuzi.engine.solver import solve
from wuzi.rules import BLACK, CARO, FREESTYLE, PASS, RENJU, RULES, Board, Rule, parse_position
from wuzi.thinking import Limit


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_fours_in_windows_are_all_fours(rule: Rule) -> None:
    chance = random.Random(f"windows, {rule}")
    answers = {True: 0, False: 0}
    for _ in range(40):
        board = small_board(chance, rule)
        wins = fours_needed(board) is not None
        before = board.copy()
        assert wins_by_fours(board) == wins, board
        assert board == before
        answers[wins] += 1
    assert min(answers.values()) > 3, answers


@pytest.mark.parametrize("rule", [r for r in RULES.values() if not r.forbidden], ids=str)
def test_a_stone_where_nothing_was_read_changes_nothing(rule: Rule) -> None:
    chance = random.Random(f"read, {rule}")
    unread = 0
    for _ in range(40):
        board = small_board(chance, rule)
        fours = Fours(100_000)
        if fours.wins(board) or board.empty_count < 3:
            continue
        for p in set(board.legal_points()) - fours.read:
            board.push(p)
            if board.outcome is None:
                board.push(PASS)
                assert not wins_by_fours(board), board
                board.pop()
            board.pop()
            unread += 1
    assert unread > 50


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_never_none_where_the_referee_saw_a_win(rule: Rule) -> None:
    chance = random.Random(f"vouching, {rule}")
    won = none = 0
    for _ in range(40):
        board = small_board(chance, rule)
        try:
            vouched = no_win_by_threats(board, 300)
        except GivenUp:
            continue
        solution = solve(board, "vct", Limit(nodes=1_000), verify=True)
        assert not (vouched and solution.result == "win"), board
        won += solution.result == "win"
        none += vouched
    assert won > 0
    assert none > 0


def test_a_five_stopped_at_both_ends() -> None:
    text = "e8f8g8h8/d8j8a1"
    assert wins_by_fours(parse_position(text, 15, RENJU, BLACK))
    assert no_win_by_threats(parse_position(text, 15, CARO, BLACK), 2_000)


def test_it_gives_up() -> None:
    two_open_threes = parse_position("h7h6g8f8/a1o1a15", 15, FREESTYLE, BLACK)
    with pytest.raises(GivenUp):
        no_win_by_threats(two_open_threes, 100)
    with pytest.raises(GivenUp):
        wins_by_fours(two_open_threes, 0)
    assert no_win_by_threats(Board())
