"""Words for colours, rules, results and scores, in the reader's language, for every face."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from wuzi.errors import N_, WuziError
from wuzi.rules import (
    BLACK,
    WHITE,
    Colour,
    Outcome,
    Reason,
    Rule,
    Score,
    opponent,
    point_name,
)
from wuzi.settings.language import _, translate

FORBIDDEN_WORDS: Final = {
    "double_four": N_("double-four"),
    "double_three": N_("double-three"),
    "overline": N_("overline"),
}

_COLOURS: Final = {BLACK: N_("black"), WHITE: N_("white")}

TO_MOVE: Final = {BLACK: N_("Black to move"), WHITE: N_("White to move")}

_WINS: Final = {BLACK: N_("Black wins"), WHITE: N_("White wins")}

_WON_BY: Final = {
    Reason.FIVE: N_("{wins}: five in a row, {row}."),
    Reason.FORBIDDEN: N_("{wins}: {loser} played the forbidden point {row} ({detail})."),
    Reason.RESIGNATION: N_("{wins}: {loser} resigned."),
    Reason.TIME: N_("{wins}: {loser} ran out of time."),
    Reason.ILLEGAL: N_("{wins}: {loser} made an illegal move."),
    Reason.START_UP: N_("{wins}: {loser} could not start."),
    Reason.CRASH: N_("{wins}: {loser} broke off."),
    Reason.GARBAGE: N_("{wins}: {loser} answered nonsense."),
    Reason.ADJUDICATION: N_("{wins} by adjudication."),
}
_DRAWN_BY: Final = {
    Reason.FULL: N_("A draw: the board is full."),
    Reason.PASSES: N_("A draw: both sides passed."),
    Reason.AGREEMENT: N_("A draw by agreement."),
    Reason.ADJUDICATION: N_("A draw by adjudication."),
}


def colour_word(colour: Colour) -> str:
    """``black`` or ``white``, translated."""
    return _(_COLOURS[colour])


def listed(words: Iterable[str]) -> str:
    """Words one after another, parted as the reader's language parts them.

    >>> listed(["double-four", "overline"])
    'double-four, overline'
    """
    return _(", ").join(words)


def rule_word(rule: Rule) -> str:
    """The name of a rule, translated."""
    return _(rule.title)


def outcome_sentence(outcome: Outcome) -> str:
    """Who won, and why.

    >>> from wuzi.rules import parse_position
    >>> outcome_sentence(parse_position("a1a2b1b2c1c2d1d2e1").outcome)
    'Black wins: five in a row, a1 b1 c1 d1 e1.'
    """
    return translate(outcome_words(outcome))


def outcome_words(outcome: Outcome) -> WuziError:
    """The same as a part of an error, which faces translate with it and programs get in English."""
    if outcome.is_draw:
        return _said(_DRAWN_BY.get(outcome.reason, N_("A draw.")))
    detail = outcome.detail
    return _said(
        _WON_BY.get(outcome.reason, N_("{wins}.")),
        wins=_said(_WINS[outcome.winner]),
        loser=_said(_COLOURS[opponent(outcome.winner)]),
        row=" ".join(map(point_name, outcome.points)),
        detail=_said(FORBIDDEN_WORDS[detail]) if detail in FORBIDDEN_WORDS else detail,
    )


def _said(text: str, **fields: Any) -> WuziError:
    return WuziError("outcome", text, **fields)


def score_words(score: Score) -> str:
    """A score from the view of the side that moved.

    >>> score_words(Score(120)), score_words(Score(1, win_in=5))
    ('+120', 'wins in 5')
    """
    if score.win_in is None:
        return f"{score.value:+d}"
    text = _("wins in {plies}") if score.win_in > 0 else _("loses in {plies}")
    return text.format(plies=abs(score.win_in))
