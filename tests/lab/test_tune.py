"""Tuners on objectives that are known, and tuning by games: its history, resumed and refused."""

from __future__ import annotations

import errno
import json
import math
import os
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arena.matches import Inline
from wuzi.arena.journal import read_journal
from wuzi.arena.statistics import Sprt, Trinomial
from wuzi.errors import ParseError, RecordError, SettingsError, WuziError
from wuzi.lab.tunables import Parameter, Point, parse_parameter, player_of, start_of
from wuzi.lab.tune import confirmation, run_tune, tables_in
from wuzi.lab.tune_figures import figures_of, write_figures
from wuzi.lab.tune_history import History
from wuzi.lab.tune_spec import Duelled, Tuned, TuneSpec
from wuzi.lab.tuners import METHODS, Coordinate, Duel, OptunaTuner, Spsa, Tuner, make_tuner
from wuzi.players import make_thinker, parse_who
from wuzi.rules import FREESTYLE
from wuzi.textbook import GreedyThinker, SearchThinker
from wuzi.textbook.scores import SHAPES, load_scores

X = Parameter("x", 0.0, 10.0)
Y = Parameter("y", -1.0, 1.0)
PEAK = (7.0, 0.25)


def value(point: Point, peak: Point = PEAK, space: tuple[Parameter, ...] = (X, Y)) -> float:
    """A quadratic that falls off from its peak, alike in all parameters' units."""
    return -sum(
        (one.unit(at) - one.unit(best)) ** 2
        for one, at, best in zip(space, point, peak, strict=True)
    )


def played(duel: Duel, games: int, dice: random.Random) -> float:
    """The score of so many games whose chances the objective gives, as for Elo."""
    chance = 1 / (1 + math.exp(-8 * (value(duel.a) - value(duel.b))))
    return sum(dice.random() < chance for _ in range(games)) / games


def run(tuner: Tuner, score: Callable[[Duel], float]) -> list[Duel]:
    duels = []
    while (duel := tuner.ask()) is not None:
        assert tuner.ask() == duel  # asking changes nothing
        duels.append(duel)
        tuner.tell(score(duel))
    return duels


def off(point: Point) -> float:
    """How far from the peak, in units."""
    return math.sqrt(-value(point))


# Tuners


def test_spsa_finds_the_peak_of_a_noisy_quadratic() -> None:
    starts = [(0.0, -1.0), (10.0, 1.0), (1.0, 0.9)]
    for start in starts:
        ends = []
        for seed in range(8):
            dice = random.Random(seed)
            tuner = Spsa((X, Y), start, 200, seed=seed)
            run(tuner, lambda duel, dice=dice: played(duel, 40, dice))  # type: ignore[misc]
            ends.append(off(tuner.best))
        assert off(start) > 0.4
        assert sum(ends) / len(ends) < 0.12
        assert max(ends) < 0.3


def test_coordinate_search_finds_the_peak_of_a_grid() -> None:
    space = (Parameter("x", 0.0, 10.0, 1.0), Parameter("y", -1.0, 1.0, 0.25))
    for start in ((0.0, -1.0), (10.0, 1.0), (3.0, 0.0)):
        tuner = Coordinate(space, start, 200)
        duels = run(tuner, lambda duel: 0.5 + (value(duel.a) - value(duel.b)) / 10)
        assert tuner.best == PEAK
        # Each grid once, and x again since y has changed; the start's values are not played.
        assert len(duels) == 10 + 8 + 10
        assert all(sum(p != q for p, q in zip(*duel, strict=True)) == 1 for duel in duels)


def test_coordinate_search_leaves_a_start_that_chance_alone_beats() -> None:
    space = (Parameter("x", 0, 9, 1, whole=True),)
    lucky = random.Random(1)
    tuner = Coordinate(space, (4,), 100, margin=0.5 / 400**0.5)
    run(tuner, lambda _: 0.5 + lucky.uniform(-0.02, 0.02))
    assert tuner.best == (4,)


