"""``wuzi,network=...``: with the network, without, or with one of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.networks import random_network
from wuzi.errors import SettingsError
from wuzi.players.wuzi_thinker import READY, WuziThinker
from wuzi.rules import Board, parse_position
from wuzi.thinking import Limit, answer

BOARD = parse_position("h8h9i8g8i10i9j9k10h7j7")


def value(thinker: WuziThinker, board: Board = BOARD) -> int:
    score = answer(thinker, board, Limit(nodes=400)).score
    assert score is not None
    assert set(thinker.notices()) <= {READY}  # told where the kernels had to be compiled
    return score.value


def test_a_network_is_taken_from_a_file_and_left_out_for_a_0(tmp_path: Path) -> None:
    path = tmp_path / "own.bin"
    path.write_bytes(random_network().to_bytes())
    own, none = (value(WuziThinker({"network": word})) for word in (str(path), "0"))
    assert own != none


def test_a_network_that_is_not_there_is_refused_at_once() -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.bin") as caught:
        WuziThinker({"network": "nowhere.bin"})
    assert caught.value.id == "network.missing"


def test_with_a_damaged_network_the_textbook_plays(tmp_path: Path) -> None:
    path = tmp_path / "damaged.bin"
    path.write_bytes(random_network().to_bytes()[:-5000])
    thinker = WuziThinker({"network": str(path)})
    answer(thinker, BOARD, Limit(nodes=100))
    assert thinker.notices()[-1].startswith(
        "the textbook plays, since the engine cannot: the network"
    )
