"""Ending a game before the board does: by its length, or by what both sides think of it.

Verdicts look at the record so far and at nothing else, so that a finished game can be
judged again. The rules and their words are those of cutechess-cli and c-gomoku-cli.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wuzi.errors import N_, SettingsError
from wuzi.rules import BLACK, EMPTY, WHITE, Colour, Outcome, Reason, Score, opponent

__all__ = ["NO_ADJUDICATION", "Adjudication", "DrawRule", "ResignRule", "verdict"]


@dataclass(frozen=True, slots=True)
class ResignRule:
    """A side that long holds itself for lost has lost.

    Attributes
    ----------
    count : int
        Own moves in a row with a bad score.
    score : int
        A score is bad at ``-score`` or below, in the engine's own units, or when it says
        that the game is lost in so many plies.
    twosided : bool
        Whether the opponent must hold himself for winning in all his moves between.
    """

    count: int
    score: int
    twosided: bool = False

    def __post_init__(self) -> None:
        _check("resign", self.count, self.score)


@dataclass(frozen=True, slots=True)
class DrawRule:
    """A game that both sides long hold for even is drawn.

    Attributes
    ----------
    number : int
        Not before so many moves have been made, those of the opening included.
    count : int
        Moves in a row of each side with an even score.
    score : int
        A score is even from ``-score`` to ``score``, in the engine's own units.
    """

    number: int
    count: int
    score: int

    def __post_init__(self) -> None:
        _check("draw", self.count, self.score)
        if self.number < 0:
            raise SettingsError(
                "adjudication.number",
                N_("a draw is judged from move 0 or a later one on, not from {value}"),
                value=self.number,
            )


def _check(rule: str, count: int, score: int) -> None:
    if count < 1:
        raise SettingsError(
            "adjudication.count",
            N_("the {rule} rule needs at least 1 move in a row, not {value}"),
            rule=rule,
            value=count,
        )
    if score < 0:
        raise SettingsError(
            "adjudication.score",
            N_("the score of the {rule} rule is 0 or more, not {value}"),
            rule=rule,
            value=score,
        )


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The rules by which games are ended early; all that are given hold at once.

    Attributes
    ----------
    max_moves : int or None
        A game is drawn after so many moves, those of the opening included.
    resign : ResignRule or None
    draw : DrawRule or None
    """

    max_moves: int | None = None
    resign: ResignRule | None = None
    draw: DrawRule | None = None

    def __post_init__(self) -> None:
        if self.max_moves is not None and self.max_moves < 1:
            raise SettingsError(
                "adjudication.max_moves",
                N_("a game may have 1 move or more before it is drawn, not {value}"),
                value=self.max_moves,
            )


NO_ADJUDICATION: Final = Adjudication()
"""Every game is played out."""


def verdict(rules: Adjudication, moves: int, scores: Sequence[Score | None]) -> Outcome | None:
    """The result of a game that goes on by the board, or ``None`` if it shall go on.

    Parameters
    ----------
    rules : Adjudication
    moves : int
        How many were made, those of the opening included, black first.
    scores : sequence of Score or None
        Of the moves after the opening, the last one last, each from its mover's view;
        ``None`` where an engine told none, which spares nobody and ends no game.

    Examples
    --------
    >>> rules = Adjudication(resign=ResignRule(count=2, score=500))
    >>> scores = [Score(600), Score(-500), None, Score(-700)]
    >>> outcome = verdict(rules, 8, scores)
    >>> outcome.score, outcome.detail
    ('1-0', 'resign: 2 moves of white at -500 or below')
    """
    mover = BLACK if moves % 2 else WHITE
    if rules.resign is not None and _is_resigned(rules.resign, scores):
        return _resignation(rules.resign, mover)
    if rules.draw is not None and _is_even(rules.draw, moves, scores):
        detail = f"draw: {rules.draw.count} moves of each side within {rules.draw.score}"
        return Outcome(EMPTY, Reason.ADJUDICATION, detail=detail)
    if rules.max_moves is not None and moves >= rules.max_moves:
        return Outcome(EMPTY, Reason.ADJUDICATION, detail=f"draw: {moves} moves made")
    return None


def _resignation(rule: ResignRule, loser: Colour) -> Outcome:
    name = "black" if loser == BLACK else "white"
    detail = f"resign: {rule.count} moves of {name} at {-rule.score} or below"
    return Outcome(opponent(loser), Reason.ADJUDICATION, detail=detail)


def _is_resigned(rule: ResignRule, scores: Sequence[Score | None]) -> bool:
    """Whether the side that has just moved gives up."""
    own = scores[::-2][: rule.count]
    if len(own) < rule.count or not all(_is_bad(score, rule.score) for score in own):
        return False
    if not rule.twosided:
        return True
    others = scores[-2::-2][: rule.count]
    return len(others) == rule.count and all(
        score is not None and _is_bad(-score, rule.score) for score in others
    )


def _is_bad(score: Score | None, limit: int) -> bool:
    if score is None:
        return False
    return score.value <= -limit if score.win_in is None else score.win_in < 0


def _is_even(rule: DrawRule, moves: int, scores: Sequence[Score | None]) -> bool:
    last = scores[-2 * rule.count :]
    return (
        moves >= rule.number
        and len(last) == 2 * rule.count
        and all(
            score is not None and score.win_in is None and abs(score.value) <= rule.score
            for score in last
        )
    )
