"""Weights: the shipped ones load, and no damage gets past the door."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wuzi.engine.patterns import Line
from wuzi.engine.threats import CODES
from wuzi.engine.weights import ORDER_LIMIT, hand_made, load_weights, read_weights
from wuzi.errors import SettingsError
from wuzi.rules import FREESTYLE, RENJU, RULES, Rule


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_shipped_weights_load_and_tell_where_they_come_from(rule: Rule) -> None:
    weights = load_weights(rule)
    assert weights.rule == rule.name
    assert weights.origin
    assert weights.value.shape == weights.order.shape == (2, len(CODES))
    five = [at for at, code in enumerate(CODES) if Line.FIVE in code]
    assert weights.order[:, five].min() > 0


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_what_is_written_is_read(rule: Rule) -> None:
    made = hand_made(rule)
    read = read_weights(made.to_json(), "memory", rule)
    assert np.array_equal(read.value, made.value)
    assert np.array_equal(read.order, made.order)
    assert (read.rule, read.origin, read.digest()) == (made.rule, made.origin, made.digest())


TEXT = hand_made(FREESTYLE).to_json()


def damaged(**changes: Any) -> str:
    data = json.loads(TEXT) | changes
    return json.dumps({key: value for key, value in data.items() if value is not ...})


def with_number(key: str, number: Any) -> str:
    data = json.loads(TEXT)
    data[key][1][77] = number
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        (TEXT[: len(TEXT) // 2], "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not a file of weights"),
        ("17", "not a file of weights"),
        (damaged(format="wuzi-network"), "not a file of weights"),
        (damaged(version=2), "another version"),
        (damaged(version=...), "another version"),
        (damaged(rule="renju"), "for another rule"),
        (damaged(rule=None), "for another rule"),
        (damaged(value=...), "numbers missing"),
        (damaged(order=[[1, 2], [3, 4]]), "numbers missing"),
        (damaged(order=[[1], [3, 4]]), "numbers missing"),
        (damaged(order={"a": 1}), "numbers missing"),
        (damaged(value="many"), "numbers missing"),
        (with_number("value", None), "numbers missing"),
        (with_number("value", 2**15), "out of range"),
        (with_number("value", 2**40), "numbers missing"),
        (with_number("value", -(2**15)), "out of range"),
        (with_number("order", -1), "out of range"),
        (with_number("order", ORDER_LIMIT + 1), "out of range"),
        (with_number("value", float("nan")), "numbers missing"),
        (with_number("value", 31_000), "checksum"),
        (with_number("order", 4_000), "checksum"),
        (damaged(sha256=...), "checksum"),
        (damaged(sha256="0" * 64), "checksum"),
    ],
)
def test_damage_is_refused_with_one_sentence(text: str, why: str) -> None:
    with pytest.raises(SettingsError, match=why) as caught:
        read_weights(text, "weights_freestyle.json", FREESTYLE)
    sentence = str(caught.value)
    assert "weights_freestyle.json" in sentence
    assert "\n" not in sentence
    assert caught.value.id == "weights.damaged"


@settings(max_examples=150, deadline=None)
@given(at=st.integers(0, len(TEXT) - 1), new=st.characters(min_codepoint=32, max_codepoint=126))
def test_one_wrong_letter_is_refused_or_changes_no_number(at: int, new: str) -> None:
    try:
        read = read_weights(TEXT[:at] + new + TEXT[at + 1 :], "memory", FREESTYLE)
    except SettingsError:
        return
    made = hand_made(FREESTYLE)
    assert np.array_equal(read.value, made.value)
    assert np.array_equal(read.order, made.order)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (missing, binary, tmp_path):
        with pytest.raises(SettingsError, match=path.name) as caught:
            load_weights(RENJU, path)
        assert caught.value.id == "weights.unreadable"
    good = tmp_path / "good.json"
    good.write_text(hand_made(RENJU).to_json(), "utf-8")
    assert load_weights(RENJU, good).digest() == hand_made(RENJU).digest()
