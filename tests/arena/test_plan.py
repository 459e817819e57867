import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.arena.adjudication import Adjudication, DrawRule, ResignRule
from wuzi.arena.openings import Opening
from wuzi.arena.plan import MatchSpec, PlayerSpec, black_of, other
from wuzi.arena.statistics import EloModel, Sprt
from wuzi.errors import WuziError
from wuzi.play import TimeControl
from wuzi.rules import RENJU, parse_moves

GREEDY = PlayerSpec("textbook:greedy")
FULL = MatchSpec(
    PlayerSpec("x -v", "X", TimeControl(60, 2, 0.5), 100, 3, 2, 1 << 20, "off", (("eval", "1"),)),
    GREEDY,
    rule=RENJU,
    size=19,
    forbidden_loses=False,
    openings="some.txt",
    opening_plies=4,
    transforms=False,
    seed=7,
    games=10,
    adjudication=Adjudication(100, ResignRule(3, 500, True), DrawRule(40, 5, 10)),
    margin=0.1,
    start_limit=3,
    patience=9,
    sprt=Sprt(0, 5, model=EloModel.NORMALISED),
)


@pytest.mark.parametrize("spec", [FULL, MatchSpec(GREEDY, GREEDY)])
def test_a_match_survives_json_and_pickle(spec):
    assert MatchSpec.from_json(json.loads(json.dumps(spec.to_json()))) == spec
    assert pickle.loads(pickle.dumps(spec)) == spec


@pytest.mark.parametrize(
    ("fields", "id"),
    [
        ({"who": "human"}, "match.human"),
        ({"who": ""}, "who.empty"),
        ({"nodes": 0}, "match.number"),
        ({"depth": -1}, "match.number"),
        ({"threads": 0}, "match.number"),
        ({"max_memory": -1}, "match.number"),
        ({"restart": "maybe"}, "match.restart"),
        ({"options": (("a b", "1"),)}, "match.option"),
        ({"options": (("", "1"),)}, "match.option"),
        ({"options": (("a", "1\nEND"),)}, "match.option"),
    ],
)
def test_players_that_make_no_sense(fields, id):
    with pytest.raises(WuziError) as caught:
        PlayerSpec(**({"who": "textbook:greedy"} | fields))
    assert caught.value.id == id


@pytest.mark.parametrize(
    ("fields", "id"),
    [
        ({"games": 3}, "match.games"),
        ({"games": 0}, "match.games"),
        ({"size": 99}, "size.range"),
        ({"opening_plies": 0}, "match.number"),
        ({"margin": -1}, "match.number"),
        ({"margin": float("nan")}, "match.number"),
        ({"start_limit": 0}, "match.seconds"),
        ({"patience": 0}, "match.seconds"),
    ],
)
def test_matches_that_make_no_sense(fields, id):
    with pytest.raises(WuziError) as caught:
        MatchSpec(GREEDY, GREEDY, **fields)
    assert caught.value.id == id


def test_two_players_of_one_name_are_told_apart():
    named = PlayerSpec("x", name="N")
    assert MatchSpec(named, named).names == {"A": "N (A)", "B": "N (B)"}
    assert MatchSpec(named, GREEDY).names == {"A": "N", "B": "textbook:greedy"}
    assert PlayerSpec("engine:not in the list").title == "engine:not in the list"


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 5), st.integers(1, 6))
def test_pairs_share_an_opening_and_swap_colours(few, many, seed, openings):
    few, many = sorted((few, many))
    texts = ["h8", "h8i9", "h8i8", "h8i10", "h8j9", "h8j10"][:openings]
    openings = [Opening(tuple(parse_moves(text))) for text in texts]
    short = MatchSpec(GREEDY, GREEDY, games=2 * few, seed=seed).pairs(openings)
    long = MatchSpec(GREEDY, GREEDY, games=2 * many, seed=seed).pairs(openings)
    assert [pair.opening for pair in long[:few]] == [pair.opening for pair in short]
    assert [game for pair in long for game in pair.games] == list(range(2 * many))
    for pair in long:
        first, second = pair.games
        assert (black_of(first), black_of(second)) == ("A", "B")
    assert {other("A"), other("B")} == {"A", "B"}


def test_without_openings_games_begin_on_the_empty_board():
    spec = MatchSpec(GREEDY, GREEDY, games=4)
    assert [str(pair.opening) for pair in spec.pairs(spec.load_openings())] == ["", ""]
