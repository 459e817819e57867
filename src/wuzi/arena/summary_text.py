"""A match as people read it: lines of text in the reader's language."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from wuzi.arena.plan import LABELS, Label
from wuzi.arena.statistics import (
    Decision,
    Estimate,
    Results,
    elo_estimate,
    first_move_advantage,
    likelihood_of_superiority,
)
from wuzi.arena.summary import SprtState, Summary
from wuzi.errors import N_
from wuzi.rules import Reason
from wuzi.settings.language import _, ngettext

__all__ = ["elo_words", "incident_lines", "reason_word", "sprt_words", "summary_lines"]

_REASONS: Final = {
    Reason.FIVE: N_("five in a row"),
    Reason.FORBIDDEN: N_("forbidden move"),
    Reason.FULL: N_("board full"),
    Reason.PASSES: N_("both passed"),
    Reason.AGREEMENT: N_("agreement"),
    Reason.RESIGNATION: N_("resignation"),
    Reason.TIME: N_("out of time"),
    Reason.ILLEGAL: N_("illegal move"),
    Reason.START_UP: N_("could not start"),
    Reason.CRASH: N_("broke off"),
    Reason.GARBAGE: N_("answered nonsense"),
    Reason.ADJUDICATION: N_("adjudication"),
    Reason.UNKNOWN: N_("no result"),
}

_DECISIONS: Final = {
    Decision.H0: N_("H0 accepted: the difference is no more than {elo0} Elo"),
    Decision.H1: N_("H1 accepted: the difference is {elo1} Elo or more"),
    Decision.CONTINUE: N_("not decided"),
}


def reason_word(reason: Reason) -> str:
    """Why games ended, in two words."""
    return _(_REASONS[reason])


def elo_words(results: Results) -> str:
    """An Elo difference and how sure it is.

    >>> from wuzi.arena.statistics import Trinomial
    >>> elo_words(Trinomial(wins=136, draws=111, losses=96)), elo_words(Trinomial(wins=4))
    ('+40.7 ± 30.4', '+inf (-72.1 to +inf)')
    """
    elo = elo_estimate(results)
    if results.observations and math.isfinite(elo.low) and math.isfinite(elo.high):
        return f"{elo.value:+.1f} ± {elo.error:.1f}"
    return _("{elo} ({low} to {high})").format(
        elo=f"{elo.value:+.1f}", low=f"{elo.low:+.1f}", high=f"{elo.high:+.1f}"
    )


def sprt_words(state: SprtState) -> str:
    """``LLR 1.20 (-2.94 to +2.94)``."""
    test = state.test
    return _("LLR {llr} ({lower} to {upper})").format(
        llr=f"{state.llr:+.2f}", lower=f"{test.lower:+.2f}", upper=f"{test.upper:+.2f}"
    )


def summary_lines(summary: Summary) -> list[str]:
    """All that is known of a match, as lines for a terminal or a file."""
    blocks = (
        _head(summary),
        _columns(_results(summary)),
        _columns(_reasons(summary)),
        _columns(_uses(summary)),
        incident_lines(summary),
    )
    lines: list[str] = []
    for block in filter(None, blocks):
        lines += ["", *block] if lines else block
    return lines


def _head(summary: Summary) -> list[str]:
    spec = summary.spec
    text = (
        _("{rule}, {size} lines: {played} of {games} games, {void} more without a result")
        if summary.void
        else _("{rule}, {size} lines: {played} of {games} games")
    )
    played = text.format(
        rule=_(spec.rule.title),
        size=spec.size,
        played=summary.played,
        games=spec.games,
        void=summary.void,
    )
    openings = _("openings: {name}").format(name=spec.openings or _("the empty board"))
    return [*(f"{label}  {spec.names[label]}" for label in LABELS), played, openings]


def _results(summary: Summary) -> list[list[str]]:
    games, pairs = summary.games, summary.pairs
    first = first_move_advantage(summary.first)
    rows = [
        [
            _("A won, drew, lost"),
            f"{games.wins}-{games.draws}-{games.losses}",
            _("score {score}, {percent}").format(
                score=f"{games.wins + games.draws / 2:g}/{games.games}",
                percent=f"{100 * games.score:.1f} %",
            ),
        ],
        [_("Elo by games"), elo_words(games), _interval(elo_estimate(games))],
        [_("Elo by pairs"), elo_words(pairs), _interval(elo_estimate(pairs))],
        [
            _("pairs"),
            "-".join(map(str, pairs.counts)),
            _("by points of A: 0, 1/2, 1, 1 1/2, 2"),
        ],
        [
            _("A is stronger"),
            f"{100 * likelihood_of_superiority(summary.best):.1f} %",
            _("likelihood of superiority (LOS)"),
        ],
        [_("draws"), f"{100 * games.draw_ratio:.1f} %"],
        [
            _("first move"),
            f"{100 * first.value:.1f} %",
            _("score of black, {low} to {high}").format(
                low=f"{100 * first.low:.1f}", high=f"{100 * first.high:.1f} %"
            ),
        ],
    ]
    if summary.plies:
        least, most = summary.plies[0], summary.plies[-1]
        mean = math.fsum(summary.plies) / len(summary.plies)
        between = _("{low} to {high}").format(low=least, high=most)
        rows.append([_("moves a game"), f"{mean:.1f}", between])
    if summary.sprt is not None:
        rows.append([_("SPRT"), *_sprt_cells(summary.sprt)])
    return rows


def _interval(estimate: Estimate) -> str:
    return _("95 % between {low} and {high}").format(
        low=f"{estimate.low:+.1f}", high=f"{estimate.high:+.1f}"
    )


def _sprt_cells(state: SprtState) -> list[str]:
    test = state.test
    decision = _(_DECISIONS[state.decision]).format(elo0=f"{test.elo0:g}", elo1=f"{test.elo1:g}")
    return [f"[{test.elo0:g}, {test.elo1:g}]", _(", ").join((sprt_words(state), decision))]


def _reasons(summary: Summary) -> list[list[str]]:
    if not summary.reasons:
        return []
    winners: tuple[Label | None, ...] = (*LABELS, None)
    rows = [[_("games ended by"), _("A won"), _("B won"), _("drawn")]]
    for reason in Reason:
        counts = [summary.reasons.get((reason, winner), 0) for winner in winners]
        if any(counts):
            rows.append([reason_word(reason), *(str(count or "") for count in counts)])
    return rows


def _uses(summary: Summary) -> list[list[str]]:
    a, b = (summary.use[label] for label in LABELS)
    if not a.time.moves and not b.time.moves:
        return []
    rows = [
        ["", *LABELS],
        [_("moves"), *(str(use.time.moves) for use in (a, b))],
        [_("seconds a move, mean"), *(f"{use.time.mean:.3f}" for use in (a, b))],
        [_("seconds a move, median"), *(f"{use.time.median:.3f}" for use in (a, b))],
        [_("longest move"), *(f"{use.time.maximum:.3f}" for use in (a, b))],
    ]
    if math.isfinite(min(a.time.margin, b.time.margin)):
        rows.append([_("least time left"), *(_number(use.time.margin, 3) for use in (a, b))])
        rows.append([_("overruns"), *(str(use.time.overruns) for use in (a, b))])
    rows.append([_("nodes a move"), *(_number(use.nodes, 0) for use in (a, b))])
    rows.append([_("depth"), *(_number(use.depth, 1) for use in (a, b))])
    return rows


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None or not math.isfinite(value) else f"{value:.{digits}f}"


_INCIDENTS_SHOWN: Final = 10


def incident_lines(summary: Summary) -> list[str]:
    """What went wrong beside the games; of very many, the last ones."""
    shown = summary.incidents[-_INCIDENTS_SHOWN:]
    lines = [f"{incident.player}  {incident.detail}" for incident in shown]
    if len(shown) < len(summary.incidents):
        n = len(summary.incidents)
        text = ngettext("{n} incident; the last ones:", "{n} incidents; the last ones:", n)
        lines.insert(0, text.format(n=n))
    return lines


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Cells in columns, the last ones of each row as long as they like."""
    from rich.cells import cell_len, set_cell_size  # noqa: PLC0415 - Chinese is two cells wide

    widths = [
        max((cell_len(row[i]) for row in rows if len(row) > i), default=0)
        for i in range(max(map(len, rows), default=0))
    ]
    return [
        "  ".join(
            set_cell_size(cell, width) for cell, width in zip(row, widths, strict=False)
        ).rstrip()
        for row in rows
    ]
