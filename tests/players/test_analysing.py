"""Our engine as an analyst: the textbook until it is there, then the engine in its place."""

from types import SimpleNamespace

import pytest

from wuzi.players.analysing import Analysing, ForcedWin, Solving
from wuzi.players.wuzi_thinker import WuziThinker
from wuzi.rules import Board, Score, parse_moves, parse_position
from wuzi.thinking import Info, Limit, NeverStop

NEVER = NeverStop()


class Engine:
    """Stands where the engine's thinker stands; tells a line for each point it may play."""

    def __init__(self):
        self.engine = self
        self.asked = []

    def analyse(self, board, limit, *, lines, stop, exclude):
        self.asked.append((limit, lines, tuple(exclude)))
        points = [p for p in board.legal_points() if p not in exclude]
        for line in range(1, lines + 1):
            yield Info((points[line],), Score(line), 1, line=line, counts={"win_rate": 5000})

    def think(self, board, limit, stop):
        raise AssertionError("an analysis does not play")


class Count:
    """A stop that comes when it has been looked at so often."""

    def __init__(self, looks):
        self.looks = looks

    def is_set(self):
        self.looks -= 1
        return self.looks < 0


@pytest.fixture
def thinker():
    """As it is while the kernels are being compiled."""
    thinker = WuziThinker()
    thinker._prepared = True
    return thinker


def arrive(thinker):
    thinker._engine = Engine()
    thinker._settled.set()
    return thinker._engine


def test_it_offers_both():
    assert isinstance(WuziThinker(), Analysing)
    assert isinstance(WuziThinker(), Solving)


def test_the_engine_is_asked_for_lines_and_told_what_to_leave_out(thinker):
    engine = arrive(thinker)
    exclude = parse_moves("a1b1")
    board = parse_position("h8")
    infos = list(thinker.analyse(board, Limit(depth=3), NEVER, lines=2, exclude=exclude))
    assert [info.line for info in infos] == [1, 2]
    assert engine.asked == [(Limit(depth=3), 2, tuple(exclude))]


def test_the_textbook_tells_one_line_until_the_engine_takes_over(thinker):
    infos = thinker.analyse(parse_position("h8i9"), Limit(), NEVER, lines=2, exclude=())
    first = next(infos)
    assert (first.line, first.depth) == (1, 1)
    assert "win_rate" not in first.counts
    assert any("being compiled" in notice for notice in thinker.notices())
    arrive(thinker)
    *_textbook, best, second = infos
    assert [info.counts.get("win_rate") for info in (best, second)] == [5000, 5000]


def test_a_stop_while_it_is_waited_for_leaves_a_move(thinker):
    board = parse_position("h8i9")
    infos = list(thinker.analyse(board, Limit(depth=1), Count(5), lines=2, exclude=()))
    assert infos
    assert all(board.is_legal(info.move) for info in infos)


def test_where_the_engine_cannot_play_the_textbook_goes_on(thinker):
    arrive(thinker)
    board = Board(24)
    infos = list(thinker.analyse(board, Limit(depth=1), NEVER, lines=2, exclude=()))
    assert [info.line for info in infos] == [1]
    assert thinker.solve(board, "vcf", Limit(time=1), NEVER) == ForcedWin("vcf", "unknown")


def test_forced_wins_are_asked_of_the_solver(thinker, monkeypatch):
    import wuzi.engine.solver  # noqa: PLC0415

    arrive(thinker)
    line = tuple(parse_moves("h8i9"))
    found = SimpleNamespace(result="win", line=line)
    monkeypatch.setattr(wuzi.engine.solver, "solve", lambda *asked: found)
    answer = thinker.solve(parse_position("h8"), "vct", Limit(time=1), NEVER)
    assert answer == ForcedWin("vct", "win", line)


def test_a_solver_that_is_stopped_while_waited_for_knows_nothing(thinker):
    answer = thinker.solve(parse_position("h8"), "vcf", Limit(), Count(2))
    assert answer == ForcedWin("vcf", "unknown")
