"""Fixed positions, each with what is right and why, and how a player does on them.

The positions are data (``data/check.toml``). The player is asked as an engine program is, in a
process of its own: one that crashes, hangs or answers nonsense has failed that position, and is
started again for the next.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from wuzi.errors import N_, EngineError, ParseError, WuziError
from wuzi.lab.texts import Text
from wuzi.play.engine_seat import engine_command
from wuzi.players import Who, check_who
from wuzi.protocol.client import EngineProcess
from wuzi.rules import (
    BLACK,
    COLOUR_NAMES,
    EMPTY,
    PASS,
    Board,
    Colour,
    Move,
    Point,
    Rule,
    parse_colour,
    parse_position,
    parse_rule,
    point_name,
)
from wuzi.settings.phrases import FORBIDDEN_WORDS
from wuzi.thinking import Limit

__all__ = ["Answer", "Idea", "Problem", "Tally", "check", "choose", "ideas", "problems", "tally"]

START_LIMIT: Final = 30.0
"""Seconds the player may take to start; a tenth of it once it has failed to."""
UNTIMED: Final = 60.0
"""Seconds that are waited for an answer where no time was set."""
SOONEST: Final = ("wins-at-once", "wins-in-three", "wins-in-five")
"""Ways by which the moves that win soonest are right."""


@dataclass(frozen=True, slots=True)
class Idea:
    """What a position tests.

    Attributes
    ----------
    name : str
        One word, for programs and the command line.
    title : Text
    """

    name: str
    title: Text


@dataclass(frozen=True, slots=True)
class Problem:
    """A position with what is right.

    Attributes
    ----------
    name, idea : str
    rule : Rule
    size : int
    stones : str
        ``BLACKS/WHITES``.
    side : Colour
        To move.
    right : frozenset of Point
        All moves that are right.
    why : Text
        What is right, and why.
    way : str
        How it is proved; ``data/check.toml`` says what the ways are.
    """

    name: str
    idea: str
    rule: Rule
    size: int
    stones: str
    side: Colour
    right: frozenset[Point]
    why: Text
    way: str

    def board(self) -> Board:
        """The position. A forbidden move may be played on it, and loses."""
        return parse_position(self.stones, self.size, self.rule, self.side, forbidden_loses=True)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player made of a problem.

    Attributes
    ----------
    problem : Problem
    move : Move or None
        ``None`` if it gave none.
    fault : WuziError or None
        What is wrong with the move, or what the player did instead of giving one.
    seconds : float
        That it took.
    """

    problem: Problem
    move: Move | None
    fault: WuziError | None
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether it was right."""
        return self.fault is None

    def to_json(self) -> dict[str, Any]:
        """For programs: plain data, English sentences, points by their names."""
        problem = self.problem
        return {
            "name": problem.name,
            "idea": problem.idea,
            "rule": problem.rule.name,
            "size": problem.size,
            "position": problem.stones,
            "side": COLOUR_NAMES[problem.side],
            "move": None if self.move is None else point_name(self.move),
            "passed": self.passed,
            "right": [point_name(p) for p in sorted(problem.right)],
            "why": str(problem.why),
            "fault": None if self.fault is None else str(self.fault),
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of the positions of an idea were passed."""

    idea: Idea
    passed: int
    total: int


# The data


