"""The referee against cases on which independent judges agreed (tests/data/README.md)."""

import json
from pathlib import Path

import pytest

from wuzi.rules import (
    BLACK,
    EMPTY,
    WHITE,
    Board,
    Reason,
    moves_text,
    parse_colour,
    parse_moves,
    parse_rule,
    point_name,
)

DATA = Path(__file__).parents[1] / "data"


def cases(name):
    lines = (DATA / f"{name}.jsonl").read_text().splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


def set_up(case):
    size = case["size"]
    black, white = (parse_moves("".join(case[side]), size) for side in ("black", "white"))
    return Board.from_stones(
        black, white, parse_colour(case["side"]), size, parse_rule(case["rule"])
    )


def as_set(kinds):
    return {kinds} if isinstance(kinds, str) else set(kinds or ())


@pytest.mark.parametrize("case", cases("forbidden"))
def test_forbidden_points(case):
    board = set_up(case)
    query, _, name = case["query"].partition(" ")
    expected = case["expected"]
    if query == "all_forbidden":
        found = {point_name(p): set(f.kinds) for p, f in board.forbidden_points().items()}
        assert found.keys() == expected.keys()
        for point, kinds in expected.items():
            # Judges name one kind of several; ours must be among theirs and hold all of them.
            assert as_set(kinds) <= found[point]
    elif query == "is_forbidden":
        assert bool(board.forbidden_kind(board.point(name))) is expected
    else:
        assert as_set(expected) <= set(board.forbidden_kind(board.point(name)).kinds)
        assert bool(expected) == bool(board.forbidden_kind(board.point(name)))


@pytest.mark.parametrize("case", cases("wins"))
def test_outcome_after_one_stone(case):
    board = set_up(case)
    p = board.point(case["query"].split()[1])
    board.forbidden_loses = True
    board.push(p)
    winners = {"black_win": BLACK, "white_win": WHITE, "none": None}
    outcome = board.outcome
    assert (outcome and outcome.winner) == winners[case["expected"]]
    if outcome and outcome.reason is Reason.FIVE:
        assert p in outcome.points
        assert len(outcome.points) >= 5


@pytest.mark.parametrize("case", cases("full_board_draws"))
def test_a_full_board_is_a_draw(case):
    for word in [case["rule"], *case["also"]]:
        rule = parse_rule(word)
        board = Board(case["size"], rule)
        moves = parse_moves("".join(case["moves"]))
        for move in moves:
            assert board.outcome is None
            board.push(move)
        assert board.outcome.reason is Reason.FULL
        assert board.outcome.winner == EMPTY
        assert moves_text(board.moves) == "".join(case["moves"])


def test_the_cases_are_all_there():
    assert len(cases("forbidden")) == 618
    assert len(cases("wins")) == 300
    assert len(cases("full_board_draws")) == 3
