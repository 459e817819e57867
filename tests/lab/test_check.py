"""The positions of ``wuzi lab check``: every claim is proved; and players of all kinds on them."""

from __future__ import annotations

import sys
import time
from collections import Counter

import pytest

from tests.children import children
from tests.lab import claims
from wuzi.engine.proof import five_points
from wuzi.errors import EngineError, ParseError, WuziError
from wuzi.lab.check import (
    SOONEST,
    Answer,
    Problem,
    check,
    choose,
    flaw,
    ideas,
    problems,
    tally,
)
from wuzi.players import parse_who
from wuzi.rules import (
    EMPTY,
    PASS,
    Board,
    Point,
    parse_position,
    point_name,
    row_of,
)
from wuzi.rules.point import col_of
from wuzi.thinking import Limit

MOCK = f"{sys.executable} tests/mock_engine.py"
ALL = {problem.name: problem for problem in problems()}


def named(*names: str) -> list[Problem]:
    return [ALL[name] for name in names]


def board_of(problem: Problem) -> Board:
    """The position, with forbidden moves refused."""
    return parse_position(problem.stones, problem.size, problem.rule, problem.side)


def of_idea(idea: str) -> list[Problem]:
    return [problem for problem in problems() if problem.idea == idea]


# The claims


@pytest.mark.parametrize("problem", problems(), ids=lambda problem: problem.name)
def test_what_is_right_is_proved_of_every_legal_move(problem) -> None:
    board = board_of(problem)
    assert board.outcome is None
    assert claims.WAYS[problem.way](board) == problem.right


def test_there_are_enough_and_each_differs_in_name_and_position() -> None:
    assert len(problems()) >= 40
    assert len(ALL) == len(problems())
    places = {(p.rule, p.size, p.stones, p.side) for p in problems()}
    assert len(places) == len(problems())
    rules = Counter(problem.rule.name for problem in problems())
    assert all(rules[name] >= 9 for name in ("freestyle", "standard", "renju", "caro"))
    assert {problem.idea for problem in problems()} == {idea.name for idea in ideas()}


def test_every_text_is_there_in_both_languages() -> None:
    for text in [*(p.why for p in problems()), *(idea.title for idea in ideas())]:
        assert str(text)
        assert any("一" <= letter <= "鿿" for letter in text.read("zh_CN"))


def test_what_is_right_can_be_played() -> None:
    for problem in problems():
        assert not problem.right & set(board_of(problem).stones(1))
        assert problem.right <= set(board_of(problem).stones(EMPTY))


# What an idea promises of its positions


def makes_four(board: Board, p: Point) -> bool:
    return claims.after(board, p, lambda b: bool(five_points(b, 3 - b.turn, p)))


@pytest.mark.parametrize("problem", of_idea("own-win"), ids=lambda p: p.name)
def test_the_opponent_threatens_as_much(problem) -> None:
    assert claims.opponents_fives(board_of(problem))


@pytest.mark.parametrize("problem", of_idea("counter-four"), ids=lambda p: p.name)
def test_only_fours_defend(problem) -> None:
    board = board_of(problem)
    assert all(makes_four(board, p) for p in problem.right)


@pytest.mark.parametrize("problem", of_idea("four-three"), ids=lambda p: p.name)
def test_one_right_move_makes_four_and_three(problem) -> None:
    board = board_of(problem)
    assert any(makes_four(board, p) for p in problem.right)


@pytest.mark.parametrize("problem", of_idea("by-fours"), ids=lambda p: p.name)
def test_the_win_is_one_by_fours_and_takes_more_than_two_of_them(problem) -> None:
    found = claims.solve(board_of(problem), "vcf", verify=True)
    assert found.result == "win"
    assert found.verified
    assert len(found.line) >= 5


@pytest.mark.parametrize("problem", of_idea("earlier-win"), ids=lambda p: p.name)
def test_another_move_wins_as_well_but_later(problem) -> None:
    board = board_of(problem)
    others = [p for p in board.legal_points() if p not in problem.right]
    others.sort(key=lambda p: not makes_four(board, p))  # a win by fours is found soonest
    assert any(claims.after(board, p, claims.mover_wins) for p in others)


@pytest.mark.parametrize("problem", of_idea("edge"), ids=lambda p: p.name)
def test_stones_stand_at_the_edge(problem) -> None:
    board = board_of(problem)
    last = problem.size - 1
    taken = [p for colour in (1, 2) for p in board.stones(colour)]
    assert any({row_of(p), col_of(p)} & {0, 1, last} for p in taken)


@pytest.mark.parametrize("problem", of_idea("forbidden-trap"), ids=lambda p: p.name)
def test_black_may_not_stop_the_five(problem) -> None:
    board = board_of(problem)
    for p in problem.right:
        board.push(p)
        fives = five_points(board, 3 - board.turn, p)
        assert fives
        assert all(board.forbidden_kind(q) for q in fives)
        board.pop()


# Judging


