import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.arena.adjudication import Adjudication, DrawRule, ResignRule, verdict
from wuzi.errors import SettingsError
from wuzi.rules import BLACK, EMPTY, WHITE, Reason, Score

scores = st.lists(
    st.none()
    | st.integers(-1000, 1000).map(Score)
    | st.integers(1, 9).map(lambda n: Score(9999, n))
    | st.integers(1, 9).map(lambda n: Score(-9999, -n)),
    max_size=12,
)
rules = st.builds(
    Adjudication,
    st.none() | st.integers(1, 20),
    st.none() | st.builds(ResignRule, st.integers(1, 4), st.integers(0, 900), st.booleans()),
    st.none() | st.builds(DrawRule, st.integers(0, 20), st.integers(1, 4), st.integers(0, 900)),
)


@given(scores)
def test_without_rules_every_game_goes_on(said):
    assert verdict(Adjudication(), len(said), said) is None


@given(rules, scores)
def test_a_verdict_is_for_whom_the_scores_are(rule, said):
    outcome = verdict(rule, len(said), said)
    if outcome is not None:
        assert outcome.reason is Reason.ADJUDICATION
        assert outcome.detail
        mover = BLACK if len(said) % 2 else WHITE
        assert outcome.winner in (EMPTY, 3 - mover)
        if outcome.winner != EMPTY:
            assert said[-1].value <= 0


@given(rules, scores, scores)
def test_what_was_said_long_ago_does_not_count(rule, before, said):
    before = before[: len(before) // 2 * 2]
    if len(said) >= 8:
        moves = 2 * len(before) + len(said)
        assert verdict(rule, moves, said) == verdict(rule, moves, before + said)


@pytest.mark.parametrize(
    ("said", "winner"),
    [
        ([0, -500, 0, -500], BLACK),
        ([-500, 0, -500, 0, -500], WHITE),
        ([0, -500, 0, -499], None),
        ([0, -500, 0, None, 0, -500], None),
        ([0, -500], None),
    ],
)
def test_resigning(said, winner):
    rule = Adjudication(resign=ResignRule(2, 500))
    said = [None if value is None else Score(value) for value in said]
    outcome = verdict(rule, len(said), said)
    assert (outcome and outcome.winner) == winner


def test_a_proved_loss_is_a_bad_score_and_a_proved_win_none():
    rule = Adjudication(resign=ResignRule(1, 10**9))
    assert verdict(rule, 1, [Score(-1, -4)]).winner == WHITE
    assert verdict(rule, 1, [Score(-(10**9), 3)]) is None


def test_both_sides_may_have_to_agree():
    rule = Adjudication(resign=ResignRule(2, 500, twosided=True))
    assert verdict(rule, 4, [Score(v) for v in (600, -600, 600, -600)]).winner == BLACK
    assert verdict(rule, 4, [Score(v) for v in (600, -600, 400, -600)]) is None
    assert verdict(rule, 4, [Score(600), Score(-600), None, Score(-600)]) is None
    assert verdict(rule, 3, [Score(v) for v in (-600, 600, -600)]) is None  # only one of the other


def test_even_scores_draw_late_games_only():
    rule = Adjudication(draw=DrawRule(number=10, count=2, score=5))
    even = [Score(v) for v in (5, -5, 0, 1)]
    assert verdict(rule, 9, even) is None
    assert verdict(rule, 10, even).winner == EMPTY
    assert verdict(rule, 10, even[1:]) is None
    assert verdict(rule, 10, [*even[1:], Score(6)]) is None
    assert verdict(rule, 10, [*even[1:], Score(0, 7)]) is None
    assert verdict(rule, 10, [*even[1:], None]) is None


def test_long_games_are_drawn():
    assert verdict(Adjudication(max_moves=5), 4, []) is None
    assert verdict(Adjudication(max_moves=5), 5, []).winner == EMPTY


@pytest.mark.parametrize(
    "make",
    [
        lambda: Adjudication(max_moves=0),
        lambda: ResignRule(0, 5),
        lambda: ResignRule(1, -5),
        lambda: DrawRule(-1, 1, 0),
        lambda: DrawRule(0, 0, 0),
        lambda: DrawRule(0, 1, -1),
    ],
)
def test_rules_that_make_no_sense(make):
    with pytest.raises(SettingsError, match=r"not (from )?(0|-\d)"):
        make()
