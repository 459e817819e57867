"""A level at the board: what it sees, what it takes, and that it is the same under a seed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator
from random import Random
from typing import Any

import pytest

from wuzi.errors import EngineError, SettingsError
from wuzi.players import Level, check_who, levels, make_thinker, parse_who, title
from wuzi.players.level_thinker import UNLIMITED, LevelThinker
from wuzi.players.resident import Resident
from wuzi.rules import (
    PASS,
    RULES,
    Board,
    Point,
    Rule,
    Score,
    parse_moves,
    parse_position,
    point_name,
)
from wuzi.thinking import Info, Limit, NeverStop, Stop, answer


class FakeEngine:
    """Says what it was asked, and finds the points best that come first on the board."""

    def __init__(self, *, ready: bool = True) -> None:
        self.ready = ready
        self.seen: list[Board] = []
        self.limits: list[Limit] = []
        self.stops: list[bool] = []
        self.told: dict[str, int] = {}
        self.scores: list[Score] = []

    def has_engine(self, board: Board) -> bool:
        return self.ready

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        self.limits.append(limit)
        yield Info((next(board.legal_points()),))

    def analyse(
        self, board: Board, limit: Limit, stop: Stop, *, lines: int, exclude: Collection[Point]
    ) -> Iterator[Info]:
        self.seen.append(board)
        self.limits.append(limit)
        self.stops.append(stop.is_set())
        points = [p for p in board.legal_points() if p not in exclude]
        if not points:
            raise EngineError("engine.nothing_left", "nothing is left")
        wins = [p for p in points if board.wins_at(p, board.turn)] if lines == 1 else []
        for depth in (1, 2):
            for line, p in enumerate((wins or points)[:lines], 1):
                score = self.scores[line - 1] if self.scores else Score(-line)
                yield Info((p,), score, depth, line=line)

    def configure(self, key: str, value: int) -> bool:
        self.told[key] = value
        return True


def level(**words: Any) -> Level:
    return Level(3, "test", **({"nodes": 100, "lines": 2} | words))


def thinker(of: Level, engine: FakeEngine | None = None, seed: int | None = 1) -> LevelThinker:
    made = LevelThinker(of, seed)
    made.engine = engine or FakeEngine()  # type: ignore[assignment]
    return made


BLIND = {"four": 1.0, "diagonal_four": 1.0, "broken_four": 1.0}


def test_a_row_it_overlooks_is_not_there_and_its_stones_are_not_played_on() -> None:
    engine = FakeEngine()
    board = parse_position("a1h8b1i8c1j8f2k8")  # white has a four
    before = board.copy()
    info = answer(thinker(level(lines=99, overlooks=BLIND), engine), board, Limit())
    (seen,) = engine.seen
    assert {point_name(p) for p in board.stones(2)} - {point_name(p) for p in seen.stones(2)} == {
        "i8", "j8",
    }  # fmt: skip
    assert board == before
    assert board.is_legal(info.move)
    sees = FakeEngine()
    answer(thinker(level(overlooks={"three": 1.0}), sees), board, Limit())
    assert sees.seen == [board]


def test_it_plays_on_when_hiding_would_end_the_game_or_leave_no_point() -> None:
    # Six in a row are no win under the standard rule, five would be.
    board = Board.from_stones(
        map(Board().point, ("a1", "b1", "c1", "d1", "e1", "f1", "d2", "d3", "d4")),
        map(Board().point, ("h8", "i8", "j8", "k8")),
        rule=RULES["standard"],
        turn=2,
    )
    assert board.outcome is None
    engine = FakeEngine()
    answer(thinker(level(overlooks=BLIND | {"three": 1.0}), engine), board, Limit())
    assert all(seen.outcome is None for seen in engine.seen)


def test_if_nothing_is_left_on_the_board_as_it_sees_it_it_looks_again() -> None:
    class Refusing(FakeEngine):
        def analyse(self, board: Board, *words: Any, **options: Any) -> Iterator[Info]:
            yield from super().analyse(board, *words, **options)
            if not board.moves:  # a set-up
                raise EngineError("engine.nothing_left", "black is forbidden the rest")

    engine = Refusing()
    board = parse_position("a1h8b1i8c1j8f2k8")
    answer(thinker(level(overlooks=BLIND), engine), board, Limit())
    assert engine.seen[-1] == board != engine.seen[0]


def test_its_own_five_is_played_unless_it_escapes_it() -> None:
    board = parse_position("h8a1i8b1j8c1k8d2")
    five = {board.point("g8"), board.point("l8")}
    sees = thinker(level(temperature=1e9, lines=200))
    assert {answer(sees, board, Limit()).move for sees.seed in range(20)} <= five
    blind = thinker(level(temperature=1e9, lines=200, overlooks={"own_five": 1.0}))
    assert not {answer(blind, board, Limit()).move for blind.seed in range(20)} & five
    sometimes = thinker(level(overlooks={"own_five": 0.3}))
    played = sum(answer(sometimes, board, Limit()).move in five for sometimes.seed in range(300))
    assert played == pytest.approx(210, abs=30)


def test_the_last_point_is_played_even_if_it_escapes_one() -> None:
    cells = [(col, row) for row in range(5) for col in range(5)]
    stones: tuple[list[Point], list[Point]] = ([], [])
    for col, row in cells[1:]:
        mine = row == 0 or (col + 2 * row) % 4 < 2
        stones[0 if mine else 1].append(row_point(col, row))
    board = Board.from_stones(*stones, turn=1, size=5)
    assert board.outcome is None
    assert board.wins_at(row_point(0, 0), 1)
    blind = thinker(level(overlooks={"own_five": 1.0}))
    assert answer(blind, board, Limit()).move == row_point(0, 0)


def row_point(col: int, row: int) -> Point:
    return Board().point("abcde"[col] + str(row + 1))


def test_the_likelier_the_better() -> None:
    engine = FakeEngine()
    engine.scores = [Score(100), Score(50), Score(50)]
    one = thinker(level(lines=3, temperature=50.0), engine)
    board = parse_position("h8a1")
    met = Counter(answer(one, board, Limit()).move for one.seed in range(800))
    share = 1 / (1 + 2 / math.e)
    assert met.most_common()[0][1] == pytest.approx(800 * share, abs=60)
    assert len(met) == 3
    engine.scores = [Score(100), Score(29997, 3), Score(-29998, -2)]
    certain = {answer(one, board, Limit()).score.win_in for one.seed in range(100)}
    assert certain == {3}
    engine.scores = [Score(1010), Score(29989, 11), Score(-29998, -2)]
    short = thinker(level(lines=3, temperature=50.0, foresight=6), engine)
    found = {answer(short, board, Limit()).score.win_in for short.seed in range(100)}
    assert found == {None, 11}


def test_a_seed_settles_everything_and_without_one_games_differ() -> None:
    board = parse_position("h8a1")
    wild = level(lines=50, temperature=1e9)
    first, again, other = (
        [answer(thinker(wild, seed=seed), board, Limit()).move for _ in range(20)]
        for seed in (5, 5, None)
    )
    assert first == again == first[:1] * 20
    assert len(set(other)) > 5
    assert len({answer(thinker(wild, seed=n), board, Limit()).move for n in range(20)}) > 5


def test_time_is_no_part_of_it() -> None:
    engine = FakeEngine()
    one = thinker(level(), engine)
    board = parse_position("h8a1")
    for limit in (Limit(), Limit(time=5), Limit(clock=300, increment=2), Limit(nodes=1000)):
        answer(one, board, limit)
    assert engine.limits == [Limit(nodes=100)] * 4
    answer(one, board, Limit(nodes=7, depth=2))
    assert engine.limits[-1] == Limit(nodes=7, depth=2)
    assert engine.stops == [False] * 5
    answer(one, board, Limit(clock=-1))  # but a clock that has run out is no time to think
    assert engine.stops[-1]


def test_the_full_engine_is_asked_as_it_is() -> None:
    engine = FakeEngine()
    full = thinker(Level(10, "all"), engine)
    assert full.level.is_full
    board = parse_position("h8a1")
    for limit in (Limit(time=3), Limit(clock=60), Limit(depth=4)):
        answer(full, board, limit)
        assert engine.limits.pop() == limit
    answer(full, board, Limit())
    assert engine.limits == [Limit(nodes=UNLIMITED)]
    assert full.configure("thread_num", 4)
    assert engine.told == {"thread_num": 4}


def test_until_the_engine_is_there_the_textbook_answers_at_once() -> None:
    engine = FakeEngine(ready=False)
    for of in (level(), Level(10, "all")):
        answer(thinker(of, engine), parse_position("h8a1"), Limit())
        limit = engine.limits.pop()
        assert limit.time is not None  # untimed, wuzi would wait
        assert limit.depth == 2
    answer(thinker(level(), engine), parse_position("h8a1"), Limit(clock=9, depth=1))
    assert engine.limits == [Limit(clock=9, depth=1)]


def test_it_may_live_in_a_process_of_its_own() -> None:
    engine = FakeEngine()
    one = thinker(level(), engine)
    assert isinstance(one, Resident)
    assert one.configure("thread_num", 8)  # taken, and no stronger for it
    assert one.configure("max_memory", 1 << 28)
    assert engine.told == {"max_memory": 1 << 28}


def test_options() -> None:
    who = parse_who("Level: 03, seed=7")
    assert (who.kind, who.text, who.name) == ("level", "level:3,seed=7", "3")
    made = make_thinker(who)
    assert isinstance(made, LevelThinker)
    assert (made.seed, made.level) == ("7", levels()[2])
    assert title(who) == title(parse_who("level:3"))
    with pytest.raises(SettingsError, match="level:3,threads=2 has no option 'threads'"):
        check_who(parse_who("level:3,threads=2"))


def test_a_finished_game_is_refused_at_the_call() -> None:
    board = parse_position("h8a1i8b1j8c1k8d1l8")
    with pytest.raises(ValueError, match="over"):
        thinker(level()).think(board, Limit(), NeverStop())


# With the engine itself


@pytest.fixture(scope="module")
def real() -> list[LevelThinker]:
    made = [LevelThinker(one) for one in levels()]
    for one in made:
        one.engine.wait()
        assert one.engine.has_engine(Board())
    return made


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("size", [6, 15, 22])
def test_every_rule_and_size(real: list[LevelThinker], rule: Rule, size: int) -> None:
    for number in (1, 4, 7):
        one = real[number - 1]
        board = Board(size, rule)
        one.seed = number
        moves = []
        while board.outcome is None and len(board.moves) < 24:
            moves.append(answer(one, board, Limit()).move)
            board.push(moves[-1])
        assert PASS not in moves
        one.seed = number
        for at, move in enumerate(moves[:6]):
            again = answer(one, Board.from_moves(moves[:at], size, rule), Limit())
            assert again.move == move


def test_larger_boards_are_the_textbooks(real: list[LevelThinker]) -> None:
    board = Board.from_moves(parse_moves("m13n14"), 25)
    assert board.is_legal(answer(real[0], board, Limit()).move)
    assert any("22" in notice for notice in real[0].notices())


def test_level_1_completes_its_five(real: list[LevelThinker]) -> None:
    child = real[0]
    completed = met = 0
    for seed in range(300):
        random = Random(seed)
        board = Board()
        col, row = random.randrange(11), random.randrange(11)
        step = random.choice([(0, 1), (1, 0), (1, 1)])
        gap = random.randrange(5)
        line = [row_point_of(col + i * step[0], row + i * step[1]) for i in range(5)]
        others = random.sample([p for p in board.stones(0) if p not in line], 4)
        stones = [p for p in line if p != line[gap]]
        board = Board.from_stones(stones, others, turn=1)
        child.seed = seed
        met += 1
        move = answer(child, board, Limit()).move
        completed += board.wins_at(move, 1)
    print(f"{completed} of {met} fives completed")
    assert completed >= 0.9 * met


def row_point_of(col: int, row: int) -> Point:
    return Board().point("abcdefghijklmno"[col] + str(row + 1))
