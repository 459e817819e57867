"""From games to what the evaluation sees: how often each code stands on a board.

A code is a *set* of four lines, and a line is the same seen from either end: all eight
symmetric forms of a position have the very same codes. The eightfold use of the data is
built in, and nothing is gained by turning boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuzi.engine.control import make_control, settle
from wuzi.engine.kernels.hashtable import DECIDED
from wuzi.engine.kernels.moves import FIVE, verdict
from wuzi.engine.kernels.position import make
from wuzi.engine.tables import make_state, set_state, tables_of
from wuzi.engine.threats import CODES, code_of_pack
from wuzi.errors import N_, RecordError
from wuzi.rules import Board, Rule, all_points, parse_rule
from wuzi.train.data import NOT_SEARCHED, Games

KINDS: Final = len(CODES)
OWN: Final = 1 + settle(None)["own_weight"] / 128
"""What the evaluation multiplies the codes of the side to move by."""


def colours_differ(rule: Rule) -> bool:
    """Whether black's codes are worth something else than white's."""
    return rule.forbidden or rule.black_overline != rule.white_overline


@dataclass(frozen=True)
class Positions:
    """Positions as sparse rows, for a linear evaluation.

    Attributes
    ----------
    columns : int
        ``KINDS``, or twice that where the colours' codes differ (black's first).
    start : array of int64, shape (positions + 1,)
    column : array of int16, shape (entries,)
    count : array of float32, shape (entries,)
        How often the code stands there: ``OWN`` times for the side to move, less the
        opponent's.
    result : array of float32, shape (positions,)
        What the side to move made of it: 1, a half or 0.
    score : array of float32, shape (positions,)
        What the search said, for the side to move.
    game : array of int64, shape (positions,)
    """

    columns: int
    start: NDArray[np.int64]
    column: NDArray[np.int16]
    count: NDArray[np.float32]
    result: NDArray[np.float32]
    score: NDArray[np.float32]
    game: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.result)

    def values(self, weights: NDArray[Any]) -> NDArray[np.float64]:
        """The evaluation of every position."""
        terms = self.count * weights[self.column]
        return np.asarray(np.add.reduceat(terms, self.start[:-1]), np.float64)

    def pulled(self, pull: NDArray[Any]) -> NDArray[np.float64]:
        """The gradient of what has the derivatives ``pull`` by the evaluations."""
        spread = np.repeat(pull, np.diff(self.start)) * self.count
        return np.asarray(np.bincount(self.column, spread, self.columns), np.float64)

    def dense(self, rows: int) -> NDArray[np.float64]:
        """Some positions, evenly chosen, as full rows."""
        table = np.zeros((rows, self.columns))
        for at, row in enumerate(np.linspace(0, len(self) - 1, rows).astype(np.int64)):
            part = slice(self.start[row], self.start[row + 1])
            table[at, self.column[part]] = self.count[part]
        return table

    def some(self, which: NDArray[np.bool_]) -> Positions:
        """Those positions alone."""
        entries = np.repeat(which, np.diff(self.start))
        start = np.concatenate(([0], np.cumsum(np.diff(self.start)[which])))
        return Positions(
            self.columns,
            start,
            self.column[entries],
            self.count[entries],
            self.result[which],
            self.score[which],
            self.game[which],
        )


@dataclass(frozen=True)
class Choices:
    """Positions with their candidate moves, for the order of moves.

    Attributes
    ----------
    columns : int
        As for :class:`Positions`.
    start : array of int64, shape (positions + 1,)
    own, foe : array of int16, shape (candidates,)
        The column of each candidate's code for the side to move, and for the opponent.
    chosen : array of int64, shape (positions,)
        Which candidate was played.
    game : array of int64, shape (positions,)
    """

    columns: int
    start: NDArray[np.int64]
    own: NDArray[np.int16]
    foe: NDArray[np.int16]
    chosen: NDArray[np.int64]
    game: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.chosen)

    def dense(self, rows: int, foe: float) -> NDArray[np.float64]:
        """What sets the chosen candidate apart from the mean of all, in some positions.

        The opponent's code counts ``foe`` times.
        """
        table = np.zeros((rows, self.columns))
        for at, row in enumerate(np.linspace(0, len(self) - 1, rows).astype(np.int64)):
            part = slice(self.start[row], self.start[row + 1])
            share = 1 / (part.stop - part.start)
            for column, weight in ((self.own, 1.0), (self.foe, foe)):
                np.add.at(table[at], column[part], -weight * share)
                table[at, column[self.chosen[row]]] += weight
        return table

    def some(self, which: NDArray[np.bool_]) -> Choices:
        """Those positions alone."""
        lengths = np.diff(self.start)
        entries = np.repeat(which, lengths)
        start = np.concatenate(([0], np.cumsum(lengths[which])))
        shift = start[:-1] - self.start[:-1][which]
        return Choices(
            self.columns,
            start,
            self.own[entries],
            self.foe[entries],
            self.chosen[which] + shift,
            self.game[which],
        )


def see(games: Games) -> tuple[Positions, Choices]:
    """What is to be learnt from ``games``: undecided positions, where nothing is forced.

    Raises
    ------
    RecordError
        If there is nothing.

    Notes
    -----
    Left out are those of the opening, those that the search has proved, and those where the
    counts of threats prove the end or a five must be stopped: there the engine never asks for
    its evaluation.
    """
    rule, size = parse_rule(games.header.rule), games.header.size
    seer = _Seer(rule, size)
    rows: list[tuple[Any, ...]] = []
    picks: list[tuple[Any, ...]] = []
    for number in range(len(games)):
        first, last = games.start[number], games.start[number + 1]
        seen = seer.game(games.move[first:last], games.score[first:last], int(games.result[number]))
        if seen is not None:
            rows.append((*seen[0], np.full(len(seen[0][0]), number)))
            picks.append((*seen[1], np.full(len(seen[1][0]), number)))
    if not rows:
        raise RecordError(
            "train.nothing",
            N_("the {games} games have no undecided position: let more nodes be looked at"),
            games=len(games),
        )
    lengths, *rest = (np.concatenate(c) for c in zip(*rows, strict=True))
    start = np.concatenate(([0], np.cumsum(lengths)))
    positions = Positions(seer.columns, start, *rest)
    lengths, own, foe, chosen, game = (np.concatenate(c) for c in zip(*picks, strict=True))
    start = np.concatenate(([0], np.cumsum(lengths)))
    choices = Choices(seer.columns, start, own, foe, start[:-1] + chosen, game)
    return positions, choices


class _Seer:
    """Plays games through on the engine's own position, and reads its codes."""

    def __init__(self, rule: Rule, size: int) -> None:
        self._tables = tables_of(rule)
        self._empty = Board(size, rule)
        self._state = make_state(self._empty, self._tables)
        self._control = make_control(settle(None), rule)
        self._points = np.array(all_points(size))
        self._differ = colours_differ(rule)
        self._codes = code_of_pack().astype(np.int16)
        self.columns = KINDS * 2 if self._differ else KINDS
        self._pack: Any = self._state["pack"]
        self._cell: Any = self._state["cell"]
        self._near: Any = self._state["near"]
        self._count: Any = self._state["count"]

    def game(
        self, moves: NDArray[Any], scores: NDArray[Any], result: int
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]] | None:
        """The rows of one game, and its choices."""
        set_state(self._state, self._empty, self._tables)
        plies: list[int] = []
        both: list[tuple[Any, Any]] = []
        picks: list[tuple[Any, Any, int]] = []
        for ply, (cell, score) in enumerate(zip(moves.tolist(), scores.tolist(), strict=True)):
            p = int(self._points[cell])
            if score != NOT_SEARCHED and abs(score) < DECIDED and self._calm():
                mine, theirs = self._codes_of(ply % 2)
                plies.append(ply)
                both.append((mine, theirs))
                near = (self._near[self._points] > 0) & (self._cell[self._points] == 0)
                at = int(near[:cell].sum())
                if near[cell]:
                    picks.append((mine[near], theirs[near], at))
            make(self._state, self._tables, p)
        if not plies:
            return None
        return self._rows(plies, both, scores, result), _joined(picks)

    def _calm(self) -> bool:
        state = self._state
        foe = 16 * (2 - int(state["side"]))
        if self._count[foe + FIVE]:
            return False
        return int(verdict(state, self._tables, self._control)) == 0

    def _codes_of(self, white: int) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """For each point the columns for the side to move and for the opponent; 0 if taken."""
        free = self._cell[self._points] == 0
        sides = []
        for colour in (white, 1 - white):
            codes = self._codes[self._pack[1024 * colour + self._points]]
            if self._differ and colour:
                codes = codes + np.int16(KINDS)
            sides.append(np.where(free, codes, np.int16(0)))
        return sides[0], sides[1]

    def _rows(
        self, plies: list[int], both: list[tuple[Any, Any]], scores: NDArray[Any], result: int
    ) -> tuple[Any, ...]:
        """Counts of one game's positions, as lengths, columns, counts, results and scores."""
        n, width = len(plies), self.columns
        table = np.zeros(n * width)
        base = (np.arange(n) * width)[:, None]
        for at, sign in ((0, OWN), (1, -1.0)):
            codes = np.stack([pair[at] for pair in both]).astype(np.int64)
            table += sign * np.bincount((base + codes).ravel(), minlength=n * width)
        rows = table.reshape(n, width)
        rows[:, 0] = 0  # taken points, and those where nothing can be made
        if self._differ:
            rows[:, KINDS] = 0
        row, column = np.nonzero(rows)
        white = np.array(plies) % 2
        ours = (1 + result * (1 - 2 * white)) / 2
        return (
            np.bincount(row, minlength=n),
            column.astype(np.int16),
            rows[row, column].astype(np.float32),
            ours.astype(np.float32),
            scores[plies].astype(np.float32),
        )


def _joined(picks: list[tuple[Any, Any, int]]) -> tuple[Any, ...]:
    empty = np.zeros(0, np.int16)
    return (
        np.array([len(mine) for mine, _, _ in picks], np.int64),
        np.concatenate([mine for mine, _, _ in picks] or [empty]),
        np.concatenate([theirs for _, theirs, _ in picks] or [empty]),
        np.array([at for _, _, at in picks], np.int64),
    )
