"""Ratings of several players, against textbook examples."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.arena.statistics import Trinomial, bradley_terry, elo_estimate, score_of_elo
from wuzi.arena.statistics.ratings import ELO_UNIT

Z = 1.959964


def strengths(results, **options):
    """Strength and standard error by name, in the units of the model."""
    return {
        r.name: (r.elo / ELO_UNIT, (r.high - r.low) / 2 / Z / ELO_UNIT)
        for r in bradley_terry(results, **options)
    }


# Published figures


def test_citations_between_journals_of_statistics():
    """S. Stigler's counts as fitted by D. Firth, "Bradley-Terry Models in R" (JSS 12, 2005)."""
    cited = {
        "Biometrika": {"Comm Statist": 730, "JASA": 498, "JRSS-B": 221},
        "Comm Statist": {"Biometrika": 33, "JASA": 68, "JRSS-B": 17},
        "JASA": {"Biometrika": 320, "Comm Statist": 813, "JRSS-B": 142},
        "JRSS-B": {"Biometrika": 284, "Comm Statist": 276, "JASA": 325},
    }
    results = {(a, b): Trinomial(wins=n) for a, row in cited.items() for b, n in row.items()}
    found = strengths(results, anchor="Biometrika")
    expected = {
        "Biometrika": (0, 0),
        "Comm Statist": (-2.94907, 0.10255),
        "JASA": (-0.47957, 0.06059),
        "JRSS-B": (0.26895, 0.07083),
    }
    for name, (strength, error) in expected.items():
        assert found[name] == pytest.approx((strength, error), abs=1e-5)


def test_tennis_matches():
    """A. Agresti, "An Introduction to Categorical Data Analysis", 3rd ed., section 8.6."""
    wins = {
        ("Djokovic", "Federer"): (9, 6),
        ("Djokovic", "Murray"): (14, 3),
        ("Djokovic", "Nadal"): (9, 2),
        ("Djokovic", "Wawrinka"): (4, 3),
        ("Federer", "Murray"): (5, 0),
        ("Federer", "Nadal"): (5, 1),
        ("Federer", "Wawrinka"): (7, 2),
        ("Murray", "Nadal"): (2, 4),
        ("Murray", "Wawrinka"): (2, 2),
        ("Nadal", "Wawrinka"): (4, 3),
    }
    results = {pair: Trinomial(wins=a, losses=b) for pair, (a, b) in wins.items()}
    found = strengths(results, anchor="Wawrinka")
    assert {name: round(value, 3) for name, (value, _) in found.items()} == {
        "Djokovic": 1.176,
        "Federer": 1.136,
        "Wawrinka": 0,
        "Nadal": -0.062,
        "Murray": -0.569,
    }


def test_four_players_who_did_not_all_meet():
    """The worked example of Wikipedia's article "Bradley-Terry model" (geometric mean 1)."""
    results = {
        ("A", "B"): Trinomial(wins=2, losses=3),
        ("A", "D"): Trinomial(wins=1, losses=4),
        ("B", "C"): Trinomial(wins=5, losses=3),
        ("C", "D"): Trinomial(wins=1, losses=3),
    }
    found = {name: math.exp(value) for name, (value, _) in strengths(results).items()}
    expected = {"D": 2.270, "B": 1.043, "C": 0.660, "A": 0.640}
    assert list(found) == list(expected)
    assert found == pytest.approx(expected, abs=5e-4)


# Nothing, one-sided, apart


def test_no_games():
    assert bradley_terry({}) == []
    [a, b] = bradley_terry({("a", "b"): Trinomial()})
    assert (a.name, a.elo, a.games, a.score) == ("a", 0, 0, 0.5)
    assert math.isnan(b.elo)


def test_who_lost_or_won_everything_is_infinitely_far():
    middle = {("b", "c"): Trinomial(4, 2, 4)}
    all_won = {("a", "b"): Trinomial(wins=5), ("d", "c"): Trinomial(losses=3)}
    table = bradley_terry({**middle, **all_won})
    assert [(r.name, r.elo) for r in table] == [
        ("a", math.inf),
        ("b", 0),
        ("c", 0),
        ("d", -math.inf),
    ]
    assert table[0].score == 1
    assert (table[3].low, table[3].high) == (-math.inf, math.inf)


def test_imagined_draws_keep_it_finite():
    results = {("a", "b"): Trinomial(wins=5), ("b", "c"): Trinomial(4, 2, 4)}
    table = bradley_terry(results, prior_draws=2)
    assert [r.name for r in table] == ["a", "b", "c"]
    assert 100 < table[0].elo < 1000
    assert table[0].games == 5


def test_players_who_never_met_do_not_compare():
    table = bradley_terry(
        {("a", "b"): Trinomial(3, 0, 1), ("c", "d"): Trinomial(1, 1, 1)}, anchor="c", anchor_elo=9
    )
    assert [(r.name, r.elo) for r in table[:2]] == [("c", 9), ("d", 9)]
    assert all(math.isnan(r.elo) for r in table[2:])


def test_an_unknown_anchor_is_refused():
    with pytest.raises(KeyError, match="z"):
        bradley_terry({("a", "b"): Trinomial(1, 0, 1)}, anchor="z")


# Properties

some = st.integers(1, 30)
games = st.builds(Trinomial, some, some, some)
leagues = st.fixed_dictionaries(
    dict.fromkeys([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "c")], games)
)


@given(leagues)
def test_everyone_scores_what_the_ratings_expect(league):
    """The condition of the maximum (Zermelo 1929)."""
    elo = {r.name: r.elo for r in bradley_terry(league)}
    assert sum(elo.values()) == pytest.approx(0, abs=1e-6)
    for name, own in elo.items():
        surplus = 0.0
        for (a, b), t in league.items():
            if name in (a, b):
                mine = t if name == a else t.reversed()
                other = b if name == a else a
                surplus += mine.games * (mine.score - score_of_elo(own - elo[other]))
        assert surplus == pytest.approx(0, abs=1e-6)


@given(leagues, st.floats(-2000, 2000))
def test_an_anchor_moves_all_alike(league, level):
    by_mean = {r.name: r.elo for r in bradley_terry(league)}
    anchored = {r.name: r for r in bradley_terry(league, anchor="b", anchor_elo=level)}
    for name, rating in anchored.items():
        assert rating.elo - level == pytest.approx(by_mean[name] - by_mean["b"], abs=1e-6)
    assert anchored["b"].low == pytest.approx(level) == anchored["b"].high


@given(games)
def test_two_players_differ_by_their_elo(match):
    first, second = sorted(bradley_terry({("a", "b"): match}), key=lambda r: r.name)
    assert first.elo - second.elo == pytest.approx(elo_estimate(match).value, abs=1e-6)


@given(leagues)
def test_naming_a_pair_the_other_way_round_changes_nothing(league):
    turned = {(b, a): t.reversed() for (a, b), t in league.items()}
    before = {r.name: r.elo for r in bradley_terry(league)}
    assert {r.name: r.elo for r in bradley_terry(turned)} == pytest.approx(before, abs=1e-6)
