"""Levels are honest: each beats the one before it. Nothing here depends on time or chance."""

from pathlib import Path
from random import Random

import pytest

from wuzi.players import levels, parse_who
from wuzi.players.blind_spots import KINDS
from wuzi.players.level_thinker import LevelThinker
from wuzi.players.levels import RATINGS, read_levels
from wuzi.rules import BLACK, WHITE, Board, Move, point
from wuzi.thinking import Limit, answer

PAIRS = 20
FULL = Limit(nodes=50_000)
"""What the full engine has here: no clock runs."""


def opening(seed: int) -> list[Move]:
    """Two stones of each side near the centre."""
    points = [point(col, row) for col in range(5, 10) for row in range(5, 10)]
    return Random(seed).sample(points, 4)


def score(player: LevelThinker, other: LevelThinker, moves: list[Move]) -> float:
    """What ``player`` scores in two games from ``moves``, one with each colour: 0 to 2."""
    total = 0.0
    for colour in (BLACK, WHITE):
        board = Board.from_moves(moves)
        while board.outcome is None:
            mover = player if board.turn == colour else other
            board.push(answer(mover, board, FULL if mover.level.is_full else Limit()).move)
        total += 0.5 if board.outcome.is_draw else board.outcome.winner == colour
    return total


def test_there_are_ten_with_a_title_each() -> None:
    assert [level.number for level in levels()] == [*range(1, 11)]
    assert len({level.title for level in levels()}) == 10
    assert all(parse_who(level.who).name == str(level.number) for level in levels())


def test_the_numbers_say_who_is_stronger() -> None:
    for worse, better in zip(levels(), levels()[1:], strict=False):
        assert better.temperature <= worse.temperature
        assert better.is_full or better.nodes >= worse.nodes
        for kind in KINDS:
            assert better.overlooks.get(kind, 0.0) <= worse.overlooks.get(kind, 0.0)
    assert [level.is_full for level in levels()] == [False] * 9 + [True]


def test_what_is_hard_to_see_is_overlooked_more_often() -> None:
    for level in levels():
        assert set(level.overlooks) <= set(KINDS)
        assert all(0 < chance < 1 for chance in level.overlooks.values())
        assert level.overlooks.get("own_five", 0.0) < 0.1
        for name in ("four", "three"):
            for mark in ("diagonal", "broken"):
                chances = level.overlooks
                assert chances.get(f"{mark}_{name}", 0.0) >= chances.get(name, 0.0)


def test_ratings_rise_and_have_bars() -> None:
    assert RATINGS.is_file()
    rated = [level.rated for level in levels() if level.rated]
    assert len(rated) == 10
    assert [one.elo for one in rated] == sorted({one.elo for one in rated})
    assert all(one.low <= one.elo <= one.high for one in rated)
    assert rated[0].elo == 0


def test_ratings_of_other_levels_are_not_taken(tmp_path: Path) -> None:
    file = tmp_path / "levels.toml"
    file.write_text("[[levels]]\ntitle = 'one'\nnodes = 7\n")
    (level,) = read_levels(file, RATINGS)
    assert (level.number, level.title, level.nodes, level.rated) == (1, "one", 7, None)
    assert dict(level.overlooks) == {}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("number", [level.number for level in levels()][1:])
def test_each_level_beats_the_one_before(number: int) -> None:
    better, worse = (LevelThinker(levels()[n - 1]) for n in (number, number - 1))
    better.engine.wait()
    worse.engine.wait()
    points = 0.0
    for seed in range(PAIRS):
        better.seed = worse.seed = seed
        points += score(better, worse, opening(seed))
    print(f"level {number} against level {number - 1}: {points} of {2 * PAIRS}")
    assert points > PAIRS
