"""The file of the network: what is written is read, damage is refused in one sentence."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.networks import random_network, row_of_line
from wuzi.engine.engine import Engine
from wuzi.engine.layout import NET_ROWS
from wuzi.engine.network import (
    KINDRED,
    LIMIT,
    load_network,
    read_network,
    shape_cells,
    shape_rows,
    swapped_rows,
)
from wuzi.errors import SettingsError
from wuzi.rules import FREESTYLE, RENJU, RULES, Board, Rule
from wuzi.thinking import Limit

DATA = random_network().to_bytes()
LINE, _, PACKED = DATA.partition(b"\n")


def told(**changes: object) -> bytes:
    """The file with other words in its first line; ``...`` leaves one out."""
    about = {**json.loads(LINE), **changes}
    about = {key: value for key, value in about.items() if value is not ...}
    return json.dumps(about).encode() + b"\n" + PACKED


def test_shapes_are_numbered_as_by_definition() -> None:
    cells = shape_cells()
    assert cells.shape == (NET_ROWS, 8)
    assert [row_of_line(tuple(line)) for line in cells.tolist()] == list(range(NET_ROWS))
    keys = (cells.astype(np.int64) << 2 * np.arange(8)).sum(axis=1)
    mirrored = (cells[:, ::-1].astype(np.int64) << 2 * np.arange(8)).sum(axis=1)
    assert shape_rows()[keys].tolist() == shape_rows()[mirrored].tolist() == list(range(NET_ROWS))


def test_colours_swapped_twice_are_as_before() -> None:
    swapped = swapped_rows()
    assert swapped[swapped].tolist() == list(range(NET_ROWS))
    changed = {0: 0, 1: 2, 2: 1, 3: 3}
    for row in range(0, NET_ROWS, 7):
        other = tuple(changed[cell] for cell in shape_cells()[row].tolist())
        assert swapped[row] == row_of_line(other)


def test_what_was_written_is_read() -> None:
    made, read = random_network(), read_network(DATA, "memory", FREESTYLE)
    assert (read.rule, read.size, read.origin) == (made.rule, made.size, made.origin)
    assert np.array_equal(read.vectors, made.vectors)
    assert np.array_equal(read.head, made.head)
    assert read.to_bytes() == DATA


def out_of_range() -> bytes:
    made = random_network()
    vectors = made.vectors.copy()
    vectors[7, 7] = LIMIT + 1
    return type(made)("freestyle", 15, "", vectors, made.head).to_bytes()


def not_a_number() -> bytes:
    made = random_network()
    head = made.head.copy()
    head[100] = np.nan
    return type(made)("freestyle", 15, "", made.vectors, head).to_bytes()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not a network"),
        (b"\x89PNG\r\n\x1a\n", "not a network"),
        (b"[]\n" + PACKED, "not a network"),
        (told(format="wuzi-weights"), "not a network"),
        (told(version=2), "another version"),
        (told(rule="renju"), "for another rule"),
        (told(size=...), "for another size"),
        (told(size=10**6), "for another size"),
        (told(size=19), "checksum"),
        (told(sha256=...), "checksum"),
        (DATA[: len(DATA) // 2], "numbers missing"),
        (LINE + b"\n", "numbers missing"),
        (LINE + b"\n" + b"garbage", "numbers missing"),
        (LINE + b"\n" + zlib.compress(bytes(10**7)), "numbers missing"),
        (out_of_range(), "out of range"),
        (not_a_number(), "out of range"),
    ],
)
def test_damage_is_refused_with_one_sentence(data: bytes, why: str) -> None:
    with pytest.raises(SettingsError, match=why) as caught:
        read_network(data, "network_freestyle.bin", FREESTYLE)
    sentence = str(caught.value)
    assert "network_freestyle.bin" in sentence
    assert "\n" not in sentence
    assert caught.value.id == "network.damaged"


@settings(max_examples=100, deadline=None)
@given(at=st.integers(0, len(DATA) - 1), new=st.integers(0, 255))
def test_one_wrong_byte_is_refused_or_changes_no_number(at: int, new: int) -> None:
    try:
        read = read_network(DATA[:at] + bytes([new]) + DATA[at + 1 :], "memory", FREESTYLE)
    except SettingsError:
        return
    made = random_network()
    assert np.array_equal(read.vectors, made.vectors)
    assert np.array_equal(read.head, made.head)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.bin", tmp_path):
        with pytest.raises(SettingsError, match=path.name) as caught:
            load_network(RENJU, path)
        assert caught.value.id == "network.unreadable"


def test_an_engine_takes_a_network_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.bin"
    path.write_bytes(DATA)
    limit = Limit(nodes=300)
    board = Board.from_moves([Board().point(name) for name in ("h8", "h9", "i8", "g8", "j10")])
    values = set()
    for use in (1, 0):
        engine = Engine(memory=1 << 20, network=path, switches={"use_network": use})
        values.add(engine.play(board, limit).score.value)
    assert len(values) == 2


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_network_is_shipped_for_every_rule(rule: Rule) -> None:
    network = load_network(rule)
    assert network is not None
    assert network.rule == KINDRED.get(rule.name, rule.name)
    assert network.origin
    assert np.abs(network.vectors).max() > 100


def test_a_kindred_rules_network_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "own.bin"
    path.write_bytes(DATA)
    for rule in RULES.values():
        if rule == FREESTYLE or KINDRED.get(rule.name) == "freestyle":
            read = load_network(rule, path)
            assert read is not None
            assert np.array_equal(read.vectors, random_network().vectors)
        else:
            with pytest.raises(SettingsError, match="for another rule"):
                load_network(rule, path)