def test_a_flaw_tells_what_is_wrong() -> None:
    def told(name: str, move: str) -> str:
        problem = ALL[name]
        found = flaw(problem, PASS if move == "pass" else problem.board().point(move))
        return "" if found is None else str(found)

    assert told("four-row", "l8") == ""
    assert told("four-row", "a1") == "after a1 the opponent has a five on l8; right is l8"
    assert told("four-row", "pass") == "a pass is not right, but l8"
    assert told("forbidden-three", "h8") == "h8 is forbidden to black: double-three"
    assert told("forbidden-three", "h10") == ""
    assert told("three-row", "a1") == "a1 is not right, but g8 k8"
    assert told("straight-row", "a1") == "a1 wins later than g8 k8, or not at all"


def test_moves_of_every_position_can_be_judged() -> None:
    for problem in problems():
        for p in [*problem.right, *list(board_of(problem).stones(EMPTY))[::5]]:
            found = flaw(problem, p)
            assert (found is None) == (p in problem.right)
            assert found is None or point_name(p) in str(found)


def test_the_tally_counts_by_idea() -> None:
    one, two, three = named("five-row", "five-gap", "four-row")
    wrong = WuziError("x", "x")
    answers = [Answer(one, 1, None, 0), Answer(two, 1, wrong, 0), Answer(three, None, wrong, 0)]
    found = [(row.idea.name, row.passed, row.total) for row in tally(answers)]
    assert found == [("five", 1, 2), ("block-four", 0, 1)]


def test_choosing() -> None:
    assert len(choose()) == len(problems())
    assert {p.idea for p in choose("Edge")} == {"edge"}
    assert {p.rule.name for p in choose(rule=ALL["three-caro"].rule)} == {"caro"}
    with pytest.raises(ParseError, match="choose from five, "):
        choose("luck")
    with pytest.raises(ParseError, match="of that idea and rule"):
        choose("forbidden", ALL["three-caro"].rule)


# Players


def test_a_search_that_looks_two_plies_ahead_passes_the_simple_ones() -> None:
    chosen = [p for p in problems() if p.idea in ("five", "block-four", "last-point")]
    who = parse_who("textbook:alphabeta,depth=2,cap=10")
    answers = list(check(who, chosen, Limit(time=20)))
    assert [answer.problem for answer in answers] == chosen
    assert all(answer.passed for answer in answers if answer.problem.rule.name == "freestyle")


def test_the_engine_passes_one_of_every_idea(compiled_engine) -> None:
    first = {problem.idea: problem for problem in reversed(problems())}
    answers = list(check(parse_who("wuzi"), first.values(), Limit(nodes=200_000)))
    assert [answer.problem.name for answer in answers if not answer.passed] == []


@pytest.fixture(scope="module")
def compiled_engine() -> None:
    from wuzi.cli.kernels import ready_kernels  # noqa: PLC0415

    ready_kernels()


def test_random_moves_fail_and_say_why() -> None:
    answers = list(check(parse_who("textbook:random"), choose("five"), Limit()))
    assert all(answer.move is not None and not answer.passed for answer in answers)
    assert all(problem.way in SOONEST for problem in choose("five"))


@pytest.mark.parametrize(
    ("fault", "expected"),
    [("crash", "engine.crash"), ("silent", "engine.time"), ("nonsense", "engine.garbage")],
)
def test_an_engine_that_fails_fails_its_position_and_not_the_rest(fault, expected) -> None:
    before = children()
    who = parse_who(f"{MOCK} --fault {fault} --at 1")
    began = time.monotonic()
    answers = list(check(who, named("five-row", "last-two", "three-row"), Limit(), allowed=0.5))
    assert time.monotonic() - began < 60
    assert len(answers) == 3
    assert not any(answer.passed for answer in answers)
    faults = [answer.fault for answer in answers]
    assert all(isinstance(fault, EngineError) for fault in faults)
    assert {fault.id for fault in faults if fault} == {expected}
    assert all(answer.move is None for answer in answers)
    assert children() <= before


def test_an_engine_that_does_not_start_fails_everything_and_is_not_waited_for_long() -> None:
    who = parse_who(f"{sys.executable} -c 'import time; time.sleep(99)'")
    answers = list(check(who, named("five-row", "five-gap"), Limit(), start_limit=0.5))
    assert [answer.fault.id for answer in answers if answer.fault] == ["engine.start_up"] * 2


def test_a_program_that_is_not_there_is_told_before_anything_is_asked() -> None:
    with pytest.raises(EngineError, match="there is no program"):
        check(parse_who("/nowhere/pbrain-x"), problems(), Limit())


def test_leaving_early_ends_the_player() -> None:
    before = children()
    answers = check(parse_who("textbook:greedy"), problems(), Limit())
    assert next(answers).problem == problems()[0]
    answers.close()
    assert children() <= before


def test_json_holds_plain_english() -> None:
    problem = ALL["four-row"]
    data = Answer(problem, None, WuziError("x", "late"), 1.23456).to_json()
    assert data["fault"] == "late"
    assert (data["passed"], data["move"], data["side"]) == (False, None, "black")
    assert (data["right"], data["seconds"]) == (["l8"], 1.235)
