"""``wuzi engines`` and the players that ``wuzi engine`` refuses."""

from __future__ import annotations

import json
import sys

import pytest

COMMAND = f"'{sys.executable}' -m wuzi engine --player textbook:greedy"


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("human", "a human is no program"),
        ("textbook:nothing", "there is no textbook thinker 'nothing'"),
        ("level:99", "there is no level '99'"),
        ("textbook:alphabeta,depth=deep", "depth=deep"),
    ],
)
def test_an_engine_that_cannot_be(wuzi, player: str, sentence: str) -> None:
    status, out, err = wuzi("engine", "--player", player)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_the_list(wuzi) -> None:
    assert "No engine is listed" in wuzi("engines")[1]
    assert wuzi("engines", "add", "mine", COMMAND) == (0, "mine is in the list now.\n", "")
    assert f"mine  {COMMAND}" in " ".join(wuzi("engines")[1].split("\n"))
    [entry] = json.loads(wuzi("engines", "--json")[1])
    assert entry == {"name": "mine", "command": COMMAND, "cwd": None}
    assert wuzi("engines", "remove", "MINE")[0] == 0
    assert json.loads(wuzi("engines", "--json")[1]) == []


def test_the_same_name_twice(wuzi) -> None:
    wuzi("engines", "add", "mine", COMMAND)
    status, _, err = wuzi("engines", "add", "Mine", "other")
    assert status == 2
    assert "there is an engine named mine already" in err
    assert wuzi("engines", "add", "Mine", "other", "--replace")[0] == 0
    assert [e["command"] for e in json.loads(wuzi("engines", "--json")[1])] == ["other"]


def test_testing_one(wuzi) -> None:
    wuzi("engines", "add", "mine", COMMAND)
    status, out, err = wuzi("engines", "test", "mine")
    assert (status, err) == (0, "")
    assert out.startswith("mine works: it opens with ")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("/no/such/engine", "/no/such/engine"),
        (f"'{sys.executable}' -c 'raise SystemExit(3)'", "exit status 3"),
    ],
)
def test_testing_one_that_does_not_work(wuzi, command: str, sentence: str) -> None:
    wuzi("engines", "add", "bad", command)
    status, out, err = wuzi("engines", "test", "bad")
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["add", "x", "'unclosed"], "a quotation mark is not closed"),
        (["add", "x", ""], "has no command"),
        (["add", " ", "y"], "cannot name an engine"),
        (["remove", "ghost"], "there is no engine 'ghost'"),
        (["test", "ghost"], "there is no engine 'ghost'"),
    ],
)
def test_bad_words(wuzi, arguments, sentence) -> None:
    status, out, err = wuzi("engines", *arguments)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
