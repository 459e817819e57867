"""A match while it is running: a live table on a terminal, plain lines anywhere else.

Both are told what happens by the runner's events: ``run_match(..., on_event=view)``. Nothing
is said by colour alone.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Final, Protocol, Self

from wuzi.arena.plan import LABELS, Label, MatchSpec, other
from wuzi.arena.record import GameRecord
from wuzi.arena.runner import (
    GameFinished,
    IncidentNoted,
    MatchBegan,
    MatchEvent,
    WorkersDied,
)
from wuzi.arena.standing import Standing
from wuzi.arena.statistics import Results, Trinomial, likelihood_of_superiority
from wuzi.arena.summary import SprtState
from wuzi.arena.summary_text import elo_words, reason_word, sprt_words
from wuzi.errors import N_
from wuzi.rules import BLACK, Reason
from wuzi.settings.language import _, ngettext

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["LiveTable", "MatchView", "PlainLines", "watch"]

_BAR: Final = 24
"""Cells of a bar."""
_EVERY: Final = 10
"""Games between two lines on how the match stands, where there is no live table."""


class MatchView(Protocol):
    """Shows a match: enter it, hand it to the runner as ``on_event``, leave it."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def __call__(self, event: MatchEvent) -> None:
        """Show what has happened."""
        ...


def watch(console: Console, spec: MatchSpec) -> MatchView:
    """The live table if ``console`` is a terminal, else plain lines."""
    return LiveTable(console, spec) if console.is_terminal else PlainLines(console, spec)


def ending_words(reason: Reason, winner: Label | None) -> str:
    """``five in a row (A won)``."""
    return _("{reason} ({result})").format(reason=reason_word(reason), result=_won(winner))


def _won(winner: Label | None) -> str:
    return _("drawn") if winner is None else _("{player} won").format(player=winner)


# On a terminal


