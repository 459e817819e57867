"""Score, Elo and superiority, against figures that others published."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.arena.statistics import (
    Pentanomial,
    Trinomial,
    elo_estimate,
    elo_of_score,
    first_move_advantage,
    likelihood_of_superiority,
    normalised_elo_estimate,
    score_estimate,
    score_of_elo,
    time_use,
)

counts = st.integers(0, 500)
trinomials = st.builds(Trinomial, counts, counts, counts)
pentanomials = st.builds(Pentanomial, counts, counts, counts, counts, counts)
results = trinomials | pentanomials


# Published figures


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (100, 0.64), (200, 0.76), (400, 10 / 11)])
def test_expected_scores_are_those_of_the_elo_table(elo, score):
    """Elo, "The Rating of Chessplayers"; FIDE handbook B.02, table 8.1b (two digits)."""
    assert score_of_elo(elo) == pytest.approx(score, abs=0.005)


@pytest.mark.parametrize(
    ("results", "elo", "error", "nelo", "nelo_error"),
    [
        (Trinomial(wins=136, draws=111, losses=96), 40.70, 30.43, 49.77, 36.77),
        (Trinomial(wins=76, draws=123, losses=89), None, None, -20.76, 40.13),
        (Trinomial(wins=34, draws=0, losses=356), None, None, -508.44, 34.48),
        (Pentanomial(34, 54, 31 + 32, 64, 75), 55.58, 27.65, 57.94, 28.28),
        (Pentanomial(332, 433, 457 + 41, 333, 334), -8.64, 10.33, -9.17, 10.96),
        (Pentanomial(7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, -19.01, 2.65),
    ],
)
def test_elo_and_normalised_elo_are_those_of_fastchess(results, elo, error, nelo, nelo_error):
    """The figures of fastchess's own tests (app/tests/elo_test.cpp)."""
    normalised = normalised_elo_estimate(results)
    assert normalised.value == pytest.approx(nelo, abs=0.006)
    assert normalised.error == pytest.approx(nelo_error, abs=0.006)
    if elo is not None:
        logistic = elo_estimate(results)
        assert logistic.value == pytest.approx(elo, abs=0.006)
        assert logistic.error == pytest.approx(error, abs=0.006)


def test_statistics_of_a_fishtest_run():
    """A raw statistics page of a fishtest server (montytest, run 69d3c8dc7c5b3724e29d2712)."""
    run = Pentanomial(13, 37, 50, 25, 3)
    assert run.games == 256
    assert run.score == 0.4375
    assert run.variance == pytest.approx(0.05762, abs=5e-6)
    assert run.game_deviation == pytest.approx(0.33946, abs=5e-6)
    assert run.even_ratio == pytest.approx(0.39062, abs=1e-5)
    assert elo_estimate(run).value == pytest.approx(-43.6578, abs=5e-5)
    assert normalised_elo_estimate(run).value == pytest.approx(-63.97, abs=0.005)


@pytest.mark.parametrize(
    ("match", "elo", "error", "los", "draw_ratio"),
    [
        (Trinomial(449, 275, 276), 60.7, 18.5, 100.0, 27.5),
        (Trinomial(382, 298, 320), 21.6, 18.1, 99.0, 29.8),
        (Trinomial(372, 306, 322), 17.4, 17.9, 97.1, 30.6),
        (Trinomial(382, 314, 304), 27.2, 17.9, 99.9, 31.4),
        (Trinomial(435, 272, 293), 49.7, 18.5, 100.0, 27.2),
    ],
)
def test_a_match_reads_as_cutechess_cli_prints_it(match, elo, error, los, draw_ratio):
    """Outputs of cutechess-cli in the change log of the engine Midnight.

    Its error is a little short, by up to 0.1: it approximates the normal quantile.
    """
    estimate = elo_estimate(match)
    assert estimate.value == pytest.approx(elo, abs=0.05)
    assert estimate.error == pytest.approx(error, abs=0.1)
    assert 100 * likelihood_of_superiority(match) == pytest.approx(los, abs=0.05)
    assert 100 * match.draw_ratio == pytest.approx(draw_ratio, abs=0.05)


