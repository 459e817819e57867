import threading

import pytest

from wuzi.rules import Board, Score
from wuzi.thinking import Info, Limit, NeverStop, answer


class Echo:
    name = "echo"

    def think(self, board, limit, stop):
        for depth, p in enumerate(board.legal_points(), 1):
            yield Info((p,), Score(depth), depth=depth)
            if depth == limit.depth or stop.is_set():
                return


def test_the_last_info_is_the_answer():
    assert answer(Echo(), Board(), Limit(depth=3)).depth == 3
    stop = threading.Event()
    stop.set()
    assert answer(Echo(), Board(), Limit(depth=3), stop).depth == 1
    assert not NeverStop().is_set()


def test_a_thinker_that_says_nothing_is_a_fault():
    class Mute(Echo):
        def think(self, board, limit, stop):
            return iter(())

    with pytest.raises(AssertionError, match="echo said nothing"):
        answer(Mute(), Board(), Limit())


def test_scores_turn_with_the_side():
    assert -Score(5) == Score(-5)
    assert -Score(9, win_in=3) == Score(-9, win_in=-3)
    assert str(Score(-7)) == "-7"
