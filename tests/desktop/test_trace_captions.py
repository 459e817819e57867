"""What is said of every step."""

import re

import pytest

from tests.desktop.trace_films import KINDS, film_of, is_pruned
from wuzi.desktop.trace.captions import (
    caption,
    cut_reason,
    describe,
    node_label,
    value_label,
    window_label,
)
from wuzi.rules import point_name
from wuzi.textbook.trace import Kind, Step
from wuzi.textbook.values import INFINITY, WIN


def captions(kind, **limits):
    made = film_of(kind, **limits)
    return [caption(made, at, pruning=is_pruned(kind)) for at in range(len(made) + 1)]


def at_step(made, step):
    return [at for at, kind in enumerate(made.trace.step, 1) if kind == step]


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_has_a_few_sentences_with_nothing_left_open(kind):
    for told in captions(kind):
        assert 1 <= len(re.findall(r"\. |\.$", told.text)) <= 3
        assert "{" not in told.text
        assert told.text.endswith(".")
        assert told.text[0].isupper() or re.match(r"[a-z]+\d+ ", told.text)


def test_the_first_and_the_last_step():
    told = captions("alphabeta")
    assert told[0].tone == "start"
    assert "Black is to move" in told[0].text
    assert "3 moves ahead" in told[0].text
    assert told[1].text.endswith("the window is open, from −∞ to +∞.")
    made = film_of("alphabeta")
    best = point_name(made.trace.line()[0])
    value = value_label(made.trace.value[0])
    assert told[-1].tone == "done"
    assert f"{best} is the best for Black, worth {value}" in told[-1].text
    assert f"{len(made.trace)} positions were looked at" in told[-1].text


@pytest.mark.parametrize("kind", ["alphabeta", "table", "worst"])
def test_a_cut_names_who_would_not_come_here_and_why(kind):
    made, told = film_of(kind), captions(kind)
    cuts = at_step(made, Step.CUT)
    assert cuts
    for at in cuts:
        node = made.trace.step_node[at - 1]
        refuge = made.refuge(node)
        text = told[at].text
        assert told[at].tone == "cut"
        assert point_name(made.trace.move[refuge]) in text
        assert value_label(made.trace.value_for_root(refuge)) in text
        chooser = "Black" if made.turn(made.trace.parent[refuge]) == 1 else "White"
        said = f"{chooser} already has" if chooser == "Black" else f"{chooser} can play"
        assert said in text
        count = made.trace.cut_count[node]
        word = "cut off" if count else "last move here anyway"
        assert word in text
        assert cut_reason(made, node).startswith(f"{chooser} prefers ")


def test_a_better_move_says_which_end_of_the_window_moves():
    made, told = film_of("alphabeta"), captions("alphabeta")
    moved = 0
    for at in at_step(made, Step.LEAVE)[:-1]:
        above = made.trace.parent[made.trace.step_node[at - 1]]
        before, now = made.window_for_root(above, at - 1), made.window_for_root(above, at)
        text = told[at].text
        if now[0] >= now[1]:
            assert "is closed" in text
        elif now[0] > before[0]:
            assert f"alpha rises to {value_label(now[0])}" in text
            moved += 1
        elif now[1] < before[1]:
            assert f"beta falls to {value_label(now[1])}" in text
            moved += 1
        else:
            assert "alpha rises" not in text
            assert "beta falls" not in text
            assert "No better" in text or "no help" in text
    assert moved >= 3


def test_minimax_is_told_without_a_window():
    told = captions("minimax")
    assert "Minimax looks at every line of play" in told[1].text
    for word in ("alpha", "beta", "window", "cut"):
        assert not any(word in each.text for each in told)


def test_the_ends_of_games_and_what_the_table_knew_are_told():
    made, told = film_of("win"), captions("win")
    assert any("five in a row: +W3 for Black" in each.text for each in told)
    assert Kind.END in made.trace.kind
    made, told = film_of("table"), captions("table")
    hits = [n for n in range(len(made.trace)) if made.trace.kind[n] == Kind.HIT]
    assert hits
    for node in hits:
        assert "The table knows this position" in told[made.entered[node]].text


def test_a_recording_broken_off_says_so_at_its_end():
    told = captions("alphabeta", max_nodes=20)
    assert "The recording ends here, after 20 positions" in told[-1].text
    assert not any("recording ends" in each.text for each in told[:-1])


@pytest.mark.parametrize("kind", KINDS)
def test_nodes_are_described_at_every_moment(kind):
    made = film_of(kind)
    for at in {1, len(made) // 2, len(made)}:
        for node in range(made.counts(at).nodes):
            text = describe(made, node, at, pruning=is_pruned(kind))
            assert ("worth" in text) == made.is_finished(node, at)
            assert ("cut off" in text) == made.is_cut(node, at)
            if made.is_finished(node, at):
                assert node_label(made, node) in text


def test_values_in_few_letters():
    assert value_label(0) == "0"
    assert value_label(1 - WIN) == "−W1"
    assert window_label(-INFINITY, 3) == "[−∞, +3]"
