"""Self-play: legal games that end as they say, the same whoever plays them."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from wuzi.engine.engine import Engine
from wuzi.engine.win_rate import win_rate
from wuzi.errors import RecordError, SettingsError
from wuzi.rules import BLACK, RULES, Board, all_points, parse_rule
from wuzi.thinking import Limit
from wuzi.train.data import NOT_SEARCHED, Games, Header, read_games, read_header
from wuzi.train.player import Player
from wuzi.train.selfplay import (
    BALANCE,
    SelfPlay,
    balanced_opening,
    play_batch,
    random_opening,
    self_play,
)

NODES = 150
TASK = SelfPlay("freestyle", 9, NODES, 3)


def played(task: SelfPlay, games: int) -> Games:
    return Games.of(task.header(), play_batch(task, 0, games))


@pytest.mark.parametrize("rule", sorted(RULES))
def test_games_are_legal_and_end_as_they_say(rule: str) -> None:
    task = SelfPlay(rule, 9, NODES, 11)
    games = played(task, 12)
    points = all_points(9)
    engine = Engine(memory=1 << 20)
    for number in range(len(games)):
        rows = range(games.start[number], games.start[number + 1])
        board = Board(9, parse_rule(rule))
        for row in rows[:-1]:
            board.push(points[games.move[row]])
            assert board.outcome is None
        last = rows[-1]
        score = int(games.score[last])
        if games.result[number]:
            winner = BLACK if games.result[number] > 0 else 3 - BLACK
            assert (score > 0) == (winner == board.turn)
            found = engine.play(board, Limit(nodes=500_000)).score
            assert found is not None
            assert found.win_in is not None
            assert (found.win_in > 0) == (score > 0)
        else:
            board.push(points[games.move[last]])
            assert board.outcome is None or board.outcome.is_draw
            for dice in map(random.Random, range(10)):
                assert not filled(board, dice)


def filled(board: Board, dice: random.Random) -> bool:
    """Whether somebody wins when the rest of the board is filled at random."""
    twin = Board.from_moves(board.moves, board.size, board.rule)
    while twin.outcome is None:
        moves = list(twin.legal_points())
        if not moves:
            return False
        twin.push(dice.choice(moves))
    return not twin.outcome.is_draw


def test_there_are_wins_of_both_sides_and_draws() -> None:
    results = {
        *played(TASK, 24).result.tolist(),
        *played(SelfPlay("freestyle", 7, 50, 1), 2).result,
    }
    assert results == {1, 0, -1}


def test_openings_are_balanced_and_not_searched() -> None:
    games = played(TASK, 20)
    first = games.start[:-1] + games.opening
    for number, searched in enumerate(first):
        given, rest = games.start[number : number + 2]
        assert (games.score[given:searched] == NOT_SEARCHED).all()
        assert (games.score[searched:rest] != NOT_SEARCHED).all()
    rates = [abs(win_rate(int(games.score[row])) - 0.5) for row in first]
    assert np.mean([rate <= BALANCE for rate in rates]) > 0.9


def test_an_opening_is_one_that_the_search_calls_balanced() -> None:
    player = Player(parse_rule("standard"), 15)
    task = SelfPlay("standard", 15, NODES, 1)
    for seed in range(5):
        player.begin(balanced_opening(player, random.Random(seed), parse_rule("standard"), task))
        thought = player.think(NODES)
        assert thought is not None
        assert abs(win_rate(thought.value) - 0.5) <= BALANCE


def test_random_openings_are_legal_near_and_varied() -> None:
    seen = set()
    for seed in range(50):
        opening = random_opening(random.Random(seed), parse_rule("renju"), 15)
        board = Board.from_moves(opening, 15, parse_rule("renju"))
        assert board.outcome is None
        seen.add(tuple(opening))
    assert len(seen) == 50


def write(path: Path, games: int, **options: object) -> list[int]:
    return [len(b.games) for b in self_play(TASK, games, path, **options)]  # type: ignore[arg-type]


def test_any_executor_writes_the_same_file(tmp_path: Path) -> None:
    assert write(tmp_path / "a", 40) == [16, 16, 8]
    with ThreadPoolExecutor(3) as executor:
        write(tmp_path / "b", 40, executor=executor, workers=3)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    games = read_games(tmp_path / "a")
    assert games.index.tolist() == list(range(40))
    forms = {tuple(games.move[a:b]) for a, b in zip(games.start, games.start[1:], strict=False)}
    assert len(forms) == 40


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    write(tmp_path / "a", 34)
    whole = (tmp_path / "a").read_bytes()
    batches = self_play(TASK, 34, tmp_path / "b")
    list(islice(batches, 2))
    batches.close()
    cut = (tmp_path / "b").read_bytes()
    (tmp_path / "b").write_bytes(cut[:-5])
    write(tmp_path / "b", 34, resume=True)
    assert (tmp_path / "b").read_bytes() == whole
    assert write(tmp_path / "b", 34, resume=True) == [0]


def test_twins_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_batch(TASK, 0, 1)[0]
    turned = tuple(c % 9 * 9 + 8 - c // 9 for c in game.moves)
    pair = [game, type(game)(1, game.result, game.opening, turned, game.scores)]
    monkeypatch.setattr("wuzi.train.selfplay.play_batch", lambda *_: pair)
    batches = list(self_play(TASK, 2, tmp_path / "a"))
    assert [len(batch.games) for batch in batches] == [1]
    assert batches[0].twins == 1


def test_another_seed_gives_other_games() -> None:
    other = SelfPlay("freestyle", 9, NODES, 4)
    assert play_batch(TASK, 0, 2) == play_batch(TASK, 0, 2)
    assert play_batch(TASK, 0, 2) != play_batch(other, 0, 2)


def test_blunders_make_the_score_swing(tmp_path: Path) -> None:
    wild = SelfPlay("freestyle", 15, NODES, 3, blunders=50)
    swings = []
    for task in (SelfPlay("freestyle", 15, NODES, 3), wild):
        games = played(task, 16)
        rows = np.arange(1, len(games.score))
        same = np.diff(games.game_of()) == 0
        known = same & (games.score[:-1] != NOT_SEARCHED) & (np.abs(games.score[rows]) < 29_000)
        swings.append(np.abs(games.score[rows] + games.score[rows - 1].astype(int))[known].mean())
    assert swings[1] > 1.2 * swings[0]
    assert read_header_of(wild, tmp_path / "a").blunders == 50
    with pytest.raises(SettingsError, match="0 to 50 may be blunders, not 51"):
        SelfPlay("freestyle", 15, NODES, 3, blunders=51)


def read_header_of(task: SelfPlay, path: Path) -> Header:
    list(self_play(task, 1, path))
    return read_header(path)


def test_a_fault_in_a_worker_is_raised_where_one_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("wuzi.train.selfplay.play_game", broken)
    with pytest.raises(MemoryError):
        write(tmp_path / "a", 1)


@pytest.mark.parametrize(
    ("task", "sentence"),
    [
        (("freestyle", 4, 100, 1), "5 to 22 lines, not 4"),
        (("freestyle", 23, 100, 1), "5 to 22 lines, not 23"),
        (("freestyle", 15, 0, 1), "at least 1 node, not 0"),
    ],
)
def test_impossible_tasks_are_refused(task: tuple[str, int, int, int], sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        SelfPlay(*task)


def test_impossible_numbers_and_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="games is at least 1, not 0"):
        self_play(TASK, 0, tmp_path / "a")
    with pytest.raises(SettingsError, match="workers is at least 1, not -1"):
        self_play(TASK, 1, tmp_path / "a", workers=-1)
    (tmp_path / "a").write_bytes(b"something else")
    with pytest.raises(RecordError, match="is there already"):
        list(self_play(TASK, 1, tmp_path / "a"))
    with pytest.raises(RecordError, match="no file of self-played games"):
        list(self_play(TASK, 1, tmp_path / "a", resume=True))
