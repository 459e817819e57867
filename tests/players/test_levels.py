"""Levels are honest: each beats the one before it. Nothing here depends on time or chance."""

from random import Random

import pytest

from wuzi.players import levels, make_thinker, parse_who
from wuzi.rules import BLACK, WHITE, Board, Move, point
from wuzi.thinking import Limit, Thinker, answer

OPENINGS = 8


def opening(seed: int) -> list[Move]:
    """Two stones of each side near the centre."""
    points = [point(col, row) for col in range(5, 10) for row in range(5, 10)]
    return Random(seed).sample(points, 4)


def score(player: Thinker, other: Thinker, moves: list[Move]) -> float:
    """What ``player`` scores in two games from ``moves``, one with each colour: 0 to 2."""
    total = 0.0
    for colour in (BLACK, WHITE):
        board = Board.from_moves(moves)
        while board.outcome is None:
            mover = player if board.turn == colour else other
            board.push(answer(mover, board, Limit()).move)
        total += 0.5 if board.outcome.is_draw else board.outcome.winner == colour
    return total


def test_levels_are_numbered_from_one_and_named() -> None:
    assert [level.number for level in levels()] == [*range(1, len(levels()) + 1)]
    assert len({level.title for level in levels()}) == len(levels()) >= 3
    assert {parse_who(level.who).kind for level in levels()} == {"textbook"}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("number", [level.number for level in levels()][1:])
def test_each_level_beats_the_one_before(number: int) -> None:
    better, worse = (make_thinker(parse_who(f"level:{n}")) for n in (number, number - 1))
    points = sum(score(better, worse, opening(seed)) for seed in range(OPENINGS))
    print(f"level {number} against level {number - 1}: {points} of {2 * OPENINGS}")
    assert points > OPENINGS