@pytest.mark.parametrize(
    ("results", "los"),
    [
        (Trinomial(wins=76, draws=123, losses=89), 0.1553),
        (Trinomial(wins=136, draws=111, losses=96), 0.9960),
        (Pentanomial(332, 433, 498, 333, 334), 0.0505),
    ],
)
def test_superiority_is_near_that_of_fastchess(results, los):
    """fastchess measures the variance about the mean, we about 1/2: they differ a little."""
    assert likelihood_of_superiority(results) == pytest.approx(los, abs=0.001)


# Nothing, all of one kind, one-sided


@pytest.mark.parametrize("none", [Trinomial(), Pentanomial()])
def test_without_games_nothing_is_known(none):
    assert (none.games, none.score, none.variance) == (0, 0.5, 0)
    estimate = elo_estimate(none)
    assert (estimate.value, estimate.low, estimate.high) == (0, -math.inf, math.inf)
    normalised = normalised_elo_estimate(none)
    assert (normalised.value, normalised.low, normalised.high) == (0, -math.inf, math.inf)
    assert likelihood_of_superiority(none) == 0.5


def test_all_games_won_bound_the_strength_from_below_only():
    """Clopper and Pearson (1934): 10 of 10 successes leave 69.15% possible at 95%."""
    estimate = elo_estimate(Trinomial(wins=10))
    assert estimate.value == estimate.high == math.inf
    assert score_of_elo(estimate.low) == pytest.approx(0.6915, abs=5e-5)
    assert likelihood_of_superiority(Trinomial(wins=10)) > 0.999
    assert normalised_elo_estimate(Trinomial(wins=10)).value == math.inf


def test_all_pairs_even_is_no_certainty():
    few, many = (score_estimate(Pentanomial(even=n)) for n in (5, 500))
    assert few.value == many.value == 0.5
    assert few.low < many.low < 0.5 < many.high < few.high


def test_first_move_advantage_counts_the_first_player():
    black = Trinomial(wins=280, draws=20, losses=200)
    estimate = first_move_advantage(black)
    assert estimate.value == 0.58
    assert estimate.low > 0.5
    assert first_move_advantage(black.reversed()).value == pytest.approx(0.42)


def test_time_use():
    use = time_use([(1.0, 4.0), (6.0, -1.0), (2.0, 3.0)])
    assert (use.moves, use.mean, use.median, use.maximum, use.total) == (3, 3.0, 2.0, 6.0, 9.0)
    assert (use.margin, use.overruns) == (-1.0, 1)
    assert time_use([]).margin == math.inf
    assert time_use([]).moves == 0


# Properties


@given(st.floats(-1500, 1500))
def test_score_and_elo_are_inverse(elo):
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)


@given(st.floats(allow_nan=False))
def test_any_elo_has_a_score(elo):
    assert 0 <= score_of_elo(elo) <= 1


@given(results)
def test_the_opponent_sees_the_same_match_mirrored(results):
    mine, theirs = elo_estimate(results), elo_estimate(results.reversed())
    assert theirs.value == pytest.approx(-mine.value)
    assert theirs.low == pytest.approx(-mine.high)
    los = likelihood_of_superiority(results)
    assert likelihood_of_superiority(results.reversed()) == pytest.approx(1 - los)


@given(results)
def test_an_interval_holds_its_value_and_grows_with_confidence(results):
    narrow, wide = score_estimate(results, 0.8), score_estimate(results, 0.99)
    assert 0 <= wide.low <= narrow.low <= narrow.value + 1e-12
    assert narrow.value - 1e-12 <= narrow.high <= wide.high <= 1


@given(st.lists(st.tuples(*[st.sampled_from([0, 0.5, 1])] * 2), max_size=50))
def test_games_and_pairs_of_the_same_match_agree_on_the_score(pairs):
    single = Trinomial.of(score for pair in pairs for score in pair)
    paired = Pentanomial.of(pairs)
    assert single.games == paired.games == 2 * len(pairs)
    assert single.score == pytest.approx(paired.score)


@given(trinomials, trinomials)
def test_counts_add_up(a, b):
    assert (a + b).games == a.games + b.games
    assert (a + b).reversed() == a.reversed() + b.reversed()


def test_what_is_no_result_is_refused():
    with pytest.raises(ValueError, match="negative"):
        Trinomial(wins=-1)
    with pytest.raises(ValueError, match=r"0\.7"):
        Trinomial.of([0.7])
    with pytest.raises(ValueError, match="confidence"):
        score_estimate(Trinomial(1, 1, 1), 95)
