"""Tables: packed as the kernels read them, and line tables kept on disk but never trusted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wuzi.engine import line_cache
from wuzi.engine.cache import VARIABLE
from wuzi.engine.line_cache import kept_pair_table, table_file
from wuzi.engine.patterns import pair_table
from wuzi.engine.tables import make_tables, tables_of
from wuzi.engine.threats import PACKS, code_of_pack, threat_table
from wuzi.engine.weights import hand_made
from wuzi.rules import BLACK, FREESTYLE, RENJU, RULES, WHITE, Rule


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_code_holds_class_order_and_value(rule: Rule) -> None:
    weights = hand_made(rule)
    codes = make_tables(rule, weights)["code"]
    for half, colour in ((0, BLACK), (1, WHITE)):
        own = codes[half * PACKS : (half + 1) * PACKS]
        assert np.array_equal(own & 15, threat_table(rule, colour))
        assert np.array_equal((own >> 4) & 4095, weights.order[half][code_of_pack()])
        assert np.array_equal(own >> 16, weights.value[half][code_of_pack()])


def test_negative_values_survive_packing() -> None:
    weights = hand_made(FREESTYLE)
    turned = replace(weights, value=-weights.value)
    codes = make_tables(FREESTYLE, turned)["code"]
    assert np.array_equal(codes[:PACKS] >> 16, -weights.value[0][code_of_pack()])
    assert np.array_equal((codes[:PACKS] >> 4) & 4095, weights.order[0][code_of_pack()])


def test_hash_keys_are_distinct_small_and_the_same_everywhere() -> None:
    keys = [int(key) for key in tables_of(FREESTYLE)["zobrist"]] + [int(tables_of(RENJU)["turn"])]
    assert len(set(keys)) == len(keys)
    assert all(0 < key < 2**62 for key in keys)
    assert np.array_equal(tables_of(RENJU)["zobrist"], tables_of(FREESTYLE)["zobrist"])


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def fail(rule: Rule) -> None:
    raise AssertionError(f"generated {rule} again")


def test_a_table_is_generated_once_and_read_afterwards(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = kept_pair_table(RENJU)
    assert table_file(RENJU).is_relative_to(kernels)
    monkeypatch.setattr(line_cache, "pair_table", fail)
    assert np.array_equal(kept_pair_table(RENJU), made)
    assert np.array_equal(made, pair_table(RENJU))


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("damage", ["cut", "longer", "flipped", "sum", "empty", "other"])
def test_a_damaged_table_is_generated_again(damage: str) -> None:
    kept_pair_table(FREESTYLE)
    file = table_file(FREESTYLE)
    data = bytearray(file.read_bytes())
    whole = bytes(data)
    if damage == "flipped":
        data[-1] ^= 1
    elif damage == "sum":
        data[0] ^= 1
    file.write_bytes(
        {"cut": whole[:-1], "longer": whole + b"x", "empty": b"", "other": whole[32:]}.get(
            damage, bytes(data)
        )
    )
    assert np.array_equal(kept_pair_table(FREESTYLE), pair_table(FREESTYLE))
    assert file.read_bytes() == whole


def test_without_a_place_to_keep_it_a_table_is_generated(kernels: Path) -> None:
    kernels.write_text("a file where a folder should be")
    assert np.array_equal(kept_pair_table(FREESTYLE), pair_table(FREESTYLE))


@pytest.mark.usefixtures("kernels")
def test_somebody_s_own_rule_does_not_take_the_file_of_its_namesake() -> None:
    own = replace(RENJU, black_overline=True, forbidden=False)
    assert own.name == "renju"
    kept_pair_table(RENJU)
    assert np.array_equal(kept_pair_table(own), pair_table(own))
