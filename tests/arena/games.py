"""Records of games that nobody played, for the tests of what is made of records."""

from __future__ import annotations

from wuzi.arena.plan import Label, MatchSpec, PlayerSpec, black_of
from wuzi.arena.record import GameRecord
from wuzi.rules import FREESTYLE, Reason, Score, parse_moves

A = "textbook:alphabeta,depth=3"
B = "level:2"
BLACK_WINS = "h8a1i8b1j8c1k8d1l8"
WHITE_WINS = "a1h8b1i8c1j8d1k8a3l8"
UNDECIDED = "h8a1i8b1j8c1"


def match(**settings: object) -> MatchSpec:
    settings = {"games": 8, **settings}
    return MatchSpec(PlayerSpec(A), PlayerSpec(B), **settings)  # type: ignore[arg-type]


def record(
    game: int,
    winner: Label | None,
    reason: Reason | None = None,
    *,
    time: float = 0.5,
    detail: str = "",
) -> GameRecord:
    """A game of ``winner``; by a five unless another reason is given. Its opening is h8."""
    black = black_of(game)
    if reason is None:
        reason = Reason.ADJUDICATION if winner is None else Reason.FIVE
    moves = UNDECIDED
    if reason is Reason.FIVE:
        moves = BLACK_WINS if winner == black else WHITE_WINS
    opening = moves[:2]
    n = len(parse_moves(moves)) - 1
    return GameRecord(
        game=game,
        opening=opening,
        size=15,
        rule=FREESTYLE,
        black_name=A if black == "A" else B,
        white_name=B if black == "A" else A,
        moves=moves,
        times=(time,) * n,
        nodes=tuple(100 + i for i in range(n)),
        depths=(3,) * (n - 1) + (None,),
        scores=(Score(5),) * n,
        winner=winner,
        reason=reason,
        detail=detail,
        start="2026-01-02T03:04:05+00:00",
        seconds=4.0,
    )


def void(game: int) -> GameRecord:
    return record(game, None, Reason.UNKNOWN, detail="the process died")