class LiveTable:
    """A table that stays in place and disappears when the match is over.

    Parameters
    ----------
    console : Console
    spec : MatchSpec
    now : callable, default time.monotonic
    """

    def __init__(
        self, console: Console, spec: MatchSpec, now: Callable[[], float] = time.monotonic
    ) -> None:
        from rich.live import Live  # noqa: PLC0415

        self.standing = Standing(spec, now)
        self._names = spec.names
        self._lock = threading.Lock()  # the table is drawn in a thread of its own
        self._ascii = console.options.ascii_only
        self._live = Live(
            console=console, get_renderable=self.table, transient=True, refresh_per_second=2
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def __call__(self, event: MatchEvent) -> None:
        """Count what has happened; the table is drawn twice a second."""
        with self._lock:
            _tell(self.standing, event)

    def table(self) -> RenderableType:
        """The table as it stands."""
        from rich.table import Table  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        table = Table.grid(padding=(0, 2))
        table.add_column(style="dim", no_wrap=True)
        table.add_column()
        with self._lock:
            rows = self._rows()
        for name, value, style in rows:
            table.add_row(Text(name), Text(value, style))
        return table

    def _rows(self) -> list[tuple[str, str, str]]:
        standing = self.standing
        spec, games = standing.spec, standing.games
        share = standing.done / spec.games
        rows: list[tuple[str, str, str]] = [(label, self._names[label], "bold") for label in LABELS]
        rows += [
            (
                _("games"),
                f"{_progress_bar(share, self._ascii)} {standing.done}/{spec.games}",
                "cyan",
            ),
            (_("A won, drew, lost"), _score_words(games), "bold"),
            (_("Elo"), f"{elo_words(standing.best)}   {_los_words(standing.best)}", ""),
        ]
        if standing.sprt is not None:
            rows.append((_("SPRT"), _sprt_bar(standing.sprt, self._ascii), ""))
        endings = _(", ").join(
            _("{ending} {count}").format(ending=ending_words(*key), count=count)
            for key, count in standing.reasons.most_common(4)
        )
        rows.append((_("ended by"), endings or "-", ""))
        if standing.void:
            rows.append((_("without a result"), str(standing.void), "yellow"))
        if standing.last_incident is not None:
            rows.append((_("incidents"), _incident_words(standing), "yellow"))
        rows.append((_("speed"), _speed_words(standing), ""))
        return rows


def _tell(standing: Standing, event: MatchEvent) -> None:
    match event:
        case MatchBegan():
            standing.spec = event.spec
            standing.begin(event.records)
        case GameFinished():
            standing.count(event.record)
        case IncidentNoted():
            standing.note(event.incident)


def _score_words(games: Trinomial) -> str:
    return f"{games.wins}-{games.draws}-{games.losses}   {100 * games.score:.1f} %"


def _los_words(results: Results) -> str:
    return _("LOS {percent}").format(percent=f"{100 * likelihood_of_superiority(results):.1f} %")


def _progress_bar(share: float, ascii_only: bool) -> str:
    full, empty = ("#", "-") if ascii_only else ("█", "░")
    filled = max(0, min(_BAR, math.floor(share * _BAR)))
    return full * filled + empty * (_BAR - filled)


def _sprt_bar(state: SprtState, ascii_only: bool) -> str:
    """``H0 ------|##---- H1`` and the numbers: how far it is to either bound.

    >>> from wuzi.arena.statistics import Decision, Sprt
    >>> _sprt_bar(SprtState(Sprt(0, 10), 1.5, Decision.CONTINUE), True)
    'H0 ------------|######------ H1   LLR +1.50 (-2.94 to +2.94)'
    """
    full, empty = ("#", "-") if ascii_only else ("█", "░")
    half = _BAR // 2
    filled = round(abs(state.progress) * half)
    reached = [empty * (half - filled) + full * filled, full * filled + empty * (half - filled)]
    left = reached[0] if state.progress < 0 else empty * half
    right = reached[1] if state.progress > 0 else empty * half
    return f"H0 {left}|{right} H1   {sprt_words(state)}"


def _incident_words(standing: Standing) -> str:
    incident = standing.last_incident
    assert incident is not None
    return f"{standing.incidents}: {incident.player} {incident.detail}"


def _speed_words(standing: Standing) -> str:
    if standing.speed is None or standing.left is None:
        return _("{elapsed} so far").format(elapsed=_clock(standing.elapsed))
    left = _("{left} left") if standing.spec.sprt is None else _("{left} left at most")
    return _("{rate} games a minute, {elapsed} so far, {rest}").format(
        rate=f"{60 * standing.speed:.1f}",
        elapsed=_clock(standing.elapsed),
        rest=left.format(left=_clock(standing.left)),
    )


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds.

    >>> _clock(3725.4)
    '1:02:05'
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


# Anywhere else


class PlainLines:
    """A line a game, and how the match stands after every tenth: for files and pipes.

    Parameters
    ----------
    console : Console
    spec : MatchSpec
    now : callable, default time.monotonic
    """

    def __init__(
        self, console: Console, spec: MatchSpec, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.standing = Standing(spec, now)
        self._console = console

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def __call__(self, event: MatchEvent) -> None:
        """Print what has happened."""
        _tell(self.standing, event)
        match event:
            case MatchBegan() if event.records:
                n = len(event.records)
                text = ngettext("One game was played before.", "{n} games were played before.", n)
                self._print(text.format(n=n))
            case GameFinished():
                self._print(_game_line(event.record, self.standing))
                if self.standing.done % _EVERY == 0:
                    self._print(_standing_line(self.standing))
            case IncidentNoted():
                incident = event.incident
                text = _("Incident: {player}: {detail}")
                self._print(text.format(player=incident.player, detail=incident.detail))
            case WorkersDied():
                self._print(_("A worker has died; its games are played again."))

    def _print(self, line: str) -> None:
        self._console.print(line, soft_wrap=True)


_WON: Final = {
    True: N_("{player} won with black, {reason}"),
    False: N_("{player} won with white, {reason}"),
}
"""By whether the winner had black."""

_WON_BY_FAULT: Final = {
    True: N_("{player} won with black, {other}: {reason}"),
    False: N_("{player} won with white, {other}: {reason}"),
}

_FAULTS: Final = frozenset(
    {
        Reason.FORBIDDEN,
        Reason.RESIGNATION,
        Reason.TIME,
        Reason.ILLEGAL,
        Reason.START_UP,
        Reason.CRASH,
        Reason.GARBAGE,
    }
)
"""What the loser did."""


def _result_words(record: GameRecord) -> str:
    """``A won with black, five in a row``; ``A won with black, B: out of time``."""
    reason = reason_word(record.reason)
    if record.is_void:
        return reason
    if record.winner is None:
        return _("drawn, {reason}").format(reason=reason)
    words = _WON_BY_FAULT if record.reason in _FAULTS else _WON
    return _(words[record.winner_colour == BLACK]).format(
        player=record.winner, other=other(record.winner), reason=reason
    )


def _game_line(record: GameRecord, standing: Standing) -> str:
    moves = ngettext("one move", "{n} moves", record.plies).format(n=record.plies)
    line = _("Game {game} ({done} of {games}): {result}, {moves}; {score}").format(
        game=record.game + 1,
        done=standing.done,
        games=standing.spec.games,
        result=_result_words(record),
        moves=moves,
        score=f"{standing.games.wins}-{standing.games.draws}-{standing.games.losses}",
    )
    return f"{line} [{record.detail}]" if record.detail else line


def _standing_line(standing: Standing) -> str:
    words = [
        _score_words(standing.games),
        _("Elo {elo}").format(elo=elo_words(standing.best)),
        _los_words(standing.best),
    ]
    if standing.sprt is not None:
        words.append(sprt_words(standing.sprt))
    words.append(_speed_words(standing))
    return "  " + _(", ").join(words)
