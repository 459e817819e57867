"""The sequential test: published likelihood ratios, exact cases, and its error rates."""

import importlib.util
import math
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.arena.statistics import Decision, EloModel, Pentanomial, Sprt, Trinomial
from wuzi.arena.statistics.elo import NORMALISED_UNIT
from wuzi.errors import SettingsError

LOGISTIC, NORMALISED = EloModel.LOGISTIC, EloModel.NORMALISED
counts = st.integers(0, 300)
results = st.builds(Trinomial, counts, counts, counts) | st.builds(
    Pentanomial, counts, counts, counts, counts, counts
)
tests = st.builds(
    Sprt, st.floats(-60, -1), st.floats(0, 80), model=st.sampled_from([LOGISTIC, NORMALISED])
)


# Published figures


@pytest.mark.parametrize(
    ("alpha", "beta", "lower", "upper"),
    [(0.05, 0.05, -2.944, 2.944), (0.01, 0.01, -4.595, 4.595), (0.05, 0.1, -2.251, 2.890)],
)
def test_bounds(alpha, beta, lower, upper):
    """Wald (1945), section 3: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha)."""
    test = Sprt(0, 5, alpha, beta)
    assert test.lower == pytest.approx(lower, abs=5e-4)
    assert test.upper == pytest.approx(upper, abs=5e-4)


@pytest.mark.parametrize(
    ("results", "elo0", "elo1", "model", "llr"),
    [
        (Trinomial(36433, 68692, 36027), 0, 2, NORMALISED, 0.92),
        (Trinomial(10871, 20431, 10650), -1.75, 0.25, NORMALISED, 2.30),
        (Trinomial(21404, 40708, 21184), 0.5, 2.5, LOGISTIC, -1.57),
        (Trinomial(57433, 106593, 57030), 0, 2, LOGISTIC, -2.59),
        (Pentanomial(365, 16618, 36029 + 200, 16974, 390), 0, 2, NORMALISED, 2.25),
        (Pentanomial(127, 4883, 10311 + 401, 5150, 104), -1.75, 0.25, NORMALISED, 3.01),
        (Pentanomial(223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, LOGISTIC, -3.07),
        (Pentanomial(871, 26175, 55003 + 980, 26678, 821), 0, 2, LOGISTIC, -4.98),
    ],
)
def test_likelihood_ratios_are_those_of_fastchess(results, elo0, elo1, model, llr):
    """The figures of fastchess's own tests (app/tests/sprt_test.cpp)."""
    assert Sprt(elo0, elo1, model=model).llr(results) == pytest.approx(llr, abs=0.006)


def test_likelihood_ratio_of_a_fishtest_run():
    """A raw statistics page of a fishtest server (montytest, run 69d3c8dc7c5b3724e29d2712)."""
    run = Pentanomial(13, 37, 50, 25, 3)
    assert Sprt(0, 4, model=NORMALISED).llr(run) == pytest.approx(-0.54912, abs=5e-6)
    # The page gives its logistic bound to three digits only.
    assert Sprt(0, 2.716, model=LOGISTIC).llr(run) == pytest.approx(-0.53772, abs=1e-4)


# Cases that can be worked out by hand


def test_all_games_won_under_logistic_elo():
    """To explain wins alone, H must put its score on winning: n ln(score1 / score0)."""
    test = Sprt(0, 100)
    expected = 10 * math.log((1 / (1 + 10**-0.25)) / 0.5)
    assert test.llr(Trinomial(wins=10)) == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("games_each", [1, 2])
def test_all_games_won_under_normalised_elo(games_each):
    """With wins and losses only, a lead t is a mean of 1/2 + t / (2 sqrt(1 + t * t))."""
    t = 5 / NORMALISED_UNIT * math.sqrt(games_each)
    won = Trinomial(wins=104) if games_each == 1 else Pentanomial(ww=104)
    expected = 104 * math.log(1 + t / math.sqrt(1 + t * t))
    assert Sprt(0, 5, model=NORMALISED).llr(won) == pytest.approx(expected, rel=1e-3)


def test_all_games_drawn_speak_for_equality():
    """The least share of wins that makes a lead t among draws is t * t / (1 + t * t)."""
    t = 50 / NORMALISED_UNIT
    drawn = Trinomial(draws=1000)
    expected = -1000 * math.log(1 + t * t)
    assert Sprt(0, 50, model=NORMALISED).llr(drawn) == pytest.approx(expected, rel=1e-2)
    assert Sprt(0, 50, model=NORMALISED).decide(drawn) == Decision.H0


@pytest.mark.parametrize("none", [Trinomial(), Pentanomial()])
def test_without_games_it_goes_on(none):
    assert Sprt(0, 5).llr(none) == 0
    assert Sprt(0, 5).decide(none) == Decision.CONTINUE


def test_decisions():
    test = Sprt(0, 50)
    assert test.decide(Trinomial(300, 0, 200)) == Decision.H1
    assert test.decide(Trinomial(200, 0, 300)) == Decision.H0
    assert test.decide(Trinomial(30, 0, 27)) == Decision.CONTINUE


# Properties


@given(tests, results)
def test_any_results_have_a_finite_ratio(test, results):
    assert math.isfinite(test.llr(results))


@given(tests, results)
def test_from_the_other_side_the_hypotheses_change_places(test, results):
    mirrored = Sprt(-test.elo1, -test.elo0, model=test.model)
    assert mirrored.llr(results.reversed()) == pytest.approx(-test.llr(results), abs=1e-5)


@given(tests, results)
def test_a_win_never_speaks_against_the_stronger_hypothesis(test, results):
    if isinstance(results, Trinomial) and test.model == LOGISTIC and min(results.counts) > 0:
        assert test.llr(results + Trinomial(wins=1)) > test.llr(results + Trinomial(losses=1))


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 40), st.floats(-100, 100))
def test_the_most_likely_distribution_beats_any_other_found_by_search(w, d, loss, elo):
    """An oracle: of all chances of a draw, try a thousand; the score fixes the rest."""
    score = 1 / (1 + 10 ** (-elo / 400))

    def likelihood(draw):
        win = score - draw / 2
        return w * math.log(win) + d * math.log(draw) + loss * math.log(1 - win - draw)

    top = 2 * min(score, 1 - score)
    best = max(likelihood(top * i / 1000) for i in range(1, 1000))
    games = w + d + loss
    free = sum(n * math.log(n / games) for n in (w, d, loss))
    # Against a hypothesis that fits the results exactly, the LLR is how much worse this one is.
    seen = 400 * math.log10((w + d / 2) / (loss + d / 2))
    if abs(seen - elo) > 1e-6:
        test = Sprt(min(seen, elo), max(seen, elo))
        found = free - abs(test.llr(Trinomial(w, d, loss)))
        assert best <= found + 1e-9
        assert found == pytest.approx(best, abs=0.01)