def test_optuna_finds_the_peak() -> None:
    dice = random.Random(5)
    tuner = OptunaTuner((X, Y), (0.0, -1.0), 60, seed=3)
    duels = run(tuner, lambda duel: played(duel, 40, dice))
    assert len(duels) == 60
    assert all(duel.b == (0.0, -1.0) for duel in duels)
    assert off(tuner.best) < 0.3


def test_optuna_keeps_a_start_that_nothing_beats() -> None:
    tuner = OptunaTuner((X, Y), PEAK, 30, seed=3)
    run(tuner, lambda duel: 0.5 + (value(duel.a) - value(duel.b)) / 10)
    assert tuner.best == PEAK


@pytest.mark.parametrize("method", METHODS)
@given(
    steps=st.integers(1, 25),
    seed=st.integers(0, 1000),
    start=st.tuples(st.floats(-2, 2), st.integers(1, 7)),
    reply=st.sampled_from([0.0, 0.5, 1.0, None]),
)
def test_budget_and_bounds_are_kept_and_it_can_be_told_again(
    method: str, steps: int, seed: int, start: tuple[float, int], reply: float | None
) -> None:
    space = (Parameter("a", -2.0, 2.0), Parameter("b", 1, 7, whole=True))
    dice = random.Random(seed)
    first = make_tuner(method, space, start, steps, seed=seed, games=10)
    told: list[float] = []

    def score(duel: Duel) -> float:
        told.append(dice.random() if reply is None else reply)
        return told[-1]

    duels = run(first, score)
    assert len(duels) <= steps
    if method == "spsa":
        assert len(duels) == steps
    for point in (*(point for duel in duels for point in duel), first.best):
        for one, at in zip(space, point, strict=True):
            assert one.low <= at <= one.high
        assert isinstance(point[1], int)
    assert all(duel.a != duel.b for duel in duels)
    again = make_tuner(method, space, start, steps, seed=seed, games=10)
    replies = iter(told)
    assert run(again, lambda _: next(replies)) == duels
    assert again.best == first.best


def test_spsa_moves_whole_numbers_and_logarithms() -> None:
    space = (Parameter("cap", 1, 7, whole=True), Parameter("scores.one", 1, 10**6, whole=True))
    assert space[1].logarithmic
    tuner = Spsa(space, (1, 1000), 60, seed=1)
    target = (5, 20)

    def score(duel: Duel) -> float:
        lead = value(duel.a, target, space) - value(duel.b, target, space)
        return 1 / (1 + math.exp(-4 * lead))

    run(tuner, score)
    assert tuner.best[0] == 5
    assert abs(space[1].unit(tuner.best[1]) - space[1].unit(20)) < 0.05


# Parameters


@given(st.floats(0, 1), st.floats(0, 1))
def test_units_are_in_order_and_back_again(one: float, other: float) -> None:
    for parameter in (X, Y, Parameter("n", 3, 90, whole=True), Parameter("s", 5, 9, 2, whole=True)):
        low, high = parameter.at(min(one, other)), parameter.at(max(one, other))
        assert parameter.low <= low <= high <= parameter.high
        assert parameter.at(parameter.unit(low)) == low
        fine = max(parameter.resolution, 0.001) * 0.51
        assert abs(parameter.unit(parameter.at(one)) - one) <= fine + 0.01


