"""The words of every face (:mod:`wuzi.settings.phrases`), and those of the terminal."""

from __future__ import annotations

from wuzi.rules import Board
from wuzi.settings.language import _
from wuzi.settings.phrases import (
    FORBIDDEN_WORDS,
    TO_MOVE,
    colour_word,
    listed,
    outcome_sentence,
    outcome_words,
    rule_word,
    score_words,
)

__all__ = [
    "FORBIDDEN_WORDS",
    "colour_word",
    "listed",
    "outcome_sentence",
    "outcome_words",
    "rule_word",
    "score_words",
    "side_to_move",
]


def side_to_move(board: Board, ascii_only: bool) -> str:
    """``● Black to move``."""
    from wuzi.cli.drawing import ASCII_STONES, STONES  # noqa: PLC0415

    stone = (ASCII_STONES if ascii_only else STONES)[board.turn]
    return f"{stone} {_(TO_MOVE[board.turn])}"