@cache
def _data() -> Mapping[str, Any]:
    text = files("wuzi.lab").joinpath("data", "check.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _text(table: Mapping[str, str]) -> Text:
    return Text(table["en"], {code: text for code, text in table.items() if code != "en"})


@cache
def ideas() -> tuple[Idea, ...]:
    """What the positions test, the easiest first.

    >>> ideas()[0].name, str(ideas()[0].title)
    ('five', 'complete a five')
    """
    return tuple(Idea(name, _text(table)) for name, table in _data()["ideas"].items())


@cache
def problems() -> tuple[Problem, ...]:
    """All positions, idea by idea.

    >>> problem = problems()[0]
    >>> problem.idea, [point_name(p) for p in sorted(problem.right)]
    ('five', ['l8'])
    """
    return tuple(_problem(table) for table in _data()["position"])


def _problem(table: Mapping[str, Any]) -> Problem:
    rule, size, side = parse_rule(table["rule"]), table.get("size", 15), parse_colour(table["side"])
    board = parse_position(table["stones"], size, rule, side)
    given = frozenset(board.point(name) for name in table.get("right") or table["wrong"])
    right = given if "right" in table else frozenset(board.stones(EMPTY)) - given
    return Problem(
        table["name"],
        table["idea"],
        rule,
        size,
        table["stones"],
        side,
        right,
        _text(table["why"]),
        table["way"],
    )


def choose(idea: str = "", rule: Rule | None = None) -> tuple[Problem, ...]:
    """The positions of an idea and a rule; all, where neither is said.

    Raises
    ------
    ParseError
        If there is no such idea, or none of its positions is of that rule.

    Examples
    --------
    >>> choose("fife")
    Traceback (most recent call last):
    wuzi.errors.ParseError: there is no idea 'fife': choose from five, ...
    """
    word = idea.strip().lower()
    names = [one.name for one in ideas()]
    if word and word not in names:
        raise ParseError(
            "check.idea",
            N_("there is no idea '{token}': choose from {choices}"),
            token=idea[:40],
            choices=", ".join(names),
        )
    chosen = tuple(one for one in problems() if word in ("", one.idea) and rule in (None, one.rule))
    if not chosen:
        raise ParseError("check.none", N_("no position of the check is of that idea and rule"))
    return chosen


# The check


def check(
    who: Who,
    chosen: Iterable[Problem],
    limit: Limit,
    *,
    start_limit: float = START_LIMIT,
    allowed: float | None = None,
) -> Generator[Answer, None, None]:
    """Put positions to a player, one after another.

    Parameters
    ----------
    who : Who
    chosen : iterable of Problem
    limit : Limit
        For each move, as the player is told it.
    start_limit : float, default START_LIMIT
        Seconds it may take to start.
    allowed : float, optional
        Seconds that are waited for a move; by default twice the time told and a second,
        or :data:`UNTIMED`.

    Raises
    ------
    WuziError
        At once, if there is no such player.
    """
    check_who(who)
    return _answers(_Examinee(who, limit, start_limit, _allowed(limit, allowed)), chosen)


def _allowed(limit: Limit, allowed: float | None) -> float:
    if allowed is not None:
        return allowed
    return UNTIMED if limit.time is None else 2 * limit.time + 1


def _answers(examinee: _Examinee, chosen: Iterable[Problem]) -> Generator[Answer, None, None]:
    with asyncio.Runner() as runner:
        try:
            for problem in chosen:
                yield runner.run(examinee.answer(problem))
        finally:
            runner.run(examinee.close())


class _Examinee:
    """A player in a process of its own, kept from position to position while it is sound."""

    def __init__(self, who: Who, limit: Limit, start_limit: float, allowed: float) -> None:
        self._command = engine_command(who)
        self._limit = limit
        self._start_limit = start_limit
        self._allowed = allowed
        self._engine: EngineProcess | None = None

    async def answer(self, problem: Problem) -> Answer:
        """Ask for a move, and judge it."""
        board = problem.board()
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            engine = await self._ready(board)
            began = clock()
            reply = await engine.choose(board, self._limit, allowed=self._allowed)
        except EngineError as error:
            seconds = clock() - began
            await self.close()
            return Answer(problem, None, error, seconds)
        return Answer(problem, reply.move, flaw(problem, reply.move), reply.elapsed)

    async def _ready(self, board: Board) -> EngineProcess:
        """The process, in a new game: what it found on one position is no help on the next."""
        try:
            if self._engine is None:
                self._engine = await EngineProcess.start(
                    self._command, start_limit=self._start_limit
                )
            await self._engine.new_game(board.size, board.rule, self._limit)
        except EngineError:
            self._start_limit = min(self._start_limit, START_LIMIT / 10)
            raise
        return self._engine

    async def close(self) -> None:
        """End the process."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.close()


def flaw(problem: Problem, move: Move) -> WuziError | None:
    """What is wrong with a move; ``None`` if it is right.

    >>> problem = problems()[0]
    >>> flaw(problem, min(problem.right)) is None
    True
    >>> str(flaw(problem, problem.board().point("a15")))
    'a15 wins later than l8, or not at all'
    """
    if move in problem.right:
        return None
    board = problem.board()
    right = " ".join(point_name(p) for p in sorted(problem.right)[:8])
    if move == PASS:
        return WuziError("check.pass", N_("a pass is not right, but {points}"), points=right)
    kind = board.forbidden_kind(move)
    if board.turn == BLACK and kind:
        return WuziError(
            "check.forbidden",
            N_("{move} is forbidden to black: {kind}"),
            move=point_name(move),
            kind=WuziError("forbidden", FORBIDDEN_WORDS[kind.kind]),
        )
    winner = board.turn
    board.push(move)
    if board.outcome is None:
        replies = [p for p in board.legal_points() if board.wins_at(p, 3 - winner)]
        if replies:
            return WuziError(
                "check.five",
                N_("after {move} the opponent has a five on {reply}; right is {points}"),
                move=point_name(move),
                reply=point_name(replies[0]),
                points=right,
            )
    text = N_("{move} is not right, but {points}")
    if problem.way in SOONEST:
        text = N_("{move} wins later than {points}, or not at all")
    return WuziError("check.wrong", text, move=point_name(move), points=right)


def tally(answers: Iterable[Answer]) -> list[Tally]:
    """How many were passed of each idea, in the order of :func:`ideas`."""
    answers = list(answers)
    found = []
    for idea in ideas():
        passed = [one.passed for one in answers if one.problem.idea == idea.name]
        if passed:
            found.append(Tally(idea, sum(passed), len(passed)))
    return found