def test_grids() -> None:
    assert parse_parameter("a=0.2:1.3:0.5").values() == (0.2, 0.7, 1.2)
    assert parse_parameter("a=1:3").values() == (1, 2, 3)  # 1.5 and 2.5 are no whole numbers
    assert parse_parameter("a=0.0:1.0").values() == (0.0, 0.25, 0.5, 0.75, 1.0)
    assert parse_parameter("a=10:100000").values() == (10, 100, 1000, 10000, 100000)
    assert parse_parameter(" greedy.defence = .5 : 1.5 ").name == "greedy.defence"


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("defence", "tune.form"),
        ("defence=1", "tune.form"),
        ("defence=a:b", "tune.form"),
        ("defence=1:2:3:4", "tune.form"),
        ("=1:2", "tune.form"),
        ("defence=2:2", "tune.bounds"),
        ("defence=0.0:1.0:0", "tune.step"),
        ("defence=0.0:1.0:-0.5", "tune.step"),
        ("defence=0.0:1.0:1.5", "tune.step"),
        ("defence=1e3:2e3", "tune.form"),
    ],
)
def test_ranges_that_are_none(text: str, id: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_parameter(text)
    assert caught.value.id == id


def test_a_player_of_a_point(tmp_path: Path) -> None:
    space = (parse_parameter("defence=1.0:1.2"), parse_parameter("scores.four=100:90000"))
    start = start_of("textbook:alphabeta,evaluation=lines,depth=3", space)
    assert start == (1.0, load_scores("lines").four)
    text = player_of("textbook:alphabeta,evaluation=lines,depth=3", space, (1.15, 700), tmp_path)
    thinker = make_thinker(parse_who(text))
    assert isinstance(thinker, SearchThinker)
    assert (thinker.options.defence, thinker.options.depth) == (1.15, 3)
    table = thinker.options.score_table()
    # No shape is worth more than a better one: open_three was 10000.
    assert (table.four, table.open_three, table.three) == (700, 700, 600)
    assert table.straight_four == load_scores("lines").straight_four
    greedy = make_thinker(parse_who(player_of("textbook:greedy", space[1:], (20_000,), tmp_path)))
    assert isinstance(greedy, GreedyThinker)
    assert [getattr(greedy.scores, shape) for shape in SHAPES][2] == 20_000


def test_starts() -> None:
    assert start_of("textbook:greedy,greedy.defence=0.4", [parse_parameter("defence=0.0:1.0")]) == (
        0.4,
    )
    assert start_of("textbook:greedy", [parse_parameter("greedy.defence=0.0:0.5")]) == (0.5,)
    assert start_of("wuzi,nodes=200", [parse_parameter("futility=50:400")]) == (160,)
    for who, what, id in (
        ("textbook:greedy", "depth=1:5", "tune.unknown"),
        ("textbook:greedy", "scores.six=1:5", "tune.unknown"),
        ("textbook:alphabeta", "ordering=1:5", "tune.unknown"),
        ("textbook:alphabeta", "depth=1.0:5.0", "tune.whole"),
        ("level:3", "seed=1:5", "tune.unknown"),
    ):
        with pytest.raises(WuziError) as caught:
            start_of(who, [parse_parameter(what)])
        assert caught.value.id == id


def test_switches_of_the_engine_become_a_player(tmp_path: Path) -> None:
    space = [parse_parameter("futility=50:400")]
    text = player_of("wuzi,nodes=200", space, (90,), tmp_path)
    assert "futility=90" in text
    assert "nodes=200" in text


# Tuning by games


def spec(**changes: object) -> TuneSpec:
    fields: dict[str, object] = {
        "player": "textbook:greedy",
        "parameters": (parse_parameter("defence=0.0:1.0:0.5"),),
        "games": 2,
        "steps": 2,
        "size": 9,
        "max_moves": 12,
        "openings": "builtin:freestyle15",
    }
    fields |= {"openings": ""} | changes
    return TuneSpec(**fields)  # type: ignore[arg-type]


def test_the_history_is_the_same_and_can_be_gone_on_with(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    seen: list[Duelled] = []
    tuned = run_tune(spec(), whole, executor=Inline(), on_step=seen.append)
    assert tuned.steps == seen
    assert [step.a for step in seen] == [{"defence": 0.0}, {"defence": 0.5}]
    assert all(step.b == {"defence": 0.8} for step in seen)
    assert all(step.results.games == 2 for step in seen)
    kept = (whole / "tune.jsonl").read_bytes()
    assert kept.count(b"\n") == 3

    # Broken off in the middle of a line, with the games of that duel played by half.
    part = tmp_path / "part"
    run_tune(spec(steps=1), part, executor=Inline())
    with (part / "tune.jsonl").open("ab") as file:
        file.write(b'{"step":2,"a":{"def')
    seen.clear()
    again = run_tune(spec(), part, executor=Inline(), resume=True, on_step=seen.append)
    assert (part / "tune.jsonl").read_bytes() == kept
    assert again.steps == seen == tuned.steps

    # Gone on with though it is finished, nothing is played.
    played_before = (part / "games" / "00002.jsonl").read_bytes()
    run_tune(spec(), part, executor=Inline(), resume=True)
    assert (part / "games" / "00002.jsonl").read_bytes() == played_before
    records = read_journal(part / "games" / "00001.jsonl").records
    assert {records[0].black_name, records[0].white_name} == {"defence=0.0", "defence=0.8"}

    for changes in ({"seed": 2}, {"games": 4}, {"method": "spsa"}, {"max_moves": 14}):
        with pytest.raises(RecordError) as caught:
            run_tune(spec(**changes), part, executor=Inline(), resume=True)
        assert caught.value.id == "tune.other"
    with pytest.raises(RecordError) as caught:
        run_tune(spec(), part, executor=Inline())
    assert caught.value.id == "tune.exists"


def lines(folder: Path) -> list[str]:
    return (folder / "tune.jsonl").read_text().splitlines(keepends=True)


def test_a_history_that_was_changed_is_refused(tmp_path: Path) -> None:
    run_tune(spec(steps=1), tmp_path, executor=Inline())
    head, first = lines(tmp_path)
    other = json.loads(first) | {"a": {"defence": 0.3}}
    for text, id in (
        (head + json.dumps(other) + "\n", "tune.history"),
        (head + "{}\n", "tune.line"),
        (head + first.replace('"wins":', '"wins":-1'), "tune.line"),
        ("nonsense\n", "tune.no_history"),
        ('{"wuzi-match":1}\n', "tune.no_history"),
    ):
        (tmp_path / "tune.jsonl").write_text(text)
        with pytest.raises(RecordError) as caught:
            run_tune(spec(), tmp_path, executor=Inline(), resume=True)
        assert caught.value.id == id


def test_a_full_disk_is_one_sentence_and_leaves_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with History.open(tmp_path, {"seed": 1}) as history:
        history.add({"step": 1, "a": {}, "b": {}, "wins": 1, "draws": 0, "losses": 0})
        kept = (tmp_path / "tune.jsonl").read_bytes()

        def full(handle: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(RecordError, match="No space left"):
            history.add({"step": 2})
        monkeypatch.undo()
    assert (tmp_path / "tune.jsonl").read_bytes() == kept
    with History.open(tmp_path, {"seed": 1}, resume=True) as history:
        assert [line["step"] for line in history.lines] == [1]


class CtrlC(Inline):
    """Is interrupted before the game of that number."""

    def __init__(self, after: int) -> None:
        self.left = after

    def submit(self, job, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().submit(job, *args, **kwargs)


@pytest.mark.parametrize("after", [0, 1, 3])
def test_ctrl_c_keeps_what_is_there(tmp_path: Path, after: int) -> None:
    tuned = run_tune(spec(), tmp_path, executor=CtrlC(after))
    assert tuned.interrupted
    assert len(lines(tmp_path)) == 1 + len(tuned.steps) < 3
    again = run_tune(spec(), tmp_path, executor=Inline(), resume=True)
    assert not again.interrupted
    assert len(again.steps) == 2


def test_processes_of_our_own_and_the_confirmation(tmp_path: Path) -> None:
    table = spec(parameters=(parse_parameter("scores.open_three=500:20000:19500"),), steps=1)
    tuned = run_tune(table, tmp_path, workers=2)
    (step,) = tuned.steps
    assert step.a == {"scores.open_three": 500}
    assert len(list(tables_in(tmp_path).glob("*.toml"))) == 3  # those of the bounds, and the start
    tuned.best = (500,)
    match, journal = confirmation(tuned, tmp_path, games=10, sprt=Sprt(0, 30))
    assert journal.name == "confirm-00001.jsonl"
    assert (match.games, match.sprt, match.rule, match.size) == (10, Sprt(0, 30), FREESTYLE, 9)
    assert match.names == {"A": "scores.open_three=500", "B": "scores.open_three=10000"}
    thinker = make_thinker(parse_who(match.a.who))
    assert isinstance(thinker, GreedyThinker)
    assert thinker.scores.open_three == 500
    assert match.seed != table.match(Duel((500,), (10_000,)), 1, tmp_path).seed


def test_what_makes_no_tuning(tmp_path: Path) -> None:
    twice = (parse_parameter("defence=0.0:1.0"),) * 2
    for changes, id in (
        ({"parameters": ()}, "tune.nothing"),
        ({"parameters": twice}, "tune.twice"),
        ({"steps": 0}, "tune.steps"),
    ):
        with pytest.raises(SettingsError) as caught:
            spec(**changes)
        assert caught.value.id == id
    for changes, id in (
        ({"method": "guess"}, "tune.method"),
        ({"games": 3}, "match.games"),
        ({"player": "textbook:random"}, "tune.unknown"),
        ({"parameters": (parse_parameter("defence=1.0:3.0"),)}, "option.value"),
        ({"openings": "no such file"}, ""),
    ):
        with pytest.raises(WuziError) as raised:
            run_tune(spec(**changes), tmp_path / "new", executor=Inline())
        assert not id or raised.value.id == id
        assert not (tmp_path / "new" / "tune.jsonl").exists()
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError):
        run_tune(spec(), tmp_path / "file", executor=Inline())


def test_without_optuna_it_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "optuna", None)
    with pytest.raises(SettingsError, match="pip install 'wuzi\\[tune\\]'"):
        OptunaTuner((X,), (1.0,), 5)


# Figures


def history(*names: str) -> Tuned:
    space = tuple(parse_parameter(f"{name}=0.0:2.0") for name in names)
    start = dict.fromkeys(names, 0.5)
    best = start | {names[0]: 1.5}
    steps = [
        Duelled(1, {**start, names[0]: 1.0}, start, Trinomial(3, 0, 3), start),
        Duelled(2, best, start, Trinomial(5, 0, 1), best),
    ]
    point = tuple(best.values())
    return Tuned(TuneSpec("textbook:greedy", space), tuple(start.values()), point, steps)


def test_figures_of_one_parameter_and_of_several(tmp_path: Path) -> None:
    alone = figures_of(history("defence"))
    assert alone["values"].series[0].y == (0.5, 0.5, 1.5)
    assert alone["scores"].series[0].x == (1.0, 1.5)
    assert alone["scores"].reference == 0.5
    both_sides_new = history("defence")
    both_sides_new.spec = replace(both_sides_new.spec, method="spsa")
    assert figures_of(both_sides_new)["scores"].series[0].x == (1, 2)
    both = figures_of(history("defence", "scores.one"))
    assert [series.y for series in both["values"].series] == [(0.25, 0.25, 0.75), (0.25,) * 3]
    assert both["scores"].series[0].x == (1, 2)
    for path in write_figures(history("defence"), tmp_path):
        assert b"<svg" in path.read_bytes()
    with pytest.raises(RecordError):
        write_figures(history("defence"), tmp_path / "missing")


def test_two_tunings_do_not_share_a_folder(tmp_path: Path) -> None:
    with (
        History.open(tmp_path, {"seed": 1}),
        pytest.raises(RecordError, match="another program is writing"),
    ):
        History.open(tmp_path, {"seed": 1}, resume=True)
