"""The engine as a thinker: the contract of thinking.py, and the protocol's options."""

from __future__ import annotations

import pytest

from wuzi.engine.engine import DEFAULT_MEMORY
from wuzi.engine.thinker import EngineThinker
from wuzi.errors import EngineError
from wuzi.rules import Board, parse_position, point_name
from wuzi.thinking import Limit, NeverStop, Thinker, answer


def test_it_is_a_thinker_and_leaves_the_board() -> None:
    thinker: Thinker = EngineThinker(memory=1 << 20)
    board = parse_position("h8h9i8g8")
    info = answer(thinker, board, Limit(depth=3))
    assert board.is_legal(info.move)
    assert [point_name(m) for m in board.moves] == ["h8", "h9", "i8", "g8"]
    assert thinker.name == "Wuzi"


def test_a_finished_game_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="over"):
        EngineThinker(memory=1 << 20).think(
            parse_position("h8a1i8b1j8c1k8d1l8"), Limit(depth=1), NeverStop()
        )


def test_a_board_too_large_is_refused_at_once() -> None:
    with pytest.raises(EngineError):
        EngineThinker(memory=1 << 20).think(Board(26), Limit(depth=1), NeverStop())


def test_the_options_of_the_protocol() -> None:
    thinker = EngineThinker(memory=1 << 20)
    assert thinker.configure("thread_num", 3)
    assert thinker.engine.threads == 3
    assert thinker.configure("hash_size", 2048)
    assert thinker.engine.memory == 2 << 20
    assert thinker.configure("max_memory", 350 << 20)
    assert thinker.engine.memory <= 350 << 20
    assert thinker.configure("max_memory", 1)
    assert thinker.engine.memory <= 1 << 20
    assert thinker.configure("max_memory", 0)
    assert thinker.engine.memory == DEFAULT_MEMORY
    assert not thinker.configure("timeout_turn", 100)