@pytest.mark.parametrize(
    "settings",
    [
        {"elo0": 5, "elo1": 5},
        {"elo0": 5, "elo1": 0},
        {"elo0": 0, "elo1": math.inf},
        {"elo0": 0, "elo1": 5, "alpha": 0},
        {"elo0": 0, "elo1": 5, "alpha": 0.5, "beta": 0.5},
    ],
)
def test_what_makes_no_test_is_refused(settings):
    with pytest.raises(SettingsError) as caught:
        Sprt(**settings)
    assert "SPRT" in str(caught.value)


# The promise itself; benchmarks/sprt_simulation.py measures it with ten thousand runs.


@pytest.fixture(scope="module")
def simulation():
    path = Path(__file__).parents[2] / "benchmarks" / "sprt_simulation.py"
    spec = importlib.util.spec_from_file_location("sprt_simulation", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_error_rates_are_within_the_nominal_ones(simulation):
    rows = simulation.error_rates(runs=200, seed=3)
    assert len(rows) == 8
    for counts, model, truth, wrong, games in rows:
        # Four standard deviations of 200 tries above 5%.
        assert wrong <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / 200), (counts, model, truth)
        assert 50 < games < 1000


def test_the_elo_interval_covers_the_truth(simulation):
    for counts, elo, share in simulation.coverages(runs=400, seed=3, games=200):
        assert abs(share - 0.95) <= 4 * math.sqrt(0.05 * 0.95 / 400), (counts, elo)


def test_simulated_worlds_have_the_strength_they_are_asked_for(simulation):
    world = simulation.world_of(simulation.pairs_of_games, 30, NORMALISED)
    assert sum(world.chances) == pytest.approx(1)
    assert (world.score - 0.5) / world.deviation * NORMALISED_UNIT == pytest.approx(30)
